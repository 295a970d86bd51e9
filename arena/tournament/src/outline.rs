//! What a tournament would play, told before it plays: what whoever spreads it over machines plans with.

use sandtable_ai::Registry;
use sandtable_stats::Sprt;
use serde::Serialize;

use super::manifest::Manifest;
use super::prepare::Prepared;
use super::schedule::schedule;

/// What a tournament would play.
#[derive(Clone, Debug, Serialize)]
pub struct Outline<'m> {
    /// The tournament's name.
    pub name: String,
    /// Pairs that are known before anything is played: of a fixed format all of them.
    pub pairs: u32,
    /// Games of those pairs.
    pub games: u32,
    /// Whether no pair follows from the results of others.
    pub fixed: bool,
    /// The test that may stop it before all pairs are played.
    pub test: Option<Sprt>,
    /// Whether every game is a pure function of its manifest: no process plays.
    pub pure: bool,
    /// What its games are made of.
    pub manifest: &'m Manifest,
}

impl Outline<'_> {
    /// The outline of a tournament that was made ready from this manifest.
    pub fn new<'m>(manifest: &'m Manifest, prepared: &Prepared, registry: &Registry) -> Outline<'m> {
        let games = schedule(&prepared.file);
        Outline {
            name: prepared.file.name.clone(),
            pairs: games.last().map_or(0, |game| game.pair + 1),
            games: games.len() as u32,
            fixed: prepared.file.format.is_fixed(),
            test: prepared.file.sprt,
            pure: prepared.pure_strategies(registry).into_iter().all(|pure| pure),
            manifest,
        }
    }
}
