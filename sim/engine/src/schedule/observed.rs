//! What schedules say, for reports: looking changes nothing.

use super::ScheduleState;
use sandtable_model::OrderKind;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::UnitId;

/// A schedule as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObservedSchedule<'w> {
    /// Its name.
    pub name: &'w str,
    /// The number of the entry that began last, from 1; 0 before the first.
    pub entry: u16,
    /// What that told the group.
    pub verb: Option<OrderKind>,
    /// Who belongs to the group, those who have died since it was last told something included.
    pub members: &'w [UnitId],
}

/// Every schedule of a scenario, in its order.
pub(crate) fn observe<'w>(
    scenario: &'w Scenario,
    schedules: &'w [ScheduleState],
) -> impl Iterator<Item = ObservedSchedule<'w>> {
    scenario.schedules.iter().zip(schedules).map(|(plan, progress)| {
        let slice = progress.next.checked_sub(1).and_then(|row| plan.slices.get(usize::from(row)));
        let verb = slice.and_then(|slice| slice.action).map(|action| action.verb());
        ObservedSchedule { name: &plan.name, entry: progress.next, verb, members: &progress.members }
    })
}
