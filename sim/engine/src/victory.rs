//! How a match ends.

use serde::{Deserialize, Serialize};

use crate::component::{Identity, Site, Stage};
use crate::event::Event;
use crate::id::{PlayerId, TeamId};
use crate::world::World;

/// Why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Only one team has anything vital left.
    Annihilation,
    /// All others gave up.
    Surrender,
    /// The time limit, by score.
    Score,
    /// The time limit, nobody ahead.
    TimeLimit,
    /// The last teams fell in the same tick.
    MutualDestruction,
}

/// The end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The team that won; none for a draw.
    pub winner: Option<TeamId>,
    /// Why.
    pub ending: Ending,
    /// The last tick.
    pub tick: u32,
}

/// Puts out players that lost everything, and ends the match when it is decided.
pub(crate) fn run(world: &mut World) {
    if world.parts.clock.outcome.is_some() {
        return;
    }
    if world.scenario.victory.annihilation {
        put_out_the_annihilated(world);
    }
    world.parts.clock.outcome = decide(world);
}

fn put_out_the_annihilated(world: &mut World) {
    for player in (0..world.parts.players.len() as u8).map(PlayerId) {
        if !world.parts.players[player.index()].out && !has_anything_vital(world, player) {
            world.parts.players[player.index()].out = true;
            world.workspaces.events.push(Event::PlayerOut { player });
        }
    }
}

/// Most have a vital building, and one is enough.
fn has_anything_vital(world: &World, player: PlayerId) -> bool {
    [&world.entities.buildings, &world.entities.units].into_iter().any(|roster| {
        let identity = world.column::<Identity>(roster);
        roster.of(player).any(|(_, row)| world.kind(identity[row].kind).vital)
    })
}

fn decide(world: &World) -> Option<Outcome> {
    let tick = world.parts.clock.tick;
    let standing = |team: usize| world.parts.players.iter().any(|player| player.team.index() == team && !player.out);
    let teams = world.scenario.teams();
    let played =
        (0..teams).filter(|team| world.parts.players.iter().any(|player| player.team.index() == *team)).count();
    let mut left = (0..teams).filter(|team| standing(*team));
    let (first, second) = (left.next(), left.next());
    match (first, second) {
        (None, _) => return Some(Outcome { winner: None, ending: Ending::MutualDestruction, tick }),
        (Some(team), None) if played > 1 => {
            let gave_up = world.parts.players.iter().all(|player| player.team.index() == team || player.surrendered);
            let ending = if gave_up { Ending::Surrender } else { Ending::Annihilation };
            return Some(Outcome { winner: Some(TeamId(team as u8)), ending, tick });
        }
        _ => {}
    }
    (tick >= world.scenario.time_limit_ticks).then(|| at_the_limit(world))
}

fn at_the_limit(world: &World) -> Outcome {
    let tick = world.parts.clock.tick;
    let draw = Outcome { winner: None, ending: Ending::TimeLimit, tick };
    if !world.scenario.victory.score_at_limit {
        return draw;
    }
    let scores: Vec<u64> = (0..world.scenario.teams()).map(|team| team_score(world, TeamId(team as u8))).collect();
    let best = scores.iter().copied().max().unwrap_or(0);
    let mut leaders = (0..scores.len()).filter(|team| scores[*team] == best);
    match (leaders.next(), leaders.next()) {
        (Some(team), None) => Outcome { winner: Some(TeamId(team as u8)), ending: Ending::Score, tick },
        _ => draw,
    }
}

fn team_score(world: &World, team: TeamId) -> u64 {
    (0..world.parts.players.len() as u8)
        .map(PlayerId)
        .filter(|player| world.team(*player) == Some(team))
        .map(|player| score(world, player))
        .sum()
}

/// A player's score: what the rules say its living units and complete buildings are worth.
pub fn score(world: &World, player: PlayerId) -> u64 {
    let identity = world.column::<Identity>(&world.entities.units);
    let units: u64 =
        world.entities.units.of(player).map(|(_, row)| u64::from(world.kind(identity[row].kind).score)).sum();
    let identity = world.column::<Identity>(&world.entities.buildings);
    let site = world.column::<Site>(&world.entities.buildings);
    let buildings: u64 = world
        .entities
        .buildings
        .of(player)
        .filter(|(_, row)| site[*row].stage == Stage::Complete)
        .map(|(_, row)| u64::from(world.kind(identity[row].kind).score))
        .sum();
    units + buildings
}
