//! The exports. Their names have to be plain for WebAssembly, which the compiler counts as unsafe: two of one name would be undefined. Nothing
//! else here is.
#![expect(unsafe_code, reason = "exported names are unmangled; no unsafe block stands here")]

use std::cell::RefCell;

use sandtable_ai::Registry;
use sandtable_lens::{ENGINE_MARK, Forks, Session, frame, overlay};
use sandtable_state::id::{PlayerId, UnitId};
use serde_json::{Value, json};

/// What the page and the engine share.
#[derive(Default)]
struct SharedState {
    input: Vec<u8>,
    reply: Vec<u8>,
    session: Option<Session>,
    forks: Option<Forks>,
}

thread_local! {
    static SHARED: RefCell<SharedState> = RefCell::default();
}

/// Room for the bytes of a replay; where they are to be written.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    SHARED.with_borrow_mut(|shared| {
        shared.input.clear();
        shared.input.resize(length, 0);
        shared.input.as_mut_ptr()
    })
}

/// Where the latest reply lies.
#[unsafe(no_mangle)]
pub extern "C" fn reply() -> *const u8 {
    SHARED.with_borrow(|shared| shared.reply.as_ptr())
}

/// The bytes of the latest reply.
#[unsafe(no_mangle)]
pub extern "C" fn reply_length() -> usize {
    SHARED.with_borrow(|shared| shared.reply.len())
}

/// The sources this engine was made of, as `sandtable_lens::ENGINE_MARK` says them.
#[unsafe(no_mangle)]
pub extern "C" fn build() -> u32 {
    SHARED.with_borrow_mut(|shared| shared.reply = ENGINE_MARK.as_bytes().to_vec());
    reply_length() as u32
}

/// Opens the replay in the input, with its commanders beside it or without. 1 when that is done; else the reply says why not.
#[unsafe(no_mangle)]
pub extern "C" fn open(advised: u32) -> u32 {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        // Where a session is being asked, the shared state is borrowed; nobody else can have it.
        SHARED.with(|shared| {
            if let Ok(mut shared) = shared.try_borrow_mut() {
                shared.reply = text.into_bytes();
            }
        });
    }));
    let input = SHARED.with_borrow_mut(|shared| std::mem::take(&mut shared.input));
    let opened = Session::open(&input, Registry::standard(), advised != 0);
    SHARED.with_borrow_mut(|shared| match opened {
        Ok(session) => {
            shared.session = Some(session);
            shared.reply.clear();
            1
        }
        Err(error) => {
            shared.reply = error.to_string().into_bytes();
            0
        }
    })
}

/// Takes the session away while it is asked, so that a panic's message finds the shared state free.
fn ask<T>(question: impl FnOnce(&mut Session) -> (T, Vec<u8>)) -> Option<T> {
    let mut session = SHARED.with_borrow_mut(|shared| shared.session.take())?;
    let (answer, reply) = question(&mut session);
    SHARED.with_borrow_mut(|shared| {
        shared.reply = reply;
        shared.session = Some(session);
    });
    Some(answer)
}

fn ask_text(question: impl FnOnce(&mut Session) -> String) -> u32 {
    ask(|session| ((), question(session).into_bytes()));
    reply_length() as u32
}

fn ask_json(question: impl FnOnce(&mut Session) -> Value) -> u32 {
    ask_text(|session| question(session).to_string())
}

fn ask_numbers(question: impl FnOnce(&mut Session) -> Vec<i32>) -> u32 {
    ask(|session| ((), question(session).iter().flat_map(|number| number.to_le_bytes()).collect()));
    reply_length() as u32
}

/// Plays the index pass some ticks on; the reply says how far it got and whether the match plays as recorded.
#[unsafe(no_mangle)]
pub extern "C" fn index(ticks: u32, keep_flag: u32) -> u32 {
    ask_json(|session| {
        let advance = session.advance_index(ticks, keep_flag != 0);
        json!({ "tick": advance.tick, "done": advance.done, "departs": session.departure() })
    })
}

/// Goes towards a tick; the one reached.
#[unsafe(no_mangle)]
pub extern "C" fn seek(tick: u32, ticks: u32, keep_flag: u32) -> u32 {
    ask(|session| (session.seek(tick, ticks, keep_flag != 0).tick, Vec::new())).unwrap_or(0)
}

/// The frame of the tick looked at, as a team knows it; of everything for a team below 0. The bytes of the reply.
#[unsafe(no_mangle)]
pub extern "C" fn frame(team: i32) -> u32 {
    ask_numbers(|session| frame::frame(session, u8::try_from(team).ok()))
}

/// The passages that a team knows of. The bytes of the reply.
#[unsafe(no_mangle)]
pub extern "C" fn passages(team: u32) -> u32 {
    ask_numbers(|session| overlay::passages(session, team as u8))
}

/// Who has which place round whom. The bytes of the reply.
#[unsafe(no_mangle)]
pub extern "C" fn slots() -> u32 {
    ask_numbers(|session| overlay::slots(session))
}

/// Who moved where. The bytes of the reply.
#[unsafe(no_mangle)]
pub extern "C" fn traffic() -> u32 {
    ask_numbers(|session| overlay::traffic(session))
}

/// The hash of the state looked at, as 16 hexadecimal digits.
#[unsafe(no_mangle)]
pub extern "C" fn state_hash() -> u32 {
    ask_text(|session| format!("{:016x}", session.world().state_hash()))
}

/// Why a unit does what it does, as JSON; null when it is no living unit.
#[unsafe(no_mangle)]
pub extern "C" fn why(unit: u32) -> u32 {
    ask_json(|session| session.why_json(UnitId(unit)))
}

/// What a player's commander goes for, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn player(player: u32) -> u32 {
    ask_text(|session| session.player_json(PlayerId(player as u8)))
}

/// The goals of a player over time, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn lanes(player: u32) -> u32 {
    ask_json(|session| session.lanes_json(PlayerId(player as u8)))
}

/// Where a unit goes in the next ticks, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn trail(unit: u32, ticks: u32) -> u32 {
    ask_json(|session| json!(session.trail(UnitId(unit), ticks)))
}

/// Which way a unit's flow field leads from each cell, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn flow(unit: u32) -> u32 {
    ask_json(|session| session.flow_json(UnitId(unit)))
}

/// Who died where, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn deaths() -> u32 {
    ask_json(|session| session.deaths_json())
}

/// What came to be, as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn made() -> u32 {
    ask_json(|session| session.made_json())
}

/// Begins a fork of the match by its number: the first time, at the tick to which the index pass has come. 1 when that is done; else the
/// reply says why not.
#[unsafe(no_mangle)]
pub extern "C" fn fork(number: u32) -> u32 {
    let registry = Registry::standard();
    let forks = SHARED.with_borrow_mut(|shared| shared.forks.take());
    ask(|session| {
        let begun = match forks {
            Some(forks) => Ok(forks),
            None => Forks::new(session, &registry),
        };
        match begun.and_then(|mut forks| forks.begin(number, &registry).map(|()| forks)) {
            Ok(forks) => (Some(forks), Vec::new()),
            Err(error) => (None, error.to_string().into_bytes()),
        }
    })
    .flatten()
    .map_or(0, |forks| {
        SHARED.with_borrow_mut(|shared| shared.forks = Some(forks));
        1
    })
}

/// Plays the fork on by some ticks at most: below 0 when it goes on, 0 when it has ended without a winner, else the team that won, from 1.
#[unsafe(no_mangle)]
pub extern "C" fn play_fork(ticks: u32) -> i32 {
    // Not in the shared state meanwhile: a panic writes its message there.
    let Some(mut forks) = SHARED.with_borrow_mut(|shared| shared.forks.take()) else { return -1 };
    let outcome = forks.advance(ticks);
    SHARED.with_borrow_mut(|shared| shared.forks = Some(forks));
    outcome.map_or(-1, |outcome| outcome.winner.map_or(0, |team| i32::from(team.0) + 1))
}

/// Forgets the worlds left behind; how many there were.
#[unsafe(no_mangle)]
pub extern "C" fn forget() -> u32 {
    ask(|session| {
        let kept = session.kept() as u32;
        session.forget();
        (kept, Vec::new())
    })
    .unwrap_or(0)
}
