//! Stances: which of its ways to play a commander is in. One at a time; goals may belong to some of them.
//!
//! A stance is chosen like any other option, by considerations, buckets and a policy; it is held for a while and gains by inertia,
//! so that two that are nearly equal do not change places (D8), and it ends at once when its premise is gone.

use sandtable_content::TableReader;
use sandtable_decide::{Consideration, DecisionRule, Inertia, Inputs, Scored, SelectionPolicy};
use sandtable_math::Bounds;
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_state::rng::Rng;
use serde::{Deserialize, Serialize};

use crate::considerations::{ConsiderationReader, policy, unknown};
use crate::input::{Input, InputScope};

/// Stances of one strategy.
const MAX_STANCES: usize = 32;
/// Ticks a stance rests whose premise was gone.
const REST_TICKS: u32 = 120 * TICKS_PER_SECOND;

/// A way to play.
pub(crate) struct StrategyStance {
    pub name: String,
    pub decision: DecisionRule<Input>,
    pub bucket: u8,
    /// What must stay so.
    pub premise: Vec<Consideration<Input>>,
}

/// The stances of a strategy, and how one is chosen.
pub(crate) struct StanceSet {
    pub all: Vec<StrategyStance>,
    pub policy: SelectionPolicy,
    pub inertia: Inertia,
    /// Ticks that one is held.
    pub commit_ticks: u32,
}

/// Which one is taken, and since when.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct StanceState {
    pub stance: Option<u8>,
    since_tick: u32,
    /// By stance: it may not be taken before.
    rest_until: Vec<u32>,
}

impl StanceState {
    /// Whether it is one of this many stances.
    pub fn fits(&self, count: usize) -> bool {
        self.stance.is_none_or(|row| usize::from(row) < count) && self.rest_until.len() <= count
    }
}

/// Reads `[stances.NAME]`, and `[stance]` for how one is chosen.
pub(crate) fn read(file: &TableReader<'_>, reader: &mut ConsiderationReader<'_>) -> StanceSet {
    let tables = file.tables("stances");
    if tables.len() > MAX_STANCES {
        file.error("stances", format!("{} stances", tables.len()), format!("at most {MAX_STANCES}"));
    }
    let all = tables.iter().take(MAX_STANCES).map(|table| StrategyStance {
        name: table.name().text.to_owned(),
        decision: reader.decision(table, InputScope::GOAL, ""),
        bucket: table.int("bucket", Bounds::new(0, 15)).or(0),
        premise: reader.comparisons(table, "premise", ""),
    });
    let mut stances = StanceSet {
        all: all.collect(),
        policy: SelectionPolicy::Highest,
        inertia: Inertia { percent: 20 },
        commit_ticks: 0,
    };
    if let Some(table) = file.table("stance") {
        stances.policy = policy(&table);
        stances.inertia.percent = table.int("inertia_percent", Bounds::new(0, 1_000)).or(20);
        stances.commit_ticks = table.seconds("commit", Bounds::new(0, 3_600 * TICKS_PER_SECOND)).or(0);
    }
    stances
}

impl StanceSet {
    /// The stances a goal's table names under `stances`, a bit each; all when it names none.
    pub fn named(&self, table: &TableReader<'_>) -> u32 {
        if !table.has("stances") {
            return u32::MAX;
        }
        let names: Vec<String> = self.all.iter().map(|stance| stance.name.clone()).collect();
        let words = table.references("stances", "stances").required();
        let bit = |word: &sandtable_content::Word<'_>| {
            let row = names.iter().position(|name| name == word.text);
            if row.is_none() {
                unknown(word, "a stance", &names);
            }
            row.map_or(0, |row| 1 << row)
        };
        words.iter().map(bit).fold(0, |bits, bit| bits | bit)
    }

    /// Looks whether the stance still does, and takes the one that does best; the name of the one that was given up or taken, with
    /// why, when it changed. `scores` gets what each is worth.
    pub fn choose(
        &self,
        stance_state: &mut StanceState,
        now: u32,
        inputs: &impl Inputs<Input>,
        rng: &mut Rng,
        scores: &mut Vec<Scored>,
    ) -> Option<StanceChange> {
        scores.clear();
        if self.all.is_empty() {
            return None;
        }
        stance_state.rest_until.resize(self.all.len(), 0);
        let sound = |stance: &StrategyStance| stance.premise.iter().all(|one| one.holds(inputs));
        let current = stance_state.stance.and_then(|row| self.all.get(usize::from(row)).map(|stance| (row, stance)));
        let broken = current.filter(|(_, stance)| !sound(stance)).map(|(row, _)| row);
        if let Some(row) = broken {
            stance_state.rest_until[usize::from(row)] = now + REST_TICKS;
            stance_state.stance = None;
        }
        for (row, stance) in self.all.iter().enumerate() {
            let open = now >= stance_state.rest_until[row] && sound(stance);
            let priority = if open { stance.decision.appraise(inputs).priority() } else { sandtable_math::Fx::ZERO };
            let score = self.inertia.apply(priority, stance_state.stance == Some(row as u8));
            scores.push(Scored { bucket: stance.bucket, score });
        }
        // While it is committed to, only a premise that is gone ends it: a veto of the moment does not.
        if stance_state.stance.is_some() && now < stance_state.since_tick.saturating_add(self.commit_ticks) {
            return None;
        }
        let held = stance_state.stance.is_some_and(|row| scores[usize::from(row)].score > sandtable_math::Fx::ZERO);
        let best = self.policy.pick(scores, |_| 0, rng).map(|row| row as u8);
        // Where chance takes part, one that still does is kept.
        let best = if held && self.policy != SelectionPolicy::Highest { stance_state.stance } else { best };
        if best == stance_state.stance && broken.is_none() {
            return None;
        }
        (stance_state.stance, stance_state.since_tick) = (best, now);
        Some(StanceChange { from: broken, to: best })
    }
}

/// A change of stance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StanceChange {
    /// The one given up, for its premise was gone.
    pub from: Option<u8>,
    pub to: Option<u8>,
}

impl StanceState {
    /// Whether a goal of these stances may be pursued.
    pub fn allows(&self, stances: u32) -> bool {
        self.stance.map_or(stances == u32::MAX, |row| stances >> row & 1 == 1)
    }
}
