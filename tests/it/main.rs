//! it
mod content;
