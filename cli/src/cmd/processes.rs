//! `sandtable match --peers N`: one match in N processes on this machine, each a peer.

use std::ffi::OsString;
use std::sync::atomic::Ordering;

use sandtable_match::Failure;
use sandtable_match::lockstep::{path_of_peer, run_peers};
use sandtable_match::seed::seed_told;
use sandtable_match::stopping::NOTHING_KEPT;

use super::interrupt::{interrupt, tell_of_the_rest};
use super::say;
use crate::args::MatchArgs;

/// Starts all peers, each a process of its own, and waits for them.
pub fn run_all(args: &MatchArgs, count: u8) -> Result<(), Failure> {
    let program = std::env::current_exe().map_err(|error| Failure::Engine(format!("this program's path: {error}")))?;
    let interrupt = interrupt();
    let ended = run_peers(&program, count, &|number| peer_args(args, number), &interrupt)?;
    if interrupt.load(Ordering::Relaxed) {
        return Err(tell_of_the_rest(NOTHING_KEPT, "match with the same arguments", Failure::Interrupted));
    }
    let mut result = if ended.len() == usize::from(count) { Ok(()) } else { Err(Failure::Checked) };
    // What the first of them failed of says more than that the others did not come.
    for peer in ended.iter().rev() {
        result = peer.verdict().and(result);
    }
    for peer in &ended {
        say(&peer.out)?;
        eprint!("{}", peer.errors);
    }
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
    add("replay", args.replay.as_ref().map(|path| path_of_peer(path, number).into()));
    add("secret", Some("-".into()));
    // All are this program on this machine: that commanders do the same twice can be found out.
    list.push("--check-commanders".into());
    if args.json {
        list.push("--json".into());
    }
    list
}
