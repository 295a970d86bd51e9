//! Flow fields.

/// Stub.
#[derive(Clone, Default)]
pub struct Flow {}
