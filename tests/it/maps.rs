//! Maps: the shipped ones are fair and canonical, broken ones say what and where, generated ones keep every promise.

use sandtable_tests::load_rules;
use std::collections::BTreeSet;
use std::fmt::Write;

use proptest::prelude::*;
use sandtable_content::map::{GenerateOptions, RawMap, generate, import_movingai, render_ascii};
use sandtable_model::map::{Cell, Isometry, Map, PLAIN_STEP, Rect, Symmetry, Walk, footprint};
use sandtable_model::rules::{Locomotion, Rules, WALL_COST};
use sandtable_state::limits::MAX_MAP_BYTES;

use crate::properties::cases;

const SCENARIOS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios");

fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{SCENARIOS}/{path}")).expect("a shipped file")
}

fn rules(name: &str) -> Rules {
    let path = format!("rules/{name}.toml");
    load_rules(&path, &read(&path)).expect("shipped rules").value
}

/// A sound map under the duel rules, which the fixtures below break.
const SOUND: &str = "\
name = \"sound\"
symmetry = \"rotate2\"

[legend]
\"$\" = \"ore_vein\"
---
$.......##..
$...........
..11........
..11........
....#.......
.......#....
........22..
........22..
...........$
..##.......$
";

/// What checking `text` under the duel rules says; empty for a map without fault.
fn issues_of(text: &str) -> String {
    match RawMap::parse("test.map", text) {
        Ok(raw) => raw.check(&rules("duel")).to_string(),
        Err(issues) => issues.to_string(),
    }
}

/// The sound map with some text replaced.
fn broken(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(SOUND.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

fn report(cases: &[(&str, String)]) -> String {
    cases.iter().fold(String::new(), |mut report, (what, text)| {
        writeln!(report, "# {what}\n{}\n", issues_of(text)).expect("a string takes text");
        report
    })
}

#[test]
fn shipped_maps_pass_every_lint_in_canonical_form() {
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(format!("{SCENARIOS}/maps")).expect("shipped maps") {
        let name = entry.expect("a file").file_name().into_string().expect("a plain name");
        let text = read(&format!("maps/{name}"));
        let rules = rules(match name.as_str() {
            "duel16.map" => "duel",
            "halls.map" => "navigators",
            _ => "classic",
        });
        let raw = RawMap::parse(&name, &text).unwrap_or_else(|issues| panic!("{issues}"));
        assert_eq!(raw.check(&rules).to_string(), "", "{name}");
        assert_eq!(raw.to_text(), text, "{name} is not in canonical form");
        let map = raw.resolve(&rules).unwrap_or_else(|issues| panic!("{issues}"));
        assert_ne!(map.symmetry, Symmetry::None, "{name}");
        let again = RawMap::from_map(&name, &map, &rules).resolve(&rules).expect("its own drawing");
        assert_eq!(again, map, "{name}");
        names.insert(name);
    }
    let maps =
        ["crossroads", "crown", "drill", "duel16", "ford", "halls", "highlands", "meadow", "quarters", "thicket"];
    assert_eq!(names, maps.iter().map(|name| format!("{name}.map")).collect());
}

#[test]
fn a_rush_on_the_shipped_maps_takes_neither_a_moment_nor_an_age() {
    let rules = rules("classic");
    for name in ["meadow", "crossroads", "ford", "highlands", "quarters", "crown"] {
        let raw = RawMap::parse(name, &read(&format!("maps/{name}.map"))).expect("a shipped map");
        let map = raw.resolve(&rules).expect("a shipped map");
        let base = |row: usize| footprint(&rules, rules.start.base, map.starts[row]);
        let walk = Walk::at_start(&map, &rules).distances(base(0));
        let nearest = (1..map.starts.len()).filter_map(|row| walk.beside(base(row))).min().expect("an enemy in reach");
        assert!((28..=80).contains(&(nearest / PLAIN_STEP)), "{name}: {} cells", nearest / PLAIN_STEP);
    }
}

#[test]
fn sound_maps_are_without_issue() {
    let heights = format!("{SOUND}---\n{}", ".123456789abcdef".chars().take(12).collect::<String>() + "\n");
    let heights = format!("{heights}{}{}", "............\n".repeat(8), "ba987654321.\n");
    assert_eq!(issues_of(SOUND), "");
    assert_eq!(issues_of(&heights), "");
    assert_eq!(issues_of(&SOUND.replace('\n', "\r\n")), "");
    assert_eq!(issues_of(&broken(&[("rotate2\"", "rotate2\"\nislands = true")])), "");
    let raw = RawMap::parse("test.map", &heights).expect("a sound map");
    assert_eq!(raw.to_text(), heights);
    assert_eq!(raw.size(), (12, 10));
    assert_eq!(raw.resolve(&rules("duel")).expect("a sound map").heights[11], 11);
}

#[test]
fn files_that_are_no_maps_say_where() {
    let wide = format!("name = \"wide\"\n---\n{}", format!("{}\n", ".".repeat(1_025)).repeat(8));
    insta::assert_snapshot!(report(&[
        ("no grid", "name = \"x\"\n".into()),
        ("an empty grid", "name = \"x\"\n---\n\n".into()),
        ("too small", "name = \"x\"\n---\n....\n....\n".into()),
        ("too wide", wide),
        ("too long", "#".repeat(MAX_MAP_BYTES + 1)),
        ("ragged", broken(&[("$...........", "$.........."), ("....#.......", "....#........")])),
        ("a third grid", format!("{SOUND}---\n---\n")),
        ("too few heights", format!("{SOUND}---\n{}", "............\n".repeat(8))),
        ("a height too great", format!("{SOUND}---\n......g.....\n{}", "............\n".repeat(9))),
        ("header is no TOML", broken(&[("name = ", "name ")])),
        ("no name", broken(&[("name = \"sound\"\n", "")])),
        ("a misspelt key", broken(&[("symmetry", "symetry")])),
        ("a misspelt symmetry", broken(&[("rotate2", "rotate")])),
        ("a glyph of two characters", broken(&[("\"$\"", "\"$$\"")])),
        ("a glyph that does not show", broken(&[("\"$\"", "\" \"")])),
        ("a start number too great", broken(&[("\"ore_vein\"", "\"start 9\"")])),
    ]));
}

#[test]
fn maps_that_do_not_fit_their_rules_say_where() {
    insta::assert_snapshot!(report(&[
        ("an unknown glyph", broken(&[("..11", "q.11"), ("....#", "....?"), ("..11", "q.11")])),
        ("a misspelt name", broken(&[("ore_vein", "ore_vien")])),
        ("a misspelt terrain beneath", broken(&[("ore_vein", "ore_vein on gras")])),
        ("a start drawn in part", broken(&[("..11", "..1.")])),
        (
            "a start twice",
            broken(&[("$...........\n", "$......11...\n"), ("..11........\n..11....", "..11...11...\n..11....")])
        ),
        ("a start left out", broken(&[("22", "33"), ("22", "33")])),
        ("a node on rock", broken(&[("ore_vein", "ore_vein on cliff")])),
        ("bases on rock", broken(&[("\"ore_vein\"", "\"ore_vein\"\n\"1\" = \"start 1 on cliff\"")])),
        ("an unreachable base", broken(&[("....#.......\n.......#....", "############\n############")])),
        (
            "an unreachable node",
            broken(&[
                ("$.......##..", "$#......##.."),
                ("$...........", "##.........."),
                ("...........$", "..........##"),
                ("..##.......$", "..##......#$")
            ])
        ),
    ]));
}

#[test]
fn false_symmetries_and_unfair_starts_say_where() {
    let none = ("symmetry = \"rotate2\"\n", "");
    insta::assert_snapshot!(report(&[
        ("terrain", broken(&[("....#", ".....")])),
        ("nodes", broken(&[("$.......", "........")])),
        ("starts", broken(&[("22..", ".22."), ("22..", ".22.")])),
        ("heights", format!("{SOUND}---\n......1.....\n{}", "............\n".repeat(9))),
        ("not square", broken(&[("rotate2", "rotate4")])),
        ("another symmetry", broken(&[("rotate2", "mirror_x")])),
        ("fewer nodes for one", broken(&[none, ("$.......", "........")])),
        ("farther nodes for one", broken(&[none, ("$.......##..\n$", "........##$$\n.")])),
        ("one start", broken(&[none, ("22", ".."), ("22", "..")])),
        (
            "nothing to gather",
            SOUND
                .lines()
                .map(|line| if line.len() == 12 { line.replace('$', ".") } else { line.into() } + "\n")
                .collect()
        ),
    ]));
}

#[test]
fn isometries_carry_cells_and_rectangles_alike() {
    for isometry in Isometry::SQUARE {
        let rect = Rect { x: 2, y: 5, width: 3, height: 1 };
        let image: BTreeSet<Cell> = isometry.rect(rect, 16, 16).cells().collect();
        assert_eq!(image, rect.cells().map(|cell| isometry.cell(cell, 16, 16)).collect());
        let again = (0..4).fold(Cell::new(3, 7), |cell, _| isometry.cell(cell, 16, 16));
        assert_eq!(again, Cell::new(3, 7), "four times any of them is nothing");
    }
    assert_eq!(Isometry::HALF_TURN.cell(Cell::new(0, 1), 10, 20), Cell::new(9, 18));
    assert_eq!(Isometry::QUARTER_TURN.cell(Cell::new(1, 0), 10, 10), Cell::new(9, 1));
}

#[test]
fn a_small_map_is_shown_with_what_there_is_to_know() {
    let raw = RawMap::parse("duel16.map", &read("maps/duel16.map")).expect("a shipped map");
    insta::assert_snapshot!(render_ascii(&raw.resolve(&rules("duel")).expect("a shipped map"), &rules("duel")));
}

const MOVINGAI: &str = "type octile\nheight 8\nwidth 9\nmap\n@@@@@@@@@\n@..GG.TT@\n@..SS.TT@\n@.......@\n@WWW....@\n@WWW.OO.@\n@.......@\n@@@@@@@@@\n";

#[test]
fn movingai_maps_import_with_their_passability() {
    let rules = rules("classic");
    let raw = import_movingai("x.map", "imported", MOVINGAI).expect("a sound map");
    let again = RawMap::parse("imported.map", &raw.to_text()).expect("its own text");
    assert_eq!(again.to_text(), raw.to_text());
    let map = again.resolve(&rules).expect("classic has these terrains");
    let open = |row: &&u8| rules.terrain[usize::from(**row)].cost(Locomotion::Foot) != WALL_COST;
    let drawn = MOVINGAI.lines().skip(4).flat_map(str::chars).filter(|glyph| ".GS".contains(*glyph)).count();
    assert_eq!(map.terrain.iter().filter(open).count(), drawn);
    assert!(again.check(&rules).to_string().contains("found 0 start places"));
}

#[test]
fn malformed_movingai_maps_say_where() {
    let cases = [
        MOVINGAI.replace("octile", "tile"),
        MOVINGAI.replace("height 8", "height eight"),
        MOVINGAI.replace("width 9", "width 70000"),
        MOVINGAI.replace("map\n", ""),
        MOVINGAI.replace("height 8", "height 9"),
        MOVINGAI.replace("@WWW....@", "@WWW...@"),
        MOVINGAI.replace("SS", "S?"),
        String::new(),
    ];
    let report: Vec<String> = cases
        .iter()
        .map(|text| import_movingai("x.map", "x", text).map_or_else(|issues| issues.to_string(), |_| "fine".into()))
        .collect();
    insta::assert_snapshot!(report.join("\n"));
}

/// The map of a seed, which must be sound in every way that can be told.
fn generated(seed: u64, options: &GenerateOptions, rules: &Rules) -> Map {
    let raw = generate(seed, options, rules).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let text = raw.to_text();
    assert_eq!(generate(seed, options, rules).expect("the same again").to_text(), text);
    let again = RawMap::parse("generated.map", &text).unwrap_or_else(|issues| panic!("{issues}"));
    assert_eq!(again.to_text(), text);
    assert_eq!(again.check(rules).to_string(), "", "seed {seed} of {options:?}");
    again.resolve(rules).expect("it was checked")
}

#[test]
fn generated_maps_keep_every_promise() {
    let rules = rules("classic");
    let plain = GenerateOptions::default();
    let square = |side, players| GenerateOptions {
        width: side,
        height: side,
        players,
        symmetry: Symmetry::Rotate4,
        ..plain.clone()
    };
    let options = [
        plain.clone(),
        GenerateOptions { symmetry: Symmetry::MirrorX, relief: 4, width: 70, height: 49, ..plain.clone() },
        GenerateOptions { symmetry: Symmetry::MirrorY, expansions: 0, width: 32, height: 40, ..plain.clone() },
        GenerateOptions { forest_percent: 40, water_percent: 30, cliff_percent: 30, ..plain.clone() },
        GenerateOptions { relief: 8, expansions: 6, ..square(96, 4) },
        GenerateOptions { strait: 9, expansions: 3, ..plain.clone() },
        square(112, 8),
    ];
    for options in &options {
        let maps: Vec<Map> = (0..6).map(|seed| generated(seed, options, &rules)).collect();
        assert_eq!(maps[0].starts.len(), usize::from(options.players));
        assert!(maps.windows(2).all(|pair| pair[0].terrain != pair[1].terrain), "each seed has a map of its own");
    }
    let tiny = GenerateOptions { width: 16, height: 16, expansions: 0, ..plain };
    (0..6).for_each(|seed| drop(generated(seed, &tiny, &self::rules("duel"))));
}

#[test]
fn a_generated_map_is_the_same_on_every_platform() {
    let options = GenerateOptions { width: 40, height: 32, relief: 3, expansions: 1, ..GenerateOptions::default() };
    insta::assert_snapshot!(generate(7, &options, &rules("classic")).expect("a map").to_text());
}

#[test]
fn impossible_options_are_refused_with_what_would_do() {
    let plain = GenerateOptions::default();
    let options = [
        GenerateOptions { width: 15, ..plain.clone() },
        GenerateOptions { height: 2_000, ..plain.clone() },
        GenerateOptions { forest_percent: 90, ..plain.clone() },
        GenerateOptions { strait: 50, ..plain.clone() },
        GenerateOptions { players: 3, ..plain.clone() },
        GenerateOptions { symmetry: Symmetry::None, ..plain.clone() },
        GenerateOptions { players: 4, symmetry: Symmetry::Rotate4, width: 40, ..plain.clone() },
        GenerateOptions { players: 8, symmetry: Symmetry::Rotate4, width: 16, height: 16, ..plain.clone() },
    ];
    let report: Vec<String> = options
        .iter()
        .map(|options| {
            generate(1, options, &rules("classic")).map_or_else(|error| error.to_string(), |_| "fine".into())
        })
        .collect();
    insta::assert_snapshot!(report.join("\n"));
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn no_edit_of_a_map_makes_it_panic(edits in prop::collection::vec((0usize..240, "[-.#$12\n\"=a]{0,3}"), 1..6)) {
        let rules = rules("duel");
        let mut text = SOUND.to_owned();
        for (at, edit) in edits {
            let at = at.min(text.len());
            text.replace_range(at..(at + 1).min(text.len()), &edit);
        }
        if let Ok(raw) = RawMap::parse("x.map", &text) {
            let _ = raw.check(&rules);
            if let Ok(map) = raw.resolve(&rules) {
                render_ascii(&map, &rules);
            }
        }
    }
}
