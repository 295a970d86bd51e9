//! What units do about enemies that nobody ordered them to attack.

use sandtable_state::state_enum;

state_enum! {
    /// What an agent does about enemies nobody ordered it to attack.
    #[derive(Default)]
    pub enum Stance {
        /// Attacks what comes near, pursues a little, returns.
        #[default]
        Defensive = 0,
        /// Attacks only what is in range, without moving.
        Standing = 1,
        /// Does not attack (workers; they still answer when ordered).
        Passive = 2,
    }
}
