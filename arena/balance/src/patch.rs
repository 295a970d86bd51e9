//! A patch note: what a change of the rules changes, and what would undo it.

use sandtable_match::Failure;
use sandtable_stats::{Estimate, Z95};
use serde::Serialize;

use crate::damage::EvenDamage;
use crate::fights::Effort;
use crate::report::{BalanceReport, KindReport};

/// What of a kind's worth changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindChange {
    /// The kind.
    pub name: String,
    /// Its price before and now.
    pub price: [f64; 2],
    /// What it was worth, in times its price.
    pub before: Estimate,
    /// What it is worth now.
    pub now: Estimate,
    /// How many times what it was worth for its price it is worth now.
    pub change: Estimate,
    /// The price at which it would be worth what it was.
    pub restoring_price: f64,
    /// The damage at which it would be; none where the change is not sure.
    pub restoring_damage: Option<EvenDamage>,
}

impl KindChange {
    /// Whether it is surely worth more or less than it was.
    pub fn is_sure(&self) -> bool {
        self.change.low > 1.0 || self.change.high < 1.0
    }
}

/// A meeting whose score at equal cost is surely another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeetingChange {
    /// Who met.
    pub names: [String; 2],
    /// The score of the first before and now.
    pub score: [Estimate; 2],
}

/// What one ruleset has over another.
#[derive(Clone, Debug, Serialize)]
pub struct PatchNote {
    /// The keys that differ, with what they were and are.
    pub keys: Vec<String>,
    /// Kinds of both, those first whose worth changed most.
    pub kinds: Vec<KindChange>,
    /// Meetings that surely go another way.
    pub meetings: Vec<MeetingChange>,
    /// Kinds there are only in one of them.
    pub gone_or_new: Vec<String>,
}

impl PatchNote {
    /// Compares two rulesets that were measured alike; looks for damages that would undo what is sure.
    ///
    /// # Errors
    /// When threads cannot be had.
    pub fn between(
        old: &BalanceReport,
        new: &BalanceReport,
        keys: Vec<String>,
        effort: &Effort,
    ) -> Result<PatchNote, Failure> {
        let mut kinds: Vec<(usize, KindChange)> = Vec::new();
        for (row, now) in new.kinds.iter().enumerate() {
            if let Some(before) = old.kinds.iter().find(|before| before.soldier.name == now.soldier.name) {
                kinds.push((row, change(before, now)));
            }
        }
        let sure: Vec<usize> = (0..kinds.len()).filter(|at| kinds[*at].1.is_sure()).collect();
        let rows: Vec<(usize, f64)> = sure.iter().map(|at| (kinds[*at].0, kinds[*at].1.before.value)).collect();
        let damages = new.soldiers.even_damages(&new.fights, &rows, effort, &mut || Ok(()))?;
        sure.into_iter().zip(damages).for_each(|(at, damage)| kinds[at].1.restoring_damage = Some(damage));
        let mut kinds: Vec<KindChange> = kinds.into_iter().map(|(_, kind)| kind).collect();
        kinds.sort_by(|a, b| size(b).total_cmp(&size(a)));
        Ok(PatchNote { keys, kinds, meetings: meetings(old, new), gone_or_new: gone_or_new(old, new) })
    }

    /// The kind whose worth surely changed most; none when none surely did. A kind with changed keys of its own comes before all
    /// others: who meets a stronger one is worth less than before, too.
    pub fn culprit(&self) -> Option<&KindChange> {
        let sure = || self.kinds.iter().filter(|kind| kind.is_sure());
        sure().find(|kind| self.has_changed_keys(&kind.name)).or_else(|| sure().next())
    }

    /// Whether a changed key is in the table of a kind, as `units.archer.hp` is.
    fn has_changed_keys(&self, kind: &str) -> bool {
        self.keys.iter().any(|key| key.split('.').nth(1) == Some(kind))
    }
}

fn size(kind: &KindChange) -> f64 {
    libm::log(kind.change.value).abs()
}

/// The intervals of both are taken for independent, which common seeds make too wide rather than too narrow.
fn change(before: &KindReport, now: &KindReport) -> KindChange {
    let error = |worth: &Estimate| (libm::log(worth.high) - libm::log(worth.low)) / (2.0 * Z95);
    let (first, second) = (error(&before.worth), error(&now.worth));
    let middle = libm::log(now.worth.value / before.worth.value);
    let half = Z95 * (first * first + second * second).sqrt();
    let [value, low, high] = [middle, middle - half, middle + half].map(libm::exp);
    KindChange {
        name: now.soldier.name.clone(),
        price: [before.soldier.price, now.soldier.price],
        before: before.worth,
        now: now.worth,
        change: Estimate { value, low, high },
        restoring_price: now.soldier.price * value,
        restoring_damage: None,
    }
}

fn meetings(old: &BalanceReport, new: &BalanceReport) -> Vec<MeetingChange> {
    let mut changed = Vec::new();
    for meeting in &new.meetings {
        let names = meeting.rows.map(|row| new.kinds[row].soldier.name.clone());
        let rows = names.clone().map(|name| old.kinds.iter().position(|kind| kind.soldier.name == name));
        let [Some(row), Some(column)] = rows else { continue };
        let score = [old.fights.pairs(row, column), meeting.equal.pairs].map(|pairs| pairs.score_estimate());
        if score[0].high < score[1].low || score[1].high < score[0].low {
            changed.push(MeetingChange { names, score });
        }
    }
    changed
}

fn gone_or_new(old: &BalanceReport, new: &BalanceReport) -> Vec<String> {
    let lacks = |report: &BalanceReport, name: &str| report.kinds.iter().all(|kind| kind.soldier.name != name);
    let names =
        |report: &BalanceReport| -> Vec<String> { report.kinds.iter().map(|kind| kind.soldier.name.clone()).collect() };
    let gone = names(old).into_iter().filter(|name| lacks(new, name)).map(|name| format!("{name} is gone"));
    gone.chain(names(new).into_iter().filter(|name| lacks(old, name)).map(|name| format!("{name} is new"))).collect()
}
