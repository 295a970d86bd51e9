//! Control groups of bots: how many processes, how much memory and how much processor time all that a bot starts may have together.
//!
//! Version 2 (one tree, Linux 4.5) is looked for first, then version 1, where each controller has a tree of its own.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::tuning::{CPU_PERIOD_US, GROUP_PATIENCE, KEEPER_MIB, PROCESS_SLACK};

/// What the names of our groups begin with; the id of the keeper's process follows.
const PREFIX: &str = "sandtable-bot-";

/// The folders below which groups are made, by controller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupParents {
    is_unified: bool,
    pids: PathBuf,
    memory: Option<PathBuf>,
    cpu: Option<PathBuf>,
}

impl fmt::Display for GroupParents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = [("memory", &self.memory), ("cpu", &self.cpu)];
        let held = rest.iter().filter(|(_, parent)| parent.is_some()).map(|(name, _)| format!(", {name}"));
        write!(f, "version {}: pids{}", if self.is_unified { 2 } else { 1 }, held.collect::<String>())
    }
}

/// The group of one bot.
#[derive(Debug)]
pub struct BotGroup {
    parents: GroupParents,
    name: String,
}

impl GroupParents {
    /// Where this process may make groups; none where it may not.
    pub fn find() -> Option<GroupParents> {
        GroupParents::unified().or_else(GroupParents::by_controller).filter(GroupParents::can_be_used)
    }

    /// The nearest of this process's group and those above it that holds its children to numbers of processes.
    fn unified() -> Option<GroupParents> {
        let own = own_group("", None)?;
        let top = mounts().into_iter().find(|mount| mount.kind == "cgroup2")?.point;
        let usable = |folder: &&Path| folder.starts_with(&top) && gives(folder, "pids");
        let parent = own.ancestors().find(usable)?.to_owned();
        let also = |controller: &str| gives(&parent, controller).then(|| parent.clone());
        Some(GroupParents { is_unified: true, memory: also("memory"), cpu: also("cpu"), pids: parent.clone() })
    }

    fn by_controller() -> Option<GroupParents> {
        let parent = |controller: &str| own_group(controller, Some(controller)).filter(|folder| folder.is_dir());
        Some(GroupParents { is_unified: false, pids: parent("pids")?, memory: parent("memory"), cpu: parent("cpu") })
    }

    /// Whether a group can be made there.
    fn can_be_used(&self) -> bool {
        self.sweep();
        let Ok(group) = BotGroup::make(self, &format!("{PREFIX}{}-try", std::process::id()), 1, 64, 1) else {
            return false;
        };
        group.remove();
        true
    }

    fn folders(&self) -> impl Iterator<Item = &Path> {
        let rest = [&self.memory, &self.cpu].into_iter().flatten().filter(|_| !self.is_unified);
        std::iter::once(&self.pids).chain(rest).map(PathBuf::as_path)
    }

    /// Removes what keepers left behind that were killed.
    fn sweep(&self) {
        for folder in self.folders() {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let name = entry.file_name();
                let owner =
                    name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next()?.parse::<u32>().ok());
                if owner.is_some_and(|pid| !Path::new(&format!("/proc/{pid}")).exists()) {
                    // The kernel refuses where a process is left.
                    let _ = fs::remove_dir(entry.path());
                }
            }
        }
    }
}

/// Whether the children of a group of version 2 are held by a controller, or can be.
fn gives(folder: &Path, controller: &str) -> bool {
    let has = |file: &str| {
        fs::read_to_string(folder.join(file)).is_ok_and(|words| words.split_whitespace().any(|word| word == controller))
    };
    let control = "cgroup.subtree_control";
    has(control) || has("cgroup.controllers") && fs::write(folder.join(control), format!("+{controller}")).is_ok()
}

impl BotGroup {
    /// The name of the group that this process makes.
    pub fn own_name() -> String {
        format!("{PREFIX}{}", std::process::id())
    }

    /// Makes a group.
    ///
    /// # Errors
    /// What the system says.
    pub fn make(
        parents: &GroupParents,
        name: &str,
        processes: u32,
        memory_mib: u32,
        cpus: u32,
    ) -> io::Result<BotGroup> {
        let group = BotGroup { parents: parents.clone(), name: name.to_owned() };
        let made = group.fill(processes, memory_mib, cpus);
        if made.is_err() {
            group.remove();
        }
        made.map(|()| group)
    }

    fn fill(&self, processes: u32, memory_mib: u32, cpus: u32) -> io::Result<()> {
        for folder in self.parents.folders() {
            match fs::create_dir(folder.join(&self.name)) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
        }
        let write = |parent: &Path, file: &str, words: String| fs::write(parent.join(&self.name).join(file), words);
        write(&self.parents.pids, "pids.max", (processes + PROCESS_SLACK).to_string())?;
        let bytes = (u64::from(memory_mib) + KEEPER_MIB) << 20;
        let quota = CPU_PERIOD_US * u64::from(cpus);
        if let Some(memory) = &self.parents.memory {
            let file = if self.parents.is_unified { "memory.max" } else { "memory.limit_in_bytes" };
            write(memory, file, bytes.to_string())?;
            // Not every kernel counts what is swapped out.
            let _ = fs::write(memory.join(&self.name).join("memory.swap.max"), "0");
        }
        match &self.parents.cpu {
            Some(cpu) if self.parents.is_unified => write(cpu, "cpu.max", format!("{quota} {CPU_PERIOD_US}")),
            Some(cpu) => {
                write(cpu, "cpu.cfs_period_us", CPU_PERIOD_US.to_string())?;
                write(cpu, "cpu.cfs_quota_us", quota.to_string())
            }
            None => Ok(()),
        }
    }

    /// The group of this name below these, which another process has made.
    pub fn of_name(parents: &GroupParents, name: &str) -> BotGroup {
        BotGroup { parents: parents.clone(), name: name.to_owned() }
    }

    /// Puts this process into it, and all that it starts.
    ///
    /// # Errors
    /// What the system says.
    pub fn join(&self) -> io::Result<()> {
        self.parents.folders().try_for_each(|folder| fs::write(folder.join(&self.name).join("cgroup.procs"), "0"))
    }

    /// Removes it once its processes are gone.
    pub fn remove(&self) {
        let began = Instant::now();
        for folder in self.parents.folders() {
            let own = folder.join(&self.name);
            while fs::remove_dir(&own).is_err() && own.exists() && began.elapsed() < GROUP_PATIENCE {
                let _ = fs::write(own.join("cgroup.kill"), "1");
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

/// A mount of control groups.
struct GroupMount {
    /// What of the tree is mounted.
    root: PathBuf,
    point: PathBuf,
    kind: String,
    options: String,
}

fn mounts() -> Vec<GroupMount> {
    let text = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let mount = |line: &str| {
        let (before, after) = line.split_once(" - ")?;
        let (mut before, mut after) = (before.split(' '), after.split(' '));
        let (root, point) = (PathBuf::from(before.nth(3)?), PathBuf::from(before.next()?));
        Some(GroupMount { root, point, kind: after.next()?.to_owned(), options: after.nth(1)?.to_owned() })
    };
    text.lines().filter_map(mount).filter(|mount| mount.kind.starts_with("cgroup")).collect()
}

/// The folder of this process's group: of a controller, or of the tree of version 2 when there is none.
fn own_group(listed: &str, controller: Option<&str>) -> Option<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let path = groups.lines().find_map(|line| {
        let (_, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        controllers.split(',').any(|word| word == listed).then_some(path)
    })?;
    let holds = |mount: &GroupMount| match controller {
        Some(controller) => mount.kind == "cgroup" && mount.options.split(',').any(|word| word == controller),
        None => mount.kind == "cgroup2",
    };
    let mount = mounts().into_iter().find(holds)?;
    let below = Path::new(path).strip_prefix(&mount.root).unwrap_or(Path::new(path).strip_prefix("/").ok()?);
    Some(mount.point.join(below))
}
