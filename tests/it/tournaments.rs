//! Tournaments one can draw conclusions from: formats, pairs, tests that stop them, parts, adjudication, expectations.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sandtable::exit::code;
use sandtable_ai::Registry;
use sandtable_match::library::Library;
use sandtable_match::progress::Unseen;
use sandtable_match::runner::{Termination, Why};
use sandtable_match::store::SystemDisk;
use sandtable_stats::SprtVerdict;
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tournament::{
    GameRecord, LineJudge, Manifest, Options, Outline, PairRange, Prepared, Results, Shard, Summary, TournamentFile,
    games_after, merge, pairs, read_games, schedule, verify,
};

const HEAD: &str = "name = \"t\"\nabout = \"A test.\"\nrules = \"classic\"\nbase_seed = 5\nreplays = false\n";

/// A tournament file with these lines after the usual ones, and its manifest.
fn manifest(home: &Folder, lines: &str, shard: Option<Shard>) -> Manifest {
    let file = home.file("t.toml", &format!("{HEAD}{lines}"));
    let mut library = Library::embedded_only();
    Prepared::load(&file.to_string_lossy(), &mut library, &Registry::standard())
        .unwrap_or_else(|failure| panic!("{failure}"));
    Manifest::new(&file.to_string_lossy(), None, shard, &library)
}

fn play(folder: &Path, manifest: &Manifest, threads: usize) -> Summary {
    let registry = Registry::standard();
    let prepared = manifest.prepare(&registry).expect("it loads");
    let results = Results::create(&SystemDisk, folder, manifest).expect("a folder");
    let options = Options { shard: manifest.shard, pairs: manifest.pairs, ..Options::quiet(threads) };
    sandtable_tournament::run(&prepared, &registry, &options, &SystemDisk, results).expect("it plays")
}

/// Every file but that of the clock.
fn files(folder: &Folder) -> std::collections::BTreeMap<PathBuf, Vec<u8>> {
    let mut files = folder.files();
    files.remove(Path::new("timing.json"));
    files
}

const THREE: &str =
    "strategies = [\"first/rush\", \"first/tech\", \"idle\"]\nmaps = [\"meadow\"]\nseeds = 1\ntime_limit = 30\n";

#[test]
fn rounds_follow_from_results_alone() {
    let home = Folder::new("swiss");
    let lines = THREE.to_owned() + "format = \"swiss\"\nrounds = 3\n";
    let manifest = manifest(&home, &lines, None);
    let (one, two) = (Folder::new("out"), Folder::new("out"));
    let summary = play(&one.0, &manifest, 1);
    play(&two.0, &manifest, 3);
    assert!(files(&one) == files(&two));
    assert_eq!((summary.games, summary.pairs), (6, 3), "three rounds of one pair: the third player sits out");
    let (records, finished) = read_games(&one.0).expect("results");
    assert!(finished);
    let prepared = manifest.prepare(&Registry::standard()).expect("it loads");
    assert!(games_after(&prepared.file, &records).is_empty());
    let next = games_after(&prepared.file, &records[..3]);
    assert_eq!((next.len(), next[0].number, next[0].pair), (1, 3, 1), "the other half of a pair");
}

#[test]
fn four_for_themselves_and_two_against_two_have_places() {
    let home = Folder::new("four");
    let lines = "strategies = [\"first/rush\", \"first/tech\", \"first/expand\", \"idle\"]\nmaps = [\"quarters\"]\nseeds = 1\n\
                 time_limit = 60\nformat = \"free-for-all\"\nseats = 4\n";
    let out = Folder::new("out");
    let summary = play(&out.0, &manifest(&home, lines, None), 2);
    assert_eq!(summary.games, 4);
    let (records, _) = read_games(&out.0).expect("results");
    for record in &records {
        assert_eq!(record.teams, [1, 2, 3, 4]);
        assert_eq!(record.comparisons().len(), 6);
        assert!(record.places.contains(&1) && record.places.iter().all(|place| (1..=4).contains(place)), "{record:?}");
        assert_eq!((1..=4).map(|player| record.half_points(player).expect("it counts")).sum::<u32>(), 12);
    }
    let home = Folder::new("teams");
    let lines = "strategies = [\"first/rush\", \"idle\"]\nmaps = [\"quarters\"]\nseeds = 1\ntime_limit = 60\nformat = \"teams\"\nteam_size = 2\n";
    let out = Folder::new("out");
    let summary = play(&out.0, &manifest(&home, lines, None), 2);
    assert_eq!((summary.games, summary.pairs), (2, 1));
    let (records, _) = read_games(&out.0).expect("results");
    assert!(records.iter().all(|record| record.teams == [1, 1, 2, 2] && record.comparisons().len() == 1));
    assert!(records.iter().all(|record| record.places[0] == record.places[1]));
}

const TESTED: &str = "strategies = [\"first/rush\", \"idle\"]\nmaps = [\"meadow\"]\nseeds = 200\ntime_limit = 25\n\
                      [sprt]\nelo0 = 0\nelo1 = 400\nmodel = \"logistic\"\n";

/// Chunks of pairs, put together, are what one machine writes: the test is applied to the pairs in the order of the schedule, and what was
/// played behind its decision is left out.
#[test]
fn chunks_of_pairs_merge_to_what_one_machine_writes_under_a_test() {
    let home = Folder::new("chunks");
    let whole = manifest(&home, TESTED, None);
    let (one, merged) = (Folder::new("out"), Folder::new("out"));
    let summary = play(&one.0, &whole, 2);
    let decided = summary.pairs;
    assert!((3..150).contains(&decided), "{decided}");
    let chunk = decided / 2;
    let folders: Vec<Folder> = (0..4).map(|_| Folder::new("chunk")).collect();
    // In any order, and further than the decision.
    for (number, folder) in folders.iter().enumerate().rev() {
        let pairs = PairRange { from: number as u32 * chunk, to: (number as u32 + 1) * chunk };
        let part = play(&folder.0, &whole.clone().of_pairs(Some(pairs)), 1);
        assert_eq!((part.pairs, part.sprt.is_none()), (chunk, true), "no verdict on a part");
    }
    let paths: Vec<PathBuf> = folders.iter().map(|folder| folder.0.clone()).collect();
    let registry = Registry::standard();
    let gap = sandtable_tournament::merge(&paths[1..], &Folder::new("gap").0, &registry, &SystemDisk);
    assert!(gap.expect("they merge").is_none(), "the first chunk is missing");
    let found = sandtable_tournament::merge(&paths, &merged.0, &registry, &SystemDisk).expect("they merge");
    assert_eq!(found.expect("it is decided").pairs, decided);
    assert!(files(&one) == files(&merged));
}

#[test]
fn pairs_of_later_rounds_need_the_rounds_before() {
    let home = Folder::new("round-chunks");
    let lines = THREE.to_owned() + "format = \"swiss\"\nrounds = 3\n";
    let whole = manifest(&home, &lines, None);
    let (one, merged, registry) = (Folder::new("out"), Folder::new("out"), Registry::standard());
    play(&one.0, &whole, 1);
    let mut paths: Vec<Folder> = Vec::new();
    for pair in 0..3 {
        let part = whole.clone().of_pairs(Some(PairRange { from: pair, to: pair + 1 }));
        let prepared = part.prepare(&registry).expect("it loads");
        let run = |given: Vec<_>, folder: &Path| {
            let results = Results::create(&SystemDisk, folder, &part).expect("a folder");
            let options = Options { pairs: part.pairs, given, ..Options::quiet(1) };
            sandtable_tournament::run(&prepared, &registry, &options, &SystemDisk, results)
        };
        if pair > 0 {
            let refused = run(Vec::new(), &Folder::new("chunk").0).expect_err("not known yet").to_string();
            assert!(refused.contains("--after"), "{refused}");
        }
        let mut given: Vec<_> = paths.iter().flat_map(|folder| read_games(&folder.0).expect("results").0).collect();
        given.sort_by_key(|record| record.game);
        let folder = Folder::new("chunk");
        run(given, &folder.0).expect("it plays");
        paths.push(folder);
    }
    let paths: Vec<PathBuf> = paths.iter().map(|folder| folder.0.clone()).collect();
    sandtable_tournament::merge(&paths, &merged.0, &registry, &SystemDisk).expect("they merge").expect("all are there");
    assert!(files(&one) == files(&merged));
}

#[test]
fn a_test_stops_at_the_same_pair_for_any_number_of_threads_and_after_an_interruption() {
    let home = Folder::new("sprt");
    let manifest = manifest(&home, TESTED, None);
    let runs = [1, 2, 5].map(|threads| {
        let out = Folder::new("out");
        let summary = play(&out.0, &manifest, threads);
        (files(&out), summary)
    });
    let (whole, summary) = &runs[0];
    assert!(runs.iter().all(|(files, _)| files == whole));
    let test = summary.sprt.expect("there is one");
    assert!(test.verdict != SprtVerdict::Undecided && summary.games == 2 * test.pairs && test.pairs < 200, "{test:?}");
    // Stopped anywhere, even in the middle of a line, and taken up again.
    let list = &whole[Path::new("games.jsonl")];
    for cut in [0, list.len() / 3, list.len() / 2 + 7, list.len() - 1] {
        let out = Folder::new("out");
        fs::write(out.0.join("manifest.json"), &whole[Path::new("manifest.json")]).expect("a file");
        fs::write(out.0.join("games.jsonl.partial"), &list[..cut]).expect("a file");
        sandtable(&["tournament", "--resume", out.0.to_str().expect("text"), "--threads", "2"]).expect("it goes on");
        let mut resumed = files(&out);
        assert!(resumed.remove(Path::new("games.jsonl.partial")).is_none());
        assert!(resumed == *whole, "cut at {cut}");
    }
}

#[test]
fn a_damaged_line_is_found_and_what_follows_it_is_played_again() {
    let home = Folder::new("damage");
    let out = Folder::new("out");
    play(&out.0, &manifest(&home, THREE, None), 2);
    let path = out.0.join("games.jsonl");
    let mut text = fs::read_to_string(&path).expect("a list");
    let line = text.lines().nth(2).expect("six games").to_owned();
    assert_eq!(GameRecord::of_line(&line).expect("whole").to_line().expect("JSON"), line);
    text = text.replace(&line, &line.replacen("\"ticks\":4", "\"ticks\":5", 1));
    fs::write(&path, &text).expect("a file");
    let folder = out.0.to_str().expect("text");
    let (code, said) = error_of(&["verify", folder]);
    assert!(code == 2 && said.contains("line 3 is damaged"), "{code} {said}");
    let whole = files(&out);
    fs::rename(&path, out.0.join("games.jsonl.partial")).expect("renamed");
    sandtable(&["tournament", "--resume", folder]).expect("it goes on");
    assert!(files(&out).keys().eq(whole.keys()));
    sandtable(&["verify", folder]).expect("all as it was");
}

#[test]
fn results_verify_from_their_folder_alone_and_lies_are_found() {
    let home = Folder::new("verify");
    let out = Folder::new("out");
    play(&out.0, &manifest(&home, THREE, None), 2);
    // The tournament file is gone.
    drop(home);
    let registry = Registry::standard();
    let checked = verify(&out.0, None, 2, &registry, &Unseen).expect("readable");
    assert_eq!((checked.games, checked.of, checked.differences.len()), (6, 6, 0));
    assert_eq!(verify(&out.0, Some(2), 1, &registry, &Unseen).expect("readable").games, 2);
    // Somebody changes a result and its checksum with it.
    let (mut records, _) = read_games(&out.0).expect("results");
    records[4].hash = "0123456789abcdef".to_owned();
    let lines: Vec<String> = records.iter().map(|record| record.to_line().expect("JSON") + "\n").collect();
    fs::write(out.0.join("games.jsonl"), lines.concat()).expect("a file");
    let checked = verify(&out.0, None, 2, &registry, &Unseen).expect("readable");
    assert!(checked.differences.len() == 1, "{checked:?}");
    assert!(checked.differences[0].starts_with("games.jsonl: line 5: game 4 "), "{checked:?}");
    assert!(checked.differences[0].contains("hash: recorded \"0123456789abcdef\", regenerated"), "{checked:?}");
    assert_eq!(error_of(&["verify", out.0.to_str().expect("text")]).0, 1);
}

#[test]
fn parts_merge_into_the_whole_and_contradictions_are_an_alarm() {
    let home = Folder::new("parts");
    let whole = Folder::new("out");
    play(&whole.0, &manifest(&home, THREE, None), 2);
    let parts = [1, 2].map(|part| {
        let out = Folder::new("out");
        play(&out.0, &manifest(&home, THREE, Some(Shard { part, parts: 2 })), 1);
        out
    });
    let registry = Registry::standard();
    let [first, second] = [&parts[0].0, &parts[1].0];
    for folders in [vec![first, second], vec![second, first, second, &whole.0]] {
        let out = Folder::new("merged");
        let folders: Vec<PathBuf> = folders.into_iter().cloned().collect();
        merge(&folders, &out.0, &registry, &SystemDisk).expect("it merges").expect("it is whole");
        assert!(files(&out) == files(&whole));
    }
    let out = Folder::new("half");
    let merged = ["merge", first.to_str().expect("text"), "--out", out.0.to_str().expect("text")];
    assert_eq!(error_of(&merged).0, 5, "games are missing");
    sandtable(&["tournament", "--resume", out.0.to_str().expect("text")]).expect("they are played");
    assert!(files(&out) == files(&whole));
    let (mut records, _) = read_games(second).expect("results");
    records[0].hash = "0123456789abcdef".to_owned();
    let lines: Vec<String> = records.iter().map(|record| record.to_line().expect("JSON") + "\n").collect();
    fs::write(second.join("games.jsonl"), lines.concat()).expect("a file");
    let out = Folder::new("alarm");
    let failure = merge(&[whole.0.clone(), second.clone()], &out.0, &registry, &SystemDisk).expect_err("they differ");
    assert!(code(&failure) == 1 && failure.to_string().contains("differs between"), "{failure}");
    let swiss = THREE.to_owned() + "format = \"swiss\"\nrounds = 2\n";
    let sharded = manifest(&home, &swiss, Some(Shard { part: 1, parts: 2 }));
    assert_eq!(code(&sharded.prepare(&registry).expect_err("rounds follow from results")), 2);
}

#[test]
fn an_outline_and_lines_of_games_say_what_whoever_spreads_a_test_wants_to_know() {
    let home = Folder::new("outline");
    let lines = "strategies = [\"first/rush\", \"idle\"]\nmaps = [\"meadow\"]\nseeds = 40\ntime_limit = 600\n\
                 [sprt]\nelo0 = 0\nelo1 = 100\n";
    let manifest = manifest(&home, lines, None);
    let (registry, out) = (Registry::standard(), Folder::new("out"));
    let prepared = manifest.prepare(&registry).expect("it loads");
    let outline = Outline::new(&manifest, &prepared, &registry);
    assert_eq!((outline.pairs, outline.games, outline.fixed, outline.pure), (40, 80, true, true));
    assert!(outline.test.is_some());
    let summary = play(&out.0, &manifest, 2);
    let mut judge = LineJudge::new(&manifest, &registry).expect("a judge");
    let list = fs::read_to_string(out.0.join("games.jsonl")).expect("games");
    let told: Vec<_> = list.lines().map(|line| judge.take(line).expect("a game")).collect();
    assert_eq!(told.iter().position(|standing| standing.decided), Some(told.len() - 1), "the last game decides");
    assert_eq!(told.last().and_then(|standing| standing.test), summary.sprt);
    let again = LineJudge::new(&manifest, &registry).expect("a judge").take(list.lines().nth(2).expect("a line"));
    assert!(again.expect_err("the wrong game").to_string().contains("expected game 0"));
    let torn = LineJudge::new(&manifest, &registry).expect("a judge").take(&list[..40]);
    assert!(torn.expect_err("no line").to_string().contains("line 1: is damaged"));
}

#[test]
fn a_game_that_steps_otherwise_a_second_time_is_a_desync_and_counts_for_nothing() {
    let home = Folder::new("desync");
    let all = format!("{THREE}recheck_percent = 100\n");
    let out = home.0.join("sound").to_string_lossy().into_owned();
    let file = home.file("t.toml", &format!("{HEAD}{all}"));
    let file = file.to_string_lossy();
    sandtable(&["tournament", &file, "--out", &out]).expect("nothing is otherwise");
    let (sound, _) = read_games(Path::new(&out)).expect("results");
    assert!(sound.iter().all(|record| record.counts() && record.replay.is_none()));
    let out = home.0.join("planted").to_string_lossy().into_owned();
    let (code, said) = error_of(&["tournament", &file, "--diverge-at", "100", "--out", &out]);
    assert!(code == 4 && said.contains("in 6 games"), "{code} {said}");
    let (records, _) = read_games(Path::new(&out)).expect("results");
    for (record, sound) in records.iter().zip(&sound) {
        let Termination::Desync { message } = &record.termination else { panic!("{:?}", record.termination) };
        assert!(message.contains("tick 1"), "{message}");
        assert!(!record.counts() && record.winner.is_none() && record.comparisons().is_empty());
        assert_eq!(record.hash, sound.hash, "what was played first stays");
    }
    let summary = fs::read_to_string(Path::new(&out).join("summary.json")).expect("a summary");
    assert!(summary.contains("\"desync\": 6") && summary.contains("\"counted\": 0"), "{summary}");
    let junit = fs::read_to_string(Path::new(&out).join("junit.xml")).expect("a report");
    assert_eq!(junit.matches("message=\"desync: ").count(), 6, "{junit}");
}

#[test]
fn an_interruption_keeps_whole_games_and_says_so() {
    let home = Folder::new("interrupt");
    let manifest = manifest(&home, THREE, None);
    let out = Folder::new("out");
    let registry = Registry::standard();
    let results = Results::create(&SystemDisk, &out.0, &manifest).expect("a folder");
    let options = Options { interrupt: Arc::new(AtomicBool::new(true)), ..Options::quiet(2) };
    let prepared = manifest.prepare(&registry).expect("it loads");
    let failure =
        sandtable_tournament::run(&prepared, &registry, &options, &SystemDisk, results).expect_err("it is stopped");
    assert_eq!(code(&failure), 130);
    assert_eq!(read_games(&out.0).expect("readable"), (Vec::new(), false));
}

#[test]
fn games_are_adjudicated_by_rules_that_replays_hold_to() {
    let cases = [
        (
            "no_progress = 20",
            Termination::Adjudicated { why: Why::NoProgress },
            [1, 1],
            "[\"idle\", \"idle2\"]",
            "duel",
        ),
        ("illegal_orders = 1", Termination::IllegalOrders, [2, 1], "[\"liar\", \"idle\"]", "duel"),
        (
            "lead = { percent = 150, seconds = 30 }",
            Termination::Adjudicated { why: Why::Lead },
            [1, 2],
            "[\"first/rush\", \"idle\"]",
            "classic",
        ),
    ];
    let mut registry = Registry::standard();
    registry.add("idle2", |_, brief| {
        let text = "bot = \"idle\"\nabout = \"Does nothing.\"\n";
        Registry::standard().commander("idle", text, brief).map(|checked| checked.value).expect("idle builds")
    });
    registry.add("liar", |_, _| Box::new(Liar));
    for (rule, termination, places, strategies, rules) in cases {
        let map = if rules == "duel" { "duel16" } else { "meadow" };
        let home = Folder::new("adjudicate");
        let text = format!(
            "name = \"t\"\nabout = \"A test.\"\nrules = \"{rules}\"\nbase_seed = 5\nstrategies = {strategies}\nmaps = [\"{map}\"]\n\
             seeds = 1\ntime_limit = 600\nfog = \"off\"\n[adjudication]\n{rule}\n"
        );
        let file = home.file("t.toml", &text);
        let mut library = Library::embedded_only();
        let prepared = Prepared::load(&file.to_string_lossy(), &mut library, &registry)
            .unwrap_or_else(|failure| panic!("{failure}"));
        let played = sandtable_tournament::play_game(&prepared, &registry, &schedule(&prepared.file)[0]);
        let record = &played.record;
        assert_eq!((&record.termination, &record.places[..]), (&termination, &places[..]), "{rule}");
        assert!(record.ticks < 600 * 16 && record.counts());
        let plain = sandtable_match::store::unpack_replay(&played.replay.expect("kept")).expect("whole");
        let replay = sandtable_replay::Replay::decode(&plain).expect("it decodes");
        sandtable_replay::verify(&replay).expect("it plays the same");
    }
}

/// Gives an order that nobody can follow.
struct Liar;

impl sandtable_ai::Commander for Liar {
    fn name(&self) -> &str {
        "liar"
    }

    fn decide(&mut self, _: &sandtable_sim::view::View<'_>, orders: &mut sandtable_ai::Orders) {
        let nobody = sandtable_state::id::Handle(u32::MAX);
        orders.give(sandtable_sim::order::Order::to([nobody], sandtable_model::OrderKind::Stop));
    }
}

#[test]
fn expectations_make_a_tournament_a_test() {
    let home = Folder::new("expect");
    let expect = |range: &str| {
        format!(
            "{THREE}[[expect]]\nmetric = \"score\"\nof = \"first/rush\"\nwhere = {{ against = \"idle\" }}\n{range}\n\
             [[expect]]\nmetric = \"length\"\nquantile = 0.95\nmax = 30\n[[expect]]\nmetric = \"forfeits\"\nmax = 0\n\
             [[expect]]\nmetric = \"stuck_seconds\"\nmax = 30\n"
        )
    };
    let folder = |name: &str| home.0.join(name).to_str().expect("text").to_owned();
    let run = |name: &str, lines: &str| {
        let file = home.file(&format!("{name}.toml"), &format!("{HEAD}{lines}"));
        sandtable(&["tournament", file.to_str().expect("text"), "--out", &folder(name)])
    };
    run("holds", &expect("min = 60")).expect("it comes as expected");
    let failure = run("fails", &expect("max = 40.5")).expect_err("it does not");
    assert_eq!(code(&failure), 1);
    let junit = |name: &str| fs::read_to_string(Path::new(&folder(name)).join("junit.xml")).expect("a report");
    assert!(junit("holds").contains("tests=\"4\" failures=\"0\""), "{}", junit("holds"));
    assert!(junit("fails").contains("tests=\"4\" failures=\"1\"") && junit("fails").contains("at most 40.5"));
    let csv = fs::read_to_string(Path::new(&folder("holds")).join("games.csv")).expect("a table");
    let page = fs::read_to_string(Path::new(&folder("fails")).join("report.html")).expect("a page");
    let parts = ["Standings", "Cross table", "Economy and army", "Build orders", "NOT as expected", "<svg"];
    parts.iter().for_each(|part| assert!(page.contains(part), "{part}"));
    assert!(
        !["<script", "http", "NaN", "=\"inf", "=\"-inf"].iter().any(|part| page.contains(part)),
        "nothing is fetched, all is finite"
    );
    assert_eq!(csv.lines().count(), 1 + 6 * 2);
    assert!(csv.lines().all(|line| line.split(',').count() == 17), "{csv}");
}

#[test]
fn a_table_names_who_counters_whom_once_all_have_met() {
    let lines = "strategies = [\"first/rush\", \"first/tech\", \"idle\", \"rush\", \"list\"]\nmaps = [\"meadow\"]\n\
                 meetings = \"all\"\nseeds = 1\ntime_limit = 300\n";
    let (home, out) = (Folder::new("counters"), Folder::new("out"));
    let summary = play(&out.0, &manifest(&home, lines, None), 2);
    let names: Vec<&str> = summary.standings.iter().map(|standing| standing.strategy.as_str()).collect();
    let told = fs::read_to_string(out.0.join("summary.md")).expect("a summary");
    let (_, table) = told.split_once("\n## Counters ").expect("all have met");
    let rows: Vec<Vec<&str>> = table.lines().skip(4).take(5).map(|row| row.split(" | ").collect()).collect();
    assert!(summary.standings[0].score > summary.standings[4].score, "all are alike: {rows:?}");
    for (one, row) in rows.iter().enumerate() {
        let [name, _, counters, score] = row[..] else { panic!("{row:?}") };
        assert_eq!(name.trim_start_matches("| "), names[one]);
        let best: f64 = score.trim_end_matches(" % |").parse().expect("percent");
        for (other, tally) in summary.cross[one].iter().enumerate().filter(|(_, tally)| tally.games() > 0) {
            let found = (1.0 - tally.score()) * 100.0;
            let is_counter = counters.split(", ").any(|counter| counter == names[other]);
            assert!(
                if is_counter { (found - best).abs() < 0.06 } else { found < best },
                "{row:?}: {} {found}",
                names[other]
            );
        }
    }
    assert!(fs::read_to_string(out.0.join("report.html")).expect("a page").contains("score of the counter"));
    // Among three the cross table shows it.
    let few = Folder::new("out");
    play(&few.0, &manifest(&home, THREE, None), 2);
    assert!(!fs::read_to_string(few.0.join("summary.md")).expect("a summary").contains("Counters"));
}

#[test]
fn pairs_and_repeated_games_are_counted() {
    let home = Folder::new("pairs");
    let out = Folder::new("out");
    // Two that do nothing: every game of a map ends alike, whatever its seed.
    let lines = "strategies = [\"idle\", \"first/rush\"]\nmaps = [\"meadow\", \"ford\"]\nseeds = 2\ntime_limit = 20\n";
    let summary = play(&out.0, &manifest(&home, lines, None), 2);
    let (records, _) = read_games(&out.0).expect("results");
    assert_eq!((summary.games, summary.pairs, pairs(&records).len()), (8, 4, 4));
    let whole = summary.meetings.iter().find(|meeting| meeting.map.is_none()).expect("over all maps");
    assert_eq!(whole.pairs.pairs(), 4);
    let by_map: u32 =
        summary.meetings.iter().filter(|meeting| meeting.map.is_some()).map(|meeting| meeting.pairs.pairs()).sum();
    assert_eq!(by_map, 4);
    // The same game twice is one game.
    let mut twice = records.clone();
    (twice[2].hash, twice[2].course) = (records[0].hash.clone(), records[0].course.clone());
    twice[2].ticks = records[0].ticks;
    let prepared = manifest(&home, lines, None).prepare(&Registry::standard()).expect("it loads");
    let names = prepared.names();
    let again = sandtable_tournament::summarize(&prepared.file, &names, &twice);
    let same_map = records[0].map == records[2].map;
    assert_eq!(again.distinct_games, summary.distinct_games - u32::from(same_map));
    // A game that failed takes its pair along.
    twice[1].termination = Termination::EngineError { message: "a test".to_owned() };
    let again = sandtable_tournament::summarize(&prepared.file, &names, &twice);
    assert_eq!((again.pairs, again.counted, again.engine_errors), (3, 7, 1));
}

#[test]
fn files_that_make_no_sense_are_refused_with_a_remedy() {
    let cases = [
        ("seeds = 1\n[sprt]\nelo0 = 5\nelo1 = 0\n", "less than elo1"),
        ("seeds = 1\nformat = \"swiss\"\n", "rounds"),
        ("seeds = 1\nformat = \"swis\"\n", "did you mean \"swiss\""),
        ("seeds = 1\nformat = \"gauntlet\"\nchallengers = [\"first/rash\"]\n", "did you mean \"first/rush\""),
        ("seeds = 1\nformat = \"gauntlet\"\nchallengers = [\"first/rush\", \"idle\"]\n", "not all"),
        ("seeds = 1\nrounds = 4\n", "rounds"),
        ("seeds = 1\n[[expect]]\nmetric = \"forfeits\"\n", "`min`, `max`"),
        ("seeds = 1\n[[expect]]\nmetric = \"score\"\nof = \"idel\"\nmin = 1\n", "did you mean \"idle\""),
        ("seeds = 1\n[adjudication]\nlead = { percent = 90, seconds = 10 }\n", "101"),
    ];
    for (lines, part) in cases {
        let text = format!("{HEAD}strategies = [\"first/rush\", \"idle\"]\nmaps = [\"meadow\"]\n{lines}");
        let issues = TournamentFile::parse("t.toml", &text).expect_err("it makes no sense");
        assert!(issues.to_string().contains(part), "{lines}: {issues}");
    }
}
