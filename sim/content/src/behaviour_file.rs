//! The behaviour file of a ruleset, compiled.

use sandtable_diagnostics::{Checked, Issues};
use sandtable_model::rules::BehaviourFile;
use sandtable_model::vocabulary::AGENTS;

use super::load_behaviours;

/// Compiles the text of the behaviour file that messages call `label`, for the ruleset that knows it by `name`.
///
/// # Errors
/// Every problem of the file.
pub(super) fn read(name: &str, label: &str, text: &str) -> Result<Checked<BehaviourFile>, Issues> {
    let Checked { value, warnings } = load_behaviours(label, text, &AGENTS, None)?;
    Ok(Checked { value: BehaviourFile::new(name, text, value), warnings })
}

/// Compiles the text of a behaviour file that was read from bytes.
///
/// # Errors
/// Every problem of the file.
pub(super) fn compile(conduct: &mut BehaviourFile) -> Result<(), Issues> {
    let checked = load_behaviours(conduct.name(), conduct.text(), &AGENTS, None)?;
    conduct.set_behaviours(checked.value);
    Ok(())
}
