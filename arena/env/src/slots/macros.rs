//! The macro level: one action a step for a whole player, as a commander's goals have it: make something, attack, defend, scout. Between
//! them, whatever the action, workers without work gather and unfinished buildings are gone on with.

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::rules::Class;
use sandtable_sim::component::{ConstructionStage, TaskKind};
use sandtable_sim::order::Order;
use sandtable_sim::view::{OwnBuilding, OwnUnit};
use sandtable_state::id::{Handle, KindId, PlayerId, TechId};
use sandtable_state::limits::{MAX_ORDERS_PER_TICK, TICKS_PER_SECOND};

use super::actions::ActionContext;
use super::layout::{MacroProduct, SlotLayout};
use super::sight::{PlayerSight, size};

/// What macro actions do besides making something, in their order.
const MANOEUVRES: [&str; 5] = ["attack", "attack_with_all", "defend", "retreat", "scout"];

/// Units that a building has in its queue before it is left alone.
const QUEUED: usize = 2;
/// Cells kept free round what stands and round nodes, so that there is a way.
const GAP: i32 = 1;
/// Squared cells within which a unit counts as on its way to a point.
const SAME_PLACE: i64 = 9;
/// Squared cells round the home within which enemies are met.
const HOME: i64 = 100;
/// Ticks for which a scout goes for one place.
const SCOUT_TICKS: u32 = 20 * TICKS_PER_SECOND;

impl SlotLayout {
    /// The names of the macro actions, in their order. The first does nothing of its own.
    pub fn macro_names(&self) -> Vec<String> {
        let rules = &self.scenario.rules;
        let product = |product: &MacroProduct| match product {
            MacroProduct::Train(kind) => format!("train_{}", rules.kind(*kind).name),
            MacroProduct::Build(kind) => format!("build_{}", rules.kind(*kind).name),
            MacroProduct::Research(tech) => format!("research_{}", rules.tech(*tech).name),
        };
        let products = self.products.iter().map(product);
        ["wait".to_owned()].into_iter().chain(products).chain(MANOEUVRES.map(str::to_owned)).collect()
    }

    /// Writes 1 for each macro action that would do something, and for waiting, and 0 for the others.
    pub fn mask_macros(&self, cx: &ActionContext<'_>, out: &mut [u8]) {
        out.fill(0);
        out[0] = 1;
        if cx.sight.out {
            return;
        }
        for (product, legal) in self.products.iter().zip(&mut out[1..]) {
            *legal = u8::from(self.bring_about(cx, *product).is_some());
        }
        let armed = self.soldiers(cx.sight).next().is_some();
        let anybody = cx.sight.units.iter().any(|unit| unit.aboard.is_none());
        let from = 1 + self.products.len();
        for (legal, is) in out[from..].iter_mut().zip([armed, anybody, armed, armed, anybody]) {
            *legal = u8::from(is);
        }
    }

    /// The orders that a macro action comes to; none of its own when it is not legal.
    pub fn macro_orders(&self, cx: &ActionContext<'_>, action: usize, out: &mut Vec<Order>) {
        out.clear();
        if cx.sight.out {
            return;
        }
        let manoeuvre = action.checked_sub(1 + self.products.len());
        match (action.checked_sub(1).and_then(|row| self.products.get(row)), manoeuvre) {
            (Some(product), _) => out.extend(self.bring_about(cx, *product)),
            (None, Some(manoeuvre)) => self.manoeuvre(cx.sight, manoeuvre, out),
            (None, None) => {}
        }
        let taken: Vec<Handle> = out.iter().flat_map(|order| subjects(order).iter().copied()).collect();
        self.keep_busy(cx.sight, &taken, out);
        out.truncate(MAX_ORDERS_PER_TICK);
    }

    fn bring_about(&self, cx: &ActionContext<'_>, product: MacroProduct) -> Option<Order> {
        match product {
            MacroProduct::Train(kind) => self.train(cx.sight, kind),
            MacroProduct::Build(kind) => self.build(cx, kind),
            MacroProduct::Research(tech) => self.research(cx.sight, tech),
        }
    }

    fn train(&self, sight: &PlayerSight, kind: KindId) -> Option<Order> {
        let trains = |it: &&OwnBuilding| self.scenario.rules.kind(it.kind).trains.contains(&kind);
        let free = complete(sight).filter(trains).filter(|it| it.queue.len() < QUEUED);
        let building = free.min_by_key(|it| (it.queue.len(), it.handle)).filter(|_| sight.makeable[kind.index()])?;
        Some(Order::to([building.handle], OrderKind::Train(kind)))
    }

    fn research(&self, sight: &PlayerSight, tech: TechId) -> Option<Order> {
        let knows = |it: &&OwnBuilding| self.scenario.rules.kind(it.kind).researches.contains(&tech);
        let free = complete(sight).filter(knows).filter(|it| it.queue.len() < QUEUED);
        let building =
            free.min_by_key(|it| (it.queue.len(), it.handle)).filter(|_| sight.researchable[tech.index()])?;
        Some(Order::to([building.handle], OrderKind::Research(tech)))
    }

    /// Marks out a building: one that takes resources in by the nearest node without such, others by the home.
    fn build(&self, cx: &ActionContext<'_>, kind: KindId) -> Option<Order> {
        let (sight, rules) = (cx.sight, &self.scenario.rules);
        if !sight.makeable[kind.index()] {
            return None;
        }
        let home = self.home(sight);
        let anchor = if rules.kind(kind).drop_off != 0 { self.unserved_node(sight, home)? } else { home };
        let cell = self.free_cell(cx, kind, anchor)?;
        let middle = Vec2::cell_centre(cell.x.into(), cell.y.into());
        let builds = |unit: &&OwnUnit| {
            let worker = rules.kind(unit.kind).worker.as_ref();
            worker.is_some_and(|worker| worker.builds.contains(&kind)) && unit.aboard.is_none() && !constructs(unit)
        };
        let worker =
            sight.units.iter().filter(builds).min_by_key(|unit| (squared(unit.position, middle), unit.handle))?;
        Some(Order::to([worker.handle], OrderKind::Build { kind, cell }))
    }

    /// The nearest node to a place that has no own building for its resource within ten cells.
    fn unserved_node(&self, sight: &PlayerSight, from: Vec2) -> Option<Vec2> {
        let served = |at: Vec2| {
            let mut takes = sight.buildings.iter().filter(|it| self.scenario.rules.kind(it.kind).drop_off != 0);
            takes.any(|it| squared(it.position, at) < HOME)
        };
        let nodes = sight.nodes.iter().filter(|node| !served(node.position));
        nodes
            .min_by_key(|node| (squared(node.position, from), self.side(from, node.position), node.handle))
            .map(|node| node.position)
    }

    fn free_cell(&self, cx: &ActionContext<'_>, kind: KindId, anchor: Vec2) -> Option<Cell> {
        let map = &self.scenario.map;
        let [wide, high] = size(&self.scenario.rules, kind);
        let middle = |x: i16, y: i16| Vec2 {
            x: Fx::from_halves(2 * i32::from(x) + i32::from(wide)),
            y: Fx::from_halves(2 * i32::from(y) + i32::from(high)),
        };
        let cells = (0..map.height as i16).flat_map(|y| (0..map.width as i16).map(move |x| (x, y)));
        let open = cells.filter(|(x, y)| cx.ground.fits(wide, high, *x, *y));
        let open = open.filter(|(x, y)| self.leaves_ways(cx.sight, [*x, *y, wide, high]));
        let best = open.min_by_key(|(x, y)| {
            let away = middle(*x, *y);
            (squared(away, anchor), squared(away, self.middle_of_map()), self.side(anchor, away), *y, *x)
        });
        best.map(|(x, y)| Cell::new(x, y))
    }

    /// Whether a building here keeps its distance from own buildings and from nodes.
    fn leaves_ways(&self, sight: &PlayerSight, [x, y, wide, high]: [i16; 4]) -> bool {
        let rules = &self.scenario.rules;
        let apart = |cell: Cell, kind: KindId| {
            let [other_wide, other_high] = size(rules, kind);
            let gap =
                |near: i16, side: i16, far: i16, other: i16| i32::from((far - near - side).max(near - far - other));
            gap(x, wide, cell.x, other_wide) >= GAP || gap(y, high, cell.y, other_high) >= GAP
        };
        sight.buildings.iter().all(|it| apart(it.cell, it.kind)) && sight.nodes.iter().all(|it| apart(it.cell, it.kind))
    }

    fn manoeuvre(&self, sight: &PlayerSight, manoeuvre: usize, out: &mut Vec<Order>) {
        let army = self.army_place(sight);
        let soldiers = || self.soldiers(sight);
        match manoeuvre {
            0 => send(soldiers(), OrderKind::AttackMove(self.enemy_place(sight, army)), out),
            1 => {
                let armed = |unit: &&OwnUnit| self.scenario.rules.kind(unit.kind).weapon.is_some();
                let all = sight.units.iter().filter(|unit| unit.aboard.is_none()).filter(armed);
                send(all, OrderKind::AttackMove(self.enemy_place(sight, army)), out);
            }
            2 => send(soldiers(), OrderKind::AttackMove(self.defended(sight)), out),
            3 => send(soldiers(), OrderKind::Move(self.home(sight)), out),
            _ => {
                let scout = soldiers().chain(sight.units.iter().filter(|unit| unit.aboard.is_none())).next();
                send(scout.into_iter(), OrderKind::Move(self.scouted(sight)), out);
            }
        }
    }

    /// Whoever is threatened first at home; else the home itself.
    fn defended(&self, sight: &PlayerSight) -> Vec2 {
        let home = self.home(sight);
        let threats = sight.foreign.iter().filter(|body| body.hostile && body.visible);
        let near = threats.filter(|body| sight.buildings.iter().any(|own| squared(own.position, body.position) < HOME));
        near.min_by_key(|body| (squared(body.position, home), body.handle)).map_or(home, |body| body.position)
    }

    /// Starts and nodes, one after the other as time passes.
    fn scouted(&self, sight: &PlayerSight) -> Vec2 {
        let starts = self.enemy_starts(sight.me);
        let places: Vec<Vec2> = starts.into_iter().chain(sight.nodes.iter().map(|node| node.position)).collect();
        let turn = (sight.tick / SCOUT_TICKS) as usize % places.len().max(1);
        places.get(turn).copied().unwrap_or_else(|| self.middle_of_map())
    }

    /// Workers without work gather, those with a load deliver it, and one goes on with each building that nobody builds.
    fn keep_busy(&self, sight: &PlayerSight, taken: &[Handle], out: &mut Vec<Order>) {
        let rules = &self.scenario.rules;
        let works = |unit: &&OwnUnit| rules.kind(unit.kind).worker.is_some() && unit.aboard.is_none();
        let mut free: Vec<&OwnUnit> =
            sight.units.iter().filter(works).filter(|unit| unit.idle() && !taken.contains(&unit.handle)).collect();
        let builders = sight.units.iter().filter(works).filter(|unit| constructs(unit)).count();
        let left = sight.buildings.iter().filter(|it| it.stage != ConstructionStage::Complete && it.workers == 0);
        for building in left.skip(builders) {
            let pool = if free.is_empty() { sight.units.iter().filter(works).collect() } else { free.clone() };
            let nearest = pool.iter().filter(|unit| !taken.contains(&unit.handle));
            let nearest = nearest.min_by_key(|unit| (squared(unit.position, building.position), unit.handle));
            let Some(worker) = nearest else { break };
            out.push(Order::to([worker.handle], OrderKind::Repair(building.handle)));
            let worker = worker.handle;
            free.retain(|unit| unit.handle != worker);
        }
        let mut crowd: Vec<usize> = sight.nodes.iter().map(|node| self.gatherers(sight, node.handle)).collect();
        for worker in free {
            if worker.carries.is_some() {
                out.push(Order::to([worker.handle], OrderKind::ReturnCargo));
            } else if let Some(row) = self.node_for(sight, worker, &crowd) {
                crowd[row] += 1;
                out.push(Order::to([worker.handle], OrderKind::Gather(sight.nodes[row].handle)));
            }
        }
    }

    fn gatherers(&self, sight: &PlayerSight, node: Handle) -> usize {
        let gathers = |unit: &&OwnUnit| unit.acting.is_some_and(|task| task.0 == TaskKind::Gather && task.1 == node);
        sight.units.iter().filter(gathers).count()
    }

    /// The node nearest to the home that has room for a worker; the nearest one when none has.
    fn node_for(&self, sight: &PlayerSight, worker: &OwnUnit, crowd: &[usize]) -> Option<usize> {
        let (rules, home) = (&self.scenario.rules, self.home(sight));
        let work = rules.kind(worker.kind).worker.as_ref()?;
        let stock = |row: usize| rules.kind(sight.nodes[row].kind).stock.as_ref();
        let fits = |row: &usize| stock(*row).is_some_and(|stock| work.gather_ticks[stock.resource.index()] > 0);
        let full = |row: usize| stock(row).is_some_and(|stock| crowd[row] >= usize::from(stock.workers));
        let rows = (0..sight.nodes.len()).filter(fits);
        rows.min_by_key(|row| {
            let at = sight.nodes[*row].position;
            (
                full(*row),
                squared(at, home) + squared(at, worker.position),
                self.side(home, at),
                sight.nodes[*row].handle,
            )
        })
    }

    /// Own units that fight and do no work, those aboard transports left out.
    pub(crate) fn soldiers<'s>(&self, sight: &'s PlayerSight) -> impl Iterator<Item = &'s OwnUnit> + use<'s, '_> {
        let fights = |unit: &&OwnUnit| {
            let kind = self.scenario.rules.kind(unit.kind);
            kind.worker.is_none() && kind.weapon.is_some() && unit.aboard.is_none()
        };
        sight.units.iter().filter(fights)
    }

    /// The middle of the oldest own building that takes resources in, else of the oldest building, else the start.
    pub(crate) fn home(&self, sight: &PlayerSight) -> Vec2 {
        let takes = |it: &&OwnBuilding| self.scenario.rules.kind(it.kind).drop_off != 0;
        let first = sight.buildings.iter().find(takes).or(sight.buildings.first());
        first.map_or_else(|| self.start(sight.me).unwrap_or_else(|| self.middle_of_map()), |it| it.position)
    }

    /// The mean place of soldiers; the home when there are none.
    pub(crate) fn army_place(&self, sight: &PlayerSight) -> Vec2 {
        let (mut sum, mut count) = ([0i64; 2], 0i64);
        for unit in self.soldiers(sight) {
            sum[0] += i64::from(unit.position.x.bits());
            sum[1] += i64::from(unit.position.y.bits());
            count += 1;
        }
        let mean = |sum: i64| Fx::from_bits((sum / count.max(1)) as i32);
        if count == 0 { self.home(sight) } else { Vec2 { x: mean(sum[0]), y: mean(sum[1]) } }
    }

    /// Where the nearest enemy is, as seen from a place: a body that is known, else a start where none is seen to be absent, else a node.
    pub(crate) fn enemy_place(&self, sight: &PlayerSight, from: Vec2) -> Vec2 {
        let hostile = sight.foreign.iter().filter(|body| body.hostile);
        let nearest =
            hostile.min_by_key(|body| (body.class != Class::Building, squared(body.position, from), body.handle));
        let unseen = |at: &Vec2| !self.is_visible(sight, *at);
        let start = || {
            let starts = self.enemy_starts(sight.me).into_iter().filter(unseen);
            starts.min_by_key(|at| (squared(*at, from), *at))
        };
        nearest.map(|body| body.position).or_else(start).unwrap_or_else(|| self.scouted(sight))
    }

    fn is_visible(&self, sight: &PlayerSight, at: Vec2) -> bool {
        let map = &self.scenario.map;
        let cell = Cell::at(at);
        map.contains(cell) && sight.cells.get(map.index(cell)).is_some_and(|cell| cell & 3 == 2)
    }

    fn start(&self, player: PlayerId) -> Option<Vec2> {
        let scenario = &self.scenario;
        let cell = *scenario.map.starts.get(scenario.players.get(player.index())?.start? as usize)?;
        let [wide, high] = size(&scenario.rules, scenario.rules.start.base);
        let middle = |cell: i16, side: i16| Fx::from_halves(2 * i32::from(cell) + i32::from(side));
        Some(Vec2 { x: middle(cell.x, wide), y: middle(cell.y, high) })
    }

    fn enemy_starts(&self, me: PlayerId) -> Vec<Vec2> {
        let players = &self.scenario.players;
        let team = players.get(me.index()).map(|player| player.team);
        let enemies = (0..players.len() as u8).map(PlayerId).filter(|it| Some(players[it.index()].team) != team);
        enemies.filter_map(|player| self.start(player)).collect()
    }

    /// How far a place lies to the right of the way from another one to the middle of the map, in squared cells. Among places that are as
    /// good it chooses alike from both ends of a map that turns, as the order of cells or handles would not.
    fn side(&self, from: Vec2, at: Vec2) -> i64 {
        let (ahead, there) = (self.middle_of_map() - from, at - from);
        let cross = |a: Fx, b: Fx| i64::from(a.bits()) * i64::from(b.bits());
        (cross(ahead.x, there.y) - cross(ahead.y, there.x)) >> 32
    }

    fn middle_of_map(&self) -> Vec2 {
        let middle = |side: u16| Fx::from_halves(i32::from(side));
        Vec2 { x: middle(self.scenario.map.width), y: middle(self.scenario.map.height) }
    }
}

/// One order for all that are not on their way already.
fn send<'u>(units: impl Iterator<Item = &'u OwnUnit>, verb: OrderKind, out: &mut Vec<Order>) {
    let (OrderKind::AttackMove(to) | OrderKind::Move(to)) = verb else { return };
    let under_way = |unit: &&OwnUnit| {
        let walks = unit.moving.is_some_and(|task| task.0 == TaskKind::Goto && squared(task.2, to) < SAME_PLACE);
        let engages = unit.acting.is_some_and(|task| task.0 == TaskKind::Engage);
        walks && engages == matches!(verb, OrderKind::AttackMove(_))
    };
    let sent: Vec<Handle> = units.filter(|unit| !under_way(unit)).map(|unit| unit.handle).collect();
    if !sent.is_empty() {
        out.push(Order::to(sent, verb));
    }
}

fn subjects(order: &Order) -> &[Handle] {
    match &order.subject {
        sandtable_sim::order::OrderSubject::Units(units) => units,
        _ => &[],
    }
}

fn complete(sight: &PlayerSight) -> impl Iterator<Item = &OwnBuilding> {
    sight.buildings.iter().filter(|building| building.stage == ConstructionStage::Complete)
}

fn constructs(unit: &OwnUnit) -> bool {
    unit.acting.is_some_and(|task| matches!(task.0, TaskKind::Build | TaskKind::Repair))
}

/// The squared distance of two points, in cells.
fn squared(one: Vec2, other: Vec2) -> i64 {
    let (x, y) = (i64::from((one.x - other.x).bits()), i64::from((one.y - other.y).bits()));
    (x * x + y * y) >> 32
}
