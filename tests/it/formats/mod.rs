//! Formats of tournaments: brackets and their champions, Swiss rounds, seats of free-for-alls, repeated games; each format resumed and merged.

mod swiss;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use sandtable_ai::{Commander, Orders, Registry};
use sandtable_match::library::Library;
use sandtable_match::store::SystemDisk;
use sandtable_sim::order::Order;
use sandtable_sim::view::View;
use sandtable_stats::SprtVerdict;
use sandtable_tests::command::Folder;
use sandtable_tournament::{
    Format, Manifest, Met, Options, Prepared, Results, Shard, Summary, TournamentFile, distinct_pairs, markdown, merge,
    pair_seed, pairs, read_games, schedule, tables,
};

const HEAD: &str = "name = \"t\"\nabout = \"A test.\"\nrules = \"classic\"\nbase_seed = 5\nreplays = false\n";

/// Gives up when it has decided as often as it has patience: who has more patience wins.
struct Patience {
    name: &'static str,
    left: u32,
}

impl Commander for Patience {
    fn name(&self) -> &str {
        self.name
    }

    fn decide(&mut self, _: &View<'_>, orders: &mut Orders) {
        self.left -= 1;
        if self.left == 0 {
            orders.give(Order::surrender());
        }
    }
}

/// Who gives up after how many seconds, and two who never do.
const NAMES: [(&str, u32); 8] =
    [("p1", 1), ("p2", 2), ("p3", 3), ("p4", 4), ("p5", 5), ("p6", 6), ("still", u32::MAX), ("calm", u32::MAX)];

fn registry() -> Registry {
    let mut registry = Registry::standard();
    for (name, left) in NAMES {
        registry.add(name, move |_, _| Box::new(Patience { name, left }));
    }
    registry
}

fn file(lines: &str) -> TournamentFile {
    TournamentFile::parse("t.toml", &format!("{HEAD}{lines}")).unwrap_or_else(|issues| panic!("{issues}"))
}

/// A tournament file with these lines after the usual ones, and its manifest.
fn manifest(home: &Folder, lines: &str, shard: Option<Shard>) -> Manifest {
    let head = if lines.contains("rules = ") { HEAD.replace("rules = \"classic\"\n", "") } else { HEAD.to_owned() };
    let file = home.file("t.toml", &format!("{head}{lines}"));
    let mut library = Library::embedded_only();
    Prepared::load(&file.to_string_lossy(), &mut library, &registry()).unwrap_or_else(|failure| panic!("{failure}"));
    Manifest::new(&file.to_string_lossy(), None, shard, &library)
}

/// Plays a tournament into a folder, or the rest of what is there.
fn play(folder: &Path, manifest: &Manifest, resumed: bool) -> Summary {
    let registry = registry();
    let prepared = manifest.prepare(&registry).expect("it loads");
    let results = if resumed {
        Results::resume(&SystemDisk, folder).expect("results")
    } else {
        Results::create(&SystemDisk, folder, manifest).expect("a folder")
    };
    let options = Options { shard: manifest.shard, ..Options::quiet(2) };
    sandtable_tournament::run(&prepared, &registry, &options, &SystemDisk, results).expect("it plays")
}

/// Every file but that of the clock.
fn files(folder: &Folder) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = folder.files();
    files.remove(Path::new("timing.json"));
    files
}

/// Plays the rounds of a format, whose meetings end as `result` says, by rows and by how often these have met.
fn rounds_by(format: &Format, count: usize, result: impl Fn([usize; 2], u32) -> [u32; 2]) -> Vec<Vec<Vec<usize>>> {
    let (mut met, mut rounds) = (Vec::new(), Vec::new());
    while let Some(meetings) = format.round(rounds.len() as u32, count, &met) {
        for rows in &meetings {
            let rows = [rows[0], rows[1]];
            let played = met.iter().filter(|met: &&Met| met.rows == rows).count() as u32;
            met.push(Met { round: rounds.len() as u32, rows, half_points: result(rows, played) });
        }
        rounds.push(meetings);
        assert!(rounds.len() < 100, "it ends");
    }
    rounds
}

/// Plays rounds of a format by who wins of two rows.
fn rounds(format: &Format, count: usize, wins: impl Fn(usize, usize) -> usize) -> Vec<Vec<Vec<usize>>> {
    rounds_by(format, count, |[one, other], _| if wins(one, other) == one { [4, 0] } else { [0, 4] })
}

fn knockout(count: usize, lives: u32, result: impl Fn([usize; 2], u32) -> [u32; 2]) -> Vec<Vec<Vec<usize>>> {
    rounds_by(&Format::Elimination { lives }, count, result)
}

#[test]
fn knockouts_end_with_one_who_lost_less_than_its_lives() {
    for count in 2..=17 {
        for lives in [1, 2] {
            // The last row is the strongest, so that places in the file help nobody.
            let played = rounds(&Format::Elimination { lives }, count, |a, b| a.max(b));
            let mut losses = vec![0; count];
            played.iter().flatten().for_each(|rows| losses[rows[0].min(rows[1])] += 1);
            assert_eq!(losses[count - 1], 0, "{count} with {lives}");
            assert!(losses[..count - 1].iter().all(|lost| *lost == lives), "{count} with {lives}: {losses:?}");
        }
    }
    let pairs: Vec<_> = rounds(&Format::Elimination { lives: 1 }, 4, |a, b| a.min(b));
    assert_eq!(pairs, [vec![vec![0, 3], vec![1, 2]], vec![vec![0, 1]]], "the highest meets the lowest");
}

#[test]
fn byes_fall_to_those_named_highest() {
    for count in 2..=16_usize {
        let (places, byes) = (count.next_power_of_two(), count.next_power_of_two() - count);
        let played = rounds(&Format::Elimination { lives: 1 }, count, |a, b| a.min(b));
        // Who has a bye plays its first meeting a round later: whom it meets first, it meets instead of nobody.
        for row in 0..count {
            let first = played.iter().flatten().find(|rows| rows.contains(&row)).expect("everybody plays");
            let drawn = places - 1 - row;
            assert_eq!(row < byes, !first.contains(&drawn), "{count}: {row} first plays {first:?}");
        }
        let meetings = played.iter().flatten().filter(|rows| rows.contains(&0)).count();
        assert_eq!(meetings, places.ilog2() as usize - usize::from(byes > 0), "{count}");
        // Who is named first and second can meet in the final alone.
        assert_eq!(played.last(), Some(&vec![vec![0, 1]]), "{count}");
    }
}

#[test]
fn who_comes_from_the_losers_must_win_the_final_twice() {
    // Row 1 loses its first meeting with 0, and no other.
    let played = knockout(4, 2, |rows, played| if rows == [0, 1] && played == 0 { [4, 0] } else { worth(rows) });
    let finals: Vec<_> = played.iter().flatten().filter(|rows| **rows == [0, 1]).collect();
    assert_eq!(finals.len(), 3, "{played:?}");
    let mut losses = [0; 4];
    for (at, rows) in played.iter().flatten().enumerate() {
        let first = at == played.iter().flatten().position(|rows| *rows == [0, 1]).expect("they meet");
        losses[if first || !rows.contains(&1) { rows[1] } else { rows[usize::from(rows[0] == 1)] }] += 1;
    }
    assert_eq!(losses, [2, 1, 2, 2], "{played:?}");
}

/// Row 1 beats all, else the lower row.
fn worth(rows: [usize; 2]) -> [u32; 2] {
    if rows[1] == 1 { [0, 4] } else { [4, 0] }
}

#[test]
fn meetings_that_stay_even_are_played_again_three_times() {
    // Even twice, then the second wins: the others wait for it.
    let played = knockout(4, 1, |rows, played| match (rows, played) {
        ([0, 3], 0 | 1) => [2, 2],
        ([0, 3], _) => [1, 3],
        _ => [4, 0],
    });
    assert_eq!(played, [vec![vec![0, 3], vec![1, 2]], vec![vec![0, 3]], vec![vec![0, 3]], vec![vec![1, 3]]]);
    // Even for ever: the one named higher goes on.
    let played = knockout(2, 1, |_, _| [2, 2]);
    assert_eq!(played, vec![vec![vec![0, 1]]; 4]);
    // A decision in between counts, whatever the sum of points.
    let played = knockout(3, 1, |rows, played| if rows == [1, 2] && played == 0 { [2, 2] } else { [1, 3] });
    assert_eq!(played, [vec![vec![1, 2]], vec![vec![1, 2]], vec![vec![0, 2]]]);
}

#[test]
fn the_champion_is_named_and_leads_the_standings() {
    // All games are drawn: only the bracket puts one before the others, and the alphabet would put another.
    let lines = "strategies = [\"still\", \"calm\", \"idle\"]\nmaps = [\"meadow\"]\nseeds = 1\ntime_limit = 4\n\
                 format = \"single-elimination\"\n";
    let (home, out) = (Folder::new("even"), Folder::new("out"));
    let summary = play(&out.0, &manifest(&home, lines, None), false);
    let bracket = summary.bracket.as_ref().expect("a knockout has one");
    assert_eq!(bracket.champion.as_deref(), Some("still"));
    let order: Vec<&str> = summary.standings.iter().map(|standing| standing.strategy.as_str()).collect();
    assert_eq!(order, ["still", "calm", "idle"]);
    let told: Vec<_> =
        bracket.meetings.iter().map(|meeting| (meeting.stage.as_str(), meeting.tie_breaks, meeting.by_name)).collect();
    assert_eq!(told, [("round 1", 0, false), ("round 1", 3, true), ("final", 3, true)], "{bracket:?}");
    assert_eq!(bracket.meetings[0].strategies, [Some("still".to_owned()), None]);
    let page = fs::read_to_string(out.0.join("report.html")).expect("a page");
    for text in [tables(&summary), markdown(&summary), page] {
        assert!(text.contains("Bracket") && text.contains("champion: still"), "{text}");
        assert!(text.contains("3 tie-breaks") && text.contains("bye"), "{text}");
    }
    // Where there is somebody better, wherever it is named.
    for format in ["single", "double"] {
        let lines = format!(
            "strategies = [\"p1\", \"p3\", \"p2\", \"p4\", \"p6\", \"p5\"]\nmaps = [\"meadow\"]\nseeds = 1\ntime_limit = 20\n\
             format = \"{format}-elimination\"\n"
        );
        let (home, out) = (Folder::new("better"), Folder::new("out"));
        let summary = play(&out.0, &manifest(&home, &lines, None), false);
        assert_eq!(summary.bracket.expect("a bracket").champion.as_deref(), Some("p6"));
        assert_eq!(summary.standings[0].strategy, "p6");
        if format == "double" {
            assert_eq!(summary.standings[1].strategy, "p5", "nobody else beats it");
        }
    }
}

#[test]
fn gauntlets_ladders_and_tables_seat_whom_they_should() {
    let gauntlet = Format::Gauntlet { challengers: vec![1] };
    assert_eq!(gauntlet.round(0, 3, &[]), Some(vec![vec![1, 0], vec![1, 2]]));
    let ladder = Format::Ladder { challengers: vec![3], rounds: 4 };
    // Beats rows 0 and 1 of the pool and loses to 2: up, down, up.
    let climbed = rounds(&ladder, 4, |own, other| if other < 2 { own } else { other });
    assert_eq!(climbed, [[[3, 1]], [[3, 2]], [[3, 1]], [[3, 2]]].map(|round| round.map(|rows| rows.to_vec()).to_vec()));
    let table = file(
        "strategies = [\"a\", \"b\", \"c\", \"d\"]\nmaps = [\"m\"]\nseeds = 2\nformat = \"free-for-all\"\nseats = 3\n",
    );
    let games = schedule(&table);
    assert_eq!(games.len(), 2 * 4 * 3, "seeds, choices of three out of four, turns of the seats");
    assert_eq!([&games[0].sides, &games[1].sides, &games[2].sides], [&vec![0, 1, 2], &vec![1, 2, 0], &vec![2, 0, 1]]);
    assert!(games[..3].iter().all(|game| game.seed == pair_seed(5, 0)));
    let teams = file("strategies = [\"a\", \"b\"]\nmaps = [\"m\"]\nseeds = 1\nformat = \"teams\"\nteam_size = 2\n");
    let sides: Vec<_> = schedule(&teams).into_iter().map(|game| game.sides).collect();
    assert_eq!(sides, [vec![0, 0, 1, 1], vec![1, 1, 0, 0]]);
}

/// Over a cycle of seeds each two strategies have each two seats equally often, so whoever is next to whom on a map is so equally often.
#[test]
fn everybody_is_everybodys_neighbour_equally_often() {
    for (seats, seeds) in [(3, 2), (4, 3), (5, 4), (6, 20), (7, 6), (8, 7)] {
        let names: Vec<String> = (0..seats).map(|row| format!("\"s{row}\"")).collect();
        let table = file(&format!(
            "strategies = [{}]\nmaps = [\"m\", \"n\"]\nseeds = {seeds}\nformat = \"free-for-all\"\nseats = {seats}\n",
            names.join(", ")
        ));
        let games = schedule(&table);
        assert_eq!(games.len(), 2 * seeds * seats);
        for map in 0..2 {
            let mut counted: BTreeMap<[usize; 4], usize> = BTreeMap::new();
            for game in games.iter().filter(|game| game.map == map) {
                for (seat, other) in (0..seats).flat_map(|seat| (0..seats).map(move |other| (seat, other))) {
                    *counted.entry([seat, other, game.sides[seat], game.sides[other]]).or_default() += 1;
                }
            }
            let apart: BTreeSet<usize> =
                counted.iter().filter(|(key, _)| key[0] != key[1]).map(|(_, count)| *count).collect();
            assert_eq!(apart.into_iter().collect::<Vec<_>>(), [seeds / (seats - 1)], "{seats}");
        }
        for turns in games.chunks(seats) {
            for seat in 0..seats {
                let sat: BTreeSet<usize> = turns.iter().map(|game| game.sides[seat]).collect();
                assert_eq!(sat.len(), seats, "each has each seat once a seed");
            }
        }
    }
}

#[test]
fn pairs_that_repeat_each_other_are_one_observation() {
    // Nobody does anything, and no unit has a mind: whatever the seed, the game is the same.
    let lines =
        "rules = \"duel\"\nstrategies = [\"still\", \"calm\"]\nmaps = [\"duel16\"]\nseeds = 6\ntime_limit = 4\n";
    let (home, out) = (Folder::new("same"), Folder::new("out"));
    let summary = play(&out.0, &manifest(&home, lines, None), false);
    assert_eq!((summary.games, summary.pairs, summary.distinct_pairs), (12, 6, 1));
    assert_eq!(summary.distinct_games, 2);
    let (records, _) = read_games(&out.0).expect("results");
    assert_eq!((pairs(&records).len(), distinct_pairs(&records).len()), (6, 1));
    let of =
        |map: Option<&str>| summary.meetings.iter().find(|meeting| meeting.map.as_deref() == map).expect("they met");
    assert_eq!((of(None).pairs.pairs(), of(None).played_pairs), (1, 6));
    assert_eq!((of(Some("duel16")).pairs.pairs(), of(Some("duel16")).played_pairs), (1, 6));
    // What says how sure it is says no more than that of one seed does.
    let one = lines.replace("seeds = 6", "seeds = 1");
    let (home, alone) = (Folder::new("same"), Folder::new("out"));
    let once = play(&alone.0, &manifest(&home, &one, None), false);
    assert_eq!((once.pairs, once.distinct_pairs), (1, 1));
    for (many, few) in summary.standings.iter().zip(&once.standings) {
        assert_eq!((many.tally, many.interval, many.elo), (few.tally, few.interval, few.elo));
    }
    assert_eq!((&summary.sides, &summary.maps, &summary.cross), (&once.sides, &once.maps, &once.cross));
    let page = fs::read_to_string(out.0.join("report.html")).expect("a page");
    for text in [tables(&summary), markdown(&summary), page] {
        assert!(text.contains("distinct: 2 of 12 games in 1 of 6 pairs"), "{text}");
    }
    assert!(!tables(&once).contains("distinct: "));
}

#[test]
fn a_test_is_not_decided_by_one_pair_over_and_over() {
    // When the first gives up is drawn with the seed; of two who do nothing all games are alike.
    let decisive = "rules = \"duel\"\nstrategies = [\"p6\", \"idle\"]\nmaps = [\"duel16\"]\nseeds = 20\ntime_limit = 20\n\
                    [sprt]\nelo0 = 0\nelo1 = 400\nmodel = \"logistic\"\n";
    let repeated = decisive.replace("\"p6\", \"idle\"", "\"still\", \"calm\"").replace("= 20\n[", "= 4\n[");
    let tested = |lines: &str| {
        let (home, out) = (Folder::new("test"), Folder::new("out"));
        let summary = play(&out.0, &manifest(&home, lines, None), false);
        (summary.sprt.expect("a test"), summary.pairs, summary.distinct_pairs)
    };
    let (state, pairs, distinct) = tested(&repeated);
    assert_eq!((state.pairs, pairs, distinct, state.verdict), (1, 20, 1, SprtVerdict::Undecided));
    let (state, pairs, distinct) = tested(decisive);
    assert_eq!(state.pairs, distinct);
    assert!(distinct > 1 && distinct <= pairs, "{distinct} of {pairs}: when it gives up is drawn");
}

/// The lines of a tournament of each format.
fn each_format() -> [(&'static str, String); 9] {
    let two = "maps = [\"meadow\", \"ford\"]\nseeds = 1\ntime_limit = 8\n";
    let four = "maps = [\"quarters\"]\nseeds = 2\ntime_limit = 8\n";
    let of = |names: &[&str], terms: &str, own: &str| format!("strategies = {names:?}\n{terms}{own}");
    let five = ["p2", "still", "p1", "calm", "p3"];
    [
        ("round-robin", of(&five[..3], two, "")),
        ("mirror", of(&five[..3], two, "meetings = \"mirror\"\n")),
        ("gauntlet", of(&five[..4], two, "format = \"gauntlet\"\nchallengers = [\"p2\"]\n")),
        ("swiss", of(&five, two, "format = \"swiss\"\nrounds = 3\n")),
        ("single", of(&five, two, "format = \"single-elimination\"\n")),
        ("double", of(&five, two, "format = \"double-elimination\"\n")),
        ("ladder", of(&five[..4], two, "format = \"ladder\"\nchallengers = [\"p2\"]\nrounds = 3\n")),
        ("free-for-all", of(&five, four, "format = \"free-for-all\"\nseats = 4\n")),
        ("teams", of(&five[..3], four, "format = \"teams\"\nteam_size = 2\n")),
    ]
}

#[test]
fn each_format_is_resumed_and_merged_to_the_same_bytes() {
    for (format, lines) in each_format() {
        let (home, whole) = (Folder::new("whole"), Folder::new("out"));
        let all = manifest(&home, &lines, None);
        play(&whole.0, &all, false);
        let expected = files(&whole);
        let list = &expected[Path::new("games.jsonl")];
        let begun = |cut: usize| {
            let out = Folder::new("begun");
            fs::write(out.0.join("manifest.json"), &expected[Path::new("manifest.json")]).expect("a file");
            fs::write(out.0.join("games.jsonl.partial"), &list[..cut]).expect("a file");
            out
        };
        for cut in [0, list.len() / 3, list.len() / 2 + 7, list.len() - 1] {
            let out = begun(cut);
            play(&out.0, &all, true);
            let mut resumed = files(&out);
            resumed.remove(Path::new("games.jsonl.partial"));
            assert!(resumed == expected, "{format}, cut at {cut}");
        }
        // A part of it and the whole, in any order; and, where rounds do not follow from results, its parts.
        let part = begun(list.len() / 2);
        let mut ways = vec![vec![part.0.clone(), whole.0.clone()], vec![whole.0.clone(), part.0.clone()]];
        let halves = [1, 2].map(|part| {
            let half = Folder::new("half");
            let own = manifest(&home, &lines, Some(Shard { part, parts: 2 }));
            if own.prepare(&registry()).is_ok() {
                play(&half.0, &own, false);
            }
            half
        });
        if halves.iter().all(|half| half.0.join("games.jsonl").exists()) {
            ways.push(halves.iter().map(|half| half.0.clone()).collect());
        }
        assert_eq!(ways.len() == 2, ["swiss", "single", "double", "ladder"].contains(&format), "{format}");
        for folders in ways {
            let out = Folder::new("merged");
            merge(&folders, &out.0, &registry(), &SystemDisk).expect("it merges").expect("it is whole");
            assert!(files(&out) == expected, "{format}, merged of {folders:?}");
        }
    }
}
