//! The swarm: matches drawn from numbers, in which everything holds that must. The soak command plays many more.

use sandtable_lab::swarm::{Checks, SwarmTerms, SwarmTotals, play};
use sandtable_match::library::Library;
use sandtable_replay::Replay;

const TERMS: SwarmTerms = SwarmTerms { seed: 20, ticks: 160, restore_every: 8 };

#[test]
fn drawn_matches_hold_in_every_tick_and_go_on_from_any_snapshot() {
    let mut sum = SwarmTotals::default();
    for number in 0..16 {
        match play(&TERMS, number, &mut Library::embedded_only()) {
            Ok(tally) => sum.add(&tally),
            Err(finding) => panic!("match {number} of seed {}: {:?}", TERMS.seed, finding.broken),
        }
    }
    assert!(sum.matches >= 12 && sum.restores >= 100, "{sum:?}");
    assert!(sum.orders > 500 && sum.refused > 100 && sum.orders > sum.refused, "{sum:?}");
}

#[test]
fn a_match_is_drawn_from_its_number_alone() {
    let one = play(&TERMS, 3, &mut Library::embedded_only()).map_err(|finding| finding.broken);
    let again = play(&TERMS, 3, &mut Library::embedded_only()).map_err(|finding| finding.broken);
    assert_eq!(one, again);
}

#[test]
fn what_does_not_hold_is_found() {
    // A world whose shadow is stepped under other orders is what one would be that forgot something.
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../replays/duel.replay");
    let replay: Replay = sandtable_match::store::read_replay(&file).ok().and_then(Result::ok).expect("a golden");
    let mut playback = sandtable_replay::Playback::new(&replay).expect("it decodes");
    let mut checks = Checks::new(1, 1);
    let mut found = None;
    while let (None, Some(report)) = (&found, playback.advance()) {
        found = checks.hold(playback.world(), &[], &report).err();
    }
    let found = found.expect("orders that are kept from the checks show in its shadow");
    let first = replay.chunks[0].orders[0].tick;
    assert!(found.tick >= first && found.what.contains("players"), "{found:?}");
}
