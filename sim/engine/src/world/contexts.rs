//! Who borrows what of a world: a context a system, its fields disjoint.

use super::{Base, FrameContext, Scene, World};
use crate::agent::AgentContext;
use crate::flow::FlowContext;
use crate::job::JobContext;
use crate::route::RouteContext;
use crate::senses::SensesContext;
use crate::sight::SightContext;
use crate::victory::VictoryContext;

impl World {
    /// What [`super::gather_frame`] borrows.
    pub(crate) fn frame_context(&mut self) -> FrameContext<'_> {
        let World { scenario, entities, parts, derived, workspaces, threads } = self;
        FrameContext {
            base: Base {
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
                base: Base { scenario, clock, players, stats, entities, threads },
                ground: &derived.ground,
                sight: &derived.sight,
                knowledge: &parts.knowledge,
                frame: &workspaces.frame,
            },
            flow: &parts.flow,
            rings: &parts.rings,
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
                base: Base { scenario, clock, players, stats, entities, threads },
                ground: &derived.ground,
                sight: &derived.sight,
                knowledge: &parts.knowledge,
                frame: &workspaces.frame,
            },
            volley: &workspaces.combat,
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

    /// What [`crate::job`] borrows.
    pub(crate) fn job_context(&mut self) -> JobContext<'_> {
        let World { scenario, entities, parts, derived, threads, .. } = self;
        let (clock, players, stats) = (&parts.clock, &parts.players, &derived.stats);
        JobContext {
            base: Base { scenario, clock, players, stats, entities, threads },
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
