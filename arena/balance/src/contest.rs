//! Whole matches: strategies against themselves on maps, and what each side makes.

use std::ops::ControlFlow;
use std::sync::Arc;

use sandtable_ai::{GoalCommander, Registry};
use sandtable_content::{MatchTerms, build_scenario};
use sandtable_match::Failure;
use sandtable_match::assemble::{self, StrategyFile};
use sandtable_match::library::Library;
use sandtable_match::runner::{MatchResult, Observer, built, commander_seed, run_match_with};
use sandtable_model::rules::{Class, Rules};
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;
use sandtable_sim::event::{Event, TickReport};
use sandtable_sim::order::StampedOrder;
use sandtable_state::id::{KindId, PlayerId};
use sandtable_state::limits::TICKS_PER_SECOND;

/// Who plays where.
pub struct Contest {
    pub(crate) rules: Rules,
    /// Strategies of the goal commander, which can be forbidden things.
    pub(crate) strategies: Vec<StrategyFile>,
    pub(crate) arenas: Vec<Arc<Scenario>>,
}

/// Game seconds after which a match is over by score.
const TIME_LIMIT: u32 = 1_200;

/// A game of a strategy against itself.
#[derive(Clone, Copy)]
pub(crate) struct Game<'g> {
    pub strategy: usize,
    pub arena: usize,
    pub seed: u64,
    /// Whether player 1 starts where player 2 would.
    pub swapped: bool,
    /// What a player, from 0, is forbidden.
    pub forbidden: Option<(usize, &'g str)>,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    /// Twice the points of player 1.
    pub half_points: u32,
    /// How it went, alike for games that went the same way under whatever seeds.
    pub course: u64,
    /// By player: how many of each kind it made, and which technologies it finished.
    pub made: [Made; 2],
}

/// What a player made.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Made {
    pub kinds: Vec<u32>,
    pub techs: Vec<u32>,
}

impl Contest {
    /// The strategies and maps of these names; without names all strategies of the goal commander for these rules, and all maps with two
    /// starts but drill grounds.
    ///
    /// # Errors
    /// Everything wrong with any of the files; that there are none.
    pub fn load(
        library: &mut Library,
        registry: &Registry,
        rules: &Rules,
        strategies: &[String],
        maps: &[String],
    ) -> Result<Contest, Failure> {
        let mut files = Vec::new();
        let found = match strategies {
            [] => assemble::goal_strategies(library, registry, rules),
            named => named.to_vec(),
        };
        for name in found {
            let file = assemble::load_strategy(library, registry, &name)?;
            file.build(registry, rules, PlayerId(0), 0)?;
            if file.header(registry)?.bot != GoalCommander::BOT {
                let text = format!(
                    "{name}: found a strategy without the commander {}; expected one with it, whose kinds can be forbidden",
                    GoalCommander::BOT
                );
                return Err(Failure::Usage(text));
            }
            files.push(file);
        }
        let maps = if maps.is_empty() { assemble::duel_maps(library, rules) } else { maps.to_vec() };
        let arenas: Result<Vec<_>, Failure> = maps.iter().map(|name| arena(library, rules, name)).collect();
        let contest = Contest { rules: rules.clone(), strategies: files, arenas: arenas? };
        if contest.strategies.is_empty() || contest.arenas.is_empty() {
            let text = format!(
                "{}: no strategy or no map for these rules: name --strategies and --maps, or set --matches 0",
                rules.name
            );
            return Err(Failure::Usage(text));
        }
        Ok(contest)
    }

    /// Plays a game.
    pub(crate) fn play(&self, registry: &Registry, game: Game<'_>) -> Result<Outcome, Failure> {
        let mut scenario = (*self.arenas[game.arena]).clone();
        if game.swapped {
            let starts = [scenario.players[0].start, scenario.players[1].start];
            (scenario.players[0].start, scenario.players[1].start) = (starts[1], starts[0]);
        }
        let file = &self.strategies[game.strategy];
        let lesser = game.forbidden.map(|(side, name)| Ok::<_, Failure>((side, file.forbidding(name)?))).transpose()?;
        let commander = |row: u8| {
            let own = lesser.as_ref().filter(|(side, _)| *side == usize::from(row)).map_or(file, |(_, lesser)| lesser);
            let player = PlayerId(row);
            built(|| own.build(registry, &self.rules, player, commander_seed(game.seed, player)))
        };
        let mut watch = Watch::new(&self.rules);
        let result = run_match_with(&Arc::new(scenario), (0..2).map(commander).collect(), game.seed, &mut watch);
        if let Some(message) = result.engine_error() {
            return Err(Failure::Engine(message.to_owned()));
        }
        Ok(Outcome { half_points: half_points(&result), course: result.course, made: watch.made })
    }
}

fn half_points(result: &MatchResult) -> u32 {
    match result.winner() {
        None => 1,
        Some(team) if result.sides.first().is_some_and(|own| own.team == team.0) => 2,
        Some(_) => 0,
    }
}

fn arena(library: &mut Library, rules: &Rules, name: &str) -> Result<Arc<Scenario>, Failure> {
    let map = assemble::load_map(library, name, rules)?;
    if map.starts.len() != 2 {
        let text = format!("{name}: found a map with {} starts; expected one with 2", map.starts.len());
        return Err(Failure::Usage(text));
    }
    let terms = MatchTerms { time_limit_ticks: TIME_LIMIT * TICKS_PER_SECOND, ..MatchTerms::default() };
    Ok(Arc::new(build_scenario(rules.clone(), map, 2, terms)?))
}

/// Counts what players make.
struct Watch {
    made: [Made; 2],
    is_unit: Vec<bool>,
}

impl Watch {
    fn new(rules: &Rules) -> Watch {
        let made = || Made { kinds: vec![0; rules.kinds.len()], techs: vec![0; rules.techs.len()] };
        let is_unit = rules.kinds.iter().map(|kind| kind.class == Class::Unit).collect();
        Watch { made: [made(), made()], is_unit }
    }

    /// Whether the event says that one of the kind is there: a building is when it is whole, not when it is marked out.
    fn counts(&self, event: &Event, kind: KindId) -> bool {
        self.is_unit[kind.index()] == matches!(event, Event::Born { .. })
    }
}

impl Observer for Watch {
    fn tick(&mut self, _: &World, _: &[StampedOrder], report: &TickReport) -> ControlFlow<()> {
        for event in &report.events {
            match event {
                Event::Born { id, kind } | Event::Completed { id, kind } if self.counts(event, *kind) => {
                    if let Some(made) = self.made.get_mut(id.owner().index()) {
                        made.kinds[kind.index()] += 1;
                    }
                }
                Event::Researched { player, tech } => {
                    if let Some(made) = self.made.get_mut(player.index()) {
                        made.techs[tech.index()] += 1;
                    }
                }
                _ => {}
            }
        }
        ControlFlow::Continue(())
    }
}
