//! A validated scenario: everything that a match is a function of, but its seed and its orders.

mod check;
mod limits;

use serde::{Deserialize, Serialize};

pub use crate::rules::Defect;

use sandtable_decide::MindFeatures;
use sandtable_state::id::{KindId, PlayerId, TeamId};
use sandtable_state::limits::MAX_TICKS;
use sandtable_state::state_flags;

use crate::Formation;
use crate::map::{Cell, Map};
use crate::rules::{Cost, Rules};
use crate::schedule::SchedulePlan;

/// What players know of the map and each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fog {
    /// Everything is always visible.
    Off,
    /// The map starts explored; sight decides what is visible.
    Explored,
    /// The map starts unexplored.
    Full,
}

state_flags! {
    /// What a player's units do by themselves, besides following their minds.
    pub struct PlayerFeatures {
        /// Its squads keep formation; without, all of them are loose.
        FORMATIONS = 0,
        /// Its units perceive by the senses of their kinds.
        SENSES = 1,
        /// Its schedules are followed.
        SCHEDULES = 2,
        /// Its idle workers look for jobs.
        JOBS = 3,
        /// Its units take places round their targets, where the rules have such places.
        SLOTS = 4,
    }
}

/// One player's place in a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerSetup {
    /// Name shown to people.
    pub name: String,
    /// Its team.
    pub team: TeamId,
    /// Row of [`Map::starts`]; none for a player that starts with `placed` entities only.
    pub start: Option<u8>,
    /// Stock at the start.
    pub resources: Cost,
    /// The strategy that commands it unless the command line says otherwise; free text for `sim`.
    pub strategy: String,
    /// Whether its units follow the minds of their kinds.
    pub minds: bool,
    /// Which parts of those minds they use.
    pub mind_features: MindFeatures,
    /// What else its units do by themselves.
    pub features: PlayerFeatures,
}

impl PlayerSetup {
    /// The player in a row of a scenario, as one of whom nothing is said: a team of its own, no start, no stock and no strategy, minds
    /// and features all on.
    pub fn numbered(row: u8) -> PlayerSetup {
        PlayerSetup {
            name: format!("Player {}", row + 1),
            team: TeamId(row),
            start: None,
            resources: [0; 4],
            strategy: String::new(),
            minds: true,
            mind_features: MindFeatures::ALL,
            features: PlayerFeatures::ALL,
        }
    }
}

/// An entity that stands on the map at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedEntity {
    /// Its kind.
    pub kind: KindId,
    /// Its owner; neutral for nodes.
    pub owner: PlayerId,
    /// North-west cell of a building or node, cell of a unit.
    pub cell: Cell,
    /// How many, for units: they stand on free cells around; 1 otherwise.
    pub count: u16,
    /// The formation in which these units are a squad from the start; none for units on their own, and for anything else.
    pub formation: Option<Formation>,
}

impl PlacedEntity {
    /// Entities of a kind at a cell; units are no squad.
    pub fn new(kind: KindId, owner: PlayerId, cell: Cell, count: u16) -> PlacedEntity {
        PlacedEntity { kind, owner, cell, count, formation: None }
    }
}

/// How a match ends, besides surrender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Victory {
    /// A player without a vital entity is out; the last team standing wins.
    pub annihilation: bool,
    /// At the time limit the team with the higher score wins; otherwise it is a draw.
    pub score_at_limit: bool,
}

impl Victory {
    /// Nobody wins: the match goes on until its time limit, and is a draw.
    pub const NONE: Victory = Victory { annihilation: false, score_at_limit: false };
}

/// A validated scenario.
///
/// # Examples
///
/// What is made by hand is checked as what is read from files:
///
/// ```
/// use sandtable_model::map::{Cell, Map};
/// use sandtable_model::scenario::{PlacedEntity, PlayerSetup, Scenario};
/// use sandtable_state::id::{KindId, PlayerId};
/// # use sandtable_math::Fx;
/// # use sandtable_model::rules::{Class, FootprintSize, Kind, Rules, StartingForce, Terrain};
/// # let footprint = Some(FootprintSize { width: 2, height: 2, gate: false });
/// # let hut = Kind { footprint, make_ticks: 16, max_hp: Fx::from_int(20), ..Kind::plain("hut", Class::Building) };
/// # let grass = Terrain { name: "grass".into(), glyph: '.', costs: [8; 5], height: 0, blocks_sight: false, buildable: true };
/// # let rules = Rules {
/// #     name: "example".into(),
/// #     resources: vec!["gold".into()],
/// #     terrain: vec![grass],
/// #     damage_kinds: vec!["plain".into()],
/// #     armour_classes: vec!["plain".into()],
/// #     damage_percent: vec![vec![100]],
/// #     kinds: vec![hut],
/// #     techs: Vec::new(),
/// #     abilities: Vec::new(),
/// #     refund_percent: 75,
/// #     repair_cost_percent: 25,
/// #     supply_limit: 10,
/// #     start: StartingForce { resources: [0; 4], base: KindId(0), units: Vec::new() },
/// #     conduct: None,
/// #     jobs: None,
/// #     perception: Default::default(),
/// #     slots: false,
/// # };
///
/// let map = Map::level("field", 16, 16, vec![0; 16 * 16]);
/// let mut scenario = Scenario::sandbox("a hut", rules, map, vec![PlayerSetup::numbered(0)]);
/// scenario.placed.push(PlacedEntity::new(KindId(0), PlayerId(0), Cell::new(4, 4), 1));
/// assert!(scenario.check().is_empty());
///
/// scenario.placed[0].cell = Cell::new(15, 4);
/// let defects = scenario.check();
/// assert_eq!((defects.len(), defects[0].path.as_str()), (1, "placed[1].at"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// The ruleset.
    pub rules: Rules,
    /// The map.
    pub map: Map,
    /// The players, 1 … 8; player 1 is row 0.
    pub players: Vec<PlayerSetup>,
    /// What is placed besides the start bases and the map's nodes.
    pub placed: Vec<PlacedEntity>,
    /// Fog of war.
    pub fog: Fog,
    /// The last tick, 1 … [`sandtable_state::limits::MAX_TICKS`].
    pub time_limit_ticks: u32,
    /// Ticks between a decision and its effect beyond the next tick, 0 … [`sandtable_state::limits::MAX_ORDER_DELAY`].
    pub order_delay_ticks: u8,
    /// How it ends.
    pub victory: Victory,
    /// Whether every player gets the rules' starting force on its start.
    pub start_forces: bool,
    /// What groups of units are told at which time.
    pub schedules: Vec<SchedulePlan>,
}

impl Scenario {
    /// A sandbox: nothing is placed, nobody has a start or wins, all is visible, orders take effect in the next tick, and the time limit
    /// is the longest there is. What it is for is put in afterwards.
    pub fn sandbox(name: &str, rules: Rules, map: Map, players: Vec<PlayerSetup>) -> Scenario {
        Scenario {
            name: name.to_owned(),
            rules,
            map,
            players,
            placed: Vec::new(),
            fog: Fog::Off,
            time_limit_ticks: MAX_TICKS,
            order_delay_ticks: 0,
            victory: Victory::NONE,
            start_forces: false,
            schedules: Vec::new(),
        }
    }

    /// Everything it must not hold: values out of range, rows that do not exist, places off the map or upon each
    /// other. A world may be made of a scenario only when this is empty, as it is of one that was loaded from files.
    pub fn check(&self) -> Vec<Defect> {
        check::check(self)
    }

    /// The number of teams: one more than the greatest team number.
    pub fn teams(&self) -> usize {
        self.players.iter().map(|player| player.team.index() + 1).max().unwrap_or(0)
    }

    /// The team of a player; nobody's (none) for the neutral owner.
    #[inline]
    pub fn team_of(&self, player: PlayerId) -> Option<TeamId> {
        self.players.get(player.index()).map(|setup| setup.team)
    }
}
