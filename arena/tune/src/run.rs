//! A run from its settings to its results.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sandtable_ai::Registry;
use sandtable_content::{ContentSource, MatchTerms as Limits, build_scenario};
use sandtable_expect::Aim;
use sandtable_lab::trial::{self, Measure};
use sandtable_match::Failure;
use sandtable_match::assemble::{self, StrategyFile};
use sandtable_match::library::{ContentKind, Library, embedded};
use sandtable_match::progress::ProgressSink;
use sandtable_match::store::Disk;
use sandtable_match::tunable::{MarkedMatch, OtherFile, load_marked};
use sandtable_math::mix;
use sandtable_model::rules::Rules;
use sandtable_state::id::PlayerId;
use sandtable_tournament::Arena;

use super::aim::{self, FrontFile};
use super::deviation::deviations;
use super::entrant::Entrant;
use super::game_search::search;
use super::games::{Course, Games};
use super::importance::importances;
use super::journal::Journal;
use super::league::league;
use super::live::{LivePage, LiveSummary};
use super::pool::weights;
use super::progress::{Progress, RunPage};
use super::proof::{Proof, prove};
use super::runners::Runners;
use super::settings::{Mixture, Settings};
use super::stream;
use super::subject::Subject;
use super::summary::Summary;
use super::target::TuneTarget;
use super::win_aims::aims_of_rates;
use super::write::{remove_candidates, write, write_match};

/// How to play, as opposed to what.
pub struct Options {
    /// Threads that play, when there are no runners.
    pub threads: usize,
    /// Who is told how far it has come.
    pub progress: Arc<dyn ProgressSink>,
    /// How often the page of [`run`] is written while games are played; none: when it is finished alone.
    pub page_every: Option<Duration>,
    /// Set from outside to stop; what was played stays.
    pub interrupt: Arc<AtomicBool>,
    /// Who plays the games instead of this process.
    pub runners: Option<Arc<Runners>>,
}

impl Options {
    /// What plays the games of a run, with the numbers of games planned for the search and for the proof.
    pub(super) fn games<'a>(
        &self,
        target: (TuneTarget, Vec<Aim<Measure>>),
        arenas: Vec<Arena>,
        registry: &'a Registry,
        journal: Journal<'a>,
        planned: [u32; 2],
    ) -> Games<'a> {
        let progress = Progress::new(planned, Arc::clone(&self.progress), self.page_every);
        let interrupt = Arc::clone(&self.interrupt);
        let mut games = Games::new(target, arenas, registry, self.threads, interrupt, journal, progress);
        games.runners.clone_from(&self.runners);
        games
    }
}

/// Everything a run needs, loaded and checked.
pub struct Bench {
    pub(super) target: TuneTarget,
    pub(super) subject: Subject,
    pub(super) opponents: Vec<Arc<Entrant>>,
    pub(super) reference: Option<Arc<Entrant>>,
    pub(super) arenas: Vec<Arena>,
    /// What a match is to come to; none of a strategy.
    pub(super) aims: Vec<Aim<Measure>>,
    /// Rows of the arenas for the search, and for the proof.
    pub(super) maps: [Vec<usize>; 2],
}

impl Bench {
    /// Loads all that the settings name.
    ///
    /// # Errors
    /// Everything wrong with any of it.
    pub fn load(settings: &Settings, library: &mut Library, registry: &Registry) -> Result<Bench, Failure> {
        if settings.is_match {
            return Bench::of_match(settings, library, registry);
        }
        if settings.front.is_some() {
            let text =
                format!("--front: {} is a strategy; expected a match with two or more [[aim]] tables", settings.file);
            return Err(Failure::Usage(text));
        }
        let rules = assemble::load_rules(library, &settings.rules)?;
        let mut file = assemble::load_strategy(library, registry, &settings.file)?;
        // Generations of a league are called after it.
        file.name = short_name(&file.name);
        let target = TuneTarget::Strategy(Box::new(rules.clone()));
        let subject = Subject::of_strategy(file, registry, &target)?;
        let mut opponents = Vec::new();
        for name in &settings.opponents {
            opponents.push(load_entrant(library, registry, &rules, name)?);
        }
        let reference = settings.reference.as_ref();
        let reference = reference.map(|name| load_entrant(library, registry, &rules, name)).transpose()?;
        let (mut arenas, mut maps) = (Vec::new(), [Vec::new(), Vec::new()]);
        for (names, rows) in [&settings.maps, &settings.held_out].into_iter().zip(&mut maps) {
            for name in names {
                let known = arenas.iter().position(|arena: &Arena| arena.name == *name);
                let row = known.map_or_else(
                    || load_arena(library, &rules, name, settings).map(|arena| push(&mut arenas, arena)),
                    Ok,
                )?;
                rows.push(row);
            }
        }
        if opponents.is_empty() || maps.iter().any(Vec::is_empty) {
            let text = "no opponent or no map: name --against and --maps".to_owned();
            return Err(Failure::Usage(text));
        }
        if !settings.held_out_seeds {
            refuse_shared_maps(&arenas, &maps)?;
        }
        Ok(Bench { target, subject, opponents, reference, arenas, aims: Vec::new(), maps })
    }
}

/// Refuses maps of the proof that the search plays on, by another name as well.
fn refuse_shared_maps(arenas: &[Arena], [search, proof]: &[Vec<usize>; 2]) -> Result<(), Failure> {
    for held in proof {
        let same = |row: &&usize| *row == held || arenas[**row].scenario.map == arenas[*held].scenario.map;
        if let Some(row) = search.iter().find(same) {
            let (held, own) = (&arenas[*held].name, &arenas[*row].name);
            let text = format!(
                "--held-out: found {held}, the searched map {own}; expected maps that the search does not play, or --held-out seeds, for other seeds on the same maps"
            );
            return Err(Failure::Usage(text));
        }
    }
    Ok(())
}

impl Bench {
    /// A match: its first player's team is whose points count, its sides are what they are, and only seeds can be held out.
    fn of_match(settings: &Settings, library: &mut Library, registry: &Registry) -> Result<Bench, Failure> {
        let path = library.find(ContentKind::Matches, &settings.file)?;
        let MarkedMatch { scenario, text, others, parameters } = load_marked(library, &path)?;
        let scenario = scenario.value;
        let mut aims = trial::aims(&library.label(&path), &text, &scenario)?;
        let has_front = aims.iter().filter(|aim| aim.kind.is_endless()).count() > 1;
        if settings.front.is_some() && !has_front {
            let text = format!(
                "--front: {} has no front; expected two or more [[aim]] tables to maximize or minimize",
                library.label(&path)
            );
            return Err(Failure::Usage(text));
        }
        let least = aim::least_proof_games(settings.front);
        if has_front && settings.win.is_none() && settings.proof_games < least {
            let text = format!(
                "--proof-games: found {}; expected {least} or more, a pair of games for each of {} points and for the \
                 file as it is, or fewer points by --front",
                settings.proof_games,
                least / 2 - 1
            );
            return Err(Failure::Usage(text));
        }
        if settings.win.is_some() {
            aims = aims_of_rates(aims, &library.label(&path))?;
        }
        let named = scenario.players.iter().map(|setup| setup.strategy.as_str()).enumerate();
        for player in named.filter(|(_, strategy)| !strategy.is_empty()) {
            assemble::load_player_strategy(library, registry, &path, player)?;
        }
        let (name, label) = (short_name(&settings.file), library.label(&path));
        let file = StrategyFile { name, label, path, text, derivation: None };
        let kept = library.keep();
        let is_own = |path: &&String, text: &str| **path != file.path && embedded(path) != Some(text);
        let beside = kept.texts.iter().filter(|(path, text)| is_own(path, text));
        let beside = beside.map(|(path, text)| OtherFile::new(path.clone(), text.clone())).collect();
        let target = TuneTarget::Match(Box::new(kept));
        let subject = Subject { beside, ..Subject::new(file, others, parameters, registry, &target)? };
        let (path, label, text) = Default::default();
        let none = StrategyFile { name: OTHERS.to_owned(), path, label, text, derivation: None };
        let opponents = vec![Arc::new(Entrant::new(OTHERS, Vec::new(), none))];
        let name = subject.file.name.clone();
        let arenas = vec![Arena { name, scenario: Arc::new(scenario), sources: Vec::new() }];
        Ok(Bench { target, subject, opponents, reference: None, arenas, aims, maps: [vec![0], vec![0]] })
    }
}

/// What the opponents of a match are called.
const OTHERS: &str = "as the match has it";

/// The name of a strategy without folders and ending.
pub fn short_name(name: &str) -> String {
    Path::new(name).file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn push(arenas: &mut Vec<Arena>, arena: Arena) -> usize {
    arenas.push(arena);
    arenas.len() - 1
}

fn load_entrant(
    library: &mut Library,
    registry: &Registry,
    rules: &Rules,
    name: &str,
) -> Result<Arc<Entrant>, Failure> {
    let file = assemble::load_strategy(library, registry, name)?;
    file.build(registry, rules, PlayerId(0), 0)?;
    Ok(Arc::new(Entrant::new(&file.name.clone(), Vec::new(), file)))
}

fn load_arena(library: &mut Library, rules: &Rules, name: &str, settings: &Settings) -> Result<Arena, Failure> {
    library.take_read();
    let map = assemble::load_map(library, name, rules)?;
    if map.starts.len() != 2 {
        let text = format!("{name}: found a map with {} starts; expected one with 2", map.starts.len());
        return Err(Failure::Usage(text));
    }
    let limits = Limits { time_limit_ticks: settings.time_limit_ticks, ..Limits::default() };
    let scenario = Arc::new(build_scenario(rules.clone(), map, 2, limits)?);
    Ok(Arena { name: name.to_owned(), scenario, sources: assemble::sources(library) })
}

/// Runs: a function of settings and texts, whatever the journal has of it already.
///
/// # Errors
/// That something cannot be written, or that it was interrupted; what was played stays in the journal.
pub fn run<'r>(
    settings: &Settings,
    bench: Bench,
    registry: &'r Registry,
    options: &Options,
    journal: Journal<'r>,
    output: Option<(&'r dyn Disk, &'r Path)>,
) -> Result<Summary, Failure> {
    if let Some((_, folder)) = &output {
        registry.terms().withhold(folder);
    }
    let Bench { target, subject, opponents, reference, arenas, aims, maps } = bench;
    let planned = settings.search_games() + settings.deviation_games;
    let mut games = options.games((target, aims), arenas, registry, journal, [planned, settings.proof_games]);
    let mut summary = Summary::new(settings, &subject);
    let live = LiveSummary::new(output.is_some() && options.page_every.is_some(), &summary);
    let page = || output.filter(|_| live.is_shown()).map(|output| LivePage::new(output, live.clone()));
    games.page = page().map(|page| Box::new(page) as Box<dyn RunPage>);
    let players = Players { subject: &subject, opponents: &opponents, reference: reference.as_ref() };
    let tuned = tuned(&mut games, &players, settings, &maps, &mut summary, &live);
    if let (Err(Failure::Interrupted), Some(page)) = (&tuned, page()) {
        page.write_stopped(&games.progress.pace);
    }
    let Tuned { tuned, shares, files } = tuned?;
    summary.conclude(&games, &opponents, &shares, &tuned);
    games.progress.finish();
    if let Some((disk, folder)) = output {
        let named: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        remove_candidates(disk, folder, &subject, &named)?;
        write(disk, folder, &summary, &subject, &tuned)?;
        for file in &files {
            write_match(disk, folder, &file.path, &subject, &file.tuned)?;
        }
    }
    games.journal.finish()?;
    Ok(summary)
}

/// Who plays in a run.
struct Players<'p> {
    subject: &'p Subject,
    opponents: &'p [Arc<Entrant>],
    reference: Option<&'p Arc<Entrant>>,
}

/// What games came to: the files with their new values, the weights of the opponents, the files of a front.
struct Tuned {
    tuned: Subject,
    shares: Vec<f64>,
    files: Vec<FrontFile>,
}

/// Searches and proves, and adds what was found to the summary.
fn tuned(
    games: &mut Games<'_>,
    players: &Players<'_>,
    settings: &Settings,
    maps: &[Vec<usize>; 2],
    summary: &mut Summary,
    live: &LiveSummary,
) -> Result<Tuned, Failure> {
    let Players { subject, opponents, reference } = *players;
    let seed = |stream: u64| mix(settings.seed, stream);
    let before = subject.entrant(&subject.current())?;
    let even = || vec![1.0 / opponents.len() as f64; opponents.len()];
    let mut files = Vec::new();
    let (tuned, shares) = if aim::is_of_front(games) {
        let (front, outcome) = aim::tune_front(games, subject, opponents, settings)?;
        (files, summary.front) = (front, Some(outcome));
        (subject.clone(), vec![1.0])
    } else if !games.aims.is_empty() {
        let (tuned, outcome) = aim::tune(games, subject, opponents, settings)?;
        summary.aims = Some(outcome);
        (tuned, vec![1.0])
    } else if settings.league.is_some() {
        let (tuned, league) = league(games, subject, opponents, settings, &maps[0], &mut |news| {
            live.note(|known| known.follow_league(news))
        })?;
        summary.league = Some(league);
        (tuned, even())
    } else {
        let shares = match settings.mixture {
            Mixture::Even => even(),
            Mixture::Nash => weights(games, opponents, &maps[0], seed(stream::POOL))?,
        };
        live.note(|known| known.weigh(opponents, &shares));
        let mut course = Course::new(opponents, &shares, maps[0].clone(), seed(stream::SEARCH));
        let mut parts = vec![settings.games];
        parts.extend(&settings.extensions);
        let (found, explorer) =
            search(games, &mut course, subject, settings, seed(stream::SEARCH), &parts, &mut |steps| {
                live.note(|known| known.follow(steps))
            })?;
        let paths: Vec<String> = subject.parameters.iter().map(|parameter| parameter.path.clone()).collect();
        summary.importances = importances(&subject.axes(), &paths, explorer.ledger(), seed(stream::DEVIATION));
        let importances = &summary.importances;
        live.note(|known| (known.found, known.importances) = (Some(found.clone()), importances.clone()));
        let levels = found.challenger.clone().unwrap_or_else(|| found.levels.clone());
        let tuned = subject.at(&levels)?;
        let mut course = Course::new(opponents, &shares, maps[0].clone(), seed(stream::DEVIATION));
        let moved = deviations(games, &mut course, subject, &levels, importances, settings)?;
        live.note(|known| known.deviations = moved.clone());
        (summary.deviations, summary.found) = (moved, Some(found));
        (tuned, shares)
    };
    let after = tuned.member();
    if after.hash != before.hash && summary.aims.is_none() {
        let mut course = Course::new(opponents, &shares, maps[1].clone(), seed(stream::PROOF));
        let mut told = |proof| live.note(|known| known.proof = Some(proof));
        let told: Option<&mut dyn FnMut(Proof)> = if live.is_shown() { Some(&mut told) } else { None };
        summary.proof = Some(prove(games, &mut course, [&before, &after], reference, settings, told)?);
    }
    Ok(Tuned { tuned, shares, files })
}
