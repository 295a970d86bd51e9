//! How conditions are joined: any, all, none or at least a number of them hold.

/// How conditions are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantifier {
    Any,
    All,
    None,
    AtLeast,
}

impl Quantifier {
    /// All of them, in the order of their names in files.
    pub const EACH: [Quantifier; 4] = [Quantifier::Any, Quantifier::All, Quantifier::None, Quantifier::AtLeast];

    /// Its key in strategy files.
    pub const fn name(self) -> &'static str {
        match self {
            Quantifier::Any => "any",
            Quantifier::All => "all",
            Quantifier::None => "none",
            Quantifier::AtLeast => "at_least",
        }
    }
}
