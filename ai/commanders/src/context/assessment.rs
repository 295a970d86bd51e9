//! What one decision knows, for those who only look: goals that plan, considerations that weigh, queries that place.

use sandtable_decide::Scored;
use sandtable_math::Vec2;
use sandtable_model::rules::Rules;
use sandtable_sim::view::View;
use sandtable_state::limits::TICKS_PER_SECOND;

use super::construction_state::ConstructionState;
use crate::character::Character;
use crate::considerations::{OptionChooser, OptionChoosers};
use crate::forces::Forces;
use crate::input::{InputContext, InputSlots, OptionSubject};
use crate::knowledge::{CommanderKnowledge, SITE_HELD_CELLS, ScoutingMemory, is_unheld};
use crate::perception::{KindRoles, Situation, is_building, near};
use crate::place_queries::PlaceQueries;
use crate::systems::{ManagerFeature, ManagerFeatures};

/// Cells around the enemy's nearest building within which armed buildings await an army.
const RESISTANCE_CELLS: i16 = 12;

/// Ticks after which a look at the enemy's bases says nothing any more about its army.
const NEWS_STALE_TICKS: u32 = 60 * TICKS_PER_SECOND;

/// Everything a decision can look at, borrowed for that long. Nothing of it can be changed.
#[derive(Clone, Copy)]
pub(crate) struct Assessment<'a, 'w> {
    pub view: &'a View<'w>,
    pub rules: &'w Rules,
    pub roles: &'a KindRoles,
    pub situation: &'a Situation,
    pub memory: &'a ScoutingMemory,
    pub knowledge: &'a CommanderKnowledge,
    pub forces: &'a Forces,
    pub construction: &'a ConstructionState,
    pub character: &'a Character,
    pub choosers: &'a OptionChoosers,
    pub places: &'a PlaceQueries,
    pub features: ManagerFeatures,
    pub slots: InputSlots<'a>,
    /// The sites that plans of goals other than the one served are for.
    pub pledged: &'a [Vec2],
}

impl Assessment<'_, '_> {
    /// Where the enemy is, as far as known.
    pub fn enemy_side(&self) -> Vec2 {
        self.situation.enemy_side(self.view)
    }

    /// Whether a place is safe, no own base stands there or is being built, and no other plan is for it.
    pub fn is_unheld(&self, place: Vec2) -> bool {
        let pledged = self.pledged.iter().any(|site| near(*site, place, SITE_HELD_CELLS));
        !pledged && is_unheld(self.view, self.situation, self.roles.base, place)
    }

    /// What inputs are read from, when a thing is weighed.
    pub fn outlook(&self, subject: OptionSubject) -> InputContext<'_, '_> {
        InputContext {
            view: self.view,
            situation: self.situation,
            memory: self.memory,
            roles: self.roles,
            knowledge: self.knowledge,
            character: self.character,
            slots: self.slots,
            enemy_side: self.enemy_side(),
            army_price: self.situation.army_price(self.rules),
            away: self.forces.away(),
            subject,
        }
    }

    /// What things are worth by a strategy's considerations.
    pub fn scores(&self, chooser: &OptionChooser, subjects: &[OptionSubject]) -> Vec<Scored> {
        let outlook = self.outlook(OptionSubject::None);
        let score = |subject: &OptionSubject| {
            let score = chooser.decision.appraise(&InputContext { subject: *subject, ..outlook }).priority();
            Scored { bucket: 0, score }
        };
        subjects.iter().map(score).collect()
    }

    /// The might that is thought to await an army at the enemy's: soldiers remembered, and known armed buildings around the
    /// nearest of its buildings.
    pub fn resistance(&self) -> u32 {
        let now = self.situation.tick;
        let fading = self.features.has(ManagerFeature::Fading);
        let soldiers = self.memory.soldiers(self.roles);
        let soldiers: u32 = soldiers.map(|seen| if fading { seen.faded(now) } else { seen.might }).sum();
        let side = self.enemy_side();
        let armed = self.situation.enemies().filter(|it| is_building(it));
        let towers = armed.filter(|it| near(it.position, side, RESISTANCE_CELLS));
        let unseen = if self.features.has(ManagerFeature::Parity) { self.unseen(soldiers) } else { 0 };
        let known = soldiers + towers.map(|it| self.roles.might(it.kind)).sum::<u32>();
        known.saturating_add(unseen).max(self.knowledge.board.strength_at(side).unwrap_or(0))
    }

    /// The might of soldiers who are thought to be where nobody looks: what a player that made as much as this one would have left,
    /// less what is remembered; none right after a look at every known base of the enemy, all of it a while later.
    fn unseen(&self, remembered: u32) -> u32 {
        let totals = self.view.totals();
        let price = u64::from(self.situation.army_price(self.rules));
        let left = (price + u64::from(totals.value_lost)).saturating_sub(u64::from(totals.value_killed));
        let equal = u64::from(self.situation.might) * left / price.max(1);
        let bases = self.situation.enemies().filter(|it| Some(it.kind) == self.roles.base);
        let oldest = bases.map(|it| self.memory.seen_tick_at(it.position)).min().unwrap_or(0);
        let age = self.situation.tick.saturating_sub(oldest).min(NEWS_STALE_TICKS);
        let unseen = equal.saturating_sub(remembered.into()).saturating_mul(age.into()) / u64::from(NEWS_STALE_TICKS);
        u32::try_from(unseen).unwrap_or(u32::MAX)
    }
}
