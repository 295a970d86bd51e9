//! Fights: two placed armies sent at each other again and again, scattered anew by each seed and with sides swapped, to see what
//! one has over the other.

mod end;
mod scatter;
mod score;
mod war;

pub use end::End;
pub(crate) use scatter::{turn, turn_plan};
pub use score::FightScore;
pub use war::{fight, games};
