//! Expand: scout a site, build the escort, send worker and escort, build (GPAT ch. 9's own example of a plan).

use sandtable_sim::content::Reader;
use sandtable_sim::id::KindId;
use sandtable_sim::rules::ranges::Bounds;

use super::Goal;
use crate::desk::Desk;
use crate::plan::Step;
use crate::sites::{self, Site};
use crate::situation::near;
use crate::strategy::Setting;

struct Expand {
    bases: u16,
    escort: u16,
    soldiers: Vec<(KindId, u16)>,
    /// The sites of the map, found at the first plan.
    sites: Vec<Site>,
    /// Row of the site the last plan was for.
    last: Option<usize>,
}

pub(super) fn build(table: &Reader<'_>, setting: &mut Setting<'_>) -> Box<dyn Goal> {
    Box::new(Expand {
        bases: table.int("bases", Bounds::new(2, 16)).required(),
        escort: table.int("escort", Bounds::new(0, 100)).or(2),
        soldiers: setting.counts(table, "soldiers"),
        sites: Vec::new(),
        last: None,
    })
}

impl Goal for Expand {
    fn construct_plan(&mut self, desk: &mut Desk<'_, '_>) -> Result<Vec<Step>, &'static str> {
        let base = desk.roles.base.ok_or("the rules have no base")?;
        if desk.situation.bases.len() >= usize::from(self.bases) {
            return Ok(Vec::new());
        }
        if self.sites.is_empty() {
            self.sites = sites::find(desk);
        }
        let row = self.choose(desk, base).ok_or("no site to expand to")?;
        self.last = Some(row);
        let place = self.sites[row].middle;
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

impl Expand {
    /// The free site nearest to home for its distance to the enemy; another one than last time when there is one.
    fn choose(&self, desk: &mut Desk<'_, '_>, base: KindId) -> Option<usize> {
        let home = desk.situation.home;
        let enemy = desk.enemy_side();
        let mut order: Vec<(i64, u64, usize)> = Vec::new();
        for (row, site) in self.sites.iter().enumerate() {
            let taken = desk.situation.buildings.iter().any(|it| it.kind == base && near(it.position, site.middle, 9));
            let hostile = desk.situation.enemies().any(|it| near(it.position, site.middle, 12));
            if taken || hostile || site.is_start_of_another(desk) {
                continue;
            }
            let again = if self.last == Some(row) { 30 } else { 0 };
            let noise = i64::from(desk.rng.below(4));
            let cost = 2 * cells(home, site.middle) - cells(enemy, site.middle) + again + noise;
            order.push((cost, desk.situation.lot_of(site.middle), row));
        }
        order.into_iter().min().map(|(.., row)| row)
    }
}

fn cells(a: sandtable_sim::math::Vec2, b: sandtable_sim::math::Vec2) -> i64 {
    i64::from((a - b).length_floor().round_int())
}
