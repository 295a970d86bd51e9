//! What a bot may take: time, memory, questions. Its strategy file says so, under `[limits]`.

use std::time::Duration;

use sandtable_content::TableReader;
use sandtable_math::Bounds;

/// Bytes of one line of a bot.
pub const MAX_LINE: usize = 1 << 20;
/// Bytes at the end of what a bot writes to its standard error that are kept.
pub const STDERR_TAIL: usize = 2_048;
/// Bytes that a bot may write to its standard error in one match.
pub const MAX_STDERR: u64 = 64 << 20;

/// A tier of time: with `count` decisions that took longer than `time` a bot is over its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeTier {
    /// How long a decision may take without being counted.
    pub time: Duration,
    /// Decisions that took longer, with which the bot is over its budget.
    pub count: u32,
}

/// What a bot may take: time, memory, processes, questions, instructions.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use sandtable_bots::limits::BotLimits;
/// use sandtable_content::Document;
///
/// let text = "[limits]\ntime_ms = [[100, 20], [5000, 1]]\nqueries = 8";
/// let document = Document::parse("bot.toml", text).unwrap();
/// let limits = BotLimits::read(&document.root());
/// assert_eq!((limits.tiers.len(), limits.queries), (2, 8));
/// // Who has not answered within the longest tier hangs; what is not said is as always.
/// assert_eq!(limits.longest(), Duration::from_secs(5));
/// assert_eq!(limits.memory_mib, BotLimits::default().memory_mib);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotLimits {
    /// The tiers of time, ascending: those of the AIIDE competition unless the file says otherwise. Who has not answered
    /// within the longest hangs.
    pub tiers: Vec<TimeTier>,
    /// From the start of a process until its hello, and from the first observation to the first orders, which have no tiers.
    pub start: Duration,
    /// From the end of a match until the process is gone by itself.
    pub end: Duration,
    /// Mebibytes of a process's address space, or of a module's memory.
    pub memory_mib: u32,
    /// Processes and threads that a bot may have at a time.
    pub processes: u32,
    /// Processors that a bot may keep busy, where the system can hold it to that.
    pub cpus: u32,
    /// Questions in one decision.
    pub queries: u32,
    /// Cells that path searches may look at in one decision.
    pub search_cells: u32,
    /// Instructions of a module in one decision, about.
    pub fuel: u64,
}

impl Default for BotLimits {
    fn default() -> BotLimits {
        let tier = |milliseconds, count| TimeTier { time: Duration::from_millis(milliseconds), count };
        BotLimits {
            tiers: vec![tier(55, 320), tier(1_000, 10), tier(10_000, 1)],
            start: Duration::from_secs(10),
            end: Duration::from_secs(2),
            memory_mib: 1_024,
            processes: 256,
            cpus: 1,
            queries: 256,
            search_cells: 200_000,
            fuel: 50_000_000,
        }
    }
}

impl BotLimits {
    /// Reads the table `limits` of a strategy file; what it leaves out is as in [`BotLimits::default`].
    pub fn read(file: &TableReader<'_>) -> BotLimits {
        let plain = BotLimits::default();
        let Some(table) = file.table("limits") else { return plain };
        let milliseconds = |key: &str, plain: Duration| {
            let given = table.int(key, Bounds::new(1_u32, 600_000)).optional();
            given.map_or(plain, |given| Duration::from_millis(given.into()))
        };
        BotLimits {
            tiers: tiers(&table).unwrap_or(plain.tiers),
            start: milliseconds("start_ms", plain.start),
            end: milliseconds("end_ms", plain.end),
            memory_mib: table.int("memory_mib", Bounds::new(1, 65_536)).or(plain.memory_mib),
            processes: table.int("processes", Bounds::new(1, 10_000)).or(plain.processes),
            cpus: table.int("cpus", Bounds::new(1, 64)).or(plain.cpus),
            queries: table.int("queries", Bounds::new(0, 1_000_000)).or(plain.queries),
            search_cells: table.int("search_cells", Bounds::new(0, 100_000_000)).or(plain.search_cells),
            fuel: table.int("fuel", Bounds::new(1_000, 1_000_000_000_000_i64)).or(plain.fuel as i64).unsigned_abs(),
        }
    }

    /// When a bot that has not answered hangs.
    pub fn longest(&self) -> Duration {
        self.tiers.last().map_or(Duration::from_secs(10), |tier| tier.time)
    }
}

fn tiers(table: &TableReader<'_>) -> Option<Vec<TimeTier>> {
    let rows = table.int_rows::<2>("time_ms", Bounds::new(1, 600_000)).optional()?;
    let tier = |[time, count]: &[i64; 2]| TimeTier {
        time: Duration::from_millis(time.unsigned_abs()),
        count: count.unsigned_abs() as u32,
    };
    let tiers: Vec<TimeTier> = rows.iter().map(tier).collect();
    if tiers.is_empty() || tiers.len() > 8 || tiers.windows(2).any(|pair| pair[0].time >= pair[1].time) {
        table.error("time_ms", format!("{} tiers", tiers.len()), "1 to 8 tiers [milliseconds, decisions], ascending");
    }
    Some(tiers).filter(|tiers| !tiers.is_empty())
}

/// How often a bot has taken longer than each tier.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use sandtable_bots::limits::{BotLimits, DecisionClock};
///
/// let (limits, mut clock) = (BotLimits::default(), DecisionClock::default());
/// // By default ten decisions of more than a second are too many.
/// let slow = Duration::from_millis(1_500);
/// assert!((0..9).all(|_| clock.count(&limits, slow).is_none()));
/// assert_eq!(clock.count(&limits, slow).map(|tier| tier.count), Some(10));
/// ```
#[derive(Clone, Debug, Default)]
pub struct DecisionClock {
    over: Vec<u32>,
}

impl DecisionClock {
    /// Counts a decision that took so long; the tier that is used up, if one is.
    pub fn count<'l>(&mut self, limits: &'l BotLimits, took: Duration) -> Option<&'l TimeTier> {
        self.over.resize(limits.tiers.len(), 0);
        let mut counted = self.over.iter_mut().zip(&limits.tiers);
        counted.find_map(|(over, tier)| {
            *over += u32::from(took > tier.time);
            (*over >= tier.count).then_some(tier)
        })
    }
}
