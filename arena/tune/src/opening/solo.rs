//! A strategy that plays alone: on each map from each start, against one that gives no order.

use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::assemble::{StrategyFile, load_open_match, load_strategy};
use sandtable_match::library::Library;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::ProgressSink;
use sandtable_match::runner::run_match_with;
use sandtable_match::setup::MatchSetup;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::TICKS_PER_SECOND;

use super::OpeningRequest;
use super::clock::OpeningClock;
use super::order_file::OrderStep;

/// Who gives no order.
const IDLE: &str = "idle";

/// When each step was had, by step, of one game.
pub(super) type StepTicks = Vec<Option<u32>>;

/// Where an opening is played.
pub(super) struct SoloGround<'a> {
    registry: &'a Registry,
    strategy: StrategyFile,
    idle: StrategyFile,
    /// A start of each, by game.
    grounds: Vec<(Arc<Scenario>, PlayerId)>,
    seed: u64,
    threads: usize,
}

impl<'a> SoloGround<'a> {
    /// Loads the maps.
    ///
    /// # Errors
    /// Everything wrong with them, or with the strategy under the rules.
    pub fn load(
        library: &mut Library,
        request: &OpeningRequest<'_>,
        registry: &'a Registry,
        strategy: StrategyFile,
        seconds: u32,
    ) -> Result<SoloGround<'a>, Failure> {
        let mut grounds = Vec::new();
        for map in request.maps {
            let scenario = Arc::new(load_open_match(library, request.rules, map, Some(seconds))?);
            let starts = 0..scenario.players.len() as u8;
            grounds.extend(starts.map(|start| (Arc::clone(&scenario), PlayerId(start))));
        }
        let idle = load_strategy(library, registry, IDLE)?;
        let (seed, threads) = (request.seed, request.threads);
        Ok(SoloGround { registry, strategy, idle, grounds, seed, threads })
    }

    /// How many games an order is played.
    pub fn games(&self) -> usize {
        self.grounds.len()
    }

    /// Plays each of these texts of the strategy everywhere: when the steps were had, by text and game.
    ///
    /// # Errors
    /// Everything wrong with a text.
    pub fn play(
        &self,
        texts: &[String],
        steps: &[OrderStep],
        progress: &dyn ProgressSink,
    ) -> Result<Vec<Vec<StepTicks>>, Failure> {
        let games = self.games();
        let mut all = vec![Vec::with_capacity(games); texts.len()];
        let mut row = 0;
        let job = |job: u32| self.game(&texts[job as usize / games], job as usize % games, steps);
        in_order((texts.len() * games) as u32, self.threads, job, |ticks| {
            all[row / games].push(ticks?);
            row += 1;
            progress.advance(1);
            Ok(())
        })?;
        Ok(all)
    }

    fn game(&self, text: &str, row: usize, steps: &[OrderStep]) -> Result<StepTicks, Failure> {
        let (scenario, own) = &self.grounds[row];
        let mut files = vec![self.idle.clone(); scenario.players.len()];
        files[own.index()] = StrategyFile { text: text.to_owned(), ..self.strategy.clone() };
        let setup = MatchSetup::seated(Scenario::clone(scenario), Vec::new(), files, self.seed, self.registry)?;
        let mut clock = OpeningClock::new(*own, steps, &scenario.rules);
        run_match_with(&setup.scenario, setup.commanders, self.seed, &mut clock);
        Ok(clock.had)
    }
}

/// Mean tick at which all was had; what never was counts as twice the time that there is.
pub(super) fn cost(games: &[StepTicks], until_seconds: u32) -> u64 {
    let never = 2 * until_seconds * TICKS_PER_SECOND;
    let all = |ticks: &StepTicks| u64::from(ticks.iter().map(|tick| tick.unwrap_or(never)).max().unwrap_or(0));
    games.iter().map(all).sum::<u64>() / games.len().max(1) as u64
}
