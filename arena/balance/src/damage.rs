//! The damage at which a kind is even: its weapon made weaker or stronger until it is worth what it should be.

use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_math::Fx;
use sandtable_model::rules::Rules;
use sandtable_state::id::KindId;
use sandtable_stats::Estimate;
use serde::Serialize;

use crate::fights::{Effort, Fights};
use crate::ground::Ground;
use crate::soldiers::Soldiers;
use crate::worth::worth_of;

/// Damages that are tried besides the one there is.
const TRIES: usize = 3;
/// Logarithm of the greatest change.
const MOST: f64 = std::f64::consts::LN_2 * 2.0;
/// Logarithm of a worth that is near enough to what was asked for.
const NEAR: f64 = 0.05;
/// Damage within which weapons are kept.
const LEAST_DAMAGE: f64 = 0.5;
const MOST_DAMAGE: f64 = 1_000.0;

/// A damage, and what the kind is worth with it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EvenDamage {
    /// Damage of a hit as it is.
    pub now: f64,
    /// Damage of a hit at which it is worth what is asked for, with its 95 % interval.
    pub damage: Estimate,
    /// What it is worth with that damage, as fought.
    pub worth: Estimate,
    /// Whether that is within 5 % of what is asked for.
    pub is_reached: bool,
}

impl Soldiers {
    /// For each soldier of `rows` the damage at which it is worth its target, in times its price.
    ///
    /// # Errors
    /// When threads cannot be had, or the rules have no field.
    pub fn even_damages(
        &self,
        fights: &Fights,
        rows: &[(usize, f64)],
        effort: &Effort,
        done: &mut dyn FnMut() -> Result<(), Failure>,
    ) -> Result<Vec<EvenDamage>, Failure> {
        let mut found = Vec::new();
        let look = |job: u32| {
            let (row, target) = rows[job as usize];
            self.even_damage(row, target, fights.worth(row), effort)
        };
        in_order(rows.len() as u32, effort.threads, look, |damage| {
            found.push(damage?);
            done()
        })?;
        Ok(found)
    }

    /// Steps of the secant method over logarithms. The first goes by Lanchester's square law: worth grows with the root of damage.
    fn even_damage(&self, row: usize, target: f64, as_is: Estimate, effort: &Effort) -> Result<EvenDamage, Failure> {
        let now = self.damage(row);
        let bounds = [libm::log(LEAST_DAMAGE / now).max(-MOST), libm::log(MOST_DAMAGE / now).min(MOST)];
        let off = |worth: &Estimate| libm::log(worth.value / target);
        let mut tried = vec![(0.0, as_is)];
        for _ in 0..TRIES {
            let best = nearest(&tried, off);
            let step = -off(&best.1) / slope(&tried, off);
            let change = (best.0 + step).clamp(bounds[0], bounds[1]);
            if off(&best.1).abs() < NEAR / 4.0 || tried.iter().any(|(other, _)| (other - change).abs() < 1e-3) {
                break;
            }
            tried.push((change, self.worth_at(row, libm::exp(change), effort)?));
        }
        let (change, worth) = nearest(&tried, off);
        let slope = slope(&tried, off);
        let at = |worth: f64| now * libm::exp((change + libm::log(target / worth) / slope).clamp(bounds[0], bounds[1]));
        let value = now * libm::exp(change);
        let damage = Estimate { value, low: at(worth.high).min(value), high: at(worth.low).max(value) };
        Ok(EvenDamage { now, damage, worth, is_reached: off(&worth).abs() <= NEAR })
    }

    /// What a soldier is worth with its damage times a factor.
    fn worth_at(&self, row: usize, factor: f64, effort: &Effort) -> Result<Estimate, Failure> {
        let soldiers = Soldiers { rules: with_damage(&self.rules, self.all[row].kind, factor), ..self.clone() };
        let ground = Ground::new(&soldiers.rules)?;
        let others = (0..self.all.len()).filter(|other| *other != row && self.all[*other].is_field);
        let ratio = |other: usize| {
            // As they met before, so that seeds are common.
            let ratio = soldiers.encounter(&ground, [row.min(other), row.max(other)], effort).ratio().ratio;
            if row < other {
                ratio
            } else {
                Estimate { value: 1.0 / ratio.value, low: 1.0 / ratio.high, high: 1.0 / ratio.low }
            }
        };
        Ok(worth_of(&others.map(ratio).collect::<Vec<_>>()))
    }

    fn damage(&self, row: usize) -> f64 {
        let weapon = self.rules.kind(self.all[row].kind).weapon.as_ref();
        weapon.map_or(1.0, |weapon| to_f64(weapon.damage))
    }
}

/// The one of those tried that is nearest to what is asked for.
fn nearest(tried: &[(f64, Estimate)], off: impl Fn(&Estimate) -> f64) -> (f64, Estimate) {
    let nearest = tried.iter().min_by(|a, b| off(&a.1).abs().total_cmp(&off(&b.1).abs()));
    nearest.copied().unwrap_or((0.0, Estimate { value: 1.0, low: 1.0, high: 1.0 }))
}

/// How the logarithm of worth grows with that of damage, between the two nearest; a half where only one is known, and between a fifth and
/// two, since noise and bounds make it anything.
fn slope(tried: &[(f64, Estimate)], off: impl Fn(&Estimate) -> f64) -> f64 {
    let mut near: Vec<(f64, f64)> = tried.iter().map(|(change, worth)| (*change, off(worth))).collect();
    near.sort_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    match near[..] {
        [one, other, ..] if (one.0 - other.0).abs() > 1e-6 => ((one.1 - other.1) / (one.0 - other.0)).clamp(0.2, 2.0),
        _ => 0.5,
    }
}

fn with_damage(rules: &Rules, kind: KindId, factor: f64) -> Rules {
    let mut rules = rules.clone();
    if let Some(weapon) = &mut rules.kinds[kind.index()].weapon {
        let damage = (to_f64(weapon.damage) * factor).clamp(LEAST_DAMAGE, MOST_DAMAGE);
        weapon.damage = Fx::from_bits(libm::round(damage * f64::from(Fx::ONE.bits())) as i32);
    }
    rules
}

/// A fixed-point number for people and reports.
pub(crate) fn to_f64(value: Fx) -> f64 {
    f64::from(value.bits()) / f64::from(Fx::ONE.bits())
}
