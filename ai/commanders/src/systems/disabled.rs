//! What a strategy does without: every system of the goal commander has a name, and `without = ["memory"]` turns it off.
//!
//! Two commanders that are the same but for that one key show what the system is worth (`sandtable ablate`).

use sandtable_sim::content::Reader;

use super::goal_kind::GoalKind;

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
    /// Goals of this kind.
    Goals(GoalKind),
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
    NAMES.iter().map(|(name, _)| *name).chain(GoalKind::ALL.iter().map(|kind| kind.name()))
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
}

impl Part {
    fn bit(self) -> u32 {
        let goals = NAMES.len() as u32;
        match self {
            Part::Goals(kind) => goals + kind as u32,
            named => NAMES.iter().position(|(_, part)| *part == named).unwrap_or(0) as u32,
        }
    }
}

fn part_named(name: &str) -> Option<Part> {
    let named = NAMES.iter().find(|(known, _)| *known == name).map(|(_, part)| *part);
    let goal = || GoalKind::named(name).map(Part::Goals);
    named.or_else(goal)
}
