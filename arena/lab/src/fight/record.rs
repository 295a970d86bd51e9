//! A game of a fight as a replay: the orders in it are those that the fight gives, of nobody's strategy.

use std::sync::Arc;

use sandtable_ai::COMMANDERS_VERSION;
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Contestant, MatchEnd, RecordStatus, Recorder, ReplayHeader};

use super::play::{game_of, play};
use super::starting_positions::scatter;

/// Plays a game of a series, by its number from 0, and records it: the bytes of its replay, not packed. It is marked incomplete, since a
/// fight ends when an army is gone, whatever its scenario says of victory.
pub fn record(scenario: &Scenario, seed: u64, number: u32) -> Vec<u8> {
    let (seed, turned) = game_of(seed, number);
    let scattered = Arc::new(scatter(scenario, seed, turned));
    let named = scattered.players.iter().map(|player| player.name.clone());
    let contestants = named.map(|name| Contestant { name, ..Contestant::default() }).collect();
    let header = ReplayHeader::new(&scattered, seed, contestants, Vec::new());
    let mut recorder = Recorder::new(&header.decided_by(COMMANDERS_VERSION));
    let (_, world) = play(&scattered, seed, |world, orders| recorder.tick(world, orders));
    let end = MatchEnd {
        status: RecordStatus::Incomplete,
        last_tick: world.tick(),
        outcome: None,
        forfeits: Vec::new(),
        note: String::new(),
    };
    recorder.finish(Some(&world), &end);
    recorder.take_bytes()
}

#[cfg(test)]
mod tests {
    use sandtable_match::library::Library;
    use sandtable_replay::{Replay, verify};

    use super::super::play::fight;
    use super::*;
    use crate::trial::load_fight;

    #[test]
    fn a_recorded_game_is_one_of_its_series_and_plays_again() {
        let scenario = load_fight(&mut Library::embedded_only(), "kite").expect("it comes with the program");
        for number in 0..2 {
            let replay = Replay::decode(&record(&scenario, 5, number)).expect("just recorded");
            assert!(verify(&replay).is_ok());
            let (seed, turned) = game_of(5, number);
            assert_eq!(replay.last_tick(), fight(&scenario, seed, turned).tick);
            assert!(replay.chunks.iter().any(|chunk| !chunk.orders.is_empty()), "it holds the fight's orders");
        }
    }
}
