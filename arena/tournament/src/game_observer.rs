//! What a tournament wants to know of a game besides its result: who made what first, who fell when, and who got stuck.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use sandtable_conduct::{ConductWatch, LapseKind};
use sandtable_match::runner::{MatchResult, MatchSession, Observer, course_on};
use sandtable_match::stuck::Stuck;
use sandtable_math::mix;
use sandtable_model::rules::Class;
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;
use sandtable_sim::event::{Event, TickReport};
use sandtable_sim::order::StampedOrder;
use sandtable_state::codec::encode_compact;
use sandtable_state::fingerprint;
use sandtable_state::id::PlayerId;

use super::unspent::{UnspentLimit, UnspentResources};

/// First things that are noted of each side; no ruleset has as many kinds and technologies.
const MAX_FIRSTS: usize = 256;

/// Where the number of a game's course begins.
const COURSE: u64 = 0x434F_5552;

/// An observer that notes, and stops the match when it is told to.
pub struct GameObserver {
    firsts: Vec<Vec<(u32, String)>>,
    seen: BTreeSet<(PlayerId, String)>,
    /// When each player went out.
    out: Vec<Option<u32>>,
    stuck: Option<Stuck>,
    unspent: Option<UnspentResources>,
    conduct: Option<ConductWatch>,
    course: u64,
}

impl GameObserver {
    /// Somebody who watches this scenario; to follow who is stuck takes a look at every unit in every tick, what is too much of a
    /// resource one into what is unspent in every second, and conduct two at everything in every second.
    pub fn new(scenario: &Scenario, follows_walks: bool, limit: Option<&UnspentLimit>) -> GameObserver {
        let players = scenario.players.len();
        GameObserver {
            firsts: vec![Vec::new(); players],
            seen: BTreeSet::new(),
            out: vec![None; players],
            stuck: follows_walks.then(Stuck::default),
            unspent: limit.map(|limit| UnspentResources::new(limit, &scenario.rules, players)),
            conduct: None,
            course: COURSE,
        }
    }

    /// Watches for lapses of conduct as well.
    pub fn watching_conduct(mut self) -> GameObserver {
        self.conduct = Some(ConductWatch::default());
        self
    }

    fn first(&mut self, tick: u32, player: PlayerId, name: &str) {
        let firsts = self.firsts.get_mut(player.index()).filter(|firsts| firsts.len() < MAX_FIRSTS);
        if let Some(firsts) = firsts
            && self.seen.insert((player, name.to_owned()))
        {
            firsts.push((tick, name.to_owned()));
        }
    }

    fn note(&mut self, world: &World, event: &Event) {
        let (tick, rules) = (world.tick(), world.rules());
        match *event {
            // A building is born when it is marked out: it counts when it is complete.
            Event::Born { id, kind } if rules.kind(kind).class == Class::Unit => {
                self.first(tick, id.owner(), &rules.kind(kind).name);
            }
            Event::Completed { id, kind } => self.first(tick, id.owner(), &rules.kind(kind).name),
            Event::Researched { player, tech } => self.first(tick, player, &rules.techs[tech.index()].name),
            Event::PlayerOut { player } => {
                if let Some(out) = self.out.get_mut(player.index()) {
                    *out = Some(tick);
                }
            }
            _ => {}
        }
    }

    /// The places, by player: the winning team first, then those that were in at the end by what their team scored, then who went out
    /// later. A drawn match is a tie of all that were in at its end.
    pub fn places(&self, result: &MatchResult) -> Vec<u8> {
        let worth = |row: usize| {
            let team = result.sides[row].team;
            let members = || (0..result.sides.len()).filter(move |other| result.sides[*other].team == team);
            let won = result.winner().is_some_and(|winner| winner.0 == team);
            let last = members().map(|row| self.out[row].unwrap_or(u32::MAX)).max().unwrap_or(0);
            let decided = result.winner().is_some();
            let score: u64 = members().map(|row| result.sides[row].score).sum();
            // In a draw the last to fall are equal, whatever they still had.
            (won, last, if decided { score } else { 0 })
        };
        let worths: Vec<_> = (0..result.sides.len()).map(worth).collect();
        let before = |row: usize| {
            let better = (0..worths.len()).filter(|other| worths[*other] > worths[row]);
            better.map(|other| result.sides[other].team).collect::<BTreeSet<_>>().len() as u8
        };
        (0..worths.len()).map(|row| before(row) + 1).collect()
    }

    /// The longest any unit was stuck, in whole seconds.
    pub fn longest_stuck(&self) -> u32 {
        self.stuck.as_ref().map_or(0, |stuck| u32::try_from(stuck.longest()).unwrap_or(u32::MAX))
    }

    /// The longest each side sat on too much of a resource, in seconds; zeros where nobody looked.
    pub fn unspent_seconds(&self) -> Vec<u32> {
        self.unspent.as_ref().map_or_else(|| vec![0; self.firsts.len()], UnspentResources::longest)
    }

    /// How many lapses there were of each kind, by name; none where nobody looked.
    pub fn lapses(&mut self) -> BTreeMap<String, u32> {
        let Some(watch) = self.conduct.take() else { return BTreeMap::new() };
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for (name, _) in LapseKind::CHOICES.iter().filter(|(_, kind)| kind.is_of_world()) {
            counts.insert((*name).to_owned(), 0);
        }
        for lapse in watch.into_lapses() {
            *counts.entry(lapse.kind.name().to_owned()).or_default() += 1;
        }
        counts
    }

    /// A number of how the game went: of its orders, and of its last state without the match seed. Two games that went the same way to the
    /// last bit have the same, whatever their seeds.
    pub fn course(&self) -> u64 {
        self.course
    }

    /// What each side made first of each kind.
    pub fn into_build_orders(self) -> Vec<Vec<(u32, String)>> {
        self.firsts
    }
}

impl Observer for GameObserver {
    fn tick(&mut self, world: &World, orders: &[StampedOrder], report: &TickReport) -> ControlFlow<()> {
        orders.iter().for_each(|order| self.course = mix(self.course, fingerprint(&encode_compact(order))));
        report.events.iter().for_each(|event| self.note(world, event));
        if let Some(stuck) = &mut self.stuck {
            stuck.note(world);
        }
        if let Some(unspent) = &mut self.unspent {
            unspent.note(world);
        }
        if let Some(conduct) = &mut self.conduct {
            conduct.note(world, orders, &report.events);
        }
        ControlFlow::Continue(())
    }

    fn finished(&mut self, world: Option<&World>, _: &MatchResult) {
        // The last tick stands in the record.
        self.course = world.map_or(self.course, |world| course_on(self.course, world));
    }
}

/// Observers of one match: the match stops when the first of them, or `stop`, says so.
pub struct Together<'o> {
    /// Who looks on.
    pub observers: Vec<&'o mut dyn Observer>,
    /// Set when the whole tournament is to stop.
    pub stop: &'o AtomicBool,
}

impl Observer for Together<'_> {
    fn tick(&mut self, world: &World, orders: &[StampedOrder], report: &TickReport) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        for observer in &mut self.observers {
            if observer.tick(world, orders, report).is_break() {
                flow = ControlFlow::Break(());
            }
        }
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { flow }
    }

    fn keep(&mut self, session: &MatchSession) {
        self.observers.iter_mut().for_each(|observer| observer.keep(session));
    }

    fn finished(&mut self, world: Option<&World>, result: &MatchResult) {
        self.observers.iter_mut().for_each(|observer| observer.finished(world, result));
    }
}
