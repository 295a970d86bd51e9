//! What schedules say, for reports: looking changes nothing.

use crate::world::World;
use sandtable_model::Verb;
use sandtable_state::id::UnitId;

/// A schedule as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObservedSchedule<'w> {
    /// Its name.
    pub name: &'w str,
    /// The number of the entry that began last, from 1; 0 before the first.
    pub entry: u16,
    /// What that told the group.
    pub verb: Option<Verb>,
    /// Who belongs to the group, those who have died since it was last told something included.
    pub members: &'w [UnitId],
}

impl World {
    /// Every schedule of the scenario, in its order. Sees everything: not for commanders.
    pub fn observe_schedules(&self) -> impl Iterator<Item = ObservedSchedule<'_>> {
        self.scenario.schedules.iter().zip(&self.parts.schedules).map(|(plan, progress)| {
            let slice = progress.next.checked_sub(1).and_then(|row| plan.slices.get(usize::from(row)));
            let verb = slice.and_then(|slice| slice.deed).map(|deed| deed.verb());
            ObservedSchedule { name: &plan.name, entry: progress.next, verb, members: &progress.members }
        })
    }
}
