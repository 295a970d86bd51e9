//! Ablation: a side that has a system against one that is the same but for it.

use sandtable_ai::Registry;
use sandtable_content::load_scenario;
use sandtable_lab::ablation::{System, armies, matches};
use sandtable_match::library::{ContentKind, Library};
use sandtable_match::progress::Unseen;
use sandtable_match::score::WinDrawLoss;
use sandtable_tournament::Prepared;

fn score(fight: &str, system: System) -> WinDrawLoss {
    let mut library = Library::here();
    let path = library.find(ContentKind::Agents, fight).expect("the fight comes with the program");
    let scenario = load_scenario(&library, &path).expect("it is sound").value;
    armies(&scenario, system, 1, 40, 2, &Unseen).expect("threads")
}

#[test]
fn an_army_with_minds_beats_the_same_without() {
    let tally = score("kite", System::Minds);
    assert_eq!(tally.games(), 40);
    assert!(tally.interval()[0] > 0.5, "{tally:?}");
}

#[test]
fn what_no_side_uses_makes_no_difference() {
    // Nobody in a fight works: the two sides are the same, and each takes the same part of the points but for chance.
    let [low, high] = score("kite", System::Jobs).interval();
    // Twice as wide as 95 %, so that chance alone is hardly ever told of.
    let (middle, wide) = ((low + high) / 2.0, high - low);
    assert!((middle - 0.5).abs() < wide, "{low} to {high}");
}

#[test]
fn matches_whose_rules_know_no_senses_are_alike_with_and_without() {
    let registry = Registry::standard();
    let prepared = Prepared::load("classic", &mut Library::here(), &registry).expect("the tournament is sound");
    let outcome = matches(&prepared, &registry, System::Senses, 5, 2, 2, &Unseen).expect("threads");
    assert_eq!((outcome.alike, outcome.tally.games()), (Some(1), 2));
    assert_eq!(outcome.tally.points(), 1.0);
    for system in [System::Minds, System::Slots] {
        let outcome = matches(&prepared, &registry, system, 5, 2, 2, &Unseen).expect("threads");
        assert_eq!(outcome.alike, Some(0));
    }
}
