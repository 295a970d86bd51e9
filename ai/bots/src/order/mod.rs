//! Orders as bots give them, in lines or in bytes, and what of that can be an order at all.

pub mod bytes;
mod given;
mod judge;
mod line;
mod verbs;

pub use given::{GivenOrder, OrderArgs, OrderRecipients};
pub use judge::OrderJudge;
pub use line::OrderLine;
pub use verbs::{OrderArg, OrderWord, QUEUEINGS, VERBS};
