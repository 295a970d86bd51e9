//! Expand: scout a site, build the escort, send worker and escort, build (GPAT ch. 9's own example of a plan).

use sandtable_content::TableReader;
use sandtable_math::Bounds;
use sandtable_math::Vec2;
use sandtable_state::id::KindId;
use sandtable_state::rng::Rng;

use super::planner::{GoalNotes, GoalPlanner};
use super::settings::GoalSettings;
use super::tuning::{RETRIED_SITE_CELLS, SITE_NOISE_CELLS};
use crate::context::Assessment;
use crate::input::OptionSubject;
use crate::place_queries::SiteQuery;
use crate::placement;
use crate::plan::PlanStep;

struct ExpandGoal {
    bases: u16,
    escort: u16,
    soldiers: Vec<(KindId, u16)>,
    site: Option<SiteQuery>,
}

pub(super) fn build(table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    Box::new(ExpandGoal {
        bases: table.int("bases", Bounds::new(2, 16)).required(),
        escort: table.int("escort", Bounds::new(0, 100)).or(2),
        soldiers: setting.counts(table, "soldiers"),
        site: setting.places.query(table, "site"),
    })
}

impl GoalPlanner for ExpandGoal {
    fn construct_plan(
        &self,
        known: &Assessment<'_, '_>,
        rng: &mut Rng,
        notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str> {
        let base = known.roles.base.ok_or("the rules have no base")?;
        if known.situation.bases.len() >= usize::from(self.bases) {
            return Ok(Vec::new());
        }
        let row = choose(known, rng, self.site, notes.site.map(usize::from)).ok_or("no site to expand to")?;
        notes.site = Some(row as u16);
        let place = known.knowledge.sites[row].middle;
        let mut steps = vec![PlanStep::Survey(place)];
        if self.escort > 0 {
            if !self.soldiers.is_empty() {
                steps.push(PlanStep::Raise(self.soldiers.clone(), self.escort));
            }
            steps.push(PlanStep::Escort(place, self.escort));
        }
        steps.push(PlanStep::Found(base, place));
        Ok(steps)
    }
}

/// A free site: the one that the strategy's query finds, the best by its considerations, else the nearest to home for its distance to the enemy; another one
/// than last time when there is one.
fn choose(known: &Assessment<'_, '_>, rng: &mut Rng, query: Option<SiteQuery>, last: Option<usize>) -> Option<usize> {
    if let Some(query) = query {
        return placement::site(known, query, last.map(|row| known.knowledge.sites[row].middle));
    }
    let open: Vec<usize> =
        (0..known.knowledge.sites.len()).filter(|row| known.is_unheld(known.knowledge.sites[*row].middle)).collect();
    if let Some(chooser) = &known.choosers.sites {
        let site =
            |row: &usize| OptionSubject::Site { place: known.knowledge.sites[*row].middle, tried: last == Some(*row) };
        let subjects: Vec<OptionSubject> = open.iter().map(site).collect();
        let lots = |row: usize| known.situation.lot_of(known.knowledge.sites[open[row]].middle);
        let scored = known.scores(chooser, &subjects);
        return chooser.policy.pick(&scored, lots, rng).map(|row| open[row]);
    }
    let (home, enemy) = (known.situation.home, known.enemy_side());
    let mut order: Vec<(i64, u64, usize)> = Vec::new();
    for row in open {
        let middle = known.knowledge.sites[row].middle;
        let again = if last == Some(row) { RETRIED_SITE_CELLS } else { 0 };
        let noise = i64::from(rng.below(SITE_NOISE_CELLS));
        let cost = 2 * cells(home, middle) - cells(enemy, middle) + again + noise;
        order.push((cost, known.situation.lot_of(middle), row));
    }
    order.into_iter().min().map(|(.., row)| row)
}

fn cells(a: Vec2, b: Vec2) -> i64 {
    i64::from((a - b).length_floor().round_int())
}
