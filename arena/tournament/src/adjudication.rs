//! When a game is ended before its outcome: rules of the tournament, judged after each game second.
//!
//! Who is adjudicated to have lost gives up in the next tick, by an order like any other, so that the replay holds it and plays the
//! same. In a draw both do.

use sandtable_content::TableReader;
use sandtable_match::runner::{Referee, Ruling, Why};
use sandtable_math::Bounds;
use sandtable_sim::World;
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::view::View;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::{MAX_TICKS, TICKS_PER_SECOND};

/// A lead that counts, and for how long it must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The value of the leader over the value of the other, in percent.
    pub percent: u32,
    /// Ticks for which it holds without a break.
    pub ticks: u32,
}

/// What ends a game before its outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// A lead that both sides see.
    pub lead: Option<Lead>,
    /// Ticks in which nobody gathered, made, lost or killed anything: a draw.
    pub no_progress_ticks: Option<u32>,
    /// Orders refused at which a side has lost.
    pub illegal_orders: Option<u32>,
}

impl Adjudication {
    /// Reads the table of a tournament file.
    pub fn read(table: &TableReader<'_>) -> Adjudication {
        let ticks = Bounds::new(TICKS_PER_SECOND, MAX_TICKS);
        let lead = |lead: TableReader<'_>| Lead {
            percent: lead.int("percent", Bounds::new(101, 100_000)).required(),
            ticks: lead.seconds("seconds", ticks).required(),
        };
        Adjudication {
            lead: table.table("lead").map(lead),
            no_progress_ticks: table.seconds("no_progress", ticks).optional(),
            illegal_orders: table.int("illegal_orders", Bounds::new(1, 1_000_000)).optional(),
        }
    }

    /// Somebody who applies it to one game; nobody when there is nothing to apply.
    pub fn referee(&self) -> Option<Box<dyn Referee>> {
        let judges = *self != Adjudication::default();
        judges.then(|| Box::new(Judge { terms: *self, ..Judge::default() }) as Box<dyn Referee>)
    }
}

/// The terms applied to a game.
#[derive(Default)]
struct Judge {
    terms: Adjudication,
    /// Who has been in the lead, and since when.
    lead: Option<(PlayerId, u32)>,
    /// What everybody had done when something last happened, and when that was.
    done: (Vec<u32>, u32),
}

impl Referee for Judge {
    fn judge(&mut self, world: &World) -> Option<Ruling> {
        let tick = world.tick();
        if !tick.is_multiple_of(TICKS_PER_SECOND) {
            return None;
        }
        self.illegal(world).or_else(|| self.led(world, tick)).or_else(|| self.stalled(world, tick))
    }
}

impl Judge {
    fn illegal(&self, world: &World) -> Option<Ruling> {
        let most = self.terms.illegal_orders?;
        let guilty = |player: &PlayerId| world.players()[player.index()].totals.rejected >= most;
        let losers: Vec<PlayerId> = players_in(world).filter(guilty).collect();
        (!losers.is_empty()).then_some(Ruling { losers, why: Why::IllegalOrders })
    }

    /// A lead of one of two players in each one's own eyes: what it has, against what it knows the other to have.
    fn led(&mut self, world: &World, tick: u32) -> Option<Ruling> {
        let terms = self.terms.lead?;
        let players: Vec<PlayerId> = players_in(world).collect();
        let [first, second] = players[..] else { return None };
        let ahead = |leader: PlayerId, other: PlayerId| {
            let (own, seen) = (world.score(leader), known_score(world, leader));
            let (others_own, others_seen) = (world.score(other), known_score(world, other));
            let leads = |more: u64, less: u64| more * 100 > less * u64::from(terms.percent);
            leads(own, seen) && leads(others_seen, others_own)
        };
        let leader = [(first, second), (second, first)].into_iter().find(|(leader, other)| ahead(*leader, *other));
        self.lead = leader.map(|(leader, _)| match self.lead {
            Some((same, since)) if same == leader => (same, since),
            _ => (leader, tick),
        });
        let (leader, since) = self.lead?;
        let loser = if leader == first { second } else { first };
        (tick - since >= terms.ticks).then_some(Ruling { losers: vec![loser], why: Why::Lead })
    }

    fn stalled(&mut self, world: &World, tick: u32) -> Option<Ruling> {
        let most = self.terms.no_progress_ticks?;
        let done: Vec<u32> = world
            .players()
            .iter()
            .flat_map(|player| {
                let totals = &player.totals;
                let made = [totals.units_made, totals.buildings_made, totals.units_lost, totals.buildings_lost];
                made.into_iter().chain(totals.gathered)
            })
            .collect();
        if done != self.done.0 {
            self.done = (done, tick);
        }
        (tick - self.done.1 >= most).then(|| Ruling { losers: players_in(world).collect(), why: Why::NoProgress })
    }
}

/// The players that are still in.
fn players_in(world: &World) -> impl Iterator<Item = PlayerId> + '_ {
    (0..world.players().len() as u8).map(PlayerId).filter(|player| !world.players()[player.index()].out)
}

/// What a player knows its enemies to have, by the rules' own measure.
fn known_score(world: &World, player: PlayerId) -> u64 {
    let (view, rules) = (View::new(world, player), world.rules());
    let known = view.foreign().into_iter().filter(|body| body.hostile && body.stage == ConstructionStage::Complete);
    known.map(|body| u64::from(rules.kind(body.kind).score)).sum()
}
