//! A replay played to a tick, with what was seen of one unit on the way.

use std::collections::BTreeMap;

use sandtable_ai::Registry;
use sandtable_replay::{Playback, Replay};
use sandtable_sim::event::{Event, TickReport};
use sandtable_sim::order::{OrderSubject, StampedOrder};
use sandtable_sim::{Explanation, World};
use sandtable_state::Arrange;
use sandtable_state::id::{Handle, SquadId, UnitId};

use super::shadow_commander::ShadowCommander;
use super::{CommanderState, Given, KEPT_TICKS, Moments, Purpose, Refusal, Scheduled, words};
use crate::clock;

/// What was seen on the way.
pub(super) struct ReplayCursor {
    unit: UnitId,
    /// The latest worlds.
    pub moments: Moments,
    /// The latest order to the unit itself, and those to its player's squads.
    own: Option<(StampedOrder, Option<Purpose>)>,
    squads: BTreeMap<SquadId, (StampedOrder, Option<Purpose>)>,
    shadow: Option<ShadowCommander>,
    /// By schedule: the entry that began last.
    entries: Vec<u16>,
    /// What a schedule told the unit last.
    pub schedule: Option<Scheduled>,
    /// When the unit died, and who did it.
    pub death: Option<(u32, UnitId)>,
}

/// Who is told, from a tick on, what each tick makes of the unit while it lives, once its orders are known.
pub(super) struct UnitWatch<'w> {
    pub from: u32,
    pub tell: &'w mut dyn FnMut(&ReplayCursor, &World, &Explanation),
}

/// Plays a replay to a tick; `played` is told each tick after it was played.
pub(super) fn play(
    replay: &Replay,
    registry: &Registry,
    unit: UnitId,
    last: u32,
    mut watch: Option<UnitWatch<'_>>,
    played: &mut dyn FnMut(u32),
) -> Result<ReplayCursor, Refusal> {
    let mut playback = Playback::new(replay).map_err(|error| Refusal::Replay(error.to_string()))?;
    let contestant = replay.header.contestants.get(unit.owner().index()).cloned();
    let rules = playback.world().rules();
    let shadow = contestant.map(|contestant| ShadowCommander::build(contestant, unit.owner(), registry, rules));
    let (squads, moments) = (BTreeMap::new(), Moments::new(unit));
    let mut cursor =
        ReplayCursor { unit, moments, own: None, squads, shadow, entries: Vec::new(), schedule: None, death: None };
    loop {
        let (world, tick) = (playback.world(), playback.world().tick());
        let orders = playback.chunk().map_or(&[][..], |chunk| chunk.orders_of(tick + 1));
        if let Some(shadow) = cursor.shadow.as_mut() {
            shadow.decide(world);
        }
        if tick + KEPT_TICKS >= last {
            cursor.moments.push(world.fork(), orders);
        }
        let watch = watch.as_mut().filter(|watch| tick >= watch.from);
        let watched = watch.and_then(|watch| Some((world.explain(unit, orders)?, world.fork(), watch)));
        // After the last tick of a record nothing was recorded: what is under way then came too late for the match.
        let given = if tick < replay.last_tick() { cursor.purposes(tick + 1, orders) } else { Vec::new() };
        let chunk = playback.chunk();
        if tick == last {
            // What is refused shows in a copy: the tick is not played.
            if let Some((world, report)) = cursor.moments.rehearsed() {
                cursor.note(given, &report);
                cursor.heed(&world);
            }
            if let Some((told, world, watch)) = watched {
                (watch.tell)(&cursor, &world, &told);
            }
            return Ok(cursor);
        }
        let report = playback.advance().unwrap_or_default();
        if let Some(shadow) = cursor.shadow.as_mut() {
            shadow.hear(orders, &report);
        }
        played(report.tick);
        cursor.note(given, &report);
        if let Some((told, world, watch)) = watched {
            (watch.tell)(&cursor, &world, &told);
        }
        cursor.heed(playback.world());
        cursor.mourn(&report);
        let done = chunk.filter(|chunk| chunk.last_tick() == report.tick);
        if done.is_some_and(|chunk| chunk.total != playback.world().state_hash()) {
            return Err(Refusal::Replay(format!("plays differently by tick {}; try replay verify", report.tick)));
        }
    }
}

impl ReplayCursor {
    /// The orders of the unit's player in a tick, with what they were for.
    fn purposes(&mut self, tick: u32, orders: &[StampedOrder]) -> Vec<(StampedOrder, Option<Purpose>)> {
        let own: Vec<&StampedOrder> = orders.iter().filter(|stamped| stamped.player == self.unit.owner()).collect();
        let purposes = match self.shadow.as_mut() {
            Some(shadow) => shadow.purposes(tick, &own),
            None => vec![None; own.len()],
        };
        own.into_iter().cloned().zip(purposes).collect()
    }

    /// Notes those of the orders that the unit or a squad was given, and that were not refused.
    fn note(&mut self, given: Vec<(StampedOrder, Option<Purpose>)>, report: &TickReport) {
        let refused = |stamped: &StampedOrder| {
            let is_it = |event: &Event| matches!(event, Event::Rejected { player, seq, .. } if (*player, *seq) == (stamped.player, stamped.seq));
            report.events.iter().any(is_it)
        };
        for (stamped, purpose) in given.into_iter().filter(|(stamped, _)| !refused(stamped)) {
            match &stamped.order.subject {
                OrderSubject::Units(units) if units.contains(&Handle(self.unit.0)) => {
                    self.own = Some((stamped, purpose))
                }
                OrderSubject::Squad(squad) => {
                    self.squads.insert(*squad, (stamped, purpose));
                }
                _ => {}
            }
        }
    }

    /// Notes what a schedule has told the unit in the tick just played. Entries that follow each other have other numbers, but for
    /// the only one of a schedule that repeats, which says the same again.
    fn heed(&mut self, world: &World) {
        self.entries.resize(world.scenario().schedules.len(), 0);
        for (turn, last) in world.observe_schedules().zip(&mut self.entries) {
            let begins = std::mem::replace(last, turn.entry) != turn.entry;
            let Some(verb) = turn.verb.filter(|_| begins && turn.members.contains(&self.unit)) else { continue };
            let says = words::told(world, self.unit.owner(), &verb);
            let (name, entry, tick) = (turn.name.to_owned(), turn.entry, world.tick());
            self.schedule = Some(Scheduled { name, entry, tick, says });
        }
    }

    fn mourn(&mut self, report: &TickReport) {
        for event in &report.events {
            if let Event::Died { id, by, .. } = event
                && *id == self.unit
            {
                self.death = Some((report.tick, *by));
            }
        }
    }

    /// The latest order to the unit or this squad of it.
    pub fn order_of(&self, squad: Option<SquadId>) -> Option<Given> {
        let squad = squad.and_then(|squad| self.squads.get(&squad));
        let latest = self.own.iter().chain(squad).max_by_key(|(stamped, _)| (stamped.tick, stamped.seq))?;
        Some(Given { stamped: latest.0.clone(), purpose: latest.1.clone() })
    }

    /// The commander of the unit's player.
    pub fn commander_state(&self) -> CommanderState {
        let nobody = || CommanderState {
            name: "nobody".to_owned(),
            strategy: String::new(),
            pursuits: Err("the record names no commander for this player".to_owned()),
        };
        self.shadow.as_ref().map_or_else(nobody, |shadow| shadow.state(self.moments.world().rules()))
    }

    /// Why there is no such unit, and which there are.
    pub fn missing(&self, unit: UnitId) -> String {
        let world = self.moments.world();
        if let Some((tick, by)) = self.death {
            let by = if by.is_some() { format!(", by {by}") } else { String::new() };
            return format!("--unit: {unit} died at tick {tick} ({}){by}; expected an earlier --tick", clock(tick));
        }
        if let Some(building) = world.observe_buildings().find(|building| building.id == unit) {
            let kind = &world.rules().kind(building.kind).name;
            return format!("--unit: {unit} is a building ({kind}); expected a unit");
        }
        let mut living: Vec<UnitId> = world.observe_units().map(|unit| unit.id).collect();
        living.arrange_by_key(|id| (id.owner() != unit.owner(), id.serial().abs_diff(unit.serial()), *id));
        let names: Vec<String> = living.iter().take(5).map(ToString::to_string).collect();
        let tick = world.tick();
        if names.is_empty() {
            return format!("--unit: there is no {unit} after tick {tick}, nor any other unit");
        }
        format!("--unit: there is no {unit} after tick {tick}; did you mean one of {}?", names.join(", "))
    }
}
