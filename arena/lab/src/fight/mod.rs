//! Fights: two placed armies sent at each other again and again, scattered anew by each seed and with sides swapped, to see what
//! one has over the other.

mod fight_end;
mod play;
mod record;
mod score;
mod starting_positions;

pub use fight_end::FightEnd;
pub use play::{fight, games};
pub use record::record;
pub use score::FightScore;
pub(crate) use starting_positions::{turn, turn_plan};
