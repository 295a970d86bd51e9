//! Who fights: the armed kinds of unit of a ruleset, with their prices.

use sandtable_match::Failure;
use sandtable_model::rules::{Class, Cost, Kind, Rules};
use sandtable_state::id::KindId;
use serde::Serialize;

/// A kind of unit that fights.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Soldier {
    /// Its name.
    pub name: String,
    /// Its row in the rules.
    #[serde(skip)]
    pub kind: KindId,
    /// Its price: its cost, all resources added.
    pub price: f64,
    /// Whether others are measured by it: workers are not what armies are made of.
    pub is_field: bool,
}

/// A kind of unit that does not fight, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// Its name.
    pub name: String,
    /// Why it takes no part in fights.
    pub why: &'static str,
}

/// Who fights under a ruleset, in the order of its kinds.
#[derive(Clone, Debug)]
pub struct Soldiers {
    /// The rules.
    pub rules: Rules,
    /// Those who fight.
    pub all: Vec<Soldier>,
    /// Those who do not.
    pub left_out: Vec<LeftOut>,
}

impl Soldiers {
    /// The soldiers of a ruleset, and the units that are left out.
    ///
    /// # Errors
    /// When there are no two that could fight each other.
    pub fn from_rules(rules: &Rules) -> Result<Soldiers, Failure> {
        let (mut all, mut left_out) = (Vec::new(), Vec::new());
        for (id, kind) in rules.kinds().filter(|(_, kind)| kind.class == Class::Unit) {
            match why_not(kind) {
                Some(why) => left_out.push(LeftOut { name: kind.name.clone(), why }),
                None => all.push(soldier(id, kind)),
            }
        }
        if all.iter().filter(|one| one.is_field).count() < 2 {
            let found =
                format!("ruleset {}: found fewer than two kinds of armed unit with a price, workers aside", rules.name);
            return Err(Failure::Usage(format!("{found}; expected two, to fight each other")));
        }
        Ok(Soldiers { rules: rules.clone(), all, left_out })
    }

    /// The names of the soldiers.
    pub fn names(&self) -> Vec<&str> {
        self.all.iter().map(|soldier| soldier.name.as_str()).collect()
    }
}

/// What a cost comes to.
pub(crate) fn price(cost: &Cost) -> f64 {
    f64::from(cost.iter().map(|part| u32::from(*part)).sum::<u32>())
}

fn soldier(id: KindId, kind: &Kind) -> Soldier {
    Soldier { name: kind.name.clone(), kind: id, price: price(&kind.cost), is_field: kind.worker.is_none() }
}

fn why_not(kind: &Kind) -> Option<&'static str> {
    match &kind.weapon {
        None => Some("it has no weapon"),
        Some(weapon) if weapon.heals => Some("it heals"),
        Some(_) if price(&kind.cost) == 0.0 => Some("it costs nothing"),
        Some(_) => None,
    }
}
