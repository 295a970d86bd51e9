//! Transports: they take an army aboard at home, let it out at its landing, and come back for those who follow.

use sandtable_math::Vec2;
use sandtable_model::OrderKind;
use sandtable_sim::component::TaskKind;
use sandtable_sim::view::OwnUnit;
use sandtable_state::Arrange;
use sandtable_state::id::{Handle, KindId};

use super::marching::{assemble, is_shut_in, rally_point};
use crate::context::DecisionContext;
use crate::forces::BoardingState;
use crate::managers::tuning::{BOARDING_CELLS, BOARDING_PATIENCE_TICKS, RALLY_SLACK_CELLS};
use crate::perception::near;
use crate::placement::Island;

/// Where transports of an army go between.
pub(super) struct FerryRoute<'w> {
    pub home: Vec2,
    pub landing: Vec2,
    /// The ground round the landing, where no way leads there on foot.
    island: Option<Island<'w>>,
}

impl<'w> FerryRoute<'w> {
    /// The route from a place to a landing.
    pub fn between(ctx: &DecisionContext<'_, 'w>, home: Vec2, landing: Vec2) -> FerryRoute<'w> {
        let island = Island::around(ctx.view, landing);
        FerryRoute { home, landing, island: Some(island).filter(|island| !island.has(home)) }
    }

    /// Whether a place is on the landing's side: on its island, or nearer to it than to home where it has none.
    pub fn is_across(&self, place: Vec2) -> bool {
        let nearer = || place.distance_squared_wide(self.landing) < place.distance_squared_wide(self.home);
        self.island.as_ref().map_or_else(nearer, |island| island.has(place))
    }
}

/// A transport and the room taken in it.
#[derive(Clone, Copy)]
struct Carrier {
    row: u32,
    load: u32,
}

/// Of an army, those who are ashore at the other end.
pub(super) fn landed(ctx: &DecisionContext<'_, '_>, route: &FerryRoute<'_>, members: &[u32]) -> Vec<u32> {
    let is_ashore = |unit: &OwnUnit| unit.aboard.is_none() && route.is_across(unit.position);
    members.iter().copied().filter(|row| is_ashore(&ctx.situation.units[*row as usize])).collect()
}

/// Has the transports carry those of an army who are at home to the landing: all leave together, when nobody else comes aboard, or
/// nobody has for a while. Returns how boarding goes.
pub(super) fn ferry(
    ctx: &mut DecisionContext<'_, '_>,
    route: &FerryRoute<'_>,
    members: &[u32],
    before: BoardingState,
) -> BoardingState {
    let unit = |row: &u32| &ctx.situation.units[*row as usize];
    let is_waiting = |row: &u32| unit(row).aboard.is_none() && !route.is_across(unit(row).position);
    let mut waiting: Vec<u32> = members.iter().copied().filter(is_waiting).collect();
    let mut at_home = Vec::new();
    for row in transports(ctx) {
        let load = load_of(ctx, row);
        ctx.situation.busy[row as usize] = true;
        let unit = &ctx.situation.units[row as usize];
        match (is_unloading(unit), route.is_across(unit.position), load > 0) {
            (true, ..) => {}
            (false, true, true) => ctx.employ(row, OrderKind::Unload(route.landing)),
            (false, true, false) => come_to(ctx, row, route.home),
            (false, false, _) => at_home.push(Carrier { row, load }),
        }
    }
    let (load, now) = (at_home.iter().map(|carrier| carrier.load).sum(), ctx.situation.tick);
    let boarding = if load == before.load { before } else { BoardingState { load, since_tick: now } };
    let boarders: usize = at_home.iter().map(|carrier| take_aboard(ctx, *carrier, &mut waiting)).sum();
    // A transport that nobody comes near to is not waited for.
    let waits = boarders > 0 && now.saturating_sub(boarding.since_tick) < BOARDING_PATIENCE_TICKS;
    for Carrier { row, load } in at_home {
        match (waits, load > 0) {
            (false, true) => ctx.employ(row, OrderKind::Unload(route.landing)),
            (true, true) => {}
            (_, false) => come_to(ctx, row, route.home),
        }
    }
    assemble(ctx, &waiting, route.home);
    boarding
}

/// Has those who wait near a transport board it, as many as there is room for, and returns how many come.
fn take_aboard(ctx: &mut DecisionContext<'_, '_>, carrier: Carrier, waiting: &mut Vec<u32>) -> usize {
    let unit = &ctx.situation.units[carrier.row as usize];
    let (handle, at) = (unit.handle, unit.position);
    let apart = |row: &u32| ctx.situation.units[*row as usize].position.distance_squared_wide(at);
    waiting.arrange_by_key(|row| (apart(row), *row));
    let mut room = capacity(ctx, unit.kind).saturating_sub(carrier.load);
    let mut boards = |row: &u32| {
        let passenger = &ctx.situation.units[*row as usize];
        let size = cargo_size(ctx, passenger);
        let is_near = near(passenger.position, at, BOARDING_CELLS) && !is_shut_in(passenger, ctx.situation.tick);
        let fits = is_near && size > 0 && size <= room;
        room -= if fits { size } else { 0 };
        fits
    };
    let (boarders, others): (Vec<u32>, Vec<u32>) = waiting.drain(..).partition(|row| boards(row));
    *waiting = others;
    board(ctx, handle, &boarders);
    boarders.len()
}

fn board(ctx: &mut DecisionContext<'_, '_>, transport: Handle, boarders: &[u32]) {
    let boards = |unit: &OwnUnit| matches!(unit.acting, Some((TaskKind::Board, aim, _)) if aim == transport);
    for row in boarders {
        if !boards(&ctx.situation.units[*row as usize]) {
            ctx.employ(*row, OrderKind::Load(transport));
        }
    }
}

/// Brings home whom transports carry that no army uses, and the transports.
pub(super) fn bring_home(ctx: &mut DecisionContext<'_, '_>) {
    let idle = transports(ctx);
    if idle.is_empty() {
        return;
    }
    let home = rally_point(ctx);
    for transport in idle {
        match load_of(ctx, transport) > 0 {
            true if is_unloading(&ctx.situation.units[transport as usize]) => {}
            true => ctx.employ(transport, OrderKind::Unload(home)),
            false => come_to(ctx, transport, home),
        }
    }
}

/// Sends a transport to a place unless it is there or on its way.
fn come_to(ctx: &mut DecisionContext<'_, '_>, transport: u32, place: Vec2) {
    let unit = &ctx.situation.units[transport as usize];
    let bound = matches!(unit.moving, Some((TaskKind::Goto, _, point)) if near(point, place, RALLY_SLACK_CELLS));
    if !bound && !near(unit.position, place, RALLY_SLACK_CELLS) {
        ctx.employ(transport, OrderKind::Move(place));
    }
}

/// How much all transports take aboard.
pub(super) fn room(ctx: &DecisionContext<'_, '_>) -> u32 {
    transports(ctx).into_iter().map(|row| capacity(ctx, ctx.situation.units[row as usize].kind)).sum()
}

/// How much a unit of a kind takes aboard.
pub(super) fn capacity(ctx: &DecisionContext<'_, '_>, kind: KindId) -> u32 {
    ctx.rules.kind(kind).cargo.as_ref().map_or(0, |cargo| u32::from(cargo.capacity))
}

/// Whether there is a transport that an army can board.
pub(crate) fn has_transport(ctx: &DecisionContext<'_, '_>) -> bool {
    !transports(ctx).is_empty()
}

/// The rows of own units that carry others, do not march with armies themselves, and have nothing to do in this decision yet.
fn transports(ctx: &DecisionContext<'_, '_>) -> Vec<u32> {
    let carries = |unit: &OwnUnit| {
        ctx.rules.kind(unit.kind).cargo.is_some() && !ctx.roles.marches(unit.kind) && unit.aboard.is_none()
    };
    let rows = (0..ctx.situation.units.len() as u32).filter(|row| !ctx.situation.busy[*row as usize]);
    rows.filter(|row| carries(&ctx.situation.units[*row as usize])).collect()
}

fn is_unloading(transport: &OwnUnit) -> bool {
    matches!(transport.acting, Some((TaskKind::Unload, ..)))
}

/// The room taken in a transport.
fn load_of(ctx: &DecisionContext<'_, '_>, transport: u32) -> u32 {
    let handle = ctx.situation.units[transport as usize].handle;
    let aboard = ctx.situation.units.iter().filter(|unit| unit.aboard == handle);
    aboard.map(|unit| cargo_size(ctx, unit)).sum()
}

pub(super) fn cargo_size(ctx: &DecisionContext<'_, '_>, unit: &OwnUnit) -> u32 {
    ctx.rules.kind(unit.kind).body.as_ref().map_or(0, |body| u32::from(body.cargo_size))
}
