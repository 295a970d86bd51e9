//! Questions a bot may ask while it decides. Each is answered from the view it was shown, and each is counted.

use sandtable_ai::{CommanderFailure, FailureKind};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::LOCOMOTIONS;
use sandtable_sim::event::Rejection;
use sandtable_sim::view::View;
use sandtable_state::id::{KindId, TechId};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::limits::BotLimits;

/// A question that a bot asks while it decides, as a line of JSON has it.
///
/// # Examples
///
/// ```
/// use sandtable_bots::limits::BotLimits;
/// use sandtable_bots::query::{BotQuery, QueryMeter};
/// use sandtable_sim::World;
/// use sandtable_state::id::PlayerId;
/// use sandtable_sim::view::View;
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let world = World::new(scenario, 1);
/// let view = View::new(&world, PlayerId(0));
/// let mut meter = QueryMeter::new(&BotLimits { queries: 1, ..BotLimits::default() });
/// let query: BotQuery = serde_json::from_str(r#"{"ask":"can_make","kind":0}"#).unwrap();
/// let answer = query.answer(&view, &mut meter).unwrap();
/// assert_eq!(answer["queries_left"], 0);
/// // One more than it has is a failure.
/// assert!(query.answer(&view, &mut meter).is_err());
/// ```
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotQuery {
    /// What is asked: `can_place`, `can_make`, `can_research`, `path_length`.
    pub ask: String,
    /// A row of the kinds.
    #[serde(default)]
    pub kind: Option<u16>,
    /// A row of the technologies.
    #[serde(default)]
    pub tech: Option<u16>,
    /// A cell.
    #[serde(default)]
    pub cell: Option<[i16; 2]>,
    /// How somebody moves, as the bodies of kinds say it.
    #[serde(default)]
    pub locomotion: Option<u8>,
    /// The point that the way begins at, in 65,536ths of a cell.
    #[serde(default)]
    pub from: Option<[i32; 2]>,
    /// The point that the way leads to, in 65,536ths of a cell.
    #[serde(default)]
    pub to: Option<[i32; 2]>,
}

/// What is left of a decision's questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryMeter {
    /// Questions.
    pub queries: u32,
    /// Cells that searches may look at; the last search may go over.
    pub search_cells: u32,
}

/// What an answer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryAnswer {
    /// Whether it can be done, or why not.
    Can(Result<(), Rejection>),
    /// How far it is; none when there is no way.
    Length(Option<Fx>),
}

impl QueryMeter {
    /// A meter for one decision under these limits.
    pub fn new(limits: &BotLimits) -> QueryMeter {
        QueryMeter { queries: limits.queries, search_cells: limits.search_cells }
    }

    /// Counts one question.
    ///
    /// # Errors
    /// That there are no questions left ([`FailureKind::OverBudget`]).
    pub fn ask(&mut self) -> Result<(), CommanderFailure> {
        let left = self.queries.checked_sub(1);
        self.queries = left.ok_or_else(|| {
            CommanderFailure::new(FailureKind::OverBudget, "more questions in one decision than it has")
        })?;
        Ok(())
    }

    /// How far it is from one point to another for a class of locomotion, by a path search whose cells are counted.
    ///
    /// # Errors
    /// That searches have looked at all the cells they may ([`FailureKind::OverBudget`]).
    pub fn path_length(
        &mut self,
        view: &View<'_>,
        class: u8,
        from: Vec2,
        to: Vec2,
    ) -> Result<QueryAnswer, CommanderFailure> {
        let Some(class) = LOCOMOTIONS.get(usize::from(class)) else {
            return Err(CommanderFailure::new(FailureKind::BotProtocol, format!("path_length: no locomotion {class}")));
        };
        if self.search_cells == 0 {
            return Err(CommanderFailure::new(
                FailureKind::OverBudget,
                "more path searches in one decision than it has cells for",
            ));
        }
        let (length, cells) = view.metered_distance(*class, from, to);
        self.search_cells = self.search_cells.saturating_sub(cells.max(1));
        Ok(QueryAnswer::Length(length))
    }
}

impl BotQuery {
    /// Answers the question from what the bot was shown, as a message of JSON.
    ///
    /// # Errors
    /// A question with missing or unknown parts ([`FailureKind::BotProtocol`]), or one too many ([`FailureKind::OverBudget`]).
    pub fn answer(&self, view: &View<'_>, meter: &mut QueryMeter) -> Result<Value, CommanderFailure> {
        meter.ask()?;
        let missing =
            |key: &str| CommanderFailure::new(FailureKind::BotProtocol, format!("{}: {key:?} is missing", self.ask));
        let point = |[x, y]: [i32; 2]| Vec2::new(Fx::from_bits(x), Fx::from_bits(y));
        let answer = match self.ask.as_str() {
            "can_place" => {
                let [x, y] = self.cell.ok_or_else(|| missing("cell"))?;
                can_place(view, self.kind.ok_or_else(|| missing("kind"))?, Cell::new(x, y))
            }
            "can_make" => QueryAnswer::Can(view.can_make(KindId(self.kind.ok_or_else(|| missing("kind"))?))),
            "can_research" => QueryAnswer::Can(view.can_research(TechId(self.tech.ok_or_else(|| missing("tech"))?))),
            "path_length" => {
                let class = self.locomotion.ok_or_else(|| missing("locomotion"))?;
                let from = self.from.ok_or_else(|| missing("from"))?;
                meter.path_length(view, class, point(from), point(self.to.ok_or_else(|| missing("to"))?))?
            }
            other => {
                let shown: String = other.chars().take(40).collect();
                let known = "can_place, can_make, can_research, path_length";
                return Err(CommanderFailure::new(
                    FailureKind::BotProtocol,
                    format!("no question {shown:?}; expected {known}"),
                ));
            }
        };
        let mut told =
            json!({ "type": "answer", "queries_left": meter.queries, "search_cells_left": meter.search_cells });
        match answer {
            QueryAnswer::Can(verdict) => {
                told["yes"] = json!(verdict.is_ok());
                told["why"] = json!(verdict.err().map(|why| format!("{why:?}")));
            }
            QueryAnswer::Length(length) => told["length"] = json!(length.map(Fx::bits)),
        }
        Ok(told)
    }
}

/// Whether a building of the kind in this row may be marked out with its north-west cell there, as far as the player knows.
pub fn can_place(view: &View<'_>, kind: u16, cell: Cell) -> QueryAnswer {
    let is_kind = usize::from(kind) < view.rules().kinds.len();
    let can = is_kind && view.can_place(KindId(kind), cell);
    QueryAnswer::Can(if can { Ok(()) } else { Err(Rejection::BadPlace) })
}
