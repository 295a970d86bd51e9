//! Expand: scout a site, build the escort, send worker and escort, build (GPAT ch. 9's own example of a plan).

use sandtable_sim::content::Reader;
use sandtable_sim::id::KindId;
use sandtable_sim::math::Bounds;

use super::{Goal, Notes};
use crate::desk::Desk;
use crate::input::Subject;
use crate::places::{self, SiteQuery};
use crate::plan::Step;
use crate::sites::is_unheld;
use crate::strategy::Setting;

struct Expand {
    bases: u16,
    escort: u16,
    soldiers: Vec<(KindId, u16)>,
    site: Option<SiteQuery>,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn Goal> {
    Box::new(Expand {
        bases: table.int("bases", Bounds::new(2, 16)).required(),
        escort: table.int("escort", Bounds::new(0, 100)).or(2),
        soldiers: setting.counts(table, "soldiers"),
        site: setting.places.query(table, "site"),
    })
}

impl Goal for Expand {
    fn construct_plan(&self, desk: &mut Desk<'_, '_>, notes: &mut Notes) -> Result<Vec<Step>, &'static str> {
        let base = desk.roles.base.ok_or("the rules have no base")?;
        if desk.situation.bases.len() >= usize::from(self.bases) {
            return Ok(Vec::new());
        }
        let row = choose(desk, self.site, notes.site.map(usize::from)).ok_or("no site to expand to")?;
        notes.site = Some(row as u16);
        let place = desk.knowledge.sites[row].middle;
        let mut steps = vec![Step::Survey(place)];
        if self.escort > 0 {
            if !self.soldiers.is_empty() {
                steps.push(Step::Raise(self.soldiers.clone(), self.escort));
            }
            steps.push(Step::Escort(place, self.escort));
        }
        steps.push(Step::Found(base, place));
        Ok(steps)
    }
}

/// A free site: the one that the strategy's query finds, the best by its considerations, else the nearest to home for its distance to the enemy; another one
/// than last time when there is one.
fn choose(desk: &mut Desk<'_, '_>, query: Option<SiteQuery>, last: Option<usize>) -> Option<usize> {
    if let Some(query) = query {
        return places::site(desk, query, last.map(|row| desk.knowledge.sites[row].middle));
    }
    let open: Vec<usize> =
        (0..desk.knowledge.sites.len()).filter(|row| is_unheld(desk, desk.knowledge.sites[*row].middle)).collect();
    if let Some(chooser) = &desk.choosers.sites {
        let site = |row: &usize| Subject::Site { place: desk.knowledge.sites[*row].middle, tried: last == Some(*row) };
        let subjects: Vec<Subject> = open.iter().map(site).collect();
        let lots = |row: usize| desk.situation.lot_of(desk.knowledge.sites[open[row]].middle);
        let scored = desk.scores(chooser, &subjects);
        return chooser.policy.pick(&scored, lots, desk.rng).map(|row| open[row]);
    }
    let (home, enemy) = (desk.situation.home, desk.enemy_side());
    let mut order: Vec<(i64, u64, usize)> = Vec::new();
    for row in open {
        let middle = desk.knowledge.sites[row].middle;
        let again = if last == Some(row) { 30 } else { 0 };
        let noise = i64::from(desk.rng.below(4));
        let cost = 2 * cells(home, middle) - cells(enemy, middle) + again + noise;
        order.push((cost, desk.situation.lot_of(middle), row));
    }
    order.into_iter().min().map(|(.., row)| row)
}

fn cells(a: sandtable_sim::math::Vec2, b: sandtable_sim::math::Vec2) -> i64 {
    i64::from((a - b).length_floor().round_int())
}
