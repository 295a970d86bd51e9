//! The pool of masks: what was once computed for an eye is kept until another eye takes its place.

use std::sync::Arc;

use super::ray::{MASK_SIDE, Mask};
use super::relief::{Eye, Relief, rows_of};
use crate::limits::{MAX_SIGHT, MAX_SIGHT_MASKS};
use crate::math::splitmix;

/// A direct-mapped cache of masks. A mask is a pure function of the map and the eye, so that what is kept
/// changes only how long things take; a copy starts empty.
pub(super) struct Masks {
    relief: Arc<Relief>,
    /// By place: the key of the eye, plus 1; 0 for none.
    keys: Vec<u32>,
    masks: Vec<Mask>,
}

impl Clone for Masks {
    fn clone(&self) -> Masks {
        Masks { relief: Arc::clone(&self.relief), keys: Vec::new(), masks: Vec::new() }
    }
}

impl Masks {
    pub(super) fn new(relief: Relief) -> Masks {
        Masks { relief: Arc::new(relief), keys: Vec::new(), masks: Vec::new() }
    }

    pub(super) fn relief(&self) -> &Relief {
        &self.relief
    }

    /// Writes what an eye on the map sees: the rows of its radius, and no others.
    pub(super) fn write(&mut self, eye: Eye, mask: &mut Mask) {
        if !self.relief.has_screens(eye) {
            return self.relief.write_disc(eye, mask);
        }
        if self.keys.is_empty() {
            self.keys = vec![0; MAX_SIGHT_MASKS];
            self.masks = vec![[0; MASK_SIDE]; MAX_SIGHT_MASKS];
        }
        let key = self.key(eye);
        let place = splitmix(u64::from(key)) as usize % MAX_SIGHT_MASKS;
        let kept = &mut self.masks[place];
        if self.keys[place] != key {
            self.keys[place] = key;
            self.relief.write_disc(eye, kept);
            let mut screens = [0; MASK_SIDE];
            if self.relief.write_screens(eye, &mut screens) {
                self.relief.cast_shadows(eye, kept, &screens);
            }
        }
        mask[rows_of(eye.radius)].copy_from_slice(&kept[rows_of(eye.radius)]);
    }

    /// At most 2²⁰ cells, 17 radii and 16 heights: below 2³².
    fn key(&self, eye: Eye) -> u32 {
        let cell = self.relief.index(eye.cell) as u32;
        (cell * (u32::from(MAX_SIGHT) + 1) + u32::from(eye.radius)) * 16 + u32::from(eye.height) + 1
    }
}
