//! A whole decision of a bot from outside: what has changed is found and encoded, sent, five orders come back, are read and applied.

use std::fs;
use std::io::{BufRead, BufReader, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use sandtable_ai::{Commander, MatchInfo, Orders};
use sandtable_benches::{Workload, median};
use sandtable_bots::limits::BotLimits;
use sandtable_bots::process::ProcessSpec;
use sandtable_bots::wasm::ModuleBot;
use sandtable_bots::{ProcessBot, ProcessKeeper};
use sandtable_math::Vec2;
use sandtable_model::OrderKind;
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::view::View;
use sandtable_state::id::{Handle, PlayerId};

/// Decisions that are measured in a round.
const DECISIONS: usize = 300;
/// Rounds, of which the quietest is told besides all together: others use this machine too.
const ROUNDS: usize = 5;
/// Decisions from one whose orders are applied to forks, to be timed, to the next.
const FORKED: usize = 8;
/// Ticks between them.
const INTERVAL: u32 = 16;
/// The workload they are made in.
pub const WORKLOAD: Workload = Workload { name: "bots", skip_ticks: 0, window_ticks: 0, floor: 0, aim: 0 };

/// A module that answers every observation with five orders to units 1 to 5, which lie ready in its memory.
fn module() -> Result<Vec<u8>, String> {
    let mut words = vec![5_u32];
    for unit in 1..=5 {
        words.extend([0, 0, 0, 0, 1, Handle::new(PlayerId(0), unit).0, 32 << 16, 32 << 16]);
    }
    let data: String = words.iter().flat_map(|word| word.to_le_bytes()).map(|byte| format!("\\{byte:02x}")).collect();
    let packed = (16_u64 << 32) | (4 * words.len() as u64);
    let text = format!(
        r#"(module (memory (export "memory") 64) (data (i32.const 16) "{data}")
        (func (export "sandtable_protocol") (result i32) (i32.const 1))
        (func (export "sandtable_alloc") (param i32) (result i32) (i32.const 65536))
        (func (export "sandtable_hello") (param i32 i32) (result i32) (i32.const 16))
        (func (export "sandtable_start") (param i32 i32))
        (func (export "sandtable_decide") (param i32 i32) (result i64) (i64.const {packed})))"#
    );
    wat::parse_str(text).map_err(|error| error.to_string())
}

/// What such a bot is as a process: reads every line, and answers observations with the same five orders.
pub fn answer() -> Result<(), String> {
    // Room for a whole observation, as in any bot that is in a hurry.
    let (mut lines, mut out) = (BufReader::with_capacity(1 << 16, stdin().lock()), stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        let count = lines.read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
        let reply = if count == 0 {
            return Ok(());
        } else if line.starts_with(b"{\"type\":\"observe\",\"tick\":") {
            let digits: Vec<u8> = line[25..].iter().take_while(|byte| byte.is_ascii_digit()).copied().collect();
            orders(&String::from_utf8_lossy(&digits))
        } else if line.windows(14).take(4).any(|part| part == b"\"type\":\"hello\"") || line.starts_with(b"{\"engine\"")
        {
            "{\"type\":\"hello\",\"protocol\":1,\"interval\":16}\n".to_owned()
        } else {
            continue;
        };
        out.write_all(reply.as_bytes()).and_then(|()| out.flush()).map_err(|error| error.to_string())?;
    }
}

fn orders(tick: &str) -> String {
    let order = |unit| {
        let unit = Handle::new(PlayerId(0), unit).0;
        format!("{{\"do\":\"move\",\"units\":[{unit}],\"to\":[{},{}]}}", 32 << 16, 32 << 16)
    };
    let all: Vec<String> = (1..=5).map(order).collect();
    format!("{{\"type\":\"orders\",\"tick\":{tick},\"orders\":[{}]}}\n", all.join(","))
}

/// Measures both kinds of bot, and a module of one's own besides.
pub fn run(own: Option<&Path>) -> Result<(), String> {
    let scenario = WORKLOAD.load().map_err(|failure| failure.to_string())?.scenario;
    let brief = MatchInfo { rules: &scenario.rules, player: PlayerId(0), seed: 1, name: "bench" };
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let spec = ProcessSpec {
        command: vec![program.to_string_lossy().into_owned(), "answer".to_owned()],
        folder: PathBuf::from("."),
        limits: BotLimits::default(),
        readable: Vec::new(),
        writable: Vec::new(),
    };
    sandtable_benches::say("                                  least  median us, of  median us  processor");
    sandtable_benches::say("bot          units  visible          us  quietest round     of all         us");
    measure("process", &scenario, &mut ProcessBot::new(spec, ProcessKeeper::from_program(program), &brief))?;
    let built = |bytes: &[u8]| ModuleBot::new(bytes, BotLimits::default(), &brief).map_err(|failure| failure.message);
    measure("wasm", &scenario, &mut built(&module()?)?)?;
    if let Some(path) = own {
        let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        measure("own module", &scenario, &mut built(&bytes)?)?;
    }
    Ok(())
}

fn measure(name: &str, scenario: &Arc<Scenario>, bot: &mut dyn Commander) -> Result<(), String> {
    let mut world = World::new(Arc::clone(scenario), 1);
    let (mut given, mut times, mut added, mut own) = (Orders::new(), Vec::new(), Vec::new(), Duration::ZERO);
    let (mut units, mut visible) = (0, 0);
    let decisions = ROUNDS * DECISIONS;
    for number in 0..=decisions {
        keep_moving(&mut world, number);
        let view = View::new(&world, PlayerId(0));
        let (cpu, began) = (ThreadTime::now(), Instant::now());
        bot.decide(&view, &mut given);
        let stamped: Vec<StampedOrder> = given.drain().enumerate().map(|it| stamp(&world, PlayerId(0), it)).collect();
        let (took, spent) = (began.elapsed(), cpu.elapsed());
        if let Some(failure) = bot.failure() {
            return Err(format!("{name}: {}", failure.message));
        }
        if stamped.len() != 5 && name != "own module" {
            return Err(format!("{name}: {} orders", stamped.len()));
        }
        // The first one is whole, and is no ordinary decision.
        if number > 0 {
            times.push(took.as_secs_f64());
            own += spent;
            units += view.own_units().len();
            visible += view.foreign().iter().filter(|body| body.visible).count();
        }
        // Forks take the place of what a bot keeps in the processor's caches, which no match does: only now and then.
        if number % FORKED == 0 {
            added.push(applied(&world, &stamped));
        }
        world.step(&stamped);
    }
    let quietest = times.chunks(DECISIONS).map(|round| median(round.to_vec())).fold(f64::INFINITY, f64::min);
    let least = times.iter().copied().fold(f64::INFINITY, f64::min);
    let applying = median(added).max(0.0);
    sandtable_benches::say(format_args!(
        "{name:<12} {:>5} {:>8} {:>11.1} {:>15.1} {:>10.1} {:>10.1}",
        units / decisions,
        visible / decisions,
        (least + applying) * 1e6,
        (quietest + applying) * 1e6,
        (median(times) + applying) * 1e6,
        own.as_secs_f64() * 1e6 / decisions as f64
    ));
    Ok(())
}

/// What orders add to a tick, in seconds: the tick with them less the tick without.
fn applied(world: &World, orders: &[StampedOrder]) -> f64 {
    let time = |orders: &[StampedOrder]| {
        let mut fork = world.fork();
        let began = ThreadTime::now();
        fork.step(orders);
        began.elapsed().as_secs_f64()
    };
    let without = time(&[]);
    time(orders) - without
}

fn stamp(world: &World, player: PlayerId, (seq, order): (usize, Order)) -> StampedOrder {
    StampedOrder { tick: world.tick() + 1, player, seq: seq as u16, order }
}

/// Plays up to the next decision, everybody on the way from one corner of a square to another.
fn keep_moving(world: &mut World, number: usize) {
    let corner = [(22, 22), (42, 22), (42, 42), (22, 42)][number / 4 % 4];
    for row in 0..2 {
        let player = PlayerId(row);
        let units: Vec<Handle> = View::new(world, player).own_units().iter().map(|unit| unit.handle).collect();
        let order = Order::to(units, OrderKind::Move(Vec2::cell_centre(corner.0, corner.1)));
        world.step(&[stamp(world, player, (0, order))]);
    }
    for _ in 0..INTERVAL - 3 {
        world.step(&[]);
    }
}
