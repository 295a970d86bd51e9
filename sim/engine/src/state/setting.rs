//! What parts of the state may read beside themselves.

use crate::entities::Entities;
use sandtable_model::scenario::Scenario;

/// What a part of the state may read beside itself: what is being played, and who lives.
#[derive(Clone, Copy)]
pub(crate) struct PartSetting<'w> {
    pub(crate) scenario: &'w Scenario,
    pub(crate) entities: &'w Entities,
}
