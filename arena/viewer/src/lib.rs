//! Output for viewing: a recorded match as a web page ([`match_page`]), chances of winning ([`chance`]), charts ([`chart`]), pictures ([`svg`], [`map_picture()`], [`match_picture()`]), and the shell, cards
//! and tables of reports ([`html`]). Everything is text that needs neither network nor server.

#![deny(missing_docs)]

pub mod chance;
pub mod chart;
pub mod html;
mod map_picture;
pub mod match_page;
mod match_picture;
mod standing;
pub mod svg;

pub use map_picture::map_picture;
pub use match_picture::match_picture;
