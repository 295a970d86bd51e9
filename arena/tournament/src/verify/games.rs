//! The games of a folder, made again in the order of the schedule: played, or, where a process played, taken from their replays.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use sandtable_match::Failure;
use sandtable_match::parallel::in_order_until;

use super::differences::remedy;
use super::games_check::{GameFound, GamesCheck, GamesFound, missing_replay};
use super::recorded::from_replay;
use crate::game::Game;
use crate::pairs::Contest;
use crate::record::GameRecord;
use crate::run::{names_of, play_game, remaining, remaining_of_pairs};

impl GamesCheck<'_> {
    /// Makes the games again that these are the records of, and those that are missing among them.
    pub fn run(&self, written: &[GameRecord]) -> Result<GamesFound, Failure> {
        let mut known: BTreeMap<u32, &GameRecord> = BTreeMap::new();
        for record in written {
            known.entry(record.game).or_insert(record);
        }
        let pure = self.prepared.pure_strategies(self.registry);
        // Of a tournament under way nothing is missing after the last game.
        let last = if self.finished { u32::MAX } else { known.keys().last().copied().unwrap_or(0) };
        let mut contest = Contest::new(&self.prepared.file);
        let mut found = GamesFound { complete: true, ..GamesFound::default() };
        while found.complete && !contest.is_decided() {
            let mut games = match self.manifest.pairs {
                Some(range) => remaining_of_pairs(self.prepared, range, &[], &found.records)?,
                None => remaining(self.prepared, self.manifest.shard, &found.records),
            };
            games.retain(|game| game.number <= last);
            if games.is_empty() {
                break;
            }
            let chosen = |game: &&Game| self.sample.as_ref().is_none_or(|sample| sample.contains(&game.number));
            self.progress.expect(u64::from(found.checked) + games.iter().filter(chosen).count() as u64);
            let make = |at: u32| self.make(&games[at as usize], &known, &pure);
            in_order_until(games.len() as u32, self.threads, make, |game: GameFound| {
                if let Some(record) = &game.record {
                    contest.add(record);
                }
                self.progress.advance(game.made_again.into());
                found.add(game);
                Ok(if contest.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
        }
        self.progress.finish();
        Ok(found)
    }

    /// Makes a game again, or takes it as it is written when it is not of the sample.
    fn make(&self, game: &Game, known: &BTreeMap<u32, &GameRecord>, pure: &[bool]) -> GameFound {
        let written = known.get(&game.number).copied();
        let chosen = self.sample.as_ref().is_none_or(|sample| sample.contains(&game.number));
        let is_pure = game.sides.iter().all(|row| pure[*row]);
        match written {
            Some(written) if !chosen => self.trusted(game, written),
            Some(written) if !is_pure => from_replay(self, game, written),
            None if !is_pure || !chosen => self.lost(game),
            _ => self.played(game),
        }
    }

    /// A game that is missing and not to be made.
    fn lost(&self, game: &Game) -> GameFound {
        let (list, number) = (crate::results::LIST, game.number);
        let names = names_of(self.prepared, game);
        let what = format!(
            "{list}: game {number} ({} on {}) is missing; {}",
            names.strategies.join(" against "),
            names.map,
            remedy(list)
        );
        GameFound { replay: self.replay_of(game), differences: vec![what], ..GameFound::default() }
    }

    fn played(&self, game: &Game) -> GameFound {
        let played = play_game(self.prepared, self.registry, game);
        let mut found = GameFound { made_again: true, replay: played.record.replay.clone(), ..GameFound::default() };
        if let (Some(name), Some(bytes)) = (&played.record.replay, &played.replay) {
            found.compare_replay(self, name, &played.record, bytes);
        }
        found.record = Some(played.record);
        found
    }

    /// A game as it is written, but for what the schedule says of it. Its replay must be there.
    fn trusted(&self, game: &Game, written: &GameRecord) -> GameFound {
        let record = self.as_scheduled(game, written);
        let mut found = GameFound { replay: record.replay.clone(), ..GameFound::default() };
        let missing = record.replay.as_ref().filter(|name| !self.folder.join(name).is_file());
        found.differences.extend(missing.map(|name| missing_replay(name, &record)));
        found.record = Some(record);
        found
    }
}

impl GamesFound {
    fn add(&mut self, game: GameFound) {
        self.complete &= game.record.is_some();
        self.checked += u32::from(game.made_again);
        self.of += 1;
        self.replays_compared += u32::from(game.replay_compared);
        self.replays.extend(game.replay);
        self.records.extend(game.record);
        self.differences.extend(game.differences);
        self.claims.extend(game.claims);
    }
}
