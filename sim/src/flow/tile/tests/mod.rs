//! Tiles against plain searches, on random ground and on drawn one.

mod ground;
mod kernels;
mod layers;
mod ways;
