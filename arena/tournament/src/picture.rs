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

/// Width of the picture, and pixels between two strategies, and below the last.
const WIDTH: f64 = 960.0;
const STEP: f64 = 34.0;
const BOTTOM: f64 = 44.0;
/// Strategies that there is room for: the best.
const MOST: usize = 9;
/// Letters of a name that there is room for.
const MOST_LETTERS: usize = 18;
/// Pixels that a letter is wide in the table, about.
const LETTER: f64 = 6.4;
/// Left edge of names; left and right end of the axis of scores.
const NAMES: f64 = 24.0;
const SCORES: [f64; 2] = [180.0, 500.0];
/// The line on which the title of the table stands.
const TITLE: f64 = 86.0;
/// Colours of a row that won, and of one that lost.
const WON: &str = "#19b37d";
const LOST: &str = "#f0543c";

/// Where the table of pairs stands, and how its columns are named.
struct PairTable {
    /// The upper edge of its first row, and of that of the scores.
    top: f64,
    left: f64,
    column: f64,
    /// Whether names are too long for their columns, and stand aslant.
    slants: bool,
}

impl PairTable {
    fn new(names: &[String]) -> PairTable {
        let columns = names.len().max(1) as f64;
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or_default() as f64;
        let level = PairTable { top: 116.0, left: 560.0, column: (WIDTH - 24.0 - 560.0) / columns, slants: false };
        if longest * LETTER <= level.column {
            return level;
        }
        // The last name leans out of the table by as much as it is high, less half a column.
        PairTable { top: 184.0, left: 540.0, column: (WIDTH - 66.0 - 540.0) / columns, slants: true }
    }

    fn middle(&self, column: usize) -> f64 {
        tenth(self.left + (column as f64 + 0.5) * self.column)
    }

    /// The names of the columns.
    fn name(&self, picture: &mut Picture, names: &[String]) {
        let y = self.top - 10.0;
        for (column, name) in names.iter().enumerate() {
            let x = self.middle(column);
            let look = if self.slants {
                format!("class=\"soft\" transform=\"rotate(-45 {x} {y})\"")
            } else {
                "class=\"soft\" text-anchor=\"middle\"".to_owned()
            };
            picture.text([x, y], 12.0, name, &look);
        }
    }

    /// The cells of a row: greener where it won, redder where it lost.
    fn results(&self, picture: &mut Picture, row: &[WinDrawLoss], own: usize) {
        let y = middle_of_row(self.top, own);
        for (column, tally) in row.iter().enumerate().filter(|(column, tally)| *column != own && tally.games() > 0) {
            let (score, x) = (tally.score(), self.left + column as f64 * self.column);
            let (colour, strength) = (if score >= 0.5 { WON } else { LOST }, (2.0 * (score - 0.5)).abs());
            let look = format!("rx=\"4\" fill=\"{colour}\" fill-opacity=\"{:.2}\"", 0.1 + 0.7 * strength);
            let place = [x + 2.0, y - STEP / 2.0 + 2.0, self.column - 4.0, STEP - 4.0].map(tenth);
            picture.rect(place, &look);
            let WinDrawLoss { wins, draws, losses } = tally;
            let mut told = format!("{:.0} % ({wins} – {draws} – {losses})", 100.0 * score);
            if told.chars().count() as f64 * LETTER > self.column {
                told = format!("{:.0} %", 100.0 * score);
            }
            picture.text([self.middle(column), y + 4.0], 12.0, &told, "class=\"ink\" text-anchor=\"middle\"");
        }
    }
}

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
    let names: Vec<String> = summary.standings.iter().take(MOST).map(|standing| short(&standing.strategy)).collect();
    let (table, shown) = (PairTable::new(&names), names.len());
    let size = [WIDTH, table.top + shown as f64 * STEP + BOTTOM];
    let mut picture = Picture::new(size, "#fff");
    picture.style(PAPER);
    picture.rect([0.0, 0.0, size[0], size[1]], "class=\"page\"");
    head(&mut picture, summary, &table);
    axis(&mut picture, shown, table.top);
    table.name(&mut picture, &names);
    for (row, (standing, name)) in summary.standings.iter().zip(&names).enumerate() {
        let y = middle_of_row(table.top, row);
        picture.text([NAMES, y + 4.0], 14.0, name, "class=\"ink\"");
        interval(&mut picture, standing, y, PLAYER_COLOURS[row % PLAYER_COLOURS.len()]);
        table.results(&mut picture, &summary.cross[row][..shown], row);
    }
    picture.finish()
}

/// A name, cut where there is no room for the rest.
fn short(name: &str) -> String {
    match name.char_indices().nth(MOST_LETTERS - 1) {
        Some((end, last)) if name.len() > end + last.len_utf8() => format!("{}…", &name[..end]),
        _ => name.to_owned(),
    }
}

fn middle_of_row(top: f64, row: usize) -> f64 {
    top + (row as f64 + 0.5) * STEP
}

fn tenth(at: f64) -> f64 {
    (10.0 * at).round() / 10.0
}

fn head(picture: &mut Picture, summary: &Summary, table: &PairTable) {
    picture.text([NAMES, 34.0], 20.0, &summary.name, "class=\"ink\" font-weight=\"700\"");
    let Summary { games, pairs, distinct_games, .. } = summary;
    let told = format!("{games} games in {pairs} pairs, {distinct_games} of them distinct");
    picture.text([NAMES, 56.0], 13.0, &told, "class=\"soft\"");
    let title = "class=\"ink\" font-weight=\"700\"";
    picture.text([SCORES[0], table.top - 30.0], 13.0, "Score, in percent, with its 95 % interval", title);
    picture.text([table.left, TITLE], 13.0, "Score of the row against the column", title);
}

/// The lines of the scores, and what they are.
fn axis(picture: &mut Picture, shown: usize, top: f64) {
    let bottom = top + shown as f64 * STEP;
    for percent in [0, 25, 50, 75, 100] {
        let x = along(f64::from(percent) / 100.0);
        let look = if percent == 50 { "class=\"mark\"" } else { "class=\"grid\"" };
        picture.polyline([[x, top - 6.0], [x, bottom]].into_iter(), look);
        picture.text([x, bottom + 18.0], 11.0, &percent.to_string(), "class=\"soft\" text-anchor=\"middle\"");
    }
}

/// Where a share lies on the axis of scores.
fn along(share: f64) -> f64 {
    let [left, right] = SCORES;
    tenth(left + share * (right - left))
}

fn interval(picture: &mut Picture, standing: &Standing, y: f64, colour: &str) {
    let [low, high] = standing.interval.map(along);
    let line = format!("stroke=\"{colour}\" stroke-width=\"3\" stroke-linecap=\"round\"");
    picture.polyline([[low, y], [high, y]].into_iter(), &line);
    picture.circle([along(standing.score), y], 6.0, &format!("fill=\"{colour}\""));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_too_long_for_their_columns_stand_aslant() {
        let table = |name: &str, count: usize| PairTable::new(&vec![name.to_owned(); count]);
        assert!(!table("first/rush", 3).slants && table("first/rush", 9).slants);
        assert!(table("league/champion", 9).middle(8) + 18.0 * LETTER * 0.71 < WIDTH, "the last leans over the edge");
        assert_eq!(short("schools/fast_expand"), "schools/fast_expa…");
        assert_eq!(short("schools/tower_rush"), "schools/tower_rush");
    }

    #[test]
    fn columns_are_named_and_narrow_ones_tell_the_score_alone() {
        let names: Vec<String> = ["one", "another"].map(str::to_owned).to_vec();
        let row = [WinDrawLoss::default(), WinDrawLoss { wins: 3, draws: 0, losses: 1 }];
        let drawn = |table: &PairTable| {
            let mut picture = Picture::new([WIDTH, 300.0], "#fff");
            table.name(&mut picture, &names);
            table.results(&mut picture, &row, 0);
            picture.finish()
        };
        let wide = drawn(&PairTable::new(&names));
        assert!(wide.contains(">one<") && wide.contains(">another<") && wide.contains("75 % (3 – 0 – 1)"), "{wide}");
        let narrow = drawn(&PairTable { column: 40.0, slants: true, ..PairTable::new(&names) });
        assert!(narrow.contains("rotate(-45") && narrow.contains(">75 %<"), "{narrow}");
    }
}
