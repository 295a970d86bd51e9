//! Considerations: the one form in which goals, targets, units, buildings, technologies and sites are weighed (Graham, Game AI Pro
//! ch. 9, "An Introduction to Utility Theory"): what an input shows adds to a priority, multiplies it or vetoes it.

mod chooser;
mod reader;

pub(crate) use chooser::{OptionChooser, OptionChoosers};
pub(crate) use reader::{ConsiderationReader, policy, unknown};
