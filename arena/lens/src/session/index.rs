//! One pass over the whole match beside its commanders: what was decided, ordered and lost, and whether it plays as recorded.

use sandtable_ai::Registry;
use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_replay::{Chunk, Replay};
use sandtable_sim::World;
use sandtable_sim::event::{Event, TickReport};
use sandtable_sim::order::{OrderSubject, StampedOrder};
use sandtable_sim::sight::Visibility;
use sandtable_sim::view::View;
use sandtable_state::id::{Handle, KindId, PlayerId, SquadId, UnitId};
use serde::Serialize;

use super::decisions::Decisions;
use super::orders_of;
use crate::why::{Given, Purpose, Scheduled, ShadowCommander, words};

/// Where a match first plays differently from its record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Departure {
    /// The first tick of which a check is kept and after which the state was another; 0 for the start.
    pub tick: u32,
    /// The tick at which the parts of the state were compared.
    pub compared_at: u32,
    /// The parts that differed there.
    pub parts: Vec<String>,
}

/// Somebody who died.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Death {
    pub tick: u32,
    pub id: UnitId,
    pub kind: KindId,
    pub at: Vec2,
    /// The teams that saw it, as a bit set.
    pub seen_by: u8,
}

/// Something that came to be: a unit was born, a building or a technology completed.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Made {
    pub tick: u32,
    pub player: u8,
    /// Row of the kind, or of the technology.
    pub row: u16,
    pub tech: bool,
}

/// What a schedule told its group.
struct Turn {
    scheduled: Scheduled,
    /// The player in whose words it is said.
    members: Vec<UnitId>,
}

/// Ticks between two looks at who moves where.
const TRAFFIC_TICKS: u32 = 32;
/// Numbers of traffic kept; of later ticks none are.
const MAX_TRAFFIC: usize = 1 << 21;

/// What was found on the way.
pub(crate) struct Index {
    world: World,
    shadows: Vec<ShadowCommander>,
    pub decisions: Decisions,
    given: Vec<Given>,
    turns: Vec<Turn>,
    entries: Vec<u16>,
    pub deaths: Vec<Death>,
    /// Who moved where, two numbers each: the tick; cell, owner (four bits from the 20th) and the teams that saw it (eight bits from the 24th).
    pub traffic: Vec<i32>,
    pub made: Vec<Made>,
    first_bad: Option<u32>,
    departure: Option<Departure>,
}

impl Index {
    /// Before the first tick.
    pub fn new(replay: &Replay, world: &World, registry: &Registry, advised: bool) -> Index {
        let world = world.fork();
        let contestants = (0u8..).map(PlayerId).zip(&replay.header.contestants).filter(|_| advised);
        let shadow = |(row, contestant): (PlayerId, &sandtable_replay::Contestant)| {
            let mut shadow = ShadowCommander::build(contestant.clone(), row, registry, world.rules());
            shadow.keep_traces();
            shadow
        };
        let shadows: Vec<ShadowCommander> = contestants.map(shadow).collect();
        let starts = world.state_hash() == replay.header.start_total;
        let departure = (!starts).then(|| Departure { tick: 0, compared_at: 0, parts: Vec::new() });
        Index {
            decisions: Decisions::new(world.players().len(), &shadows, world.rules()),
            shadows,
            given: Vec::new(),
            turns: Vec::new(),
            entries: vec![0; world.scenario().schedules.len()],
            deaths: Vec::new(),
            traffic: Vec::new(),
            made: Vec::new(),
            first_bad: None,
            departure,
            world,
        }
    }

    /// The world at the tick reached.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The commanders beside it, each as it was before it decides after the tick reached; after the last tick they have.
    pub fn shadows(&self) -> &[ShadowCommander] {
        &self.shadows
    }

    /// Whether the whole record was played.
    pub fn is_done(&self, replay: &Replay) -> bool {
        self.world.tick() >= replay.last_tick()
    }

    /// Where the match first played differently.
    pub fn departure(&self) -> Option<&Departure> {
        self.departure.as_ref()
    }

    /// Plays some ticks on.
    pub fn advance(&mut self, replay: &Replay, ticks: u32) {
        let end = replay.last_tick().min(self.world.tick().saturating_add(ticks));
        while self.world.tick() < end {
            self.decide();
            self.step(replay);
            if self.is_done(replay) {
                self.decide();
            }
        }
    }

    fn decide(&mut self) {
        for shadow in &mut self.shadows {
            if shadow.decide(&self.world) {
                self.decisions.note(shadow, &self.world);
            }
        }
    }

    fn step(&mut self, replay: &Replay) {
        let tick = self.world.tick() + 1;
        let orders = orders_of(replay, tick);
        let purposes = self.purposes(tick, orders);
        let report = self.world.step(orders);
        self.shadows.iter_mut().for_each(|shadow| shadow.hear(orders, &report));
        self.note_orders(orders, purposes, &report);
        self.heed();
        self.note_events(&report);
        self.note_traffic();
        if let Some(chunk) = replay.chunk_of(tick) {
            self.compare(replay, chunk, tick);
        }
    }

    /// What each order was for, in the order of the orders.
    fn purposes(&mut self, tick: u32, orders: &[StampedOrder]) -> Vec<Option<Purpose>> {
        let mut purposes = vec![None; orders.len()];
        for shadow in &mut self.shadows {
            let player = shadow.player();
            let rows: Vec<usize> = (0..orders.len()).filter(|row| orders[*row].player == player).collect();
            let own: Vec<&StampedOrder> = rows.iter().map(|row| &orders[*row]).collect();
            for (row, purpose) in rows.into_iter().zip(shadow.purposes(tick, &own)) {
                purposes[row] = purpose;
            }
        }
        purposes
    }

    fn note_orders(&mut self, orders: &[StampedOrder], purposes: Vec<Option<Purpose>>, report: &TickReport) {
        let refused = |stamped: &StampedOrder| {
            let is_it = |event: &Event| matches!(event, Event::Rejected { player, seq, .. } if (*player, *seq) == (stamped.player, stamped.seq));
            report.events.iter().any(is_it)
        };
        let taken = orders.iter().zip(purposes).filter(|(stamped, _)| !refused(stamped));
        self.given.extend(taken.map(|(stamped, purpose)| Given { stamped: stamped.clone(), purpose }));
    }

    /// Notes what schedules have told their groups in the tick just played.
    fn heed(&mut self) {
        let (world, turns) = (&self.world, &mut self.turns);
        for (turn, last) in world.observe_schedules().zip(&mut self.entries) {
            let begins = std::mem::replace(last, turn.entry) != turn.entry;
            let Some(verb) = turn.verb.filter(|_| begins) else { continue };
            let Some(first) = turn.members.first() else { continue };
            let says = words::told(world, first.owner(), &verb);
            let scheduled = Scheduled { name: turn.name.to_owned(), entry: turn.entry, tick: world.tick(), says };
            turns.push(Turn { scheduled, members: turn.members.to_vec() });
        }
    }

    fn note_traffic(&mut self) {
        let (world, traffic) = (&self.world, &mut self.traffic);
        if !world.tick().is_multiple_of(TRAFFIC_TICKS) || traffic.len() >= MAX_TRAFFIC {
            return;
        }
        let walkers = world.observe_units().filter(|unit| unit.moving && !unit.aboard.is_some());
        traffic.extend(walkers.flat_map(|unit| {
            let cell = world.scenario().map.index(Cell::at(unit.position)) as i32;
            [world.tick() as i32, cell | i32::from(unit.id.owner().0) << 20 | i32::from(unit.seen_by) << 24]
        }));
    }

    fn note_events(&mut self, report: &TickReport) {
        let tick = report.tick;
        for event in &report.events {
            match event {
                Event::Died { id, kind, at, .. } => {
                    let seen_by = seen_by(&self.world, *at);
                    self.deaths.push(Death { tick, id: *id, kind: *kind, at: *at, seen_by });
                }
                Event::Born { id, kind, .. } => {
                    self.made.push(Made { tick, player: id.owner().0, row: kind.0, tech: false });
                }
                Event::Completed { id, kind } => {
                    self.made.push(Made { tick, player: id.owner().0, row: kind.0, tech: false });
                }
                Event::Researched { player, tech } => {
                    self.made.push(Made { tick, player: player.0, row: tech.0, tech: true });
                }
                _ => {}
            }
        }
    }

    /// Compares the state with the record, as far as that goes; the first difference alone is kept.
    fn compare(&mut self, replay: &Replay, chunk: &Chunk, tick: u32) {
        let is_last = tick == chunk.last_tick();
        if self.departure.is_some() || !(is_last || chunk.check_of(tick).is_some()) {
            return;
        }
        if !replay.is_recorded(tick, self.world.state_hash()) && self.first_bad.is_none() {
            self.first_bad = Some(tick);
        }
        if let Some(first) = self.first_bad.filter(|_| is_last) {
            let parts = replay.differing_parts(&self.world, chunk);
            self.departure = Some(Departure { tick: first, compared_at: tick, parts });
        }
    }

    /// The latest order to a unit or this squad of it, up to a tick, that was not refused.
    pub fn order_of(&self, unit: UnitId, squad: Option<SquadId>, last: u32) -> Option<Given> {
        let upto = self.given.partition_point(|given| given.stamped.tick <= last);
        let of_player = |given: &&Given| given.stamped.player == unit.owner();
        let is_it = |given: &&Given| match &given.stamped.order.subject {
            OrderSubject::Units(units) => units.contains(&Handle(unit.0)),
            OrderSubject::Squad(told) => Some(*told) == squad,
            OrderSubject::Player => false,
        };
        self.given[..upto].iter().rev().filter(of_player).find(is_it).cloned()
    }

    /// What a schedule told a unit last, up to a tick.
    pub fn schedule_of(&self, unit: UnitId, last: u32) -> Option<Scheduled> {
        let upto = self.turns.partition_point(|turn| turn.scheduled.tick <= last);
        let told = self.turns[..upto].iter().rev().find(|turn| turn.members.contains(&unit));
        told.map(|turn| turn.scheduled.clone())
    }

    /// The deaths after one tick and up to another, by tick.
    pub fn deaths_between(&self, after: u32, upto: u32) -> &[Death] {
        let first = self.deaths.partition_point(|death| death.tick <= after);
        let end = self.deaths.partition_point(|death| death.tick <= upto);
        &self.deaths[first.min(end)..end]
    }
}

/// The teams that see a place, as a bit set.
fn seen_by(world: &World, at: Vec2) -> u8 {
    let players = &world.scenario().players;
    let sees = |player: &usize| {
        let view = View::new(world, PlayerId(*player as u8));
        view.visibility(Cell::at(at)) == Visibility::Visible
    };
    (0..players.len()).filter(sees).fold(0, |teams, player| teams | 1 << players[player].team.0)
}
