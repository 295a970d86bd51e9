//! The scripts of a page as one.

/// The scripts, in the order in which they need each other; one strict function around all of them.
pub(super) const SCRIPTS: [&str; 22] = [
    include_str!("page/decode.js"),
    include_str!("page/inflate.js"),
    include_str!("page/lzma.js"),
    include_str!("page/match.js"),
    include_str!("page/recorded.js"),
    include_str!("page/host.js"),
    include_str!("page/engine.js"),
    include_str!("page/terrain.js"),
    include_str!("page/glyphs.js"),
    include_str!("page/camera.js"),
    include_str!("page/board.js"),
    include_str!("page/tip.js"),
    include_str!("page/charts.js"),
    include_str!("page/panel.js"),
    include_str!("page/events.js"),
    include_str!("page/minimap.js"),
    include_str!("page/inspect.js"),
    include_str!("page/twin.js"),
    include_str!("page/compare.js"),
    include_str!("page/forks.js"),
    include_str!("page/overlays.js"),
    include_str!("page/main.js"),
];

/// The scripts as one.
pub(super) fn script() -> String {
    format!("(() => {{\n\"use strict\";\n{}\n}})();", SCRIPTS.join("\n"))
}
