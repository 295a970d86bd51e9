//! Kinds: one row of data for each kind of unit, building and resource node.

use sandtable_math::Fx;
use sandtable_state::id::{AbilityId, KindId, ResourceId, TechId};
use sandtable_state::limits::MAX_RESOURCES;
use serde::{Deserialize, Serialize};

use super::{Cost, Locomotion, Navigator, Noise, Weapon};
use crate::Stance;

sandtable_state::state_enum! {
    /// What class of entity a kind describes.
    #[derive(Hash)]
    pub enum Class {
        /// Moves.
        Unit = 0,
        /// Stands on cells.
        Building = 1,
        /// Holds resources.
        Node = 2,
    }
}

/// A queue of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Where it walks.
    Movement,
    /// What it does meanwhile.
    Action,
    /// Whom it takes aboard and lets out, whatever the others are at.
    Cargo,
}

/// Every queue there can be, with its name in files.
pub const CHANNELS: [(&str, Channel); 3] =
    [("movement", Channel::Movement), ("action", Channel::Action), ("cargo", Channel::Cargo)];

/// The set of queues that units of a kind have: a bit for each row of [`CHANNELS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queues(pub u8);

impl Queues {
    /// What a unit has whose kind says nothing of it.
    pub const PLAIN: Queues = Queues(0b011);

    /// Adds a queue to the set.
    #[must_use]
    pub const fn with(self, channel: Channel) -> Queues {
        Queues(self.0 | 1 << channel as u8)
    }

    /// Whether there is such a queue.
    #[inline]
    pub const fn has(self, channel: Channel) -> bool {
        self.0 >> channel as u8 & 1 != 0
    }
}

/// A kind of unit, building or node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind {
    /// Its name: lower case with underscores, unique among kinds.
    pub name: String,
    /// The class of its entities.
    pub class: Class,
    /// Free words that technologies, weapons and strategies select by (`"cavalry"`, `"siege"`).
    pub tags: Vec<String>,
    /// What it costs.
    pub cost: Cost,
    /// Ticks to train or build with one builder, 1 … 65,535; 0 for nodes.
    pub make_ticks: u32,
    /// What must be owned (complete) before it can be made.
    pub needs: Vec<Need>,
    /// Supply it takes, 0 … 64.
    pub supply_cost: u16,
    /// Supply it gives, 0 … 512.
    pub supply_given: u16,
    /// Full hit points, 1 … 20,000; nodes have 1 and cannot be hurt.
    pub max_hp: Fx,
    /// Subtracted from each hit after the table, 0 … 500; a hit does at least half a point.
    pub armour: Fx,
    /// Column of the damage table.
    pub armour_class: u8,
    /// Sight radius in cells, 0 … [`sandtable_state::limits::MAX_SIGHT`].
    pub sight: u8,
    /// Eyes above the ground it stands on, for sight, 0 … 15 (towers and flyers see over forests).
    pub eye_height: u8,
    /// Score while it is owned, 0 … 30,000.
    pub score: u16,
    /// Whether owning one keeps a player in an annihilation match.
    pub vital: bool,
    /// What it attacks with.
    pub weapon: Option<Weapon>,
    /// Abilities, at most [`sandtable_state::limits::MAX_KIND_ABILITIES`].
    pub abilities: Vec<AbilityId>,
    /// Kinds of unit it trains.
    pub trains: Vec<KindId>,
    /// Technologies it researches.
    pub researches: Vec<TechId>,
    /// Resources it takes in, as a bit set by resource.
    pub drop_off: u8,
    /// Body and movement; units only.
    pub body: Option<UnitBody>,
    /// The row of its mind in the behaviours of the ruleset; none for a unit that does as it is told and no more. Units only.
    pub mind: Option<u8>,
    /// The row of its senses in the ruleset; none for one that perceives nothing by itself. Units only.
    pub senses: Option<u8>,
    /// How far it is heard.
    pub noise: Noise,
    /// How much room it takes and has in close combat.
    pub crowd: AttackCapacity,
    /// Gathering and building; units only.
    pub worker: Option<Worker>,
    /// Room for passengers; units only.
    pub cargo: Option<Cargo>,
    /// The queues that its units have; without meaning for buildings and nodes.
    pub queues: Queues,
    /// Cells it stands on; buildings and nodes.
    pub footprint: Option<FootprintSize>,
    /// What it holds; nodes only.
    pub stock: Option<Stock>,
}

impl Kind {
    /// A kind that has a name, one hit point and nothing else: what others are made from.
    pub fn plain(name: &str, class: Class) -> Kind {
        Kind {
            name: name.to_owned(),
            class,
            tags: Vec::new(),
            cost: Cost::default(),
            make_ticks: 0,
            needs: Vec::new(),
            supply_cost: 0,
            supply_given: 0,
            max_hp: Fx::ONE,
            armour: Fx::ZERO,
            armour_class: 0,
            sight: 0,
            eye_height: 0,
            score: 0,
            vital: false,
            weapon: None,
            abilities: Vec::new(),
            trains: Vec::new(),
            researches: Vec::new(),
            drop_off: 0,
            body: None,
            mind: None,
            senses: None,
            noise: Noise::default(),
            crowd: AttackCapacity::default(),
            worker: None,
            cargo: None,
            queues: Queues::PLAIN,
            footprint: None,
            stock: None,
        }
    }

    /// The stance its units take unless ordered otherwise: workers and the unarmed do not pick fights.
    pub const fn plain_stance(&self) -> Stance {
        if self.worker.is_some() || self.weapon.is_none() { Stance::Passive } else { Stance::Defensive }
    }
}

/// Something that must be owned first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Need {
    /// A complete building (or living unit) of this kind.
    Kind(KindId),
    /// A finished technology.
    Tech(TechId),
}

/// A unit's body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitBody {
    /// How it moves.
    pub locomotion: Locomotion,
    /// How it finds its way; flyers, who need no way, have the default.
    pub navigator: Navigator,
    /// Radius in cells, 0.1 … 0.5 − 1/64: less than half a cell, so that every open cell lets it through.
    pub radius: Fx,
    /// Speed in cells a tick on plain ground, 1/512 … 1/2.
    pub speed: Fx,
    /// Mass in kilograms, 1 … 10,000: the small yield to the large.
    pub mass: u16,
    /// Room it takes in a transport, 1 … 64; 0 when it cannot be carried.
    pub cargo_size: u8,
}

/// What a worker can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worker {
    /// Ticks to gather one load of each resource, 1 … 4,096; 0 when it cannot gather it.
    pub gather_ticks: [u16; MAX_RESOURCES],
    /// Units of each resource in one load, 1 … 1,000; 0 of what it cannot gather.
    pub load: [u16; MAX_RESOURCES],
    /// Kinds of building it can build.
    pub builds: Vec<KindId>,
    /// Percent of a plain builder's speed, 1 … 1,000.
    pub build_percent: u16,
    /// Hit points a tick it repairs, 0 … 100.
    pub repair_rate: Fx,
}

/// A transport's hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cargo {
    /// The sum of `cargo_size` it carries, 1 … 255.
    pub capacity: u8,
}

/// The cells a building or node stands on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FootprintSize {
    /// Cells eastwards, 1 … 8.
    pub width: u8,
    /// Cells southwards, 1 … 8.
    pub height: u8,
    /// Whether the owner's team walks through it.
    pub gate: bool,
}

/// How much room a kind takes and has in close combat, as far as content says so: the rest follows from its size
/// (the slots that attackers take). Each 0 … 1,000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttackCapacity {
    /// The weight of those who may stand round it.
    pub grid_capacity: Option<u16>,
    /// The weight of attacks that may be under way on it.
    pub attack_capacity: Option<u16>,
    /// What it weighs round its target.
    pub grid_weight: Option<u16>,
    /// What an attack of its own weighs.
    pub attack_weight: Option<u16>,
}

/// What a resource node holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stock {
    /// The resource.
    pub resource: ResourceId,
    /// Units of it at the start, 1 … 1,000,000.
    pub amount: u32,
    /// Workers that gather from it at once, 1 … 64; others wait.
    pub workers: u8,
}
