//! Openings: when a strategy has what its build order asks for, played by the engine against nobody, and orders that have it sooner.
//!
//! The strategy plays alone, against one that gives no order, on each map from each start. What is told is therefore what is played, and
//! a search over the order of the steps costs milliseconds a game.

mod clock;
mod order_file;
mod report;
mod search;
mod solo;

pub use report::{OpeningReport, StepTime};

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::assemble::load_strategy;
use sandtable_match::library::Library;
use sandtable_match::progress::ProgressSink;

use order_file::BuildOrderFile;
use search::OrderSearch;
use solo::SoloGround;

/// What is asked of an opening.
#[derive(Clone, Debug)]
pub struct OpeningRequest<'a> {
    /// The strategy, by file or name; it has a goal of the kind `build_order`.
    pub strategy: &'a str,
    /// The ruleset, by file or name.
    pub rules: &'a str,
    /// The maps, by file or name.
    pub maps: &'a [String],
    /// The seed of the games and of the search.
    pub seed: u64,
    /// Orders to try; 0 tells only how long the file's own takes.
    pub search: u32,
    /// Threads that play.
    pub threads: usize,
}

/// Plays the build order of a strategy, and searches a better one that ends with as much of everything.
///
/// # Errors
/// Everything wrong with the files, or a strategy without a build order.
pub fn run_opening(
    request: &OpeningRequest<'_>,
    registry: &Registry,
    progress: &dyn ProgressSink,
) -> Result<OpeningReport, Failure> {
    let mut library = Library::here();
    let strategy = load_strategy(&mut library, registry, request.strategy)?;
    let order = BuildOrderFile::read(&strategy)?;
    let ground = SoloGround::load(&mut library, request, registry, strategy, order.until_seconds)?;
    progress.expect(u64::from(request.search + 1) * ground.games() as u64);
    let own = ground.play(std::slice::from_ref(&order.text), &order.steps, progress)?.remove(0);
    let mut report = OpeningReport::new(request, order, own);
    if request.search > 0 {
        OrderSearch::new(&ground, request.seed).improve(&mut report, request.search, progress)?;
    }
    progress.finish();
    Ok(report)
}
