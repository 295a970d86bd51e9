//! Judgement of fights by rehearsal: whether to set out, to go on, to turn back, or to meet a threat.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::{Locomotion, Need, Stats, derive_stats};
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::view::OwnUnit;
use sandtable_state::Arrange;
use sandtable_state::id::{KindId, TechId};

use crate::context::DecisionContext;
use crate::managers::tuning::{
    DEFENCE_HORIZON_TICKS, FIGHT_CELLS, MARCH_HORIZON_TICKS, STRIKE_HORIZON_TICKS, STRIKE_ODDS_CELLS,
};
use crate::perception::{is_building, near};
use crate::rehearsal::{
    FightGround, FightPlan, FightSide, Fighter, REHEARSAL_UNIT_STEPS, Rehearsal, VerdictHistory, rehearse,
};

/// The numbers of both sides, by kind.
struct SideStats {
    own: Vec<Stats>,
    foe: Vec<Stats>,
}

/// Judges whether the soldiers at hand would win against what is thought to await them, and notes the verdict; an army whose
/// file asks for `odds_percent` wants half of what that is over 100 as its margin.
pub(crate) fn dares(ctx: &mut DecisionContext<'_, '_>, odds_percent: u16) -> bool {
    if odds_percent == 0 || ctx.forces.at_war() > 0 {
        return true;
    }
    let place = ctx.enemy_side();
    let foes = awaiting(ctx, place);
    let stats = side_stats(ctx);
    // The army gathers before it comes: it is taken to stand together, just out of reach.
    let back = place + (ctx.situation.home - place).with_length_trunc(Fx::from_int(STRIKE_ODDS_CELLS));
    let gathered = |unit: &OwnUnit| Fighter { position: back, ..fighter(unit) };
    let own = ctx.situation.soldier_units().map(|(_, unit)| gathered(unit)).collect();
    let margin = margin(ctx, &stats, own, foes, MARCH_HORIZON_TICKS);
    let wanted = (i32::from(odds_percent) - 100) / 2;
    ctx.forces.campaign.go.note(margin >= wanted);
    ctx.forces.campaign.go.holds(3, 4)
}

/// Whether an army at war should turn back: the fight would be lost by more than it bears, walking away would save more, and that
/// was so at two of the last three looks.
pub(super) fn should_turn_back(
    ctx: &mut DecisionContext<'_, '_>,
    army: &[u32],
    middle: Vec2,
    retreat_percent: u16,
) -> bool {
    let foes = visible_foes(ctx, middle);
    if foes.is_empty() || retreat_percent == 0 {
        ctx.forces.campaign.stay = VerdictHistory::default();
        return false;
    }
    let stats = side_stats(ctx);
    let own = arriving(ctx, army, middle);
    let bears = (i32::from(retreat_percent) - 100) / 2;
    let fight = play(ctx, &stats, (own.clone(), FightPlan::Charge), &foes, STRIKE_HORIZON_TICKS).margin_percent();
    let lost = fight < bears
        && play(ctx, &stats, (own, FightPlan::Retreat), &foes, STRIKE_HORIZON_TICKS).margin_percent() > fight;
    ctx.forces.campaign.stay.note(lost);
    ctx.forces.campaign.stay.holds(2, 3)
}

/// Whether the reserve should meet what threatens a place where it is, instead of gathering under cover first.
pub(super) fn should_meet(ctx: &mut DecisionContext<'_, '_>, reserve: &[u32], place: Vec2) -> bool {
    let foes = visible_foes(ctx, place);
    let stats = side_stats(ctx);
    let mut own = arriving(ctx, reserve, place);
    let armed = ctx.situation.buildings.iter().filter(|it| it.stage == ConstructionStage::Complete);
    let armed = armed.filter(|it| ctx.roles.might(it.kind) > 0 && near(it.position, place, FIGHT_CELLS));
    own.extend(armed.map(|it| Fighter { kind: it.kind, position: it.position, hp: it.hp, arrives_ticks: 0 }));
    let outcome = play(ctx, &stats, (own, FightPlan::Charge), &foes, DEFENCE_HORIZON_TICKS);
    ctx.forces.meets.note(outcome.margin_percent() >= 0);
    ctx.forces.meets.holds(2, 3)
}

fn margin(
    ctx: &DecisionContext<'_, '_>,
    stats: &SideStats,
    own: Vec<Fighter>,
    foes: Vec<Fighter>,
    horizon_ticks: u32,
) -> i32 {
    if foes.is_empty() {
        return 100;
    }
    play(ctx, stats, (own, FightPlan::Charge), &foes, horizon_ticks).margin_percent()
}

fn play(
    ctx: &DecisionContext<'_, '_>,
    stats: &SideStats,
    (fighters, plan): (Vec<Fighter>, FightPlan),
    foes: &[Fighter],
    horizon_ticks: u32,
) -> Rehearsal {
    let middle = |side: &[Fighter]| Vec2::mean_trunc(side.iter().map(|it| it.position)).unwrap_or(Vec2::ZERO);
    let open = |cell: Cell| ctx.view.passable(cell, Locomotion::Foot);
    let ground = FightGround::between(middle(&fighters), middle(foes), open);
    let own = FightSide { fighters, stats: &stats.own, plan };
    let foe = FightSide { fighters: foes.to_vec(), stats: &stats.foe, plan: FightPlan::Charge };
    rehearse(ctx.rules, &own, &foe, ground, horizon_ticks, REHEARSAL_UNIT_STEPS)
}

fn fighter(unit: &OwnUnit) -> Fighter {
    Fighter { kind: unit.kind, position: unit.position, hp: unit.hp, arrives_ticks: 0 }
}

/// Soldiers by their rows; those far from a place come when they can be there.
fn arriving(ctx: &DecisionContext<'_, '_>, rows: &[u32], place: Vec2) -> Vec<Fighter> {
    let one = |row: &u32| {
        let unit = &ctx.situation.units[*row as usize];
        let (position, arrives_ticks) = approach(unit.position, place, ctx.view.stats(unit.kind).speed);
        Fighter { position, arrives_ticks, ..fighter(unit) }
    };
    rows.iter().map(one).collect()
}

/// Where somebody enters a fight at `place`, and when: at once where it is, if that is near.
fn approach(position: Vec2, place: Vec2, speed: Fx) -> (Vec2, u32) {
    if near(position, place, FIGHT_CELLS) {
        return (position, 0);
    }
    let way = position - place;
    let edge = place + way.with_length_trunc(Fx::from_int(FIGHT_CELLS));
    let beyond = (way.length_floor() - Fx::from_int(FIGHT_CELLS)).max(Fx::ZERO);
    (edge, beyond.div_trunc(speed.max(Fx::EPSILON)).ceil_int().clamp(0, i32::from(i16::MAX)) as u32)
}

/// Armed enemies in sight round a place.
fn visible_foes(ctx: &DecisionContext<'_, '_>, place: Vec2) -> Vec<Fighter> {
    let fights = |kind: KindId| ctx.roles.might(kind) > 0 || ctx.roles.marches(kind);
    let close = ctx.situation.enemies().filter(|it| {
        it.visible
            && it.stage == ConstructionStage::Complete
            && fights(it.kind)
            && near(it.position, place, FIGHT_CELLS)
    });
    close.map(|it| Fighter { kind: it.kind, position: it.position, hp: it.hp, arrives_ticks: 0 }).collect()
}

/// The soldiers remembered, those far from `place` later, and the armed buildings known round it.
fn awaiting(ctx: &DecisionContext<'_, '_>, place: Vec2) -> Vec<Fighter> {
    let soldiers = ctx.memory.soldiers(ctx.roles).map(|seen| {
        let plain = Stats::from_kind(ctx.rules.kind(seen.kind));
        let (position, arrives_ticks) = approach(seen.position, place, plain.speed);
        Fighter { kind: seen.kind, position, hp: plain.max_hp, arrives_ticks }
    });
    let armed = ctx.situation.enemies().filter(|it| is_building(it) && ctx.roles.might(it.kind) > 0);
    let armed = armed.filter(|it| near(it.position, place, FIGHT_CELLS));
    let towers = armed.map(|it| Fighter { kind: it.kind, position: it.position, hp: it.hp, arrives_ticks: 0 });
    soldiers.chain(towers).collect()
}

/// Own numbers as they are; the foe's with the technologies it must have for what was seen of it, and with those the own side has
/// as far as it has the building for them.
fn side_stats(ctx: &DecisionContext<'_, '_>) -> SideStats {
    let own = (0..ctx.rules.kinds.len()).map(|row| ctx.view.stats(KindId(row as u16)).clone()).collect();
    let mut kinds: Vec<KindId> = ctx.memory.seen.iter().map(|seen| seen.kind).collect();
    kinds.extend(ctx.situation.enemies().map(|it| it.kind));
    kinds.arrange();
    kinds.dedup();
    let mut techs = 0u128;
    for kind in &kinds {
        for need in &ctx.rules.kind(*kind).needs {
            if let Need::Tech(tech) = need {
                imply(ctx, *tech, &mut techs);
            }
        }
    }
    for row in 0..ctx.rules.techs.len() {
        let tech = TechId(row as u16);
        if ctx.view.has_tech(tech) && ctx.roles.labs[row].iter().any(|lab| kinds.contains(lab)) {
            imply(ctx, tech, &mut techs);
        }
    }
    SideStats { own, foe: derive_stats(ctx.rules, techs) }
}

/// A technology, and those it needs.
fn imply(ctx: &DecisionContext<'_, '_>, tech: TechId, techs: &mut u128) {
    if *techs >> tech.0 & 1 == 1 {
        return;
    }
    *techs |= 1 << tech.0;
    for need in &ctx.rules.tech(tech).needs {
        if let Need::Tech(before) = need {
            imply(ctx, *before, techs);
        }
    }
}
