//! What a bot has started: counted, stopped and ended by way of `/proc`.

use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, getuid};

use super::tuning::HUNT;

/// Ends all descendants.
pub fn hunt() {
    let began = Instant::now();
    while began.elapsed() < HUNT {
        stop_all(began);
        for pid in descendants(u64::MAX).0 {
            let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
        }
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Err(_) => return,
                Ok(WaitStatus::StillAlive) => break,
                Ok(_) => {}
            }
        }
        std::thread::sleep(Duration::from_micros(200));
    }
}

/// Stops all descendants, until there are none that have not been.
fn stop_all(began: Instant) {
    let mut stopped = BTreeSet::new();
    loop {
        let fresh: Vec<i32> = descendants(u64::MAX).0.into_iter().filter(|pid| stopped.insert(*pid)).collect();
        if fresh.is_empty() || began.elapsed() >= HUNT {
            return;
        }
        for pid in fresh {
            let _ = kill(Pid::from_raw(pid), Signal::SIGSTOP);
        }
    }
}

/// The descendants of this process, and how many threads they are; when these are more than `most`, not all of them.
pub fn descendants(most: u64) -> (Vec<i32>, u64) {
    let (mut found, mut threads) = (children("self"), 0);
    let mut next = 0;
    while let (Some(pid), true) = (found.get(next).copied(), threads <= most) {
        threads += fs::read_dir(format!("/proc/{pid}/task")).map_or(1, |tasks| tasks.count() as u64);
        found.extend(children(&pid.to_string()));
        next += 1;
    }
    (found, threads)
}

/// The children of a process, as `/proc` names both.
fn children(parent: &str) -> Vec<i32> {
    let tasks = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<_>>()).collect()
}

/// The threads of all processes of this user: what the kernel holds against its limit.
pub fn threads_of_user() -> u64 {
    let user = getuid().as_raw().to_string();
    let statuses = fs::read_dir("/proc").into_iter().flatten().flatten();
    let statuses = statuses.filter_map(|entry| fs::read_to_string(entry.path().join("status")).ok());
    let threads = |status: String| -> Option<u64> {
        let word = |name: &str| status.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next();
        if word("Uid:")? == user { word("Threads:")?.parse().ok() } else { None }
    };
    statuses.filter_map(threads).sum()
}

/// Bytes of memory that processes hold now, what they share counted for each.
pub fn resident_bytes(pids: &[i32]) -> u64 {
    let pages = |pid: &i32| -> Option<u64> {
        fs::read_to_string(format!("/proc/{pid}/statm")).ok()?.split(' ').nth(1)?.parse().ok()
    };
    pids.iter().filter_map(pages).sum::<u64>() * 4_096
}
