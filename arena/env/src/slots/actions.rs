//! From actions of slots to orders: each is held to the mask and to what the actions before it have spent, and what is not legal is
//! counted and left out.

use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_model::rules::{AbilityTarget, Cost, Rules};
use sandtable_model::{Formation, FormationShape, OrderKind};
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::order::Order;
use sandtable_state::id::{AbilityId, Handle, KindId, SquadId, TechId};
use sandtable_state::limits::{MAX_ORDERS_PER_TICK, MAX_PRODUCTION, MAX_RESOURCES, MAX_SQUADS};
use sandtable_state::rng::Rng;

use super::layout::{ARG_ROW, ARG_ROWS, PLACES, SLOT_VERBS, SlotLayout, TARGET_ROW, TARGET_ROWS};
use super::masks::{MaskRow, verb};
use super::sight::{BuildingGround, PlayerSight};
use super::table::SlotTable;

/// Columns of an action: verb, target, place, argument.
pub const ACTION_COLUMNS: usize = 4;

/// Draws of an action that turn out to need what others have spent, before a slot is left alone.
const DRAWS: u32 = 4;

const SHAPES: [FormationShape; 5] =
    [FormationShape::Loose, FormationShape::Line, FormationShape::Column, FormationShape::Wedge, FormationShape::Box];

/// What a player knows, and may order: what actions are judged by.
pub struct ActionContext<'a> {
    /// What is known.
    pub sight: &'a PlayerSight,
    /// Who is in which slot.
    pub table: &'a SlotTable,
    /// Where buildings may be marked out.
    pub ground: &'a BuildingGround,
}

/// Who is told something.
struct ActionSubject {
    handle: Handle,
    kind: KindId,
    squad: SquadId,
    unfinished: bool,
}

/// What the actions of a step have spent so far.
struct StepLedger {
    stock: [u32; MAX_RESOURCES],
    supply: [u32; 2],
    ground: BuildingGround,
    /// Buildings that are cancelled.
    gone: Vec<Handle>,
    /// Technologies that are begun.
    begun: Vec<TechId>,
    /// Own squads with the number of their members.
    squads: Vec<(SquadId, u32)>,
    formed: usize,
}

impl StepLedger {
    fn open(cx: &ActionContext<'_>) -> StepLedger {
        let [used, cap] = cx.sight.supply;
        StepLedger {
            stock: cx.sight.stock,
            supply: [used.into(), cap.into()],
            ground: cx.ground.clone(),
            gone: Vec::new(),
            begun: Vec::new(),
            squads: cx.sight.squads(),
            formed: 0,
        }
    }

    fn pay(&mut self, cost: &Cost, supply: u16) -> bool {
        let [used, cap] = self.supply;
        let covered = self.stock.iter().zip(cost).all(|(have, price)| *have >= u32::from(*price));
        if !covered || supply > 0 && used + u32::from(supply) > cap {
            return false;
        }
        self.stock.iter_mut().zip(cost).for_each(|(have, price)| *have -= u32::from(*price));
        self.supply[0] += u32::from(supply);
        true
    }

    fn leave(&mut self, squad: SquadId) {
        self.squads.iter_mut().filter(|(id, _)| *id == squad).for_each(|(_, members)| *members -= 1);
        self.squads.retain(|(_, members)| *members > 0);
    }

    /// Takes an order on if what it needs is still to be had.
    fn take(&mut self, rules: &Rules, subject: &ActionSubject, order: &OrderKind) -> bool {
        match order {
            OrderKind::Train(kind) => self.pay(&rules.kind(*kind).cost, rules.kind(*kind).supply_cost),
            OrderKind::Research(tech) => {
                let open = !self.begun.contains(tech) && self.pay(&rules.tech(*tech).cost, 0);
                self.begun.extend(open.then_some(*tech));
                open
            }
            OrderKind::Build { kind, cell } => {
                let row = rules.kind(*kind);
                let open = self.ground.takes(rules, *kind, cell.x, cell.y) && self.pay(&row.cost, row.supply_cost);
                if open {
                    self.ground.take(rules, *kind, cell.x, cell.y);
                }
                open
            }
            OrderKind::Cancel(_) => {
                self.gone.extend(subject.unfinished.then_some(subject.handle));
                true
            }
            OrderKind::Form(_) => {
                let room = self.squads.len() + self.formed < MAX_SQUADS;
                if room {
                    self.leave(subject.squad);
                    self.formed += 1;
                }
                room
            }
            OrderKind::Join(squad) if squad.is_none() || *squad == subject.squad => {
                let member = !squad.is_none();
                if !member {
                    self.leave(subject.squad);
                }
                !member || self.squads.iter().any(|(id, _)| id == squad)
            }
            OrderKind::Join(squad) => {
                let open = self.squads.iter().any(|(id, _)| id == squad);
                if open {
                    self.leave(subject.squad);
                    self.squads.iter_mut().filter(|(id, _)| id == squad).for_each(|(_, members)| *members += 1);
                }
                open
            }
            OrderKind::Follow(target) | OrderKind::Guard(target) | OrderKind::Repair(target) => {
                !self.gone.contains(target)
            }
            OrderKind::Rally { target, .. } | OrderKind::Ability { target, .. } => !self.gone.contains(target),
            _ => true,
        }
    }
}

impl SlotLayout {
    /// The orders that the actions of an agent come to, one after the other, and how many of them were not legal. An action that only
    /// says the same as another is one order with it.
    pub fn orders(&self, cx: &ActionContext<'_>, mask: &MaskRow<'_>, actions: &[i32], out: &mut Vec<Order>) -> u32 {
        let mut ledger = StepLedger::open(cx);
        let mut illegal = 0;
        out.clear();
        for (slot, action) in actions.chunks_exact(ACTION_COLUMNS).take(self.limits.own).enumerate() {
            if action[0] == verb::NONE as i32 {
                continue;
            }
            let Some(subject) = self.subject(cx, slot) else {
                illegal += 1;
                continue;
            };
            let order = self.order(cx, mask, slot, action);
            match order.filter(|order| ledger.take(&self.scenario.rules, &subject, order)) {
                Some(order) => tell(out, subject.handle, order),
                None => illegal += 1,
            }
        }
        out.truncate(MAX_ORDERS_PER_TICK);
        illegal
    }

    /// Draws a legal action for each slot: verbs evenly, then what the verb takes. Money, supply, places and squads are reserved as they
    /// are used, so that all actions of the step are taken together.
    pub fn sample(&self, cx: &ActionContext<'_>, mask: &MaskRow<'_>, chance: &mut Rng, actions: &mut [i32]) {
        let mut ledger = StepLedger::open(cx);
        for (slot, action) in actions.chunks_exact_mut(ACTION_COLUMNS).take(self.limits.own).enumerate() {
            action.fill(0);
            let Some(subject) = self.subject(cx, slot) else { continue };
            for _ in 0..DRAWS {
                self.draw_action(cx, mask, slot, chance, action);
                let order = self.order(cx, mask, slot, action);
                if action[0] == 0 || order.is_some_and(|order| ledger.take(&self.scenario.rules, &subject, &order)) {
                    break;
                }
                action.fill(0);
            }
        }
    }

    fn draw_action(
        &self,
        cx: &ActionContext<'_>,
        mask: &MaskRow<'_>,
        slot: usize,
        chance: &mut Rng,
        action: &mut [i32],
    ) {
        action.fill(0);
        let Some(ActionSubject { kind, .. }) = self.subject(cx, slot) else { return };
        let verbs = &mask.verbs[slot * SLOT_VERBS.len()..][..SLOT_VERBS.len()];
        let Some(verb) = drawn(verbs, chance) else { return };
        action[0] = verb as i32;
        if verb == verb::CANCEL {
            action[3] = drawn(&mask.cancel[slot * MAX_PRODUCTION..][..MAX_PRODUCTION], chance).unwrap_or(0) as i32;
        } else if let Some(values) = self.arg_row(mask, kind, verb) {
            action[3] = drawn(values, chance).unwrap_or(0) as i32;
        }
        if let Some(targets) = self.target_row(mask, kind, verb, action[3]) {
            let other = |target: usize| target != slot || verb == verb::ABILITY || verb == verb::RALLY;
            let count = targets.iter().enumerate().filter(|(target, is)| **is != 0 && other(*target)).count();
            let at = chance.below(count as u32) as usize;
            let legal = targets.iter().enumerate().filter(|(target, is)| **is != 0 && other(*target));
            action[1] = legal.map(|(target, _)| target).nth(at).unwrap_or(0) as i32;
        }
        action[2] = if verb == verb::BUILD {
            let site = self.sites.iter().position(|site| site.0 == action[3] as u16).unwrap_or(0);
            drawn(&mask.places[site * PLACES..][..PLACES], chance).unwrap_or(0) as i32
        } else {
            chance.below(PLACES as u32) as i32
        };
    }

    fn arg_row<'m>(&self, mask: &'m MaskRow<'_>, kind: KindId, verb: usize) -> Option<&'m [u8]> {
        let row = ARG_ROW.row(verb)?;
        let from = (kind.index() * ARG_ROWS.len() + row) * self.args();
        mask.args.get(from..from + self.args())
    }

    /// The mask of targets that a verb with an argument asks for; none when it takes no target.
    fn target_row<'m>(&self, mask: &'m MaskRow<'_>, kind: KindId, verb: usize, arg: i32) -> Option<&'m [u8]> {
        let row = match verb {
            verb::RALLY if arg == 0 => return None,
            verb::JOIN if arg == 1 => return None,
            verb::ABILITY => {
                let ability = self.scenario.rules.abilities.get(arg as usize)?;
                if matches!(ability.target, AbilityTarget::Oneself | AbilityTarget::Point) {
                    return None;
                }
                TARGET_ROWS.len() + arg as usize
            }
            _ => TARGET_ROW.row(verb)?,
        };
        let from = (kind.index() * self.target_rows() + row) * self.targets();
        mask.targets.get(from..from + self.targets())
    }

    fn subject(&self, cx: &ActionContext<'_>, slot: usize) -> Option<ActionSubject> {
        let row = cx.table.own.get(slot)?.row()?;
        if let Some(unit) = cx.sight.units.get(row) {
            return Some(ActionSubject { handle: unit.handle, kind: unit.kind, squad: unit.squad, unfinished: false });
        }
        let building = cx.sight.buildings.get(row - cx.sight.units.len())?;
        let unfinished = building.stage != ConstructionStage::Complete;
        Some(ActionSubject { handle: building.handle, kind: building.kind, squad: SquadId::NONE, unfinished })
    }

    /// What an action says, if it is legal by itself.
    fn order(&self, cx: &ActionContext<'_>, mask: &MaskRow<'_>, slot: usize, action: &[i32]) -> Option<OrderKind> {
        let kind = self.subject(cx, slot)?.kind;
        let (verb, arg) = (usize::try_from(action[0]).ok()?, usize::try_from(action[3]).ok()?);
        if verb >= SLOT_VERBS.len() || mask.verbs[slot * SLOT_VERBS.len() + verb] == 0 {
            return None;
        }
        let legal = match verb {
            verb::CANCEL => arg < MAX_PRODUCTION && mask.cancel[slot * MAX_PRODUCTION + arg] != 0,
            _ => self.arg_row(mask, kind, verb).is_none_or(|row| row.get(arg).is_some_and(|is| *is != 0)),
        };
        if !legal {
            return None;
        }
        let target = self.target_row(mask, kind, verb, action[3]).map(|row| {
            let target =
                usize::try_from(action[1]).ok().filter(|target| row.get(*target).is_some_and(|is| *is != 0))?;
            let oneself = target == slot && !matches!(verb, verb::ABILITY | verb::RALLY);
            cx.table.target(target).filter(|_| !oneself)
        });
        let target = match target {
            Some(None) => return None,
            Some(Some(handle)) => handle,
            None => Handle::NONE,
        };
        self.said(cx, (verb, arg), target, usize::try_from(action[2]).ok().filter(|place| *place < PLACES)?)
    }

    fn said(
        &self,
        cx: &ActionContext<'_>,
        (verb, arg): (usize, usize),
        target: Handle,
        place: usize,
    ) -> Option<OrderKind> {
        let [x, y] = self.block_middle(place);
        let point = Vec2::cell_centre(x, y);
        Some(match verb {
            verb::MOVE => OrderKind::Move(point),
            verb::ATTACK_MOVE => OrderKind::AttackMove(point),
            verb::ATTACK => OrderKind::Attack(target),
            verb::PATROL => OrderKind::Patrol(point),
            verb::HOLD => OrderKind::Hold,
            verb::STOP => OrderKind::Stop,
            verb::FOLLOW => OrderKind::Follow(target),
            verb::GUARD => OrderKind::Guard(target),
            verb::GATHER => OrderKind::Gather(target),
            verb::RETURN_CARGO => OrderKind::ReturnCargo,
            verb::BUILD => {
                let kind = KindId(arg as u16);
                let [x, y] = self.place_for(kind, place, cx.ground)?;
                OrderKind::Build { kind, cell: Cell::new(x, y) }
            }
            verb::REPAIR => OrderKind::Repair(target),
            verb::TRAIN => OrderKind::Train(KindId(arg as u16)),
            verb::RESEARCH => OrderKind::Research(TechId(arg as u16)),
            verb::CANCEL => OrderKind::Cancel(arg as u8),
            verb::RALLY => OrderKind::Rally { point, target },
            verb::LOAD => OrderKind::Load(target),
            verb::UNLOAD => OrderKind::Unload(point),
            verb::ABILITY => OrderKind::Ability { ability: AbilityId(arg as u8), target, point },
            verb::FORM => OrderKind::Form(Formation::in_shape(*SHAPES.get(arg)?)),
            verb::JOIN if arg == 1 => OrderKind::Join(SquadId::NONE),
            verb::JOIN => {
                let unit = cx.sight.units.iter().find(|unit| unit.handle == target)?;
                OrderKind::Join(Some(unit.squad).filter(|squad| !squad.is_none())?)
            }
            _ => return None,
        })
    }
}

/// Gives an order to one more entity, with others that were told the same.
fn tell(out: &mut Vec<Order>, handle: Handle, verb: OrderKind) {
    use sandtable_sim::order::OrderSubject;
    let same = out.iter_mut().find(|order| order.verb == verb && verb.is_assignment());
    if let Some(OrderSubject::Units(units)) = same.map(|order| &mut order.subject) {
        let at = units.partition_point(|unit| *unit < handle);
        units.insert(at, handle);
    } else {
        out.push(Order::to([handle], verb));
    }
}

/// A legal value, each as likely; none when none is legal.
fn drawn(legal: &[u8], chance: &mut Rng) -> Option<usize> {
    let count = legal.iter().filter(|is| **is != 0).count();
    let at = if count == 0 { return None } else { chance.below(count as u32) as usize };
    legal.iter().enumerate().filter(|(_, is)| **is != 0).map(|(value, _)| value).nth(at)
}
