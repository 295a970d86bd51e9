//! What can be learnt from recorded matches, and done with them, beyond playing them again.

mod absence;
mod audit;
mod audit_error;
mod bisect;
mod bless;
mod blessing;
mod by_program;
mod claim;
mod continuation;
mod departure;
mod desync_kind;
mod diff;
mod extreme_totals;
mod first_decision;
mod fork;
mod fork_told;
mod info;
mod keyframes;
mod memories;
mod names;
mod other_program;
mod other_versions;
mod phases;
mod reduce;
mod reduction_pace;
mod rerun;
mod rerun_told;
mod resume;
mod state;
mod summary;
mod sync;
mod texts;
mod trace;
mod twins;
mod verify;

pub use absence::nothing_of;
pub use audit::audit;
pub use audit_error::AuditError;
pub use bisect::{Bisection, OtherRun, bisect, bisect_here, bisect_programs, bisect_threads, recorded_here};
pub use bless::{
    Change, Golden, change, digest, digest_path, goldens_named, read_corpus, record, replay_path, write_digest,
};
pub use blessing::{BlessTerms, Blessing};
pub use by_program::reduce_by_program;
pub use claim::{Claim, ClaimKind};
pub use continuation::{ContinueError, take_up};
pub use departure::Departure;
pub use desync_kind::{DesyncKind, MAX_FIELDS};
pub use diff::{diff, first_differing_orders};
pub use first_decision::FirstDecision;
pub use fork::{ForkOutcome, ForkTerms, fork};
pub use fork_told::fork_text;
pub use info::{info_json, info_text};
pub use keyframes::check_keyframes;
pub use memories::{MemoryBisection, bisect_memories, bisect_memories_here, recorded_anew};
pub use other_program::{OtherProgram, PlayedThere};
pub use other_versions::{OtherVersion, OtherVersions};
pub use phases::{
    FieldGap, PhaseDeparture, PhaseHashes, PlayedHere, StateField, TickSource, departure_in_tick, fields_of,
    fields_text, phases_text,
};
pub use reduce::{Fails, MAX_TRIES, Reduced, ReductionLimits, Reproducer, reduce, reduce_within};
pub use reduction_pace::ReductionPace;
pub use rerun::{Rerun, RerunError, Rerunning, rerun, rerun_whole};
pub use rerun_told::{rerun_json, rerun_text};
pub use resume::{ResumeError, commanders, resume};
pub use state::{WorldAtError, state_json, state_text, world_at};
pub use summary::{ReplaySummary, verdict};
pub use sync::{Desync, Shadow, SyncTest, compare, restored};
pub use trace::first_differing_tick;
pub use twins::{twin_factory, twinned};
pub use verify::{Depth, ReplayVerdict, worse};
