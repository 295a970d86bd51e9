//! Attack slots judged by what they do: fights drawn from a seed, each played with slots and without, capacities without limit.
//!
//! Nobody strikes back and no target falls, so that the damage done in a fixed time tells how many attackers got to strike, and how
//! soon. What is seen of an attacker is where it stands and when its weapon cools down; of slots only who holds one.

mod layouts;
mod play;
mod report;
mod seen;
mod watch;

#[cfg(test)]
mod tests;

use sandtable_match::Failure;
use sandtable_math::mix;
use sandtable_model::rules::Rules;

pub use layouts::{DrawnAttackers, DrawnFight, DrawnTarget, SLOT_FAMILIES, TargetShape};
pub use report::{SlotCase, slot_json, slot_table};

use crate::drawn_family::{DrawOptions, DrawnFamily, LayoutFamily, play_layouts};

/// Draws fights and plays them, and hands each family on as soon as it and those before it are there.
///
/// # Errors
/// A family that nobody can draw, a layout that does not fit on its map, or when `receive` fails.
pub fn measure_slots(
    rules: &Rules,
    options: &DrawOptions<'_>,
    receive: impl FnMut(DrawnFamily<SlotCase>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let play = |family: &LayoutFamily<DrawnFight>, number: u32| play_one(rules, family, options.seed, number);
    play_layouts(&SLOT_FAMILIES, options, play, receive)
}

fn play_one(rules: &Rules, family: &LayoutFamily<DrawnFight>, seed: u64, number: u32) -> Result<SlotCase, Failure> {
    let fight = family.layout(seed, number);
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
