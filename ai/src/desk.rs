//! The desk of one decision: everything goals and managers work with, borrowed for that long.

use sandtable_sim::id::Handle;
use sandtable_sim::math::Vec2;
use sandtable_sim::order::{Order, Verb};
use sandtable_sim::rng::Rng;
use sandtable_sim::rules::Rules;
use sandtable_sim::view::View;

use crate::commander::{Cause, Orders};
use crate::ledger::Ledger;
use crate::manager::construction::Yard;
use crate::manager::forces::Forces;
use crate::memory::Memory;
use crate::roles::Roles;
use crate::situation::Situation;

/// What one decision is made with.
pub(crate) struct Desk<'a, 'w> {
    pub view: &'a View<'w>,
    pub rules: &'w Rules,
    pub roles: &'a Roles,
    pub situation: &'a mut Situation,
    pub memory: &'a mut Memory,
    pub ledger: &'a mut Ledger,
    pub forces: &'a mut Forces,
    pub yard: &'a mut Yard,
    pub rng: &'a mut Rng,
    pub orders: &'a mut Orders,
}

impl Desk<'_, '_> {
    /// Says what the claims and orders to come are for.
    pub fn because(&mut self, cause: Cause) {
        self.forces.claimant = cause;
        self.orders.because(cause);
    }

    /// Gives one own entity an order.
    pub fn order(&mut self, subject: Handle, verb: Verb) {
        self.orders.give(Order::to([subject], verb));
    }

    /// Gives a unit, named by its row, an order, and marks it busy for this decision.
    pub fn employ(&mut self, row: u32, verb: Verb) {
        self.situation.busy[row as usize] = true;
        self.order(self.situation.units[row as usize].handle, verb);
    }

    /// Where the enemy is, as far as known: the nearest known building, else the nearest enemy start, else the
    /// middle of the map.
    pub fn enemy_side(&self) -> Vec2 {
        let situation = &*self.situation;
        let home = situation.home;
        let known = self.situation.enemies().filter(|it| crate::situation::is_building(it)).map(|it| it.position);
        let starts = crate::memory::enemy_starts(self.view);
        let nearest = |places: &mut dyn Iterator<Item = Vec2>| {
            places.min_by_key(|place| (place.distance_squared_wide(home), situation.lot_of(*place)))
        };
        let found = nearest(&mut known.into_iter()).or_else(|| nearest(&mut starts.into_iter()));
        found.unwrap_or_else(|| self.view.map().bounds().centre())
    }
}
