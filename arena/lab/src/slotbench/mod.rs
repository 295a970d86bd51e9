//! Attack slots judged by what they do: fights drawn from a seed, each played with slots and without, capacities without limit.
//!
//! Nobody strikes back and no target falls, so that the damage done in a fixed time tells how many attackers got to strike, and how
//! soon. What is seen of an attacker is where it stands and when its weapon cools down; of slots only who holds one.

mod layouts;
mod play;
mod report;
mod watch;

#[cfg(test)]
mod tests;

use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::ProgressSink;
use sandtable_math::mix;
use sandtable_model::rules::Rules;
use sandtable_state::rng::Rng;

pub use layouts::SLOT_FAMILIES;
pub use report::{SlotCase, SlotFamily, slot_json, slot_table};

use layouts::{DrawnFight, SlotFamilyKind};

/// What is drawn, and how it is played.
#[derive(Clone, Copy, Debug)]
pub struct SlotOptions<'a> {
    /// What all layouts are drawn from.
    pub seed: u64,
    /// Layouts of each family.
    pub draws: u32,
    /// Threads that play.
    pub threads: usize,
    /// The families to draw.
    pub families: &'a [String],
    /// Counts the fights that are played.
    pub progress: &'a dyn ProgressSink,
}

/// Draws fights and plays them, and hands each family on as soon as it and those before it are there. Names of other families are
/// passed over.
///
/// # Errors
/// When a layout does not fit on its map, threads cannot be had, or `receive` fails.
pub fn measure_slots(
    rules: &Rules,
    options: &SlotOptions<'_>,
    mut receive: impl FnMut(SlotFamily) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let named = |family: &&SlotFamilyKind| options.families.iter().any(|name| name == family.name);
    let families: Vec<&SlotFamilyKind> = SLOT_FAMILIES.iter().filter(named).collect();
    let job = |number: u32| {
        let (row, draw) = ((number / options.draws) as usize, number % options.draws);
        (row, draw, play_one(rules, families[row], options.seed, draw))
    };
    let mut cases: Vec<SlotCase> = Vec::new();
    options.progress.expect(families.len() as u64 * u64::from(options.draws));
    in_order(families.len() as u32 * options.draws, options.threads, job, |(row, draw, case)| {
        cases.push(case?);
        options.progress.advance(1);
        if draw + 1 < options.draws {
            return Ok(());
        }
        let cases = std::mem::take(&mut cases);
        receive(SlotFamily { name: families[row].name, about: families[row].about, seed: options.seed, cases })
    })
}

/// The layout of a family with a number.
fn draw_one(family: &SlotFamilyKind, seed: u64, number: u32) -> DrawnFight {
    let mut rng = Rng::stream(mix(seed, u64::from(number)), family.name);
    (family.draw)(&mut rng)
}

fn play_one(rules: &Rules, family: &SlotFamilyKind, seed: u64, number: u32) -> Result<SlotCase, Failure> {
    let fight = draw_one(family, seed, number);
    let seed = mix(seed, u64::from(number));
    let seen = |slots: bool| {
        play::play(rules, &fight, seed, slots).map_err(|defects| {
            let all: Vec<String> = defects.iter().map(|defect| format!("{defect:?}")).collect();
            Failure::Usage(format!("{} {number}: {}", family.name, all.join("; ")))
        })
    };
    Ok(SlotCase {
        number,
        about: fight.about.clone(),
        attackers: fight.count(),
        with: seen(true)?,
        without: seen(false)?,
    })
}
