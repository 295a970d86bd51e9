//! Tiles against plain searches, on random ground and on drawn one.

mod caches;
mod complaints;
mod drawn;
mod fills;
mod ground;
mod groups;
mod kernels;
mod layers;
mod waves;
mod ways;
