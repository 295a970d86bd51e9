//! The compiled half of the package `sandtable`: batches of environments whose arrays are numpy's.

#![deny(missing_docs)]

mod arrays;
mod assembly;
mod core;
mod mirror;
mod orders;
mod picture;
mod rules;

use pyo3::prelude::*;

/// Batches of environments over numpy arrays.
#[pymodule]
fn _sandtable(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("SIM_VERSION", sandtable_sim::SIM_VERSION)?;
    module.add("BUILD", sandtable_match::BUILD)?;
    module.add("SLOT_VERBS", sandtable_env::slots::SLOT_VERBS.to_vec())?;
    module.add("TARGET_ROWS", sandtable_env::slots::TARGET_ROWS.to_vec())?;
    module.add("ARG_ROWS", sandtable_env::slots::ARG_ROWS.to_vec())?;
    module.add("OWN_FEATURES", sandtable_env::slots::OWN_FEATURES.to_vec())?;
    module.add("FOREIGN_FEATURES", sandtable_env::slots::FOREIGN_FEATURES.to_vec())?;
    module.add("NODE_FEATURES", sandtable_env::slots::NODE_FEATURES.to_vec())?;
    module.add("COUNTS", sandtable_env::COUNTS.to_vec())?;
    module.add("REWARD_TERMS", sandtable_env::Reward::default().terms().map(|term| term.0).to_vec())?;
    module.add("ORDER_COLUMNS", orders::ORDER_COLUMNS.to_vec())?;
    module.add_class::<core::Core>()?;
    module.add_class::<mirror::Mirror>()
}
