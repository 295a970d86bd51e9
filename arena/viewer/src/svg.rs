//! Pictures as SVG files: shapes on a ground, a line each, placed in pixels.

use std::fmt::Write as _;

/// Classes of what is drawn on paper, with their colours in light and in dark: `page`, `ink`, `soft`, `grid` and `mark`.
pub const PAPER: &str = "svg { font-family: system-ui, sans-serif } .page { fill: #fff } .ink { fill: #1d2126 } .soft { fill: #5c646e } \
                     .grid { stroke: #d9dad5 } .mark { stroke: #1d2126 } @media (prefers-color-scheme: dark) { .page { fill: #14171a } \
                     .ink { fill: #e7e9ea } .soft { fill: #9aa3ac } .grid { stroke: #343a40 } .mark { stroke: #e7e9ea } }";
/// Colours of players, as pages of matches have them.
pub const PLAYER_COLOURS: [&str; 8] =
    ["#3f8cff", "#f0543c", "#19b37d", "#f2a900", "#a06bf0", "#ff6fb1", "#16b8cc", "#b08a3e"];

/// A picture under way. What a shape looks like is said in attributes: `fill="#222"`.
///
/// ```
/// use sandtable_viewer::svg::Picture;
///
/// let mut picture = Picture::new([100.0, 50.0], "#fff");
/// picture.circle([50.0, 25.0], 10.0, "fill=\"#222\"");
/// picture.polyline([[0.0, 0.0], [100.0, 50.0]].into_iter(), "stroke=\"#222\"");
/// assert!(picture.finish().ends_with("</svg>\n"));
/// ```
pub struct Picture {
    text: String,
}

impl Picture {
    /// An empty picture of this size in pixels, on a ground of this colour.
    pub fn new([width, height]: [f64; 2], ground: &str) -> Picture {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n"
        );
        Picture { text }
    }

    /// A box: its west and north edge, its width and height.
    pub fn rect(&mut self, [x, y, width, height]: [f64; 4], look: &str) {
        let _ = writeln!(self.text, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {look}/>");
    }

    /// A line through points.
    pub fn polyline(&mut self, through: impl Iterator<Item = [f64; 2]>, look: &str) {
        let _ = writeln!(self.text, "<polyline points=\"{}\" {look}/>", points(through));
    }

    /// Style rules for what follows: classes, and what they are in the dark.
    pub fn style(&mut self, rules: &str) {
        let _ = writeln!(self.text, "<style>{rules}</style>");
    }

    /// A path, in the words of SVG.
    pub fn path(&mut self, path: &str, look: &str) {
        let _ = writeln!(self.text, "<path d=\"{path}\" {look}/>");
    }

    /// A circle around a point.
    pub fn circle(&mut self, [x, y]: [f64; 2], radius: f64, look: &str) {
        let _ = writeln!(self.text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" {look}/>");
    }

    /// A line of text that begins at a point of its base line, in pixels as high as `size`.
    pub fn text(&mut self, [x, y]: [f64; 2], size: f64, text: &str, look: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let font = format!("font-family=\"sans-serif\" font-size=\"{size}\"");
        let _ = writeln!(self.text, "<text x=\"{x}\" y=\"{y}\" {font} {look}>{text}</text>");
    }

    /// The file.
    pub fn finish(self) -> String {
        self.text + "</svg>\n"
    }
}

/// Points as lines and areas list them, to a tenth.
pub fn points(points: impl Iterator<Item = [f64; 2]>) -> String {
    let mut text = String::new();
    for [x, y] in points {
        let gap = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{gap}{x:.1},{y:.1}");
    }
    text
}
