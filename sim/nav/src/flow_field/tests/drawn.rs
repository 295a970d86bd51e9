//! Small maps with their flow drawn out.

use sandtable_math::{Fx, Vec2, mix};
use sandtable_model::map::Cell;

use super::ground::{Ground, square};
use crate::flow_field::arrow::{DIRECTION, PATHABLE, SIGHT};
use crate::flow_field::field::FlowField;
use crate::flow_field::goal_sight::GoalSight;
use crate::flow_field::kernel::{Kernel, lane};

/// The flow as glyphs: an arrow by eighths of a turn, `o` at the goal, `*` in sight of it, `#` walls, `?` out of reach.
fn drawn(ground: &Ground, goal: Cell, kernel: Kernel) -> String {
    let layer = ground.layer();
    let mut field = FlowField::new(&layer, kernel, &[square(goal)]);
    let mut text = String::new();
    for cell in ground.cells() {
        if cell.x == 0 {
            text.push('\n');
        }
        let (sector, local) = layer.partition().locate(cell).unwrap();
        let region = layer.sector(sector).region(local);
        let served = ground.is_open(cell) && field.serve(&layer, sector, region);
        let arrow = field.tile(sector, region).map_or(0, |tile| tile.arrows[lane(local.into())]);
        text.push(match arrow {
            _ if !ground.is_open(cell) => '#',
            _ if !served => '?',
            _ if cell == goal => 'o',
            arrow if arrow & SIGHT != 0 => '*',
            arrow if arrow & PATHABLE != 0 => {
                ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'][(usize::from((arrow & DIRECTION) + 4) / 8) & 7]
            }
            _ => '?',
        });
    }
    text
}

fn assert_drawn(ground: &Ground, goal: (i16, i16), kernel: Kernel, expected: &str) {
    let expected: String =
        expected.lines().map(str::trim).filter(|row| !row.is_empty()).map(|row| format!("\n{row}")).collect();
    let found = drawn(ground, Cell::new(goal.0, goal.1), kernel);
    assert!(found == expected, "found{found}\nexpected{expected}");
}

const HALL: &str = "
    ..............
    ......#.......
    ......#.......
    ......#####...
    ..........#...
    ..........#...
    ..####.####...
    ..............
    ......~~~.....
    ..............";

#[test]
fn flow_leads_round_walls_and_swamps() {
    assert_drawn(
        &Ground::drawn(HALL),
        (12, 1),
        Kernel::Eikonal,
        "
        →→→→→→→*******
        →→→↗↗↑#*****o*
        ↗↗↗↗↗↑#*******
        ↗↗↗↗↗↑#####***
        ↗↗↗↗↗↑←←←←#***
        ↗↗↗↗↑↑↓↖↖←#***
        ↗↑####↓####***
        ↗→→→→→→→→→→***
        ↗↗→↗↗↑↗↗↗↗↗***
        ↗↗↗↗→→→→→↗↗***",
    );
}

#[test]
fn octile_flow_steps_along_eight_directions_and_cuts_no_corner() {
    assert_drawn(
        &Ground::drawn(HALL),
        (12, 1),
        Kernel::Octile,
        "
        →→→→→→→*******
        ↗↗↗↗↗↑#*****o*
        ↗↗↗↗↗↑#*******
        ↗↗↗↗↗↑#####***
        ↗↗↗↗↗↑←←←←#***
        ↗↗↗↗↗↑↖↖↖↖#***
        ↗↑####↓####***
        ↗↑→→→→→→→→→***
        ↗↗↗↗↗↗↗↗↗↗↗***
        ↗↗↗↗↗→→→↗↗↗***",
    );
}

#[test]
fn a_closed_room_has_no_way_out_and_diagonal_walls_are_walls() {
    let ground = Ground::drawn(
        "....#.......
         ...#..#####.
         ..#...#...#.
         .#....#####.
         #...........",
    );
    assert_drawn(
        &ground,
        (11, 4),
        Kernel::Eikonal,
        "
        ????#→→→→→→*
        ???#↓↓#####*
        ??#↘↘↓#???#*
        ?#↘↘↘↓#####*
        #**********o",
    );
}

#[test]
fn sight_ends_at_the_edges_of_shadows() {
    let ground = Ground::drawn(
        ".................
         .................
         ....##...........
         ..........#......
         ........o........
         ...............~.
         ....#............
         .....#...##......
         .................",
    );
    assert_drawn(
        &ground,
        (8, 4),
        Kernel::Eikonal,
        "
        ↘↘↘↘↘↘*****↙↙↙↙↙↙
        ↘↘↘→→→****↙↙↙↙↙↙↙
        ↘↘↘↓##****←←↙↙↙↙←
        **********#↓↙↙←←←
        ********o********
        ***************↖↑
        ↗↗↗↑#**********←←
        ↗↗↗↑↓#***##↑↖****
        ↗↗↗→→→***←←↑↖↖***",
    );
}

#[test]
fn whoever_is_in_sight_of_the_goal_walks_straight_to_it() {
    let inset = Fx::from_bits(1 << 10);
    let far = Fx::ONE - inset;
    for seed in 0..10 {
        let ground = Ground::random(40, 40, seed, 4 + 2 * seed);
        let layer = ground.layer();
        let goal = ground.pick(mix(seed, 5));
        let mut sight = GoalSight::unseen(square(goal));
        sight.look(&layer);
        let mut seen = 0;
        for cell in ground.cells().filter(|cell| sight.seen_from(*cell) & 1 != 0 && *cell != goal) {
            assert!(ground.is_open(cell));
            seen += 1;
            for (x, y) in [(inset, inset), (far, inset), (inset, far), (far, far)] {
                let corner = Vec2::new(Fx::from_int(cell.x) + x, Fx::from_int(cell.y) + y);
                assert!(walks_straight(&ground, corner, goal), "seed {seed} from {cell:?} to {goal:?}");
            }
        }
        assert!(seen > 0, "seed {seed}");
    }
}

/// Whether a straight walk, looked at in a thousand places, keeps to open ground.
fn walks_straight(ground: &Ground, from: Vec2, goal: Cell) -> bool {
    let way = goal.centre() - from;
    let along = |length: Fx, part: i64| Fx::from_bits((i64::from(length.bits()) * part / 1000) as i32);
    let open = |cell: Cell, goal: Cell| cell == goal || ground.is_open(cell);
    (0..=1000).all(|part| open(Cell::at(from + Vec2::new(along(way.x, part), along(way.y, part))), goal))
}
