//! The flow pass over a whole map that was filled by octile steps.

use super::arrow::PATHABLE;
use super::fill::{Fill, UNREACHED};

/// The flow of a filled map by octile steps, row by row over its cells: [`PATHABLE`] and a direction in 64ths of a turn, 0 where
/// nothing leads on.
pub fn octile_flow(fill: &Fill, flow: &mut Vec<u8>) {
    let (height, width) = fill.size();
    flow.resize(width * height, 0);
    let mut rows = [0, 0, 1].map(|row| CostRow::narrowed(fill, row));
    for (y, flow) in flow.chunks_exact_mut(width.max(1)).enumerate() {
        rows.rotate_left(1);
        rows[2].narrow(fill, y + 2);
        flow_row(&rows, flow);
    }
}

/// A row of costs, narrowed to what differences between neighbours need: eight times the cost, wrapping, and whether there is one.
struct CostRow {
    eightfold: Vec<i16>,
    /// Greatest where there is no cost, least elsewhere.
    bar: Vec<i16>,
}

impl CostRow {
    fn narrowed(fill: &Fill, y: usize) -> CostRow {
        let width = fill.row(y).len();
        let mut row = CostRow { eightfold: vec![0; width], bar: vec![0; width] };
        row.narrow(fill, y);
        row
    }

    fn narrow(&mut self, fill: &Fill, y: usize) {
        for ((eightfold, bar), cost) in self.eightfold.iter_mut().zip(&mut self.bar).zip(fill.row(y)) {
            *eightfold = (*cost as i16) << 3;
            *bar = if *cost == UNREACHED { i16::MAX } else { i16::MIN };
        }
    }
}

/// Differences of neighbours are exact as long as they stay below 4,096: a step costs less. The number of a neighbour rides in
/// the three low bits, so that the least of eight values tells which it was.
#[inline(always)]
fn flow_row(rows: &[CostRow; 3], flow: &mut [u8]) {
    let width = flow.len();
    let cut = |row: usize, dx: usize| (&rows[row].eightfold[dx..dx + width], &rows[row].bar[dx..dx + width]);
    let ((nw, bar_nw), (n, bar_n), (ne, bar_ne)) = (cut(0, 0), cut(0, 1), cut(0, 2));
    let ((w, bar_w), (own, bar), (e, bar_e)) = (cut(1, 0), cut(1, 1), cut(1, 2));
    let ((sw, bar_sw), (s, bar_s), (se, bar_se)) = (cut(2, 0), cut(2, 1), cut(2, 2));
    for x in 0..width {
        let rise = |to: i16, number: i16, bar: i16| (to.wrapping_sub(own[x]) | number).max(bar);
        let (to_e, to_s) = (rise(e[x], 0, bar_e[x]), rise(s[x], 1, bar_s[x]));
        let (to_w, to_n) = (rise(w[x], 2, bar_w[x]), rise(n[x], 3, bar_n[x]));
        let to_se = rise(se[x], 4, bar_se[x].max(bar_s[x]).max(bar_e[x]));
        let to_sw = rise(sw[x], 5, bar_sw[x].max(bar_s[x]).max(bar_w[x]));
        let to_nw = rise(nw[x], 6, bar_nw[x].max(bar_n[x]).max(bar_w[x]));
        let to_ne = rise(ne[x], 7, bar_ne[x].max(bar_n[x]).max(bar_e[x]));
        let straight = to_e.min(to_s).min(to_w).min(to_n);
        let least = straight.min(to_se).min(to_sw).min(to_nw).min(to_ne);
        // 8 × direction: straight steps are numbered by quarters of a turn, diagonal ones by quarters from an eighth on.
        let number = (least & 7) as u8;
        let direction = ((number & 3) << 4) | ((number & 4) << 1);
        let leads = (least < 0) & (bar[x] < 0);
        flow[x] = if leads { PATHABLE | direction } else { 0 };
    }
}
