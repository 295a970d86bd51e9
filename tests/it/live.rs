//! Pages of runs under way: written while games are played, read again by the browser, and replaced when the run ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink;
use sandtable_match::store::SystemDisk;
use sandtable_tests::command::Folder;
use sandtable_tests::run_folder::texts;
use sandtable_tournament::{GamesAsked, Manifest, Options, TournamentFolder};
use sandtable_tune::{GameBudget, Options as TuneOptions, RunFolder, TuneRequest, is_run};

const REREAD: &str = "<meta http-equiv=\"refresh\"";

/// Reads the page whenever it is told of games, as somebody who watches does, and stops the run after some of them.
#[derive(Debug)]
struct Watcher {
    page: PathBuf,
    seen: Mutex<Vec<String>>,
    games: AtomicU64,
    stop_after: u64,
    stop: Arc<AtomicBool>,
}

impl Watcher {
    fn of(folder: &Path, stop_after: u64) -> Arc<Watcher> {
        Arc::new(Watcher {
            page: folder.join("report.html"),
            seen: Mutex::default(),
            games: AtomicU64::new(0),
            stop_after,
            stop: Arc::default(),
        })
    }

    fn seen(&self) -> Vec<String> {
        self.seen.lock().expect("nobody panicked").clone()
    }
}

impl ProgressSink for Watcher {
    fn restart(&self) {}

    fn is_shown(&self) -> bool {
        false
    }

    fn expect(&self, _: u64) {}

    fn advance(&self, done: u64) {
        let page = fs::read_to_string(&self.page);
        self.seen.lock().expect("nobody panicked").extend(page);
        let games = self.games.fetch_add(done, Ordering::Relaxed) + done;
        self.stop.store(games >= self.stop_after, Ordering::Relaxed);
    }

    fn skip(&self, _: u64) {}

    fn describe(&self, _: String) {}

    fn finish(&self) {}
}

fn tuned(folder: RunFolder<'_>, watcher: &Arc<Watcher>, page_every: Option<Duration>) -> Result<(), Failure> {
    let registry = Registry::standard();
    let bench = folder.bench(&registry)?;
    let RunFolder { path, manifest, journal } = folder;
    let options = TuneOptions {
        threads: 1,
        progress: Arc::clone(watcher) as Arc<dyn ProgressSink>,
        page_every,
        runners: None,
        interrupt: Arc::clone(&watcher.stop),
    };
    sandtable_tune::run(&manifest.settings, bench, &registry, &options, journal, Some((&SystemDisk, &path))).map(|_| ())
}

fn begun(folder: &Path) -> RunFolder<'static> {
    let spoiled = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/tuning/spoiled-duel-army.toml");
    let request = TuneRequest {
        against: Some("duel/rush".to_owned()),
        games: Some(GameBudget::All(32)),
        proof_games: Some(GameBudget::All(64)),
        deviation_games: 0,
        time_limit_seconds: 120,
        ..TuneRequest::plain(spoiled.to_owned(), 7)
    };
    let registry = Registry::standard();
    let settings = request.settings(&registry).expect("it is in order");
    RunFolder::begin(&SystemDisk, settings, Some(folder), &registry).expect("it begins")
}

#[test]
fn the_page_of_a_tuning_follows_the_run() {
    let home = Folder::new("live-tune");
    let (shown, quiet) = (home.0.join("shown"), home.0.join("quiet"));
    let watcher = Watcher::of(&shown, 30);
    let stopped = tuned(begun(&shown), &watcher, Some(Duration::ZERO)).expect_err("it is stopped");
    assert!(matches!(stopped, Failure::Interrupted), "{stopped}");
    assert!(is_run(&shown) && !is_run(&home.0));
    let seen = watcher.seen();
    let under_way = |page: &String| page.contains(REREAD) && page.contains("Under way, ");
    assert!(seen.iter().all(under_way), "{seen:?}");
    for phase in ["search", "final"] {
        assert!(seen.iter().any(|page| page.contains(&format!("Under way, {phase}: "))), "{phase}: {seen:?}");
    }
    // History, the best so far with its band, and the values over time.
    let last = seen.last().expect("some");
    for part in ["best so far", "<h2>Convergence</h2>", "<polygon", "<h2>Values over time</h2>", "duel/rush"] {
        assert!(last.contains(part), "{part}: {last}");
    }
    let page = fs::read_to_string(shown.join("report.html")).expect("a page");
    assert!(page.contains("Stopped at 30 of about 64 games") && !page.contains(REREAD), "{page}");

    let watcher = Watcher::of(&shown, u64::MAX);
    let resumed = RunFolder::resume(&SystemDisk, "tune", &shown, None, None).expect("it goes on");
    tuned(resumed, &watcher, Some(Duration::ZERO)).expect("it ends");
    let proved = watcher
        .seen()
        .iter()
        .any(|page| page.contains("Under way, proof: ") && page.contains("<h2>Sequential test</h2>"));
    assert!(proved, "{:?}", watcher.seen().last());
    // Nothing of it is left in the results: they are those of a run that nobody looked at.
    tuned(begun(&quiet), &Watcher::of(&quiet, u64::MAX), None).expect("it ends");
    assert_eq!(texts(&shown), texts(&quiet));
}

#[test]
fn the_report_of_a_tournament_follows_its_games() {
    let home = Folder::new("live-tournament");
    let text = "name = \"t\"\nabout = \"A test.\"\nrules = \"duel\"\nbase_seed = 5\nmaps = [\"duel16\"]\n\
                strategies = [\"duel/rush\", \"idle\"]\nseeds = 4\ntime_limit = 20\n";
    let file = home.file("t.toml", text).to_string_lossy().into_owned();
    let (registry, out) = (Registry::standard(), home.0.join("out"));
    let play = |folder: TournamentFolder<'_>, watcher: &Arc<Watcher>| {
        let TournamentFolder { prepared, results, .. } = folder;
        let options = Options {
            progress: Arc::clone(watcher) as Arc<dyn ProgressSink>,
            page_every: Some(Duration::ZERO),
            interrupt: Arc::clone(&watcher.stop),
            ..Options::quiet(1)
        };
        sandtable_tournament::run(&prepared, &registry, &options, &SystemDisk, results).map(|_| ())
    };
    let asked = GamesAsked { seed: None, shard: None, pairs: None };
    let (manifest, prepared) = Manifest::load(&file, asked, &registry).expect("it is in order");
    let watcher = Watcher::of(&out, 4);
    let begun = TournamentFolder::begin(&SystemDisk, Some(&out), manifest, prepared).expect("it begins");
    let stopped = play(begun, &watcher).expect_err("it is stopped");
    assert!(matches!(stopped, Failure::Interrupted), "{stopped}");
    let under_way = |page: &String| {
        page.contains(REREAD) && page.contains(" of about 8 games") && page.contains("<h2>Standings</h2>")
    };
    assert!(watcher.seen().iter().any(under_way), "{:?}", watcher.seen());
    let page = fs::read_to_string(out.join("report.html")).expect("a page");
    assert!(page.contains("Stopped at ") && page.contains("sandtable tournament --resume"), "{page}");
    let resumed = TournamentFolder::resume(&SystemDisk, &out, &registry).expect("it goes on");
    play(resumed, &Watcher::of(&out, u64::MAX)).expect("it ends");
    let page = fs::read_to_string(out.join("report.html")).expect("a page");
    assert!(!page.contains(REREAD) && !page.contains("Stopped at "), "{page}");
}
