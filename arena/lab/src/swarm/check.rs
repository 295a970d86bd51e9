//! What must hold in every tick of every match.

use sandtable_match::replays::{Desync, Shadow, compare, restored};
use sandtable_math::{Fx, mix};
use sandtable_sim::World;
use sandtable_sim::event::{Event, TickReport};
use sandtable_sim::order::StampedOrder;
use sandtable_sim::view::View;
use sandtable_state::id::{PlayerId, UnitId};
use sandtable_state::limits::{MAX_ENTITIES, MAX_UNITS_PER_PLAYER};

/// What did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The tick after which it did not.
    pub tick: u32,
    /// What it was.
    pub what: String,
}

/// The checks of one match.
pub struct Checks {
    seed: u64,
    restore_every: u32,
    restored_at: u32,
    shadow: Option<World>,
    /// Worlds that were saved and loaded.
    pub restores: u64,
}

impl Checks {
    /// Checks that save and load the world in one of this many ticks, drawn from the seed.
    pub fn new(seed: u64, restore_every: u32) -> Checks {
        Checks { seed, restore_every: restore_every.max(1), restored_at: 0, shadow: None, restores: 0 }
    }

    /// Holds the world to everything after a tick; how many of the orders were refused.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn hold(&mut self, world: &World, orders: &[StampedOrder], report: &TickReport) -> Result<u64, Broken> {
        let refused = events(world, orders, report).and_then(|refused| {
            entities(world)?;
            grounds(world)?;
            players(world)?;
            unseen(world)?;
            Ok(refused)
        });
        let refused = refused.map_err(|what| Broken { tick: world.tick(), what })?;
        self.shadow(world, orders, report).map_err(|what| Broken { tick: world.tick(), what })?;
        Ok(refused)
    }

    /// Steps the world that was loaded last along, and loads another now and then.
    fn shadow(&mut self, world: &World, orders: &[StampedOrder], report: &TickReport) -> Result<(), String> {
        let told =
            |restored: u32, what| Desync { tick: world.tick(), restored, shadow: Shadow::Restored, what }.to_string();
        if let Some(shadow) = &mut self.shadow {
            let theirs = shadow.step(orders);
            if let Some(difference) = compare(world, shadow) {
                return Err(told(self.restored_at, difference));
            }
            if theirs != *report {
                return Err(format!("the world restored at tick {} had different events", self.restored_at));
            }
        }
        let lot = mix(self.seed, u64::from(world.tick()));
        if lot.is_multiple_of(u64::from(self.restore_every)) {
            self.shadow = Some(restored(world).map_err(|what| told(world.tick(), what))?);
            self.restored_at = world.tick();
            self.restores += 1;
        }
        Ok(())
    }
}

/// Events are of this tick, and refusals of orders that were given.
fn events(world: &World, orders: &[StampedOrder], report: &TickReport) -> Result<u64, String> {
    if report.tick != world.tick() {
        return Err(format!("a report of tick {}", report.tick));
    }
    let mut refused = 0;
    for event in &report.events {
        if let Event::Rejected { player, seq, .. } = event {
            refused += 1;
            if !orders.iter().any(|order| (order.player, order.seq) == (*player, *seq)) {
                return Err(format!("an order that was not given was refused: player {}, number {seq}", player.0 + 1));
            }
        }
    }
    Ok(refused)
}

/// Ids ascend and are nobody's twice; everybody is on the map, alive, and no more than whole.
fn entities(world: &World) -> Result<(), String> {
    let bounds = world.scenario().map.bounds();
    let (width, height) = (Fx::from_int(bounds.width as i16), Fx::from_int(bounds.height as i16));
    let mut last = UnitId::NONE;
    let mut of_player = vec![0usize; world.players().len()];
    for unit in world.observe_units() {
        let (id, at) = (unit.id, unit.position);
        if last.is_some() && id <= last {
            return Err(format!("{id} comes after {last}"));
        }
        last = id;
        if at.x < Fx::ZERO || at.y < Fx::ZERO || at.x > width || at.y > height {
            return Err(format!("{id} is off the map, at {at:?}"));
        }
        if unit.hp <= Fx::ZERO || unit.hp > unit.max_hp {
            return Err(format!("{id} has {} of {} hit points", unit.hp, unit.max_hp));
        }
        match of_player.get_mut(id.owner().index()) {
            Some(count) => *count += 1,
            None => return Err(format!("{id} has no player")),
        }
    }
    if of_player.iter().any(|count| *count > MAX_UNITS_PER_PLAYER) {
        return Err("a player has more units than the limit".to_owned());
    }
    let all: usize = world.population().iter().sum();
    if all > MAX_ENTITIES { Err(format!("{all} entities")) } else { Ok(()) }
}

/// Nothing is built on anything else, nor off the map.
fn grounds(world: &World) -> Result<(), String> {
    let map = &world.scenario().map;
    let side = usize::from(map.bounds().width);
    let mut taken: Vec<UnitId> = vec![UnitId::NONE; side * usize::from(map.bounds().height)];
    let sites = world.observe_buildings().map(|building| (building.id, building.kind, building.cell, building.hp));
    // What is only planned stands on no ground yet.
    let sites = sites.filter(|(.., hp)| *hp > Fx::ZERO);
    let nodes = world.observe_nodes().map(|node| (node.id, node.kind, node.cell, Fx::ONE));
    for (id, kind, cell, _) in sites.chain(nodes) {
        let Some(footprint) = &world.rules().kind(kind).footprint else { return Err(format!("{id} has no footprint")) };
        for dy in 0..i16::from(footprint.height) {
            for dx in 0..i16::from(footprint.width) {
                let at = cell.offset(dx, dy);
                if !map.contains(at) {
                    return Err(format!("{id} is partly off the map"));
                }
                let place = &mut taken[at.y as usize * side + at.x as usize];
                let planned = |id: UnitId| is_planned(world, id);
                if place.is_some() && !planned(*place) && !planned(id) {
                    return Err(format!("{id} and {place} overlap at {},{}", at.x, at.y));
                }
                *place = id;
            }
        }
    }
    Ok(())
}

fn is_planned(world: &World, id: UnitId) -> bool {
    let building = world.observe_buildings().find(|building| building.id == id);
    building.is_some_and(|building| building.stage == sandtable_sim::component::ConstructionStage::Planned)
}

/// Figures of players are within their bounds, and sums add up.
fn players(world: &World) -> Result<(), String> {
    for (row, player) in world.players().iter().enumerate() {
        let totals = &player.totals;
        if player.supply_cap > world.rules().supply_limit {
            return Err(format!("player {} has a supply of {}", row + 1, player.supply_cap));
        }
        let (killed, lost) =
            (totals.units_killed, world.players().iter().map(|other| other.totals.units_lost).sum::<u32>());
        if killed > lost {
            return Err(format!("player {} killed {killed} units; all players lost {lost}", row + 1));
        }
    }
    Ok(())
}

/// Looking changes nothing.
fn unseen(world: &World) -> Result<(), String> {
    let before = world.state_hash();
    for row in 0..world.players().len() as u8 {
        let view = View::new(world, PlayerId(row));
        drop((view.own_units(), view.own_buildings(), view.foreign(), view.nodes(), view.encode()));
    }
    if world.state_hash() == before { Ok(()) } else { Err("observing the world changed its state".to_owned()) }
}
