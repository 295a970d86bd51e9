//! Balance: a kind that was made too strong is named and put right, matches tell what nobody can do without, and neither depends on threads.

use sandtable_ai::Registry;
use sandtable_balance::{BalanceReport, Contest, Effort, PatchNote, Soldiers};
use sandtable_content::load_rules;
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::progress::Unseen;
use sandtable_model::rules::Rules;

const DUEL: &str = include_str!("../../scenarios/rules/duel.toml");

/// The rules of the duel, with lines replaced.
fn duel(changes: &[[&str; 2]]) -> Rules {
    let text = changes.iter().fold(DUEL.to_owned(), |text, [from, to]| {
        assert!(text.contains(from), "the duel has no {from}");
        text.replace(from, to)
    });
    load_rules("duel.toml", &text).expect("the duel with changes").value
}

fn effort(pairs: u32, threads: usize) -> Effort {
    Effort { pairs, seed: 5, threads }
}

fn report(rules: &Rules, pairs: u32) -> BalanceReport {
    BalanceReport::measure(rules, &effort(pairs, 2), &Unseen).expect("measured")
}

/// Ranged soldiers with 15 % more hit points and damage, which is 15 % more of each soldier by Lanchester's square law.
const STRONG: [[&str; 2]; 2] = [["hp = 45", "hp = 52"], ["damage = 8\n", "damage = 9.2\n"]];

#[test]
fn a_kind_made_too_strong_is_named_and_put_right() {
    let (old, new) = (report(&duel(&[]), 12), report(&duel(&STRONG), 12));
    let keys = vec!["units.ranged.hp: 45 -> 52".to_owned()];
    let note = PatchNote::between(&old, &new, keys, &effort(12, 2)).expect("compared");
    let culprit = note.culprit().expect("somebody changed");
    assert_eq!(culprit.name, "ranged");
    assert!(culprit.change.value > 1.05 && culprit.change.value < 1.3, "{culprit:?}");
    let damage = culprit.restoring_damage.expect("a damage that undoes it");
    assert!(damage.is_reached && damage.damage.value < 9.2, "{damage:?}");
    // With that damage it is what it was.
    let fitting = format!("damage = {:.2}\n", damage.damage.value);
    let righted = report(&duel(&[STRONG[0], ["damage = 8\n", &fitting]]), 12);
    let ranged =
        |report: &BalanceReport| report.kinds.iter().find(|kind| kind.soldier.name == "ranged").unwrap().worth.value;
    assert!((ranged(&righted) / ranged(&old) - 1.0).abs() < 0.1, "{} to {}", ranged(&old), ranged(&righted));
}

#[test]
fn nothing_changes_between_a_ruleset_and_itself() {
    let (old, new) = (report(&duel(&[]), 4), report(&duel(&[]), 4));
    let note = PatchNote::between(&old, &new, Vec::new(), &effort(4, 2)).expect("compared");
    assert!(note.culprit().is_none() && note.meetings.is_empty());
    assert!(note.kinds.iter().all(|kind| kind.change.value == 1.0));
}

#[test]
fn threads_change_nothing() {
    let soldiers = Soldiers::from_rules(&duel(&[])).expect("three of them");
    let fought = |threads| soldiers.meet(&effort(3, threads), &mut || Ok(())).expect("fought").meetings;
    assert_eq!(fought(1), fought(3));
    let contest = contest();
    let played =
        |threads| contest.measure(&Registry::standard(), &effort(2, threads), &mut |_| Ok(())).expect("played");
    assert_eq!(played(1), played(3));
}

#[test]
fn matches_tell_what_nobody_can_do_without() {
    let contest = contest();
    let report = contest.measure(&Registry::standard(), &effort(3, 2), &mut |_| Ok(())).expect("played");
    let thing = |name: &str| report.things.iter().find(|thing| thing.name == name).expect("of the rules");
    let barracks = thing("barracks");
    assert!(barracks.used == 1.0 && barracks.made >= 1.0, "{barracks:?}");
    assert!(barracks.score.is_some_and(|score| score.value > 0.9), "{barracks:?}");
    assert_eq!(barracks.strategies, ["duel/rush"]);
    // Nobody builds a second base, and nothing is played about it.
    let base = thing("base");
    assert!(base.used == 0.0 && base.pairs.is_none(), "{base:?}");
}

#[test]
fn rules_without_two_soldiers_are_refused() {
    let mut rules = duel(&[]);
    rules.kinds.iter_mut().filter(|kind| kind.name != "light").for_each(|kind| kind.weapon = None);
    match Soldiers::from_rules(&rules) {
        Err(Failure::Usage(text)) => {
            assert!(text.starts_with("ruleset duel: found fewer than two kinds of armed unit"), "{text}")
        }
        other => panic!("{other:?}"),
    }
}

fn contest() -> Contest {
    let (mut library, registry) = (Library::embedded_only(), Registry::standard());
    let names = ["duel/rush".to_owned()];
    Contest::load(&mut library, &registry, &duel(&[]), &names, &["duel16".to_owned()]).expect("they fit")
}
