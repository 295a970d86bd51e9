//! What is done with what a bot answers: lines of a process and bytes of a module, judged and given to the match.

use std::sync::OnceLock;

use sandtable_ai::CommanderFailure;
use sandtable_bots::limits::BotLimits;
use sandtable_bots::message::{self, FromBot};
use sandtable_bots::order::{OrderArg, OrderJudge, OrderWord, VERBS, bytes as order_bytes};
use sandtable_bots::query::QueryMeter;
use sandtable_sim::World;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::view::View;
use sandtable_state::id::{Handle, PlayerId};

use crate::golden;
use crate::mutation::world_at;

/// Who answers.
const ME: PlayerId = PlayerId(0);
/// Lines and cells of searches, of one input.
const MAX_LINES: usize = 64;
const LIMITS: (u32, u32) = (16, 4_000);
/// The match that is answered, and its tick: with an economy, fields of sight and technologies.
const MATCH: (&str, u32) = ("ford-tech-expand", 400);

/// Answers of a bot. The first byte chooses what the others are: lines, or the bytes of orders. Orders that are good so far are given to
/// the match; whether all of it was in order.
pub fn answers(bytes: &[u8]) -> bool {
    let Some((choice, bytes)) = bytes.split_first() else { return false };
    let view = View::new(world(), ME);
    let mut given = Vec::new();
    let heard = match choice % 2 {
        0 => heard_lines(&view, bytes, &mut given),
        _ => heard_bytes(&view, bytes, &mut given),
    };
    let tick = world().tick() + 1;
    let stamp = |(seq, order): (usize, Order)| StampedOrder { tick, player: ME, seq: seq as u16, order };
    let orders: Vec<StampedOrder> = given.into_iter().enumerate().map(stamp).collect();
    if !orders.is_empty() {
        let mut world = world().fork();
        world.step(&orders);
        let end = message::end(world.outcome());
        assert_eq!(end["decided"].as_bool(), Some(world.outcome().is_some()));
    }
    heard.is_ok()
}

fn heard_lines(view: &View<'_>, bytes: &[u8], given: &mut Vec<Order>) -> Result<(), CommanderFailure> {
    let judge = OrderJudge { player: view.me(), rules: view.rules() };
    let (queries, search_cells) = LIMITS;
    let mut meter = QueryMeter::new(&BotLimits { queries, search_cells, ..BotLimits::default() });
    for line in bytes.split(|byte| *byte == b'\n').take(MAX_LINES).filter(|line| !line.is_empty()) {
        match message::read(line)? {
            FromBot::Hello(hello) => greeted(&hello)?,
            FromBot::Query(query) => drop(query.answer(view, &mut meter)?),
            FromBot::Orders { orders, .. } => {
                for order in orders {
                    let order = order.read()?;
                    let word = order.word;
                    given.push(judge.order(order)?);
                    assert_eq!(given.last().map(|order| OrderWord::from_verb(&order.verb)), Some(word));
                }
            }
        }
    }
    Ok(())
}

/// A bot that says hello is introduced to, and told what it wants to see.
fn greeted(hello: &message::BotHello) -> Result<(), CommanderFailure> {
    hello.check()?;
    let name = hello.name.as_deref().unwrap_or("bot");
    let said = message::hello(name, ME.0, u64::from(hello.cells()));
    assert_eq!(said["name"].as_str(), Some(name), "it is called by its name");
    Ok(())
}

fn heard_bytes(view: &View<'_>, bytes: &[u8], given: &mut Vec<Order>) -> Result<(), CommanderFailure> {
    let judge = OrderJudge { player: view.me(), rules: view.rules() };
    order_bytes::read(bytes, |order| {
        given.push(judge.order(order)?);
        Ok(())
    })
}

fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| world_at(&golden(MATCH.0), MATCH.1))
}

/// Bytes for [`answers`] that are these lines.
fn lines(text: &str) -> Vec<u8> {
    [&[0], text.as_bytes()].concat()
}

/// What a fuzzer begins from: every verb as a line and as bytes, every question, and mistakes that no flip of a bit makes.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let verbs = VERBS.iter().flat_map(|(word, name, args)| {
        let line = format!("{{\"type\":\"orders\",\"tick\":400,\"orders\":[{}]}}\n", order_line(name, args, *word));
        [lines(&line), [vec![1], verb_bytes(*word, args)].concat()]
    });
    let written = GOOD.iter().chain(&BAD).map(|text| lines(text));
    let codes = BAD_WORDS.iter().map(|words| [vec![1], little_endian(words)].concat());
    verbs.chain(written).chain(codes).collect()
}

fn little_endian(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A unit of the bot's that may be.
fn own() -> u32 {
    Handle::new(ME, 1).0
}

fn order_line(name: &str, args: &[OrderArg], word: OrderWord) -> String {
    let whom = if word == OrderWord::Surrender { String::new() } else { format!(",\"units\":[{}]", own()) };
    let args = args.iter().map(|arg| match arg {
        OrderArg::To => ",\"to\":[655360,655360]",
        OrderArg::Target | OrderArg::TargetOrNone => ",\"target\":1",
        OrderArg::Kind => ",\"kind\":1",
        OrderArg::Cell => ",\"cell\":[9,9]",
        OrderArg::Tech => ",\"tech\":0",
        OrderArg::Entry => ",\"entry\":0",
        OrderArg::Ability => ",\"ability\":0",
        OrderArg::Formation => ",\"formation\":[1,65536,50]",
        OrderArg::Into => ",\"into\":0",
    });
    format!("{{\"do\":{name:?}{whom}{},\"queue\":\"append\",\"priority\":3}}", args.collect::<String>())
}

fn verb_bytes(word: OrderWord, args: &[OrderArg]) -> Vec<u8> {
    let whom: &[u32] = if word == OrderWord::Surrender { &[2] } else { &[0, 1, own()] };
    let words = args.iter().flat_map(|arg| match arg {
        OrderArg::To | OrderArg::Cell => vec![9, 9],
        OrderArg::Formation => vec![1, 65_536, 50],
        _ => vec![0],
    });
    let all: Vec<u32> = [1, word as u32, 1, 3].into_iter().chain(whom.iter().copied()).chain(words).collect();
    little_endian(&all)
}

/// Lines that are in order.
const GOOD: [&str; 7] = [
    "{\"type\":\"hello\",\"protocol\":2}\n{\"type\":\"orders\",\"tick\":1,\"orders\":[]}\n",
    "{\"type\":\"hello\",\"protocol\":2,\"name\":\"a bot\",\"interval\":8,\"cells\":false}\n",
    "{\"type\":\"query\",\"ask\":\"can_place\",\"kind\":5,\"cell\":[9,9]}\n{\"type\":\"query\",\"ask\":\"can_place\",\"kind\":999,\"cell\":[9,9]}\n",
    "{\"type\":\"query\",\"ask\":\"can_make\",\"kind\":1}\n",
    "{\"type\":\"query\",\"ask\":\"can_research\",\"tech\":0}\n",
    "{\"type\":\"query\",\"ask\":\"path_length\",\"locomotion\":0,\"from\":[655360,655360],\"to\":[1310720,1310720]}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"stop\",\"squad\":1}]}\n",
];

/// A question whose answer takes many cells.
const FAR: &str =
    "{\"type\":\"query\",\"ask\":\"path_length\",\"locomotion\":0,\"from\":[327680,327680],\"to\":[3604480,3604480]}\n";

/// Lines that each have something wrong with them.
const BAD: [&str; 26] = [
    "good morning\n",
    "{\"type\":\"hello\",\"protocol\":1}\n",
    "{\"type\":\"hello\",\"protocol\":2,\"name\":\"\"}\n",
    "{\"type\":\"hello\",\"protocol\":2,\"interval\":0}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"halt\",\"units\":[1]}]}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"stop\",\"units\":[1],\"queue\":\"sooner\"}]}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"stop\",\"units\":[1],\"to\":[1,1]}]}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"move\",\"units\":[1]}]}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"stop\",\"units\":[1],\"squad\":1}]}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"stop\"}]}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"stop\",\"units\":[]}]}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"stop\",\"units\":[99999999]}]}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"stop\",\"squad\":99999999}]}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"surrender\",\"units\":[1]}]}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"train\",\"units\":[1],\"kind\":9999}]}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"build\",\"units\":[1],\"kind\":1,\"cell\":[99999,0]}]}\n",
    "{\"type\":\"orders\",\"tick\":1,\"orders\":[{\"do\":\"form\",\"units\":[1],\"formation\":[9,0,0]}]}\n",
    "{\"type\":\"query\",\"ask\":\"can_fly\"}\n",
    "{\"type\":\"query\",\"ask\":\"can_place\",\"kind\":1}\n",
    "{\"type\":\"query\",\"ask\":\"can_place\",\"cell\":[1,1]}\n",
    "{\"type\":\"query\",\"ask\":\"can_make\"}\n",
    "{\"type\":\"query\",\"ask\":\"can_research\"}\n",
    "{\"type\":\"query\",\"ask\":\"path_length\"}\n",
    "{\"type\":\"query\",\"ask\":\"path_length\",\"locomotion\":0}\n",
    "{\"type\":\"query\",\"ask\":\"path_length\",\"locomotion\":0,\"from\":[1,1]}\n",
    "{\"type\":\"query\",\"ask\":\"path_length\",\"locomotion\":99,\"from\":[1,1],\"to\":[1,1]}\n",
];

/// Numbers that are no orders.
const BAD_WORDS: [&[u32]; 9] = [
    &[1 << 30],
    &[1, 99],
    &[1, 5, 9, 0, 0, 1, 1],
    &[1, 5, 0, 256, 0, 1, 1],
    &[1, 5, 0, 0, 9],
    &[1, 5, 0, 0, 0, 99],
    &[0, 0],
    &[1, 5, 0, 0, 1, 1],
    &[1, 0, 0, 0, 0, 1, 1, 7],
];

/// More than there may be: lines, questions, searches, and text that is none.
pub(crate) fn variants() -> Vec<Vec<u8>> {
    let many = |text: &str, count: usize| lines(&text.repeat(count));
    vec![many(GOOD[3], 20), many(GOOD[5], 16), many(FAR, 16), [&[0][..], &[0xFF; 8]].concat(), vec![1], vec![1, 1, 0]]
}
