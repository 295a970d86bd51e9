//! What can be asked of a session beside what stands where: units, players, and how far the index got.

use sandtable_math::{Angle, Vec2};
use sandtable_sim::World;
use sandtable_state::id::{PlayerId, UnitId};
use serde_json::{Value, json};

use super::index::Death;
use super::{Session, orders_of};
use crate::why::words::number;
use crate::why::{self, KEPT_TICKS, Known, Moments, UnitExplanation};

/// The farthest a trail looks ahead.
const MAX_TRAIL_TICKS: u32 = 320;
/// Ticks between two places of a trail.
const TRAIL_STEP_TICKS: u32 = 4;

impl Session {
    /// Why a unit does what it does at the tick looked at; none when it does not live then, or is no unit. The order and purpose it tells of are as
    /// far as the index pass has come.
    pub fn why(&mut self, unit: UnitId) -> Option<UnitExplanation> {
        let tick = self.live.tick();
        let mut moments = Moments::new(unit);
        self.go_to(tick.saturating_sub(KEPT_TICKS));
        loop {
            let at = self.live.tick();
            moments.push(self.live.fork(), orders_of(&self.replay, at + 1));
            if at >= tick {
                break;
            }
            self.seek(at + 1, 1, false);
        }
        let index = &self.index;
        let commander = index.decisions.players.get(unit.owner().index())?.state(tick);
        let known = |squad| Known {
            order: index.order_of(unit, squad, tick + 1),
            schedule: index.schedule_of(unit, tick + 1),
            commander,
        };
        why::explained(&moments, tick, known)
    }

    /// The explanation of a unit as JSON, with its text under `text`; null when there is none.
    pub fn why_json(&mut self, unit: UnitId) -> Value {
        let Some(told) = self.why(unit) else { return Value::Null };
        let mut value = why::json(&told);
        value["text"] = json!(why::tell(&told));
        value
    }

    /// What a player's commander goes for at the tick looked at, with its latest decision and what it weighed.
    pub fn player_json(&self, player: PlayerId) -> String {
        let Some(decisions) = self.index.decisions.players.get(player.index()) else { return "null".to_owned() };
        let tick = self.live.tick();
        let state = decisions.state(tick);
        let about = json!({
            "name": state.name, "strategy": state.strategy, "unknown": state.pursuits.as_ref().err(),
            "explored": explored(&self.live, player),
        });
        // The account is text already; put in as it is, a page needs no reader of JSON.
        let about = about.to_string();
        format!("{{\"decision\":{},{}", decisions.account(tick), about.strip_prefix('{').unwrap_or(&about))
    }

    /// The goals of a player over time, as far as the index pass got.
    pub fn lanes_json(&self, player: PlayerId) -> Value {
        self.index.decisions.players.get(player.index()).map_or(Value::Null, |decisions| decisions.lanes_json())
    }

    /// Where a unit will be every few ticks from now on, in cells, as long as it lives, at most for `ticks`: the recorded match played on in a copy.
    pub fn trail(&self, unit: UnitId, ticks: u32) -> Vec<(f64, f64)> {
        let mut world = self.live.fork();
        let last = world.tick().saturating_add(ticks.min(MAX_TRAIL_TICKS)).min(self.replay.last_tick());
        let mut places = Vec::new();
        let place =
            |world: &World| world.observe_units().find(|observed| observed.id == unit).map(|found| found.position);
        while let Some(at) = place(&world) {
            places.push((number(at.x), number(at.y)));
            if world.tick() >= last {
                break;
            }
            for tick in world.tick() + 1..=last.min(world.tick() + TRAIL_STEP_TICKS) {
                world.step(orders_of(&self.replay, tick));
            }
        }
        places
    }

    /// Which way a unit's flow field leads from each cell, row by row: 32nds of a turn, clockwise from east; −1 where it leads nowhere. Null when
    /// the unit does not walk by a field at the tick looked at.
    pub fn flow_json(&self, unit: UnitId) -> Value {
        let direction =
            |way: Option<Vec2>| way.map_or(-1, |way| i32::from(Angle::from_vector(way).0.wrapping_add(1 << 10) >> 11));
        let ways = self.live.observe_flow(unit);
        ways.map_or(Value::Null, |ways| json!(ways.into_iter().map(direction).collect::<Vec<_>>()))
    }

    /// Who died where, by tick, as far as the index pass got: tick, owner, kind, and place in cells.
    pub fn deaths_json(&self) -> Value {
        let row = |death: &Death| {
            let at = (number(death.at.x), number(death.at.y));
            (death.tick, death.id.owner().0, death.kind.0, at.0, at.1, death.seen_by)
        };
        json!(self.index.deaths.iter().map(row).collect::<Vec<_>>())
    }

    /// What came to be, in order, as far as the index pass got.
    pub fn made_json(&self) -> Value {
        json!(self.index.made)
    }
}

/// Percent of the map that a player's team has explored.
fn explored(world: &World, player: PlayerId) -> u8 {
    sandtable_sim::view::View::new(world, player).explored_percent()
}
