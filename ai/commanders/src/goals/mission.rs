//! Mission: a named army is sent out for something, while the rest of the soldiers do what other goals want.

use sandtable_content::TableReader;
use sandtable_math::Bounds;
use sandtable_state::id::KindId;
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_state::rng::Rng;

use super::planner::{GoalNotes, GoalPlanner, steps_before};
use super::settings::GoalSettings;
use crate::context::Assessment;
use crate::forces::NamedArmy;
use crate::perception::ProductionTarget;
use crate::plan::{MissionKind, MissionSpec, PlanStep};

/// How long a mission may be out.
const TIMEOUT: Bounds<u32> = Bounds::new(TICKS_PER_SECOND, 3_600 * TICKS_PER_SECOND);

struct MissionGoal {
    mission: Option<MissionSpec>,
    /// The kinds of its army, each with a share: one of them has to be trained.
    soldiers: Vec<(KindId, u16)>,
    /// The kind of transport that carries it, and how many it takes.
    transports: Option<(KindId, u16)>,
}

pub(super) fn build(table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    let kind = table.choice("kind", &MissionKind::NAMES).required_valid();
    let army = army_of(table, "army", &setting.armies);
    let strike = setting.strike(table);
    let place = setting.places.query(table, "place");
    let has_place =
        matches!(kind, Some(MissionKind::Contain | MissionKind::Hold | MissionKind::Drop | MissionKind::Defend));
    if has_place && !table.has("place") {
        table.error("place", "no place", "the query of this file that finds where it stands or lands");
    }
    let transports = match kind {
        Some(MissionKind::Drop) => transports(table, setting),
        _ => None,
    };
    let ward = match kind {
        Some(MissionKind::Escort) => ward(table, &setting.armies, army),
        _ => None,
    };
    let soldiers = army.map_or_else(Vec::new, |row| setting.armies[row].kinds.iter().map(|kind| (*kind, 1)).collect());
    let mission = MissionSpec {
        kind: kind.unwrap_or(MissionKind::Attack),
        army: army.unwrap_or(0) as u8,
        place,
        ward: ward.map(|row| row as u8),
        strike,
        timeout_ticks: table.seconds("timeout", TIMEOUT).optional(),
    };
    Box::new(MissionGoal { mission: kind.and(army).map(|_| mission), soldiers, transports })
}

/// The transports of a drop, by `transport` and `transports`.
fn transports(table: &TableReader<'_>, setting: &GoalSettings<'_>) -> Option<(KindId, u16)> {
    let count = table.int("transports", Bounds::new(1, 60)).or(1);
    if !table.has("transport") {
        table.error("transport", "no transport", "a kind of unit that carries others");
    }
    let kind = setting.kind(table, "transport")?;
    if setting.rules.kind(kind).cargo.is_none() {
        let found = format!("{}, which carries nobody", setting.rules.kind(kind).name);
        table.error("transport", found, "a kind of unit that carries others");
    }
    Some((kind, count))
}

/// The row of the army that `ward` names, another than the one that escorts it.
fn ward(table: &TableReader<'_>, armies: &[NamedArmy], army: Option<usize>) -> Option<usize> {
    let ward = army_of(table, "ward", armies);
    if ward.is_some() && ward == army {
        table.error("ward", "the army itself", "another army of this file");
    }
    ward
}

/// The row of the army that a key names.
fn army_of(table: &TableReader<'_>, key: &str, armies: &[NamedArmy]) -> Option<usize> {
    let word = table.reference(key, "an army of this file").required();
    let row = armies.iter().position(|army| army.name == word.text);
    if row.is_none() && !word.text.is_empty() {
        word.unknown("an army of this file", armies.iter().map(|army| army.name.as_str()));
    }
    row
}

impl GoalPlanner for MissionGoal {
    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str> {
        let mission = self.mission.ok_or("there is no such army")?;
        let mut steps = Vec::new();
        if let Some((kind, count)) = self.transports {
            steps = steps_before(known.roles, known.rules, kind);
            steps.push(PlanStep::Have(kind, count));
        }
        steps.push(PlanStep::Mission(mission));
        Ok(steps)
    }

    fn leads_to(&self) -> Vec<ProductionTarget> {
        self.transports.iter().map(|(kind, _)| ProductionTarget::Kind(*kind)).collect()
    }

    fn soldiers(&self) -> &[(KindId, u16)] {
        &self.soldiers
    }
}
