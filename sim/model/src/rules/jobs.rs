//! How idle workers choose between the jobs there are.

use sandtable_decide::{DecisionRule, Test};
use sandtable_math::{Bounds, Fx};
use sandtable_state::limits::MAX_CONSIDERATIONS;
use serde::{Deserialize, Serialize};

use super::checker::Checker;
use super::ranges;

/// What considerations of jobs look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobInput {
    /// Cells from the worker to it.
    Distance,
    /// Cells from a node to the nearest drop-off; 0 of other jobs.
    Haul,
    /// Units a minute that one worker more would bring in, those already at it or on their way counted; 0 of other jobs.
    Rate,
    /// Workers at it or on their way.
    Workers,
    /// Workers already at a node, in percent of those who can gather there at once; 0 of other jobs.
    TakenPercent,
    /// The share of its resource in all that the player has in stock, in percent; 0 of other jobs.
    StockPercent,
    /// Hit points of a building, of its whole; 100 of nodes.
    HpPercent,
}

/// A job input with its name in files, what it can be, and its unit.
pub type JobTerm = (&'static str, JobInput, Bounds<Fx>, &'static str);

const fn whole(low: i16, high: i16) -> Bounds<Fx> {
    Bounds::new(Fx::from_int(low), Fx::from_int(high))
}

/// All inputs of jobs.
pub const JOB_INPUTS: [JobTerm; 7] = [
    ("distance", JobInput::Distance, whole(0, 128), "cells"),
    ("haul", JobInput::Haul, whole(0, 1_024), "cells"),
    ("rate", JobInput::Rate, whole(0, 10_000), "units a minute"),
    ("workers", JobInput::Workers, whole(0, 1_000), ""),
    ("taken_percent", JobInput::TakenPercent, whole(0, 10_000), "percent"),
    ("stock_percent", JobInput::StockPercent, whole(0, 100), "percent"),
    ("hp_percent", JobInput::HpPercent, whole(0, 100), "percent"),
];

/// What workers at will choose by. A sort of job that is not there is not taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Jobs {
    /// How far a worker looks for jobs, in cells.
    pub reach: u8,
    /// By how much another job must be worth more than the one it is at, in percent.
    pub inertia_percent: u16,
    /// Gathering from a node.
    pub gather: Option<DecisionRule<JobInput>>,
    /// Going on with an unfinished building.
    pub build: Option<DecisionRule<JobInput>>,
    /// Repairing a damaged building.
    pub repair: Option<DecisionRule<JobInput>>,
}

pub(super) fn check(jobs: &Jobs, checker: &mut Checker<'_>) {
    checker.within("reach", jobs.reach, ranges::JOB_REACH);
    checker.within("inertia_percent", jobs.inertia_percent, ranges::SHARE_PERCENT);
    for (name, decision) in [("gather", &jobs.gather), ("build", &jobs.build), ("repair", &jobs.repair)] {
        let Some(decision) = decision else { continue };
        checker.count(&format!("{name}.when"), decision.considerations.len(), 0..=MAX_CONSIDERATIONS);
        let judged = decision.considerations.iter().flat_map(|one| match &one.test {
            Test::Within(low, high) => vec![*low, *high],
            Test::Base(curve) | Test::Times(curve) => curve.points().iter().flat_map(|(x, y)| [*x, *y]).collect(),
            Test::Compare(low, high, a, b) => vec![*low, *high, a.base, a.times, b.base, b.times],
        });
        if let Some(number) = judged.chain([decision.base]).find(|number| !ranges::JUDGEMENT.contains(*number)) {
            checker.within(name, number, ranges::JUDGEMENT);
        }
    }
}
