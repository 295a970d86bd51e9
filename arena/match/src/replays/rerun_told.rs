//! The result of running recorded strategies again, told.

use std::path::Path;

use sandtable_replay::Replay;
use serde_json::{Value, json};

use super::rerun::{RerunError, Rerunning};
use crate::runner::clock;

/// The number of the team that won; none when nobody did.
fn winner_of(replay: &Replay) -> Option<u8> {
    replay.outcome().and_then(|outcome| outcome.winner).map(|team| team.0 + 1)
}

/// The result of running recorded strategies again, in words.
pub fn rerun_text(replay: &Replay, ran: &Result<Rerunning, RerunError>) -> String {
    let ran = match ran {
        Ok(ran) => ran,
        Err(error) => return format!("FAILED: {error}"),
    };
    let Rerunning { same, first, result } = ran;
    let same_decisions = || format!("the same decisions: {} orders in {} ticks", same.orders, same.ticks);
    if ran.is_as_recorded(replay) {
        return same_decisions();
    }
    let won = |team: Option<u8>| team.map_or("nobody won".to_owned(), |team| format!("team {team} won"));
    let (then, now) = (won(winner_of(replay)), won(result.winner().map(|team| team.0 + 1)));
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
    let ran = match ran {
        Ok(ran) => ran,
        Err(error) => return json!({ "file": file, "ok": false, "error": error.to_string() }),
    };
    let Rerunning { same, first, result } = ran;
    let decision = first.as_ref().map(|first| {
        let (tick, player, number) = (first.tick, first.player.0 + 1, first.number);
        json!({ "tick": tick, "player": player, "number": number, "recorded": first.recorded, "given": first.given })
    });
    let ends = |ticks: u32, winner: Option<u8>| json!({ "ticks": ticks, "winner": winner });
    json!({
        "file": file,
        "ok": ran.is_as_recorded(replay),
        "orders": same.orders,
        "first_differing_decision": decision,
        "recorded": ends(replay.last_tick(), winner_of(replay)),
        "given": ends(result.ticks, result.winner().map(|team| team.0 + 1)),
    })
}
