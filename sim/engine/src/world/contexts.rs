//! Who borrows what of a world: a context a system, its fields disjoint.

use super::World;
use crate::agent::AgentContext;
use crate::attack_slots::{AttackSlots, SlotContext};
use crate::combat::CombatContext;
use crate::economy::EconomyContext;
use crate::flow::FlowContext;
use crate::group_places::GroupContext;
use crate::job::JobContext;
use crate::route::RouteContext;
use crate::scene::{Scene, SnapshotContext};
use crate::schedule::ScheduleContext;
use crate::senses::SensesContext;
use crate::sight::SightContext;
use crate::spawn::LifecycleContext;
use crate::squad::SquadContext;
use crate::state::SceneBase;
use crate::steer::SteerContext;
use crate::validator::ValidatorContext;
use crate::victory::VictoryContext;

/// All that is about, out of the fields of a world.
macro_rules! scene {
    ($scenario:ident, $entities:ident, $parts:ident, $derived:ident, $workspaces:ident, $threads:ident) => {
        Scene {
            base: SceneBase {
                scenario: $scenario,
                clock: &$parts.clock,
                players: &$parts.players,
                stats: &$derived.stats,
                entities: $entities,
                threads: $threads,
            },
            ground: &$derived.ground,
            sight: &$derived.sight,
            knowledge: &$parts.knowledge,
            frame: &$workspaces.frame,
        }
    };
}

/// What entities come and go by, out of the fields of a world.
macro_rules! lifecycle {
    ($scenario:ident, $entities:ident, $parts:ident, $derived:ident, $workspaces:ident, $threads:ident) => {
        LifecycleContext {
            scenario: $scenario,
            threads: $threads,
            frame: &$workspaces.frame,
            stats: &mut $derived.stats,
            clock: &mut $parts.clock,
            players: &mut $parts.players,
            entities: $entities,
            ground: &mut $derived.ground,
            sight: &mut $derived.sight,
            knowledge: &mut $parts.knowledge,
            newborns: &mut $workspaces.newborns,
            events: &mut $workspaces.events,
        }
    };
}

impl World {
    /// What hardly any system changes.
    #[inline]
    pub(crate) fn base(&self) -> SceneBase<'_> {
        SceneBase {
            scenario: &self.scenario,
            clock: &self.parts.clock,
            players: &self.parts.players,
            stats: &self.derived.stats,
            entities: &self.entities,
            threads: &self.threads,
        }
    }

    /// All that is about, for systems that only read it.
    #[inline]
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene {
            base: self.base(),
            ground: &self.derived.ground,
            sight: &self.derived.sight,
            knowledge: &self.parts.knowledge,
            frame: &self.workspaces.frame,
        }
    }

    /// What [`crate::scene::gather_frame`] borrows.
    pub(crate) fn frame_context(&mut self) -> SnapshotContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        SnapshotContext {
            base: SceneBase {
                scenario,
                clock: &parts.clock,
                players: &parts.players,
                stats: &derived.stats,
                entities,
                threads,
            },
            frame: &mut workspaces.frame,
            presence: &mut workspaces.combat.presence,
        }
    }

    /// What entities come and go by.
    pub(crate) fn lifecycle_context(&mut self) -> LifecycleContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        lifecycle!(scenario, entities, parts, derived, workspaces, threads)
    }

    /// What [`crate::group_places`] borrows.
    pub(crate) fn group_context(&mut self) -> GroupContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        GroupContext {
            scene: scene!(scenario, entities, parts, derived, workspaces, threads),
            workspace: &mut workspaces.group,
        }
    }

    /// What [`crate::squad`] borrows.
    pub(crate) fn squad_context(&mut self) -> SquadContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        SquadContext {
            scene: scene!(scenario, entities, parts, derived, workspaces, threads),
            flow: &mut parts.flow,
            squads: &mut parts.squads,
            move_requests: &mut workspaces.group.requests,
        }
    }

    /// What [`crate::validator`] borrows.
    pub(crate) fn validator_context(&mut self) -> ValidatorContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        ValidatorContext {
            life: lifecycle!(scenario, entities, parts, derived, workspaces, threads),
            squads: &mut parts.squads,
            move_requests: &mut workspaces.group.requests,
        }
    }

    /// What [`crate::schedule`] borrows.
    pub(crate) fn schedule_context(&mut self) -> ScheduleContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        ScheduleContext {
            validator: ValidatorContext {
                life: lifecycle!(scenario, entities, parts, derived, workspaces, threads),
                squads: &mut parts.squads,
                move_requests: &mut workspaces.group.requests,
            },
            schedules: &mut parts.schedules,
        }
    }

    /// What [`crate::economy`] borrows.
    pub(crate) fn economy_context(&mut self) -> EconomyContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        EconomyContext {
            life: lifecycle!(scenario, entities, parts, derived, workspaces, threads),
            active_work: &mut workspaces.agents.active_work,
            move_requests: &mut workspaces.group.requests,
            workspace: &mut workspaces.economy,
        }
    }

    /// What [`crate::combat`] borrows.
    pub(crate) fn combat_context(&mut self) -> CombatContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        CombatContext {
            scenario,
            stats: &derived.stats,
            threads,
            ground: &derived.ground,
            sight: &derived.sight,
            knowledge: &parts.knowledge,
            frame: &workspaces.frame,
            slots: AttackSlots::borrow(&parts.reservations, &workspaces.slots),
            memories: parts.minds.memories(),
            active_work: &workspaces.agents.active_work,
            entities,
            clock: &mut parts.clock,
            players: &mut parts.players,
            events: &mut workspaces.events,
            workspace: &mut workspaces.combat,
        }
    }

    /// What [`crate::sight`] borrows.
    pub(crate) fn sight_context(&mut self) -> SightContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        SightContext {
            scenario,
            clock: &parts.clock,
            stats: &derived.stats,
            threads,
            ground: &derived.ground,
            entities,
            players: &mut parts.players,
            knowledge: &mut parts.knowledge,
            sight: &mut derived.sight,
            workspace: &mut workspaces.sight,
        }
    }

    /// What [`crate::agent`] borrows.
    pub(crate) fn agent_context(&mut self) -> AgentContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        let (clock, players, stats) = (&parts.clock, &parts.players, &derived.stats);
        AgentContext {
            scene: Scene {
                base: SceneBase { scenario, clock, players, stats, entities, threads },
                ground: &derived.ground,
                sight: &derived.sight,
                knowledge: &parts.knowledge,
                frame: &workspaces.frame,
            },
            flow: &parts.flow,
            slots: AttackSlots::borrow(&parts.reservations, &workspaces.slots),
            squads: &parts.squads,
            minds: &mut parts.minds,
            senses: &mut parts.senses,
            events: &mut workspaces.events,
            thinking: &mut workspaces.minds,
            workspace: &mut workspaces.agents,
        }
    }

    /// What [`crate::senses`] borrows.
    pub(crate) fn senses_context(&mut self) -> SensesContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        let (clock, players, stats) = (&parts.clock, &parts.players, &derived.stats);
        SensesContext {
            scene: Scene {
                base: SceneBase { scenario, clock, players, stats, entities, threads },
                ground: &derived.ground,
                sight: &derived.sight,
                knowledge: &parts.knowledge,
                frame: &workspaces.frame,
            },
            effects: &workspaces.combat,
            minds: &mut parts.minds,
            senses: &mut parts.senses,
            workspace: &mut workspaces.senses,
        }
    }

    /// What [`crate::flow`] borrows at the end of a tick.
    pub(crate) fn flow_context(&mut self) -> FlowContext<'_> {
        let World { parts, derived, .. } = self;
        FlowContext { clock: &parts.clock, ground: &derived.ground, knowledge: &parts.knowledge, flow: &mut parts.flow }
    }

    /// What [`crate::route`] borrows at the end of a tick.
    pub(crate) fn route_context(&mut self) -> RouteContext<'_> {
        let World { entities, parts, .. } = self;
        RouteContext { entities, flow: &parts.flow, knowledge: &parts.knowledge, routes: &mut parts.routes }
    }

    /// Places and turns to strike, as they were given in this tick.
    #[inline]
    pub(crate) fn attack_slots(&self) -> AttackSlots<'_> {
        AttackSlots::borrow(&self.parts.reservations, &self.workspaces.slots)
    }

    /// What [`crate::attack_slots`] borrows.
    pub(crate) fn slot_context(&mut self) -> SlotContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        let (clock, players, stats) = (&parts.clock, &parts.players, &derived.stats);
        let base = SceneBase { scenario, clock, players, stats, entities, threads };
        let (ground, sight, knowledge) = (&derived.ground, &derived.sight, &parts.knowledge);
        SlotContext {
            scene: Scene { base, ground, sight, knowledge, frame: &workspaces.frame },
            reservations: &mut parts.reservations,
            workspace: &mut workspaces.slots,
        }
    }

    /// What [`crate::steer`] borrows.
    pub(crate) fn steer_context(&mut self) -> SteerContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        let (clock, players, stats) = (&parts.clock, &parts.players, &derived.stats);
        let base = SceneBase { scenario, clock, players, stats, entities, threads };
        let (ground, sight, knowledge) = (&derived.ground, &derived.sight, &parts.knowledge);
        SteerContext {
            scene: Scene { base, ground, sight, knowledge, frame: &workspaces.frame },
            flow: &mut parts.flow,
            routes: &mut parts.routes,
            workspace: &mut workspaces.steer,
        }
    }

    /// What [`crate::job`] borrows.
    pub(crate) fn job_context(&mut self) -> JobContext<'_> {
        let World { scenario, entities, parts, derived, threads, .. } = self;
        let (clock, players, stats) = (&parts.clock, &parts.players, &derived.stats);
        JobContext {
            base: SceneBase { scenario, clock, players, stats, entities, threads },
            ground: &derived.ground,
            knowledge: &parts.knowledge,
            flow: &mut parts.flow,
        }
    }

    /// What [`crate::victory`] borrows.
    pub(crate) fn victory_context(&mut self) -> VictoryContext<'_> {
        let World { scenario, entities, parts, workspaces, .. } = self;
        VictoryContext {
            scenario,
            entities,
            clock: &mut parts.clock,
            players: &mut parts.players,
            events: &mut workspaces.events,
        }
    }
}
