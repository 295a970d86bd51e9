//! it
mod content;
mod economy;
