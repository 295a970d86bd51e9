//! What Sandtable shows: a recorded match as a web page ([`match_page`]), charts ([`chart`]), pictures ([`svg`]), and the shell, cards
//! and tables of reports ([`html`]). Everything is text that needs neither network nor server.

#![deny(missing_docs)]

pub mod chart;
pub mod html;
pub mod match_page;
pub mod svg;
