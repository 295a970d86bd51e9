//! What is tuned: a file, its marked values, and the file at other values.

use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::assemble::StrategyFile;
use sandtable_match::tunable::{Parameter, parameters, with_levels};

use super::entrant::Entrant;
use super::games::Games;
use super::optimizer::Axis;
use super::target::TuneTarget;

/// What is tuned: a file and its parameters.
#[derive(Clone)]
pub(super) struct Subject {
    pub file: StrategyFile,
    pub parameters: Vec<Parameter>,
}

impl Subject {
    /// The subject of a strategy file.
    ///
    /// # Errors
    /// That it marks nothing, or that a value one level off makes no valid file, which no search could use.
    pub fn new(file: StrategyFile, registry: &Registry, target: &TuneTarget) -> Result<Subject, Failure> {
        let parameters = parameters(&file.label, &file.text)?;
        if parameters.is_empty() {
            let hint =
                "mark values as tunable in a table, as [tune] and below it \"goals.rush.size\" = { range = [4, 16] }";
            return Err(Failure::Usage(format!("{}: nothing to tune; {hint}", file.label)));
        }
        let subject = Subject { file, parameters };
        let current = subject.current();
        target.check(registry, &subject.text_of(&current)?)?;
        for (row, parameter) in subject.parameters.iter().enumerate() {
            let mut near = current.clone();
            near[row] = if near[row] == 0 { 1 } else { near[row] - 1 };
            if let Err(failure) = target.check(registry, &subject.text_of(&near)?) {
                let value = parameter.text(near[row]);
                let said = failure.to_string();
                let issue = said.lines().next().unwrap_or_default();
                let text = format!("{}: tune.\"{}\": cannot be {value}: {issue}", subject.file.label, parameter.path);
                return Err(Failure::Usage(text));
            }
        }
        Ok(subject)
    }

    /// The levels of the file itself.
    pub fn current(&self) -> Vec<u32> {
        self.parameters.iter().map(|parameter| parameter.current).collect()
    }

    pub fn axes(&self) -> Vec<Axis> {
        self.parameters.iter().map(Axis::from).collect()
    }

    /// The file at these levels.
    pub fn text_of(&self, levels: &[u32]) -> Result<StrategyFile, Failure> {
        Ok(StrategyFile { text: with_levels(&self.file.text, &self.parameters, levels)?, ..self.file.clone() })
    }

    /// Who plays at these levels.
    pub fn entrant(&self, levels: &[u32]) -> Result<Arc<Entrant>, Failure> {
        let values = self.parameters.iter().zip(levels).map(|(parameter, level)| parameter.text(*level)).collect();
        Ok(Arc::new(Entrant::new(&self.file.name, values, self.text_of(levels)?)))
    }

    /// Whether a file of these levels is valid: curves may cross, say.
    pub fn is_valid(&self, entrant: &Entrant, games: &Games<'_>) -> bool {
        games.target.check(games.registry, &entrant.file).is_ok()
    }
}
