//! What a commander knows beyond what it sees now: a blackboard, layers over the map, its books, a model of its opponent.
//!
//! Everything is made from its own view. Where the enemy's is concerned, it is what was seen, not what is.

mod blackboard;
mod income;
mod influence;
mod memory;
mod ngrams;
mod sites;

pub(crate) use blackboard::{Asker, Topic};
pub(crate) use memory::{Memory, Sector};
pub(crate) use ngrams::Sign;
pub(crate) use sites::{HELD_CELLS, SITE_CELLS, is_unheld};

use sandtable_sim::rules::Class;
use sandtable_sim::view::View;
use serde::{Deserialize, Serialize};

use crate::perception::{Roles, Situation, Trait};
use crate::systems::{Part, Without};
use blackboard::Board;
use income::Books;
use influence::Layers;
use ngrams::Grams;
use sites::Site;

/// The knowledge of one commander.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Knowledge {
    pub board: Board,
    pub layers: Layers,
    pub books: Books,
    pub grams: Grams,
    /// Places for bases, found at the first look.
    pub sites: Vec<Site>,
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

impl Knowledge {
    /// Takes in one look.
    pub fn update(&mut self, view: &View<'_>, situation: &Situation, memory: &Memory, roles: &Roles) {
        if self.sites.is_empty() {
            self.sites = sites::on(view);
        }
        let is_free = |row: &u16| sites::is_free(view, situation, self.sites[usize::from(*row)].middle);
        self.free_sites = (0..self.sites.len() as u16).filter(is_free).collect();
        self.board.forget(view.tick());
        self.books.update(view, situation, roles);
        self.layers.update(view, situation, memory, roles);
        self.observe(view, situation, roles);
    }

    /// Forgets what a strategy does without.
    pub fn do_without(&mut self, without: Without) {
        if without.has(Part::Blackboard) {
            self.board = Board::default();
        }
        if without.has(Part::Layers) {
            self.layers = Layers::default();
        }
        if without.has(Part::Model) {
            self.grams = Grams::default();
        }
        if without.has(Part::Books) {
            self.books = Books::default();
        }
    }

    /// Notes what the opponent did, as far as it shows.
    fn observe(&mut self, view: &View<'_>, situation: &Situation, roles: &Roles) {
        let now = view.tick();
        let fresh_threat = situation.threat >= roles.typical_might
            && (self.threat_tick == 0 || now.saturating_sub(self.threat_tick) > ngrams::PAUSE_TICKS);
        if situation.threat > 0 {
            self.threat_tick = now;
        }
        if fresh_threat {
            self.grams.note(Sign::Attack);
        }
        let mut bases = 0;
        for enemy in situation.enemies() {
            if enemy.visible {
                self.news_tick = now;
            }
            bases += u16::from(Some(enemy.kind) == roles.base);
            if let Err(row) = self.met.binary_search(&enemy.kind.0) {
                self.met.insert(row, enemy.kind.0);
                self.grams.note(sign_of(view, roles, enemy.kind));
            }
        }
        if bases > self.bases && self.bases > 0 {
            self.grams.note(Sign::Growth);
        }
        self.bases = bases;
    }
}

/// What meeting a kind for the first time says.
fn sign_of(view: &View<'_>, roles: &Roles, kind: sandtable_sim::id::KindId) -> Sign {
    let row = view.rules().kind(kind);
    match row.class {
        Class::Building if row.weapon.is_some() => Sign::Works,
        Class::Building => Sign::Building,
        _ if roles.has(kind, Trait::Flies) => Sign::Air,
        _ if roles.marches(kind) => Sign::Soldier,
        _ => Sign::Building,
    }
}
