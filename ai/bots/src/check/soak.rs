//! Many short matches, one after the other, and what they leave behind: nothing.

use std::fs;

use super::plan::{BotFactory, CheckPlan};
use super::trial::trial;
use sandtable_state::id::PlayerId;
use serde::Serialize;

/// What a process holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct HeldResources {
    /// Children that live, or have not been waited for.
    pub children: u32,
    /// Open files.
    pub files: u32,
    /// Resident memory, in KiB.
    pub memory_kib: u64,
}

impl HeldResources {
    /// What this process holds now; zeros where the system does not say.
    pub fn now() -> HeldResources {
        let count = |path: &str| fs::read_dir(path).map_or(0, |entries| entries.count() as u32);
        let tasks = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        let children = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let resident =
            status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.split_whitespace().next()?.parse().ok());
        HeldResources {
            children: children.map(|text| text.split_whitespace().count() as u32).sum(),
            files: count("/proc/self/fd"),
            memory_kib: resident.unwrap_or(0),
        }
    }
}

/// The result of a soak: matches played, and what they left behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SoakReport {
    /// Matches played.
    pub matches: u32,
    /// Matches in which the bot failed.
    pub failed: u32,
    /// What there was after the first few matches, when caches are warm.
    pub before: HeldResources,
    /// What there was after the last.
    pub after: HeldResources,
}

/// Matches until what is held is first looked at.
const WARM_UP: u32 = 4;
/// KiB that memory may have grown by: allocators keep what they have had.
const SLACK_KIB: u64 = 16 * 1_024;

impl SoakReport {
    /// The result in words, a line for each figure.
    pub fn tell(&self) -> String {
        let SoakReport { matches, failed, before, after } = self;
        format!(
            "{matches} matches, {failed} of them forfeited\nprocesses    {} before, {} after\nopen files   {} before, {} after\n\
             memory (KiB) {} before, {} after\n",
            before.children, after.children, before.files, after.files, before.memory_kib, after.memory_kib
        )
    }

    /// Whether nothing was left.
    pub fn is_clean(&self) -> bool {
        let (before, after) = (&self.before, &self.after);
        let memory = after.memory_kib <= before.memory_kib + SLACK_KIB;
        after.children <= before.children && after.files <= before.files && memory
    }
}

/// Plays `matches` short matches, each with a bot of its own, and compares what the process holds before and after.
pub fn soak(plan: &CheckPlan, build: BotFactory<'_>, matches: u32) -> SoakReport {
    let mut soaked = SoakReport { matches, failed: 0, before: HeldResources::now(), after: HeldResources::default() };
    for number in 0..matches {
        if number == WARM_UP {
            soaked.before = HeldResources::now();
        }
        let seed = u64::from(number);
        let played = trial(plan, build(PlayerId(0), seed).as_mut(), PlayerId(0), seed);
        soaked.failed += u32::from(played.failure.is_some());
    }
    soaked.after = HeldResources::now();
    soaked
}
