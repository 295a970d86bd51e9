//! What can be seen from where: rays over raised ground and cover, masks of cells around an eye, and what a step changes of them.

mod line;
mod mask;
mod ray;
mod relief;
mod rim;

pub use line::Skyline;
pub use mask::Masks;
pub use ray::{MASK_SIDE, MIDDLE, Mask, offsets};
pub use relief::{Eye, Relief};
pub use rim::Rim;
