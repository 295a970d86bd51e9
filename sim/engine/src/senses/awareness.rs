//! What senses leave behind: what a unit is aware of, and what the units of a player are concerned with together.

use sandtable_math::Vec2;
use sandtable_model::rules::Stimulus;
use sandtable_state::id::{PlayerId, UnitId};
use sandtable_state::limits::MAX_INVESTIGATORS;
use sandtable_state::{state_enum, state_struct};

state_enum! {
    /// The part a unit has in what concerns it.
    #[derive(Default)]
    pub enum AwarenessRole {
        /// None: nothing does.
        #[default]
        None = 0,
        /// It keeps watch.
        Sentry = 1,
        /// It goes and looks.
        Investigator = 2,
        /// It knows, and leaves it to others.
        Bystander = 3,
    }
}

state_struct! {
    /// What a unit with senses is aware of.
    #[derive(Copy, Default)]
    pub struct Awareness {
        /// The nearest of each level of hostility that it saw when it last looked; none for nobody, or where it registers none.
        pub sees: [UnitId; 4],
        /// The tick at which it last heard something; 0 for never.
        pub heard_tick: u32,
        /// Where that was.
        pub heard_at: Vec2,
        /// The concern that it has taken up; 0 for none.
        pub concern: u32,
        /// Its part in that.
        pub role: AwarenessRole,
        /// How strongly it perceived that, in percent.
        pub strength_percent: u8,
    }
}

state_struct! {
    /// Something that happened, as far as units of one player have noticed it.
    #[derive(Copy)]
    pub struct Concern {
        /// Counted over the match, from 1.
        pub id: u32,
        /// Whose units.
        pub player: PlayerId,
        /// What happened.
        pub incident: Stimulus,
        /// Who was seen, heard or struck, the latest if several.
        pub subject: UnitId,
        /// Where that was.
        pub at: Vec2,
        /// The tick at which it was first noticed.
        pub since: u32,
        /// The tick at which it was last.
        pub tick: u32,
        /// Whether somebody has been there and looked.
        pub answered: bool,
        /// Who keeps watch.
        pub sentry: UnitId,
        /// Who goes and looks.
        pub investigators: [UnitId; MAX_INVESTIGATORS],
    }
}

impl Concern {
    /// How many go and look.
    pub fn investigating(&self) -> usize {
        self.investigators.iter().filter(|unit| unit.is_some()).count()
    }

    /// Takes its part from a unit.
    pub(super) fn vacate(&mut self, unit: UnitId) {
        let all = self.investigators.iter_mut().chain([&mut self.sentry]);
        all.filter(|held| **held == unit).for_each(|held| *held = UnitId::NONE);
    }
}
