//! Tournaments of bots that are processes: ends are named, results merge and verify.

use std::fs;
use std::path::Path;

use sandtable_match::runner::Termination;
use sandtable_match::store::{pack_replay, read_replay};
use sandtable_replay::Recorder;
use sandtable_tournament::{GameRecord, read_games};

use super::{Folder, alone, has, root, sandtable, text};

/// A tournament names each end, scores it, and its results verify though bots cannot be asked again.
#[test]
fn a_tournament_of_processes_names_each_end_and_verifies() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let home = Folder::new("tournament");
    let script = root().join("cli/tests/bots/hostile.py");
    for mode in ["crash", "garbage", "good"] {
        let command = format!("[\"python3\", {:?}, {mode:?}]", script.to_string_lossy());
        home.file(&format!("{mode}.toml"), &format!("bot = \"process\"\nabout = \"A test.\"\ncommand = {command}\n"));
    }
    let path = |name: &str| home.0.join(name).to_string_lossy().into_owned();
    let file = home.file(
        "t.toml",
        &format!(
            "name = \"bots\"\nabout = \"A test.\"\nrules = \"classic\"\nmaps = [\"meadow\"]\nseeds = 1\ntime_limit = 20\nstrategies = [{:?}, {:?}, {:?}]\n",
            path("crash.toml"),
            path("garbage.toml"),
            path("good.toml")
        ),
    );
    let out = path("out");
    let played = sandtable(&["tournament", &file, "--out", &out]);
    assert!(played.status.success(), "{}", text(&played));
    let games = fs::read_to_string(home.0.join("out/games.jsonl")).expect("games");
    for (words, count) in [("\"kind\":\"bot-crash\"", 2), ("\"kind\":\"bot-protocol\"", 2), ("a bug of the bot", 4)] {
        assert!(games.matches(words).count() >= count, "{words}: {games}");
    }
    let verified = sandtable(&["verify", &out]);
    assert!(verified.status.success(), "{}", text(&verified));
    assert!(text(&verified).contains("claimed: games.jsonl: game 0: the failure of player 1"), "{}", text(&verified));
    let turned = changed(&home.0.join("out"), |game| {
        game.winner = game.winner.map(|winner| 3 - winner);
        game.places.reverse();
    });
    assert!(
        turned.contains("games.jsonl: line 4: game 3 ") && turned.contains("winner: recorded 2, regenerated 1"),
        "{turned}"
    );
    let hidden = changed(&home.0.join("out"), |game| {
        game.termination = Termination::Normal;
        game.sides.iter_mut().for_each(|side| side.forfeited = None);
    });
    assert!(hidden.contains("is not the replay of game 3 "), "{hidden}");
    fs::remove_file(home.0.join("out").join(first_replay(&games))).expect("a replay");
    let verified = sandtable(&["verify", &out]);
    assert_eq!(verified.status.code(), Some(1), "{}", text(&verified));
}

/// What isolation the machine gave is printed, and kept with the results and the record of a match; nothing shows it, so it is claimed.
#[test]
fn the_isolation_that_bots_had_is_printed_and_recorded() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let home = Folder::new("isolation-recorded");
    let bot = root().join("examples/bots/python/bot.toml").to_string_lossy().into_owned();
    let head =
        "name = \"t\"\nabout = \"A test.\"\nrules = \"classic\"\nmaps = [\"meadow\"]\nseeds = 1\ntime_limit = 5\n";
    let file = home.file("t.toml", &format!("{head}strategies = [{bot:?}, \"idle\"]\n"));
    let path = |name: &str| home.0.join(name).to_string_lossy().into_owned();
    let isolation = |printed: &str| {
        let lines: Vec<&str> = printed.lines().filter_map(|line| line.strip_prefix("isolation of bots: ")).collect();
        assert_eq!(lines.len(), 1, "{printed}");
        lines[0].to_owned()
    };
    let played = sandtable(&["tournament", &file, "--out", &path("out")]);
    assert!(played.status.success(), "{}", text(&played));
    let printed = isolation(&text(&played));
    assert!(printed.starts_with("namespaces of users, processes"), "{printed}");
    let timing = fs::read(home.0.join("out/timing.json")).expect("what the clock said");
    let timing: serde_json::Value = serde_json::from_slice(&timing).expect("JSON");
    assert_eq!(timing["isolation"], printed);
    let verified = sandtable(&["verify", &path("out")]);
    assert!(text(&verified).contains(&format!("claimed: timing.json: isolation of bots: {printed}\n")));

    let played = sandtable(&[
        "match",
        "--map",
        "meadow",
        "--p1",
        &bot,
        "--p2",
        "idle",
        "--time-limit",
        "5",
        "--replay",
        &path("g.replay"),
    ]);
    assert!(played.status.success(), "{}", text(&played));
    let printed = isolation(&text(&played));
    let verified = text(&sandtable(&["replay", "verify", &path("g.replay")]));
    let claim = format!("claimed: the note: isolation of bots: {printed}, cannot be checked");
    assert!(verified.contains("ok: ") && verified.contains(&claim), "{verified}");
}

/// Each peer of a session notes what its machine gave, whoever commands.
#[test]
fn records_of_peers_note_the_isolation_that_bots_had() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let home = Folder::new("isolation-of-peers");
    let bot = root().join("examples/bots/python/bot.toml").to_string_lossy().into_owned();
    let path = |name: &str| home.0.join(name).to_string_lossy().into_owned();
    let terms = ["match", "--map", "meadow", "--time-limit", "5", "--p1", &bot, "--p2", "idle"];
    let played = sandtable(&[&terms[..], &["--peers", "2", "--replay", &path("g.replay")]].concat());
    assert!(played.status.success(), "{}", text(&played));
    for name in ["g-1.replay", "g-2.replay"] {
        let verified = text(&sandtable(&["replay", "verify", &path(name)]));
        let claim = "claimed: the note: isolation of bots: namespaces of users, processes";
        assert!(verified.contains("ok: ") && verified.contains(claim), "{name}: {verified}");
    }
}

/// Whoever plays beside a process decides again when results are verified: a replay in which it did otherwise is found, though all else in
/// the folder fits it. What the process decided is claimed.
#[test]
fn who_plays_beside_a_process_must_have_decided_what_its_replay_holds() {
    let _alone = alone();
    if !has("python3") {
        return;
    }
    let home = Folder::new("beside");
    let bot = root().join("examples/bots/python/bot.toml").to_string_lossy().into_owned();
    let path = |name: &str| home.0.join(name).to_string_lossy().into_owned();
    let played = fs::read_to_string(root().join("scenarios/strategies/duel/rush.toml")).expect("a strategy");
    let told = played.replace("workers = 5", "workers = 2");
    assert_ne!(told, played);
    home.file("own.toml", &played);
    let head = "name = \"t\"\nabout = \"A test.\"\nrules = \"duel\"\nmaps = [\"duel16\"]\nseeds = 1\ntime_limit = 40\n";
    let names = [path("own.toml"), bot];
    let file = home.file("t.toml", &format!("{head}strategies = {names:?}\n"));
    let out = path("out");
    let ran = sandtable(&["tournament", &file, "--out", &out]);
    assert!(ran.status.success(), "{}", text(&ran));
    let verified = sandtable(&["verify", &out]);
    let claimed = "player 2 gave the recorded orders (an external bot), which is claimed";
    assert!(verified.status.success() && text(&verified).contains(claimed), "{}", text(&verified));
    // The strategy that is said to have played is another one, everywhere.
    let manifest = home.0.join("out/manifest.json");
    let quoted = |text: &str| serde_json::to_string(text).expect("JSON");
    let text_of = fs::read_to_string(&manifest).expect("a manifest");
    fs::write(&manifest, text_of.replace(&quoted(&played), &quoted(&told))).expect("a manifest");
    for entry in fs::read_dir(home.0.join("out/replays")).expect("replays").flatten() {
        let mut replay = read_replay(&entry.path()).expect("a file").expect("a replay");
        let all = &mut replay.header.contestants;
        all.iter_mut().filter(|it| it.source == played).for_each(|it| it.source.clone_from(&told));
        let mut recorder = Recorder::resume(&replay, replay.last_tick());
        recorder.finish(None, replay.end.as_ref().expect("it is whole"));
        fs::write(entry.path(), pack_replay(&recorder.take_bytes()).expect("it packs")).expect("a file");
    }
    let verified = sandtable(&["verify", &out]);
    assert_eq!(verified.status.code(), Some(1), "{}", text(&verified));
    assert!(text(&verified).contains("player 1 (") && text(&verified).contains("decides differently for tick "));
}

/// What `verify` says when somebody changes a game that a process won, the checksum with it; everything is put back.
fn changed(out: &Path, change: impl Fn(&mut GameRecord)) -> String {
    let list = out.join("games.jsonl");
    let before = fs::read(&list).expect("a list");
    let (mut games, _) = read_games(out).expect("results");
    change(&mut games[3]);
    let lines: Vec<String> = games.iter().map(|game| game.to_line().expect("JSON") + "\n").collect();
    fs::write(&list, lines.concat()).expect("a list");
    let verified = sandtable(&["verify", &out.to_string_lossy()]);
    assert_eq!(verified.status.code(), Some(1), "{}", text(&verified));
    fs::write(&list, before).expect("a list");
    text(&verified)
}

fn first_replay(games: &str) -> String {
    let (_, rest) = games.split_once("\"replay\":\"").expect("replays are kept");
    rest.split('"').next().expect("a path").to_owned()
}

/// Results of bots that are processes can be put together and verified where the bots are not, though a game need not come out twice
/// the same.
#[test]
fn parts_merge_and_verify_where_the_bots_are_not() {
    let _alone = alone();
    let home = Folder::new("parts");
    let script = home.file("bot.sh", "exit 3\n");
    for name in ["a", "b"] {
        let about = format!("bot = \"process\"\nabout = \"It ends at once.\"\ncommand = [\"sh\", {script:?}]\n");
        home.file(&format!("{name}.toml"), &format!("{about}folder = {:?}\n", home.0.to_string_lossy()));
    }
    let path = |name: &str| home.0.join(name).to_string_lossy().into_owned();
    let head =
        "name = \"t\"\nabout = \"A test.\"\nrules = \"classic\"\nmaps = [\"meadow\"]\nseeds = 2\ntime_limit = 20\n";
    let file = home.file("t.toml", &format!("{head}strategies = [{:?}, {:?}]\n", path("a.toml"), path("b.toml")));
    for (shard, part) in [("1/2", "part1"), ("2/2", "part2")] {
        let played = sandtable(&["tournament", &file, "--shard", shard, "--out", &path(part)]);
        assert!(played.status.success(), "{}", text(&played));
    }
    let moved = Folder::new("moved");
    for part in ["part1", "part2"] {
        fs::rename(path(part), moved.0.join(part)).expect("a folder");
    }
    drop(home);
    let path = |name: &str| moved.0.join(name).to_string_lossy().into_owned();
    let merged = sandtable(&["merge", &path("part2"), &path("part1"), &path("part2"), "--out", &path("whole")]);
    assert!(merged.status.success(), "{}", text(&merged));
    let verified = sandtable(&["verify", &path("whole")]);
    assert!(verified.status.success(), "{}", text(&verified));
    let list = moved.0.join("part2/games.jsonl");
    let (mut games, _) = sandtable_tournament::read_games(&moved.0.join("part2")).expect("results");
    games[0].ticks += 1;
    let lines: Vec<String> = games.iter().map(|game| game.to_line().expect("JSON") + "\n").collect();
    fs::write(list, lines.concat()).expect("a list");
    let refused = sandtable(&["merge", &path("whole"), &path("part2"), "--out", &path("other")]);
    assert_eq!(refused.status.code(), Some(1), "{}", text(&refused));
    assert!(text(&refused).contains("may decide differently each time"), "{}", text(&refused));
}
