//! Weights learnt from recorded matches (D15): a strategy's priorities and curves are moved until it ranks goals as who won did.
//!
//! Nothing is played. The recorded match is gone through again with two commanders beside it: the one that won, whose choices teach, and
//! the learner's, whose account says what it saw. Where the learner ranks a goal that the teacher left above one that it took, its weights are
//! moved just far enough (the passive-aggressive perceptron: Crammer et al., "Online Passive-Aggressive Algorithms", 2006); what is
//! kept is their mean over all lessons (Freund and Schapire 1999), which forgives mistakes of the teacher.

mod lesson;
mod model;

use sandtable_ai::Registry;
use sandtable_replay::Replay;
use sandtable_state::id::PlayerId;

pub use lesson::Lesson;
use sandtable_match::Failure;
use sandtable_match::assemble::StrategyFile;
use sandtable_match::tunable::parameters;

use super::subject::Subject;
use model::Model;

/// Times that all lessons are gone through.
const ROUNDS: u32 = 8;
/// One lesson in this number is kept to measure by.
const HELD_OUT: usize = 5;

/// How often the learner agrees with the teacher: of all couples of a goal taken and one after it or left, those ranked alike.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Agreement {
    /// On lessons it learnt from.
    pub learnt: f64,
    /// On lessons it did not.
    pub held_out: f64,
}

/// What was learnt.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Learnt {
    /// Decisions of the teachers.
    pub lessons: usize,
    /// Agreement of the unchanged file.
    pub before: Agreement,
    /// Agreement of what was learnt, rounded to the levels of the file.
    pub after: Agreement,
    /// The levels.
    pub levels: Vec<u32>,
    /// The text that plays with them.
    #[serde(skip)]
    pub text: String,
    /// The text of the file itself with them.
    #[serde(skip)]
    pub own_text: String,
}

impl Learnt {
    /// Whether it agrees with the teachers more often than the unchanged file, on lessons that it did not learn from.
    pub fn is_better(&self) -> bool {
        self.after.held_out > self.before.held_out
    }

    /// What was learnt of this file, in words: agreement before and after, and every value that is another.
    ///
    /// # Errors
    /// That a text of the two cannot be read.
    pub fn tell(&self, file: &StrategyFile) -> Result<String, Failure> {
        let percent = |share: f64| format!("{:.1} %", share * 100.0);
        let mut text = format!("{} decisions\n", self.lessons);
        for (name, agreement) in [("before", self.before), ("after", self.after)] {
            let (own, other) = (percent(agreement.learnt), percent(agreement.held_out));
            text += &format!("  {name:6} agrees in {own} of the decisions it learnt from, {other} of the others\n");
        }
        let (old, new) = (parameters(&file.label, &file.text)?, parameters(&file.label, &self.text)?);
        for (before, after) in old.iter().zip(&new).filter(|(before, after)| before.written != after.written) {
            text += &format!("  {} = {}, was {}\n", after.path, after.written, before.written);
        }
        Ok(text)
    }
}

/// Learns the marked priorities and curves of a strategy from the lessons of recorded matches.
///
/// # Errors
/// That nothing of the file can be learnt, or that there is no lesson in the matches.
pub fn learn(file: &StrategyFile, lessons: &[Lesson]) -> Result<Learnt, Failure> {
    let parameters = file.parameters()?;
    let subject = Subject { file: file.clone(), others: Vec::new(), parameters, beside: Vec::new() };
    let first = Model::new(&subject, &subject.current());
    if !first.learns() {
        let hint = "mark priorities or points of curves, as \"goals.attack.priority\" = { range = [40, 90] }";
        return Err(Failure::Usage(format!("{}: nothing to learn; {hint}", file.label)));
    }
    if lessons.is_empty() {
        return Err(Failure::Usage(
            "no winner of these matches can be run again; expected one to learn from".to_owned(),
        ));
    }
    let is_held_out = |row: &usize| row % HELD_OUT == HELD_OUT - 1;
    let (mut model, mut sum, mut count) = (first.clone(), vec![0.0; subject.parameters.len()], 0.0);
    for _ in 0..ROUNDS {
        for (_, lesson) in lessons.iter().enumerate().filter(|(row, _)| !is_held_out(row)) {
            model.study(lesson);
            sum.iter_mut().zip(model.places()).for_each(|(sum, place)| *sum += place);
            count += 1.0;
        }
    }
    let axes = subject.axes();
    let place = |row: usize| if count > 0.0 { sum[row] / count } else { model.places()[row] };
    let mut levels = subject.current();
    for row in (0..levels.len()).filter(|row| first.is_learnt(*row)) {
        levels[row] = model.level(row, place(row)).min(axes[row].levels - 1);
    }
    let agreement = |model: &Model| {
        let of = |held_out: bool| {
            model.agreement(
                lessons.iter().enumerate().filter(|(row, _)| is_held_out(row) == held_out).map(|(_, one)| one),
            )
        };
        Agreement { learnt: of(false), held_out: of(true) }
    };
    let file = subject.at(&levels)?.file;
    let (own_text, text) = (file.own_text(), file.text);
    let after = agreement(&Model::new(&subject, &levels));
    Ok(Learnt { lessons: lessons.len(), before: agreement(&first), after, levels, text, own_text })
}

/// The lessons of a recorded match: the winner's decisions, or those of a player.
///
/// # Errors
/// That the match cannot be played, or its winner not be run again.
pub fn lessons(
    file: &StrategyFile,
    replay: &Replay,
    registry: &Registry,
    player: Option<PlayerId>,
) -> Result<Vec<Lesson>, String> {
    let teacher = player.or_else(|| lesson::winner(replay)).ok_or("it has no winner")?;
    lesson::attend(file, replay, registry, teacher)
}
