//! `sandtable replay rerun`: recorded strategies run again, and what they do otherwise.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_match::replays::{RerunError, Rerunning, rerun_whole, worse};
use sandtable_match::runner::{clock, guarded};
use sandtable_replay::{MatchEnd, Replay};
use serde_json::{Value, json};

use super::{open, say, say_json, threads};
use crate::args::ReplayFiles;

/// Runs them in parallel and reports in the order they were given.
pub fn run(args: &ReplayFiles, registry: &Registry) -> Result<(), Failure> {
    let files = &args.files;
    let mut worst = None;
    let job = |number: u32| {
        let file = &files[number as usize];
        (file, open(file).map(|replay| (guarded(|| rerun_whole(&replay, registry)), replay)))
    };
    in_order(files.len() as u32, threads(None, files.len()), job, |(file, ran)| {
        let failure = match ran {
            Err(failure) => Some(failure),
            Ok((ran, replay)) => {
                let ran = ran.unwrap_or_else(|fault| Err(RerunError::Engine(fault.message)));
                if args.json {
                    say_json(&json_of(file, &replay, &ran))?;
                } else {
                    say(&format!("{}: {}\n", file.display(), text_of(&replay, &ran)))?;
                }
                failure_of(ran)
            }
        };
        worst = worse(worst.take(), failure);
        Ok(())
    })?;
    worst.map_or(Ok(()), Err)
}

fn failure_of(ran: Result<Rerunning, RerunError>) -> Option<Failure> {
    match ran {
        Ok(Rerunning { first: None, .. }) => None,
        Err(RerunError::Engine(message)) => Some(Failure::Engine(message)),
        Ok(_) | Err(_) => Some(Failure::Checked),
    }
}

/// The team that won, in words; none when nobody did.
fn winner_of(end: Option<&MatchEnd>) -> Option<u8> {
    end.and_then(|end| end.outcome).and_then(|outcome| outcome.winner).map(|team| team.0 + 1)
}

fn text_of(replay: &Replay, ran: &Result<Rerunning, RerunError>) -> String {
    let Rerunning { same, first, result } = match ran {
        Ok(ran) => ran,
        Err(error) => return format!("FAILED: {error}"),
    };
    let Some(first) = first else {
        return format!("the same decisions: {} orders in {} ticks", same.orders, same.ticks);
    };
    let won = |team: Option<u8>| team.map_or("nobody won".to_owned(), |team| format!("team {team} won"));
    let (then, now) = (won(winner_of(replay.end.as_ref())), won(result.winner().map(|team| team.0 + 1)));
    let (last, ticks) = (replay.last_tick(), result.ticks);
    let ends =
        format!("then {then} after tick {last} ({}), now {now} after tick {ticks} ({})", clock(last), clock(ticks));
    format!("FAILED: {first}\n  {ends}")
}

fn json_of(file: &Path, replay: &Replay, ran: &Result<Rerunning, RerunError>) -> Value {
    let Rerunning { same, first, result } = match ran {
        Ok(ran) => ran,
        Err(error) => return json!({ "file": file, "ok": false, "error": error.to_string() }),
    };
    let decision = first.as_ref().map(|first| {
        let (tick, player, number) = (first.tick, first.player.0 + 1, first.number);
        json!({ "tick": tick, "player": player, "number": number, "recorded": first.recorded, "given": first.given })
    });
    let ends = |ticks: u32, winner: Option<u8>| json!({ "ticks": ticks, "winner": winner });
    json!({
        "file": file,
        "ok": first.is_none(),
        "orders": same.orders,
        "first_differing_decision": decision,
        "recorded": ends(replay.last_tick(), winner_of(replay.end.as_ref())),
        "given": ends(result.ticks, result.winner().map(|team| team.0 + 1)),
    })
}
