//! Values of files that may be tuned: the `[tune]` table that marks them, and the texts with other values.

mod edit;
mod files;
mod parameter;
mod path;
mod table;

pub use edit::{with_levels, with_levels_of, with_value};
pub use files::{MarkedMatch, load_marked};
pub use parameter::{Decimal, Parameter, Values};
pub use path::{Part, PathError, parts, value};
pub use table::{MAX_PARAMETERS, OtherFile, parameters, parameters_among};
