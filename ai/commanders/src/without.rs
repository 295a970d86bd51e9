//! What a strategy does without: every system of the goal commander has a name, and `without = ["memory"]` turns it off.
//!
//! Two commanders that are the same but for that one key show what the system is worth (`sandtable ablate`).

use sandtable_sim::content::Reader;
use sandtable_sim::decide::{Consideration, Curve, Decision, Policy, Test};
use sandtable_sim::math::Fx;

use crate::goal::GOALS;
use crate::input::Input;
use crate::strategy::Strategy;

/// A system of the commander that can be turned off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Parallel,
    Steps,
    Feasibility,
    Premises,
    Considerations,
    Comparisons,
    Cooldowns,
    Curves,
    Inertia,
    Policies,
    Stances,
    Targets,
    Units,
    Buildings,
    Techs,
    Sites,
    Choice,
    Blackboard,
    Memory,
    Layers,
    Model,
    Books,
    Noise,
    Character,
    Chances,
    Moments,
    Ledger,
    Spend,
    Odds,
    Questions,
    Pid,
    Fading,
    /// Goals of the sort in this row of [`GOALS`].
    Goals(u8),
}

/// The names files use, in the order of docs/STRATEGIES.md; the sorts of goals are names as well.
const NAMES: [(&str, Part); 32] = [
    ("parallel", Part::Parallel),
    ("steps", Part::Steps),
    ("feasibility", Part::Feasibility),
    ("premises", Part::Premises),
    ("considerations", Part::Considerations),
    ("comparisons", Part::Comparisons),
    ("cooldowns", Part::Cooldowns),
    ("curves", Part::Curves),
    ("inertia", Part::Inertia),
    ("policies", Part::Policies),
    ("stances", Part::Stances),
    ("targets", Part::Targets),
    ("units", Part::Units),
    ("buildings", Part::Buildings),
    ("techs", Part::Techs),
    ("sites", Part::Sites),
    ("choice", Part::Choice),
    ("blackboard", Part::Blackboard),
    ("memory", Part::Memory),
    ("layers", Part::Layers),
    ("model", Part::Model),
    ("books", Part::Books),
    ("noise", Part::Noise),
    ("character", Part::Character),
    ("chances", Part::Chances),
    ("moments", Part::Moments),
    ("ledger", Part::Ledger),
    ("spend", Part::Spend),
    ("odds", Part::Odds),
    ("questions", Part::Questions),
    ("pid", Part::Pid),
    ("fading", Part::Fading),
];

/// The names of everything that `without` can turn off in a strategy of the `goals` commander.
pub fn part_names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(name, _)| *name).chain(GOALS.iter().map(|(name, _)| *name))
}

/// What a strategy does without, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Without(u64);

impl Without {
    /// Reads the list under `without`; nothing when there is none.
    pub fn read(file: &Reader<'_>) -> Without {
        let mut without = Without::default();
        if !file.has("without") {
            return without;
        }
        for word in file.references("without", "systems").required() {
            match part_named(word.text) {
                Some(part) => without.0 |= 1 << part.bit(),
                None => word.unknown("a system", part_names()),
            }
        }
        without
    }

    /// Whether the strategy does without this.
    pub fn has(self, part: Part) -> bool {
        self.0 >> part.bit() & 1 == 1
    }

    /// Takes out of a strategy what can be taken out of it; the rest is looked up while it decides.
    pub fn strip(self, strategy: &mut Strategy) {
        let systems = &mut strategy.systems;
        for (part, on) in [
            (Part::Spend, &mut systems.spend),
            (Part::Odds, &mut systems.odds),
            (Part::Questions, &mut systems.questions),
            (Part::Pid, &mut systems.pid),
            (Part::Fading, &mut systems.fading),
        ] {
            *on &= !self.has(part);
        }
        self.strip_goals(strategy);
        self.strip_choosers(strategy);
        if self.has(Part::Stances) {
            strategy.stances.all.clear();
        }
        if self.has(Part::Inertia) {
            (strategy.inertia.percent, strategy.stances.inertia.percent) = (0, 0);
            strategy.stances.commit_ticks = 0;
        }
        if self.has(Part::Choice) {
            strategy.architecture = crate::architecture::Architecture::Uniform;
        }
        if self.has(Part::Character) {
            strategy.character.flatten();
        }
        if self.has(Part::Moments) {
            strategy.moments = Default::default();
        }
    }

    fn strip_goals(self, strategy: &mut Strategy) {
        for purpose in &mut strategy.goals {
            self.simplify(&mut purpose.decision);
            if self.has(Part::Premises) {
                purpose.premise.clear();
            }
            if self.has(Part::Stances) {
                purpose.stances = u32::MAX;
            }
        }
        for stance in &mut strategy.stances.all {
            self.simplify(&mut stance.decision);
            if self.has(Part::Premises) {
                stance.premise.clear();
            }
        }
        if self.has(Part::Policies) {
            strategy.stances.policy = Policy::Highest;
        }
    }

    fn strip_choosers(self, strategy: &mut Strategy) {
        let choosers = &mut strategy.choosers;
        for (part, chooser) in [
            (Part::Targets, &mut choosers.targets),
            (Part::Units, &mut choosers.units),
            (Part::Buildings, &mut choosers.buildings),
            (Part::Techs, &mut choosers.techs),
            (Part::Sites, &mut choosers.sites),
        ] {
            if self.has(part) {
                *chooser = None;
            }
            if let Some(chooser) = chooser {
                self.simplify(&mut chooser.decision);
                if self.has(Part::Policies) {
                    chooser.policy = Policy::Highest;
                }
            }
        }
    }

    fn simplify(self, decision: &mut Decision<Input>) {
        decision.considerations.retain(|one| !self.has(part_of(one)) && !self.has(Part::Considerations));
        if self.has(Part::Curves) {
            decision.considerations.iter_mut().for_each(|one| flatten(&mut one.test));
        }
    }
}

impl Part {
    fn bit(self) -> u32 {
        let goals = NAMES.len() as u32;
        match self {
            Part::Goals(row) => goals + u32::from(row),
            named => NAMES.iter().position(|(_, part)| *part == named).unwrap_or(0) as u32,
        }
    }
}

fn part_named(name: &str) -> Option<Part> {
    let named = NAMES.iter().find(|(known, _)| *known == name).map(|(_, part)| *part);
    let goal = || GOALS.iter().position(|(known, _)| *known == name).map(|row| Part::Goals(row as u8));
    named.or_else(goal)
}

/// The system that a consideration is a part of.
fn part_of(one: &Consideration<Input>) -> Part {
    match (&one.input, &one.test) {
        (Input::Rested(_), _) => Part::Cooldowns,
        (Input::Lucky(_), _) => Part::Chances,
        (_, Test::Within(..) | Test::Compare(..)) => Part::Comparisons,
        (_, Test::Base(_) | Test::Times(_)) => Part::Considerations,
    }
}

/// A curve becomes the constant halfway between its ends.
fn flatten(test: &mut Test) {
    if let Test::Base(curve) | Test::Times(curve) = test {
        let ends = [curve.points().first(), curve.points().last()].map(|end| end.map_or(Fx::ZERO, |point| point.1));
        *curve = Curve::flat(Fx::from_bits(ends[0].bits() / 2 + ends[1].bits() / 2));
    }
}
