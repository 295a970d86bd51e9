//! `sandtable serve`, `sandtable view` and `replay render` of results: which pages there are, who gets them, and what is said of bad paths.

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tournament::{GameRecord, GamesPage, GamesState, PageServer, read_games, reasons};

const FILE: &str = "name = \"t\"\nabout = \"A test.\"\nrules = \"classic\"\nbase_seed = 5\nmaps = [\"meadow\"]\n\
                    strategies = [\"first/rush\", \"idle\"]\nseeds = 1\ntime_limit = 20\n";

fn played(home: &Folder) -> String {
    let file = home.file("t.toml", FILE).to_string_lossy().into_owned();
    let out = home.0.join("out").to_string_lossy().into_owned();
    sandtable(&["tournament", &file, "--out", &out]).expect("it plays");
    out
}

/// A server of a folder, which ends with the tests.
struct Server {
    port: u16,
}

impl Server {
    fn start(folder: &str) -> Server {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
        let port = free.expect("a free port").port();
        let folder = folder.to_owned();
        std::thread::spawn(move || sandtable(&["serve", &folder, "--port", &port.to_string()]));
        Server { port }
    }

    fn connect(&self) -> TcpStream {
        for _ in 0..200 {
            if let Ok(stream) = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)) {
                return stream;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("nobody listens on port {}", self.port);
    }

    /// The status line and the body.
    fn ask(&self, request: &str) -> (String, String) {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("answered");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head.lines().next().unwrap_or_default().to_owned(), body.to_owned())
    }

    fn get(&self, path: &str) -> (String, String) {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port))
    }
}

#[test]
fn a_folder_of_results_is_served_to_this_machine() {
    let home = Folder::new("served");
    let out = played(&home);
    let server = Server::start(&out);
    let (status, index) = server.get("/");
    assert_eq!(status, "HTTP/1.1 200 OK");
    assert!(index.contains("href=\"game/0\"") && index.contains("href=\"game/1\""), "{index}");
    let (status, page) = server.get("/game/1");
    assert!(status.ends_with("200 OK") && page.contains("<meta name=\"generator\" content=\"Sandtable\">"), "{status}");
    let report = fs::read_to_string(home.0.join("out/report.html")).expect("written");
    assert_eq!(server.get("/report.html").1, report);
    let head = server.ask(&format!("HEAD / HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", server.port));
    assert_eq!(head, ("HTTP/1.1 200 OK".to_owned(), String::new()));
}

#[test]
fn the_page_of_a_tuning_is_served_as_it_is() {
    let home = Folder::new("served-tune");
    home.file("manifest.json", "{\"format\": 9, \"settings\": {\"file\": \"x.toml\"}}");
    let server = Server::start(&home.0.to_string_lossy());
    assert_eq!(server.get("/").0, "HTTP/1.1 404 Not Found");
    for text in ["<p>one</p>", "<p>two</p>"] {
        home.file("report.html", text);
        assert_eq!(server.get("/"), ("HTTP/1.1 200 OK".to_owned(), text.to_owned()));
    }
    assert_eq!(server.get("/manifest.json").0, "HTTP/1.1 404 Not Found");
    assert_eq!(server.get("/game/0").0, "HTTP/1.1 404 Not Found");
}

#[test]
fn nothing_else_is_served() {
    let home = Folder::new("unserved");
    let out = played(&home);
    let server = Server::start(&out);
    for path in [
        "/game/2",
        "/game/-1",
        "/game/",
        "/manifest.json",
        "/games.jsonl",
        "/../t.toml",
        "/game/../../t.toml",
        "/%2e%2e/t.toml",
        "/replays/",
        "//etc/passwd",
        "*",
    ] {
        let (status, body) = server.get(path);
        assert!(status.ends_with("404 Not Found") && !body.contains("strategies"), "{path}: {status}");
    }
    let other = server.ask("GET / HTTP/1.1\r\nHost: example.org\r\n\r\n");
    assert!(other.0.ends_with("403 Forbidden"), "{other:?}");
    let written = server.ask(&format!("POST / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", server.port));
    assert!(written.0.ends_with("405 Method Not Allowed"), "{written:?}");
}

#[test]
fn a_list_of_games_from_elsewhere_names_no_file_outside() {
    let home = Folder::new("climbing");
    let out = played(&home);
    let list = home.0.join("out/games.jsonl");
    let (mut records, _) = read_games(&home.0.join("out")).expect("readable");
    fs::copy(home.0.join("out").join(records[0].replay.as_deref().expect("kept")), home.0.join("secret.replay"))
        .expect("copied");
    records[0].replay = Some("../secret.replay".to_owned());
    let lines: Vec<String> = records.iter().map(|record| record.to_line().expect("JSON") + "\n").collect();
    fs::write(list, lines.concat()).expect("written");
    let server = Server::start(&out);
    assert!(server.get("/game/0").0.ends_with("404 Not Found"));
    assert!(server.get("/game/1").0.ends_with("200 OK"));
}

#[cfg(unix)]
#[test]
fn a_report_that_is_a_link_is_not_followed() {
    let home = Folder::new("linked-report");
    let out = played(&home);
    let report = home.0.join("out/report.html");
    fs::remove_file(&report).expect("it is there");
    let server = Server::start(&out);
    assert!(server.get("/report.html").0.ends_with("404 Not Found"));
    let secret = home.file("secret.txt", "somebody's own");
    std::os::unix::fs::symlink(secret, &report).expect("a link");
    let (status, body) = server.get("/report.html");
    assert!(status.starts_with("HTTP/1.1 500") && body.contains("it is a link"), "{status} {body}");
    assert!(!body.contains("somebody's own"), "{body}");
}

/// Whoever starts a server is told at once, not each browser that asks.
#[cfg(unix)]
#[test]
fn a_folder_whose_games_or_page_are_no_files_is_not_served() {
    let home = Folder::new("pipes-served");
    played(&home);
    let folder = home.0.join("out");
    let refused = |name: &str| {
        let path = folder.join(name);
        fs::remove_file(&path).expect("it is there");
        let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
        assert!(made.success());
        let opened = [PageServer::open(&folder, None, 0), PageServer::of_page(&folder, 0)];
        fs::remove_file(&path).expect("it is there");
        opened.map(|server| server.err().map(|failure| failure.to_string()).unwrap_or_default())
    };
    let told = refused("report.html");
    assert!(told.iter().all(|told| told.contains("report.html: it is a FIFO")), "{told:?}");
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("a list");
    let [told, page] = refused("games.jsonl");
    assert!(told.contains("games.jsonl: it is a FIFO") && page.is_empty(), "{told} {page}");
    fs::write(folder.join("games.jsonl.partial"), text).expect("written");
    let [told, _] = refused("games.jsonl.partial");
    assert!(told.contains("games.jsonl.partial: it is a FIFO"), "{told}");
}

#[test]
fn lines_that_are_whole_and_no_games_are_refused_by_file_and_line() {
    let home = Folder::new("misfit");
    let out = played(&home);
    let folder = home.0.join("out");
    let (records, _) = read_games(&folder).expect("readable");
    type Change = fn(&mut GameRecord);
    let changes: [(Change, &str); 6] = [
        (|record| record.strategies.truncate(1), "found 2 teams and 1 strategies"),
        (|record| record.places.clear(), "found 0 places"),
        (|record| record.teams.push(3), "found 3 teams"),
        (|record| record.sides.clear(), "found 0 sides"),
        (|record| record.strategies.clear(), "found no strategies"),
        (|record| record.game = 0, "found game 0 twice"),
    ];
    for (change, why) in changes {
        let mut changed = records.clone();
        change(&mut changed[1]);
        let lines: Vec<String> = changed.iter().map(|record| record.to_line().expect("JSON") + "\n").collect();
        fs::write(folder.join("games.jsonl"), lines.concat()).expect("written");
        let (code, words) = error_of(&["replay", "render", &out, "-o", &home.0.join("pages").to_string_lossy()]);
        assert!(code == 2 && words.contains(&format!("games.jsonl: line 2: {why}")), "{words}");
    }
    assert!(!home.0.join("pages").exists(), "nothing is begun");
}

#[test]
fn games_still_being_played_are_listed() {
    let home = Folder::new("playing");
    let out = played(&home);
    let folder = home.0.join("out");
    let lines = fs::read_to_string(folder.join("games.jsonl")).expect("a list");
    fs::remove_file(folder.join("games.jsonl")).expect("removed");
    let first = lines.lines().next().expect("a game");
    fs::write(folder.join("games.jsonl.partial"), format!("{first}\n{{\"game\":1,")).expect("written");
    let server = Server::start(&out);
    let (_, index) = server.get("/");
    assert!(index.contains("1 game so far") && index.contains("http-equiv=\"refresh\""), "{index}");
    assert!(index.contains("href=\"game/0\"") && !index.contains("href=\"game/1\""));
}

#[test]
fn upsets_comebacks_and_refusals_are_reasons_to_look() {
    let home = Folder::new("reasons");
    played(&home);
    let (records, _) = read_games(&home.0.join("out")).expect("readable");
    // Ten games of two, of which the first wins nine.
    let mut many: Vec<_> = (0..10).map(|row| records[row % 2].clone()).collect();
    for (row, record) in many.iter_mut().enumerate() {
        record.game = row as u32;
        record.strategies = vec!["strong".to_owned(), "weak <b>".to_owned()];
        record.places = if row == 3 { vec![2, 1] } else { vec![1, 2] };
        record.sides.iter_mut().for_each(|side| side.sums.rejected = 0);
    }
    many[6].sides[0].curve.army = vec![0, 100, 900];
    many[6].sides[1].curve.army = vec![0, 400, 100];
    many[7].sides[1].sums.rejected = 12;
    let found = reasons(&many);
    assert!(found[3].contains(&"upset: weak <b> with a score of 10 % beat strong with 90 %".to_owned()), "{found:?}");
    assert!(found[6].contains(&"comeback: strong had an army of 100 against 400 at 1:00".to_owned()), "{found:?}");
    assert!(found[7].contains(&"12 orders refused".to_owned()), "{found:?}");
    assert!(found[9].iter().all(|reason| reason.starts_with("long:")), "{found:?}");
    let (state, link) =
        (GamesState::Finished { report: true }, |record: &GameRecord| Some(format!("game/{}", record.game)));
    let page = GamesPage { name: "x <i>", records: &many, state, link: &link }.html();
    assert!(page.contains("Notable games") && !page.contains("<b>, which") && !page.contains("x <i>"));
}

#[test]
fn what_cannot_be_shown_is_an_error_with_words() {
    let home = Folder::new("unshown");
    let empty = home.0.to_string_lossy().into_owned();
    let (code, words) = error_of(&["serve", &empty]);
    assert!(code != 0 && words.contains("manifest.json"), "{words}");
    let (code, words) = error_of(&["view", &empty, "-o", "page.html"]);
    assert!(code != 0 && words.contains("manifest.json"), "{words}");
    let missing = home.0.join("none.replay").to_string_lossy().into_owned();
    let (code, words) = error_of(&["view", &missing, "--no-open"]);
    assert!(code != 0 && words.contains("none.replay"), "{words}");
}

#[test]
fn a_replay_is_viewed_as_a_page() {
    let home = Folder::new("viewed");
    let replay = concat!(env!("CARGO_MANIFEST_DIR"), "/../replays/duel.replay");
    let page = home.0.join("page.html").to_string_lossy().into_owned();
    sandtable(&["view", replay, "--no-open", "-o", &page]).expect("a page");
    assert!(fs::read_to_string(page).expect("written").contains("<meta name=\"generator\" content=\"Sandtable\">"));
}

/// The pages of a folder by name.
fn pages_of(folder: &std::path::Path) -> std::collections::BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries
        .map(|entry| {
            (entry.file_name().to_string_lossy().into_owned(), fs::read_to_string(entry.path()).expect("text"))
        })
        .collect()
}

#[test]
fn a_folder_of_results_becomes_a_folder_of_pages() {
    let home = Folder::new("offline");
    let (out, pages) = (played(&home), home.0.join("pages"));
    let engine = home.file("engine.lzma", "]not run here").to_string_lossy().into_owned();
    let folder = pages.to_string_lossy().into_owned();
    sandtable(&["replay", "render", &out, "-o", &folder, "--engine", &engine, "--threads", "2"]).expect("pages");
    let made = pages_of(&pages);
    let name = |begin: &str| {
        let found: Vec<&String> = made.keys().filter(|name| name.starts_with(begin)).collect();
        assert_eq!(found.len(), 1, "{begin}: {:?}", made.keys());
        found[0].as_str()
    };
    let (script, engine_name) = (name("page-"), name("engine-"));
    let index = &made["index.html"];
    for game in ["game-0.html", "game-1.html"] {
        assert!(index.contains(&format!("href=\"{game}\"")) && index.contains("report.html"), "{index}");
        let page = &made[game];
        for part in [script, engine_name, "href=\"index.html\"", "default-src 'none'"] {
            assert!(page.contains(part), "{game}: {part}");
        }
        assert!(page.len() < 100_000 && !page.contains("http-equiv=\"refresh\""), "{} bytes", page.len());
    }
    assert_eq!(made["report.html"], fs::read_to_string(home.0.join("out/report.html")).expect("written"));
    // Another time it is the same; of other threads as well.
    sandtable(&["view", &out, "--no-open", "-o", &folder, "--engine", &engine]).expect("pages");
    assert_eq!(pages_of(&pages), made);
}

#[test]
fn pages_are_made_of_a_stopped_tournament_and_only_of_its_replays() {
    let home = Folder::new("offline-stopped");
    let (out, pages) = (played(&home), home.0.join("pages"));
    let results = home.0.join("out");
    let (mut records, _) = read_games(&results).expect("readable");
    fs::copy(results.join(records[0].replay.as_deref().expect("kept")), home.0.join("secret.replay")).expect("copied");
    records[0].replay = Some("../secret.replay".to_owned());
    fs::write(results.join(records[1].replay.as_deref().expect("kept")), "no replay").expect("written");
    let mut more = records[1].clone();
    (more.game, more.replay) = (2, None);
    records.push(more);
    let lines: Vec<String> = records.iter().map(|record| record.to_line().expect("JSON") + "\n").collect();
    fs::remove_file(results.join("games.jsonl")).expect("removed");
    fs::write(results.join("games.jsonl.partial"), lines.concat()).expect("written");
    let folder = pages.to_string_lossy().into_owned();
    let (code, _) = error_of(&["replay", "render", &out, "-o", &folder]);
    assert_eq!(code, 1, "a game that cannot be shown is told");
    let made = pages_of(&pages);
    let index = &made["index.html"];
    assert!(index.contains("3 games so far") && !index.contains("href=\"game-"), "{index}");
    assert!(!made.keys().any(|name| name.starts_with("game-") || name == "report.html"), "{:?}", made.keys());
}

#[test]
fn a_folder_that_holds_something_else_gets_no_pages() {
    let home = Folder::new("offline-taken");
    let out = played(&home);
    let taken = home.0.to_string_lossy().into_owned();
    for folder in [&taken, &out] {
        let (code, words) = error_of(&["replay", "render", &out, "-o", folder]);
        assert!(code == 2 && words.contains("name another folder"), "{words}");
    }
    // Pages of somebody else's in a folder of pages stay as they are, and nothing is written beside them.
    for name in ["game-0.html", "report.html"] {
        let folder = home.0.join(format!("with-{name}"));
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("index.html"), "<meta name=\"generator\" content=\"Sandtable games\">").expect("written");
        fs::write(folder.join(name), "<p>mine</p>").expect("written");
        let before = pages_of(&folder);
        let (code, words) = error_of(&["replay", "render", &out, "-o", &folder.to_string_lossy()]);
        assert!(code == 2 && words.contains(name), "{words}");
        assert_eq!(pages_of(&folder), before);
    }
    home.file("index.html", "<p>mine</p>");
    let (code, words) = error_of(&["replay", "render", &out, "-o", &taken]);
    assert!(code == 2 && words.contains("is not a list of games"), "{words}");
    let replay = concat!(env!("CARGO_MANIFEST_DIR"), "/../replays/duel.replay");
    for option in [&["--notable"][..], &["--threads", "4"]] {
        let (code, words) = error_of(&[&["replay", "render", replay], option].concat());
        assert!(code == 2 && words.contains(option[0]), "{words}");
    }
}
