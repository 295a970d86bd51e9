//! Pictures of trajectories: to see what a figure means.

use std::fmt::Write as _;

use super::grid::Grid;
use super::setup::{Setup, Target};
use super::trajectory::Trajectory;

/// Pixels to a cell.
const SCALE: f64 = 12.0;
/// Points of one trajectory.
const MAX_POINTS: usize = 200;
/// One colour a group, counted round; apart for most eyes (Okabe and Ito 2008).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a6a00"];

/// Walls, where everybody went, where they began (rings) and ended (discs).
pub fn draw(setup: &Setup, trajectory: &Trajectory) -> String {
    let (width, height) = (setup.plan.width as f64 * SCALE, setup.plan.height as f64 * SCALE);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fbfaf7\"/>\n"
    );
    if let Some([west, north, east, south]) = setup.gate {
        rect(&mut text, [west, north, east - west, south - north], "#f3e3b3");
    }
    draw_walls(&mut text, &trajectory.plans[0].1, "#5d5d5d");
    for (_, plan) in &trajectory.plans[1..] {
        draw_walls(&mut text, plan, "#5d5d5d80");
    }
    for row in 0..setup.actors.len() {
        trail(&mut text, setup, trajectory, row);
    }
    for row in 0..setup.actors.len() {
        ends(&mut text, setup, trajectory, row);
    }
    draw_targets(&mut text, setup);
    text.push_str("</svg>\n");
    text
}

fn draw_walls(text: &mut String, plan: &Grid, colour: &str) {
    for y in 0..plan.height {
        let mut x = 0;
        while x < plan.width {
            let run = (x..plan.width).take_while(|x| !plan.open[y * plan.width + x]).count();
            if run > 0 {
                rect(text, [x as f64, y as f64, run as f64, 1.0], colour);
            }
            x += run + 1;
        }
    }
}

fn rect(text: &mut String, cells: [f64; 4], colour: &str) {
    let [x, y, width, height] = cells.map(|cells| cells * SCALE);
    let _ = writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>");
}

fn colour(setup: &Setup, row: usize) -> &'static str {
    COLOURS[setup.actors[row].group % COLOURS.len()]
}

fn trail(text: &mut String, setup: &Setup, trajectory: &Trajectory, row: usize) {
    let every = trajectory.frames.len().div_ceil(MAX_POINTS).max(1);
    let mut points = String::new();
    for frame in trajectory.frames.iter().step_by(every) {
        let [x, y] = frame[row].at();
        let _ = write!(points, "{:.1},{:.1} ", x * SCALE, y * SCALE);
    }
    let colour = colour(setup, row);
    let points = points.trim_end();
    let _ = writeln!(
        text,
        "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.35\" stroke-width=\"1\"/>"
    );
}

fn ends(text: &mut String, setup: &Setup, trajectory: &Trajectory, row: usize) {
    let (first, last) = (trajectory.frames[0][row].at(), trajectory.frames[trajectory.frames.len() - 1][row].at());
    let (colour, radius) = (colour(setup, row), setup.actors[row].radius * SCALE);
    let [x, y] = first.map(|cells| cells * SCALE);
    let _ = writeln!(
        text,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.4\"/>",
        radius * 0.5
    );
    let [x, y] = last.map(|cells| cells * SCALE);
    let _ = writeln!(
        text,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{colour}\" fill-opacity=\"0.55\" stroke=\"#222\" stroke-width=\"0.5\"/>"
    );
}

/// The circle within which those sent to one point have arrived.
fn draw_targets(text: &mut String, setup: &Setup) {
    let mut drawn: Vec<&Target> = Vec::new();
    for target in setup.actors.iter().filter_map(|actor| actor.target.as_ref()) {
        if target.crowd < 2 || target.finish.is_some() || drawn.iter().any(|known| known.point == target.point) {
            continue;
        }
        let ([x, y], radius) = (target.point.map(|cells| cells * SCALE), target.within() * SCALE);
        let _ = writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"none\" stroke=\"#a00\" stroke-dasharray=\"4 3\"/>"
        );
        drawn.push(target);
    }
}
