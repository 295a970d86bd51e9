//! Projectiles: each as one line from where it was first seen to where it lands.

use std::collections::BTreeMap;

use sandtable_sim::World;
use sandtable_state::id::UnitId;

use super::bytes::Packer;
use super::track::place;

/// One flight.
struct Flight {
    tick: u32,
    ticks: u32,
    owner: u8,
    from: (u32, u32),
    to: (u32, u32),
}

/// All flights, in the order of their first ticks.
#[derive(Default)]
pub(super) struct Flights {
    flights: Vec<Flight>,
    flying: BTreeMap<UnitId, usize>,
}

impl Flights {
    /// Notes what is in the air; to be told of every tick.
    pub fn tick(&mut self, world: &World) {
        let tick = world.tick();
        let before = std::mem::take(&mut self.flying);
        for shot in world.observe_shots() {
            let number = before.get(&shot.id).copied().unwrap_or_else(|| {
                let (owner, ticks) = (shot.id.owner().0, u32::from(shot.ticks_left) + 1);
                let from = place(shot.position);
                self.flights.push(Flight { tick, ticks, owner, from, to: from });
                self.flights.len() - 1
            });
            self.flights[number].to = place(shot.aim);
            self.flying.insert(shot.id, number);
        }
    }

    /// About how many bytes they take.
    pub fn bytes(&self) -> usize {
        self.flights.len() * 10
    }

    /// Each flight: ticks since the one before, ticks it takes, owner, from, and to as a difference.
    pub fn pack(&self) -> Packer {
        let (mut packer, mut tick) = (Packer::default(), 0);
        for flight in &self.flights {
            packer.number(flight.tick - tick);
            packer.number(flight.ticks);
            packer.raw(&[flight.owner]);
            packer.line(flight.from, flight.to);
            tick = flight.tick;
        }
        packer
    }
}
