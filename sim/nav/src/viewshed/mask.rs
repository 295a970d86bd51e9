//! The pool of masks: what was once computed for an eye is kept until another eye takes its place.

use std::sync::Arc;

use super::height_map::{EyePoint, HeightMap};
use super::ray::{MASK_SIDE, Mask};
use sandtable_math::splitmix;
use sandtable_state::limits::{MAX_SIGHT, MAX_SIGHT_MASKS};

/// A direct-mapped cache of masks. A mask is a pure function of the map and the eye, so that what is kept
/// changes only how long things take; a copy starts empty.
pub struct Masks {
    relief: Arc<HeightMap>,
    places: Vec<MaskPlace>,
    /// The masks that were ever kept, one beside the other: most matches look from few places, and begin often.
    masks: Vec<Mask>,
    /// Masks that are not worth keeping, or have lost their place.
    spare: [Mask; 2],
}

/// A place for a mask.
#[derive(Clone, Copy, Default)]
struct MaskPlace {
    /// The key of the eye, plus 1; 0 for none.
    key: u32,
    /// The row of its mask, once there is one.
    row: u32,
}

/// Where a mask lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MaskSlot {
    Kept(usize),
    Spare(usize),
}

impl Clone for Masks {
    fn clone(&self) -> Masks {
        Masks::new(Arc::clone(&self.relief))
    }
}

impl Masks {
    /// None yet, over this relief.
    pub fn new(relief: Arc<HeightMap>) -> Masks {
        Masks { relief, places: Vec::new(), masks: Vec::new(), spare: [[0; MASK_SIDE]; 2] }
    }

    /// What they are reckoned over.
    #[inline]
    pub fn relief(&self) -> &Arc<HeightMap> {
        &self.relief
    }

    /// What two eyes on the map see: only the rows of their radius mean anything.
    #[inline]
    pub fn pair(&mut self, eyes: [Option<EyePoint>; 2]) -> [Option<&Mask>; 2] {
        let [one, other] = eyes;
        let mut places = [one.map(|eye| self.place(eye, 0)), other.map(|eye| self.place(eye, 1))];
        if let (Some(eye), [Some(MaskSlot::Kept(at)), Some(MaskSlot::Kept(taken))]) = (one, places)
            && at == taken
            && one != other
        {
            self.relief.write(eye, &mut self.spare[0]);
            places[0] = Some(MaskSlot::Spare(0));
        }
        let mask = |place: MaskSlot| match place {
            MaskSlot::Kept(at) => &self.masks[at],
            MaskSlot::Spare(at) => &self.spare[at],
        };
        places.map(|place| place.map(mask))
    }

    /// Sees to it that what an eye sees lies somewhere.
    fn place(&mut self, eye: EyePoint, spare: usize) -> MaskSlot {
        if !self.relief.has_screens(eye) {
            self.relief.write(eye, &mut self.spare[spare]);
            return MaskSlot::Spare(spare);
        }
        if self.places.is_empty() {
            self.places = vec![MaskPlace::default(); MAX_SIGHT_MASKS];
        }
        let key = self.key(eye);
        let place = &mut self.places[splitmix(u64::from(key)) as usize % MAX_SIGHT_MASKS];
        if place.key != key {
            if place.key == 0 {
                place.row = self.masks.len() as u32;
                self.masks.push([0; MASK_SIDE]);
            }
            place.key = key;
            self.relief.write(eye, &mut self.masks[place.row as usize]);
        }
        MaskSlot::Kept(place.row as usize)
    }

    /// At most 2²⁰ cells, 17 radii and 16 heights: below 2³².
    fn key(&self, eye: EyePoint) -> u32 {
        let cell = self.relief.index(eye.cell) as u32;
        (cell * (u32::from(MAX_SIGHT) + 1) + u32::from(eye.radius)) * 16 + u32::from(eye.height) + 1
    }
}
