//! Sight on drawn maps: what is seen, by whom, and what of it stays in memory.

mod eyes;
mod knowing;
mod lines;
mod lives;
mod seeing;
