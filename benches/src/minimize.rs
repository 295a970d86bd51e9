//! A recorded match made small: how long `sandtable replay minimize` takes for a failure that shows late in it.

use std::path::Path;
use std::time::Instant;

use sandtable_match::replays::{MAX_TRIES, Reproducer, reduce};
use sandtable_match::store::read_replay;
use sandtable_sim::World;

/// The golden that is made small.
const GOLDEN: &str = "ford-long";

/// Cuts a golden to `ticks`, and makes it small as long as a unit falls in it: that stands in for a failure of the engine.
pub fn run(ticks: u32) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../replays").join(format!("{GOLDEN}.replay"));
    let replay = read_replay(&path).map_err(|failure| failure.to_string())?.map_err(|error| error.to_string())?;
    let mut whole = Reproducer::from_replay(&replay).map_err(|error| error.to_string())?;
    whole.ticks = whole.ticks.min(ticks);
    whole.orders.retain(|order| order.tick <= whole.ticks);
    let fallen = fall(&whole).ok_or_else(|| format!("{GOLDEN}: no unit falls within {} ticks", whole.ticks))?;
    let began = Instant::now();
    let reduced = reduce(&whole, MAX_TRIES, |small| fall(small).is_some()).ok_or("it does not fail to begin with")?;
    let seconds = began.elapsed().as_secs_f64();
    let rest = if reduced.finished { "" } else { ", and not to the end" };
    sandtable_benches::say(format_args!(
        "{GOLDEN}, {} ticks; the first unit falls in tick {fallen}\n{seconds:.1} s, {} tries{rest}\n{}",
        whole.ticks,
        reduced.tries,
        reduced.tell(&whole).trim_end()
    ));
    Ok(())
}

/// The tick in which the first unit falls.
fn fall(match_of: &Reproducer) -> Option<u32> {
    let fallen = |world: &World| world.players().iter().any(|player| player.totals.units_lost > 0);
    let world = match_of.play(match_of.start(), |world| !fallen(world));
    fallen(&world).then(|| world.tick())
}
