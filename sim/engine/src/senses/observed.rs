//! What a unit perceives, as viewers, reports and tests see it: plain copies.

use super::{AwarenessRole, Perception};
use crate::component::Identity;
use crate::state::SceneBase;
use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::{Class, HOSTILITIES, Hostility, Stimulus};
use sandtable_state::id::UnitId;

/// What interests a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservedConcern {
    /// What happened.
    pub incident: Stimulus,
    /// Who was seen, heard or struck.
    pub subject: UnitId,
    /// Where that was.
    pub at: Vec2,
    /// The tick at which it was first noticed, and last.
    pub ticks: (u32, u32),
    /// The unit's own part.
    pub role: AwarenessRole,
    /// What it is worth to it now, 0 … 100.
    pub value: Fx,
    /// Who keeps watch.
    pub sentry: UnitId,
    /// Who goes and looks.
    pub investigators: [UnitId; sandtable_state::limits::MAX_INVESTIGATORS],
}

/// What a unit with senses perceives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedSenses {
    /// The name of its senses.
    pub name: String,
    /// The nearest it saw when it last looked, by level of hostility.
    pub sees: Vec<(Hostility, UnitId)>,
    /// The tick at which it last heard something, and where that was.
    pub heard: Option<(u32, Vec2)>,
    /// What interests it.
    pub concern: Option<ObservedConcern>,
}

impl Perception {
    /// What a unit perceives by itself; none without senses.
    pub(crate) fn observe(&self, base: SceneBase<'_>, unit: UnitId) -> Option<ObservedSenses> {
        let row = base.place(unit).filter(|place| place.class == Class::Unit)?.row as usize;
        let awareness = self.of(row)?;
        let kind = base.entities.column::<Identity>(&base.entities.units)[row].kind;
        let senses = self.fixed.as_ref()?.senses(base.rules(), unit.owner(), kind)?;
        let sees = HOSTILITIES.iter().map(|(_, level)| (*level, awareness.sees[*level as usize]));
        let concern = self.interest(&base, row).map(|it| ObservedConcern {
            incident: it.concern.incident,
            subject: it.concern.subject,
            at: it.concern.at,
            ticks: (it.concern.since, it.concern.tick),
            role: it.role,
            value: it.value,
            sentry: it.concern.sentry,
            investigators: it.concern.investigators,
        });
        Some(ObservedSenses {
            name: senses.name.clone(),
            sees: sees.filter(|(_, id)| id.is_some()).collect(),
            heard: (awareness.heard_tick != 0).then_some((awareness.heard_tick, awareness.heard_at)),
            concern,
        })
    }
}
