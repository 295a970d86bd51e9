//! Chances of winning: a model is fitted to games, the same bytes on any number of threads, is better than what is simpler on games that it has
//! not seen, and is shown of the matches that it tells of.

use std::fs;

use sandtable_replay::{Playback, Replay};
use sandtable_stats::{Prediction, brier};
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::{golden, recorded};
use sandtable_viewer::chance::{CERTAIN, ChanceModel, ChanceWatch, LOOK_TICKS};

/// Plays a small tournament; the folder of its results.
fn played(home: &Folder, name: &str, map: &str, seed: u32) -> String {
    let text = format!(
        "name = \"{name}\"\nabout = \"A test.\"\nrules = \"classic\"\nmaps = [\"{map}\"]\nstrategies = [\"first/rush\", \"first/tech\", \"idle\"]\n\
         seeds = 1\nbase_seed = {seed}\ntime_limit = 200\n"
    );
    let file = home.file(&format!("{name}.toml"), &text).to_string_lossy().into_owned();
    let out = home.0.join(name).to_string_lossy().into_owned();
    sandtable(&["tournament", &file, "--out", &out]).expect("it plays");
    out
}

#[test]
fn a_model_is_fitted_to_games_and_judged_by_games_of_other_maps() {
    let home = Folder::new("chances");
    let (fit, judge) = (played(&home, "fit", "meadow", 5), played(&home, "judge", "ford", 77));
    let model = |name: &str, threads: &str| {
        let file = home.0.join(name).to_string_lossy().into_owned();
        sandtable(&["chances", &fit, "--judge", &judge, "-o", &file, "--threads", threads]).expect("it fits");
        (fs::read_to_string(&file).expect("written"), file)
    };
    let ((text, file), (again, _)) = (model("one.json", "1"), model("two.json", "2"));
    assert_eq!(text, again, "the same bytes on one thread and on two");
    let fitted = ChanceModel::read(&text).expect("a model");
    let judged = fitted.judged.as_ref().expect("judged");
    assert_eq!(
        (fitted.fitted.maps.as_slice(), judged.maps.as_slice()),
        (&["Meadow".to_owned()][..], &["Ford".to_owned()][..])
    );
    assert_eq!((fitted.fitted.games, judged.games), (6, 6));
    assert!(judged.score < judged.even, "{judged:?}");

    let overlapping = error_of(&["chances", &fit, "--judge", &fit]).1;
    assert!(overlapping.contains("found map \"Meadow\", to which the model is fitted"), "{overlapping}");
    let other = home.file("notes.json", "{}").to_string_lossy().into_owned();
    assert!(error_of(&["chances", &fit, "-o", &other]).1.contains("notes.json"));
    assert_eq!(
        fs::read_to_string(home.0.join("notes.json")).expect("there"),
        "{}",
        "nothing of anybody else's is written over"
    );

    let page = home.0.join("page.html").to_string_lossy().into_owned();
    let replay =
        fs::read_dir(format!("{judge}/replays")).expect("replays").next().expect("one").expect("a file").path();
    sandtable(&["replay", "render", replay.to_str().expect("text"), "--chances", &file, "-o", &page]).expect("a page");
    let page = fs::read_to_string(page).expect("written");
    assert!(
        page.contains("a model of 6 games of 3 strategies on 1 maps (classic rules"),
        "the page says what it was fitted from"
    );
}

/// What the shipped model says of a match at every look, and the result of it for the first player.
fn predictions(model: &ChanceModel, replay: &Replay) -> Vec<Prediction> {
    let mut playback = Playback::new(replay).expect("the golden plays");
    assert!(model.applies(playback.world().scenario()));
    let first = playback.world().scenario().players[0].team;
    let winner = replay.end.as_ref().and_then(|end| end.outcome).expect("an outcome").winner;
    let outcome = winner.map_or(0.5, |team| f64::from(u8::from(team == first)));
    let (mut watch, mut told) = (ChanceWatch::default(), Vec::new());
    loop {
        if playback.world().tick().is_multiple_of(LOOK_TICKS) {
            let [chance, other] = model.chances(&watch.look(playback.world()));
            assert_eq!(chance + other, CERTAIN);
            told.push(Prediction { chance: f64::from(chance) / f64::from(CERTAIN), outcome, weight: 1.0 });
        }
        if playback.advance().is_none() {
            return told;
        }
    }
}

#[test]
fn the_shipped_model_is_better_than_even_chances_on_matches_it_has_not_seen() {
    // Of strategies that it was not fitted from, played to the end. A game that turns tells half of a dozen: two dozen are judged.
    let home = Folder::new("unseen");
    let path = home.0.join("game.replay");
    let file = path.to_str().expect("text");
    let model = ChanceModel::shipped();
    let matches = [
        ("meadow", "first/rush", "first/tech"),
        ("ford", "first/expand", "first/rush"),
        ("crossroads", "first/tech", "first/expand"),
        ("highlands", "list", "first/expand"),
    ];
    let games = matches.iter().flat_map(|one| ["31", "32", "33", "34", "35", "36"].map(|seed| (one, seed)));
    let score = |((map, first, second), seed): (&(&str, &str, &str), &str)| {
        let args = ["match", "--map", map, "--p1", first, "--p2", second, "--seed", seed, "--replay", file];
        sandtable(&args).expect("it plays");
        brier(&predictions(&model, &recorded(&path)))
    };
    let scores: Vec<f64> = games.map(score).collect();
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    assert!(mean < 0.22, "{mean} of {scores:?}");
    let judged = model.judged.as_ref().expect("it says how good it is");
    assert!(judged.score < judged.army_alone && judged.army_alone < judged.even, "{judged:?}");
    assert!(judged.better_by.0 > 0, "surely better than the army value alone: {judged:?}");
    assert!(judged.maps.iter().all(|map| !model.fitted.maps.contains(map)), "judged by other maps");
}

#[test]
fn a_page_tells_chances_only_of_matches_of_two_under_the_rules_of_the_model() {
    let told = |name: &str| {
        let page = sandtable_viewer::match_page::render(&golden(name)).expect("a page");
        page.contains("\"chance\":\"Win chance: a model of ")
    };
    assert!(told("meadow-match"));
    assert!(!told("duel-short"), "other rules");
    assert!(!told("quarters-three"), "more than two players");
}
