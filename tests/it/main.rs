//! it

mod content;
mod content_refused;
mod economy;
