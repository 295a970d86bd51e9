//! Families drawn anew from a seed and judged as the shipped ones are, so that nobody can tune for the layouts at hand.

mod judge;
mod layouts;

#[cfg(test)]
mod tests;

use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::ProgressSink;
use sandtable_model::rules::Rules;
use sandtable_state::rng::Rng;

use super::family::Family;
use super::outcome::MoveOutcome;
use super::play::play;
use super::run::{defects_of, draw_to};
use super::setup::Setup;

pub use judge::{DrawnFamily, drawn_json, drawn_table};

use judge::DrawnCase;
use layouts::{DrawnKind, DrawnLayout, FAMILIES};

/// What is drawn, and how it is played.
#[derive(Clone, Copy, Debug)]
pub struct DrawnOptions<'a> {
    /// What all layouts are drawn from.
    pub seed: u64,
    /// Layouts of each family.
    pub draws: u32,
    /// Threads that play.
    pub threads: usize,
    /// The families to draw; all when none is named.
    pub families: &'a [String],
    /// Where pictures of the trajectories go.
    pub svg: Option<&'a std::path::Path>,
    /// Counts the layouts that are played.
    pub progress: &'a dyn ProgressSink,
}

/// Draws families and plays them, and hands each on as soon as it and those before it are there.
///
/// # Errors
/// A family that nobody can draw, a picture that cannot be written, or when `receive` fails.
pub fn generate(
    rules: &Rules,
    options: &DrawnOptions<'_>,
    mut receive: impl FnMut(DrawnFamily) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let named =
        |family: &&DrawnKind| options.families.is_empty() || options.families.iter().any(|name| name == family.name);
    let families: Vec<&DrawnKind> = FAMILIES.iter().filter(named).collect();
    if let Some(name) = options.families.iter().find(|name| FAMILIES.iter().all(|family| family.name != **name)) {
        let known: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        return Err(Failure::Usage(format!("no family {name:?} is drawn; there are {}", known.join(", "))));
    }
    let job = |number: u32| {
        let (row, draw) = ((number / options.draws) as usize, number % options.draws);
        (row, draw, play_one(rules, families[row], draw, options))
    };
    let mut cases: Vec<DrawnCase> = Vec::new();
    options.progress.expect(families.len() as u64 * u64::from(options.draws));
    in_order(families.len() as u32 * options.draws, options.threads, job, |(row, draw, case)| {
        cases.push(case?);
        options.progress.advance(1);
        if draw + 1 < options.draws {
            return Ok(());
        }
        let cases = std::mem::take(&mut cases);
        receive(DrawnFamily { name: families[row].name, about: families[row].about, seed: options.seed, cases })
    })
}

/// The layout of a family with a number.
fn draw_one(family: &DrawnKind, seed: u64, number: u32) -> DrawnLayout {
    let mut rng = Rng::stream(sandtable_math::mix(seed, u64::from(number)), family.name);
    (family.draw)(&mut rng)
}

fn play_one(rules: &Rules, drawn: &DrawnKind, number: u32, options: &DrawnOptions<'_>) -> Result<DrawnCase, Failure> {
    let layout = draw_one(drawn, options.seed, number);
    let name = format!("{}-{number}", drawn.name);
    let family = Family::parse(&format!("{name}.toml"), &layout.text, rules)
        .map_err(|issues| Failure::Usage(issues.to_string()))?
        .value;
    // The number also turns the plan, so that no direction of the compass decides.
    let setup = Setup::set(&family, options.seed, number);
    let mut setup = setup.map_err(|defects| defects_of(&family, &defects))?;
    let trajectory = play(&mut setup, family.time_limit_ticks);
    if let Some(folder) = options.svg {
        draw_to(&folder.join(format!("{name}.svg")), &format!("{name}: {}", layout.about), &setup, &trajectory)?;
    }
    let outcome = MoveOutcome::measure(&setup, &trajectory, family.time_limit_ticks);
    Ok(DrawnCase::judged(number, &layout, &setup, &trajectory, &outcome))
}
