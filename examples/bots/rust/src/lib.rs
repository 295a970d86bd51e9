//! A complete bot as a WebAssembly module: its workers gather, its base trains more of them, and they attack when there are enough.
//!
//!     cargo build --release --target wasm32-unknown-unknown --manifest-path examples/bots/rust/Cargo.toml
//!     sandtable match --map meadow --p1 examples/bots/rust/bot.toml --p2 first/rush

mod wire;

use std::cell::RefCell;

use serde_json::Value;
use wire::{BUILDINGS, FOREIGN, NODES, Orders, Row, UNITS, World};

const ATTACK_MOVE: u32 = 1;
const GATHER: u32 = 8;
const TRAIN: u32 = 12;
const WORKERS: usize = 16;

#[link(wasm_import_module = "sandtable")]
unsafe extern "C" {
    fn can_make(kind: i32) -> i32;
    fn log(text: *const u8, length: usize);
}

/// What is known of a kind.
#[derive(Default)]
struct Kind {
    is_worker: bool,
    trains: Vec<i32>,
    resource: Option<u64>,
}

#[derive(Default)]
struct Bot {
    /// What the engine writes to.
    inbox: Vec<u8>,
    outbox: Vec<u8>,
    world: World,
    kinds: Vec<Kind>,
    goal: Option<[i32; 2]>,
}

thread_local! {
    static BOT: RefCell<Bot> = RefCell::default();
}

fn say(text: &str) {
    // SAFETY: the engine reads these bytes and keeps nothing of them.
    unsafe { log(text.as_ptr(), text.len()) }
}

#[unsafe(no_mangle)]
pub extern "C" fn sandtable_protocol() -> i32 {
    3
}

/// Room for what the engine says next.
#[unsafe(no_mangle)]
pub extern "C" fn sandtable_alloc(length: i32) -> *mut u8 {
    BOT.with_borrow_mut(|bot| {
        bot.inbox.resize(length as usize, 0);
        bot.inbox.as_mut_ptr()
    })
}

/// Ticks between decisions; negative, for it does not want to be shown cells.
#[unsafe(no_mangle)]
pub extern "C" fn sandtable_hello(_place: i32, _length: i32) -> i32 {
    -16
}

#[unsafe(no_mangle)]
pub extern "C" fn sandtable_start(_place: i32, _length: i32) {
    BOT.with_borrow_mut(|bot| match serde_json::from_slice(&bot.inbox) {
        Ok(start) => bot.begin(&start),
        Err(error) => say(&error.to_string()),
    });
}

/// Where the orders are: place in the upper half, length in the lower.
#[unsafe(no_mangle)]
pub extern "C" fn sandtable_decide(_place: i32, _length: i32) -> i64 {
    BOT.with_borrow_mut(|bot| {
        let Bot { inbox, world, .. } = bot;
        world.take(inbox);
        for [tick, order, verb, why] in &world.refused {
            say(&format!("refused in tick {tick}: order {order}, verb {verb}: reason {why}\n"));
        }
        bot.outbox = bot.decide().bytes();
        (bot.outbox.as_ptr() as i64) << 32 | bot.outbox.len() as i64
    })
}

fn rows(list: &Value) -> Vec<i32> {
    let numbers = list.as_array().into_iter().flatten();
    numbers.filter_map(|number| Some(number.as_i64()? as i32)).collect()
}

impl Bot {
    fn begin(&mut self, start: &Value) {
        let kinds = start["rules"]["kinds"].as_array().into_iter().flatten();
        let kind = |kind: &Value| Kind {
            is_worker: kind["builds"].is_array(),
            trains: rows(&kind["trains"]),
            resource: kind["stock"]["resource"].as_u64(),
        };
        self.kinds = kinds.map(kind).collect();
        let players = start["players"].as_array();
        let own = players.and_then(|players| players.get(start["player"].as_u64()? as usize));
        let enemy = players.into_iter().flatten().find(|player| own.is_some_and(|own| own["team"] != player["team"]));
        self.goal = enemy.and_then(|enemy| rows(&enemy["start"]).try_into().ok());
    }

    fn kind(&self, row: &Row) -> &Kind {
        &self.kinds[row[0][0] as usize]
    }

    fn decide(&self) -> Orders {
        let mut orders = Orders::default();
        let units = &self.world.rows[UNITS];
        let workers: Vec<(&u32, &Row)> = units.iter().filter(|(_, unit)| self.kind(unit).is_worker).collect();
        for (id, unit) in workers.iter().filter(|(_, unit)| unit[7].is_empty() && unit[8].is_empty()) {
            if let Some(node) = self.nearest_node(&unit[1]) {
                orders.give(GATHER, &[**id], &[node as i32]);
            }
        }
        for (id, building) in self.world.rows[BUILDINGS].iter().filter(|(_, it)| it[5] == [2] && it[8].is_empty()) {
            let wanted = |kind: &&i32| !self.kinds[**kind as usize].is_worker || workers.len() < WORKERS;
            // SAFETY: the engine only looks at the number.
            let can = |kind: &&i32| unsafe { can_make(**kind) } == 1;
            if let Some(kind) = self.kind(building).trains.iter().filter(wanted).find(can) {
                orders.give(TRAIN, &[*id], &[*kind]);
            }
        }
        if workers.len() >= WORKERS && self.world.tick.is_multiple_of(160) {
            self.attack(&workers, &mut orders);
        }
        orders
    }

    fn nearest_node(&self, at: &[i32]) -> Option<u32> {
        let distance = |node: &Row| {
            let (dx, dy) = (i64::from(node[2][0]) - i64::from(at[0]), i64::from(node[2][1]) - i64::from(at[1]));
            dx * dx + dy * dy
        };
        let nodes = self.world.rows[NODES].iter().filter(|(_, node)| self.kind(node).resource == Some(0));
        nodes.min_by_key(|(_, node)| distance(node)).map(|(id, _)| *id)
    }

    fn attack(&self, workers: &[(&u32, &Row)], orders: &mut Orders) {
        let seen = self.world.rows[FOREIGN].values().find(|row| row[8] == [1]).map(|row| [row[3][0], row[3][1]]);
        let Some([x, y]) = seen.or(self.goal) else { return };
        let half: Vec<u32> = workers.iter().map(|(id, _)| **id).step_by(2).collect();
        orders.give(ATTACK_MOVE, &half, &[x, y]);
    }
}
