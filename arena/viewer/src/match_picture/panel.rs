//! What stands beside the board: the players, their army values over time, and what the shapes mean.

use sandtable_lens::clock;
use sandtable_model::rules::{Class, Rules};
use sandtable_replay::Replay;
use sandtable_sim::World;
use sandtable_state::id::PlayerId;

use super::board::{bar, is_there, resource_colour};
use super::outline::outline;
use super::{PANEL, SIZE, colour};
use crate::chance::LOOK_TICKS;
use crate::chart::short;
use crate::match_page::{label, look, twin};
use crate::standing::Standing;
use crate::svg::Picture;

/// The base line of the first player, and pixels from one to the next.
const PLAYERS_TOP: f64 = 78.0;
const PLAYER_STEP: f64 = 46.0;
/// The chart: pixels from the last player to its upper edge, its lower edge, left and right end.
const CHART: [f64; 4] = [30.0, 412.0, PANEL + 40.0, SIZE[0] - 24.0];
/// The base line of the first line of the legend, pixels between lines, and lines of a column.
const LEGEND: [f64; 2] = [476.0, 19.0];
const LINES: usize = 7;
/// Players that there is room for.
const MOST_PLAYERS: usize = 4;

/// A line for each player: who it is and what it has.
pub(super) fn players(picture: &mut Picture, world: &World, replay: &Replay) {
    for (row, setup) in world.scenario().players.iter().enumerate().take(MOST_PLAYERS) {
        let (player, y) = (PlayerId(row as u8), PLAYERS_TOP + row as f64 * PLAYER_STEP);
        let standing = Standing::measure(world, player);
        picture.rect([PANEL, y - 12.0, 14.0, 14.0], &format!("rx=\"3\" fill=\"{}\"", colour(player)));
        let who = replay.header.contestants.get(row).map_or(setup.name.as_str(), |one| one.name.as_str());
        picture.text([PANEL + 22.0, y], 15.0, &format!("{}: {who}", setup.name), "class=\"ink\" font-weight=\"700\"");
        let told = format!(
            "{} soldiers worth {} · {} workers · {} buildings",
            standing.army, standing.army_value, standing.workers, standing.buildings
        );
        picture.text([PANEL + 22.0, y + 18.0], 13.0, &told, "class=\"soft\"");
    }
}

/// Army values of all players over the match, with a mark at the moment of the board.
pub(super) fn chart(picture: &mut Picture, armies: &[Vec<u32>], moment: u32, last: u32) {
    let [gap, bottom, left, right] = CHART;
    let shown = armies.first().map_or(0, Vec::len).min(MOST_PLAYERS);
    let top = PLAYERS_TOP + shown as f64 * PLAYER_STEP + gap;
    let most = armies.iter().flatten().copied().max().unwrap_or(0).max(1);
    let x = |tick: f64| left + tick / f64::from(last.max(1)) * (right - left);
    let y = |value: f64| bottom - value / f64::from(most) * (bottom - top);
    picture.text([PANEL, top - 16.0], 13.0, "Army value over the match", "class=\"ink\" font-weight=\"700\"");
    for part in [0, 1, 2] {
        let value = f64::from(most) * f64::from(part) / 2.0;
        picture.polyline([[left, y(value)], [right, y(value)]].into_iter(), "class=\"grid\"");
        let place = [left - 6.0, y(value) + 4.0];
        picture.text(place, 11.0, &short(value.round()), "class=\"soft\" text-anchor=\"end\"");
    }
    for (tick, anchor) in [(0, "start"), (last, "end")] {
        picture.text(
            [x(f64::from(tick)), bottom + 15.0],
            11.0,
            &clock(tick),
            &format!("class=\"soft\" text-anchor=\"{anchor}\""),
        );
    }
    let now = x(f64::from(moment));
    picture.polyline([[now, top - 4.0], [now, bottom]].into_iter(), "class=\"mark\" stroke-dasharray=\"4 3\"");
    if (0.12..0.88).contains(&(f64::from(moment) / f64::from(last.max(1)))) {
        picture.text([now.round(), bottom + 15.0], 11.0, &clock(moment), "class=\"ink\" text-anchor=\"middle\"");
    }
    for player in 0..armies.first().map_or(0, Vec::len) {
        let points = armies
            .iter()
            .enumerate()
            .map(|(row, values)| [x(f64::from(row as u32 * LOOK_TICKS)), y(f64::from(values[player]))]);
        let look = format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"round\"",
            colour(PlayerId(player as u8))
        );
        picture.polyline(points, &look);
    }
}

/// What the shapes on the board mean: its kinds, and the resources.
pub(super) fn legend(picture: &mut Picture, world: &World) {
    let rules = world.rules();
    picture.text([PANEL, LEGEND[0] - 22.0], 13.0, "On the board", "class=\"ink\" font-weight=\"700\"");
    let kinds = (0..rules.kinds.len()).filter(|row| is_there(world, *row)).map(Line::Kind);
    let lines = kinds.chain((0..rules.resources.len()).map(Line::Resource)).take(2 * LINES);
    for (at, line) in lines.enumerate() {
        let place = [PANEL + 8.0 + (at / LINES) as f64 * 170.0, LEGEND[0] + (at % LINES) as f64 * LEGEND[1]];
        let name = line.draw(picture, rules, place);
        picture.text([place[0] + 16.0, place[1]], 13.0, &name.replace('_', " "), "class=\"soft\"");
    }
    let said = "Bars: health of damaged units and buildings. Lines: attacks.";
    picture.text([PANEL, SIZE[1] - 14.0], 11.0, said, "class=\"soft\"");
}

/// A line of the legend, by row of the rules.
enum Line {
    Kind(usize),
    Resource(usize),
}

impl Line {
    /// Draws its shape; what it is called.
    fn draw(self, picture: &mut Picture, rules: &Rules, [x, y]: [f64; 2]) -> String {
        let row = match self {
            Line::Kind(row) => row,
            Line::Resource(row) => {
                let colour = resource_colour(rules, row);
                picture.circle([x, y - 4.0], 6.0, &format!("fill=\"{colour}\" stroke=\"#000\" stroke-opacity=\"0.5\""));
                return rules.resources[row].clone();
            }
        };
        let kind = &rules.kinds[row];
        if kind.class == Class::Building {
            picture.rect([x - 8.0, y - 12.0, 16.0, 16.0], "fill=\"#23282d\" stroke=\"#8d959d\"");
            let told = label(rules, kind);
            picture.text([x, y], 10.0, &told, "fill=\"#fff\" font-weight=\"700\" text-anchor=\"middle\"");
        } else {
            let look = look(rules, row).unwrap_or_default();
            let fill = "fill=\"#8d959d\" stroke=\"#000\" stroke-opacity=\"0.75\"";
            picture.path(&outline(look, [x, y - 4.0], 6.0), fill);
            bar(picture, twin(rules, row), [x, y - 4.0], 6.0);
        }
        kind.name.clone()
    }
}
