//! How workers are split among the resources.

use sandtable_state::id::ResourceId;

/// Resources and the shares of the workers that gather them.
pub(crate) type WorkerSplit = Vec<(ResourceId, u16)>;
