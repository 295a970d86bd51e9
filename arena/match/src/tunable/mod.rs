//! Values of a file that may be tuned: the `[tune]` table that marks them, and the text with other values.

mod edit;
mod parameter;
mod path;
mod table;

pub use edit::{with_levels, with_value};
pub use parameter::{Decimal, Parameter, Values};
pub use path::{Part, PathError, parts, value};
pub use table::{MAX_PARAMETERS, parameters};
