//! Finding out what isolation a machine gives: by trying, best first, with a bot that looks around.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};

use nix::unistd::getuid;

use super::cgroup::GroupParents;
use super::isolation::{Isolation, ProcessLimit};
use super::job::{KEEP, KeptJob};
use super::sight::BotSight;
use crate::limits::BotLimits;
use crate::process::spec::ProcessSpec;

/// The hidden command of the bot that looks around.
pub(super) const LOOK_AROUND: &str = "__keep-bot-look-around";

type Found = Result<Isolation, String>;

/// What was found, by program.
static FOUND: Mutex<BTreeMap<PathBuf, Found>> = Mutex::new(BTreeMap::new());

/// What isolation a keeper can give; tried the first time that it is asked for.
pub(super) fn isolation(program: &Path) -> Found {
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    found.entry(program.to_owned()).or_insert_with(|| search(program)).clone()
}

/// Turns isolation off where it is "off": for machines on which it is found and does not work, and for tests.
const ISOLATION: &str = "SANDTABLE_ISOLATION";
/// Keeps from making control groups where it is "off".
const CONTROL_GROUPS: &str = "SANDTABLE_CONTROL_GROUPS";

fn search(program: &Path) -> Found {
    let is_off = |name: &str| std::env::var_os(name).is_some_and(|value| value == "off");
    if is_off(ISOLATION) {
        return Err(format!("{ISOLATION} is off"));
    }
    let group = if is_off(CONTROL_GROUPS) { None } else { GroupParents::find().map(ProcessLimit::Group) };
    let user = ProcessLimit::User { of_its_own: getuid().is_root() };
    let mut why = String::new();
    for limit in group.into_iter().chain([user]) {
        for has_proc in [true, false] {
            let isolation = Isolation { limit: limit.clone(), has_proc };
            match attempt(program, &isolation) {
                Ok(()) => return Ok(isolation),
                Err(error) if why.is_empty() => why = error,
                Err(_) => {}
            }
        }
    }
    Err(why)
}

fn attempt(program: &Path, isolation: &Isolation) -> Result<(), String> {
    let command = vec![program.to_string_lossy().into_owned(), LOOK_AROUND.to_owned()];
    let (folder, limits) = (PathBuf::from("."), BotLimits::default());
    let spec = ProcessSpec { command, folder, limits, readable: Vec::new(), writable: Vec::new() };
    let job = KeptJob {
        parent: std::process::id(),
        isolation: Some(isolation.clone()),
        memory_mib: spec.limits.memory_mib,
        processes: 8,
        cpus: 1,
        group: String::new(),
        sight: BotSight::new(&spec, &[]),
        command: spec.command.clone(),
    };
    let mut command = Command::new(program);
    command.args([KEEP, &job.to_word()]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(if told.is_empty() { format!("the attempt ended with {}", output.status) } else { told })
}

/// What the bot that looks around does: it fails where it sees what it should not.
pub(super) fn look_around() -> ExitCode {
    // Where it runs may lie in its own `/tmp`; its program does not.
    let beside = std::env::current_exe().unwrap_or_default().with_file_name("sandtable-probe");
    let seen = [
        ("is a process among those of everybody", std::process::id() > 8),
        ("can write beside its program", fs::write(&beside, "").is_ok_and(|()| fs::remove_file(&beside).is_ok())),
        ("sees sockets of the system", Path::new("/run").exists() || Path::new("/var/run/docker.sock").exists()),
        ("has a network", fs::read_to_string("/proc/net/dev").is_ok_and(|table| table.lines().count() > 3)),
        ("may write to the system", fs::write("/usr/sandtable-probe", "").is_ok()),
    ];
    let wrong: Vec<&str> = seen.iter().filter(|(_, is_so)| *is_so).map(|(what, _)| *what).collect();
    if wrong.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("a bot {}", wrong.join(", "));
    ExitCode::FAILURE
}
