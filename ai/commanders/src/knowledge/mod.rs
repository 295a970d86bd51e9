//! What a commander knows beyond what it sees now: a blackboard, layers over the map, its books, a model of its opponent.
//!
//! Everything is made from its own view. Where the enemy's is concerned, it is what was seen, not what is.

mod blackboard;
mod income;
mod influence;
mod memory;
mod ngrams;
mod sites;
mod tuning;

pub(crate) use blackboard::{BoardTopic, EntryOwner};
pub(crate) use memory::{MapSector, ScoutingMemory};
pub(crate) use ngrams::OpponentEvent;
pub(crate) use sites::is_unheld;
pub(crate) use tuning::{SITE_CELLS, SITE_HELD_CELLS};

use sandtable_model::rules::Class;
use sandtable_sim::view::View;
use serde::{Deserialize, Serialize};

use crate::perception::{KindRoles, Situation, UnitTrait};
use crate::systems::{DisabledSystems, StrategySystem};
use blackboard::Blackboard;
use income::IncomeStats;
use influence::InfluenceMap;
use ngrams::NGramModel;
use sites::BaseSite;

/// The knowledge of one commander.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct CommanderKnowledge {
    pub board: Blackboard,
    pub influence: InfluenceMap,
    pub income: IncomeStats,
    pub ngrams: NGramModel,
    /// Places for bases, found at the first look.
    pub sites: Vec<BaseSite>,
    /// Rows of those that are free.
    pub free_sites: Vec<u16>,
    /// When something threatened the base last.
    pub threat_tick: u32,
    /// When the army set out last.
    pub strike_tick: u32,
    /// When an enemy building or soldier was in sight last.
    pub news_tick: u32,
    /// Kinds of enemy building met so far, ascending.
    met: Vec<u16>,
    /// Enemy bases known at the last look.
    bases: u16,
}

impl CommanderKnowledge {
    /// Whether its parts are of sizes that they can have, and its rows are of its lists.
    pub fn fits(&self) -> bool {
        let rows = self.free_sites.iter().all(|row| usize::from(*row) < self.sites.len());
        rows && self.influence.fits() && self.ngrams.is_sound()
    }

    /// Takes in one look.
    pub fn update(&mut self, view: &View<'_>, situation: &Situation, memory: &ScoutingMemory, roles: &KindRoles) {
        if self.sites.is_empty() {
            self.sites = sites::find_sites(view);
        }
        let is_free = |row: &u16| sites::is_free(view, situation, self.sites[usize::from(*row)].middle);
        self.free_sites = (0..self.sites.len() as u16).filter(is_free).collect();
        self.board.forget(view.tick());
        self.income.update(view, situation, roles);
        self.influence.update(view, situation, memory, roles);
        self.observe(view, situation, roles);
    }

    /// Forgets what a strategy does without.
    pub fn disable(&mut self, disabled: DisabledSystems) {
        if disabled.has(StrategySystem::Blackboard) {
            self.board = Blackboard::default();
        }
        if disabled.has(StrategySystem::Layers) {
            self.influence = InfluenceMap::default();
        }
        if disabled.has(StrategySystem::Model) {
            self.ngrams = NGramModel::default();
        }
        if disabled.has(StrategySystem::Books) {
            self.income = IncomeStats::default();
        }
    }

    /// Notes what the opponent did, as far as it shows.
    fn observe(&mut self, view: &View<'_>, situation: &Situation, roles: &KindRoles) {
        let now = view.tick();
        let fresh_threat = situation.threat >= roles.typical_might
            && (self.threat_tick == 0 || now.saturating_sub(self.threat_tick) > tuning::ATTACK_PAUSE_TICKS);
        if situation.threat > 0 {
            self.threat_tick = now;
        }
        if fresh_threat {
            self.ngrams.note(OpponentEvent::Attack);
        }
        let mut bases = 0;
        for enemy in situation.enemies() {
            if enemy.visible {
                self.news_tick = now;
            }
            bases += u16::from(Some(enemy.kind) == roles.base);
            if let Err(row) = self.met.binary_search(&enemy.kind.0) {
                self.met.insert(row, enemy.kind.0);
                self.ngrams.note(sign_of(view, roles, enemy.kind));
            }
        }
        if bases > self.bases && self.bases > 0 {
            self.ngrams.note(OpponentEvent::Growth);
        }
        self.bases = bases;
    }
}

/// What meeting a kind for the first time says.
fn sign_of(view: &View<'_>, roles: &KindRoles, kind: sandtable_state::id::KindId) -> OpponentEvent {
    let row = view.rules().kind(kind);
    match row.class {
        Class::Building if row.weapon.is_some() => OpponentEvent::Works,
        Class::Building => OpponentEvent::Building,
        _ if roles.has(kind, UnitTrait::Flies) => OpponentEvent::Air,
        _ if roles.marches(kind) => OpponentEvent::Soldier,
        _ => OpponentEvent::Building,
    }
}
