//! The systems that a player can do without.

use sandtable_model::scenario::PlayerSetup;
use serde::Serialize;

/// A system of units, by the key of `[[players]]` that turns it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// Units follow the minds of their kinds.
    Minds,
    /// Their minds have goals of their own.
    Goals,
    /// Their minds have state machines.
    Machines,
    /// Reactions come over their minds.
    Reactions,
    /// Their minds run behaviour trees.
    Trees,
    /// Position queries find them places.
    Queries,
    /// They think the more seldom the less is at stake.
    Detail,
    /// Squads keep formation.
    Formations,
    /// Units perceive by the senses of their kinds.
    Senses,
    /// Units take places round their targets.
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
            System::Minds => "Units follow the minds of their kinds",
            System::Goals => "Their minds have goals of their own",
            System::Machines => "Their minds have state machines",
            System::Reactions => "Reactions come over their minds",
            System::Trees => "Their minds run behaviour trees",
            System::Queries => "Position queries find them places",
            System::Detail => "They think the more seldom the less is at stake",
            System::Formations => "Squads keep formation",
            System::Senses => "Units perceive by the senses of their kinds",
            System::Slots => "Units take places round their targets",
            System::Jobs => "Idle workers choose jobs",
        }
    }

    /// Has a player do without it.
    pub fn switch_off(self, player: &mut PlayerSetup) {
        *self.switch(player) = false;
    }

    /// Has a player do without it, or with it, as another does.
    pub fn copy(self, from: &PlayerSetup, to: &mut PlayerSetup) {
        *self.switch(to) = *self.switch(&mut from.clone());
    }

    /// What its key sets.
    fn switch(self, player: &mut PlayerSetup) -> &mut bool {
        let faculties = &mut player.faculties;
        match self {
            System::Minds => &mut player.minds,
            System::Goals => &mut faculties.goals,
            System::Machines => &mut faculties.machines,
            System::Reactions => &mut faculties.reactions,
            System::Trees => &mut faculties.trees,
            System::Queries => &mut faculties.queries,
            System::Detail => &mut faculties.detail,
            System::Formations => &mut player.formations,
            System::Senses => &mut player.senses,
            System::Slots => &mut player.slots,
            System::Jobs => &mut player.jobs,
        }
    }
}
