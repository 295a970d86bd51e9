//! Which sources this build, and the engine of a web page, were made of.

/// A digest of the sources that matches are played by, as 16 hexadecimal digits; `unknown` in a build from packages.
pub const BUILD: &str = env!("SANDTABLE_BUILD");

/// A digest of the sources that the engine of web pages is made of, as 16 hexadecimal digits; `unknown` in a build from packages.
pub const ENGINE_BUILD: &str = env!("SANDTABLE_ENGINE");

/// What stands in the engine itself, and after its compressed file: words by which it is found, and [`ENGINE_BUILD`].
pub const ENGINE_MARK: &str = concat!("sandtable engine build ", env!("SANDTABLE_ENGINE"));
