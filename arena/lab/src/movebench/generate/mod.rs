//! Families drawn anew from a seed and judged as the shipped ones are, so that nobody can tune for the layouts at hand.

mod judge;
mod layouts;

#[cfg(test)]
mod tests;

use std::path::Path;

use sandtable_match::Failure;
use sandtable_model::rules::Rules;

use super::family::Family;
use super::outcome::MoveOutcome;
use super::play::play;
use super::run::{defects_of, draw_to};
use super::setup::Setup;
use crate::drawn_family::{DrawOptions, DrawnFamily, LayoutFamily, play_layouts};

pub use judge::{MoveCase, move_json, move_table};

use layouts::{DrawnLayout, MOVE_FAMILIES};

/// The names of the families that are drawn, in their order.
pub fn drawn_names() -> impl Iterator<Item = &'static str> {
    MOVE_FAMILIES.iter().map(|family| family.name)
}

/// Draws families and plays them, and hands each on as soon as it and those before it are there. Pictures of the trajectories go to the
/// folder `svg`.
///
/// # Errors
/// A family that nobody can draw, a picture that cannot be written, or when `receive` fails.
pub fn generate(
    rules: &Rules,
    options: &DrawOptions<'_>,
    svg: Option<&Path>,
    receive: impl FnMut(DrawnFamily<MoveCase>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let play = |family: &LayoutFamily<DrawnLayout>, number: u32| play_one(rules, family, options.seed, number, svg);
    play_layouts(&MOVE_FAMILIES, options, play, receive)
}

fn play_one(
    rules: &Rules,
    drawn: &LayoutFamily<DrawnLayout>,
    seed: u64,
    number: u32,
    svg: Option<&Path>,
) -> Result<MoveCase, Failure> {
    let layout = drawn.layout(seed, number);
    let name = format!("{}-{number}", drawn.name);
    let family = Family::parse(&format!("{name}.toml"), &layout.text, rules)
        .map_err(|issues| Failure::Usage(issues.to_string()))?
        .value;
    // The number also turns the plan, so that no direction of the compass decides.
    let setup = Setup::set(&family, seed, number);
    let mut setup = setup.map_err(|defects| defects_of(&family, &defects))?;
    let trajectory = play(&mut setup, family.time_limit_ticks);
    if let Some(folder) = svg {
        draw_to(&folder.join(format!("{name}.svg")), &format!("{name}: {}", layout.about), &setup, &trajectory)?;
    }
    let outcome = MoveOutcome::measure(&setup, &trajectory, family.time_limit_ticks);
    Ok(MoveCase::judged(number, &layout, &setup, &trajectory, &outcome))
}
