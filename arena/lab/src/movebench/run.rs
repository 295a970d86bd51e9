//! Measures families: every arrangement is a job of its own, and results come in the order of the families.

use std::io::ErrorKind;
use std::path::Path;

use sandtable_match::Failure;
use sandtable_match::parallel::groups_in_order;
use sandtable_match::progress::ProgressSink;
use sandtable_match::store::{Product, SystemDisk, write_whole};
use sandtable_model::rules::Defect;

use super::family::Family;
use super::figures::figures;
use super::metric::Figures;
use super::outcome::MoveOutcome;
use super::play::play;
use super::setup::Setup;
use super::svg;
use super::trajectory::Trajectory;

/// How families are measured.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// What all seeds are mixed from.
    pub seed: u64,
    /// Threads that play.
    pub threads: usize,
    /// Where pictures of the trajectories go.
    pub svg: Option<&'a Path>,
    /// Counts the arrangements that are measured.
    pub progress: &'a dyn ProgressSink,
}

/// A family and its figures.
#[derive(Clone, Debug)]
pub struct FamilyResult<'f> {
    /// The family.
    pub family: &'f Family,
    /// Its figures.
    pub figures: Figures,
}

/// Measures families and hands each result on as soon as it and those before it are there.
///
/// # Errors
/// When a picture cannot be written, or `receive` fails.
pub fn measure<'f>(
    families: &'f [Family],
    options: &Options<'_>,
    mut receive: impl FnMut(FamilyResult<'f>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let sizes: Vec<u32> = families.iter().map(|family| family.arrangements).collect();
    let job = |row: usize, arrangement: u32| measure_one(&families[row], arrangement, options);
    groups_in_order(&sizes, options.threads, options.progress, job, |row, outcomes| {
        receive(FamilyResult { family: &families[row], figures: figures(&outcomes) })
    })
}

fn measure_one(family: &Family, arrangement: u32, options: &Options<'_>) -> Result<MoveOutcome, Failure> {
    let setup = Setup::set(family, options.seed, arrangement);
    let mut setup = setup.map_err(|defects| defects_of(family, &defects))?;
    let trajectory = play(&mut setup, family.time_limit_ticks);
    if let Some(folder) = options.svg {
        let title = format!("{} {arrangement}: {}", family.name, family.about);
        draw_to(&folder.join(format!("{}-{arrangement}.svg", family.name)), &title, &setup, &trajectory)?;
    }
    Ok(MoveOutcome::measure(&setup, &trajectory, family.time_limit_ticks))
}

/// What is wrong with an arrangement of a family, as a failure.
pub(super) fn defects_of(family: &Family, defects: &[Defect]) -> Failure {
    let said = |defect: &Defect| {
        format!("{}: {}: found {}; expected {}", family.name, defect.path, defect.found, defect.expected)
    };
    Failure::Usage(defects.iter().map(said).collect::<Vec<String>>().join("\n"))
}

/// Makes the folder of the pictures; one that is there already will do.
///
/// # Errors
/// That it cannot be made.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .or_else(|error| if error.kind() == ErrorKind::AlreadyExists { Ok(()) } else { Err(error) })
        .map_err(|error| Failure::writing(folder, error))
}

/// Draws a trajectory with a title to a file.
pub(super) fn draw_to(path: &Path, title: &str, setup: &Setup, trajectory: &Trajectory) -> Result<(), Failure> {
    let picture = svg::draw(title, setup, trajectory);
    Product::Picture.may_replace(path)?;
    write_whole(&SystemDisk, path, picture.as_bytes()).map_err(|error| Failure::writing(path, error))
}
