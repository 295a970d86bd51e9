//! Bots that are WebAssembly modules: good ones play, hostile ones forfeit by name, all of them the same on every run.

use std::sync::Arc;

use sandtable_ai::{Commander, CommanderFailure, FailureKind, MatchInfo, Orders};
use sandtable_bots::limits::BotLimits;
use sandtable_bots::wasm::ModuleBot;
use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
use sandtable_model::OrderKind;
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;
use sandtable_sim::order::Order;
use sandtable_sim::view::View;
use sandtable_state::id::{Handle, PlayerId};

fn scenario() -> Arc<Scenario> {
    let (rules, map) =
        (include_str!("../../../scenarios/rules/duel.toml"), include_str!("../../../scenarios/maps/duel16.map"));
    let rules = load_rules("rules/duel.toml", rules).expect("shipped rules").value;
    let map = load_map("maps/duel16.map", map, &rules).expect("a shipped map").value;
    Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).expect("it can be played"))
}

/// What all modules have; `rest` is what sets one apart, `decide` the body of its decision.
fn module(rest: &str, decide: &str) -> Vec<u8> {
    let text = format!(
        r#"(module
        (import "sandtable" "can_make" (func $can_make (param i32) (result i32)))
        (import "sandtable" "can_place" (func $can_place (param i32 i32 i32) (result i32)))
        (import "sandtable" "path_length" (func $path_length (param i32 i32 i32 i32 i32) (result i32)))
        (import "sandtable" "log" (func $log (param i32 i32)))
        (memory (export "memory") 8)
        (global $tick (mut i32) (i32.const 0))
        (data (i32.const 64) "what it says")
        (func (export "sandtable_protocol") (result i32) (i32.const 2))
        (func (export "sandtable_alloc") (param i32) (result i32) (i32.const 65536))
        (func (export "sandtable_hello") (param i32 i32) (result i32) (i32.const -4))
        (func (export "sandtable_start") (param i32 i32))
        {rest}
        (func (export "sandtable_decide") (param $at i32) (param $length i32) (result i64) {decide}))"#
    );
    wat::parse_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Packs a place and a length.
fn packed(place: u32, length: u32) -> String {
    format!("(i64.const {})", (u64::from(place) << 32) | u64::from(length))
}

/// Stores numbers one after the other from 1,024 on and gives them as orders.
fn orders(words: &[u32]) -> String {
    let store =
        |(at, word): (usize, &u32)| format!("(i32.store (i32.const {}) (i32.const {}))", 1_024 + 4 * at, *word as i32);
    let stores: String = words.iter().enumerate().map(store).collect();
    format!("{stores} {}", packed(1_024, 4 * words.len() as u32))
}

fn limits() -> BotLimits {
    BotLimits { fuel: 1_000_000, memory_mib: 4, queries: 8, ..BotLimits::default() }
}

fn bot(module: &[u8], scenario: &Scenario) -> Result<ModuleBot, CommanderFailure> {
    let info = MatchInfo { rules: &scenario.rules, player: PlayerId(0), seed: 1, name: "test" };
    ModuleBot::new(module, limits(), &info)
}

/// The orders of the first decisions, or how one of them failed.
fn play(module: &[u8], decisions: u32) -> Result<Vec<Order>, CommanderFailure> {
    let scenario = scenario();
    let mut bot = bot(module, &scenario)?;
    let mut world = World::new(Arc::clone(&scenario), 1);
    let (mut given, mut all) = (Orders::new(), Vec::new());
    for _ in 0..decisions {
        bot.decide(&View::new(&world, PlayerId(0)), &mut given);
        if let Some(failure) = bot.failure() {
            return Err(failure);
        }
        all.extend(given.drain());
        for _ in 0..bot.interval_ticks() {
            world.step(&[]);
        }
    }
    bot.end(world.outcome())?;
    Ok(all)
}

/// An order of each form, as bytes.
#[test]
fn orders_of_modules_are_orders() {
    let own = Handle::new(PlayerId(0), 1).0;
    let words = [
        4, // How many orders follow.
        0,
        1,
        7,
        0,
        2,
        own,
        own + 1,
        65_536,
        131_072, // move, appended, priority 7, two units, to (1, 2)
        4,
        0,
        0,
        1,
        own, // hold, a squad
        10,
        2,
        0,
        0,
        1,
        own,
        2,
        3,
        5, // build, first, kind 2 at (3, 5)
        21,
        0,
        0,
        2, // surrender
    ];
    let given = play(&module("", &orders(&words)), 1).expect("it plays");
    let told: Vec<String> =
        given.iter().map(|order| format!("{:?} {:?} {:?}", order.subject, order.verb, order.queueing)).collect();
    assert_eq!(given[0].priority, 7);
    assert_eq!(given[3].verb, OrderKind::Surrender);
    assert_eq!(
        told[1..3],
        ["Squad(p1/1) Hold Replace", "Units([p1#1]) Build { kind: KindId(2), cell: Cell { x: 3, y: 5 } } Front"]
    );
    assert!(told[0].starts_with("Units([p1#1, p1#2]) Move(") && told[0].ends_with("Append"), "{}", told[0]);
}

/// The first observation is whole, later ones are not: it orders a stop for as many units as the flag says.
#[test]
fn observations_begin_with_tick_and_whether_they_are_whole() {
    let own = Handle::new(PlayerId(0), 1).0;
    let decide = format!(
        "(i32.store (i32.const 1024) (i32.load (i32.add (local.get $at) (i32.const 4))))
         (i32.store (i32.const 1028) (i32.const 5)) (i32.store (i32.const 1032) (i32.const 0))
         (i32.store (i32.const 1036) (i32.load (local.get $at))) (i32.store (i32.const 1040) (i32.const 0))
         (i32.store (i32.const 1044) (i32.const 1)) (i32.store (i32.const 1048) (i32.const {own}))
         (if (result i64) (i32.load (i32.const 1024)) (then {}) (else {}))",
        packed(1_024, 28),
        packed(1_024, 4)
    );
    let given = play(&module("", &decide), 3).expect("it plays");
    assert_eq!(given.len(), 1, "only one observation was whole");
    assert_eq!((given[0].verb, given[0].priority), (OrderKind::Stop, 0), "and that was after tick 0");
}

#[test]
fn a_module_may_ask_while_it_decides() {
    let decide = format!(
        "(if (i32.ne (call $can_make (i32.const 9999)) (i32.const 0)) (then unreachable))
         (if (i32.ne (call $can_place (i32.const 0) (i32.const -5) (i32.const 99999)) (i32.const 0)) (then unreachable))
         (if (i32.lt_s (call $path_length (i32.const 4) (i32.const 65536) (i32.const 65536) (i32.const 262144) (i32.const 65536))
             (i32.const 196608)) (then unreachable))
         {}",
        orders(&[0])
    );
    assert_eq!(play(&module("", &decide), 3), Ok(Vec::new()));
}

/// A NaN has one form, and no module can tell machines apart by another.
#[test]
fn a_nan_has_one_form() {
    let decide = format!(
        "(local $x f64) (local.set $x (f64.div (f64.const 0) (f64.const 0)))
         (if (i64.ne (i64.reinterpret_f64 (f64.add (local.get $x) (f64.const nan:0x4000000000001))) (i64.const 0x7ff8000000000000))
             (then unreachable))
         {}",
        orders(&[0])
    );
    assert_eq!(play(&module("", &decide), 1), Ok(Vec::new()));
}

#[test]
fn hostile_modules_forfeit_by_name() {
    let foreign = Handle::new(PlayerId(1), 1).0;
    let log = "(call $log (i32.const 64) (i32.const 12))";
    let cases: [(&str, String, FailureKind, &str); 13] = [
        ("endless", "(loop $on (br $on)) unreachable".to_owned(), FailureKind::OverBudget, "out of fuel"),
        ("traps", format!("{log} unreachable"), FailureKind::BotCrash, "its log ends: what it says"),
        ("divides by zero", "(i64.div_s (i64.const 1) (i64.const 0))".to_owned(), FailureKind::BotCrash, "trapped"),
        ("out of its memory", "(i64.load (i32.const -8))".to_owned(), FailureKind::BotCrash, "out of bounds"),
        ("recursion", "(call $deep)".to_owned(), FailureKind::BotCrash, "call stack exhausted"),
        (
            "memory",
            "(if (i32.eq (memory.grow (i32.const 1000)) (i32.const -1)) (then unreachable)) (i64.const 0)".to_owned(),
            FailureKind::BotCrash,
            "unreachable",
        ),
        ("orders elsewhere", packed(0x7FFF_FFFF, 16), FailureKind::BotProtocol, "which it does not have"),
        ("no orders", packed(1_024, 0), FailureKind::BotProtocol, "end early"),
        ("verbs", orders(&[1, 99, 0, 0, 0]), FailureKind::BotProtocol, "no verb 99"),
        ("more than it says", orders(&[0, 1]), FailureKind::BotProtocol, "after the last order"),
        ("a billion units", orders(&[1, 5, 0, 0, 0, 1_000_000_000]), FailureKind::BotProtocol, "end early"),
        ("others' units", orders(&[1, 5, 0, 0, 0, 1, foreign]), FailureKind::IllegalOrders, "is not player 0's"),
        (
            "questions",
            "(loop $on (drop (call $can_make (i32.const 0))) (br $on)) unreachable".to_owned(),
            FailureKind::OverBudget,
            "more questions",
        ),
    ];
    let rest = "(func $deep (result i64) (i64.add (call $deep) (i64.const 1)))";
    for (name, decide, how, words) in cases {
        let failure = play(&module(rest, &decide), 2).expect_err(name);
        assert!(failure.how == how && failure.message.contains(words), "{name}: {failure:?}");
        // The next one is untouched.
        assert_eq!(play(&module("", &orders(&[0])), 2), Ok(Vec::new()), "after {name}");
    }
}

#[test]
fn what_is_no_module_is_refused_with_a_reason() {
    let scenario = scenario();
    let cases: [(&str, &str); 5] = [
        ("(module (import \"wasi_snapshot_preview1\" \"fd_write\" (func (param i32))))", "fd_write"),
        ("(module)", "memory"),
        ("(module (memory (export \"memory\") 1))", "sandtable_alloc"),
        (
            "(module (memory (export \"memory\") 1) (func (export \"sandtable_alloc\") (param i32) (result i32) (i32.const 0))
             (func (export \"sandtable_protocol\") (result i32) (i32.const 7)))",
            "version 7",
        ),
        ("(module (memory (export \"memory\") 1000))", "memory"),
    ];
    for (text, words) in cases {
        let bytes = wat::parse_str(text).expect("a module");
        let failure = bot(&bytes, &scenario).err().unwrap_or_else(|| panic!("{text} was let through"));
        assert!(failure.message.contains(words), "{text}: {failure:?}");
    }
    assert!(bot(b"no module", &scenario).is_err());
}

/// A module gives equal orders for equal fuel, whatever ran before.
#[test]
fn fuel_is_the_same_on_every_run() {
    let counting = format!(
        "(local $n i32) (loop $on (local.set $n (i32.add (local.get $n) (i32.const 1)))
        (br_if $on (i32.lt_u (local.get $n) (i32.load (i32.add (local.get $at) (i32.const 8)))))) {}",
        orders(&[0])
    );
    let left = || {
        let scenario = scenario();
        let mut bot = bot(&module("", &counting), &scenario).expect("a module");
        let world = World::new(Arc::clone(&scenario), 1);
        bot.decide(&View::new(&world, PlayerId(0)), &mut Orders::new());
        assert_eq!(bot.failure(), None);
        bot.fuel_left()
    };
    let first = left();
    assert!(first > 0 && first < limits().fuel);
    assert_eq!(left(), first);
}
