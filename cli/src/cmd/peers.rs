//! `sandtable match --peers 2`: one match in two processes, and each of the two.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::lockstep::{self, Link, Peer, PeerEnd, PeerOutcome};
use sandtable_match::runner::{Observer, Recording, Silent, tell, threads_of_a_match};
use sandtable_match::setup::MatchSetup;
use sandtable_match::store::{Product, StreamedReplay, SystemDisk};

use super::play::setup;
use super::{say, say_json};
use crate::args::MatchArgs;

/// What the first peer says before the address at which it waits.
const LISTENING: &str = "listening at ";

/// Plays one side of a match between two processes.
pub fn run_one(args: &MatchArgs, registry: &Registry, number: u8, address: &str) -> Result<(), Failure> {
    if let Some(path) = &args.replay {
        Product::Replay.may_replace(path)?;
    }
    let setup = setup(args, registry)?;
    let stream = meet(number, address, args.lockstep.patience).map_err(|error| {
        Failure::Usage(format!(
            "{address}: {error}; expected an address such as 127.0.0.1:7000 where the other peer is"
        ))
    })?;
    let patience = Duration::from_secs(u64::from(args.lockstep.patience));
    let link = Link::over(stream, patience).map_err(|error| Failure::Usage(format!("{address}: {error}")))?;
    let outcome = match &args.replay {
        None => play(args, setup, number, link, &mut Silent)?,
        Some(path) => {
            let file = StreamedReplay::create(&SystemDisk, path)?;
            let MatchSetup { scenario, commanders, contestants, sources } = setup;
            // What all commanders remember is known to a peer that runs them all.
            let memories = args.lockstep.check_commanders;
            let mut recording = Recording::signed(&scenario, args.seed, contestants, sources, memories, file);
            let setup = MatchSetup { scenario, commanders, contestants: Vec::new(), sources: Vec::new() };
            let outcome = play(args, setup, number, link, &mut recording)?;
            recording.into_sink().finish()?;
            outcome
        }
    };
    report(args, number, &outcome)
}

/// Meets the other peer, telling where when this one waits.
fn meet(number: u8, address: &str, patience: u16) -> io::Result<TcpStream> {
    if number != 0 {
        return lockstep::call(address, patience);
    }
    // To standard error, where it cannot be taken for a result.
    lockstep::wait_at(address, patience, |local| eprintln!("{LISTENING}{local}"))
}

fn play(
    args: &MatchArgs,
    setup: MatchSetup,
    number: u8,
    link: Link,
    observer: &mut dyn Observer,
) -> Result<PeerOutcome, Failure> {
    let threads = threads_of_a_match(args.threads)?;
    let peer = Peer::new(number, &setup.scenario, args.seed, setup.commanders, link, observer);
    let peer = peer.on(threads).checking_commanders(args.lockstep.check_commanders);
    Ok(peer.diverge_at(args.lockstep.diverge_at.filter(|_| number == 1)).play())
}

fn report(args: &MatchArgs, number: u8, outcome: &PeerOutcome) -> Result<(), Failure> {
    let PeerOutcome { result, end, stalls } = outcome;
    if args.json {
        say_json(result)?;
    } else {
        let replay = args.replay.as_ref().map(|path| format!("\nreplay: {}\n", path.display())).unwrap_or_default();
        let peer = number + 1;
        say(&format!("{}\npeer {peer}: {end}; waited in {stalls} of {} ticks\n{replay}", tell(result), result.ticks))?;
    }
    match end {
        PeerEnd::Played if result.sides.iter().any(|side| side.forfeited.is_some()) => Err(Failure::Checked),
        PeerEnd::Played => Ok(()),
        PeerEnd::Lost { .. } => Err(Failure::Incomplete),
        PeerEnd::Divergence(_) => Err(Failure::Checked),
        PeerEnd::Stopped => match result.engine_error() {
            Some(message) => Err(Failure::Engine(message.to_owned())),
            None => Err(Failure::Incomplete),
        },
    }
}

/// Starts both peers, each a process of its own, and waits for them.
pub fn run_both(args: &MatchArgs) -> Result<(), Failure> {
    let program = std::env::current_exe().map_err(|error| Failure::Engine(format!("this program's path: {error}")))?;
    let start = |row: usize, address: &[OsString]| {
        let mut command = Command::new(&program);
        command
            .args(peer_args(args, row))
            .args(address)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().map_err(|error| Failure::Io { doing: "start", path: program.clone(), error })
    };
    let mut first = start(0, &["--listen".into(), "127.0.0.1:0".into()])?;
    let address = address_of(&mut first);
    let Some((address, errors)) = address else {
        return Err(finished(first, Box::new(io::empty()), 1)?.err().unwrap_or(Failure::Checked));
    };
    let mut second = match start(1, &["--connect".into(), address.into()]) {
        Ok(second) => second,
        Err(failure) => {
            // Nobody will call: it would wait for ever.
            let _ = first.kill();
            let _ = first.wait();
            return Err(failure);
        }
    };
    let other_errors: Box<dyn Read + Send> = match second.stderr.take() {
        Some(errors) => Box::new(errors),
        None => Box::new(io::empty()),
    };
    // Both are read at once: a full pipe would hold its process up.
    let other = std::thread::spawn(move || collect(second, other_errors));
    let one = collect(first, errors);
    let other = other.join().map_err(|_| Failure::Engine("a thread that waits for a process".to_owned()))?;
    let first = told(one, 1)?;
    let second = told(other, 2)?;
    first.and(second)
}

/// The arguments of one of the peers.
fn peer_args(args: &MatchArgs, row: usize) -> Vec<OsString> {
    let mut list: Vec<OsString> = vec!["match".into()];
    list.extend(args.scenario.iter().map(OsString::from));
    let mut add = |name: &str, value: Option<OsString>| {
        if let Some(value) = value {
            list.extend([OsString::from(format!("--{name}")), value]);
        }
    };
    add("seed", Some(args.seed.to_string().into()));
    for (number, strategy) in args.commanders.all().into_iter().enumerate() {
        add(&format!("p{}", number + 1), strategy.map(OsString::from));
    }
    add("map", args.map.as_ref().map(OsString::from));
    add("rules", args.rules.as_ref().map(OsString::from));
    add("time-limit", args.time_limit.map(|seconds| seconds.to_string().into()));
    add("threads", Some(args.threads.to_string().into()));
    add("input-delay", args.lockstep.input_delay.map(|ticks| ticks.to_string().into()));
    add("patience", Some(args.lockstep.patience.to_string().into()));
    add("diverge-at", args.lockstep.diverge_at.map(|tick| tick.to_string().into()));
    add("replay", args.replay.as_ref().map(|path| numbered(path, row + 1).into()));
    // Both are this program on this machine: that commanders do the same twice can be found out.
    list.push("--check-commanders".into());
    if args.json {
        list.push("--json".into());
    }
    list
}

/// `game.replay` of the first peer is `game-1.replay`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// Where the first peer waits, and what it says on standard error after that; none when it does not.
fn address_of(first: &mut Child) -> Option<(String, Box<dyn Read + Send>)> {
    let mut errors = BufReader::new(first.stderr.take()?);
    let mut line = String::new();
    errors.read_line(&mut line).ok()?;
    match line.trim().strip_prefix(LISTENING) {
        Some(address) => Some((address.to_owned(), Box::new(errors))),
        None => {
            // Why it does not: the rest of what it says.
            let _ = errors.read_to_string(&mut line);
            eprint!("{line}");
            None
        }
    }
}

/// What a process said and how it ended.
struct Finished {
    out: String,
    errors: String,
    code: Option<i32>,
}

fn collect(mut child: Child, mut errors: Box<dyn Read + Send>) -> Finished {
    let said = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = errors.read_to_string(&mut text);
        text
    });
    let mut out = String::new();
    if let Some(pipe) = child.stdout.as_mut() {
        let _ = pipe.read_to_string(&mut out);
    }
    let code = child.wait().ok().and_then(|status| status.code());
    Finished { out, errors: said.join().unwrap_or_default(), code }
}

fn finished(child: Child, errors: Box<dyn Read + Send>, number: u8) -> Result<Result<(), Failure>, Failure> {
    told(collect(child, errors), number)
}

/// Passes on what a process said; how it ended is the result.
fn told(finished: Finished, number: u8) -> Result<Result<(), Failure>, Failure> {
    say(&finished.out)?;
    eprint!("{}", finished.errors);
    Ok(match finished.code {
        Some(0) => Ok(()),
        Some(1) => Err(Failure::Checked),
        Some(5) => Err(Failure::Incomplete),
        // What it could not do it has said.
        Some(2 | 3) => Err(Failure::Usage(format!("peer {number} could not play"))),
        Some(code) => Err(Failure::Engine(format!("peer {number} ended with exit code {code}"))),
        None => Err(Failure::Engine(format!("peer {number} was killed"))),
    })
}
