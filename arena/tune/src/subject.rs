//! What is tuned: a file, its marked values, and the file at other values.

use std::collections::BTreeMap;
use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_diagnostics::Code;
use sandtable_match::Failure;
use sandtable_match::assemble::StrategyFile;
use sandtable_match::tunable::{OtherFile, Parameter, with_levels_of};

use super::entrant::{Entrant, Job};
use super::games::{Course, Games};
use super::optimizer::Axis;
use super::target::TuneTarget;

/// What is tuned: a file, the other files whose values it marks, and its parameters.
#[derive(Clone)]
pub(super) struct Subject {
    pub file: StrategyFile,
    pub others: Vec<OtherFile>,
    pub parameters: Vec<Parameter>,
    /// Files as they are that a match is made of and that do not come with the program: without them its results could not be loaded.
    pub beside: Vec<OtherFile>,
}

impl Subject {
    /// The subject of a strategy file.
    ///
    /// # Errors
    /// That it marks nothing, or that a value one level off makes no valid file, which no search could use.
    pub fn of_strategy(file: StrategyFile, registry: &Registry, target: &TuneTarget) -> Result<Subject, Failure> {
        let parameters = file.parameters()?;
        Subject::new(file, Vec::new(), parameters, registry, target)
    }

    /// The subject of a file with its parameters, some of which may stand in `others`.
    ///
    /// # Errors
    /// As of a strategy.
    pub fn new(
        file: StrategyFile,
        mut others: Vec<OtherFile>,
        parameters: Vec<Parameter>,
        registry: &Registry,
        target: &TuneTarget,
    ) -> Result<Subject, Failure> {
        if parameters.is_empty() {
            let hint =
                "mark values as tunable in a table, as [tune] and below it \"goals.rush.size\" = { range = [4, 16] }";
            return Err(Failure::Usage(format!("{}: nothing to tune; {hint}", file.label)));
        }
        others.retain(|other| parameters.iter().any(|parameter| parameter.file == other.path));
        let subject = Subject { file, others, parameters, beside: Vec::new() };
        subject.check_neighbours(registry, target)?;
        Ok(subject)
    }

    /// Checks the file as it is, and with each value one level off and at the ends of its range: there it may fit badly with other
    /// values, but its key must allow it.
    fn check_neighbours(&self, registry: &Registry, target: &TuneTarget) -> Result<(), Failure> {
        let current = self.current();
        target.check(registry, &*self.entrant(&current)?)?;
        for (row, parameter) in self.parameters.iter().enumerate() {
            let near = if current[row] == 0 { 1 } else { current[row] - 1 };
            for level in [near, 0, parameter.levels().saturating_sub(1)] {
                let mut moved = current.clone();
                moved[row] = level;
                let Err(failure) = target.check(registry, &*self.entrant(&moved)?) else { continue };
                if level != near && !is_of_a_value(&failure) {
                    continue;
                }
                let value = parameter.text(level);
                let said = failure.to_string();
                let issue = said.lines().next().unwrap_or_default();
                let text = format!("{}: tune.\"{}\": cannot be {value}: {issue}", self.file.label, parameter.path);
                return Err(Failure::Usage(text));
            }
        }
        Ok(())
    }

    /// The levels of the file itself.
    pub fn current(&self) -> Vec<u32> {
        self.parameters.iter().map(|parameter| parameter.current).collect()
    }

    pub fn axes(&self) -> Vec<Axis> {
        self.parameters.iter().map(Axis::from).collect()
    }

    /// The subject whose files have these levels.
    pub fn at(&self, levels: &[u32]) -> Result<Subject, Failure> {
        let text = |path: &str, text: &str| with_levels_of(path, text, &self.parameters, levels);
        let file = StrategyFile { text: text("", &self.file.text)?, ..self.file.clone() };
        let other = |other: &OtherFile| Ok(OtherFile { text: text(&other.path, &other.text)?, ..other.clone() });
        let others = self.others.iter().map(other).collect::<Result<_, Failure>>()?;
        let rows = self.parameters.iter().zip(levels);
        let moved = |(parameter, level): (&Parameter, &u32)| Parameter {
            written: parameter.text(*level),
            current: *level,
            ..parameter.clone()
        };
        Ok(Subject { file, others, parameters: rows.map(moved).collect(), beside: self.beside.clone() })
    }

    /// Who plays at these levels.
    pub fn entrant(&self, levels: &[u32]) -> Result<Arc<Entrant>, Failure> {
        let values = self.parameters.iter().zip(levels).map(|(parameter, level)| parameter.text(*level)).collect();
        let Subject { file, others, .. } = self.at(levels)?;
        Ok(Arc::new(Entrant::new(&self.file.name, values, file).with_others(others)))
    }

    /// Who plays by the files as they are, told by its name alone.
    pub fn member(&self) -> Arc<Entrant> {
        Arc::new(Entrant::new(&self.file.name, Vec::new(), self.file.clone()).with_others(self.others.clone()))
    }

    /// Whether a file of these levels is valid: curves may cross, say.
    pub fn is_valid(&self, entrant: &Entrant, games: &Games<'_>) -> bool {
        games.target.check(games.registry, entrant).is_ok()
    }
}

/// Whether a file is refused for a value that its key does not allow, and not for how values fit together.
fn is_of_a_value(failure: &Failure) -> bool {
    matches!(failure, Failure::Content(issues) if issues.0.iter().any(|issue| issue.code == Code::InvalidValue))
}

/// The entrants of a subject by their levels, each made once.
pub(super) struct SubjectEntrants<'s> {
    subject: &'s Subject,
    made: BTreeMap<Vec<u32>, Arc<Entrant>>,
}

impl<'s> SubjectEntrants<'s> {
    pub fn new(subject: &'s Subject) -> SubjectEntrants<'s> {
        SubjectEntrants { subject, made: BTreeMap::new() }
    }

    /// The pairs that are asked for, by levels and number.
    ///
    /// # Errors
    /// As [`Subject::entrant`].
    pub fn jobs(&mut self, course: &mut Course, asked: &[(&[u32], usize)]) -> Result<Vec<Job>, Failure> {
        asked.iter().map(|(levels, pair)| Ok(course.job(&self.at(levels)?, *pair))).collect()
    }

    /// Whether the files of these levels are valid.
    ///
    /// # Errors
    /// As [`Subject::entrant`].
    pub fn is_valid(&mut self, levels: &[u32], games: &Games<'_>) -> Result<bool, Failure> {
        let entrant = self.at(levels)?;
        Ok(self.subject.is_valid(&entrant, games))
    }

    fn at(&mut self, levels: &[u32]) -> Result<Arc<Entrant>, Failure> {
        if let Some(entrant) = self.made.get(levels) {
            return Ok(Arc::clone(entrant));
        }
        let entrant = self.subject.entrant(levels)?;
        self.made.insert(levels.to_vec(), Arc::clone(&entrant));
        Ok(entrant)
    }
}
