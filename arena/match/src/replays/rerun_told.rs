//! The result of running recorded strategies again, told.

use std::path::Path;

use sandtable_replay::{MatchEnd, Replay};
use serde_json::{Value, json};

use super::rerun::{RerunError, Rerunning};
use crate::runner::{MatchResult, clock};

/// The team that won, in words; none when nobody did.
fn winner_of(end: Option<&MatchEnd>) -> Option<u8> {
    end.and_then(|end| end.outcome).and_then(|outcome| outcome.winner).map(|team| team.0 + 1)
}

/// Whether a record says of the end of its match what does not come out when its strategies play it anew.
pub fn ends_otherwise(replay: &Replay, result: &MatchResult) -> bool {
    let recorded = replay.end.as_ref().and_then(|end| end.outcome);
    recorded.is_some() && recorded != result.outcome
}

/// The result of running recorded strategies again, in words.
pub fn rerun_text(replay: &Replay, ran: &Result<Rerunning, RerunError>) -> String {
    let Rerunning { same, first, result } = match ran {
        Ok(ran) => ran,
        Err(error) => return format!("FAILED: {error}"),
    };
    let same_decisions = || format!("the same decisions: {} orders in {} ticks", same.orders, same.ticks);
    if first.is_none() && !ends_otherwise(replay, result) {
        return same_decisions();
    }
    let won = |team: Option<u8>| team.map_or("nobody won".to_owned(), |team| format!("team {team} won"));
    let (then, now) = (won(winner_of(replay.end.as_ref())), won(result.winner().map(|team| team.0 + 1)));
    let (last, ticks) = (replay.last_tick(), result.ticks);
    let ends =
        format!("then {then} after tick {last} ({}), now {now} after tick {ticks} ({})", clock(last), clock(ticks));
    match first {
        Some(first) => format!("FAILED: {first}\n  {ends}"),
        None => format!("FAILED: {}, and another end\n  {ends}", same_decisions()),
    }
}

/// The result of running recorded strategies again, as JSON.
pub fn rerun_json(file: &Path, replay: &Replay, ran: &Result<Rerunning, RerunError>) -> Value {
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
        "ok": first.is_none() && !ends_otherwise(replay, result),
        "orders": same.orders,
        "first_differing_decision": decision,
        "recorded": ends(replay.last_tick(), winner_of(replay.end.as_ref())),
        "given": ends(result.ticks, result.winner().map(|team| team.0 + 1)),
    })
}
