//! What there is to do, and what it is worth to a worker.

use super::{JobScene, JobSeeker, WorkerCount};
use crate::component::{ConstructionStage, Footprint, Health, Identity, TaskKind};
use crate::sight::FrozenEntity;
use sandtable_decide::{DecisionRule, Inputs};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Rect;
use sandtable_model::rules::{JobInput, Jobs, Stock};
use sandtable_state::id::{ResourceId, UnitId};
use sandtable_state::limits::TICKS_PER_SECOND;

/// Ticks in a minute.
const MINUTE: i64 = 60 * TICKS_PER_SECOND as i64;

/// A job that somebody could take.
#[derive(Clone, Copy, Debug)]
pub(super) struct JobOffer {
    pub kind: TaskKind,
    pub target: UnitId,
    /// What it is worth, more than 0.
    pub worth: Fx,
}

impl JobOffer {
    /// Whether it is worth more than another job by the given percentage.
    pub fn beats(&self, present: Option<Fx>, percent: u16) -> bool {
        present.is_none_or(|present| self.worth > present.add_saturating(present.percent_floor(percent.into())))
    }
}

/// What considerations look at, of one job.
struct OfferScope {
    distance: Fx,
    haul: Fx,
    rate: Fx,
    workers: Fx,
    taken_percent: Fx,
    stock_percent: Fx,
    hp_percent: Fx,
}

impl Inputs<JobInput> for OfferScope {
    fn value(&self, input: &JobInput) -> Fx {
        match input {
            JobInput::Distance => self.distance,
            JobInput::Haul => self.haul,
            JobInput::Rate => self.rate,
            JobInput::Workers => self.workers,
            JobInput::TakenPercent => self.taken_percent,
            JobInput::StockPercent => self.stock_percent,
            JobInput::HpPercent => self.hp_percent,
        }
    }
}

/// Those who look, and what they look by.
struct JobSearch<'l> {
    scene: &'l JobScene<'l>,
    jobs: &'l Jobs,
    seeker: &'l JobSeeker<'l>,
    worker_count: &'l WorkerCount,
}

/// The job within reach that is worth most to a worker, if any is worth something.
pub(super) fn best(
    scene: &JobScene<'_>,
    jobs: &Jobs,
    seeker: &JobSeeker<'_>,
    worker_count: &WorkerCount,
) -> Option<JobOffer> {
    let look = JobSearch { scene, jobs, seeker, worker_count };
    let mut found: Option<(JobOffer, Rect)> = None;
    look.each(&mut |offer, rect| {
        let before = found.as_ref().map(|(best, at)| (best.worth, *at, best.target));
        let is_better = before.is_none_or(|(worth, at, id)| {
            offer.worth > worth || offer.worth == worth && seeker.tie(rect, offer.target) < seeker.tie(at, id)
        });
        // Asked last, for it takes longest.
        if is_better && seeker.gets_to(scene.flow, rect) {
            found = Some((offer, rect));
        }
    });
    found.map(|(offer, _)| offer)
}

/// What the job at a thing is worth to a worker; none when it is no job, or not worth anything.
pub(super) fn worth_of(
    scene: &JobScene<'_>,
    jobs: &Jobs,
    seeker: &JobSeeker<'_>,
    worker_count: &WorkerCount,
    thing: UnitId,
) -> Option<Fx> {
    let mut worth = None;
    let look = JobSearch { scene, jobs, seeker, worker_count };
    look.each(&mut |offer, _| {
        if offer.target == thing {
            worth = Some(offer.worth);
        }
    });
    worth
}

impl JobSearch<'_> {
    /// Goes over all jobs within reach that are worth something.
    fn each(&self, visit: &mut impl FnMut(JobOffer, Rect)) {
        if let Some(decision) = &self.jobs.gather {
            let memories = self.scene.knowledge[self.seeker.team.index()].memories().iter();
            for memory in memories.filter(|memory| memory.amount > 0) {
                let rect = self.scene.base.rect(memory.kind, memory.cell);
                let scope = self.near(rect).and_then(|distance| self.gathering(memory, rect, distance));
                self.offer(TaskKind::Gather, memory.id, rect, decision, scope, visit);
            }
        }
        self.each_building(visit);
    }

    fn each_building(&self, visit: &mut impl FnMut(JobOffer, Rect)) {
        let base = &self.scene.base;
        let (identity, footprint) = (
            base.entities.column::<Identity>(&base.entities.buildings),
            base.entities.column::<Footprint>(&base.entities.buildings),
        );
        for (id, row) in base.entities.buildings.of(self.seeker.id.owner()) {
            let (kind, rect) = (identity[row].kind, base.rect(identity[row].kind, footprint[row].cell));
            let rises = footprint[row].stage != ConstructionStage::Complete;
            let able = if rises { self.seeker.worker.builds.contains(&kind) } else { self.can_repair(kind, id, row) };
            let decision = if rises { &self.jobs.build } else { &self.jobs.repair };
            let (Some(decision), Some(distance), true) = (decision, self.near(rect), able) else { continue };
            let task = if rises { TaskKind::Build } else { TaskKind::Repair };
            let scope = OfferScope { hp_percent: self.hp_percent(id, kind, row), ..self.plain(id, distance) };
            self.offer(task, id, rect, decision, Some(scope), visit);
        }
    }

    fn offer(
        &self,
        kind: TaskKind,
        target: UnitId,
        rect: Rect,
        decision: &DecisionRule<JobInput>,
        scope: Option<OfferScope>,
        visit: &mut impl FnMut(JobOffer, Rect),
    ) {
        let worth = scope.map_or(Fx::ZERO, |scope| decision.appraise(&scope).priority());
        if worth > Fx::ZERO {
            visit(JobOffer { kind, target, worth }, rect);
        }
    }

    /// How far the worker is from a rectangle, if that is within its reach.
    fn near(&self, rect: Rect) -> Option<Fx> {
        Some(self.seeker.distance(rect)).filter(|distance| *distance <= Fx::from_int(self.jobs.reach.into()))
    }

    fn plain(&self, thing: UnitId, distance: Fx) -> OfferScope {
        let others = self.worker_count.others(self.seeker.team, thing, self.seeker.id);
        OfferScope {
            distance,
            haul: Fx::ZERO,
            rate: Fx::ZERO,
            workers: Fx::from_int(others.min(1_000) as i16),
            taken_percent: Fx::ZERO,
            stock_percent: Fx::ZERO,
            hp_percent: Fx::from_int(100),
        }
    }

    /// Gathering from a node; none when the worker cannot, there is nothing left for it or nowhere to bring it.
    fn gathering(&self, memory: &FrozenEntity, rect: Rect, distance: Fx) -> Option<OfferScope> {
        let stock = self.scene.base.kind(memory.kind).stock.as_ref()?;
        let row = stock.resource.index();
        let (ticks, load) = (self.seeker.stats.gather_ticks[row], self.seeker.stats.load[row]);
        let others = self.worker_count.others(self.seeker.team, memory.id, self.seeker.id);
        if ticks == 0 || u64::from(others) * u64::from(load) >= u64::from(memory.amount) {
            return None;
        }
        let haul = self.haul(stock.resource, rect)?;
        let rate = self.rate(stock, haul, others);
        let taken = others.saturating_mul(100) / u32::from(stock.workers.max(1));
        let taken_percent = Fx::from_int(taken.min(10_000) as i16);
        let stock_percent = self.stock_percent(stock.resource);
        Some(OfferScope { haul, rate, taken_percent, stock_percent, ..self.plain(memory.id, distance) })
    }

    /// How far the nearest own drop-off for a resource is from a rectangle, edge to edge.
    fn haul(&self, resource: ResourceId, rect: Rect) -> Option<Fx> {
        let base = &self.scene.base;
        let (identity, footprint) = (
            base.entities.column::<Identity>(&base.entities.buildings),
            base.entities.column::<Footprint>(&base.entities.buildings),
        );
        let takes = |row: &usize| {
            footprint[*row].stage == ConstructionStage::Complete
                && base.kind(identity[*row].kind).drop_off & (1 << resource.0) != 0
        };
        let own = base.entities.buildings.of(self.seeker.id.owner()).map(|(_, row)| row).filter(takes);
        own.map(|row| gap(base.rect(identity[row].kind, footprint[row].cell), rect)).min()
    }

    /// What one worker more adds at a node, in units a minute: until those who gather, carry and come back take turns at all of
    /// its places, each adds what it carries in a round; then nobody adds anything.
    fn rate(&self, stock: &Stock, haul: Fx, others: u32) -> Fx {
        let row = stock.resource.index();
        let (gather, load) = (i64::from(self.seeker.stats.gather_ticks[row]), i64::from(self.seeker.stats.load[row]));
        let speed = i64::from(self.seeker.stats.speed.bits()).max(1);
        let round = gather + 2 * i64::from(haul.bits()) / speed;
        let busy = |workers: i64| (workers * gather).min(i64::from(stock.workers) * round);
        let more = busy(i64::from(others) + 1) - busy(i64::from(others));
        let wide = ((load * MINUTE * more) << 16) / (gather * round).max(1);
        Fx::from_bits(wide.clamp(0, i64::from(Fx::from_int(10_000).bits())) as i32)
    }

    /// The share of a resource in the player's stock; a fair share when there is nothing.
    fn stock_percent(&self, resource: ResourceId) -> Fx {
        let Some(player) = self.scene.base.players.get(self.seeker.id.owner().index()) else { return Fx::ZERO };
        let count = self.scene.base.rules().resources.len().max(1);
        let sum: u64 = player.resources.iter().take(count).map(|amount| u64::from(*amount)).sum();
        let own = u64::from(player.resources[resource.index()]);
        Fx::from_int((own * 100).checked_div(sum).unwrap_or(100 / count as u64) as i16)
    }

    fn hp_percent(&self, id: UnitId, kind: sandtable_state::id::KindId, row: usize) -> Fx {
        let hp =
            i64::from(self.scene.base.entities.column::<Health>(&self.scene.base.entities.buildings)[row].hp.bits());
        let full = i64::from(self.scene.base.stats(id.owner(), kind).max_hp.bits()).max(1);
        Fx::from_int((hp * 100 / full).clamp(0, 100) as i16)
    }

    /// Whether the worker could repair a building: it is damaged, and there is something of all that it costs.
    fn can_repair(&self, kind: sandtable_state::id::KindId, id: UnitId, row: usize) -> bool {
        let hp = self.scene.base.entities.column::<Health>(&self.scene.base.entities.buildings)[row].hp;
        let player = &self.scene.base.players[id.owner().index()];
        let paid =
            self.scene.base.kind(kind).cost.iter().zip(&player.resources).all(|(cost, have)| *cost == 0 || *have > 0);
        self.seeker.worker.repair_rate > Fx::ZERO && hp < self.scene.base.stats(id.owner(), kind).max_hp && paid
    }
}

/// How far two rectangles are from each other, edge to edge.
fn gap(a: Rect, b: Rect) -> Fx {
    let apart = |a: i16, a_length: u16, b: i16, b_length: u16| {
        (i32::from(b) - i32::from(a) - i32::from(a_length))
            .max(i32::from(a) - i32::from(b) - i32::from(b_length))
            .max(0)
    };
    let (x, y) = (apart(a.x, a.width, b.x, b.width), apart(a.y, a.height, b.y, b.height));
    Vec2::new(Fx::from_int(x as i16), Fx::from_int(y as i16)).length_floor()
}
