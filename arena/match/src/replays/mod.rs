//! What can be learnt from recorded matches, and done with them, beyond playing them again.

mod audit;
mod bisect;
mod bless;
mod by_program;
mod claim;
mod diff;
mod fork;
mod names;
mod reduce;
mod rerun;
mod resume;
mod state;
mod summary;
mod sync;
mod trace;
mod twins;
mod verify;

pub use audit::{AuditError, audit};
pub use bisect::{Bisection, bisect, bisect_threads, recorded_here};
pub use bless::{Change, Golden, change, digest, digest_path, read_corpus, record, replay_path};
pub use by_program::reduce_by_program;
pub use claim::{Claim, ClaimKind};
pub use diff::diff;
pub use fork::{ForkOutcome, ForkTerms, fork};
pub use reduce::{Fails, MAX_TRIES, Reduced, Reproducer, reduce};
pub use rerun::{FirstDecision, Rerun, RerunError, rerun};
pub use resume::{ResumeError, resume};
pub use state::{WorldAtError, state_json, state_text, world_at};
pub use summary::{ReplaySummary, verdict};
pub use sync::{Desync, DesyncKind, MAX_FIELDS, Shadow, SyncTest, compare, restored};
pub use trace::first_differing_tick;
pub use twins::{twin_factory, twinned};
pub use verify::{Depth, ReplayVerdict, worse};
