//! A network of its own for sessions: datagrams that are late, lost, repeated and overtaken, as a seed has it, on a clock that is counted.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_match::assemble::{load_open_match, load_strategy};
use sandtable_match::library::Library;
use sandtable_match::lockstep::{
    Datagram, InputDelay, MAX_DATAGRAM_BYTES, Millis, Peer, PeerOutcome, PeerSetup, PlannedFaults, Secret, Terms,
};
use sandtable_match::runner::{Recording, run_match_with};
use sandtable_match::setup::MatchSetup;
use sandtable_math::mix3;
use sandtable_model::scenario::Scenario;
use sandtable_replay::Replay;
use sandtable_sim::Threads;

/// Game seconds of most matches: with more than a chunk of ticks, so that there is a snapshot to join with.
const MATCH_SECONDS: u32 = 24;
/// Milliseconds after which a session hangs.
const DEADLINE_MS: Millis = 600_000;
/// What every record notes at its end.
const NOTE: &str = "as noted";
/// Ticks that a peer steps in a millisecond at most.
const TICKS_A_MS: usize = 2;

/// Numbers drawn from a seed.
pub struct Draws {
    seed: u64,
    count: u64,
}

impl Draws {
    pub fn new(seed: u64) -> Draws {
        Draws { seed, count: 0 }
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.count += 1;
        mix3(self.seed, 0x4C4F_434B, self.count) % bound.max(1)
    }
}

/// What becomes of datagrams.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Milliseconds under way: at least, and how many more at most, which lets them overtake each other.
    pub latency: (u64, u64),
    pub lost_permille: u64,
    pub repeated_permille: u64,
}

pub const SWIFT: Conditions = Conditions { latency: (1, 0), lost_permille: 0, repeated_permille: 0 };

/// Datagrams under way.
pub struct Network {
    conditions: Conditions,
    draws: Draws,
    under_way: BTreeMap<(Millis, u64), (SocketAddr, SocketAddr, Vec<u8>)>,
    count: u64,
}

impl Network {
    pub fn new(seed: u64, conditions: Conditions) -> Network {
        Network { conditions, draws: Draws::new(seed), under_way: BTreeMap::new(), count: 0 }
    }

    pub fn send(&mut self, now: Millis, from: SocketAddr, (to, bytes): Datagram) {
        assert!(bytes.len() <= MAX_DATAGRAM_BYTES);
        let Conditions { latency: (least, more), lost_permille, repeated_permille } = self.conditions;
        if self.draws.below(1_000) < lost_permille {
            return;
        }
        let times = 1 + u64::from(self.draws.below(1_000) < repeated_permille);
        for _ in 0..times {
            self.count += 1;
            let at = now + least.max(1) + self.draws.below(more + 1);
            self.under_way.insert((at, self.count), (from, to, bytes.clone()));
        }
    }

    /// What arrives by now: from, to, bytes.
    pub fn arrived(&mut self, now: Millis) -> Vec<(SocketAddr, SocketAddr, Vec<u8>)> {
        let later = self.under_way.split_off(&(now + 1, 0));
        std::mem::replace(&mut self.under_way, later).into_values().collect()
    }
}

/// What a process of a session does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Script {
    /// When it starts.
    pub starts_at: Millis,
    /// The tick at which it is killed.
    pub killed_at: Option<u32>,
    /// Milliseconds after which another is started in its place; it never is when there are none.
    pub back_after: Option<Millis>,
    /// From when to when nothing comes through to it or from it.
    pub cut: Option<(Millis, Millis)>,
    pub faults: PlannedFaults,
    /// Whether it has commanders of another seed.
    pub other_commanders: bool,
    /// Whether it knows another secret.
    pub other_secret: bool,
}

/// A session to play.
#[derive(Clone, Debug)]
pub struct Plan {
    pub seed: u64,
    pub map: &'static str,
    pub owners: Vec<u8>,
    pub delay: InputDelay,
    pub least_delay: u8,
    pub tick_ms: u64,
    /// Game seconds of the match.
    pub seconds: u32,
    pub checks_commanders: bool,
    pub conditions: Conditions,
    /// By peer, the host first, then spectators.
    pub scripts: Vec<Script>,
}

impl Plan {
    /// Two peers on a good network.
    pub fn plain(seed: u64) -> Plan {
        Plan {
            seed,
            map: "duel16",
            owners: vec![0, 1],
            delay: InputDelay::Fixed,
            least_delay: 2,
            tick_ms: 0,
            seconds: MATCH_SECONDS,
            checks_commanders: false,
            conditions: SWIFT,
            scripts: vec![Script::default(); 2],
        }
    }

    /// Anything: map, number of peers, split of the players, network, spectators.
    pub fn drawn(seed: u64) -> Plan {
        let mut draws = Draws::new(seed);
        let (map, players) = [("duel16", 2), ("quarters", 4), ("crown", 8)][draws.below(3) as usize];
        // The host may command nobody.
        let peers = 2 + draws.below(7.min(players)) as u8;
        let mut owners: Vec<u8> = (0..players).map(|_| draws.below(u64::from(peers)) as u8).collect();
        let shift = draws.below(players) as usize;
        (1..peers).for_each(|peer| owners[(usize::from(peer) + shift) % players as usize] = peer);
        let conditions = Conditions {
            latency: (draws.below(60), draws.below(80)),
            lost_permille: draws.below(150),
            repeated_permille: draws.below(100),
        };
        let mut scripts = vec![Script::default(); usize::from(peers)];
        scripts.iter_mut().for_each(|script| script.starts_at = draws.below(500));
        for _ in 0..draws.below(3) {
            scripts.push(Script { starts_at: draws.below(8_000), ..Script::default() });
        }
        let (least_delay, tick_ms) = (draws.below(6) as u8, draws.below(3) * 5);
        let (delay, checks_commanders) = (InputDelay::Fixed, draws.below(4) == 0);
        let seconds = MATCH_SECONDS;
        Plan { seed, map, owners, delay, least_delay, tick_ms, seconds, checks_commanders, conditions, scripts }
    }

    pub fn peers(&self) -> usize {
        usize::from(self.owners.iter().copied().max().unwrap_or(0)) + 1
    }

    /// Whether the match can begin: all peers that play come.
    pub fn began(&self) -> bool {
        self.scripts.iter().take(self.peers()).all(|script| script.killed_at.is_none() || script.back_after.is_some())
    }

    fn terms(&self, script: &Script) -> Terms {
        Terms {
            owners: self.owners.clone(),
            delay: self.delay,
            checks_commanders: self.checks_commanders,
            patience_ms: 30_000,
            tick_ms: self.tick_ms,
            secret: Secret::new(if script.other_secret { b"another" } else { b"the secret of the session" }),
        }
    }

    fn setup(&self, commander_seed: u64) -> MatchSetup {
        let (mut library, registry) = (Library::embedded_only(), Registry::standard());
        let rules = if self.map == "duel16" { "duel" } else { "classic" };
        let loaded = load_open_match(&mut library, rules, self.map, Some(self.seconds)).expect("it is there");
        let scenario = Scenario { order_delay_ticks: self.least_delay, ..loaded };
        let names = if rules == "duel" { &["duel/rush"][..] } else { &["rush", "balanced", "expand", "turtle"] };
        let strategy =
            |row: usize| load_strategy(&mut library, &registry, names[row % names.len()]).expect("it is there");
        let strategies = (0..self.owners.len()).map(strategy).collect();
        MatchSetup::seated(scenario, Vec::new(), strategies, commander_seed, &registry).expect("it builds")
    }

    /// The match as one process plays it.
    pub fn alone(&self) -> Replay {
        let MatchSetup { scenario, commanders, contestants, sources } = self.setup(self.seed);
        let memories = self.checks_commanders;
        let recording = Recording::signed(&scenario, self.seed, contestants, sources, memories, Vec::new());
        let mut recording = recording.noting(Some(NOTE.to_owned()));
        run_match_with(&scenario, commanders, self.seed, &mut recording);
        Replay::decode(&recording.into_sink()).expect("just recorded")
    }

    /// A process of the session, which calls the host at that address; started once more each time.
    pub fn process_at(&self, row: usize, times: u64, host: SocketAddr) -> Peer<'static> {
        self.started(row, times, host, 0)
    }

    /// As it is played over sockets, where a second takes one: shorter, on a network that is as poor but not as slow.
    pub fn over_sockets(mut self, seconds: u32) -> Plan {
        let mut draws = Draws::new(self.seed ^ 0x50C7);
        self.seconds = seconds;
        self.conditions.latency = (draws.below(12), draws.below(24));
        self.scripts.truncate(self.peers() + draws.below(2) as usize);
        for script in &mut self.scripts {
            script.starts_at = draws.below(200);
            script.back_after = script.back_after.map(|wait| wait % 3_000);
        }
        self
    }

    /// A process of the session: that peer or spectator, started once more each time.
    pub fn process(&self, row: usize, times: u64, now: Millis) -> Peer<'static> {
        self.started(row, times, address(0), now)
    }

    fn started(&self, row: usize, times: u64, host: SocketAddr, now: Millis) -> Peer<'static> {
        let script = self.scripts[row];
        let setup = self.setup(if script.other_commanders { self.seed + 1 } else { self.seed });
        let MatchSetup { scenario, commanders, contestants, sources } = setup;
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&mix3(self.seed, row as u64, times).to_le_bytes());
        let setup = PeerSetup {
            scenario: Arc::clone(&scenario),
            seed: self.seed,
            commanders,
            contestants,
            sources,
            terms: self.terms(&script),
            threads: Threads::default(),
            entropy,
            record: None,
            note: Some(NOTE.to_owned()),
            faults: if times == 0 { script.faults } else { PlannedFaults::default() },
        };
        let made = match row {
            0 => Peer::host(setup, now),
            row if row < self.peers() => Peer::guest(setup, row as u8, host, now),
            _ => Peer::spectator(setup, host, now),
        };
        made.unwrap_or_else(|why| panic!("{why}"))
    }

    /// Plays the session; the result of each process that was not killed for good.
    pub fn play(&self) -> Vec<Option<PeerOutcome>> {
        self.play_beside(|_, _| {})
    }

    /// Plays the session, with somebody beside who may send what it likes, each millisecond.
    pub fn play_beside(&self, mut beside: impl FnMut(Millis, &mut Network)) -> Vec<Option<PeerOutcome>> {
        let mut network = Network::new(self.seed, self.conditions);
        let mut processes: Vec<Process> =
            self.scripts.iter().map(|script| Process::Waiting { until: script.starts_at, times: 0 }).collect();
        for now in 0.. {
            assert!(now < DEADLINE_MS, "the session hangs: {self:?}");
            beside(now, &mut network);
            for (from, to, bytes) in network.arrived(now) {
                let row = usize::from(to.port()) - 1;
                let cut = |row: usize| {
                    self.scripts.get(row).and_then(|it| it.cut).is_some_and(|(a, b)| (a..b).contains(&now))
                };
                if let Some(Process::Running { peer, .. }) =
                    processes.get_mut(row).filter(|_| !cut(row) && !cut(usize::from(from.port()) - 1))
                {
                    peer.hear(now, from, &bytes);
                }
            }
            for (row, process) in processes.iter_mut().enumerate() {
                process.live(self, row, now, &mut network);
            }
            if processes.iter().all(|process| matches!(process, Process::Ended(_) | Process::Dead)) {
                break;
            }
        }
        processes.into_iter().map(Process::outcome).collect()
    }
}

/// The address of a process.
pub fn address(row: usize) -> SocketAddr {
    SocketAddr::from(([10, 0, 0, 1], row as u16 + 1))
}

enum Process {
    Waiting { until: Millis, times: u64 },
    Running { peer: Box<Peer<'static>>, times: u64 },
    Dead,
    Ended(Box<PeerOutcome>),
}

impl Process {
    fn live(&mut self, plan: &Plan, row: usize, now: Millis, network: &mut Network) {
        if let Process::Waiting { until, times } = self
            && now >= *until
        {
            *self = Process::Running { peer: Box::new(plan.process(row, *times, now)), times: *times };
        }
        let Process::Running { peer, times } = self else { return };
        for _ in 0..TICKS_A_MS {
            if !peer.advance(now) {
                break;
            }
        }
        let script = plan.scripts[row];
        if *times == 0 && script.killed_at.is_some_and(|tick| peer.tick() >= tick) {
            *self = match script.back_after {
                Some(wait) => Process::Waiting { until: now + wait, times: 1 },
                None => Process::Dead,
            };
            return;
        }
        peer.say(now).into_iter().for_each(|datagram| network.send(now, address(row), datagram));
        if peer.is_done(now)
            && let Process::Running { peer, .. } = std::mem::replace(self, Process::Dead)
        {
            *self = Process::Ended(Box::new(peer.finish()));
        }
    }

    fn outcome(self) -> Option<PeerOutcome> {
        match self {
            Process::Ended(outcome) => Some(*outcome),
            _ => None,
        }
    }
}
