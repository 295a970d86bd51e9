//! What a strategy does without: every system of the goal commander has a name, and `without = ["memory"]` turns it off.
//!
//! Two commanders that are the same but for that one key show what the system is worth (`sandtable ablate`).

use sandtable_content::TableReader;

use super::goal_kind::GoalKind;

/// A system of the commander that can be turned off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StrategySystem {
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
    Parity,
    Rehearsal,
    Surrender,
    Body,
    Triggers,
    Beliefs,
    Armies,
    News,
    Updates,
    /// Goals of this kind.
    Goals(GoalKind),
}

/// The names files use, explained in docs/REFERENCE.md; the kinds of goals are names as well.
const NAMES: [(&str, StrategySystem); 41] = [
    ("parallel", StrategySystem::Parallel),
    ("steps", StrategySystem::Steps),
    ("feasibility", StrategySystem::Feasibility),
    ("premises", StrategySystem::Premises),
    ("considerations", StrategySystem::Considerations),
    ("comparisons", StrategySystem::Comparisons),
    ("cooldowns", StrategySystem::Cooldowns),
    ("curves", StrategySystem::Curves),
    ("inertia", StrategySystem::Inertia),
    ("policies", StrategySystem::Policies),
    ("stances", StrategySystem::Stances),
    ("targets", StrategySystem::Targets),
    ("units", StrategySystem::Units),
    ("buildings", StrategySystem::Buildings),
    ("techs", StrategySystem::Techs),
    ("sites", StrategySystem::Sites),
    ("choice", StrategySystem::Choice),
    ("blackboard", StrategySystem::Blackboard),
    ("memory", StrategySystem::Memory),
    ("layers", StrategySystem::Layers),
    ("model", StrategySystem::Model),
    ("books", StrategySystem::Books),
    ("noise", StrategySystem::Noise),
    ("character", StrategySystem::Character),
    ("chances", StrategySystem::Chances),
    ("moments", StrategySystem::Moments),
    ("ledger", StrategySystem::Ledger),
    ("spend", StrategySystem::Spend),
    ("odds", StrategySystem::Odds),
    ("questions", StrategySystem::Questions),
    ("pid", StrategySystem::Pid),
    ("fading", StrategySystem::Fading),
    ("parity", StrategySystem::Parity),
    ("rehearsal", StrategySystem::Rehearsal),
    ("surrender", StrategySystem::Surrender),
    ("body", StrategySystem::Body),
    ("triggers", StrategySystem::Triggers),
    ("beliefs", StrategySystem::Beliefs),
    ("armies", StrategySystem::Armies),
    ("news", StrategySystem::News),
    ("updates", StrategySystem::Updates),
];

/// The names of everything that `without` can turn off in a strategy of the `goals` commander.
///
/// # Examples
///
/// ```
/// let names: Vec<&str> = sandtable_ai::system_names().collect();
/// assert!(names.contains(&"memory") && names.contains(&"expand"));
/// ```
pub fn system_names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(name, _)| *name).chain(GoalKind::ALL.iter().map(|kind| kind.name()))
}

/// What a strategy does without, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DisabledSystems(u64);

impl DisabledSystems {
    /// Reads the list under `without`; nothing when there is none.
    pub fn read(file: &TableReader<'_>) -> DisabledSystems {
        let mut disabled = DisabledSystems::default();
        if !file.has("without") {
            return disabled;
        }
        for word in file.references("without", "systems").required() {
            match system_named(word.text) {
                Some(part) => disabled.0 |= 1 << part.bit(),
                None => word.unknown("a system", system_names()),
            }
        }
        disabled
    }

    /// Whether the strategy does without this.
    pub fn has(self, part: StrategySystem) -> bool {
        self.0 >> part.bit() & 1 == 1
    }
}

impl StrategySystem {
    fn bit(self) -> u32 {
        let goals = NAMES.len() as u32;
        match self {
            StrategySystem::Goals(kind) => goals + kind as u32,
            named => NAMES.iter().position(|(_, part)| *part == named).unwrap_or(0) as u32,
        }
    }
}

fn system_named(name: &str) -> Option<StrategySystem> {
    let named = NAMES.iter().find(|(known, _)| *known == name).map(|(_, part)| *part);
    let goal = || GoalKind::named(name).map(StrategySystem::Goals);
    named.or_else(goal)
}
