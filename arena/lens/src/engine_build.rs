//! Which sources the engine of a web page was made of.

/// A digest of the sources that the engine of web pages is made of, as 16 hexadecimal digits; `unknown` in a build from packages.
pub const ENGINE_BUILD: &str = env!("SANDTABLE_ENGINE");

/// What stands in the engine itself, and after its compressed file: words by which it is found, and [`ENGINE_BUILD`].
pub const ENGINE_MARK: &str = concat!("sandtable engine build ", env!("SANDTABLE_ENGINE"));
