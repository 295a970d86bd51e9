//! The context of one decision: everything its managers work with, borrowed for that long.

use sandtable_math::Vec2;
use sandtable_model::OrderKind;
use sandtable_model::rules::Rules;
use sandtable_sim::order::Order;
use sandtable_sim::view::View;
use sandtable_state::id::Handle;
use sandtable_state::rng::Rng;

use super::assessment::Assessment;
use super::construction_state::ConstructionState;
use crate::budget::ReservationBudget;
use crate::character::Character;
use crate::commander::{OrderCause, Orders};
use crate::considerations::OptionChoosers;
use crate::forces::{Forces, NamedArmy};
use crate::input::InputSlots;
use crate::knowledge::{BoardTopic, CommanderKnowledge, EntryOwner, ScoutingMemory};
use crate::perception::{KindRoles, Situation};
use crate::place_queries::PlaceQueries;
use crate::plan::WorkerSplit;
use crate::systems::{DisabledSystems, ManagerFeatures};

/// What one decision is made with.
pub(crate) struct DecisionContext<'a, 'w> {
    pub view: &'a View<'w>,
    pub rules: &'w Rules,
    pub roles: &'a KindRoles,
    pub situation: &'a mut Situation,
    pub memory: &'a mut ScoutingMemory,
    pub budget: &'a mut ReservationBudget,
    pub forces: &'a mut Forces,
    pub construction: &'a mut ConstructionState,
    pub knowledge: &'a mut CommanderKnowledge,
    pub character: &'a Character,
    pub choosers: &'a OptionChoosers,
    pub places: &'a PlaceQueries,
    /// The armies that the strategy names.
    pub armies: &'a [NamedArmy],
    pub features: ManagerFeatures,
    pub disabled: DisabledSystems,
    pub slots: InputSlots<'a>,
    /// How the most urgent goal that says so wants workers split; empty when none does.
    pub split: WorkerSplit,
    /// The sites that plans of goals other than the one served are for.
    pub pledged: Vec<Vec2>,
    pub rng: &'a mut Rng,
    pub orders: &'a mut Orders,
}

/// What a decision context lends to those who only look. A macro, so that it borrows these fields and the rest can be borrowed beside it.
macro_rules! assessment_of {
    ($context:expr) => {
        Assessment {
            view: $context.view,
            rules: $context.rules,
            roles: $context.roles,
            situation: $context.situation,
            memory: $context.memory,
            knowledge: $context.knowledge,
            forces: $context.forces,
            construction: $context.construction,
            character: $context.character,
            choosers: $context.choosers,
            places: $context.places,
            features: $context.features,
            slots: $context.slots,
            pledged: &$context.pledged,
        }
    };
}

impl<'w> DecisionContext<'_, 'w> {
    /// What it knows, for those who only look.
    pub fn assessment(&self) -> Assessment<'_, 'w> {
        assessment_of!(self)
    }

    /// What it knows, and the random stream that choices are drawn from.
    pub fn deliberation(&mut self) -> (Assessment<'_, 'w>, &mut Rng) {
        (assessment_of!(self), self.rng)
    }

    /// Says what the requests and orders to come are for.
    pub fn because(&mut self, cause: OrderCause) {
        self.forces.requester = cause;
        self.orders.because(cause);
    }

    /// Gives one own entity an order.
    pub fn order(&mut self, subject: Handle, verb: OrderKind) {
        self.orders.give(Order::to([subject], verb));
    }

    /// Gives a unit, named by its row, an order, and marks it busy for this decision.
    pub fn employ(&mut self, row: u32, verb: OrderKind) {
        self.situation.busy[row as usize] = true;
        self.order(self.situation.units[row as usize].handle, verb);
    }

    /// Where the enemy is, as far as known.
    pub fn enemy_side(&self) -> Vec2 {
        self.situation.enemy_side(self.view)
    }

    /// Asks who is at a place, on behalf of the goal that is served now.
    pub fn ask(&mut self, place: Vec2) {
        let owner = match self.forces.requester {
            OrderCause::Step { goal, .. } => EntryOwner::Goal(goal),
            _ => EntryOwner::Forces,
        };
        self.knowledge.board.write(BoardTopic::WhoIsAt(place), owner, self.situation.tick);
    }
}
