//! it
mod combat;
mod content;
mod content_refused;
mod economy;
mod extremes;
