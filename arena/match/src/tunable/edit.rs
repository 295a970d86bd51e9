//! Other values in the text of a file, all else as it was: comments, layout, order.

use sandtable_diagnostics::Issue;
use toml_edit::{DocumentMut, Value};

use super::parameter::Parameter;
use super::path;
use crate::Failure;

/// The text of a file with another value at a path; what is no TOML is a text.
///
/// # Errors
/// That the text is no TOML, or has no value there.
pub fn with_value(file: &str, text: &str, key: &str, new: &str) -> Result<String, Failure> {
    let mut document: DocumentMut =
        text.parse().map_err(|error: toml_edit::TomlError| Failure::Usage(format!("{file}: {}", error.message())))?;
    let parts = path::parts(key);
    let parts = parts
        .ok_or_else(|| Failure::Usage(format!("--set: found {key:?}; expected a path such as units.archer.hp")))?;
    if let Err(wrong) = path::value(document.as_table(), &parts) {
        let meant = wrong.suggestion.map(|name| format!("; did you mean \"{name}\"?")).unwrap_or_default();
        let text = format!("--set {key}: {file}: found {}; expected {}{meant}", wrong.found, wrong.expected);
        return Err(Failure::Usage(text));
    }
    if let Some(value) = path::value_mut(document.as_table_mut(), &parts) {
        let mut new: Value = new.parse().unwrap_or_else(|_| Value::from(new));
        *new.decor_mut() = value.decor().clone();
        *value = new;
    }
    Ok(document.to_string())
}

/// The text with each parameter of its own at its level. A level that is the file's own changes nothing.
///
/// # Errors
/// That the text is no TOML or lacks one of the values; it had them when the parameters were read from it.
pub fn with_levels(text: &str, parameters: &[Parameter], levels: &[u32]) -> Result<String, Failure> {
    with_levels_of("", text, parameters, levels)
}

/// The text of the file at this path with each parameter that stands in it at its level; as [`with_levels`] does with an empty path.
///
/// # Errors
/// As there.
pub fn with_levels_of(file: &str, text: &str, parameters: &[Parameter], levels: &[u32]) -> Result<String, Failure> {
    let refuse =
        |what: &str| Failure::from(sandtable_diagnostics::Issues::from(Issue::of_file("the tuned file", what, "")));
    let mut document: DocumentMut = text.parse().map_err(|_| refuse("no TOML"))?;
    for (parameter, level) in parameters.iter().zip(levels) {
        if *level == parameter.current || parameter.file != file {
            continue;
        }
        let parts = path::parts(parameter.key()).ok_or_else(|| refuse("no path"))?;
        let value = path::value_mut(document.as_table_mut(), &parts).ok_or_else(|| refuse("no such value"))?;
        let mut new: Value = parameter.text(*level).parse().map_err(|_| refuse("no such value"))?;
        *new.decor_mut() = value.decor().clone();
        *value = new;
    }
    Ok(document.to_string())
}
