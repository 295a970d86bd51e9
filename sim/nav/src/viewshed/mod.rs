//! What can be seen from where: rays over raised ground and cover, masks of cells around an eye, and what a step changes of them.

mod height_map;
mod layout;
mod line;
mod mask;
mod ray;
mod rim;

pub use height_map::{EyePoint, HeightMap};
pub use line::Skyline;
pub use mask::Masks;
pub use ray::{MASK_SIDE, MIDDLE, Mask, offsets};
pub use rim::Rim;
