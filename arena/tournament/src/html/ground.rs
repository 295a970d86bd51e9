//! The maps of the page, as pictures.

use std::fmt::Write as _;

use sandtable_viewer::html::escaped;
use sandtable_viewer::map_picture;

use crate::prepare::Prepared;

/// Maps that are drawn.
const MAX_MAPS: usize = 12;

/// The maps that were played, each with its starts and nodes.
pub(super) fn maps(prepared: &Prepared) -> String {
    let mut text = String::from("<div class=\"maps\">\n");
    for arena in prepared.arenas.iter().take(MAX_MAPS) {
        let (map, rules) = (&arena.scenario.map, &arena.scenario.rules);
        let _ = writeln!(
            text,
            "<figure>{}<figcaption>{}, {} × {} cells</figcaption></figure>",
            map_picture(map, rules),
            escaped(&arena.name),
            map.width,
            map.height
        );
    }
    text + "</div>\n<p class=\"soft\">Starts are numbered by player; dots are resources.</p>\n"
}
