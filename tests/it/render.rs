//! The page of a replay: shows what was there when it was there, fetches nothing, and lets no name out of its place.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::sync::Arc;

use sandtable_math::Vec2;
use sandtable_model::OrderKind;
use sandtable_model::scenario::{Fog, Scenario};
use sandtable_replay::{Contestant, MatchEnd, Playback, RecordStatus, Recorder, Replay, ReplayHeader};
use sandtable_sim::World;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::id::{Handle, PlayerId, UnitId};
use sandtable_tests::Fixture;
use sandtable_viewer::match_page::render;
use serde_json::Value;

const MAP: &str = "
    ................
    ................
    ......##........
    ......##........
    ................
    ..........##....
    ................
    ................
";
const TICKS: u32 = 205;

fn skirmish() -> Scenario {
    let fixture = Fixture::duel(MAP).fog(Fog::Full).stock(1, [200, 0, 0, 0]);
    let fixture = fixture.place(1, "base", 1, 1, 1).place(1, "worker", 4, 1, 2).place(0, "ore_vein", 1, 5, 1);
    let fixture = fixture.place(1, "ranged", 5, 4, 3).place(2, "light", 12, 4, 3).place(2, "barracks", 13, 1, 1);
    fixture.scenario()
}

fn orders(world: &World) -> Vec<StampedOrder> {
    let own = |player: u8, kind: &str| {
        let kind = world.rules().kind_named(kind).expect("a kind of the rules");
        let units = world.observe_units().filter(move |unit| unit.kind == kind).map(|unit| unit.id);
        let buildings = world.observe_buildings().filter(move |one| one.kind == kind).map(|one| one.id);
        let ids: Vec<UnitId> = units.chain(buildings).filter(|id| id.owner() == PlayerId(player)).collect();
        ids.into_iter().map(|id| Handle(id.0)).collect::<Vec<_>>()
    };
    let vein = world.observe_nodes().next().expect("a node of the fixture");
    let worker = world.rules().kind_named("worker").expect("a kind of the rules");
    let given = [
        (0, Order::to(own(0, "worker"), OrderKind::Gather(Handle(vein.id.0)))),
        (0, Order::to(own(0, "ranged"), OrderKind::AttackMove(Vec2::cell_centre(12, 4)))),
        (0, Order::to(own(0, "base"), OrderKind::Train(worker))),
        (1, Order::to(own(1, "light"), OrderKind::AttackMove(Vec2::cell_centre(4, 4)))),
        (1, Order::to(own(1, "barracks"), OrderKind::Train(worker))),
    ];
    let stamp = |(seq, (player, order))| StampedOrder { tick: 1, player: PlayerId(player), seq: seq as u16, order };
    given.into_iter().enumerate().map(stamp).collect()
}

fn record(scenario: Scenario, name: &str) -> Replay {
    let scenario = Arc::new(scenario);
    let contestant = Contestant { name: name.to_owned(), strategy: name.to_owned(), ..Contestant::default() };
    let contestants = vec![contestant; scenario.players.len()];
    let mut recorder = Recorder::new(&ReplayHeader::new(&scenario, 7, contestants, Vec::new()));
    let mut world = World::new(scenario, 7);
    let first = orders(&world);
    for tick in 1..=TICKS {
        let given: &[StampedOrder] = if tick == 1 { &first } else { &[] };
        world.step(given);
        recorder.tick(&world, given);
    }
    let end = MatchEnd {
        status: RecordStatus::Complete,
        last_tick: TICKS,
        outcome: world.outcome().copied(),
        forfeits: Vec::new(),
        note: String::new(),
    };
    recorder.finish(Some(&world), &end);
    Replay::decode(&recorder.take_bytes()).expect("just recorded")
}

/// A page taken apart again.
struct Page {
    text: String,
    meta: Value,
    data: Vec<u8>,
}

impl Page {
    fn of(replay: &Replay) -> Page {
        let text = render(replay).expect("the replay plays as recorded");
        let element = |id: &str| {
            let (_, rest) = text.split_once(&format!("id=\"{id}\">")).expect("the page has the element");
            rest.split_once("</script>").expect("the element ends").0
        };
        let meta = serde_json::from_str(element("meta")).expect("the metadata is JSON");
        let data = unzipped(&from_base64(element("data")));
        Page { meta, data, text }
    }

    fn number(&self, name: &str) -> u32 {
        self.meta[name].as_u64().expect("a number") as u32
    }

    fn section(&self, name: &str) -> Bytes<'_> {
        let place = |at: usize| self.meta["sections"][name][at].as_u64().expect("a number") as usize;
        Bytes(&self.data[place(0)..place(0) + place(1)])
    }
}

fn unzipped(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain).expect("a gzip file");
    plain
}

fn from_base64(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let group = |letters: &[u8]| {
        let letters: Vec<u8> = letters.iter().copied().filter(|letter| *letter != b'=').map(value).collect();
        let bits = letters.iter().enumerate().fold(0, |bits, (at, six)| bits | u32::from(*six) << (18 - 6 * at));
        bits.to_be_bytes()[1..letters.len()].to_vec()
    };
    text.as_bytes().chunks(4).flat_map(group).collect()
}

/// Reads what the page's `decode.js` reads.
struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().expect("the bytes go on");
        self.0 = rest;
        *first
    }

    fn number(&mut self) -> u32 {
        let byte = self.byte();
        let rest = if byte & 0x80 == 0 { 0 } else { self.number() << 7 };
        u32::from(byte & 0x7F) | rest
    }

    fn change(&mut self, value: &mut u32) {
        let folded = self.number();
        *value = value.wrapping_add(folded >> 1 ^ (folded & 1).wrapping_neg());
    }
}

/// Kind, then east, south, hit points, target, state, seen.
type Row = (u32, [u32; 6]);

/// What stands in each frame, by id.
fn frames(page: &Page) -> Vec<BTreeMap<UnitId, Row>> {
    let mut frames = vec![BTreeMap::new(); page.number("frames") as usize];
    let mut bytes = page.section("tracks");
    while !bytes.0.is_empty() {
        let (kind, owner, serial) = (bytes.number(), PlayerId(bytes.byte()), bytes.number());
        let (first, count, length) = (bytes.number() as usize, bytes.number() as usize, bytes.number() as usize);
        let mut changes = Bytes(&bytes.0[..length]);
        bytes.0 = &bytes.0[length..];
        let (mut fields, mut due, mut flags) = ([0u32; 6], first as u32, 0);
        let mut pending = false;
        for (frame, standing) in frames.iter_mut().enumerate().skip(first).take(count) {
            if !pending && !changes.0.is_empty() {
                let head = changes.number();
                (due, flags, pending) = (due + (head >> 5), head & 31, true);
            }
            if pending && due == frame as u32 {
                // One flag for both coordinates, then one for each other field.
                let changed = fields.iter_mut().zip([0, 0, 1, 2, 3, 4]).filter(|(_, flag)| flags >> flag & 1 != 0);
                changed.for_each(|(field, _)| changes.change(field));
                pending = false;
            }
            standing.insert(UnitId::new(owner, serial), (kind, fields));
        }
    }
    frames
}

fn parts(position: Vec2) -> [u32; 2] {
    [position.x, position.y].map(|value| (value.bits() >> 10) as u32)
}

#[test]
fn every_frame_holds_all_that_stood_there() {
    let replay = record(skirmish(), "somebody");
    let page = Page::of(&replay);
    let (frames, every) = (frames(&page), page.number("frame_ticks"));
    let mut playback = Playback::new(&replay).expect("the scenario decodes");
    let (mut frame, mut amounts) = (0, Vec::new());
    loop {
        let world = playback.world();
        if world.tick().is_multiple_of(every) || world.tick() == TICKS {
            let shown = &frames[frame];
            assert_eq!(shown.len(), world.population()[..3].iter().sum::<usize>(), "tick {}", world.tick());
            for unit in world.observe_units() {
                let (kind, fields) = shown[&unit.id];
                assert_eq!((kind, [fields[0], fields[1]]), (u32::from(unit.kind.0), parts(unit.position)));
                assert_eq!(fields[2] == 250, unit.hp >= unit.max_hp);
                assert_eq!(fields[3] != 0, unit.target.is_some());
                assert_eq!(fields[5], u32::from(unit.seen_by));
            }
            for building in world.observe_buildings() {
                let (kind, fields) = shown[&building.id];
                assert_eq!((kind, [fields[0], fields[1]]), (u32::from(building.kind.0), parts(building.position)));
                assert_eq!(fields[4] & 31, u32::from(building.made_percent / 4));
            }
            for node in world.observe_nodes() {
                assert_eq!(shown[&node.id].1[4], node.amount);
                amounts.push(node.amount);
            }
            frame += 1;
        }
        if playback.advance().is_none() {
            break;
        }
    }
    assert_eq!(frame, frames.len());
    amounts.dedup();
    assert!(amounts.len() > 1, "nobody gathered: the fixture shows nothing");
}

#[test]
fn fog_orders_and_figures_are_there() {
    let page = Page::of(&record(skirmish(), "somebody"));
    assert_eq!(page.meta["fog_teams"], serde_json::json!([0, 1]));
    let mut fog = page.section("fog");
    for _ in 0..2 {
        let length = fog.number() as usize;
        let mut first = Bytes(&fog.0[..length]);
        assert!(first.number() > 0, "nobody sees anything");
        fog.0 = &fog.0[length..];
    }
    assert!(fog.0.is_empty());
    // Each order: tick, player, verb, row, subjects, refused, place, aim.
    let mut orders = page.section("orders");
    let mut refused = Vec::new();
    while !orders.0.is_empty() {
        orders.number();
        let (player, verb) = (orders.byte(), orders.byte());
        let (_row, subjects, why) = (orders.number(), orders.number(), orders.byte());
        assert!(subjects > 0);
        refused.push((player, page.meta["verbs"][usize::from(verb)].clone(), why != 0));
        for _ in 0..4 {
            orders.number();
        }
    }
    assert_eq!(refused.len(), 5);
    assert_eq!(refused.iter().filter(|(.., refused)| *refused).count(), 1);
    assert_eq!(refused.last(), Some(&(1, Value::from("train"), true)));
    assert!(!page.section("series").0.is_empty());
}

#[test]
fn metadata_of_a_small_match() {
    let mut meta = Page::of(&record(skirmish(), "somebody")).meta;
    let table = meta.as_object_mut().expect("an object");
    // Tables of names that are the same for every match, and places that move with every change of balance.
    for name in ["engine", "sections", "verbs", "rejections", "tasks", "figures", "terrain", "chronicle"] {
        assert!(table.remove(name).is_some(), "{name}");
    }
    for kind in table["kinds"].as_array_mut().expect("a list") {
        let kind = kind.as_object_mut().expect("an object");
        ["value", "range", "radius", "amount"].iter().for_each(|name| drop(kind.remove(*name)));
    }
    let kinds =
        table["kinds"].as_array_mut().expect("a list").drain(..).map(|kind| kind.to_string()).collect::<Vec<_>>();
    table.insert("kinds".to_owned(), kinds.into());
    insta::assert_snapshot!(serde_json::to_string_pretty(&meta).expect("JSON"));
}

#[test]
fn hostile_names_stay_in_their_places() {
    const HOSTILE: &str = "</script><script>alert(1)</script><!-- {{data}} \u{2028} ' \" & <img onerror=x>";
    let mut scenario = skirmish();
    scenario.players.iter_mut().for_each(|player| player.name = HOSTILE.to_owned());
    let plain = Page::of(&record(skirmish(), "somebody"));
    let mut replay = record(scenario, HOSTILE);
    let titles = &mut replay.header.titles;
    for title in [&mut titles.scenario, &mut titles.map, &mut titles.rules] {
        HOSTILE.clone_into(title);
    }
    let page = Page::of(&replay);
    for name in ["scenario", "map", "rules"] {
        assert_eq!(page.meta[name], HOSTILE);
    }
    assert_eq!(page.meta["players"][1]["strategy"], HOSTILE);
    for tag in ["<script", "</script", "<img", "<!--"] {
        assert_eq!(page.text.matches(tag).count(), plain.text.matches(tag).count(), "{tag}");
    }
    assert!(page.text.contains("<title>&lt;/script&gt;&lt;script&gt;alert(1)"));
    assert!(page.text.contains("{{data}}"), "what is put in is not filled in again");
}

#[test]
fn the_page_asks_nobody_for_anything() {
    let page = Page::of(&record(skirmish(), "somebody"));
    for scheme in ["http:", "https:", "url(", "@import", "src=", "href=", "fetch(", "WebSocket", "XMLHttpRequest"] {
        assert!(!page.text.contains(scheme), "{scheme}");
    }
    assert!(page.text.contains("default-src 'none'"));
}

#[test]
fn a_replay_that_plays_differently_is_not_shown() {
    let mut replay = record(skirmish(), "somebody");
    replay.chunks[0].total ^= 1;
    let error = render(&replay).expect_err("the hash is wrong").to_string();
    assert_eq!(error, "plays differently from its record at or before tick 205; `sandtable replay verify` says where");
    replay.header.sim_version += 1;
    assert!(render(&replay).expect_err("another engine").to_string().contains("recorded by engine version"));
    let mut same = record(skirmish(), "somebody");
    same.header.sim_version += 1;
    assert!(render(&same).is_ok(), "another engine that plays it the same");
}
