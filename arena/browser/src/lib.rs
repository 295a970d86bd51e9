//! The engine of a web page: one session of `sandtable-lens`, asked through plain exports.
//!
//! A page writes the bytes of a replay to [`exports::input`], opens them, and asks. Answers that are more than a number lie at
//! [`exports::reply`]: JSON text, or the numbers of a frame. A panic stops the module, as this target has no unwinding; its message is the
//! reply then, and the page starts a new one.

#![deny(missing_docs)]

pub mod exports;
