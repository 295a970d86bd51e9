//! The report in lines.

use std::fmt::Write as _;

use sandtable_stats::Estimate;

use crate::damage::EvenDamage;
use crate::patch::PatchNote;
use crate::report::{BalanceReport, KindReport};
use crate::sides::Side;

/// Triangles that are named.
const MAX_TRIANGLES: usize = 8;

impl BalanceReport {
    /// The report.
    pub fn tell(&self) -> String {
        let mut text = format!(
            "{}: each kind against each other kind at equal cost, {} pairs of fights per pairing, seed {}\n\n",
            self.rules, self.pairs, self.seed
        );
        text.push_str(&self.kinds_table());
        let _ = writeln!(
            text,
            "\nscore of the row against the column at equal cost, in percent (* significantly above or below 50)"
        );
        text.push_str(&self.matrix());
        text.push('\n');
        text.push_str(&self.upgrades_table());
        let _ = writeln!(
            text,
            "cycles: {:.0} % of pairwise worth is cyclic, not explained by a ranking; {} triangles{}",
            100.0 * self.cyclic.share,
            self.cyclic.triangle_count,
            self.triangles()
        );
        let _ = writeln!(text, "player 1 of equal armies: {}", side(&self.sides.first));
        let _ = writeln!(text, "the west of equal armies: {}", side(&self.sides.west));
        for one in &self.left_out {
            let _ = writeln!(text, "{} is left out: {}", one.name, one.why);
        }
        if let Some(matches) = &self.matches {
            text.push('\n');
            text.push_str(&matches.tell());
        }
        text
    }

    fn kinds_table(&self) -> String {
        let mut text = format!(
            "{:16} {:>6}  {:>22}  {:>20}  {:>22}  {:>6}\n",
            "kind", "price", "worth for its price", "even price", "even damage", "army"
        );
        for kind in self.by_worth() {
            let dominated = match &kind.dominated_by[..] {
                [] => String::new(),
                by => format!("  dominated by {}", by.join(", ")),
            };
            let _ = writeln!(
                text,
                "{:16} {:>6.0}  {:>22}  {:>20}  {:>22}  {:>4.0} %{dominated}",
                kind.soldier.name,
                kind.soldier.price,
                worth(&kind.worth),
                figure(&kind.even_price, 0),
                kind.even_damage.as_ref().map_or_else(String::new, damage),
                100.0 * kind.nash,
            );
        }
        text
    }

    /// The kinds, those of most worth first.
    pub(crate) fn by_worth(&self) -> Vec<&KindReport> {
        let mut kinds: Vec<&KindReport> = self.kinds.iter().collect();
        kinds.sort_by(|a, b| b.worth.value.total_cmp(&a.worth.value));
        kinds
    }

    fn matrix(&self) -> String {
        let names: Vec<&str> = self.kinds.iter().map(|kind| kind.soldier.name.as_str()).collect();
        let mut text = format!("{:16}", "");
        names.iter().for_each(|name| {
            let _ = write!(text, "{:>16}", name.chars().take(14).collect::<String>());
        });
        text.push('\n');
        for (row, name) in names.iter().enumerate() {
            let _ = write!(text, "{name:16}");
            for column in 0..names.len() {
                let _ = write!(text, "{:>16}", self.cell(row, column));
            }
            text.push('\n');
        }
        text
    }

    fn cell(&self, row: usize, column: usize) -> String {
        if row == column {
            return "·".to_owned();
        }
        let score = self.fights.pairs(row, column).score_estimate();
        let sure = if score.low > 0.5 || score.high < 0.5 { "*" } else { " " };
        format!("{:.0} ({:.0}–{:.0}){sure}", 100.0 * score.value, 100.0 * score.low, 100.0 * score.high)
    }

    fn upgrades_table(&self) -> String {
        let mut text = String::new();
        for upgrade in &self.upgrades {
            let _ = writeln!(text, "{} (costs {:.0})", upgrade.name, upgrade.price);
            for effect in &upgrade.effects {
                let pays = match effect.pays_from {
                    Some(count) => format!("pays from {count:.1} soldiers on"),
                    None => "no gain measured".to_owned(),
                };
                let _ = writeln!(text, "  {:16} {:>22}  {pays}", effect.soldier, worth(&effect.worth));
            }
        }
        if !text.is_empty() {
            text = format!("worth of soldiers with a technology; both sides know its requirements\n{text}\n");
        }
        text
    }

    pub(crate) fn triangles(&self) -> String {
        let named: Vec<String> =
            self.cyclic.triangles.iter().take(MAX_TRIANGLES).map(|triangle| triangle.join(" > ")).collect();
        if named.is_empty() { String::new() } else { format!(": {}", named.join("; ")) }
    }
}

impl PatchNote {
    /// The note.
    pub fn tell(&self) -> String {
        let mut text = "patch note\n".to_owned();
        self.keys.iter().for_each(|key| {
            let _ = writeln!(text, "  {key}");
        });
        if self.keys.is_empty() {
            text.push_str("  no key differs\n");
        }
        for line in &self.gone_or_new {
            let _ = writeln!(text, "  {line}");
        }
        let _ = writeln!(text, "\n{:16} {:>22}  {:>22}  {:>24}", "kind", "worth before", "worth now", "change");
        for kind in &self.kinds {
            let sure = if kind.is_sure() { " *" } else { "" };
            let _ = writeln!(
                text,
                "{:16} {:>22}  {:>22}  {:>24}{sure}",
                kind.name,
                worth(&kind.before),
                worth(&kind.now),
                percent_change(&kind.change)
            );
        }
        text.push('\n');
        text.push_str(&self.verdict());
        for meeting in &self.meetings {
            let [before, now] = meeting.score.map(|score| 100.0 * score.value);
            let _ = writeln!(text, "  {} against {}: {before:.0} % -> {now:.0} %", meeting.names[0], meeting.names[1]);
        }
        text
    }

    /// Who changed most, and what would undo it.
    pub fn verdict(&self) -> String {
        let Some(kind) = self.culprit() else {
            return "no significant change of a kind's worth\n".to_owned();
        };
        let word = if kind.change.value > 1.0 { "stronger" } else { "weaker" };
        let mut text = format!(
            "{} became {word}: {} of its worth; its former worth is restored by a price of {:.0} (now {:.0})",
            kind.name,
            percent_change(&kind.change),
            kind.restoring_price,
            kind.price[1]
        );
        if let Some(damage) = kind.restoring_damage.filter(|damage| damage.is_reached) {
            let _ = write!(text, ", or a damage of {} (now {})", figure(&damage.damage, 1), round(damage.now));
        }
        text.push('\n');
        text
    }
}

fn side(side: &Side) -> String {
    let margin = [side.margin.value, side.margin.low, side.margin.high].map(|margin| 100.0 * margin);
    let effect = if margin[1] > 0.0 || margin[2] < 0.0 { "" } else { ": no effect measured" };
    let [value, low, high] = margin;
    format!("{value:+.1} % more of an army left ({low:+.1} to {high:+.1}), {} pairs{effect}", side.pairs)
}

pub(crate) fn worth(worth: &Estimate) -> String {
    format!("× {:.2} ({:.2}–{:.2})", worth.value, worth.low, worth.high)
}

pub(crate) fn figure(figure: &Estimate, decimals: usize) -> String {
    format!("{:.decimals$} ({:.decimals$}–{:.decimals$})", figure.value, figure.low, figure.high)
}

pub(crate) fn damage(found: &EvenDamage) -> String {
    let now = round(found.now);
    if found.is_reached { format!("{now} → {}", figure(&found.damage, 1)) } else { format!("{now} → not in reach") }
}

fn round(value: f64) -> String {
    let rounded = libm::round(value * 100.0) / 100.0;
    format!("{rounded}")
}

pub(crate) fn percent_change(change: &Estimate) -> String {
    let [value, low, high] = [change.value, change.low, change.high].map(|factor| 100.0 * (factor - 1.0));
    format!("{value:+.0} % ({low:+.0} to {high:+.0})")
}
