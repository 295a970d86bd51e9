//! The result of a tournament as one SVG picture: standings with their intervals, and who beat whom.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::runner::guarded;
use sandtable_match::score::WinDrawLoss;
use sandtable_viewer::svg::{PAPER, PLAYER_COLOURS, Picture};

use super::manifest::Manifest;
use super::results::read_games;
use super::summary::{Standing, Summary, summarize};

/// Width of the picture, and pixels above the first strategy, between two of them, and below the last.
const WIDTH: f64 = 960.0;
const TOP: f64 = 104.0;
const STEP: f64 = 34.0;
const BOTTOM: f64 = 44.0;
/// Strategies that there is room for: the best.
const MOST: usize = 9;
/// Left edge of names; left and right end of the axis of scores; left and right edge of the table.
const NAMES: f64 = 24.0;
const SCORES: [f64; 2] = [180.0, 500.0];
const TABLE: [f64; 2] = [560.0, WIDTH - 24.0];
/// Colours of a row that won, and of one that lost.
const WON: &str = "#19b37d";
const LOST: &str = "#f0543c";

/// The picture of a folder of results, as far as its games were played.
///
/// # Errors
/// When the results cannot be read, or are none of a tournament that can be summed up.
pub fn results_picture(folder: &Path, registry: &Registry) -> Result<String, Failure> {
    let manifest = Manifest::read_of_any_version(folder)?;
    let (records, _) = read_games(folder)?;
    let drawn = || {
        let prepared = manifest.read_up(registry)?;
        Ok(picture(&summarize(&prepared.file, &prepared.names(), &records)))
    };
    // Games of another version, or of a hostile list, may be none that this tournament can have.
    guarded(drawn).map_err(|fault| Failure::Engine(fault.message))?
}

/// The best strategies of a tournament: the score of each with its 95 % interval, and the score of each against each.
fn picture(summary: &Summary) -> String {
    let shown = summary.standings.len().min(MOST);
    let size = [WIDTH, TOP + shown as f64 * STEP + BOTTOM];
    let mut picture = Picture::new(size, "#fff");
    picture.style(PAPER);
    picture.rect([0.0, 0.0, size[0], size[1]], "class=\"page\"");
    head(&mut picture, summary);
    axis(&mut picture, shown);
    for (row, standing) in summary.standings.iter().take(shown).enumerate() {
        let y = TOP + (row as f64 + 0.5) * STEP;
        interval(&mut picture, standing, y, PLAYER_COLOURS[row % PLAYER_COLOURS.len()]);
        results(&mut picture, &summary.cross[row][..shown], row, y);
    }
    picture.finish()
}

fn head(picture: &mut Picture, summary: &Summary) {
    picture.text([NAMES, 34.0], 20.0, &summary.name, "class=\"ink\" font-weight=\"700\"");
    let Summary { games, pairs, distinct_games, .. } = summary;
    let told = format!("{games} games in {pairs} pairs, {distinct_games} of them distinct");
    picture.text([NAMES, 56.0], 13.0, &told, "class=\"soft\"");
    let title = "class=\"ink\" font-weight=\"700\"";
    picture.text([SCORES[0], TOP - 18.0], 13.0, "Score, in percent, with its 95 % interval", title);
    picture.text([TABLE[0], TOP - 18.0], 13.0, "Score of the row against the column", title);
}

/// The lines of the scores, and what they are.
fn axis(picture: &mut Picture, shown: usize) {
    let bottom = TOP + shown as f64 * STEP;
    for percent in [0, 25, 50, 75, 100] {
        let x = along(f64::from(percent) / 100.0);
        let look = if percent == 50 { "class=\"mark\"" } else { "class=\"grid\"" };
        picture.polyline([[x, TOP - 6.0], [x, bottom]].into_iter(), look);
        picture.text([x, bottom + 18.0], 11.0, &percent.to_string(), "class=\"soft\" text-anchor=\"middle\"");
    }
}

/// Where a share lies on the axis of scores.
fn along(share: f64) -> f64 {
    let [left, right] = SCORES;
    (10.0 * (left + share * (right - left))).round() / 10.0
}

fn interval(picture: &mut Picture, standing: &Standing, y: f64, colour: &str) {
    picture.text([NAMES, y + 4.0], 14.0, &standing.strategy, "class=\"ink\"");
    let [low, high] = standing.interval.map(along);
    let line = format!("stroke=\"{colour}\" stroke-width=\"3\" stroke-linecap=\"round\"");
    picture.polyline([[low, y], [high, y]].into_iter(), &line);
    picture.circle([along(standing.score), y], 6.0, &format!("fill=\"{colour}\""));
}

/// The cells of a row of the table: greener where it won, redder where it lost.
fn results(picture: &mut Picture, row: &[WinDrawLoss], own: usize, y: f64) {
    let width = (TABLE[1] - TABLE[0]) / row.len().max(1) as f64;
    for (column, tally) in row.iter().enumerate().filter(|(column, tally)| *column != own && tally.games() > 0) {
        let (score, x) = (tally.score(), TABLE[0] + column as f64 * width);
        let (colour, strength) = (if score >= 0.5 { WON } else { LOST }, (2.0 * (score - 0.5)).abs());
        let look = format!("rx=\"4\" fill=\"{colour}\" fill-opacity=\"{:.2}\"", 0.1 + 0.7 * strength);
        let place = [x + 2.0, y - STEP / 2.0 + 2.0, width - 4.0, STEP - 4.0].map(|at| (10.0 * at).round() / 10.0);
        picture.rect(place, &look);
        let middle = (10.0 * (x + width / 2.0)).round() / 10.0;
        let WinDrawLoss { wins, draws, losses } = tally;
        let told = format!("{:.0} % ({wins} – {draws} – {losses})", 100.0 * score);
        picture.text([middle, y + 4.0], 12.0, &told, "class=\"ink\" text-anchor=\"middle\"");
    }
}
