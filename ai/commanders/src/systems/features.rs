//! What managers do beyond the plain: each feature can be switched on by itself.

use sandtable_content::TableReader;

use super::disabled::{DisabledSystems, StrategySystem};

/// A feature of the managers, switched on under `[systems]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ManagerFeature {
    /// Money that no plan wants is spent on what plans would want more of.
    Spend,
    /// An army sets out, and fights on, by an estimate of the odds.
    Odds,
    /// Scouts go where goals ask.
    Questions,
    /// Workers are allotted by a controller instead of by shares of demand.
    Pid,
    /// What is remembered weighs less the older it is.
    Fading,
    /// An enemy out of sight is taken to have made as many soldiers as oneself.
    Parity,
    /// Fights are played forward before they are fought, instead of weighed.
    Rehearsal,
    /// A lost match is given up.
    Surrender,
}

/// Every feature with its key in files, and the name under which a strategy may do without it.
const FEATURES: [(&str, ManagerFeature, StrategySystem); 8] = [
    ("spend", ManagerFeature::Spend, StrategySystem::Spend),
    ("odds", ManagerFeature::Odds, StrategySystem::Odds),
    ("questions", ManagerFeature::Questions, StrategySystem::Questions),
    ("pid", ManagerFeature::Pid, StrategySystem::Pid),
    ("fading", ManagerFeature::Fading, StrategySystem::Fading),
    ("parity", ManagerFeature::Parity, StrategySystem::Parity),
    ("rehearsal", ManagerFeature::Rehearsal, StrategySystem::Rehearsal),
    ("surrender", ManagerFeature::Surrender, StrategySystem::Surrender),
];

/// The features that a strategy has switched on, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ManagerFeatures(u8);

impl ManagerFeatures {
    /// Reads `[systems]` of a strategy file; none when there is no such table.
    pub fn read(file: &TableReader<'_>) -> ManagerFeatures {
        let mut features = ManagerFeatures::default();
        if let Some(table) = file.table("systems") {
            for (key, feature, _) in FEATURES {
                features.0 |= u8::from(table.boolean(key).or(false)) << feature as u8;
            }
        }
        features
    }

    /// Whether a feature is switched on.
    pub const fn has(self, feature: ManagerFeature) -> bool {
        self.0 >> feature as u8 & 1 == 1
    }

    /// Switches off what the strategy does without.
    pub fn strip(&mut self, disabled: DisabledSystems) {
        for (_, feature, _) in FEATURES.iter().filter(|(.., part)| disabled.has(*part)) {
            self.0 &= !(1 << *feature as u8);
        }
    }
}
