//! The model: a weight for each feature, what it was fitted from, and how good it is on other games.

use sandtable_model::scenario::Scenario;
use sandtable_stats::logistic;
use serde::{Deserialize, Serialize};

use super::features::FEATURES;

/// The model that ships, as `.ci/chances` makes it.
const SHIPPED: &str = include_str!("shipped.json");
/// A chance of one.
pub const CERTAIN: u16 = 1000;
/// Features are thousandths, weights are thousandths of a unit of log-odds.
const MILLIONTHS: f64 = 1e6;

/// Why a text is no model.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// It is no JSON of this form.
    #[error("{0}")]
    Form(#[from] serde_json::Error),
    /// Its weights are not those of the features of this program.
    #[error("weights of {found}; expected {}", FEATURES.join(", "))]
    Weights {
        /// The names of its weights.
        found: String,
    },
}

/// Chances of winning, by how two players compare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChanceModel {
    /// What it was fitted from.
    pub fitted: FittedFrom,
    /// The weight of each feature, in thousandths of a unit of log-odds for a lead of all against nothing: by name, in the order of
    /// [`FEATURES`].
    pub weights: Vec<(String, i32)>,
    /// How good it is on games that it was not fitted from; none when nobody looked.
    pub judged: Option<JudgedBy>,
}

/// The games that a model was fitted from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FittedFrom {
    /// The version of the engine that played them.
    pub engine: u32,
    /// Their rules, by title: of other rules it says nothing.
    pub rules: String,
    /// How many there are.
    pub games: u32,
    /// The looks at them, one every two seconds.
    pub looks: u32,
    /// Their maps, by title.
    pub maps: Vec<String>,
    /// The strategies that played.
    pub strategies: Vec<String>,
}

/// How good a model is. Scores are those of Brier, in ten-thousandths: 0 is best, 2500 is what even chances get when nobody draws.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgedBy {
    /// The games, of other maps than those it was fitted from; each counts the same, however long it was.
    pub games: u32,
    /// The looks at them.
    pub looks: u32,
    /// Their maps, by title.
    pub maps: Vec<String>,
    /// The score of the model.
    pub score: u32,
    /// The score of a model of the same kind that knows the army value alone.
    pub army_alone: u32,
    /// The score of even chances.
    pub even: u32,
    /// By how much the model is better than the army value alone, game by game: the 95 % interval of the mean.
    pub better_by: (i32, i32),
    /// How often came true what was given each chance.
    pub table: Vec<JudgedRow>,
}

/// The looks at which a player was given about one chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JudgedRow {
    /// The lowest chance, in thousandths.
    pub from: u16,
    /// The share of looks with such a chance, in thousandths, each game counting the same.
    pub share: u16,
    /// The mean chance given, in thousandths.
    pub predicted: u16,
    /// The share that was won, draws counting half, in thousandths.
    pub won: u16,
}

impl ChanceModel {
    /// The model that ships.
    #[must_use]
    pub fn shipped() -> ChanceModel {
        ChanceModel::read(SHIPPED).expect("a test reads it")
    }

    /// Reads a model.
    ///
    /// # Errors
    /// The text is no model, or one of other features.
    pub fn read(text: &str) -> Result<ChanceModel, ModelError> {
        let model: ChanceModel = serde_json::from_str(text)?;
        if model.weights.iter().map(|(name, _)| name.as_str()).ne(FEATURES) {
            let names: Vec<&str> = model.weights.iter().map(|(name, _)| name.as_str()).collect();
            return Err(ModelError::Weights { found: names.join(", ") });
        }
        Ok(model)
    }

    /// The model as a file.
    ///
    /// # Errors
    /// It does not serialise: our bug.
    pub fn text(&self) -> Result<String, ModelError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The chances of both players in thousandths: together they are [`CERTAIN`].
    #[must_use]
    pub fn chances(&self, features: &[i32; FEATURES.len()]) -> [u16; 2] {
        let weighted = |((_, weight), feature): (&(String, i32), &i32)| i64::from(*weight) * i64::from(*feature);
        let sum: i64 = self.weights.iter().zip(features).map(weighted).sum();
        // Of the leader: so that the chances of the two change places when the players do.
        let chance = logistic(sum.abs() as f64 / MILLIONTHS) * f64::from(CERTAIN);
        let leads = libm::round(chance) as u16;
        if sum < 0 { [CERTAIN - leads, leads] } else { [leads, CERTAIN - leads] }
    }

    /// Whether it says anything of a match: two players against each other, under the rules that it was fitted from.
    #[must_use]
    pub fn applies(&self, scenario: &Scenario) -> bool {
        let opposed = matches!(scenario.players.as_slice(), [first, second] if first.team != second.team);
        opposed && scenario.rules.name == self.fitted.rules
    }

    /// What a page says of it.
    #[must_use]
    pub fn label(&self) -> String {
        let FittedFrom { engine, rules, games, strategies, maps, .. } = &self.fitted;
        let (strategies, maps) = (strategies.len(), maps.len());
        let fitted = format!(
            "Win chance: a model of {games} games of {strategies} strategies on {maps} maps ({rules} rules, engine {engine})"
        );
        let thousandths = |score: u32| format!("0.{:03}", (score + 5) / 10);
        match &self.judged {
            None => fitted,
            Some(judged) => format!(
                "{fitted}; Brier score {} on {} games of other maps, where even chances get {}",
                thousandths(judged.score),
                judged.games,
                thousandths(judged.even)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_to_one_and_change_places_with_the_players() {
        let model = ChanceModel::shipped();
        let mut features = [0; FEATURES.len()];
        assert_eq!(model.chances(&features), [500, 500]);
        for step in 1..500_i32 {
            features.iter_mut().zip(1..).for_each(|(feature, row)| *feature = (step * row * 7919) % 2001 - 1000);
            let [first, second] = model.chances(&features);
            assert_eq!(first + second, CERTAIN);
            assert_eq!(model.chances(&features.map(|feature| -feature)), [second, first]);
        }
    }

    #[test]
    fn a_larger_army_late_in_the_match_is_a_better_chance() {
        let model = ChanceModel::shipped();
        let with = |lead: i32| model.chances(&std::array::from_fn(|row| if row < 2 { lead } else { 0 }))[0];
        assert!(with(600) > with(200) && with(200) > 500 && with(-200) < 500, "{}, {}", with(600), with(200));
    }

    #[test]
    fn weights_of_other_features_are_refused() {
        let mut model = ChanceModel::shipped();
        assert_eq!(ChanceModel::read(&model.text().expect("text")).expect("its own"), model);
        model.weights[0].0 = "luck".to_owned();
        let refused = ChanceModel::read(&model.text().expect("text")).expect_err("luck is no feature").to_string();
        assert!(refused.starts_with("weights of luck, army_value_late") && refused.contains("expected army_value, "));
    }
}
