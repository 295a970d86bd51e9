//! Pictures of trajectories: to see what a figure means.

use sandtable_viewer::svg::Picture;

use super::grid::{Grid, Point};
use super::groups::Task;
use super::setup::{Setup, Target};
use super::trajectory::Trajectory;

/// Pixels to a cell.
const SCALE: f64 = 12.0;
/// Points of one trajectory.
const MAX_POINTS: usize = 200;
/// One colour a group, counted round; apart for most eyes (Okabe and Ito 2008).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a6a00"];

const WALL: &str = "#5d5d5d";
/// Of walls that are there for a part of the time.
const CHANGED: &str = "#5d5d5d80";
const GATE: &str = "#f3e3b3";
/// How the circle of a pack is drawn.
const PACK_LOOK: &str = "fill=\"none\" stroke=\"#a00\" stroke-dasharray=\"4 3\"";
/// The height of a line of text, and of its letters.
const LINE: f64 = 18.0;
const LETTERS: f64 = 13.0;
/// Where the text of the legend begins.
const TEXT_AT: f64 = 40.0;
/// The most goals that are marked: where each unit has one of its own they would hide what there is to see.
const MAX_GOALS: usize = 16;

/// Walls, where everybody went, where they began (rings) and ended (discs), their goals; below that a title and what each shape means.
pub fn draw(title: &str, setup: &Setup, trajectory: &Trajectory) -> String {
    let legend = legend(setup);
    let plan = [setup.plan.width, setup.plan.height].map(|cells| cells as f64 * SCALE);
    let below = LINE * (legend.len() + 2) as f64;
    let mut picture = Picture::new([plan[0].max(480.0), plan[1] + below], "#fbfaf7");
    if let Some([west, north, east, south]) = setup.gate {
        rect(&mut picture, [west, north, east - west, south - north], GATE);
    }
    draw_walls(&mut picture, &trajectory.plans[0].1, WALL);
    for (_, plan) in &trajectory.plans[1..] {
        draw_walls(&mut picture, plan, CHANGED);
    }
    for row in 0..setup.actors.len() {
        trail(&mut picture, setup, trajectory, row);
    }
    for row in 0..setup.actors.len() {
        ends(&mut picture, setup, trajectory, row);
    }
    draw_targets(&mut picture, setup);
    let seconds = f64::from(trajectory.last_tick()) / 16.0;
    let title = format!("{title}; {} units, {seconds:.0} s", setup.actors.len());
    picture.text([8.0, plan[1] + LINE], LETTERS + 1.0, &title, "font-weight=\"bold\"");
    for (line, (shape, text)) in legend.iter().enumerate() {
        let y = plan[1] + LINE * (line + 2) as f64;
        draw_shape(&mut picture, shape, y - LETTERS / 3.0);
        picture.text([TEXT_AT, y], LETTERS, text, "fill=\"#222\"");
    }
    picture.finish()
}

/// A shape of the legend.
enum LegendShape {
    /// A ring, a line and a disc in the colour of a group.
    Group(&'static str),
    /// A box in a colour.
    Field(&'static str),
    /// A cross.
    Goal,
    /// A dashed circle.
    Pack,
}

/// What is in the picture, and what it means.
fn legend(setup: &Setup) -> Vec<(LegendShape, String)> {
    let mut lines = Vec::new();
    for (number, group) in setup.groups.iter().enumerate() {
        let count = setup.actors.iter().filter(|actor| actor.group == number).count();
        let kind = &setup.scenario.rules.kind(group.kind).name;
        let task = match &group.task {
            Task::March(goal) => format!("to cell {}, {}", goal[0], goal[1]),
            Task::Swap(_) => "each to the opposite point".to_owned(),
            Task::Gather => "gather".to_owned(),
            Task::Hold => "hold".to_owned(),
            Task::Idle => "idle".to_owned(),
        };
        let text = format!("group {}: {count} {kind}, {task}; ring: start, line: path, disc: end", number + 1);
        lines.push((LegendShape::Group(COLOURS[number % COLOURS.len()]), text));
    }
    if !goals(setup).is_empty() {
        lines.push((LegendShape::Goal, "goal".to_owned()));
    }
    if !shared(setup).is_empty() {
        lines.push((LegendShape::Pack, "radius of arrival".to_owned()));
    }
    lines.push((LegendShape::Field(WALL), "wall".to_owned()));
    if !setup.changes.is_empty() {
        lines.push((LegendShape::Field(CHANGED), "wall that is built or removed".to_owned()));
    }
    if setup.gate.is_some() {
        lines.push((LegendShape::Field(GATE), "gate where passing units are counted".to_owned()));
    }
    lines
}

fn draw_shape(picture: &mut Picture, shape: &LegendShape, y: f64) {
    match shape {
        LegendShape::Group(colour) => {
            picture.circle([10.0, y], 3.0, &format!("fill=\"none\" stroke=\"{colour}\""));
            picture.polyline([[13.0, y], [24.0, y]].into_iter(), &format!("stroke=\"{colour}\""));
            picture.circle([28.0, y], 4.0, &format!("fill=\"{colour}\""));
        }
        LegendShape::Field(colour) => picture.rect([10.0, y - 5.0, 18.0, 10.0], &format!("fill=\"{colour}\"")),
        LegendShape::Goal => cross(picture, [19.0, y]),
        LegendShape::Pack => picture.circle([19.0, y], 6.0, PACK_LOOK),
    }
}

fn cross(picture: &mut Picture, [x, y]: Point) {
    for turn in [1.0, -1.0] {
        let ends = [[x - 5.0, y - 5.0 * turn], [x + 5.0, y + 5.0 * turn]];
        picture.polyline(ends.into_iter(), "fill=\"none\" stroke=\"#a00\" stroke-width=\"2\"");
    }
}

fn draw_walls(picture: &mut Picture, plan: &Grid, colour: &str) {
    for y in 0..plan.height {
        let mut x = 0;
        while x < plan.width {
            let run = (x..plan.width).take_while(|x| !plan.open[y * plan.width + x]).count();
            if run > 0 {
                rect(picture, [x as f64, y as f64, run as f64, 1.0], colour);
            }
            x += run + 1;
        }
    }
}

fn rect(picture: &mut Picture, cells: [f64; 4], colour: &str) {
    picture.rect(cells.map(|cells| cells * SCALE), &format!("fill=\"{colour}\""));
}

fn colour(setup: &Setup, row: usize) -> &'static str {
    COLOURS[setup.actors[row].group % COLOURS.len()]
}

fn trail(picture: &mut Picture, setup: &Setup, trajectory: &Trajectory, row: usize) {
    let every = trajectory.frames.len().div_ceil(MAX_POINTS).max(1);
    let points = trajectory.frames.iter().step_by(every).map(|frame| frame[row].at().map(|cells| cells * SCALE));
    let colour = colour(setup, row);
    picture.polyline(points, &format!("fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.35\" stroke-width=\"1\""));
}

fn ends(picture: &mut Picture, setup: &Setup, trajectory: &Trajectory, row: usize) {
    let frames = &trajectory.frames;
    let (first, last) = (frames[0][row].at(), frames[frames.len() - 1][row].at());
    let (colour, radius) = (colour(setup, row), setup.actors[row].radius * SCALE);
    let began = format!("fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.4\"");
    picture.circle(first.map(|cells| cells * SCALE), radius * 0.5, &began);
    let ended = format!("fill=\"{colour}\" fill-opacity=\"0.55\" stroke=\"#222\" stroke-width=\"0.5\"");
    picture.circle(last.map(|cells| cells * SCALE), radius, &ended);
}

/// Marks goals, and draws the circle within which those sent to one point have arrived.
fn draw_targets(picture: &mut Picture, setup: &Setup) {
    for goal in goals(setup) {
        cross(picture, goal.map(|cells| cells * SCALE));
    }
    for target in shared(setup) {
        picture.circle(target.point.map(|cells| cells * SCALE), target.within() * SCALE, PACK_LOOK);
    }
}

/// The points to which somebody is sent; none when there are too many to mark.
fn goals(setup: &Setup) -> Vec<Point> {
    let mut goals: Vec<Point> = Vec::new();
    for target in setup.actors.iter().filter_map(|actor| actor.target.as_ref()) {
        if !goals.contains(&target.point) {
            goals.push(target.point);
        }
        if goals.len() > MAX_GOALS {
            return Vec::new();
        }
    }
    goals
}

/// The goals at which several are to stand.
fn shared(setup: &Setup) -> Vec<&Target> {
    let mut shared: Vec<&Target> = Vec::new();
    for target in setup.actors.iter().filter_map(|actor| actor.target.as_ref()) {
        let is_pack = target.crowd > 1 && target.finish.is_none();
        if is_pack && shared.iter().all(|known| known.point != target.point) {
            shared.push(target);
        }
    }
    shared
}
