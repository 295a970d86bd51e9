//! What a bot is told by the protocol, as an agent of an environment sees it: rows are kept, and observations, masks and orders come of the
//! code that environments use.

use std::collections::BTreeMap;
use std::sync::Arc;

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sandtable_env::slots::{ActionContext, BuildingGround, PlayerSight, SlotLayout, SlotLimits, SlotTable};
use sandtable_match::assemble::load_rules;
use sandtable_match::library::Library;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Map};
use sandtable_model::rules::{Class, Need, Rules};
use sandtable_model::scenario::{Fog, Scenario};
use sandtable_model::{OrderKind, Stance};
use sandtable_sim::component::{ConstructionStage, OrderEnd, ProductionEntry, ProductionItem, TaskKind};
use sandtable_sim::order::{Order, OrderSubject};
use sandtable_sim::view::{ForeignBody, KnownNode, LastOrder, OwnBuilding, OwnUnit};
use sandtable_state::id::{Handle, KindId, PlayerId, ResourceId, SquadId, TeamId, TechId};
use serde_json::{Map as JsonMap, Value, json};

use crate::assembly::refused;
use crate::rules::first_difference;

/// The lists of an observation whose rows are kept.
const LISTS: [&str; 5] = ["stats", "units", "buildings", "foreign", "nodes"];

type Row = JsonMap<String, Value>;

/// What a bot was told, and what an agent would see and do.
#[pyclass(module = "sandtable._sandtable")]
pub struct Mirror {
    layout: SlotLayout,
    me: Row,
    rows: [BTreeMap<u32, Row>; LISTS.len()],
    sight: PlayerSight,
    table: SlotTable,
    ground: BuildingGround,
}

#[pymethods]
impl Mirror {
    /// From the message `start`; the rules are those of its name in this package's library.
    #[new]
    fn make(start: &str) -> PyResult<Mirror> {
        let start: Value = serde_json::from_str(start).map_err(refused)?;
        let scenario = Arc::new(scenario(&start).ok_or_else(|| misfit("start"))??);
        let layout = SlotLayout::new(&scenario, SlotLimits::usual(&scenario));
        let sight = PlayerSight {
            me: PlayerId(number(&start, "player").ok_or_else(|| misfit("start"))?),
            cells: vec![0; scenario.map.cells()],
            ..PlayerSight::default()
        };
        let table = SlotTable::new(layout.limits());
        Ok(Mirror { layout, me: Row::new(), rows: Default::default(), sight, table, ground: BuildingGround::default() })
    }

    /// Takes a message `observe`.
    fn observe(&mut self, message: &str) -> PyResult<()> {
        let message: Value = serde_json::from_str(message).map_err(refused)?;
        self.keep(&message).ok_or_else(|| misfit("observe"))?;
        self.see(&message).ok_or_else(|| misfit("observe"))?;
        self.ground.look(self.layout.scenario(), &self.sight);
        self.table.renew(&self.sight);
        Ok(())
    }

    /// The globals, as environments have them.
    fn globals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        self.expect_observation()?;
        let mut globals = vec![0.0; self.layout.global_names().len()];
        self.layout.encode_globals(&self.sight, &mut globals);
        Ok(PyArray1::from_vec(py, globals))
    }

    /// The mask of macro actions.
    fn mask_macros<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.expect_observation()?;
        Ok(PyArray1::from_vec(py, self.macro_mask()))
    }

    /// The message `orders` that a macro action comes to; one that is not legal waits, as in environments.
    fn macro_orders(&self, action: i64) -> PyResult<String> {
        self.expect_observation()?;
        let action = usize::try_from(action).unwrap_or(usize::MAX);
        let legal = self.macro_mask().get(action).is_some_and(|is| *is != 0);
        let mut orders = Vec::new();
        self.layout.macro_orders(&self.context(), if legal { action } else { 0 }, &mut orders);
        let orders: Vec<Value> = orders.iter().map(line).collect();
        Ok(json!({ "type": "orders", "tick": self.sight.tick, "orders": orders }).to_string())
    }
}

impl Mirror {
    fn expect_observation(&self) -> PyResult<()> {
        if self.me.is_empty() {
            Err(refused("nothing is observed yet; expected a message observe first"))
        } else {
            Ok(())
        }
    }

    fn context(&self) -> ActionContext<'_> {
        ActionContext { sight: &self.sight, table: &self.table, ground: &self.ground }
    }

    fn macro_mask(&self) -> Vec<u8> {
        let mut mask = vec![0; self.layout.macro_names().len()];
        self.layout.mask_macros(&self.context(), &mut mask);
        mask
    }

    /// Brings the rows up to date.
    fn keep(&mut self, message: &Value) -> Option<()> {
        let merge = |row: &mut Row, news: &Value| {
            let news = news.as_object()?.clone();
            row.extend(news);
            Some(())
        };
        merge(&mut self.me, message.get("me")?)?;
        for (name, rows) in LISTS.iter().zip(&mut self.rows) {
            for id in message.get(format!("{name}_gone")).and_then(Value::as_array).into_iter().flatten() {
                rows.remove(&(id.as_u64()? as u32));
            }
            for news in message.get(name)?.as_array()? {
                merge(rows.entry(number(news, "id")?).or_default(), news)?;
            }
        }
        for run in message.get("cells")?.as_array()? {
            let (start, digits) = (run.get(0)?.as_u64()? as usize, run.get(1)?.as_str()?.as_bytes());
            let cells = self.sight.cells.get_mut(start..start.checked_add(digits.len())?)?;
            cells.iter_mut().zip(digits).for_each(|(cell, digit)| *cell = digit.wrapping_sub(b'0'));
        }
        Some(())
    }

    /// Makes what is known of the rows.
    fn see(&mut self, message: &Value) -> Option<()> {
        let [stats, units, buildings, foreign, nodes] = &self.rows;
        let (rules, sight, me) = (&self.layout.scenario().rules, &mut self.sight, Value::Object(self.me.clone()));
        sight.tick = number(message, "tick")?;
        let [used, cap] = numbers::<u16>(me.get("supply")?)?[..] else { return None };
        sight.supply = [used, cap];
        let stock = numbers::<u32>(me.get("stock")?)?;
        sight.stock.iter_mut().zip(stock).for_each(|(to, stock)| *to = stock);
        sight.out = numbers::<u8>(me.get("out")?)?.contains(&sight.me.0);
        sight.units = each(units, unit)?;
        sight.buildings = each(buildings, building)?;
        sight.foreign = each(foreign, |id, row| body(id, row, sight.tick))?;
        sight.nodes = each(nodes, node)?;
        let kinds = sight.units.iter().map(|it| it.kind).chain(sight.buildings.iter().map(|it| it.kind));
        let kinds = kinds.chain(sight.foreign.iter().map(|it| it.kind)).chain(sight.nodes.iter().map(|it| it.kind));
        if kinds.into_iter().any(|kind| kind.index() >= rules.kinds.len()) {
            return None;
        }
        sight.max_hp = rules.kinds.iter().map(|kind| kind.max_hp.bits()).collect();
        for (id, row) in stats {
            *sight.max_hp.get_mut(*id as usize)? = row.get("hp")?.as_i64()? as i32;
        }
        let (techs, begun) = (numbers::<u16>(me.get("techs")?)?, numbers::<u16>(me.get("researching")?)?);
        sight.researched = (0..rules.techs.len() as u16).map(|tech| techs.contains(&tech)).collect();
        sight.makeable = (0..rules.kinds.len()).map(|row| can_make(rules, sight, row)).collect();
        let open = |tech: u16| !techs.contains(&tech) && !begun.contains(&tech);
        sight.researchable = (0..rules.techs.len() as u16)
            .map(|tech| {
                let row = rules.tech(TechId(tech));
                open(tech) && meets(rules, sight, &row.needs) && affords(sight, &row.cost)
            })
            .collect();
        Some(())
    }
}

fn misfit(what: &str) -> PyErr {
    PyValueError::new_err(format!(
        "a message {what} that is not of protocol 3 or of other rules; docs/PROTOCOL.md has its fields"
    ))
}

fn number<T: TryFrom<u64>>(of: &Value, key: &str) -> Option<T> {
    T::try_from(of.get(key)?.as_u64()?).ok()
}

fn numbers<T: TryFrom<u64>>(list: &Value) -> Option<Vec<T>> {
    list.as_array()?.iter().map(|it| T::try_from(it.as_u64()?).ok()).collect()
}

fn each<T>(rows: &BTreeMap<u32, Row>, make: impl Fn(Handle, &Value) -> Option<T>) -> Option<Vec<T>> {
    rows.iter().map(|(id, row)| make(Handle(*id), &Value::Object(row.clone()))).collect()
}

fn bits(value: &Value) -> Option<Fx> {
    Some(Fx::from_bits(i32::try_from(value.as_i64()?).ok()?))
}

fn point(value: &Value) -> Option<Vec2> {
    Some(Vec2 { x: bits(value.get(0)?)?, y: bits(value.get(1)?)? })
}

fn cell(value: &Value) -> Option<Cell> {
    let side = |at: usize| i16::try_from(value.get(at)?.as_i64()?).ok();
    Some(Cell::new(side(0)?, side(1)?))
}

fn stage(row: &Value) -> Option<ConstructionStage> {
    Some(match number::<u8>(row, "stage")? {
        0 => ConstructionStage::Planned,
        1 => ConstructionStage::Rising,
        _ => ConstructionStage::Complete,
    })
}

const ENDS: [OrderEnd; 8] = [
    OrderEnd::Arrived,
    OrderEnd::Done,
    OrderEnd::Walled,
    OrderEnd::NoWay,
    OrderEnd::Full,
    OrderEnd::Blocked,
    OrderEnd::Lost,
    OrderEnd::Unable,
];

const TASKS: [(u64, TaskKind); 17] = [
    (0, TaskKind::Goto),
    (1, TaskKind::Follow),
    (2, TaskKind::Patrol),
    (3, TaskKind::Hold),
    (4, TaskKind::Serve),
    (5, TaskKind::Keep),
    (16, TaskKind::Strike),
    (17, TaskKind::Engage),
    (18, TaskKind::Gather),
    (19, TaskKind::Deliver),
    (20, TaskKind::Build),
    (21, TaskKind::Repair),
    (22, TaskKind::Board),
    (23, TaskKind::Unload),
    (24, TaskKind::Cast),
    (25, TaskKind::Guard),
    (26, TaskKind::Fetch),
];

/// The head of a queue: task, target, point.
fn task(value: &Value) -> Option<Option<(TaskKind, Handle, Vec2)>> {
    if value.is_null() {
        return Some(None);
    }
    let code = value.get(0)?.as_u64()?;
    let kind = TASKS.iter().find(|(it, _)| *it == code)?.1;
    let at = Vec2 { x: bits(value.get(2)?)?, y: bits(value.get(3)?)? };
    Some(Some((kind, Handle(value.get(1)?.as_u64()? as u32), at)))
}

/// How the last order ended: code, tick, how many have been taken since.
fn last_order(value: &Value) -> Option<Option<LastOrder>> {
    if value.is_null() {
        return Some(None);
    }
    let part = |at: usize| value.get(at)?.as_u64();
    let end = ENDS.iter().find(|end| **end as u64 == part(0).unwrap_or_default())?;
    Some(Some(LastOrder { end: *end, tick: part(1)? as u32, since: part(2)? as u16 }))
}

fn unit(handle: Handle, row: &Value) -> Option<OwnUnit> {
    let carries = row.get("carries")?;
    let load = || Some((ResourceId(carries.get(0)?.as_u64()? as u8), carries.get(1)?.as_u64()? as u16));
    Some(OwnUnit {
        handle,
        kind: KindId(number(row, "kind")?),
        position: point(row.get("at")?)?,
        velocity: point(row.get("velocity")?)?,
        hp: bits(row.get("hp")?)?,
        hurt_tick: number(row, "hurt")?,
        squad: SquadId(number(row, "squad")?),
        stance: match number::<u8>(row, "stance")? {
            0 => Stance::Defensive,
            1 => Stance::Standing,
            _ => Stance::Passive,
        },
        moving: task(row.get("moving")?)?,
        acting: task(row.get("acting")?)?,
        target: Handle(number(row, "target")?),
        carries: if carries.is_null() { None } else { Some(load()?) },
        aboard: Handle(number(row, "aboard")?),
        ended: last_order(row.get("ended")?)?,
    })
}

fn building(handle: Handle, row: &Value) -> Option<OwnBuilding> {
    let entry = |it: &Value| {
        let product = if it.get(0)?.as_u64()? == 0 { ProductionItem::Unit } else { ProductionItem::Tech };
        Some(ProductionEntry { product, row: it.get(1)?.as_u64()? as u16 })
    };
    Some(OwnBuilding {
        handle,
        kind: KindId(number(row, "kind")?),
        cell: cell(row.get("cell")?)?,
        position: point(row.get("at")?)?,
        hp: bits(row.get("hp")?)?,
        hurt_tick: number(row, "hurt")?,
        stage: stage(row)?,
        built_percent: number(row, "built")?,
        workers: number(row, "workers")?,
        queue: row.get("queue")?.as_array()?.iter().map(entry).collect::<Option<_>>()?,
        made_percent: number(row, "made")?,
    })
}

fn truth(row: &Value, key: &str) -> Option<bool> {
    let value = row.get(key)?;
    value.as_bool().or_else(|| Some(value.as_u64()? != 0))
}

fn body(handle: Handle, row: &Value, tick: u32) -> Option<ForeignBody> {
    let visible = truth(row, "visible")?;
    Some(ForeignBody {
        handle,
        owner: PlayerId(number(row, "owner")?),
        kind: KindId(number(row, "kind")?),
        class: if truth(row, "building")? { Class::Building } else { Class::Unit },
        position: point(row.get("at")?)?,
        hp: bits(row.get("hp")?)?,
        stage: stage(row)?,
        visible,
        seen_tick: if visible { tick } else { number(row, "seen")? },
        hostile: truth(row, "hostile")?,
    })
}

fn node(handle: Handle, row: &Value) -> Option<KnownNode> {
    Some(KnownNode {
        handle,
        kind: KindId(number(row, "kind")?),
        cell: cell(row.get("cell")?)?,
        position: point(row.get("at")?)?,
        amount: number(row, "amount")?,
        visible: truth(row, "visible")?,
    })
}

fn affords(sight: &PlayerSight, cost: &sandtable_model::rules::Cost) -> bool {
    sight.stock.iter().zip(cost).all(|(have, price)| *have >= u32::from(*price))
}

fn meets(rules: &Rules, sight: &PlayerSight, needs: &[Need]) -> bool {
    let owned = |kind: &KindId| {
        let complete = |it: &&OwnBuilding| it.kind == *kind && it.stage == ConstructionStage::Complete;
        sight.buildings.iter().any(|it| complete(&it)) || sight.units.iter().any(|unit| unit.kind == *kind)
    };
    debug_assert!(needs.iter().all(|need| !matches!(need, Need::Kind(kind) if kind.index() >= rules.kinds.len())));
    needs.iter().all(|need| match need {
        Need::Kind(kind) => owned(kind),
        Need::Tech(tech) => sight.researched.get(tech.index()).copied().unwrap_or(false),
    })
}

fn can_make(rules: &Rules, sight: &PlayerSight, row: usize) -> bool {
    let kind = &rules.kinds[row];
    let [used, cap] = sight.supply.map(u32::from);
    let room = kind.supply_cost == 0 || used + u32::from(kind.supply_cost) <= cap;
    kind.class != Class::Node && meets(rules, sight, &kind.needs) && affords(sight, &kind.cost) && room
}

/// The scenario that the message `start` tells of, as far as observations and macro actions ask.
fn scenario(start: &Value) -> Option<PyResult<Scenario>> {
    let name = start.get("rules")?.get("name")?.as_str()?;
    let rules = match load_rules(&mut Library::embedded_only(), name) {
        Ok(rules) => rules,
        Err(failure) => return Some(Err(refused(failure))),
    };
    let told = start.get("map")?;
    if let Some(what) = first_difference(start.get("rules")?, &rules)? {
        let why = format!("rules {name:?} of the match are not those of this package: another {what}");
        return Some(Err(refused(why)));
    }
    let (width, height) = (number(told, "width")?, number(told, "height")?);
    let map = Map {
        heights: numbers(told.get("heights")?)?,
        starts: told.get("starts")?.as_array()?.iter().map(cell).collect::<Option<_>>()?,
        ..Map::level(told.get("name")?.as_str()?, width, height, numbers(told.get("terrain")?)?)
    };
    let players = start.get("players")?.as_array()?;
    let fog = match start.get("fog")?.as_str()? {
        "off" => Fog::Off,
        "explored" => Fog::Explored,
        _ => Fog::Full,
    };
    let terms =
        sandtable_content::MatchTerms { fog, time_limit_ticks: number(start, "time_limit")?, ..Default::default() };
    let count = u8::try_from(players.len()).ok()?.min(map.starts.len() as u8);
    let mut scenario = match sandtable_content::build_scenario(rules, map, count, terms) {
        Ok(scenario) => scenario,
        Err(issues) => return Some(Err(refused(issues))),
    };
    for (setup, told) in scenario.players.iter_mut().zip(players) {
        setup.team = TeamId(number(told, "team")?);
        setup.start = match told.get("start")? {
            Value::Null => None,
            at => start_of(&scenario.map, &scenario.rules, point(at)?),
        };
    }
    Some(Ok(scenario))
}

/// The start whose base has this middle.
fn start_of(map: &Map, rules: &Rules, middle: Vec2) -> Option<u8> {
    let footprint = rules.kind(rules.start.base).footprint.as_ref()?;
    let centre = |cell: &Cell| Vec2 {
        x: Fx::from_halves(2 * i32::from(cell.x) + i32::from(footprint.width)),
        y: Fx::from_halves(2 * i32::from(cell.y) + i32::from(footprint.height)),
    };
    map.starts.iter().position(|cell| centre(cell) == middle).map(|row| row as u8)
}

/// An order as the protocol has it; of those that macro actions give.
fn line(order: &Order) -> Value {
    let units: Vec<u32> = match &order.subject {
        OrderSubject::Units(units) => units.iter().map(|unit| unit.0).collect(),
        OrderSubject::Squad(_) | OrderSubject::Player => Vec::new(),
    };
    let to = |at: &Vec2| json!([at.x.bits(), at.y.bits()]);
    match &order.verb {
        OrderKind::Move(at) => json!({ "do": "move", "units": units, "to": to(at) }),
        OrderKind::AttackMove(at) => json!({ "do": "attack_move", "units": units, "to": to(at) }),
        OrderKind::Gather(node) => json!({ "do": "gather", "units": units, "target": node.0 }),
        OrderKind::ReturnCargo => json!({ "do": "return_cargo", "units": units }),
        OrderKind::Build { kind, cell } => {
            json!({ "do": "build", "units": units, "kind": kind.0, "cell": [cell.x, cell.y] })
        }
        OrderKind::Repair(building) => json!({ "do": "repair", "units": units, "target": building.0 }),
        OrderKind::Train(kind) => json!({ "do": "train", "units": units, "kind": kind.0 }),
        OrderKind::Research(tech) => json!({ "do": "research", "units": units, "tech": tech.0 }),
        other => unreachable!("no macro action gives {other:?}"),
    }
}
