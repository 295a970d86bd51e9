//! The army at war: sets out when it is large enough, marches together, turns back from bad odds, and goes on to the
//! last building.

use sandtable_sim::component::Stage;
use sandtable_sim::id::Handle;
use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::math::{Fx, Vec2};
use sandtable_sim::order::Verb;
use sandtable_sim::view::Foreign;

use super::hunt;
use super::marching::{advance, middle_of, rally_point, rows, send};
use crate::considerations::OptionChooser;
use crate::context::DecisionContext;
use crate::forces::SoldierDuty;
use crate::input::OptionSubject;
use crate::knowledge::{BoardTopic, EntryOwner};
use crate::perception::{is_building, near};

/// Cells around the middle of the army in which odds are counted.
const FIGHT_CELLS: i16 = 12;
/// Cells by which the front may be ahead of the middle before it waits.
const SPREAD_CELLS: i16 = 9;
/// Ticks between turning back and setting out again.
const REGROUP_TICKS: u32 = 20 * TICKS_PER_SECOND;

/// Leads those on strike duty.
pub(super) fn command(desk: &mut DecisionContext<'_, '_>) {
    let army = rows(desk, SoldierDuty::Strike);
    let Some(strike) = desk.forces.strike_claim.filter(|_| !army.is_empty()) else { return };
    let middle = middle_of(desk, &army);
    if odds_are_bad(desk, &army, middle, strike.retreat_percent) {
        return turn_back(desk, &army);
    }
    match prey(desk, middle) {
        Some((target, place)) => march(desk, &army, middle, target, place),
        None => hunt::command(desk, &army),
    }
}

fn odds_are_bad(desk: &mut DecisionContext<'_, '_>, army: &[u32], middle: Vec2, retreat_percent: u16) -> bool {
    let situation = &*desk.situation;
    let members = army.iter().map(|row| &situation.units[*row as usize]);
    let own: u32 =
        members.filter(|it| near(it.position, middle, FIGHT_CELLS)).map(|it| desk.roles.might(it.kind)).sum();
    let close = |it: &&Foreign| it.visible && it.stage == Stage::Complete && near(it.position, middle, FIGHT_CELLS);
    let enemy: u32 = situation.enemies().filter(close).map(|it| desk.roles.might(it.kind)).sum();
    let bad = u64::from(own) * 100 < u64::from(enemy) * u64::from(retreat_percent);
    if bad {
        desk.forces.campaign.beaten_by = enemy + enemy / 8;
        let topic = BoardTopic::TooStrong(middle, enemy);
        desk.knowledge.board.write(topic, EntryOwner::Forces, desk.situation.tick);
    }
    bad
}

fn turn_back(desk: &mut DecisionContext<'_, '_>, army: &[u32]) {
    let handles: Vec<Handle> = army.iter().map(|row| desk.situation.units[*row as usize].handle).collect();
    desk.forces.campaign.regroup_tick = desk.situation.tick + REGROUP_TICKS;
    desk.forces.campaign.target = Handle::NONE;
    desk.forces.shift(SoldierDuty::Strike, SoldierDuty::Reserve);
    let home = rally_point(desk);
    send(desk, &handles, Verb::Move(home));
}

/// The building to march on: the one chosen before while it stands, else the best by the strategy's considerations, else the
/// nearest known one.
fn prey(desk: &mut DecisionContext<'_, '_>, middle: Vec2) -> Option<(Handle, Vec2)> {
    let known = || desk.situation.enemies().filter(|it| is_building(it));
    let chosen = known().find(|it| it.handle == desk.forces.campaign.target);
    if chosen.is_none()
        && let Some(chooser) = &desk.choosers.targets
    {
        return choose(desk, chooser, middle);
    }
    let nearest = || known().min_by_key(|it| (it.position.distance_squared_wide(middle), it.handle));
    let (target, place) = chosen.or_else(nearest).map(|it| (it.handle, it.position))?;
    desk.forces.campaign.target = target;
    Some((target, place))
}

fn choose(desk: &mut DecisionContext<'_, '_>, chooser: &OptionChooser, middle: Vec2) -> Option<(Handle, Vec2)> {
    let known: Vec<&Foreign> = desk.situation.enemies().filter(|it| is_building(it)).collect();
    let might = desk.situation.might;
    let subject = |it: &&Foreign| OptionSubject::Target { kind: it.kind, place: it.position, from: middle, might };
    let subjects: Vec<OptionSubject> = known.iter().map(subject).collect();
    let scored = desk.assessment().scores(chooser, &subjects);
    let lots = |row: usize| known[row].position.distance_squared_wide(middle) as u64;
    let picked = chooser.policy.pick(&scored, lots, desk.rng);
    // Nothing is worth it: the nearest is, for the war has to be won.
    let nearest = || (0..known.len()).min_by_key(|row| (lots(*row), known[*row].handle));
    let (target, place) = picked.or_else(nearest).map(|row| (known[row].handle, known[row].position))?;
    desk.forces.campaign.target = target;
    Some((target, place))
}

fn march(desk: &mut DecisionContext<'_, '_>, army: &[u32], middle: Vec2, target: Handle, place: Vec2) {
    let units = &desk.situation.units;
    let contact = desk.situation.enemies().any(|it| it.visible && near(it.position, middle, FIGHT_CELLS));
    let ahead = |row: &u32| {
        let at = units[*row as usize].position;
        let lead = Fx::root_of_wide(middle.distance_squared_wide(place)).bits()
            - Fx::root_of_wide(at.distance_squared_wide(place)).bits();
        !contact && lead > Fx::from_int(SPREAD_CELLS).bits()
    };
    let (waiting, going): (Vec<u32>, Vec<u32>) = army.iter().partition(|row| ahead(row));
    let beside = |row: &u32| {
        let unit = &units[*row as usize];
        unit.idle() && unit.target.is_none() && near(unit.position, place, 8)
    };
    let (at_hand, going): (Vec<u32>, Vec<u32>) = going.iter().partition(|row| beside(row));
    let at_hand: Vec<Handle> = at_hand.iter().map(|row| units[*row as usize].handle).collect();
    send(desk, &at_hand, Verb::Attack(target));
    advance(desk, &going, place);
    advance(desk, &waiting, middle);
}
