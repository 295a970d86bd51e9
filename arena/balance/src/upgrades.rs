//! What technologies add to soldiers: each with it against the same without, what it needs being known to both.

use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_math::mix3;
use sandtable_model::rules::{Kind, Need, Rules, Stats, derive_stats};
use sandtable_state::id::{KindId, TechId};
use sandtable_stats::Estimate;
use serde::Serialize;

use crate::fights::Effort;
use crate::ground::Ground;
use crate::meeting::{Encounter, Party, Terms};
use crate::soldiers::{Soldiers, price};

/// A technology adds little to a soldier: more fights, of larger armies, tell how much.
const PAIRS_FACTOR: u32 = 2;
const ARMY: f64 = 14.0;

/// What a technology does to a soldier.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UpgradeEffect {
    /// The soldier.
    pub soldier: String,
    /// How many without it one with it is worth.
    pub worth: Estimate,
    /// Soldiers from which on that is more than it costs; none when it is surely worth nothing, or cannot be told.
    pub pays_from: Option<f64>,
}

/// A technology, and the soldiers it changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Upgrade {
    /// Its name.
    pub name: String,
    /// Its cost, all resources added.
    pub price: f64,
    /// What it does to whom.
    pub effects: Vec<UpgradeEffect>,
}

impl Soldiers {
    /// Every technology that changes soldiers, and what it is worth to them.
    ///
    /// # Errors
    /// When threads cannot be had, or the rules have no field.
    pub fn upgrades(
        &self,
        effort: &Effort,
        done: &mut dyn FnMut() -> Result<(), Failure>,
    ) -> Result<Vec<Upgrade>, Failure> {
        let jobs = self.upgrade_jobs();
        let mut upgrades: Vec<Upgrade> = Vec::new();
        let measure = |job: u32| {
            let (tech, row) = jobs[job as usize];
            self.effect(tech, row, effort).map(|effect| (tech, effect))
        };
        in_order(jobs.len() as u32, effort.threads, measure, |measured| {
            let (tech, effect) = measured?;
            let row = self.rules.tech(tech);
            match upgrades.last_mut().filter(|last| last.name == row.name) {
                Some(last) => last.effects.push(effect),
                None => {
                    upgrades.push(Upgrade { name: row.name.clone(), price: price(&row.cost), effects: vec![effect] });
                }
            }
            done()
        })?;
        Ok(upgrades)
    }

    /// Technologies and the rows of soldiers they change.
    pub(crate) fn upgrade_jobs(&self) -> Vec<(TechId, usize)> {
        let techs = (0..self.rules.techs.len()).map(|row| TechId(row as u16));
        let changes = |tech: TechId, row: usize| {
            let kinds = self
                .stats(tech, self.all[row].kind)
                .map(|stats| with_stats(self.rules.kind(self.all[row].kind), &stats));
            self.all[row].is_field && kinds[0] != kinds[1]
        };
        techs
            .flat_map(|tech| (0..self.all.len()).map(move |row| (tech, row)))
            .filter(|(tech, row)| changes(*tech, *row))
            .collect()
    }

    /// A kind's figures with all that a technology needs, without and with itself.
    fn stats(&self, tech: TechId, kind: KindId) -> [Stats; 2] {
        let needed = needed(&self.rules, tech, 0);
        [needed, needed | 1 << tech.0].map(|known| derive_stats(&self.rules, known)[kind.index()].clone())
    }

    fn effect(&self, tech: TechId, row: usize, effort: &Effort) -> Result<UpgradeEffect, Failure> {
        let soldier = &self.all[row];
        let mut rules = self.rules.clone();
        let kinds = self.stats(tech, soldier.kind).map(|stats| with_stats(self.rules.kind(soldier.kind), &stats));
        let [before, after] = kinds;
        let upgraded = KindId(rules.kinds.len() as u16);
        rules.kinds[soldier.kind.index()] = before;
        rules.kinds.push(Kind { name: format!("{}_upgraded", after.name), ..after });
        let ground = Ground::new(&rules)?;
        let party = |kind: KindId| Party { kind, price: soldier.price };
        let names =
            [&self.rules.tech(tech).name, &soldier.name].map(|name| sandtable_state::fingerprint(name.as_bytes()));
        let terms = Terms { pairs: effort.pairs * PAIRS_FACTOR, seed: mix3(effort.seed, names[0], names[1]) };
        let worth = Encounter::new(&ground, [party(upgraded), party(soldier.kind)], terms).of_size(ARMY).ratio().ratio;
        let gain = (worth.value - 1.0) * soldier.price;
        let pays_from = (worth.low > 1.0).then(|| price(&self.rules.tech(tech).cost) / gain);
        Ok(UpgradeEffect { soldier: soldier.name.clone(), worth, pays_from })
    }
}

/// The technologies that must be known before one, as a set.
fn needed(rules: &Rules, tech: TechId, known: u128) -> u128 {
    rules.tech(tech).needs.iter().fold(known, |known, need| match need {
        Need::Tech(before) if known >> before.0 & 1 == 0 => needed(rules, *before, known | 1 << before.0),
        _ => known,
    })
}

/// A kind with these figures for its own.
fn with_stats(kind: &Kind, stats: &Stats) -> Kind {
    let mut kind = kind.clone();
    (kind.max_hp, kind.armour, kind.sight) = (stats.max_hp, stats.armour, stats.sight);
    if let Some(weapon) = &mut kind.weapon {
        (weapon.damage, weapon.range, weapon.acquire) = (stats.damage, stats.range, stats.acquire);
        weapon.cooldown_ticks = stats.cooldown_ticks;
    }
    if let Some(body) = &mut kind.body {
        body.speed = stats.speed;
    }
    kind
}
