//! Pictures of trajectories: to see what a figure means.

use sandtable_viewer::svg::Picture;

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
    let mut picture = Picture::new([setup.plan.width as f64 * SCALE, setup.plan.height as f64 * SCALE], "#fbfaf7");
    if let Some([west, north, east, south]) = setup.gate {
        rect(&mut picture, [west, north, east - west, south - north], "#f3e3b3");
    }
    draw_walls(&mut picture, &trajectory.plans[0].1, "#5d5d5d");
    for (_, plan) in &trajectory.plans[1..] {
        draw_walls(&mut picture, plan, "#5d5d5d80");
    }
    for row in 0..setup.actors.len() {
        trail(&mut picture, setup, trajectory, row);
    }
    for row in 0..setup.actors.len() {
        ends(&mut picture, setup, trajectory, row);
    }
    draw_targets(&mut picture, setup);
    picture.finish()
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

/// The circle within which those sent to one point have arrived.
fn draw_targets(picture: &mut Picture, setup: &Setup) {
    let mut drawn: Vec<&Target> = Vec::new();
    for target in setup.actors.iter().filter_map(|actor| actor.target.as_ref()) {
        if target.crowd < 2 || target.finish.is_some() || drawn.iter().any(|known| known.point == target.point) {
            continue;
        }
        let look = "fill=\"none\" stroke=\"#a00\" stroke-dasharray=\"4 3\"";
        picture.circle(target.point.map(|cells| cells * SCALE), target.within() * SCALE, look);
        drawn.push(target);
    }
}
