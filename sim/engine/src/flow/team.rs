//! One team's fields, over the terrain with what the team knows to stand on it.

use std::sync::Arc;

use super::FlowGoal;
use super::goal::kind_of_layer;
use crate::sight::{FogDelta, Knowledge};
use crate::state::Derived;
use sandtable_math::Vec2;
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::WALL_COST;
use sandtable_nav::bits::Bits;
use sandtable_nav::flow_field::fields::{FlowAnswer, FlowFieldSet};
use sandtable_nav::flow_field::layer::{Layer, TerrainBase};
use sandtable_nav::flow_field::partition::Partition;
use sandtable_nav::flow_field::saved::FieldKey;
use sandtable_nav::ground::GroundMap;

/// One team's layers and fields.
#[derive(Clone, Default)]
pub(super) struct TeamFields {
    pub(super) fields: FlowFieldSet,
    /// The known obstacles that the layers hold; empty while there is no layer.
    noted: Derived<FogDelta>,
}

impl TeamFields {
    /// Takes in what the team has learnt.
    pub(super) fn catch_up(&mut self, partition: &Partition, ground: &GroundMap, knowledge: &Knowledge, now: u32) {
        if !self.noted.is_outdated(knowledge) {
            return;
        }
        let cells: Vec<Cell> =
            self.noted.take(knowledge).into_iter().map(|number| partition.cell_of_map(number)).collect();
        for layer in self.fields.layers() {
            self.fields.change(layer, &cells, &costing(layer, partition, ground, knowledge), now);
        }
    }

    /// Puts in a layer with all that the team knows.
    pub(super) fn put_layer(&mut self, number: u16, base: Arc<TerrainBase>, ground: &GroundMap, knowledge: &Knowledge) {
        let mut layer = Layer::new(base);
        let partition = *layer.partition();
        if self.noted.is_empty() {
            self.noted.take(knowledge);
        }
        let blocked = knowledge.blocked_words().iter().enumerate();
        let cells = blocked.flat_map(|(at, word)| Bits(*word).map(move |bit| partition.cell_of_map(at * 64 + bit)));
        layer.change(&cells.collect::<Vec<Cell>>(), &costing(number, &partition, ground, knowledge));
        self.fields.put_layer(number, layer);
    }

    /// Asks for what a unit in `cell` has missed on its way to `goal`, or, if it is cut off from that, to the cell nearest to it.
    pub(super) fn request(&mut self, goal: &FlowGoal, position: Vec2, cell: Cell, now: u32) {
        let key = FieldKey::new(goal.layer, goal.rect);
        match self.fields.find(goal.layer, &key.goals, 0).map(|place| self.fields.ask_field(place, position, cell)) {
            None | Some(FlowAnswer::Unknown) => self.fields.want(&key, cell, now),
            Some(FlowAnswer::CutOff(nearest)) => {
                self.fields.want(&FieldKey::new(goal.layer, square(nearest)), cell, now)
            }
            Some(_) => {}
        }
    }
}

/// What a layer's cells cost by what a team knows.
fn costing<'g>(
    layer: u16,
    partition: &'g Partition,
    ground: &'g GroundMap,
    knowledge: &'g Knowledge,
) -> impl Fn(Cell) -> u8 + 'g {
    let class = kind_of_layer(layer).0;
    move |cell| {
        let blocked = knowledge.is_blocked(partition.index(cell));
        if blocked { WALL_COST } else { ground.terrain_cost(cell, class) }
    }
}

/// One cell as a rectangle.
pub(super) fn square(cell: Cell) -> Rect {
    Rect { x: cell.x, y: cell.y, width: 1, height: 1 }
}
