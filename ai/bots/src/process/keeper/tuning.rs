//! What keepers allow beside the limits of a bot's file, and how often they look.

use std::time::Duration;

/// Mebibytes of address space that a process has at least: less does not hold the keeper.
pub(super) const LEAST_MEMORY_MIB: u64 = 256;
/// Bytes of a file that a bot may write.
pub(super) const MAX_FILE: u64 = 64 << 20;
/// Files that it may have open.
pub(super) const MAX_FILES: u64 = 256;
/// Bytes of all its temporary files.
pub(super) const TEMPORARY_MIB: u32 = 64;
/// Processes beyond a bot's limit at which the kernel makes no more: enough for the keeper's stages, and for the count to see that there
/// are too many.
pub(super) const PROCESS_SLACK: u32 = 16;
/// Mebibytes of the keeper's stages in the control group of a bot.
pub(super) const KEEPER_MIB: u64 = 32;
/// How long whatever a bot left is looked for.
pub(super) const HUNT: Duration = Duration::from_secs(5);
/// Milliseconds from one count of a bot's processes to the next.
pub(super) const COUNT_MS: u16 = 25;
/// How long the kernel may take to empty a control group whose processes have ended.
pub(super) const GROUP_PATIENCE: Duration = Duration::from_secs(5);
/// Microseconds in which a control group's share of processor time is counted.
pub(super) const CPU_PERIOD_US: u64 = 100_000;
/// The first of the user ids that bots of root run under: none that a system gives to anybody.
pub(super) const FIRST_USER: u32 = 0x6000_0000;
/// The user that a bot is within its namespace.
pub(super) const INNER_USER: u32 = 1_000;
/// Numbers of open files that are closed where the system does not list them.
pub(super) const MAX_INHERITED: i32 = 4096;
/// Entries of a bot's own folders that are looked at for results, those nearest to it first.
pub(super) const MAX_SEARCHED: u32 = 10_000;
