//! `sandtable match --peers N`: one match in N processes on this machine, each a peer.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use sandtable_match::Failure;
use sandtable_match::lockstep::{InputDelay, entropy};

use super::peers::LISTENING;
use super::say;
use crate::args::MatchArgs;

/// Starts all peers, each a process of its own, and waits for them.
pub fn run_all(args: &MatchArgs, count: u8) -> Result<(), Failure> {
    let program = std::env::current_exe().map_err(|error| Failure::Engine(format!("this program's path: {error}")))?;
    let random = entropy().map_err(|error| Failure::Engine(format!("the system's random numbers: {error}")))?;
    let secret: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
    let start = |number: u8, address: &[OsString]| {
        let mut command = Command::new(&program);
        command
            .args(peer_args(args, number))
            .args(address)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let fail = |error| Failure::Io { doing: "start", path: program.clone(), error };
        let mut child = command.spawn().map_err(fail)?;
        // One that has ended already says why.
        child.stdin.take().into_iter().for_each(|mut pipe| drop(pipe.write_all(secret.as_bytes())));
        Ok(child)
    };
    let mut first = start(1, &["--listen".into(), "127.0.0.1:0".into()])?;
    let Some((address, errors)) = address_of(&mut first) else {
        return told(collect(first, Box::new(io::empty())), 1)?.and(Err(Failure::Checked));
    };
    let mut peers: Vec<(u8, Child, Box<dyn Read + Send>)> = vec![(1, first, errors)];
    for number in 2..=count {
        let role = ["--connect".into(), address.clone().into(), "--peer".into(), number.to_string().into()];
        match start(number, &role) {
            Ok(mut child) => {
                let errors: Box<dyn Read + Send> = match child.stderr.take() {
                    Some(errors) => Box::new(errors),
                    None => Box::new(io::empty()),
                };
                peers.push((number, child, errors));
            }
            Err(failure) => {
                // They would wait for one that does not come.
                peers.iter_mut().for_each(|(_, child, _)| drop((child.kill(), child.wait())));
                return Err(failure);
            }
        }
    }
    // All are read at once: a full pipe would hold its process up.
    let readers: Vec<_> = peers
        .into_iter()
        .map(|(number, child, errors)| (number, std::thread::spawn(move || collect(child, errors))))
        .collect();
    let mut ended = Ok(());
    for (number, reader) in readers {
        let finished = reader.join().map_err(|_| Failure::Engine("a thread that waits for a process".to_owned()))?;
        ended = ended.and(told(finished, number)?);
    }
    ended
}

/// The arguments of one of the peers.
fn peer_args(args: &MatchArgs, number: u8) -> Vec<OsString> {
    let mut list: Vec<OsString> = vec!["match".into()];
    list.extend(args.scenario.iter().map(OsString::from));
    let mut add = |name: &str, value: Option<OsString>| {
        if let Some(value) = value {
            list.extend([OsString::from(format!("--{name}")), value]);
        }
    };
    let text = |value: &dyn ToString| Some(OsString::from(value.to_string()));
    add("seed", text(&args.seed));
    for (number, strategy) in args.commanders.all().into_iter().enumerate() {
        add(&format!("p{}", number + 1), strategy.map(OsString::from));
    }
    add("map", args.map.as_ref().map(OsString::from));
    add("rules", args.rules.as_ref().map(OsString::from));
    add("time-limit", args.time_limit.and_then(|seconds| text(&seconds)));
    add("threads", text(&args.threads));
    let lockstep = &args.lockstep;
    add("peers", lockstep.peers.and_then(|count| text(&count)));
    let split: Vec<String> = lockstep.split.iter().map(u8::to_string).collect();
    add("split", (!split.is_empty()).then(|| split.join(",").into()));
    let delay = lockstep.input_delay.map(|delay| match delay.delay {
        InputDelay::Fixed => delay.least.to_string(),
        InputDelay::Adaptive { most } => format!("{}..{most}", delay.least),
    });
    add("input-delay", delay.map(OsString::from));
    add("tick-ms", text(&lockstep.tick_ms));
    add("patience", text(&lockstep.patience));
    add("diverge-at", lockstep.diverge_at.and_then(|tick| text(&tick)));
    add("replay", args.replay.as_ref().map(|path| numbered(path, number).into()));
    add("secret", Some("-".into()));
    // All are this program on this machine: that commanders do the same twice can be found out.
    list.push("--check-commanders".into());
    if args.json {
        list.push("--json".into());
    }
    list
}

/// `game.replay` of the first peer is `game-1.replay`.
fn numbered(path: &Path, number: u8) -> PathBuf {
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
