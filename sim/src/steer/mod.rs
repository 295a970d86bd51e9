//! Steering.
use crate::world::{Body, World};

/// Stub.
#[derive(Clone, Default)]
pub struct Grid {}
impl Grid {
    /// Stub.
    pub fn fill(&mut self, _bodies: &[Body], _width: u16, _height: u16) {}
}
pub(crate) fn run(_world: &mut World) {}
