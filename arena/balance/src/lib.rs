//! Balance measured: the worth of each unit of a ruleset for its price in fights against every other, the price
//! or damage at which it would be even, the gain of technologies, and the effect of a change of the rules.
//!
//! ```
//! use sandtable_balance::{Effort, Soldiers};
//! use sandtable_match::assemble::load_rules;
//! use sandtable_match::library::Library;
//!
//! let rules = load_rules(&mut Library::embedded_only(), "duel")?;
//! let soldiers = Soldiers::from_rules(&rules)?;
//! assert_eq!(soldiers.names(), ["worker", "light", "ranged"]);
//! let fights = soldiers.meet(&Effort { pairs: 2, seed: 1, threads: 2 }, &mut || Ok(()))?;
//! assert!(fights.worth(0).value < 1.0, "workers are no soldiers");
//! # Ok::<(), sandtable_match::Failure>(())
//! ```

#![deny(missing_docs)]

mod contest;
mod damage;
mod fights;
mod ground;
mod ladder;
mod meeting;
mod page;
mod patch;
mod report;
mod ruleset;
mod sides;
mod soldiers;
mod text;
mod twins;
mod upgrades;
mod worth;

pub use contest::Contest;
pub use damage::EvenDamage;
pub use fights::{Effort, Fights};
pub use meeting::{Even, Meeting, Record};
pub use page::page;
pub use patch::{KindChange, MeetingChange, PatchNote};
pub use report::{BalanceReport, KindReport};
pub use ruleset::Ruleset;
pub use sides::{Side, Sides};
pub use soldiers::{LeftOut, Soldier, Soldiers};
pub use twins::{MatchReport, StartReport, ThingReport};
pub use upgrades::{Upgrade, UpgradeEffect};
pub use worth::{Cyclic, worth_of};
