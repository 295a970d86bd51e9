//! The open ground cut into rectangles of one cost.

use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::WALL_COST;

use crate::search::grid::CostGrid;

/// Rectangles that cover every open cell once, and by node of the grid the rectangle from 1, 0 for walls.
///
/// Cells are taken row by row; each that is left becomes the corner of a rectangle that grows to the south and east by whole
/// rows and columns in turn, while it can.
pub(super) fn cut(grid: &CostGrid) -> (Vec<Rect>, Vec<u32>) {
    let (width, height) = grid.size();
    let (mut rects, mut labels) = (Vec::new(), vec![0; grid.nodes() as usize]);
    for cell in (Rect { x: 0, y: 0, width, height }).cells() {
        let Some(node) = grid.node(cell).filter(|node| !grid.is_wall(*node) && labels[*node as usize] == 0) else {
            continue;
        };
        let rect = grow(grid, &labels, cell, grid.costs()[node as usize]);
        rects.push(rect);
        for node in rect.cells().filter_map(|cell| grid.node(cell)) {
            labels[node as usize] = rects.len() as u32;
        }
    }
    (rects, labels)
}

fn grow(grid: &CostGrid, labels: &[u32], cell: Cell, cost: u8) -> Rect {
    let free = |cell: Cell| {
        let node = grid.node(cell).map(|node| node as usize);
        node.is_some_and(|node| cost != WALL_COST && grid.costs()[node] == cost && labels[node] == 0)
    };
    let mut rect = Rect { x: cell.x, y: cell.y, width: 1, height: 1 };
    loop {
        let (width, height) = (rect.width as i16, rect.height as i16);
        let east = (0..height).all(|dy| free(cell.offset(width, dy)));
        rect.width += u16::from(east);
        let width = rect.width as i16;
        let south = (0..width).all(|dx| free(cell.offset(dx, height)));
        rect.height += u16::from(south);
        if !east && !south {
            return rect;
        }
    }
}
