//! What a strategy file makes of what it sees, as a function of its marked values: `(priority + sum of bases) × product of times`.

use std::collections::BTreeMap;

use sandtable_match::tunable;
use toml_edit::Document;

use super::lesson::{Lesson, Seen};
use crate::optimizer::Axis;
use crate::subject::Subject;
use crate::summary::number;

/// A goal taken has to be ahead of one left by so much.
const MARGIN: f64 = 2.0;
/// The longest move of one lesson, as a share of the range.
const LONGEST: f64 = 0.05;

/// A number of the file: marked, and so a row of the parameters, or fixed.
#[derive(Clone, Copy, Debug)]
enum Weight {
    Marked(usize),
    Fixed(f64),
}

/// A curve with a point that is marked.
#[derive(Clone, Debug)]
struct Curve {
    times: bool,
    points: Vec<(f64, Weight)>,
}

#[derive(Clone, Debug)]
struct Goal {
    priority: Weight,
    /// By consideration; none where nothing is marked.
    curves: Vec<Option<Curve>>,
}

/// A strategy whose marked values move.
#[derive(Clone, Debug)]
pub(super) struct Model {
    goals: BTreeMap<String, Goal>,
    axes: Vec<Axis>,
    /// Lowest and highest value by parameter.
    ranges: Vec<[f64; 2]>,
    /// By parameter.
    values: Vec<f64>,
    learnt: Vec<bool>,
}

impl Model {
    /// The strategy at these levels.
    pub fn new(subject: &Subject, levels: &[u32]) -> Model {
        let parameters = &subject.parameters;
        let mut model = Model {
            goals: BTreeMap::new(),
            axes: subject.axes(),
            ranges: parameters.iter().map(|one| [number(one, 0), number(one, one.levels() - 1)]).collect(),
            values: parameters.iter().zip(levels).map(|(one, level)| number(one, *level)).collect(),
            learnt: vec![false; parameters.len()],
        };
        let Ok(document) = Document::parse(subject.file.text.as_str()) else { return model };
        let row = |path: &str| parameters.iter().position(|one| one.path == path);
        let number_at = |path: &str| {
            let value = tunable::value(document.as_table(), &tunable::parts(path)?).ok()?;
            value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))
        };
        let has =
            |path: &str| tunable::parts(path).is_some_and(|parts| tunable::value(document.as_table(), &parts).is_ok());
        let names: Vec<String> = document
            .get("goals")
            .and_then(|goals| goals.as_table_like())
            .map_or_else(Vec::new, |goals| goals.iter().map(|(name, _)| name.to_owned()).collect());
        for name in names {
            let weight = |path: &str| row(path).map(Weight::Marked).or_else(|| number_at(path).map(Weight::Fixed));
            let Some(priority) = weight(&format!("goals.{name}.priority")) else { continue };
            let mut curves = Vec::new();
            // Considerations are counted by any key that each of them has one of.
            for at in 1.. {
                let below = format!("goals.{name}.when[{at}]");
                if !["input", "cooldown", "chance_percent", "cooldown_between[1]"]
                    .iter()
                    .any(|key| has(&format!("{below}.{key}")))
                {
                    break;
                }
                curves.push(["base", "times"].iter().find_map(|key| {
                    let x = |point: usize| number_at(&format!("{below}.{key}[{point}][1]"));
                    let y = |point: usize| weight(&format!("{below}.{key}[{point}][2]"));
                    let points: Vec<(f64, Weight)> = (1..).map_while(|point| Some((x(point)?, y(point)?))).collect();
                    let marked = points.iter().any(|(_, weight)| matches!(weight, Weight::Marked(_)));
                    let straight = !has(&format!("{below}.shape"));
                    (marked && straight).then_some(Curve { times: *key == "times", points })
                }));
            }
            let weights = curves.iter().flatten().flat_map(|curve| curve.points.iter().map(|(_, weight)| *weight));
            for weight in weights.chain([priority]) {
                if let Weight::Marked(row) = weight {
                    model.learnt[row] = true;
                }
            }
            model.goals.insert(name, Goal { priority, curves });
        }
        model
    }

    /// Whether any marked value can be learnt.
    pub fn learns(&self) -> bool {
        self.learnt.contains(&true)
    }

    /// Whether this one can.
    pub fn is_learnt(&self, row: usize) -> bool {
        self.learnt[row]
    }

    /// Where the values lie in their ranges, 0 … 1.
    pub fn places(&self) -> Vec<f64> {
        self.values.iter().zip(&self.ranges).map(|(value, [low, high])| (value - low) / (high - low)).collect()
    }

    /// The level of such a place: levels lie at equal distances of value.
    pub fn level(&self, row: usize, place: f64) -> u32 {
        (place.clamp(0.0, 1.0) * f64::from(self.axes[row].levels - 1)).round() as u32
    }

    fn value(&self, weight: Weight) -> f64 {
        match weight {
            Weight::Marked(row) => self.values[row],
            Weight::Fixed(value) => value,
        }
    }

    /// What a goal is worth, and how much more for each marked value, by row; none for a goal it does not know.
    fn worth(&self, seen: &Seen) -> Option<(f64, Vec<(usize, f64)>)> {
        let goal = self.goals.get(&seen.name)?;
        let mut terms = Vec::new();
        for (at, [found, base, times]) in seen.considered.iter().enumerate() {
            let curve = goal.curves.get(at).and_then(Option::as_ref);
            terms.push(match curve {
                None => (*base, *times, None),
                Some(curve) => {
                    let between = self.at(curve, *found);
                    let height = between.iter().map(|(weight, share)| share * self.value(*weight)).sum();
                    if curve.times {
                        (*base, height, Some((true, between)))
                    } else {
                        (height, *times, Some((false, between)))
                    }
                }
            });
        }
        let sum = self.value(goal.priority) + terms.iter().map(|(base, ..)| base).sum::<f64>();
        let product: f64 = terms.iter().map(|(_, times, _)| times).product();
        let mut slopes = Vec::new();
        if let Weight::Marked(row) = goal.priority {
            slopes.push((row, product));
        }
        for (at, (_, _, between)) in terms.iter().enumerate() {
            let Some((times, between)) = between else { continue };
            let others: f64 = terms.iter().enumerate().filter(|(row, _)| *row != at).map(|(_, term)| term.1).product();
            let slope = if *times { sum * others } else { product };
            let marked = between.iter().filter_map(|(weight, share)| match weight {
                Weight::Marked(row) => Some((*row, slope * share)),
                Weight::Fixed(_) => None,
            });
            slopes.extend(marked);
        }
        Some((sum * product, slopes))
    }

    /// The points of a curve around a place, with their shares.
    fn at(&self, curve: &Curve, found: f64) -> Vec<(Weight, f64)> {
        let points = &curve.points;
        let next = points.partition_point(|(x, _)| *x < found);
        match (next.checked_sub(1).map(|row| points[row]), points.get(next)) {
            (None, Some((_, only))) => vec![(*only, 1.0)],
            (Some((_, only)), None) => vec![(only, 1.0)],
            (Some((from, low)), Some((to, high))) => {
                let share = (found - from) / (to - from);
                vec![(low, 1.0 - share), (*high, share)]
            }
            (None, None) => Vec::new(),
        }
    }

    /// Moves the marked values so that what was taken comes before what was left, couple by couple.
    pub fn study(&mut self, lesson: &Lesson) {
        for (taken, left) in couples(lesson) {
            let (Some((high, up)), Some((low, down))) = (self.worth(taken), self.worth(left)) else { continue };
            let missing = MARGIN - (high - low);
            if missing <= 0.0 {
                continue;
            }
            // Slopes by place in the range: a priority and a factor are then alike.
            let mut slopes: BTreeMap<usize, f64> = BTreeMap::new();
            up.iter().for_each(|(row, slope)| *slopes.entry(*row).or_default() += slope * self.span(*row));
            down.iter().for_each(|(row, slope)| *slopes.entry(*row).or_default() -= slope * self.span(*row));
            let square: f64 = slopes.values().map(|slope| slope * slope).sum();
            if square <= 0.0 {
                continue;
            }
            for (row, slope) in slopes {
                let [low, high] = self.ranges[row];
                let moved = (missing / square * slope).clamp(-LONGEST, LONGEST) * (high - low);
                self.values[row] = (self.values[row] + moved).clamp(low, high);
            }
        }
    }

    fn span(&self, row: usize) -> f64 {
        self.ranges[row][1] - self.ranges[row][0]
    }

    /// The share of couples that are ranked as the teacher did; a half where there are none.
    pub fn agreement<'l>(&self, lessons: impl Iterator<Item = &'l Lesson>) -> f64 {
        let (mut alike, mut all) = (0.0, 0.0);
        for (taken, left) in lessons.flat_map(couples) {
            if let (Some((high, _)), Some((low, _))) = (self.worth(taken), self.worth(left)) {
                alike += f64::from(u8::from(high > low));
                all += 1.0;
            }
        }
        if all > 0.0 { alike / all } else { 0.5 }
    }
}

/// Every goal taken with every one that came after it, or was left.
fn couples(lesson: &Lesson) -> impl Iterator<Item = (&Seen, &Seen)> {
    let after = |row: usize| lesson.taken[row + 1..].iter().chain(&lesson.left);
    lesson.taken.iter().enumerate().flat_map(move |(row, taken)| after(row).map(move |other| (taken, other)))
}
