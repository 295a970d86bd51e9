//! What each team saw and had seen, cell by cell, as runs of cells that changed.

use sandtable_model::scenario::Fog;
use sandtable_sim::World;
use sandtable_sim::sight::Visibility;
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;

use super::bytes::Packer;

/// The fog of one team over the match.
struct Tape {
    team: u8,
    /// A player of the team, whose view is the team's.
    player: PlayerId,
    /// By cell: 0 unexplored, 1 explored, 2 visible.
    cells: Vec<u8>,
    frames: Packer,
}

/// The fog of every team; none when the scenario is without.
pub(super) struct Tapes {
    tapes: Vec<Tape>,
    fresh: Vec<u8>,
}

impl Tapes {
    /// Blank tapes, on which nothing is explored.
    pub fn new(world: &World) -> Tapes {
        let scenario = world.scenario();
        let cells = scenario.map.cells();
        let teams = if scenario.fog == Fog::Off { 0 } else { scenario.teams() as u8 };
        let tape = |team: u8| {
            let player = scenario.players.iter().position(|player| player.team.0 == team)?;
            let player = PlayerId(player as u8);
            Some(Tape { team, player, cells: vec![0; cells], frames: Packer::default() })
        };
        Tapes { tapes: (0..teams).filter_map(tape).collect(), fresh: Vec::new() }
    }

    /// Notes what every team sees.
    pub fn frame(&mut self, world: &World) {
        for tape in &mut self.tapes {
            look(world, tape.player, &mut self.fresh);
            put_changes(&mut tape.frames, &tape.cells, &self.fresh);
            std::mem::swap(&mut tape.cells, &mut self.fresh);
        }
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        self.tapes.iter().map(|tape| tape.frames.len()).sum()
    }

    /// The teams that have a tape, in order.
    pub fn teams(&self) -> Vec<u8> {
        self.tapes.iter().map(|tape| tape.team).collect()
    }

    /// Each tape: its length and its frames.
    pub fn pack(&self) -> Packer {
        let mut packer = Packer::default();
        for tape in &self.tapes {
            packer.number(tape.frames.len() as u32);
            packer.raw(tape.frames.as_slice());
        }
        packer
    }
}

fn look(world: &World, player: PlayerId, cells: &mut Vec<u8>) {
    let view = View::new(world, player);
    let number = |visibility| match visibility {
        Visibility::Unexplored => 0,
        Visibility::Explored => 1,
        Visibility::Visible => 2,
    };
    cells.clear();
    cells.extend(world.scenario().map.bounds().cells().map(|cell| number(view.visibility(cell))));
}

/// Appends a frame: the number of runs, then for each the cells left alone before it, and 2 × its length + whether
/// it became visible (or else explored).
fn put_changes(packer: &mut Packer, was: &[u8], now: &[u8]) {
    let (mut runs, mut at, mut end) = (Vec::new(), 0, 0);
    while at < now.len() {
        let begin = at;
        let changed = |at: usize| now[at] != was[at] && now[at] == now[begin];
        while at < now.len() && changed(at) {
            at += 1;
        }
        if at > begin {
            runs.push((begin - end, (at - begin) << 1 | usize::from(now[begin] == 2)));
            end = at;
        } else {
            at += 1;
        }
    }
    packer.number(runs.len() as u32);
    for (skipped, run) in runs {
        packer.number(skipped as u32);
        packer.number(run as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::super::bytes::tests::Unpacker;
    use super::*;

    fn apply(unpacker: &mut Unpacker<'_>, cells: &mut [u8]) {
        let mut at = 0;
        for _ in 0..unpacker.number() {
            at += unpacker.number() as usize;
            let run = unpacker.number() as usize;
            cells[at..at + (run >> 1)].fill(1 + (run & 1) as u8);
            at += run >> 1;
        }
    }

    #[test]
    fn frames_come_back_as_they_were() {
        let frames: [[u8; 8]; 4] =
            [[0, 0, 2, 2, 2, 0, 0, 2], [0, 2, 2, 1, 1, 0, 0, 1], [0, 2, 2, 1, 1, 0, 0, 1], [1, 1, 1, 2, 2, 2, 2, 2]];
        let (mut packer, mut was) = (Packer::default(), [0; 8]);
        for frame in frames {
            put_changes(&mut packer, &was, &frame);
            was = frame;
        }
        let (mut unpacker, mut cells) = (Unpacker::new(packer.as_slice()), [0; 8]);
        for frame in frames {
            apply(&mut unpacker, &mut cells);
            assert_eq!(cells, frame);
        }
        assert!(unpacker.is_empty());
    }
}
