//! What a unit's tasks and stance let its weapon do.

use crate::component::{Agent, ConstructionStage, CurrentAction, TaskKind};
use sandtable_model::Stance;

/// How freely targets may be taken unbidden. A target that an order named is attacked in every posture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Posture {
    /// None: workers, whoever is busy with something else, buildings that are not whole.
    Passive,
    /// Those in range, if the weapon fires on the move: its bearer was told to walk.
    Walking,
    /// Those in range.
    Standing,
    /// Those near enough to go for.
    Free,
}

impl Posture {
    /// The posture of a unit that wills this: what its mind has decided stands before its tasks.
    #[inline]
    pub(super) fn under(will: Option<CurrentAction>, agent: &Agent) -> Posture {
        match will {
            None | Some(CurrentAction::Obey) => Posture::by_tasks(agent),
            Some(CurrentAction::Hold) if agent.stance == Stance::Passive => Posture::Passive,
            Some(CurrentAction::Hold | CurrentAction::Strike | CurrentAction::Chase) => Posture::Standing,
            Some(CurrentAction::Walk | CurrentAction::Near) => Posture::Walking,
        }
    }

    /// The posture of a unit by its tasks.
    pub(super) fn by_tasks(agent: &Agent) -> Posture {
        let stands = agent.stance == Stance::Standing;
        match agent.acts.head().map(|task| task.kind) {
            Some(TaskKind::Strike | TaskKind::Engage | TaskKind::Guard) if stands => Posture::Standing,
            Some(TaskKind::Strike | TaskKind::Engage | TaskKind::Guard) => Posture::Free,
            Some(_) => Posture::Passive,
            None => Posture::unoccupied(agent),
        }
    }

    /// The posture of a unit without an action task.
    fn unoccupied(agent: &Agent) -> Posture {
        if agent.stance == Stance::Passive {
            return Posture::Passive;
        }
        match agent.moves.head().map(|task| task.kind) {
            None => match agent.stance {
                Stance::Standing => Posture::Standing,
                _ => Posture::Free,
            },
            Some(TaskKind::Hold) => Posture::Standing,
            Some(_) => Posture::Walking,
        }
    }

    /// The posture of a building.
    pub(super) const fn of_building(stage: ConstructionStage) -> Posture {
        match stage {
            ConstructionStage::Complete => Posture::Standing,
            ConstructionStage::Planned | ConstructionStage::Rising => Posture::Passive,
        }
    }
}
