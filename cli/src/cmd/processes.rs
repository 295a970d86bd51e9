//! `sandtable match --peers N`: one match in N processes on this machine, each a peer.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use sandtable_match::Failure;
use sandtable_match::lockstep::{EndedPeer, run_peers};
use sandtable_match::seed::seed_told;

use super::say;
use crate::args::MatchArgs;

/// Starts all peers, each a process of its own, and waits for them.
pub fn run_all(args: &MatchArgs, count: u8) -> Result<(), Failure> {
    let program = std::env::current_exe().map_err(|error| Failure::Engine(format!("this program's path: {error}")))?;
    let ended = run_peers(&program, count, &|number| peer_args(args, number))?;
    let mut result = if ended.len() == usize::from(count) { Ok(()) } else { Err(Failure::Checked) };
    // What the first of them failed of says more than that the others did not come.
    for peer in ended.iter().rev() {
        result = verdict(peer).and(result);
    }
    ended.iter().try_for_each(told)?;
    result
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
    add("seed", text(&seed_told(args.seed)));
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
    add("input-delay", lockstep.input_delay.and_then(|delay| text(&delay)));
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

/// Passes on what a process said.
fn told(peer: &EndedPeer) -> Result<(), Failure> {
    say(&peer.out)?;
    eprint!("{}", peer.errors);
    Ok(())
}

fn verdict(peer: &EndedPeer) -> Result<(), Failure> {
    let number = peer.number;
    match peer.code {
        Some(0) => Ok(()),
        Some(1) => Err(Failure::Checked),
        Some(5) => Err(Failure::Incomplete),
        // What it could not do it has said.
        Some(2 | 3) => Err(Failure::Usage(format!("peer {number} could not play"))),
        Some(code) => Err(Failure::Engine(format!("peer {number} ended with exit code {code}"))),
        None => Err(Failure::Engine(format!("peer {number} was killed"))),
    }
}
