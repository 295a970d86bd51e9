//! What is said of a ruleset.

use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink;
use sandtable_model::rules::Rules;
use sandtable_stats::Estimate;
use serde::Serialize;

use crate::damage::EvenDamage;
use crate::fights::{Effort, Fights};
use crate::meeting::Meeting;
use crate::sides::Sides;
use crate::soldiers::{LeftOut, Soldier, Soldiers};
use crate::twins::MatchReport;
use crate::upgrades::Upgrade;
use crate::worth::Cyclic;

/// What is said of a kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindReport {
    /// The kind.
    #[serde(flatten)]
    pub soldier: Soldier,
    /// How many times its price it is worth, over the field.
    pub worth: Estimate,
    /// The price at which it would be even.
    pub even_price: Estimate,
    /// The damage at which it would be even.
    pub even_damage: Option<EvenDamage>,
    /// Its share of an army that none beats at equal cost.
    pub nash: f64,
    /// Kinds that are worth surely more against it, and not less against anybody.
    pub dominated_by: Vec<String>,
}

/// A ruleset measured.
#[derive(Clone, Debug, Serialize)]
pub struct BalanceReport {
    /// Its name.
    pub rules: String,
    /// What all seeds are mixed from.
    pub seed: u64,
    /// Pairs of fights at each number of units.
    pub pairs: u32,
    /// The kinds.
    pub kinds: Vec<KindReport>,
    /// Every two kinds.
    pub meetings: Vec<Meeting>,
    /// Kinds that do not fight.
    pub left_out: Vec<LeftOut>,
    /// Cycles.
    pub cyclic: Cyclic,
    /// Players and sides.
    pub sides: Sides,
    /// Technologies.
    pub upgrades: Vec<Upgrade>,
    /// What matches say; none when none were played.
    pub matches: Option<MatchReport>,
    #[serde(skip)]
    pub(crate) fights: Fights,
    #[serde(skip)]
    pub(crate) soldiers: Soldiers,
}

impl BalanceReport {
    /// Measures a ruleset by fights.
    ///
    /// # Errors
    /// When there is nobody to fight, or threads cannot be had.
    pub fn measure(rules: &Rules, effort: &Effort, progress: &dyn ProgressSink) -> Result<BalanceReport, Failure> {
        let soldiers = Soldiers::from_rules(rules)?;
        let rows: Vec<(usize, f64)> = (0..soldiers.all.len()).map(|row| (row, 1.0)).collect();
        let weigh = |part: u64| part * DAMAGE_WEIGHT;
        progress.expect(soldiers.meetings() + weigh(rows.len() as u64) + soldiers.upgrade_jobs().len() as u64);
        progress.describe(format!("{}: all against all", rules.name));
        let fights = soldiers.meet(effort, &mut || progress.counted(1))?;
        progress.describe(format!("{}: technologies", rules.name));
        let upgrades = soldiers.upgrades(effort, &mut || progress.counted(1))?;
        progress.describe(format!("{}: damage", rules.name));
        let damages = soldiers.even_damages(&fights, &rows, effort, &mut || progress.counted(DAMAGE_WEIGHT))?;
        Ok(BalanceReport::new(soldiers, fights, upgrades, &damages, effort))
    }

    fn new(
        soldiers: Soldiers,
        fights: Fights,
        upgrades: Vec<Upgrade>,
        damages: &[EvenDamage],
        effort: &Effort,
    ) -> BalanceReport {
        let nash = fights.nash();
        let kind = |(row, soldier): (usize, &Soldier)| {
            let worth = fights.worth(row);
            let scaled = |factor: f64| soldier.price * factor;
            let name = |row: usize| soldiers.all[row].name.clone();
            KindReport {
                soldier: soldier.clone(),
                worth,
                even_price: Estimate { value: scaled(worth.value), low: scaled(worth.low), high: scaled(worth.high) },
                even_damage: damages.get(row).copied(),
                nash: nash[row],
                dominated_by: fights.dominating(row).into_iter().map(name).collect(),
            }
        };
        BalanceReport {
            rules: soldiers.rules.name.clone(),
            seed: effort.seed,
            pairs: effort.pairs,
            kinds: soldiers.all.iter().enumerate().map(kind).collect(),
            meetings: fights.meetings.clone(),
            left_out: soldiers.left_out.clone(),
            cyclic: fights.cyclic(),
            sides: fights.sides,
            upgrades,
            matches: None,
            fights,
            soldiers,
        }
    }
}

/// How many meetings the search of a damage is worth, about.
const DAMAGE_WEIGHT: u64 = 12;
