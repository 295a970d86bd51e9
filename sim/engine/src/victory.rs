//! How a match ends.

pub use crate::state::{Ending, MatchOutcome};

use crate::component::{ConstructionStage, Footprint, Identity};
use crate::entities::Entities;
use crate::event::Event;
use crate::state::{Clock, Player};
use sandtable_model::scenario::Scenario;
use sandtable_state::id::{PlayerId, TeamId};

/// What judging a match borrows of a world.
pub(crate) struct VictoryContext<'w> {
    pub(crate) scenario: &'w Scenario,
    pub(crate) entities: &'w Entities,
    /// It notes how the match ended.
    pub(crate) clock: &'w mut Clock,
    /// It puts them out.
    pub(crate) players: &'w mut [Player],
    /// It tells of that.
    pub(crate) events: &'w mut Vec<Event>,
}

/// Puts out players that lost everything, and ends the match when it is decided.
pub(crate) fn run(mut cx: VictoryContext<'_>) {
    if cx.clock.outcome.is_some() {
        return;
    }
    if cx.scenario.victory.annihilation {
        put_out_the_annihilated(&mut cx);
    }
    cx.clock.outcome = decide(&cx);
}

fn put_out_the_annihilated(cx: &mut VictoryContext<'_>) {
    for player in (0..cx.players.len() as u8).map(PlayerId) {
        if !cx.players[player.index()].out && !has_anything_vital(cx, player) {
            cx.players[player.index()].out = true;
            cx.events.push(Event::PlayerOut { player });
        }
    }
}

/// Most have a vital building, and one is enough.
fn has_anything_vital(cx: &VictoryContext<'_>, player: PlayerId) -> bool {
    [&cx.entities.buildings, &cx.entities.units].into_iter().any(|roster| {
        let identity = cx.entities.column::<Identity>(roster);
        roster.of(player).any(|(_, row)| cx.scenario.rules.kind(identity[row].kind).vital)
    })
}

fn decide(cx: &VictoryContext<'_>) -> Option<MatchOutcome> {
    let tick = cx.clock.tick;
    let standing = |team: usize| cx.players.iter().any(|player| player.team.index() == team && !player.out);
    let teams = cx.scenario.teams();
    let played = (0..teams).filter(|team| cx.players.iter().any(|player| player.team.index() == *team)).count();
    let mut left = (0..teams).filter(|team| standing(*team));
    let (first, second) = (left.next(), left.next());
    match (first, second) {
        (None, _) => return Some(MatchOutcome { winner: None, ending: Ending::MutualDestruction, tick }),
        (Some(team), None) if played > 1 => {
            let gave_up = cx.players.iter().all(|player| player.team.index() == team || player.surrendered);
            let ending = if gave_up { Ending::Surrender } else { Ending::Annihilation };
            return Some(MatchOutcome { winner: Some(TeamId(team as u8)), ending, tick });
        }
        _ => {}
    }
    (tick >= cx.scenario.time_limit_ticks).then(|| at_the_limit(cx))
}

fn at_the_limit(cx: &VictoryContext<'_>) -> MatchOutcome {
    let tick = cx.clock.tick;
    let draw = MatchOutcome { winner: None, ending: Ending::TimeLimit, tick };
    if !cx.scenario.victory.score_at_limit {
        return draw;
    }
    let scores: Vec<u64> = (0..cx.scenario.teams()).map(|team| team_score(cx, TeamId(team as u8))).collect();
    let best = scores.iter().copied().max().unwrap_or(0);
    let mut leaders = (0..scores.len()).filter(|team| scores[*team] == best);
    match (leaders.next(), leaders.next()) {
        (Some(team), None) => MatchOutcome { winner: Some(TeamId(team as u8)), ending: Ending::Score, tick },
        _ => draw,
    }
}

fn team_score(cx: &VictoryContext<'_>, team: TeamId) -> u64 {
    (0..cx.players.len() as u8)
        .map(PlayerId)
        .filter(|player| cx.players[player.index()].team == team)
        .map(|player| score_of(cx.scenario, cx.entities, player))
        .sum()
}

/// A player's score: what the rules say its living units and complete buildings are worth.
pub(crate) fn score_of(scenario: &Scenario, entities: &Entities, player: PlayerId) -> u64 {
    let identity = entities.column::<Identity>(&entities.units);
    let units: u64 =
        entities.units.of(player).map(|(_, row)| u64::from(scenario.rules.kind(identity[row].kind).score)).sum();
    let identity = entities.column::<Identity>(&entities.buildings);
    let footprint = entities.column::<Footprint>(&entities.buildings);
    let buildings: u64 = entities
        .buildings
        .of(player)
        .filter(|(_, row)| footprint[*row].stage == ConstructionStage::Complete)
        .map(|(_, row)| u64::from(scenario.rules.kind(identity[row].kind).score))
        .sum();
    units + buildings
}
