//! The systems that a player can do without.

use sandtable_decide::MindFeatures;
use sandtable_model::scenario::{PlayerFeatures, PlayerSetup};
use serde::Serialize;

/// A system of units, by the key of `[[players]]` that turns it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// Units act by the minds of their kinds.
    Minds,
    /// Minds have goals of their own.
    Goals,
    /// Minds have state machines.
    Machines,
    /// Reactions interrupt minds.
    Reactions,
    /// Minds run behaviour trees.
    Trees,
    /// Position queries choose places for units.
    Queries,
    /// Units think less often when less is at stake.
    Detail,
    /// Squads keep formation.
    Formations,
    /// Units perceive with the senses of their kinds.
    Senses,
    /// Units take places around their targets.
    Slots,
    /// Idle workers choose jobs.
    Jobs,
}

/// What one of two sides does without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A system of its units.
    Units(System),
    /// A system of its commander, by the name that `without` has in a strategy file.
    Commander(&'static str),
}

impl Missing {
    /// The key that turns it off.
    pub const fn key(self) -> &'static str {
        match self {
            Missing::Units(system) => system.key(),
            Missing::Commander(part) => part,
        }
    }
}

impl From<System> for Missing {
    fn from(system: System) -> Missing {
        Missing::Units(system)
    }
}

impl System {
    /// All of them.
    pub const ALL: [System; 11] = [
        System::Minds,
        System::Goals,
        System::Machines,
        System::Reactions,
        System::Trees,
        System::Queries,
        System::Detail,
        System::Formations,
        System::Senses,
        System::Slots,
        System::Jobs,
    ];

    /// The key that turns it off.
    pub const fn key(self) -> &'static str {
        match self {
            System::Minds => "minds",
            System::Goals => "goals",
            System::Machines => "machines",
            System::Reactions => "reactions",
            System::Trees => "trees",
            System::Queries => "queries",
            System::Detail => "detail",
            System::Formations => "formations",
            System::Senses => "senses",
            System::Slots => "slots",
            System::Jobs => "jobs",
        }
    }

    /// What its units do with it.
    pub const fn about(self) -> &'static str {
        match self {
            System::Minds => "Units act by the minds of their kinds",
            System::Goals => "Minds have goals of their own",
            System::Machines => "Minds have state machines",
            System::Reactions => "Reactions interrupt minds",
            System::Trees => "Minds run behaviour trees",
            System::Queries => "Position queries choose places for units",
            System::Detail => "Units think less often when less is at stake",
            System::Formations => "Squads keep formation",
            System::Senses => "Units perceive with the senses of their kinds",
            System::Slots => "Units take places around their targets",
            System::Jobs => "Idle workers choose jobs",
        }
    }

    /// Has a player do without it.
    pub fn switch_off(self, player: &mut PlayerSetup) {
        self.set(player, false);
    }

    /// Has a player do without it, or with it, as another does.
    pub fn copy(self, from: &PlayerSetup, to: &mut PlayerSetup) {
        let is_on = match self.switch() {
            SystemSwitch::Minds => from.minds,
            SystemSwitch::Mind(feature) => from.mind_features.contains(feature),
            SystemSwitch::Player(feature) => from.features.contains(feature),
        };
        self.set(to, is_on);
    }

    fn set(self, player: &mut PlayerSetup, is_on: bool) {
        match self.switch() {
            SystemSwitch::Minds => player.minds = is_on,
            SystemSwitch::Mind(feature) => player.mind_features.set(feature, is_on),
            SystemSwitch::Player(feature) => player.features.set(feature, is_on),
        }
    }

    /// What its key sets.
    const fn switch(self) -> SystemSwitch {
        match self {
            System::Minds => SystemSwitch::Minds,
            System::Goals => SystemSwitch::Mind(MindFeatures::GOALS),
            System::Machines => SystemSwitch::Mind(MindFeatures::MACHINES),
            System::Reactions => SystemSwitch::Mind(MindFeatures::REACTIONS),
            System::Trees => SystemSwitch::Mind(MindFeatures::TREES),
            System::Queries => SystemSwitch::Mind(MindFeatures::QUERIES),
            System::Detail => SystemSwitch::Mind(MindFeatures::DETAIL),
            System::Formations => SystemSwitch::Player(PlayerFeatures::FORMATIONS),
            System::Senses => SystemSwitch::Player(PlayerFeatures::SENSES),
            System::Slots => SystemSwitch::Player(PlayerFeatures::SLOTS),
            System::Jobs => SystemSwitch::Player(PlayerFeatures::JOBS),
        }
    }
}

/// Where a player's setup says whether it has a system.
enum SystemSwitch {
    /// Whether minds are followed.
    Minds,
    /// A part of those minds.
    Mind(MindFeatures),
    /// Something besides them.
    Player(PlayerFeatures),
}
