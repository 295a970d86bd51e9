//! The content of a game: resources, terrain, kinds, weapons, technologies. The engine hard-codes none of it.
//!
//! Everything here is validated: indices point at rows, values lie in the ranges of [`ranges`]. Text becomes
//! [`Rules`] in `sandtable-content`.

mod behaviour_file;
pub(crate) mod check;
pub(crate) mod checker;
mod jobs;
mod kind;
mod limits;
mod navigator;
pub mod ranges;
mod senses;
mod tech;
mod terrain;
mod weapon;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use behaviour_file::BehaviourFile;
pub use check::kind_path;
pub use checker::{Defect, is_name};
pub use jobs::{JOB_INPUTS, JobInput, JobTerm, Jobs};
pub use kind::{
    AttackCapacity, CHANNELS, Cargo, Channel, Class, FootprintSize, Kind, Need, Queues, Stock, UnitBody, Worker,
};
pub use navigator::{NAVIGATORS, Navigator};
pub use senses::{
    Falloff, HOSTILITIES, Hostility, HostilitySet, INCIDENTS, Interest, Noise, NoticedBy, PerceptionRules, Senses,
    Stimulus,
};
pub use tech::{Stat, StatChange, Stats, Tech, TechEffect, derive_stats};
pub use terrain::{LOCOMOTIONS, Locomotion, Terrain, WALL_COST};
pub use weapon::{Ability, AbilityEffect, AbilityTarget, Layers, Weapon};

use sandtable_decide::Behaviours;
use sandtable_state::id::{AbilityId, KindId, ResourceId, TechId};
use sandtable_state::limits::MAX_RESOURCES;

/// An amount of each resource, in whole units.
pub type Cost = [u16; MAX_RESOURCES];

/// A validated ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The ruleset's name.
    pub name: String,
    /// Names of resources, 1 … [`MAX_RESOURCES`].
    pub resources: Vec<String>,
    /// Kinds of terrain.
    pub terrain: Vec<Terrain>,
    /// Names of damage kinds: rows of `damage_percent`.
    pub damage_kinds: Vec<String>,
    /// Names of armour classes: columns of `damage_percent`.
    pub armour_classes: Vec<String>,
    /// Percent of damage that lands, by damage kind then armour class, 0 … 1000.
    pub damage_percent: Vec<Vec<u16>>,
    /// Kinds of units, buildings and nodes.
    pub kinds: Vec<Kind>,
    /// Technologies.
    pub techs: Vec<Tech>,
    /// Abilities.
    pub abilities: Vec<Ability>,
    /// Percent of the cost returned when something unfinished is cancelled, 0 … 100.
    pub refund_percent: u16,
    /// Percent of the cost that a repair from nothing to whole takes, 0 … 100.
    pub repair_cost_percent: u16,
    /// The most supply a player can have, 1 … 4096.
    pub supply_limit: u16,
    /// What each player starts with unless the scenario says otherwise.
    pub start: StartingForce,
    /// Whether targets have places round them that attackers take .
    pub slots: bool,
    /// The behaviours that its kinds have their minds of; none when no unit has a mind.
    pub conduct: Option<BehaviourFile>,
    /// How idle workers choose between jobs; none when they wait for orders.
    pub jobs: Option<Jobs>,
    /// What units perceive themselves, and what of it interests them.
    pub perception: PerceptionRules,
}

/// What a player starts with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartingForce {
    /// Stock of each resource.
    pub resources: Cost,
    /// The building on the start cell.
    pub base: KindId,
    /// Units around it.
    pub units: Vec<(KindId, u16)>,
}

impl Rules {
    /// Everything it must not hold: values out of range, rows that do not exist, parts of another class of kind,
    /// needs that go round in a circle. Empty for rules that were loaded from a file.
    pub fn check(&self) -> Vec<Defect> {
        check::check(self)
    }

    /// What the units of this ruleset have their minds of; none when they have none.
    pub fn behaviours(&self) -> Option<&Arc<Behaviours>> {
        self.conduct.as_ref().and_then(BehaviourFile::behaviours)
    }

    /// The kind with this id.
    #[inline]
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.index()]
    }

    /// The kind with this name.
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|kind| kind.name == name).map(|row| KindId(row as u16))
    }

    /// The technology with this id.
    #[inline]
    pub fn tech(&self, id: TechId) -> &Tech {
        &self.techs[id.index()]
    }

    /// The technology with this name.
    pub fn tech_named(&self, name: &str) -> Option<TechId> {
        self.techs.iter().position(|tech| tech.name == name).map(|row| TechId(row as u16))
    }

    /// The resource with this name.
    pub fn resource_named(&self, name: &str) -> Option<ResourceId> {
        self.resources.iter().position(|resource| resource == name).map(|row| ResourceId(row as u8))
    }

    /// The ability with this name.
    pub fn ability_named(&self, name: &str) -> Option<AbilityId> {
        self.abilities.iter().position(|ability| ability.name == name).map(|row| AbilityId(row as u8))
    }

    /// The terrain with this name, as a row of `terrain`.
    pub fn terrain_named(&self, name: &str) -> Option<u8> {
        self.terrain.iter().position(|terrain| terrain.name == name).map(|row| row as u8)
    }

    /// All kind ids with their kinds.
    pub fn kinds(&self) -> impl Iterator<Item = (KindId, &Kind)> {
        self.kinds.iter().enumerate().map(|(row, kind)| (KindId(row as u16), kind))
    }
}
