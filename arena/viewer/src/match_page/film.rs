//! Playing a replay again and noting what a viewer shows of it.

use sandtable_replay::{Playback, Replay};
use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;

use super::RenderError;
use super::chronicle::Chronicle;
use super::fog::Tapes;
use super::order_marks::Marks;
use super::projectile_flights::Flights;
use super::series::{SERIES_TICKS, Series};
use super::track::Tracks;
use crate::chance::ChanceModel;

/// How often things are noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    /// Ticks between two frames of units, buildings and nodes.
    pub frame_ticks: u32,
    /// Ticks between two frames of fog.
    pub fog_ticks: u32,
}

/// Half a second and one second; slower only when the page would grow too large.
const PACE: Pace = Pace { frame_ticks: 8, fog_ticks: 16 };
/// The slowest pace, which is taken whatever the size.
const SLOWEST: Pace = Pace { frame_ticks: 128, fog_ticks: 512 };
/// Bytes that tracks, flights and marks may take before the pace is slowed; base64 adds a third.
const FRAME_BUDGET: usize = 3 << 20;
/// Bytes that fog may take before its pace is slowed.
const FOG_BUDGET: usize = 5 << 18;

/// All that was noted of a match.
pub(super) struct Film<'m> {
    pub pace: Pace,
    pub frames: u32,
    pub fog_frames: u32,
    pub last_tick: u32,
    /// The end of the chunk of ticks in which it first played differently.
    pub departs: Option<u32>,
    pub tracks: Tracks,
    pub flights: Flights,
    pub tapes: Tapes,
    pub marks: Marks,
    pub series: Series<'m>,
    pub chronicle: Chronicle,
}

/// Films a whole match, as finely as the budgets allow.
///
/// # Errors
/// When the replay does not play as it was recorded.
///
/// `lenient` films on where it does not, and notes where that was.
///
/// `chances` is a model that applies to the match.
pub(super) fn film<'m>(
    replay: &Replay,
    lenient: bool,
    chances: Option<&'m ChanceModel>,
) -> Result<Film<'m>, RenderError> {
    let film = film_within(replay, FilmBudgets { frames: FRAME_BUDGET, fog: FOG_BUDGET }, chances)?;
    match film.departs {
        Some(tick) if !lenient => Err(RenderError::PlaysDifferently { tick }),
        _ => Ok(film),
    }
}

/// How many bytes what is filmed may take.
#[derive(Clone, Copy)]
struct FilmBudgets {
    frames: usize,
    fog: usize,
}

fn film_within<'m>(
    replay: &Replay,
    budgets: FilmBudgets,
    chances: Option<&'m ChanceModel>,
) -> Result<Film<'m>, RenderError> {
    let mut pace = PACE;
    loop {
        let film = shoot(replay, pace, budgets, chances)?;
        let slower = film.slower(budgets);
        if slower == pace {
            return Ok(film);
        }
        pace = slower;
    }
}

/// Films at one pace, and stops early when a budget is overspent that a slower pace could keep.
fn shoot<'m>(
    replay: &Replay,
    pace: Pace,
    budgets: FilmBudgets,
    chances: Option<&'m ChanceModel>,
) -> Result<Film<'m>, RenderError> {
    let mut playback = Playback::new(replay)?;
    let mut film = Film::new(playback.world(), pace, chances);
    while let Some(chunk) = playback.chunk() {
        for tick in chunk.first_tick..=chunk.last_tick() {
            film.before(playback.world(), chunk.orders_of(tick));
            if let Some(report) = playback.advance() {
                film.after(playback.world(), &report);
            }
        }
        if playback.world().state_hash() != chunk.total && film.departs.is_none() {
            film.departs = Some(chunk.last_tick());
        }
        if film.slower(budgets) != pace {
            return Ok(film);
        }
    }
    film.close(playback.world());
    Ok(film)
}

impl<'m> Film<'m> {
    fn new(world: &World, pace: Pace, chances: Option<&'m ChanceModel>) -> Film<'m> {
        let mut film = Film {
            pace,
            frames: 0,
            fog_frames: 0,
            last_tick: 0,
            departs: None,
            tracks: Tracks::default(),
            flights: Flights::default(),
            tapes: Tapes::new(world),
            marks: Marks::default(),
            series: Series::new(chances),
            chronicle: Chronicle::default(),
        };
        film.look(world, |_| true);
        film
    }

    fn before(&mut self, world: &World, orders: &[StampedOrder]) {
        self.marks.orders(world, orders);
    }

    fn after(&mut self, world: &World, report: &TickReport) {
        self.last_tick = report.tick;
        self.marks.report(report);
        self.chronicle.report(world, report);
        self.flights.tick(world);
        self.look(world, |every| report.tick.is_multiple_of(every));
    }

    /// Notes the last tick, unless it was due anyway.
    fn close(&mut self, world: &World) {
        let last = self.last_tick;
        self.look(world, |every| !last.is_multiple_of(every));
    }

    fn look(&mut self, world: &World, due: impl Fn(u32) -> bool) {
        if due(self.pace.frame_ticks) {
            self.tracks.frame(world, self.frames);
            self.frames += 1;
        }
        if due(self.pace.fog_ticks) {
            self.tapes.frame(world);
            self.fog_frames += 1;
        }
        if due(SERIES_TICKS) {
            self.series.point(world);
        }
    }

    /// The pace that would keep the budgets: half as fast where one is overspent.
    fn slower(&self, budgets: FilmBudgets) -> Pace {
        let framed = self.tracks.bytes() + self.flights.bytes() + self.marks.bytes() + self.series.bytes();
        let halve = |over: bool, ticks: u32, slowest: u32| if over { (ticks * 2).min(slowest) } else { ticks };
        Pace {
            frame_ticks: halve(framed > budgets.frames, self.pace.frame_ticks, SLOWEST.frame_ticks),
            fog_ticks: halve(self.tapes.bytes() > budgets.fog, self.pace.fog_ticks, SLOWEST.fog_ticks),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use sandtable_content::{ContentSource, ReadError, load_scenario};
    use sandtable_replay::{Recorder, ReplayHeader};

    use super::*;

    const TICKS: u32 = 300;

    /// The content that lies in the checkout.
    pub(in super::super) struct Shipped;

    impl ContentSource for Shipped {
        fn read(&self, path: &str) -> Result<String, ReadError> {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");
            std::fs::read_to_string(std::path::Path::new(folder).join(path)).map_err(|_| ReadError::NotFound)
        }

        fn list(&self, _: &str) -> Vec<String> {
            Vec::new()
        }
    }

    /// A match in which nobody does anything.
    fn idle() -> Replay {
        let scenario = load_scenario(&Shipped, "matches/duel.toml").unwrap_or_else(|issues| panic!("{issues}"));
        let scenario = Arc::new(scenario.value);
        let mut recorder = Recorder::new(&ReplayHeader::new(&scenario, 1, Vec::new(), Vec::new()));
        let mut world = World::new(scenario, 1);
        for _ in 0..TICKS {
            world.step(&[]);
            recorder.tick(&world, &[]);
        }
        let end = sandtable_replay::MatchEnd {
            status: sandtable_replay::RecordStatus::Complete,
            last_tick: TICKS,
            outcome: None,
            forfeits: Vec::new(),
            note: String::new(),
        };
        recorder.finish(Some(&world), &end);
        Replay::decode(&recorder.take_bytes()).expect("just recorded")
    }

    #[test]
    fn an_overspent_budget_slows_the_pace_down_to_the_slowest() {
        let replay = idle();
        let film = film(&replay, false, None).expect("plays as recorded");
        assert_eq!((film.pace, film.frames, film.last_tick), (PACE, TICKS.div_ceil(8) + 1, TICKS));
        let slow = film_within(&replay, FilmBudgets { frames: 0, fog: usize::MAX }, None).expect("plays as recorded");
        assert_eq!((slow.pace, slow.frames), (Pace { frame_ticks: SLOWEST.frame_ticks, ..PACE }, 4));
        let slow = film_within(&replay, FilmBudgets { frames: usize::MAX, fog: 0 }, None).expect("plays as recorded");
        assert_eq!((slow.pace, slow.fog_frames), (Pace { fog_ticks: SLOWEST.fog_ticks, ..PACE }, 2));
    }

    #[test]
    fn a_page_with_an_engine_holds_it_and_the_replay_but_no_frames() {
        use super::super::bytes::gzip;
        use super::super::sevens::sevens;
        use super::super::{PageTerms, render_with};

        let replay = idle();
        let plain = sandtable_replay::without_keyframes(&replay);
        assert_eq!(Replay::decode(&plain).as_ref(), Ok(&replay), "it has no keyframes anyway");
        let page = |frames| {
            render_with(&replay, &PageTerms { engine: Some(b"engine"), frames, ..PageTerms::default() })
                .expect("it renders")
        };
        let (lean, whole) = (page(false), page(true));
        for page in [&lean, &whole] {
            assert!(page.contains(&format!("id=\"engine\">{}<", sevens(b"engine"))));
            assert!(page.contains(&format!("id=\"replay\">{}<", sevens(&gzip(&plain)))));
        }
        assert!(
            !lean.contains("\"tracks\":[") && whole.contains("\"tracks\":["),
            "frames are recorded where they are wanted"
        );
    }
}
