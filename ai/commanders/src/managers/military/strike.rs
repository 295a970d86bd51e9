//! The army at war: sets out when it is large enough, marches together, turns back from bad odds, and goes on to the
//! last building.

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::view::ForeignBody;
use sandtable_state::id::Handle;

use super::judgement::should_turn_back;
use super::marching::{advance, main_body, middle_of, rally_point, rows, send};
use super::{crossing, hunt};
use crate::considerations::OptionChooser;
use crate::context::DecisionContext;
use crate::forces::SoldierTask;
use crate::input::OptionSubject;
use crate::knowledge::{BoardTopic, EntryOwner};
use crate::managers::tuning::{STRIKE_ODDS_CELLS, STRIKE_REGROUP_TICKS, STRIKE_SIEGE_CELLS, STRIKE_SPREAD_CELLS};
use crate::perception::{UnitTrait, is_building, near};
use crate::systems::ManagerFeature;

/// Leads those who strike.
pub(super) fn command(ctx: &mut DecisionContext<'_, '_>) {
    let mut army = rows(ctx, SoldierTask::Strike);
    let landing = ctx.forces.crossing.landing();
    if let Some(landing) = landing {
        army = crossing::cross(ctx, landing, &army);
    }
    if army.is_empty() {
        return;
    }
    let middle = middle_of(ctx, &main_body(ctx, &army));
    // Who has landed has nowhere to turn back to.
    let retreat = ctx.forces.strike_request.filter(|_| landing.is_none()).map(|strike| strike.retreat_percent);
    if retreat.is_some_and(|percent| is_losing(ctx, &army, middle, percent)) {
        return turn_back(ctx, &army);
    }
    match prey(ctx, middle) {
        Some((target, place)) => march(ctx, &army, middle, target, place),
        None => hunt::command(ctx, &army),
    }
}

/// Whether to turn back: by rehearsal, or by what both sides weigh on the spot. What turns an army back is remembered.
fn is_losing(ctx: &mut DecisionContext<'_, '_>, army: &[u32], middle: Vec2, retreat_percent: u16) -> bool {
    let (own, enemy) = might_on_the_spot(ctx, army, middle);
    let bad = match ctx.features.has(ManagerFeature::Rehearsal) {
        true => should_turn_back(ctx, army, middle, retreat_percent),
        false => u64::from(own) * 100 < u64::from(enemy) * u64::from(retreat_percent),
    };
    if bad {
        ctx.forces.campaign.beaten_by = enemy + enemy / 8;
        let topic = BoardTopic::TooStrong(middle, enemy);
        ctx.knowledge.board.write(topic, EntryOwner::Forces, ctx.situation.tick);
    }
    bad
}

/// The might of the army and of visible enemies round its middle.
pub(super) fn might_on_the_spot(ctx: &DecisionContext<'_, '_>, army: &[u32], middle: Vec2) -> (u32, u32) {
    let situation = &*ctx.situation;
    let members = army.iter().map(|row| &situation.units[*row as usize]);
    let own =
        members.filter(|it| near(it.position, middle, STRIKE_ODDS_CELLS)).map(|it| ctx.roles.might(it.kind)).sum();
    let close = |it: &&ForeignBody| {
        it.visible && it.stage == ConstructionStage::Complete && near(it.position, middle, STRIKE_ODDS_CELLS)
    };
    (own, situation.enemies().filter(close).map(|it| ctx.roles.might(it.kind)).sum())
}

fn turn_back(ctx: &mut DecisionContext<'_, '_>, army: &[u32]) {
    let handles: Vec<Handle> = army.iter().map(|row| ctx.situation.units[*row as usize].handle).collect();
    ctx.forces.campaign.regroup_tick = ctx.situation.tick + STRIKE_REGROUP_TICKS;
    ctx.forces.campaign.target = Handle::NONE;
    ctx.forces.shift(SoldierTask::Strike, SoldierTask::Reserve);
    let home = rally_point(ctx);
    send(ctx, &handles, OrderKind::Move(home));
}

/// The building to march on: the one chosen before while it stands, else the best by the strategy's considerations, else the
/// nearest known one.
fn prey(ctx: &mut DecisionContext<'_, '_>, middle: Vec2) -> Option<(Handle, Vec2)> {
    let known = || ctx.situation.enemies().filter(|it| is_building(it));
    let chosen = known().find(|it| it.handle == ctx.forces.campaign.target);
    if chosen.is_none()
        && let Some(chooser) = &ctx.choosers.targets
    {
        return choose(ctx, chooser, middle);
    }
    let nearest = || known().min_by_key(|it| (it.position.distance_squared_wide(middle), it.handle));
    let (target, place) = chosen.or_else(nearest).map(|it| (it.handle, it.position))?;
    ctx.forces.campaign.target = target;
    Some((target, place))
}

fn choose(ctx: &mut DecisionContext<'_, '_>, chooser: &OptionChooser, middle: Vec2) -> Option<(Handle, Vec2)> {
    let known: Vec<&ForeignBody> = ctx.situation.enemies().filter(|it| is_building(it)).collect();
    let might = ctx.situation.might;
    let subject = |it: &&ForeignBody| OptionSubject::Target { kind: it.kind, place: it.position, from: middle, might };
    let subjects: Vec<OptionSubject> = known.iter().map(subject).collect();
    let scored = ctx.assessment().scores(chooser, &subjects);
    let lots = |row: usize| known[row].position.distance_squared_wide(middle) as u64;
    let picked = chooser.policy.pick(&scored, lots, ctx.rng);
    // Nothing is worth it: the nearest is, for the war has to be won.
    let nearest = || (0..known.len()).min_by_key(|row| (lots(*row), known[*row].handle));
    let (target, place) = picked.or_else(nearest).map(|row| (known[row].handle, known[row].position))?;
    ctx.forces.campaign.target = target;
    Some((target, place))
}

pub(super) fn march(ctx: &mut DecisionContext<'_, '_>, army: &[u32], middle: Vec2, target: Handle, place: Vec2) {
    let units = &ctx.situation.units;
    let contact = ctx.situation.enemies().any(|it| it.visible && near(it.position, middle, STRIKE_ODDS_CELLS));
    let ahead = |row: &u32| {
        let at = units[*row as usize].position;
        let lead = Fx::root_of_wide(middle.distance_squared_wide(place)).bits()
            - Fx::root_of_wide(at.distance_squared_wide(place)).bits();
        !contact && lead > Fx::from_int(STRIKE_SPREAD_CELLS).bits()
    };
    let (waiting, going): (Vec<u32>, Vec<u32>) = army.iter().partition(|row| ahead(row));
    let beside = |row: &u32| {
        let unit = &units[*row as usize];
        let waits = unit.idle() && unit.target.is_none() && ctx.roles.has(unit.kind, UnitTrait::Strikes);
        waits && near(unit.position, place, STRIKE_SIEGE_CELLS)
    };
    let (at_hand, going): (Vec<u32>, Vec<u32>) = going.iter().partition(|row| beside(row));
    let at_hand: Vec<Handle> = at_hand.iter().map(|row| units[*row as usize].handle).collect();
    send(ctx, &at_hand, OrderKind::Attack(target));
    advance(ctx, &going, place);
    advance(ctx, &waiting, middle);
}
