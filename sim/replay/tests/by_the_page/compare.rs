//! What the page makes of bytes, beside what the program makes of them.

use sandtable_replay::{Chunk, Contestant, Keyframe, MatchEnd, Replay, ReplayHeader, SourceText};
use serde_json::{Map, Value as Json};

use super::file::PageReplay;
use super::page::Page;
use super::value::Value;

/// A value as the program would tell it in JSON.
pub fn json(value: &Value) -> Json {
    match value {
        Value::Missing | Value::Option(None) => Json::Null,
        Value::Bool(is_so) => Json::from(*is_so),
        Value::Unsigned(number) => Json::from(*number),
        Value::Signed(number) => Json::from(*number),
        Value::Text(text) => Json::from(text.as_str()),
        Value::Bytes(bytes) => Json::from(bytes.as_slice()),
        Value::List(items) => items.iter().map(json).collect(),
        Value::Option(Some(inner)) => json(inner),
        Value::Struct(fields) => fields.iter().map(|(name, value)| (name.clone(), json(value))).collect(),
        Value::Variant(name, None) => Json::from(name.as_str()),
        Value::Variant(name, Some(content)) => Json::Object(Map::from_iter([(name.clone(), json(content))])),
    }
}

/// Holds what the page makes of a file to what the program makes of its plain bytes.
pub fn compare(page: &Page, by_page: &mut PageReplay, replay: &Replay) {
    compare_header(by_page.header(), &replay.header, by_page.version);
    let (chunks, keyframes) = (by_page.records_of("Chunk"), by_page.records_of("Keyframe"));
    assert_eq!((chunks.len(), keyframes.len()), (replay.chunks.len(), replay.keyframes.len()));
    chunks.iter().zip(&replay.chunks).for_each(|(by_page, chunk)| compare_chunk(by_page, chunk));
    keyframes.iter().zip(&replay.keyframes).for_each(|(by_page, keyframe)| compare_keyframe(by_page, keyframe));
    let ends = by_page.records_of("MatchEnd");
    assert_eq!(ends.len(), usize::from(replay.end.is_some()));
    ends.iter().zip(&replay.end).for_each(|(by_page, end)| compare_end(by_page, end));
    for (number, chunk) in replay.chunks.iter().enumerate() {
        let orders = by_page.orders(page, number).expect("orders");
        let by_page: Json = orders.iter().map(json).collect();
        assert_eq!(by_page, serde_json::to_value(&chunk.orders).expect("orders are told"));
    }
}

fn compare_header(by_page: &Value, header: &ReplayHeader, version: u16) {
    let (provenance, titles) = (&header.provenance, &header.titles);
    if version >= 4 {
        assert_eq!(by_page.number_of("commanders"), u64::from(provenance.commanders));
        assert_eq!(by_page.number_of("scenario_layout"), u64::from(provenance.scenario_layout));
        assert_eq!(by_page.text_of("build"), provenance.build);
    } else {
        assert_eq!(by_page.field("build"), &Value::Missing);
    }
    let numbers = ["sim_version", "rules_fingerprint", "seed", "start_total"].map(|name| by_page.number_of(name));
    assert_eq!(numbers, [u64::from(header.sim_version), header.rules_fingerprint, header.seed, header.start_total]);
    let names = ["scenario_name", "rules_name", "map_name"].map(|name| by_page.text_of(name));
    assert_eq!(names, [&titles.scenario, &titles.rules, &titles.map].map(String::as_str));
    assert_eq!(by_page.bytes_of("scenario"), header.scenario);
    let text = |value: &Value| if let Value::Text(text) = value { text.clone() } else { panic!("no text: {value:?}") };
    assert_eq!(by_page.field("parts").items().iter().map(text).collect::<Vec<_>>(), header.parts);
    let contestant = |value: &Value| {
        let [name, strategy, source] = ["name", "strategy", "source"].map(|name| value.text_of(name).to_owned());
        Contestant { name, strategy, source, seed: value.number_of("seed") }
    };
    let contestants = by_page.field("contestants").items();
    assert_eq!(contestants.iter().map(contestant).collect::<Vec<_>>(), header.contestants);
    let source = |value: &Value| {
        let [name, text] = ["name", "text"].map(|name| value.text_of(name).to_owned());
        SourceText { name, text }
    };
    assert_eq!(by_page.field("sources").items().iter().map(source).collect::<Vec<_>>(), header.sources);
}

fn compare_chunk(by_page: &Value, chunk: &Chunk) {
    let check_every = by_page.field("check_every").number().unwrap_or(1);
    assert_eq!(
        [by_page.number_of("first_tick"), by_page.number_of("ticks"), check_every, by_page.number_of("total")],
        [u64::from(chunk.first_tick), u64::from(chunk.ticks), u64::from(chunk.check_every), chunk.total]
    );
    let checks = by_page.numbers_of("checks");
    assert_eq!(checks, chunk.checks.iter().copied().map(u64::from).collect::<Vec<_>>());
    assert_eq!(by_page.numbers_of("parts"), chunk.parts);
    // The page says what a check is made of; that of the last tick stands beside what it is made of.
    if u64::from(chunk.last_tick()).is_multiple_of(check_every) {
        let folded = (0..4).fold(0, |folded, part| folded ^ (chunk.total >> (16 * part)) & 0xFFFF);
        assert_eq!(checks.last(), Some(&folded));
    }
}

fn compare_keyframe(by_page: &Value, keyframe: &Keyframe) {
    assert_eq!(by_page.number_of("tick"), u64::from(keyframe.tick));
    assert_eq!(by_page.bytes_of("world"), keyframe.world);
    assert_eq!(by_page.bytes_of("table"), keyframe.table);
}

/// The name of a variant that holds nothing.
pub fn variant(value: &Value) -> &str {
    let Value::Variant(name, None) = value else { panic!("no such variant: {value:?}") };
    name
}

/// Holds an end by the page to one by the program.
pub fn compare_end(by_page: &Value, end: &MatchEnd) {
    assert_eq!(variant(by_page.field("status")), format!("{:?}", end.status));
    assert_eq!(by_page.number_of("last_tick"), u64::from(end.last_tick));
    assert_eq!(by_page.text_of("note"), end.note);
    let Value::Option(outcome) = by_page.field("outcome") else { panic!("no option") };
    assert_eq!(outcome.is_some(), end.outcome.is_some());
    if let (Some(by_page), Some(outcome)) = (outcome, &end.outcome) {
        let winner = outcome.winner.map_or(255, |team| u64::from(team.0));
        assert_eq!([by_page.number_of("winner"), by_page.number_of("tick")], [winner, u64::from(outcome.tick)]);
        assert_eq!(variant(by_page.field("ending")), format!("{:?}", outcome.ending));
    }
    let forfeits = by_page.field("forfeits").items();
    assert_eq!(forfeits.len(), end.forfeits.len());
    for (by_page, forfeit) in forfeits.iter().zip(&end.forfeits) {
        let numbers = [by_page.number_of("player"), by_page.number_of("tick")];
        assert_eq!(numbers, [u64::from(forfeit.player.0), u64::from(forfeit.tick)]);
        assert_eq!(by_page.text_of("why"), forfeit.why);
    }
}
