//! A moment of a match as one SVG picture: the board, the players, the army values over the whole match, and what the shapes mean.

mod board;
mod outline;
mod panel;

use sandtable_lens::clock;
use sandtable_replay::{Playback, Replay};
use sandtable_sim::World;
use sandtable_state::id::PlayerId;

use crate::chance::LOOK_TICKS;
use crate::match_page::RenderError;
use crate::standing::Standing;
use crate::svg::{PAPER, PLAYER_COLOURS, Picture};

/// Width and height in pixels.
const SIZE: [f64; 2] = [960.0, 640.0];
/// The left and upper edge of the board, and its longer side.
const BOARD: [f64; 3] = [20.0, 62.0, 558.0];
/// The left edge of what stands beside the board.
const PANEL: f64 = 604.0;
/// The match after `tick`, or after its last tick when that is earlier.
///
/// # Errors
/// When what is embedded in the replay does not decode, or it does not play as it was recorded.
pub fn match_picture(replay: &Replay, tick: u32) -> Result<String, RenderError> {
    let mut playback = Playback::new(replay)?;
    let last = replay.chunks.last().map_or(0, |chunk| chunk.last_tick());
    let moment = tick.min(last);
    let mut picture = Picture::new(SIZE, "#fff");
    picture.style(PAPER);
    picture.rect([0.0, 0.0, SIZE[0], SIZE[1]], "class=\"page\"");
    let mut armies = vec![army_values(playback.world())];
    if moment == 0 {
        draw_moment(&mut picture, playback.world(), replay);
    }
    while let Some(chunk) = playback.chunk() {
        for _ in chunk.first_tick..=chunk.last_tick() {
            playback.advance();
            let world = playback.world();
            if world.tick().is_multiple_of(LOOK_TICKS) {
                armies.push(army_values(world));
            }
            if world.tick() == moment {
                draw_moment(&mut picture, world, replay);
            }
        }
        if playback.world().state_hash() != chunk.total {
            return Err(RenderError::PlaysDifferently { tick: chunk.last_tick() });
        }
    }
    head(&mut picture, replay, moment, last);
    panel::chart(&mut picture, &armies, moment, last);
    Ok(picture.finish())
}

fn army_values(world: &World) -> Vec<u32> {
    (0..world.players().len()).map(|row| Standing::measure(world, PlayerId(row as u8)).army_value).collect()
}

fn draw_moment(picture: &mut Picture, world: &World, replay: &Replay) {
    board::draw(picture, world);
    panel::players(picture, world, replay);
    panel::legend(picture, world);
}

fn head(picture: &mut Picture, replay: &Replay, moment: u32, last: u32) {
    let titles = &replay.header.titles;
    let names: Vec<&str> = replay.header.contestants.iter().map(|one| one.name.as_str()).collect();
    let who = if names.is_empty() { titles.scenario.clone() } else { names.join(" – ") };
    picture.text([20.0, 30.0], 21.0, &format!("{who} on {}", titles.map), "class=\"ink\" font-weight=\"700\"");
    let told = format!(
        "{} of {} · {} rules · seed {} · engine {}",
        clock(moment),
        clock(last),
        titles.rules,
        replay.header.seed,
        replay.header.sim_version
    );
    picture.text([20.0, 50.0], 13.0, &told, "class=\"soft\"");
}

/// The colour of what a player has; of none, grey.
fn colour(owner: PlayerId) -> &'static str {
    PLAYER_COLOURS.get(owner.index()).copied().unwrap_or("#c9c4b4")
}
