//! What units of a kind perceive themselves, and what of it interests them.

use sandtable_math::Fx;
use sandtable_state::limits::MAX_SENSES;
use serde::{Deserialize, Serialize};

use super::checker::Checker;
use super::{Rules, is_name, ranges};

sandtable_state::state_enum! {
    /// What another is to a unit.
    #[derive(Hash)]
    pub enum Hostility {
        /// Of another team.
        Enemy = 0,
        /// Of another player of its team.
        Ally = 1,
        /// Of its own player.
        Own = 2,
        /// Nobody's.
        Neutral = 3,
    }
}

/// Every level of hostility with its name in files, in the order of their numbers.
pub const HOSTILITIES: [(&str, Hostility); 4] =
    [("enemy", Hostility::Enemy), ("ally", Hostility::Ally), ("own", Hostility::Own), ("neutral", Hostility::Neutral)];

/// A set of levels of hostility: a bit for each row of [`HOSTILITIES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostilitySet(pub u8);

impl HostilitySet {
    /// Adds a level of hostility to the set.
    #[must_use]
    pub const fn with(self, level: Hostility) -> HostilitySet {
        HostilitySet(self.0 | 1 << level as u8)
    }

    /// Whether a level is in it.
    #[inline]
    pub const fn has(self, level: Hostility) -> bool {
        self.0 >> level as u8 & 1 != 0
    }
}

/// What units of some kinds perceive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Senses {
    /// Their name in the ruleset.
    pub name: String,
    /// How far they see, in cells, 0 … [`sandtable_state::limits::MAX_SIGHT`]: no farther than their team does in any case.
    pub sight: u8,
    /// How wide they see, in degrees, 1 … 360: a cone about where they face, or a circle.
    pub view_degrees: u16,
    /// How far they see whatever they face, in cells.
    pub around: Fx,
    /// How far they hear a noise, in percent of how far it is heard by plain ears, 0 … 400.
    pub hearing_percent: u16,
    /// The share of a noise's strength that must reach them, in percent, 1 … 100.
    pub threshold_percent: u8,
    /// Whom they register at all.
    pub notices: HostilitySet,
    /// Ticks between two looks round, 1 … 160.
    pub look_ticks: u8,
}

sandtable_state::state_enum! {
    /// What can interest a unit.
    #[derive(Hash)]
    pub enum Stimulus {
        /// Somebody comes in view.
        Sighting = 0,
        /// Somebody walks.
        Steps = 1,
        /// Somebody strikes or shoots.
        Shot = 2,
        /// Somebody uses an ability.
        Cast = 3,
        /// Somebody is struck.
        Hurt = 4,
        /// Somebody falls.
        Death = 5,
    }
}

/// Every incident with its name in files, in the order of their numbers.
pub const INCIDENTS: [(&str, Stimulus); 6] = [
    ("sighting", Stimulus::Sighting),
    ("steps", Stimulus::Steps),
    ("shot", Stimulus::Shot),
    ("cast", Stimulus::Cast),
    ("hurt", Stimulus::Hurt),
    ("death", Stimulus::Death),
];

impl Stimulus {
    /// Its name in content files.
    pub const fn name(self) -> &'static str {
        INCIDENTS[self as usize].0
    }
}

/// How the strength of a noise falls with distance: nothing, or nearly, is left of it at the end of its reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Falloff {
    /// In proportion to the distance.
    #[default]
    Linear,
    /// With the square of the distance, as in the open: from all of it at a tenth of its reach to a hundredth at the end.
    InverseSquare,
}

impl Falloff {
    /// The strength in percent, rounded down, of a noise that reaches `reach` cells, at a squared distance (1/2³²).
    pub fn strength(self, reach: Fx, square: i64) -> u8 {
        if reach <= Fx::ZERO || square > reach.squared_wide() {
            return 0;
        }
        let strength = match self {
            Falloff::Linear => {
                let left = reach - Fx::root_of_wide(square);
                i64::from(left.bits()) * 100 / i64::from(reach.bits())
            }
            Falloff::InverseSquare => reach.squared_wide() / square.max(1),
        };
        strength.clamp(0, 100) as u8
    }
}

/// What notices an incident.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoticedBy {
    /// Eyes, within this many cells.
    Sight(Fx),
    /// Ears, by the noise that it makes.
    Hearing(Falloff),
}

/// How units with senses take one sort of incident.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interest {
    /// Of what.
    pub incident: Stimulus,
    /// Whose: what those are to the unit.
    pub of: HostilitySet,
    /// What notices it.
    pub by: NoticedBy,
    /// How much it is worth when it is fresh, 1 … 100.
    pub priority: u8,
    /// Ticks in which that falls to nothing, 1 … 4,096.
    pub lasts_ticks: u16,
    /// How many go and look, 0 … [`sandtable_state::limits::MAX_INVESTIGATORS`].
    pub investigators: u8,
}

/// The senses and interests of a ruleset; empty in one whose units have none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerceptionRules {
    /// Senses, by name.
    pub senses: Vec<Senses>,
    /// Interests, each incident at most once, in the order of their numbers.
    pub interests: Vec<Interest>,
}

impl PerceptionRules {
    /// What interest there is in an incident.
    #[inline]
    pub fn interest(&self, incident: Stimulus) -> Option<&Interest> {
        self.interests.iter().find(|interest| interest.incident == incident)
    }
}

/// How far units of a kind are heard by plain ears, in cells; 0 is silent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noise {
    /// When they walk.
    pub walk: Fx,
    /// When they are struck or fall.
    pub cry: Fx,
}

pub(super) fn check(rules: &Rules, checker: &mut Checker<'_>) {
    let PerceptionRules { senses, interests } = &rules.perception;
    checker.count("senses", senses.len(), 0..=MAX_SENSES);
    for one in senses {
        let path = |key: &str| format!("senses.{}.{key}", one.name);
        if !is_name(&one.name) {
            checker.defect(
                "senses",
                "a name of other letters",
                "lower-case letters, digits and underscores, at most 32",
            );
        }
        checker.within(&path("sight"), one.sight, ranges::SIGHT);
        checker.within(&path("view"), one.view_degrees, ranges::VIEW_DEGREES);
        checker.within(&path("around"), one.around, ranges::AROUND);
        checker.within(&path("hearing"), one.hearing_percent, ranges::HEARING_PERCENT);
        checker.within(&path("threshold"), one.threshold_percent, ranges::THRESHOLD_PERCENT);
        checker.within(&path("look"), one.look_ticks, ranges::LOOK_TICKS);
        check_set(&path("notices"), one.notices, checker);
    }
    for interest in interests {
        let path = |key: &str| format!("interests.{}.{key}", interest.incident.name());
        match interest.by {
            NoticedBy::Sight(radius) => checker.within(&path("radius"), radius, ranges::INTEREST_RADIUS),
            NoticedBy::Hearing(_) if interest.incident == Stimulus::Sighting => {
                checker.defect(&path("sense"), "\"hearing\"", "\"sight\": a sighting is seen");
            }
            NoticedBy::Hearing(_) => {}
        }
        checker.within(&path("priority"), interest.priority, ranges::INTEREST_PRIORITY);
        checker.within(&path("duration"), interest.lasts_ticks, ranges::INTEREST_TICKS);
        checker.within(&path("investigators"), interest.investigators, ranges::INVESTIGATORS);
        check_set(&path("of"), interest.of, checker);
    }
    if !interests.is_sorted_by(|a, b| a.incident < b.incident) {
        checker.defect("interests", "incidents out of order, or one twice", "each incident once, in order");
    }
}

fn check_set(path: &str, set: HostilitySet, checker: &mut Checker<'_>) {
    if set.0 == 0 || set.0 >> HOSTILITIES.len() != 0 {
        let found = if set.0 == 0 { "none" } else { "a level beyond the last" };
        checker.defect(path, found, "at least one of \"enemy\", \"ally\", \"own\", \"neutral\"");
    }
}

pub(super) fn check_noise(noise: &Noise, checker: &mut Checker<'_>) {
    checker.within("noise.walk", noise.walk, ranges::NOISE);
    checker.within("noise.cry", noise.cry, ranges::NOISE);
}
