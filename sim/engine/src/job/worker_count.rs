//! Who is at what: the workers that each thing has, those on their way and those queued for it included.

use crate::component::{Agent, TaskKind};
use crate::state::SceneBase;
use sandtable_state::Arrange;
use sandtable_state::id::{TeamId, UnitId};

/// The workers of each thing, by team: an entry for each.
pub(crate) struct WorkerCount {
    /// (team, thing, worker), ascending.
    entries: Vec<(u8, UnitId, UnitId)>,
}

impl WorkerCount {
    /// The workers of all teams as they are told now.
    pub(crate) fn new(base: &SceneBase<'_>) -> WorkerCount {
        let units = &base.entities.units;
        let agents = base.entities.column::<Agent>(units);
        let mut entries = Vec::new();
        for (id, row) in units.ids().iter().zip(units.rows()) {
            let Some(team) = base.team(id.owner()) else { continue };
            for task in agents[*row as usize].acts.iter() {
                if matches!(task.kind, TaskKind::Gather | TaskKind::Build | TaskKind::Repair) {
                    entries.push((team.0, task.target, *id));
                }
            }
        }
        entries.arrange();
        WorkerCount { entries }
    }

    /// How many workers of a team a thing has besides this one.
    pub(super) fn others(&self, team: TeamId, thing: UnitId, worker: UnitId) -> u32 {
        let first = self.entries.partition_point(|entry| (entry.0, entry.1) < (team.0, thing));
        let own = self.entries[first..].iter().take_while(|entry| (entry.0, entry.1) == (team.0, thing));
        own.filter(|entry| entry.2 != worker).count() as u32
    }

    /// Notes that a worker has gone from whatever it was at to a thing.
    pub(super) fn enlist(&mut self, team: Option<TeamId>, thing: UnitId, worker: UnitId) {
        let Some(team) = team else { return };
        self.entries.retain(|entry| entry.2 != worker);
        let entry = (team.0, thing, worker);
        let place = self.entries.partition_point(|other| *other < entry);
        self.entries.insert(place, entry);
    }
}
