//! How many cases a property is tried with.

use proptest::prelude::*;

/// This number of drawn cases; a soak asks for more with `PROPTEST_CASES`, of which 256 is the usual number.
pub fn cases(count: u32) -> ProptestConfig {
    let usual = ProptestConfig::default();
    let times = (usual.cases / 256).max(1);
    ProptestConfig { cases: count * times, max_global_rejects: 1024 * times, failure_persistence: None, ..usual }
}
