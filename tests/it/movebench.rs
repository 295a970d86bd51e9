//! The movement benchmark: its figures depend on nothing but families and seed, and its budgets bind.

use std::path::Path;

use sandtable_content::ContentSource;
use sandtable_lab::movebench::{Family, Options, exceeded, family_json, measure, rules};
use sandtable_match::library::{ContentKind, Library};
use sandtable_match::progress::Unseen;
use sandtable_tests::command::{Folder, error_of, sandtable};

fn families(names: &[&str]) -> Vec<Family> {
    let library = Library::embedded_only();
    let rules = rules(&library).expect("valid rules");
    let load = |name: &&str| {
        let path = ContentKind::Movebench.path(name);
        let text = library.read(&path).expect("it comes with the program");
        Family::parse(&path, &text, &rules).unwrap_or_else(|issues| panic!("{issues}")).value
    };
    names.iter().map(load).collect()
}

fn lines(families: &[Family], seed: u64, threads: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let options = Options { seed, threads, svg: None, progress: &Unseen };
    measure(families, &options, |result| {
        lines.push(family_json(&result, seed).to_string());
        Ok(())
    })
    .expect("it measures");
    lines
}

/// What units of the fog family walk over the shortest way, in its first arrangement.
fn path_in(fog: &str) -> f64 {
    let library = Library::embedded_only();
    let rules = rules(&library).expect("valid rules");
    let path = ContentKind::Movebench.path("fog");
    let text = library.read(&path).expect("it comes with the program");
    let text = text.replace("fog = true", fog).replace("arrangements = 4", "arrangements = 1");
    let family = Family::parse(&path, &text, &rules).unwrap_or_else(|issues| panic!("{issues}")).value;
    let line: serde_json::Value = serde_json::from_str(&lines(&[family], 1, 1)[0]).expect("a line of JSON");
    assert_eq!(line["figures"]["arrived"], 100.0, "{line}");
    line["figures"]["path_mean"].as_f64().unwrap_or_else(|| panic!("{line}"))
}

#[test]
fn nobody_in_the_fog_goes_round_what_it_cannot_know_of() {
    let (unknown, known) = (path_in("fog = true"), path_in("fog = false"));
    assert!(unknown > known + 0.05, "{unknown} {known}");
}

#[test]
fn figures_are_the_same_for_any_number_of_threads_and_other_with_another_seed() {
    let families = families(&["head_on", "single_file", "holders", "wall_falls"]);
    let one = lines(&families, 3, 1);
    assert_eq!(one, lines(&families, 3, 4));
    let other = lines(&families, 4, 2);
    assert_ne!(one[2].replace("\"seed\":3", ""), other[2].replace("\"seed\":4", ""), "holders are strewn by the seed");
}

#[test]
fn every_family_that_ships_has_a_budget_and_a_bar_for_what_holds_everywhere() {
    let names = Library::embedded_only().names(ContentKind::Movebench);
    assert!(names.len() >= 20 && names.iter().all(|name| !name.contains('/')), "{names:?}");
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let everywhere = ["overlap_deepest", "overlap_share", "overlap_at_rest", "in_wall", "turnbacks"];
    for family in families(&names) {
        for metric in everywhere {
            let row =
                sandtable_lab::movebench::METRICS.iter().position(|known| known.name == metric).expect("a metric");
            let limits = [&family.limits.budget, &family.limits.bar];
            assert!(limits.iter().all(|limits| limits.get(row).is_some()), "{}: {metric}", family.name);
        }
    }
}

#[test]
fn a_figure_over_its_budget_is_named_and_fails_the_check() {
    let home = Folder::new("movebench");
    let text = "about = \"two meet\"\nsize = [30, 12]\ntime_limit = 30\n\
                [[groups]]\nkind = \"soldier\"\ncount = 2\nblock = [2, 5, 2, 1]\ngoal = [26, 5]\n\
                [budget]\narrived = 100\nfinish = 0.01\n";
    let file = home.file("meeting.toml", text);
    let file = file.to_str().expect("text");
    sandtable(&["check", file]).expect("a family is told by its keys");
    sandtable(&["movebench", file]).expect("without --check budgets bind nobody");
    assert_eq!(error_of(&["movebench", file, "--check"]).0, 1);
    let rules = rules(&Library::embedded_only()).expect("valid rules");
    let family = Family::parse(file, text, &rules).expect("valid").value;
    let mut told = Vec::new();
    measure(&[family], &Options { seed: 1, threads: 1, svg: None, progress: &Unseen }, |result| {
        told.extend(exceeded(&result).iter().map(ToString::to_string));
        Ok(())
    })
    .expect("it measures");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("meeting: finish: found 1.") && told[0].ends_with("allowed at most 0.01"), "{told:?}");
}

#[test]
fn pictures_show_each_arrangement_and_replace_nothing_else() {
    let home = Folder::new("pictures");
    let folder = home.0.join("new").join("folder");
    let run = |folder: &Path| sandtable(&["movebench", "head_on", "--svg", folder.to_str().expect("text")]);
    run(&folder).expect("it draws");
    run(&folder).expect("over its own pictures");
    let pictures = home.files();
    assert_eq!(pictures.len(), 8);
    for (path, bytes) in pictures {
        let text = String::from_utf8(bytes).expect("text");
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"), "{}", path.display());
        assert_eq!(text.matches("stroke-opacity=\"0.35\"").count(), 18, "a trail for each unit");
    }
    let notes = home.file("head_on-0.svg", "mine");
    assert!(run(&home.0).is_err());
    assert_eq!(std::fs::read_to_string(notes).expect("still there"), "mine");
}
