//! A run as one page that needs nothing else: in the style of a tournament's.

use std::fmt::Write as _;

use sandtable_match::runner::GameCount;
use sandtable_stats::{Estimate, Pentanomial};
use sandtable_viewer::chart::{Axis, Plot, colour};
use sandtable_viewer::html::{card, cross_table, empty_heat_cell, escaped, heat_cell, percent, shell, table, words};

use super::aim::{AimOutcome, AimPoint, AimReport};
use super::deviation::{Deviation, Deviations};
use super::front_chart::{charts, points};
use super::importance::Importances;
use super::proof::Proof;
use super::search::Found;
use super::step::Tried;
use super::summary::{Summary, number};

/// Points whose values are drawn side by side: at most this number of the last.
const MAX_DRAWN: usize = 400;

/// The page's name.
pub(super) const REPORT: &str = "report.html";

/// The page of a finished run.
pub(super) fn page(summary: &Summary, diff: &str) -> String {
    let class = if summary.is_good() { "good" } else { "warn" };
    let history =
        "<p><a href=\"league.html\">The history of the league</a> shows when members joined, and their scores.</p>\n";
    let history = if summary.league.is_some() { history } else { "" };
    body(summary, &format!("<p class=\"{class}\">{}</p>\n{history}", escaped(&summary.line())), diff)
}

/// The searches there are, each with what its charts are called after: of a league one a generation, that under way the last.
fn founds(summary: &Summary) -> Vec<(String, &Found)> {
    let Some(league) = &summary.league else {
        return summary.found.iter().map(|found| (String::new(), found)).collect();
    };
    let searches = league.generations.iter().map(|one| &one.found).chain(&summary.found);
    searches.enumerate().map(|(row, found)| (format!(", generation {}", row + 1), found)).collect()
}

/// A page of all that is known, with what it says first.
pub(super) fn body(summary: &Summary, said: &str, diff: &str) -> String {
    let said = format!("{said}<p>{}</p>\n", escaped(&asked(summary)));
    let founds = founds(summary);
    let proof = summary.proof.as_ref();
    let paths: Vec<&str> = summary.parameters.iter().map(|parameter| parameter.path.as_str()).collect();
    let mut cards = vec![
        card("Values", values(summary), true),
        card("The front", summary.front.as_ref().map(charts).unwrap_or_default(), true),
        card("Points", summary.front.as_ref().map(|front| points(front, &paths)).unwrap_or_default(), true),
        card("Aims", summary.aims.as_ref().map(aims).unwrap_or_default(), true),
        card(
            "Points tried for the aims",
            summary.aims.as_ref().map(|all| tried(summary, all)).unwrap_or_default(),
            true,
        ),
        card("Before and after, by opponent and map", proof.map(matrix).unwrap_or_default(), true),
        card("Sequential test", proof.map(test).unwrap_or_default(), false),
        card("Opponents", opponents(summary), false),
    ];
    for (title, found) in &founds {
        cards.push(card(&format!("Convergence{title}"), convergence(found), false));
        cards.push(card(&format!("Final{title}"), finalists(summary, found), false));
        cards.push(card(&format!("Values over time{title}"), traces(summary, found), true));
        cards.push(card(&format!("Points tried{title}"), parallel(summary, found), false));
    }
    cards.push(card("Generations", generations(summary), true));
    cards.push(card("Importance of values", importances(&summary.importances), false));
    cards.push(card("Each value varied alone", deviations(&summary.deviations), false));
    let changes =
        if diff.is_empty() { String::new() } else { format!("<pre class=\"scroll\">{}</pre>\n", escaped_lines(diff)) };
    cards.push(card("The file", changes, true));
    shell("Sandtable tune", &format!("Tuning {}", summary.name), "", &said, &cards.concat())
}

/// The result of each aim.
fn aims(all: &AimOutcome) -> String {
    let end = |end: Option<f64>| end.map_or_else(String::new, |end| end.to_string());
    let row = |aim: &AimReport| {
        let Estimate { value, low, high } = aim.found;
        let gain = aim
            .gain
            .map_or_else(String::new, |gain| format!("{:+.1} ({:+.1} … {:+.1})", gain.value, gain.low, gain.high));
        let state = aim.state.name();
        let texts = [
            aim.aim.name().to_owned(),
            aim.what.clone(),
            end(aim.min),
            end(aim.max),
            format!("{value:.1}"),
            format!("{low:.1} … {high:.1}"),
            gain,
            state.to_owned(),
        ];
        texts.iter().map(|text| escaped(text)).collect()
    };
    let games = GameCount { played: all.games, distinct: all.distinct_games }.every_told("games");
    table(&["aim", "mean of", "least", "most", "found", "95 %", "better by", ""], all.aims.iter().map(row))
        + &format!("<p class=\"soft\">{games} with seeds that the search did not play.</p>\n")
}

/// The points that a search for aims tried, and what their means are believed to be.
fn tried(summary: &Summary, all: &AimOutcome) -> String {
    let paths = summary.parameters.iter().map(|parameter| parameter.path.as_str());
    let head: Vec<&str> = paths.chain(["pairs"]).chain(all.measures.iter().map(String::as_str)).collect();
    let from = all.tried.len().saturating_sub(MAX_DRAWN);
    let row = |point: &AimPoint| {
        let means = point.means.iter().map(|mean| format!("{mean:.1}"));
        let values = point.values.iter().map(|value| escaped(value));
        values.chain([point.pairs.to_string()]).chain(means).collect()
    };
    table(&head, all.tried[from..].iter().map(row))
}

/// Text whose lines stay lines.
fn escaped_lines(text: &str) -> String {
    text.lines().map(|line| escaped(line) + "\n").collect()
}

fn asked(summary: &Summary) -> String {
    let settings = &summary.settings;
    let games: Vec<String> = summary.games.iter().map(|(phase, count)| format!("{phase} {count}")).collect();
    format!(
        "Searched by {} ({}), seed {}; searched on {}, proved on {}; games: {}",
        settings.method.name(),
        settings.method_reason,
        settings.seed,
        settings.maps.join(", "),
        settings.held_out.join(", "),
        games.join(", ")
    )
}

fn values(summary: &Summary) -> String {
    let row = |value: &super::summary::Changed| {
        let after = escaped(&value.after);
        let after = if value.after == value.before { after } else { format!("<b>{after}</b>") };
        vec![escaped(&value.path), escaped(&value.before), after, words(&value.range)]
    };
    let is_searching = summary.found.as_ref().is_some_and(|found| found.finalists.is_empty());
    let after = if is_searching { "best so far" } else { "after" };
    table(&["value", "before", after, "range"], summary.values.iter().map(row))
}

fn heat(before: &Pentanomial, after: &Pentanomial) -> String {
    heat_cell(after.score(), &format!("was {:.0} % · {} pairs", before.score() * 100.0, after.pairs()))
}

pub(super) fn matrix(proof: &Proof) -> String {
    let mut maps: Vec<&str> = proof.cells.iter().filter_map(|cell| cell.map.as_deref()).collect();
    maps.sort_unstable();
    maps.dedup();
    let rows = proof.cells.iter().filter(|cell| cell.map.is_none()).map(|all| {
        let cell = |map: Option<&str>| {
            let found = proof.cells.iter().find(|cell| cell.opponent == all.opponent && cell.map.as_deref() == map);
            found.map_or_else(|| empty_heat_cell().to_owned(), |cell| heat(&cell.before, &cell.after))
        };
        let wanted = [None].into_iter().chain(maps.iter().copied().map(Some));
        (all.opponent.clone(), wanted.map(cell).collect::<String>())
    });
    let columns: Vec<&str> = ["all maps"].into_iter().chain(maps.iter().copied()).collect();
    let mut text = cross_table("against", &columns, rows);
    text += "<p class=\"soft\">Points of the tuned strategy and of the unchanged file on the same pairs of games, with held-out maps and seeds.</p>\n";
    let line = |name: &str, score: Estimate| {
        format!("<p>{name}: {} ({} … {})</p>\n", percent(score.value), percent(score.low), percent(score.high))
    };
    text += &line("Before", proof.before);
    text += &line("After", proof.after);
    text += &line("Gain per pair, with an interval valid at every look", proof.gain);
    if let (Some(reference), Some(recovered)) = (proof.reference, proof.recovered) {
        text += &line("Reference", reference);
        text += &line("Recovered share of the loss to the reference", recovered);
    }
    text
}

fn test(proof: &Proof) -> String {
    let points: Vec<(f64, f64)> = proof.course.iter().enumerate().map(|(row, llr)| (row as f64 + 1.0, *llr)).collect();
    let ends = |llr: f64, pick: fn(f64, f64) -> f64| proof.course.iter().copied().fold(llr, pick);
    let (low, high) = (ends(proof.test.lower, f64::min) - 0.4, ends(proof.test.upper, f64::max) + 0.4);
    let mut plot = Plot::new(
        Axis { low: 0.0, high: (points.len() as f64).max(1.0), name: "pairs of each" },
        Axis { low, high, name: "log-likelihood ratio" },
        240.0,
    );
    plot.mark_y(proof.test.lower);
    plot.mark_y(proof.test.upper);
    plot.line(&points, &colour(0), "log-likelihood ratio");
    let said =
        format!("H0: {:.0} normalized Elo or less; H1: {:.0} or more.", proof.test.test.elo0, proof.test.test.elo1);
    format!("<figure>{}</figure>\n<p class=\"soft\">{said}</p>\n", plot.finish("Log-likelihood ratio by pairs"))
}

fn opponents(summary: &Summary) -> String {
    table(&["opponent", "weight"], summary.weights.iter().map(|(name, weight)| vec![escaped(name), percent(*weight)]))
}

/// The mean of those that made valid files.
fn mean(tried: &[Tried]) -> Option<f64> {
    let values: Vec<f64> = tried.iter().filter(|one| one.pairs > 0).map(|one| one.value).collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn convergence(found: &Found) -> String {
    // One step has no course to be drawn.
    if found.steps.len() < 2 {
        return String::new();
    }
    let games = |row: usize| f64::from(found.steps[row].games);
    let rows = 0..found.steps.len();
    let means: Vec<(f64, f64)> =
        rows.clone().filter_map(|row| Some((games(row), mean(&found.steps[row].tried)?))).collect();
    let of = |pick: fn(&Estimate) -> f64| -> Vec<(f64, f64)> {
        rows.clone().map(|row| (games(row), pick(&found.steps[row].worth))).collect()
    };
    let (lows, bests, highs) = (of(|one| one.low), of(|one| one.value), of(|one| one.high));
    let band: Vec<(f64, f64, f64)> = lows.iter().zip(&highs).map(|((at, low), (_, high))| (*at, *low, *high)).collect();
    let last = games(found.steps.len() - 1);
    let high = highs.iter().map(|(_, value)| *value).fold(1.0, f64::max).min(1.3);
    let low = means.iter().chain(&lows).map(|(_, value)| *value).fold(0.0, f64::min).max(-0.3);
    let mut plot =
        Plot::new(Axis { low: 0.0, high: last.max(1.0), name: "games" }, Axis { low, high, name: "worth" }, 260.0);
    let faint = format!("color-mix(in srgb, {} 40%, transparent)", colour(0));
    plot.band(&band, &colour(0));
    plot.line(&means, &colour(7), "mean of a step");
    plot.line(&lows, &faint, "95 %, lower end");
    plot.line(&highs, &faint, "95 %, upper end");
    plot.line(&bests, &colour(0), "best so far");
    format!(
        "<figure>{}</figure>\n<p class=\"soft\">Blue: estimated worth of the best point so far, with its 95 % interval. Grey: mean worth of the points tried in a step, less the common effect of their pairs of games.</p>\n",
        plot.finish("Worth over games")
    )
}

fn finalists(summary: &Summary, found: &Found) -> String {
    if found.finalists.is_empty() {
        return String::new();
    }
    let name = |row: usize, levels: &[u32]| match row {
        0 => "the unchanged file".to_owned(),
        _ if Some(levels) == found.challenger.as_deref() => format!("finalist {row}: chosen"),
        _ => format!("finalist {row}"),
    };
    let names: Vec<String> = found.finalists.iter().enumerate().map(|(row, one)| name(row, &one.levels)).collect();
    let mut plot = Plot::rows(Axis { low: 0.0, high: 1.0, name: "worth, 95 %" }, &names, 30.0);
    for (row, one) in found.finalists.iter().enumerate() {
        let Estimate { value, low, high } = one.worth;
        let title = format!("{:.3} ({low:.3} … {high:.3}), {} pairs", value, one.pairs);
        plot.interval(row, [low, value, high], &colour(row), &title);
    }
    let pairs: Vec<String> = found.finalists.iter().map(|one| one.pairs.to_string()).collect();
    format!(
        "<figure>{}</figure>\n<p class=\"soft\">Worth by {}; pairs played: {}.</p>\n",
        plot.finish("Finalists with their intervals"),
        match summary.settings.objective {
            super::settings::Objective::Points => "points",
            super::settings::Objective::Blend => "points and shares of the scores",
        },
        pairs.join(", ")
    )
}

fn traces(summary: &Summary, found: &Found) -> String {
    let Some(last) = found.steps.last().filter(|_| found.steps.len() > 1) else { return String::new() };
    let mut parts = String::new();
    for (row, parameter) in summary.parameters.iter().enumerate() {
        let top = number(parameter, parameter.levels() - 1);
        let mut plot = Plot::new(
            Axis { low: 0.0, high: f64::from(last.games).max(1.0), name: "games" },
            Axis { low: number(parameter, 0), high: top, name: "" },
            150.0,
        );
        let points: Vec<(f64, f64)> =
            found.steps.iter().map(|step| (f64::from(step.games), number(parameter, step.best[row]))).collect();
        plot.mark_y(number(parameter, parameter.current));
        plot.line(&points, &colour(row), &parameter.path);
        let _ = writeln!(
            parts,
            "<figure><figcaption>{}</figcaption>{}</figure>",
            escaped(&parameter.path),
            plot.finish(&format!("{} over games", parameter.path))
        );
    }
    format!(
        "<div class=\"figures\">\n{parts}</div>\n<p class=\"soft\">The estimated best level by games played; dashed: the unchanged file.</p>\n"
    )
}

/// Parallel coordinates: a line a point, through its place on every value's range; the better, the stronger.
fn parallel(summary: &Summary, found: &Found) -> String {
    let mut tried: Vec<&Tried> = found.steps.iter().flat_map(|step| &step.tried).filter(|one| one.pairs > 0).collect();
    let drop = tried.len().saturating_sub(MAX_DRAWN);
    tried.drain(..drop);
    if tried.is_empty() {
        return String::new();
    }
    tried.sort_by(|a, b| a.value.total_cmp(&b.value));
    let names: Vec<String> = summary.parameters.iter().map(|parameter| parameter.path.clone()).collect();
    let mut plot = Plot::rows(Axis { low: 0.0, high: 1.0, name: "place in the range" }, &names, 34.0);
    let axes: Vec<_> = summary.parameters.iter().map(crate::optimizer::Axis::from).collect();
    let through = |levels: &[u32]| -> Vec<(f64, f64)> {
        let places = axes.iter().zip(levels).map(|(axis, level)| axis.place(*level));
        places.enumerate().map(|(row, place)| (place, row as f64 + 0.5)).collect()
    };
    let count = tried.len() as f64;
    for (rank, one) in tried.iter().enumerate() {
        let strength = 4.0 + 56.0 * (rank as f64 / count) * (rank as f64 / count);
        let shade = format!("color-mix(in srgb, var(--c0) {strength:.0}%, transparent)");
        plot.line(&through(&one.levels), &shade, &format!("worth {:.3} in {} pairs", one.value, one.pairs));
    }
    plot.line(&through(found.challenger.as_ref().unwrap_or(&found.levels)), &colour(2), "chosen");
    // A search under way has no final yet.
    let legend = match found.finalists.first() {
        Some(start) => {
            plot.line(&through(&start.levels), &colour(1), "the unchanged file");
            "green: the chosen point, orange: the unchanged file"
        }
        None => "green: the best so far",
    };
    format!(
        "<figure>{}</figure>\n<p class=\"soft\">One line for each of the last {} points, more opaque for better points; {legend}.</p>\n",
        plot.finish("Values of all points"),
        tried.len()
    )
}

fn generations(summary: &Summary) -> String {
    let Some(league) = &summary.league else { return String::new() };
    let row = |(row, one): (usize, &super::league::Generation)| {
        let mut weights: Vec<&(String, f64)> = one.weights.iter().collect();
        weights.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let against: Vec<String> =
            weights.iter().map(|(name, weight)| format!("{name} {}", percent(*weight))).collect();
        let name = one.name.clone().unwrap_or_else(|| "nothing better".to_owned());
        let champion = if name == league.champion { " (champion)" } else { "" };
        vec![(row + 1).to_string(), words(&format!("{name}{champion}")), words(&against.join(", "))]
    };
    table(&["generation", "joined the pool", "tuned against"], league.generations.iter().enumerate().map(row))
}

/// How much values matter, as a bar each.
fn importances(found: &Importances) -> String {
    if found.values.is_empty() {
        return String::new();
    }
    let names: Vec<String> = found.values.iter().map(|one| shortened(&one.path).to_owned()).collect();
    let mut plot = Plot::rows(Axis { low: 0.0, high: 1.0, name: "part of the variance of worth" }, &names, 24.0);
    for (row, one) in found.values.iter().enumerate() {
        let title = format!("{}: {}, {:.3} from worst to best", one.path, percent(one.part), one.range);
        plot.interval(row, [0.0, one.part, one.part], &colour(if one.no_effect { 7 } else { 0 }), &title);
    }
    let together =
        found.interactions.iter().map(|one| vec![escaped(&one.paths[0]), escaped(&one.paths[1]), percent(one.part)]);
    let mut text = format!("<figure>{}</figure>\n", plot.finish("Part of the variance by value"));
    if !found.interactions.is_empty() {
        text += &table(&["value", "with", "part of the variance"], together);
    }
    let idle: Vec<&str> = found.values.iter().filter(|one| one.no_effect).map(|one| one.path.as_str()).collect();
    if !idle.is_empty() {
        let _ = writeln!(text, "<p>No measured effect: {}.</p>", escaped(&idle.join(", ")));
    }
    text + "<p class=\"soft\">Functional analysis of variance of a model of all points tried: the share explained by a value alone, and by two together beyond that.</p>\n"
}

fn deviations(all: &Deviations) -> String {
    let found = &all.moved;
    let left = format!(
        "<p>Not varied, for lack of games ({} would suffice for all): {}.</p>\n",
        all.games_for_all,
        escaped(&all.unmeasured.join(", "))
    );
    let left = if all.unmeasured.is_empty() { String::new() } else { left };
    if found.is_empty() {
        return left;
    }
    let names: Vec<String> = found.iter().map(|one| format!("{} → {}", shortened(&one.path), one.to)).collect();
    let ends = |pick: fn(&Estimate) -> f64| found.iter().map(move |one| pick(&one.change));
    let low = ends(|change| change.low).fold(-0.05, f64::min);
    let high = ends(|change| change.high).fold(0.05, f64::max);
    let mut plot = Plot::rows(Axis { low, high, name: "change of worth, 95 %" }, &names, 24.0);
    plot.mark_x(0.0);
    for (row, one) in found.iter().enumerate() {
        let Estimate { value, low, high } = one.change;
        let shade = if high < 0.0 {
            2
        } else if low > 0.0 {
            6
        } else {
            7
        };
        plot.interval(
            row,
            [low, value, high],
            &colour(shade),
            &format!("{}: {} instead of {}", one.path, one.to, one.from),
        );
    }
    let row = |one: &Deviation| {
        let Estimate { value, low, high } = one.change;
        vec![
            escaped(&one.path),
            escaped(&one.from),
            escaped(&one.to),
            format!("{value:+.3}"),
            format!("{low:+.3} … {high:+.3}"),
            one.pairs.to_string(),
        ]
    };
    format!(
        "{left}<figure>{}</figure>\n{}<p class=\"soft\">Each value varied alone from the search's result, on the same pairs. Below 0 (green if significant) it should stay, above 0 (red if significant) it should change.</p>\n",
        plot.finish("Change of worth by value"),
        table(&["value", "from", "to", "change", "95 %", "pairs"], found.iter().map(row))
    )
}

/// The end of a path, which tells it from its neighbours.
fn shortened(path: &str) -> &str {
    let cut = path.char_indices().rev().nth(21).map_or(0, |(at, _)| at);
    &path[cut..]
}
