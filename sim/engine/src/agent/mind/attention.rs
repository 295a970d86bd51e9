//! Who thinks in a tick: how often follows from how much is at stake, how many at once from a budget.
//!
//! After "level of detail" in agent AI (Game AI Pro ch. 14, "Phenomenal AI level-of-detail control with the LOD trader"): who is
//! in contact thinks most often, who has no enemy near seldom. Where more are due than the budget allows, those come first that
//! have waited longest, whosever they are.

use super::thinking_unit::ThinkingUnit;
use super::tuning::{BLOWS_TICKS, CONTACT_CELLS, CONTACT_TICKS, PEACE_TICKS, THREAT_CELLS, THREAT_TICKS};
use super::{Columns, MindScene};
use crate::component::MindMemory;
use crate::minds::{mind_features_of, mind_of};
use sandtable_decide::Mind;
use sandtable_decide::MindFeatures;
use sandtable_math::{Fx, mix, mix3};
use sandtable_state::limits::MAX_THOUGHTS_PER_TICK;

/// What comes before what: the tick a thought was due, then a mix of tick and id.
type ThinkPriority = (u32, u64);

/// Whose turn it is in a tick.
pub(super) struct AttentionTurn {
    /// The last priority that is heard; none when all are.
    last: Option<ThinkPriority>,
}

/// Finds out whose turn it is.
pub(super) fn turn(scene: &MindScene<'_>, columns: &Columns<'_>, memories: &[MindMemory]) -> AttentionTurn {
    if memories.len() <= MAX_THOUGHTS_PER_TICK {
        return AttentionTurn { last: None };
    }
    let due = |row: usize| is_due(scene, columns, row, &memories[row]);
    let count = (0..memories.len()).filter(|row| due(*row)).count();
    if count <= MAX_THOUGHTS_PER_TICK {
        return AttentionTurn { last: None };
    }
    let mut priorities: Vec<ThinkPriority> = (0..memories.len())
        .filter(|row| due(*row))
        .map(|row| think_priority(scene, columns, row, &memories[row]))
        .collect();
    let (_, last, _) = priorities.select_nth_unstable(MAX_THOUGHTS_PER_TICK - 1);
    AttentionTurn { last: Some(*last) }
}

impl AttentionTurn {
    /// Whether it is the turn of the unit in a row.
    pub(super) fn is_of(&self, scene: &MindScene<'_>, columns: &Columns<'_>, row: usize, memory: &MindMemory) -> bool {
        is_due(scene, columns, row, memory)
            && self.last.is_none_or(|last| think_priority(scene, columns, row, memory) <= last)
    }
}

fn think_priority(scene: &MindScene<'_>, columns: &Columns<'_>, row: usize, memory: &MindMemory) -> ThinkPriority {
    let id = u64::from(columns.identity[row].id.0);
    (memory.due_tick, mix3(scene.clock.seed, u64::from(scene.clock.tick), id))
}

/// Whether a unit has a mind and is to think: its time has come, it has new orders, or a blow has landed on it or is under
/// way, to which it may react.
fn is_due(scene: &MindScene<'_>, columns: &Columns<'_>, row: usize, memory: &MindMemory) -> bool {
    let Some(body) = scene.frame.bodies.get(row).filter(|body| body.is_present()) else { return false };
    let due = memory.due_tick <= scene.clock.tick || columns.agents[row].tag != memory.tag;
    let struck = || body.incoming > Fx::ZERO || columns.health[row].hurt_tick + 1 == scene.clock.tick;
    if !due && (memory.thought_tick + CONTACT_TICKS > scene.clock.tick || !struck()) {
        return false;
    }
    let identity = &columns.identity[row];
    let mind = mind_of(scene.scenario, identity.owner(), identity.kind);
    let reacts = |row: u8| {
        let mind = scene.lore.behaviours.and_then(|behaviours| Mind::in_row(behaviours, row));
        let features = mind_features_of(scene.scenario, identity.owner());
        mind.is_some_and(|mind| mind.with(features).reactions().is_some())
    };
    mind.is_some_and(|row| due || reacts(row))
}

/// The tick from which a unit thinks again after a thought, by how near foes are. Peaceful turns are spread by id, so that not all
/// think at once. Who does without levels of detail thinks as often as anybody in contact.
pub(super) fn next_tick(thinker: &ThinkingUnit<'_>) -> u32 {
    let (scene, hurt_tick) = (thinker.scene, thinker.health.hurt_tick);
    if !mind_features_of(scene.scenario, thinker.body.owner()).contains(MindFeatures::DETAIL) {
        return scene.clock.tick + CONTACT_TICKS;
    }
    let hurt = hurt_tick != 0 && scene.clock.tick.saturating_sub(hurt_tick) <= PEACE_TICKS;
    if hurt || thinker.tally(CONTACT_CELLS).foes > 0 {
        return scene.clock.tick + if thinker.is_at_blows() { BLOWS_TICKS } else { CONTACT_TICKS };
    }
    if thinker.tally(THREAT_CELLS).foes > 0 {
        return scene.clock.tick + THREAT_TICKS;
    }
    // By serial, so that twins of two sides think alike.
    let spread = mix(scene.clock.seed, u64::from(thinker.body.id.serial())) as u32 % PEACE_TICKS;
    scene.clock.tick + PEACE_TICKS - (scene.clock.tick + spread) % PEACE_TICKS
}
