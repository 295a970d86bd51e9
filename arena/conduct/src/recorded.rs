//! A recorded match, looked at from its first tick to its last.

use sandtable_ai::Registry;
use sandtable_replay::{Playback, Replay};

use super::{ConductWatch, Lapse, plans};

/// What was seen of a recorded match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watched {
    /// All lapses, by kind, the longest first.
    pub lapses: Vec<Lapse>,
    /// Why its commanders could not be asked for missions that get nowhere; none when they were.
    pub unasked: Option<String>,
}

/// Plays a replay to its end. Its commanders are run again beside it and asked for missions that get nowhere, as far as this program has
/// them and they decide as was recorded.
///
/// # Errors
/// When it plays differently here.
///
/// # Example
///
/// ```no_run
/// # use sandtable_ai::Registry;
/// # fn lapses(replay: &sandtable_replay::Replay) -> Result<(), String> {
/// for lapse in sandtable_conduct::watch_replay(replay, &Registry::standard())?.lapses {
///     println!("{}: player {}, {} ticks from tick {}", lapse.kind, lapse.player.0 + 1, lapse.ticks, lapse.from);
/// }
/// # Ok(())
/// # }
/// ```
pub fn watch_replay(replay: &Replay, registry: &Registry) -> Result<Watched, String> {
    let mut lapses = played(replay)?;
    let unasked = match plans::overdue(replay, registry) {
        Ok(missions) => {
            lapses.extend(missions);
            None
        }
        Err(why) => Some(why),
    };
    Ok(Watched { lapses, unasked })
}

fn played(replay: &Replay) -> Result<Vec<Lapse>, String> {
    let mut playback = Playback::new(replay).map_err(|error| error.to_string())?;
    let mut watch = ConductWatch::default();
    loop {
        let (chunk, tick) = (playback.chunk(), playback.world().tick());
        let orders = chunk.map_or(&[][..], |chunk| chunk.orders_of(tick + 1));
        let Some(report) = playback.advance() else { return Ok(watch.into_lapses()) };
        watch.note(playback.world(), orders, &report.events);
        let done = chunk.filter(|chunk| chunk.last_tick() == report.tick);
        if done.is_some_and(|chunk| chunk.total != playback.world().state_hash()) {
            return Err(format!("plays differently by tick {}; try replay verify", report.tick));
        }
    }
}
