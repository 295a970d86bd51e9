//! The cache of fields: budgets, partial answers, eviction, and that what is saved is enough.

use sandtable_math::mix;
use sandtable_model::map::{Cell, Rect};
use sandtable_state::limits::MAX_FIELDS;

use super::ground::{Ground, square};
use crate::flow_field::fields::{FlowAnswer, FlowFieldSet};
use crate::flow_field::saved::{FieldKey, RequestStage, SavedFields};

fn fields(ground: &Ground) -> FlowFieldSet {
    let mut fields = FlowFieldSet::default();
    fields.put_layer(7, ground.layer());
    fields
}

fn to(cell: Cell) -> FieldKey {
    FieldKey::new(7, square(cell))
}

/// Asks, and puts what nobody has asked for in the queue.
fn ask(fields: &mut FlowFieldSet, key: &FieldKey, cell: Cell, now: u32) -> FlowAnswer {
    let answer = fields.ask(key, cell.centre());
    match answer {
        FlowAnswer::Unknown => fields.want(key, cell, now),
        _ => fields.touch(key, now),
    }
    answer
}

#[test]
fn answers_get_better_as_the_budget_allows() {
    let ground = Ground::random(95, 45, 3, 10);
    let mut fields = fields(&ground);
    let (key, start) = (to(Cell::new(90, 40)), Cell::new(3, 3));
    assert!(ground.is_open(start));
    assert_eq!(ask(&mut fields, &key, start, 0), FlowAnswer::Unknown);
    assert_eq!(fields.serve(0), 0);
    assert_eq!(ask(&mut fields, &key, start, 0), FlowAnswer::Pending);
    assert!(fields.serve(1) > 0, "a request is served whole");
    let FlowAnswer::Portal(portal) = ask(&mut fields, &key, start, 1) else { panic!("no portal") };
    assert!(portal.distance_squared_wide(start.centre()) < (20 * 20) << 32, "{portal:?} is a portal of the sector");
    fields.serve(1);
    assert!(matches!(ask(&mut fields, &key, start, 2), FlowAnswer::Tile(_)));
    assert_eq!((fields.serve(1_000), fields.pending()), (0, 0));
}

#[test]
fn a_region_is_asked_for_once_however_many_walk_there() {
    let ground = Ground::random(40, 40, 1, 0);
    let mut fields = fields(&ground);
    for cell in ground.cells() {
        ask(&mut fields, &to(Cell::new(5, 5)), cell, 0);
    }
    assert_eq!((fields.pending(), fields.regions()), (16, 16));
}

#[test]
fn who_is_cut_off_is_sent_to_the_nearest_cell_that_can_be_reached() {
    let ground = Ground::drawn(
        "..........
         ..........
         ######....
         .....#....
         .....#....
         ..........
         ######....
         ..........",
    );
    let closed = Ground {
        costs: {
            let mut c = ground.costs.clone();
            c[5 * 10 + 5] = 255;
            c
        },
        ..ground
    };
    let mut fields = fields(&closed);
    let key = to(Cell::new(0, 4));
    ask(&mut fields, &key, Cell::new(9, 0), 0);
    fields.serve(10_000);
    assert_eq!(ask(&mut fields, &key, Cell::new(9, 0), 0), FlowAnswer::CutOff(Cell::new(0, 1)));
}

#[test]
fn the_least_recently_used_field_goes_whatever_the_order_of_touches() {
    let ground = Ground::random(40, 40, 1, 0);
    let goals: Vec<Cell> = ground.cells().take(MAX_FIELDS).collect();
    let filled = |order: &dyn Fn(usize) -> usize| {
        let mut fields = fields(&ground);
        for goal in &goals {
            ask(&mut fields, &to(*goal), Cell::new(39, 39), 1);
        }
        fields.serve(u32::MAX);
        for n in 0..goals.len() {
            let n = order(n);
            if n != 17 {
                fields.touch(&to(goals[n]), 5);
            }
        }
        ask(&mut fields, &to(Cell::new(39, 38)), Cell::new(39, 39), 6);
        fields
    };
    let (forwards, backwards) = (filled(&|n| n), filled(&|n| MAX_FIELDS - 1 - n));
    assert_eq!(forwards.save(), backwards.save());
    assert_eq!(forwards.ask(&to(goals[17]), Cell::new(39, 39).centre()), FlowAnswer::Unknown);
    assert!(matches!(forwards.ask(&to(goals[18]), Cell::new(39, 39).centre()), FlowAnswer::Tile(_)));
}

/// A tick of some walkers, walls and a budget, all of `seed`'s choice; returns what was answered.
fn tick(fields: &mut FlowFieldSet, ground: &mut Ground, seed: u64, now: u32) -> Vec<FlowAnswer> {
    let roll = |n: u64| mix(mix(seed, u64::from(now)), n);
    let wall = ground.pick(roll(0));
    if roll(1).is_multiple_of(3) {
        ground.toggle(wall);
        fields.change(7, &[wall], ground, now);
    }
    let answers = (0..12).map(|n| {
        let goal = ground.pick(mix(seed, roll(10 + n) % 5));
        ask(fields, &to(goal), ground.pick(roll(30 + n)), now)
    });
    let answers = answers.collect();
    fields.serve((roll(2) % 4) as u32 * 300);
    answers
}

#[test]
fn what_is_saved_is_enough_to_go_on() {
    for seed in 0..6 {
        let mut ground = Ground::rough(52, 38, seed, 22);
        let mut fields = fields(&ground);
        for now in 0..24 {
            if now % 6 == 5 {
                let (mut other_ground, mut loaded) = (ground.clone(), self::fields(&ground));
                loaded.restore(&fields.save()).unwrap();
                assert_eq!(loaded.save(), fields.save());
                let mut straight = fields.clone();
                let mut same_ground = ground.clone();
                for later in now..now + 6 {
                    let expected = tick(&mut straight, &mut same_ground, seed, later);
                    assert_eq!(tick(&mut loaded, &mut other_ground, seed, later), expected, "seed {seed} tick {later}");
                }
            }
            tick(&mut fields, &mut ground, seed, now);
        }
    }
}

#[test]
fn saved_fields_that_cannot_be_are_refused() {
    let ground = Ground::random(40, 40, 1, 0);
    let mut fields = fields(&ground);
    ask(&mut fields, &to(Cell::new(5, 5)), Cell::new(30, 30), 0);
    fields.serve(10_000);
    let good = fields.save();
    let spoil = |change: &dyn Fn(&mut SavedFields)| {
        let mut saved = good.clone();
        change(&mut saved);
        self::fields(&ground).restore(&saved)
    };
    assert!(spoil(&|_| ()).is_ok());
    assert!(spoil(&|saved| saved.fields[0].key.layer = 3).is_err());
    assert!(spoil(&|saved| saved.fields[0].key.goals[0].x = 40).is_err());
    assert!(spoil(&|saved| saved.fields[0].key.goals[0].width = u16::MAX).is_err());
    assert!(spoil(&|saved| saved.fields[0].key.goals.clear()).is_err());
    assert!(spoil(&|saved| saved.fields[0].regions[0].sector = 16).is_err());
    assert!(spoil(&|saved| saved.fields[0].regions[0].region = 200).is_err());
    assert!(spoil(&|saved| saved.fields[0].regions[0].stage = RequestStage::CutOff).is_err());
    assert!(spoil(&|saved| saved.pending.push(Default::default())).is_err());
}

#[test]
fn the_nearest_of_several_goals_is_made_for() {
    let ground = Ground::random(60, 20, 1, 0);
    let layer = ground.layer();
    let goals = vec![square(Cell::new(2, 10)), Rect { x: 50, y: 8, width: 3, height: 4 }];
    let mut fields = fields(&ground);
    let key = FieldKey { layer: 7, goals: goals.clone() };
    for cell in ground.cells() {
        ask(&mut fields, &key, cell, 0);
    }
    fields.serve(u32::MAX);
    for (x, west) in [(10, true), (22, true), (30, false), (45, false), (58, true)] {
        let FlowAnswer::Tile(heading) = fields.ask(&key, Cell::new(x, 1).centre()) else { panic!("no tile") };
        if let crate::flow_field::sample::FlowSample::Along(way) = heading {
            assert_eq!(way.x.bits() < 0, west, "from column {x}: {way:?}");
        }
    }
    assert_eq!(layer.partition().count(), 12);
}
