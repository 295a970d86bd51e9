//! The desk of one decision: everything goals and managers work with, borrowed for that long.

use sandtable_sim::decide::Scored;
use sandtable_sim::id::Handle;
use sandtable_sim::math::Vec2;
use sandtable_sim::order::{Order, Verb};
use sandtable_sim::rng::Rng;
use sandtable_sim::rules::Rules;
use sandtable_sim::view::View;

use crate::character::{Character, Luck};
use crate::commander::{Cause, Orders};
use crate::input::{Outlook, Subject};
use crate::knowledge::{Asker, Knowledge, Topic};
use crate::ledger::Ledger;
use crate::manager::construction::Yard;
use crate::manager::forces::Forces;
use crate::memory::Memory;
use crate::places::Places;
use crate::roles::Roles;
use crate::situation::Situation;
use crate::strategy::{Chooser, Choosers, Systems};
use crate::without::Without;

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
    pub knowledge: &'a mut Knowledge,
    pub character: &'a Character,
    pub choosers: &'a Choosers,
    pub places: &'a Places,
    pub systems: Systems,
    pub without: Without,
    pub rested: &'a [u32],
    pub luck: &'a [Luck],
    /// The sites that plans of goals other than the one served are for.
    pub pledged: Vec<Vec2>,
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

    /// Where the enemy is, as far as known.
    pub fn enemy_side(&self) -> Vec2 {
        self.situation.enemy_side(self.view)
    }

    /// What inputs are read from, when a thing is weighed.
    pub fn outlook(&self, subject: Subject) -> Outlook<'_, '_> {
        Outlook {
            view: self.view,
            situation: self.situation,
            memory: self.memory,
            roles: self.roles,
            knowledge: self.knowledge,
            character: self.character,
            rested: self.rested,
            luck: self.luck,
            enemy_side: self.enemy_side(),
            army_price: self.situation.army_price(self.rules),
            away: self.forces.at_war(),
            subject,
        }
    }

    /// What things are worth by a strategy's considerations.
    pub fn scores(&self, chooser: &Chooser, subjects: &[Subject]) -> Vec<Scored> {
        let outlook = self.outlook(Subject::None);
        let score = |subject: &Subject| {
            let score = chooser.decision.appraise(&Outlook { subject: *subject, ..outlook }).priority();
            Scored { bucket: 0, score }
        };
        subjects.iter().map(score).collect()
    }

    /// The might that is thought to await an army at the enemy's: soldiers remembered, and known armed buildings around the
    /// nearest of its buildings.
    pub fn resistance(&self) -> u32 {
        let now = self.situation.tick;
        let fading = self.systems.fading;
        let soldiers = self.memory.seen.iter().filter(|seen| self.roles.marches(seen.kind));
        let soldiers: u32 = soldiers.map(|seen| if fading { seen.faded(now) } else { seen.might }).sum();
        let side = self.enemy_side();
        let armed = self.situation.enemies().filter(|it| crate::situation::is_building(it));
        let towers = armed.filter(|it| crate::situation::near(it.position, side, 12));
        let known = soldiers + towers.map(|it| self.roles.might(it.kind)).sum::<u32>();
        known.max(self.knowledge.board.strength_at(side).unwrap_or(0))
    }

    /// Asks who is at a place, on behalf of the goal that is served now.
    pub fn ask(&mut self, place: Vec2) {
        let owner = match self.forces.claimant {
            Cause::Step { goal, .. } => Asker::Goal(goal),
            _ => Asker::Forces,
        };
        self.knowledge.board.write(Topic::WhoIsAt(place), owner, self.situation.tick);
    }
}
