//! The groups of a family: who stands where, and is told what.

use sandtable_content::{TableReader, read_formation};
use sandtable_math::Bounds;
use sandtable_model::Formation;
use sandtable_model::rules::{Class, Rules};
use sandtable_state::id::KindId;
use sandtable_state::limits::{MAX_MAP_SIDE, MAX_SQUAD_MEMBERS};

/// The most units of one group.
const MAX_COUNT: i64 = 8_192;
/// The latest that anything happens, in ticks.
const MAX_START: u32 = 16 * 600;

/// How a group stands at the start, in cells.
#[derive(Clone, Debug)]
pub enum Layout {
    /// On the open cells of a rectangle, row by row, or anywhere in it.
    Block {
        /// North-west cell, width, height.
        rect: [i64; 4],
        /// Whether they are strewn over it rather than packed into its rows.
        strewn: bool,
    },
    /// On the open cells nearest to this one.
    Disc([i64; 2]),
    /// Evenly on a circle.
    Ring {
        /// The cell in the middle.
        centre: [i64; 2],
        /// In cells.
        radius: i64,
    },
}

/// What a group is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// All go to the middle of this cell.
    March([i64; 2]),
    /// Each goes to the point opposite of its own, through this cell.
    Swap([i64; 2]),
    /// To fetch from the family's node and bring it to its depot.
    Gather,
    /// To hold their place.
    Hold,
    /// Nothing.
    Idle,
}

/// Units of one kind with one task.
#[derive(Clone, Debug)]
pub struct Group {
    /// Their kind.
    pub kind: KindId,
    /// How many; arrangement `k` takes entry `k`, counted round.
    pub counts: Vec<i64>,
    /// How they stand.
    pub layout: Layout,
    /// What they are told.
    pub task: Task,
    /// Where one has arrived as soon as it has been; around its goal when nothing is said.
    pub finish: Option<[i64; 4]>,
    /// When they are told, in ticks.
    pub start_tick: u32,
    /// They are told the same again at this interval, in ticks.
    pub repeat_ticks: Option<u32>,
    /// The formation in which they go as a squad; none when each goes for itself.
    pub formation: Option<Formation>,
    /// Whose they are: player 1 or 2, who are no friends.
    pub player: u8,
}

impl Group {
    /// Reads one table of `groups`.
    pub fn read(table: &TableReader<'_>, rules: &Rules) -> Group {
        let layout = read_layout(table);
        Group {
            kind: read_kind(table, rules),
            counts: read_counts(table),
            task: read_task(table, &layout),
            layout,
            finish: numbers(table, "finish"),
            start_tick: table.seconds("start", Bounds::new(0, MAX_START)).or(0),
            repeat_ticks: table.seconds("repeat", Bounds::new(1, MAX_START)).optional(),
            formation: read_squad(table),
            player: table.int("player", Bounds::new(1, 2)).or(1),
        }
    }

    /// How many there are in an arrangement.
    pub fn count(&self, arrangement: u32) -> usize {
        self.counts[arrangement as usize % self.counts.len()] as usize
    }
}

/// A squad marches, and no larger than the engine lets it.
fn read_squad(table: &TableReader<'_>) -> Option<Formation> {
    let formation = read_formation(table)?;
    let counts = read_counts(table);
    if table
        .choice("task", &[("march", true), ("swap", false), ("hold", false), ("idle", false), ("gather", false)])
        .or(true)
        && counts.iter().all(|count| *count <= MAX_SQUAD_MEMBERS as i64)
    {
        return Some(formation);
    }
    table.error(
        "formation",
        "a formation of units that do not march, or of too many units",
        format!("the task \"march\", up to {MAX_SQUAD_MEMBERS} units"),
    );
    None
}

fn read_kind(table: &TableReader<'_>, rules: &Rules) -> KindId {
    let word = table.reference("kind", "a unit").required();
    let units = || rules.kinds().filter(|(_, kind)| kind.class == Class::Unit);
    let found = units().find(|(_, kind)| kind.name == word.text);
    if found.is_none() && !word.text.is_empty() {
        word.unknown("a unit", units().map(|(_, kind)| kind.name.as_str()));
    }
    found.map_or(KindId(0), |(id, _)| id)
}

fn read_counts(table: &TableReader<'_>) -> Vec<i64> {
    let bounds = Bounds::new(1, MAX_COUNT);
    if !table.has("counts") {
        return vec![table.int("count", bounds).required()];
    }
    let counts = table.int_list("counts", bounds).required();
    if counts.is_empty() { vec![1] } else { counts }
}

fn read_layout(table: &TableReader<'_>) -> Layout {
    let strewn = table.boolean("strewn").or(false);
    if let Some(rect) = numbers(table, "block") {
        return Layout::Block { rect, strewn };
    }
    if let Some(centre) = numbers(table, "disc") {
        return Layout::Disc(centre);
    }
    let Some([x, y, radius]) = numbers(table, "ring") else {
        if !table.has("ring") {
            table.error("", "no place", "one of the keys block, disc, ring");
        }
        return Layout::Disc([0, 0]);
    };
    Layout::Ring { centre: [x, y], radius }
}

fn read_task(table: &TableReader<'_>, layout: &Layout) -> Task {
    let choices = [("march", 0), ("swap", 1), ("hold", 2), ("idle", 3), ("gather", 4)];
    let goal = numbers(table, "goal");
    match (table.choice("task", &choices).or(0), layout) {
        (0, _) => Task::March(goal.unwrap_or_else(|| {
            if !table.has("goal") {
                table.error("", "no goal", "goal = [x, y], or another task than \"march\"");
            }
            [0, 0]
        })),
        (1, Layout::Disc(centre) | Layout::Ring { centre, .. }) => Task::Swap(*centre),
        (1, Layout::Block { .. }) => {
            table.error("task", "\"swap\" of a block", "a disc or a ring");
            Task::Idle
        }
        (2, _) => Task::Hold,
        (4, _) => Task::Gather,
        _ => Task::Idle,
    }
}

/// Exactly `N` whole numbers under a key; none when it is not there or holds something else, which is recorded.
pub fn numbers<const N: usize>(table: &TableReader<'_>, key: &str) -> Option<[i64; N]> {
    let list = table.int_list(key, Bounds::new(0, i64::from(MAX_MAP_SIDE))).optional()?;
    let count = list.len();
    list.try_into().map_err(|_| table.error(key, format!("{count} numbers"), format!("{N} whole numbers"))).ok()
}
