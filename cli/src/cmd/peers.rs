//! `sandtable match --listen` and `--connect`: one peer of a match between processes.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::lockstep::{InputDelay, LISTENING, Role, Secret, Terms};
use sandtable_match::play::{PeerTerms, play_peer};
use sandtable_match::store::Product;

use super::match_setup::setup;
use super::{say, say_json};
use crate::args::MatchArgs;

/// Plays one peer of a match between processes.
pub fn run_one(args: &MatchArgs, registry: &Registry, role: Role<'_>) -> Result<(), Failure> {
    if let Some(path) = &args.replay {
        Product::Replay.may_replace(path)?;
    }
    let setup = setup(args, registry)?;
    let terms = PeerTerms {
        role,
        session: terms(args, setup.scenario.players.len())?,
        seed: args.seed,
        replay: args.replay.as_deref(),
        threads: args.threads,
        leave_out_from: args.lockstep.diverge_at,
    };
    // To standard error, where it cannot be taken for a result.
    let played = play_peer(setup, registry, terms, |host| eprintln!("{LISTENING}{host}"))?;
    if args.json {
        say_json(&played.outcome.result)?;
    } else {
        say(&played.tell(role, args.replay.as_deref()))?;
    }
    played.outcome.failure().map_or(Ok(()), Err)
}

fn terms(args: &MatchArgs, players: usize) -> Result<Terms, Failure> {
    let lockstep = &args.lockstep;
    let secret = lockstep.secret.as_deref().map_or(Ok(Secret::known()), Secret::read)?;
    Ok(Terms {
        owners: Terms::split(players, lockstep.peers, &lockstep.split)?,
        delay: lockstep.input_delay.map_or(InputDelay::Fixed, |delay| delay.delay),
        checks_commanders: lockstep.check_commanders,
        patience_ms: u64::from(lockstep.patience) * 1_000,
        tick_ms: u64::from(lockstep.tick_ms),
        secret,
    })
}
