//! Plans of commanders that wait for one step and get no farther.

use std::collections::BTreeMap;

use sandtable_ai::Registry;
use sandtable_lens::why::{LoggedDecision, Refusal, follow};
use sandtable_replay::Replay;
use sandtable_state::id::UnitId;

use super::spells::Spells;
use super::{Lapse, LapseKind};

/// What the trace of a decision calls a step that the rest of its plan waits for.
const WAITING: &str = "waiting";

/// Plans in a replay that wait for one step and get no farther. Commanders that cannot be run again have none.
///
/// # Errors
/// When one gives other orders than were recorded, or the replay plays differently here.
pub(super) fn overdue(replay: &Replay, registry: &Registry) -> Result<Vec<Lapse>, String> {
    let (mut spells, mut goals) = (Spells::default(), BTreeMap::<(String, String), u16>::new());
    let mut note = |decision: LoggedDecision| {
        let tick = decision.trace.tick;
        for goal in decision.trace.goals.iter().filter(|goal| goal.place.is_some()) {
            // What comes before the step that waits is done.
            let waiting = goal.steps.iter().find(|step| step.status == WAITING);
            let Some(step) = waiting.filter(|step| step.is_mission) else { continue };
            let rows = goals.len() as u16;
            let row = *goals.entry((goal.name.clone(), step.what.clone())).or_insert(rows);
            let key = (LapseKind::OverdueMission, decision.player, UnitId::NONE, row);
            spells.hold_on(key, None, tick, || format!("{}: {}", goal.name, step.what));
        }
        // What other players wait for goes on.
        spells.end_look(|_, player| player == decision.player);
    };
    match follow(replay, registry, None, replay.last_tick(), &mut note, &mut |_| {}) {
        Ok(()) => Ok(spells.into_lapses()),
        Err(Refusal::Replay(text) | Refusal::Asked(text)) => Err(text),
    }
}
