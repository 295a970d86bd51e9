//! Other values in the text of a file, all else as it was: comments, layout, order.

use sandtable_diagnostics::Issue;
use toml_edit::{DocumentMut, Value};

use super::parameter::Parameter;
use super::path;
use crate::Failure;

/// The text with each parameter at its level. A level that is the file's own changes nothing.
///
/// # Errors
/// That the text is no TOML or lacks one of the values; it had them when the parameters were read from it.
pub fn with_levels(text: &str, parameters: &[Parameter], levels: &[u32]) -> Result<String, Failure> {
    let refuse =
        |what: &str| Failure::from(sandtable_diagnostics::Issues::from(Issue::of_file("the tuned file", what, "")));
    let mut document: DocumentMut = text.parse().map_err(|_| refuse("no TOML"))?;
    for (parameter, level) in parameters.iter().zip(levels) {
        if *level == parameter.current {
            continue;
        }
        let parts = path::parts(&parameter.path).ok_or_else(|| refuse("no path"))?;
        let value = path::value_mut(document.as_table_mut(), &parts).ok_or_else(|| refuse("no such value"))?;
        let mut new: Value = parameter.text(*level).parse().map_err(|_| refuse("no such value"))?;
        *new.decor_mut() = value.decor().clone();
        *value = new;
    }
    Ok(document.to_string())
}
