//! The pages there are: the list of games, each game, and the report of a finished tournament. No other file is ever read.

use std::path::{Component, Path, PathBuf};

use sandtable_match::Failure;
use sandtable_match::runner::guarded;
use sandtable_match::store::read_replay;
use sandtable_viewer::match_page::{PageTerms, render_with};

use super::http::Answer;
use crate::html::games_page;
use crate::manifest::Manifest;
use crate::record::GameRecord;
use crate::results::read_games;

/// What a finished tournament has written for people.
const REPORT: &str = "report.html";

/// A folder of results, shown.
pub struct Site {
    folder: PathBuf,
    name: String,
    engine: Option<Vec<u8>>,
}

impl Site {
    /// A site of a folder that has a manifest; its games may have been played by another version.
    pub fn open(folder: &Path, engine: Option<Vec<u8>>) -> Result<Site, Failure> {
        let manifest = Manifest::read_of_any_version(folder)?;
        let name = Path::new(&manifest.tournament)
            .file_stem()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(Site { folder: folder.to_owned(), name, engine })
    }

    /// The answer to a path.
    pub fn answer(&self, path: &str) -> Answer {
        let answer = match path {
            "/" => self.games(),
            "/report.html" => self.report(),
            _ => match path.strip_prefix("/game/").and_then(|number| number.parse().ok()) {
                Some(number) => self.game(number),
                None => Ok(Answer::not_found()),
            },
        };
        answer.unwrap_or_else(|failure| Answer::words("500 Internal Server Error", &failure.to_string()))
    }

    fn games(&self) -> Result<Answer, Failure> {
        let (records, finished) = self.read()?;
        let link = |record: &GameRecord| format!("game/{}", record.game);
        Ok(Answer::page(games_page(&self.name, &records, finished, &link)))
    }

    /// The games there are; none before the first one is written.
    fn read(&self) -> Result<(Vec<GameRecord>, bool), Failure> {
        read_games(&self.folder)
    }

    fn report(&self) -> Result<Answer, Failure> {
        let path = self.folder.join(REPORT);
        if !path.is_file() {
            return Ok(Answer::words("404 Not Found", "the report is written when the tournament is finished"));
        }
        std::fs::read_to_string(&path).map(Answer::page).map_err(|error| Failure::reading(&path, error))
    }

    fn game(&self, number: u32) -> Result<Answer, Failure> {
        let (records, _) = self.read()?;
        let name = records.iter().find(|record| record.game == number).and_then(|record| record.replay.as_deref());
        let Some(name) = name.map(Path::new) else { return Ok(Answer::not_found()) };
        // A list of games from elsewhere may name anything.
        if !name.components().all(|part| matches!(part, Component::Normal(_))) {
            return Ok(Answer::not_found());
        }
        let terms = PageTerms { engine: self.engine.as_deref(), frames: self.engine.is_none() };
        let unshown = |why: String| Failure::Engine(format!("game {number} cannot be shown: {why}"));
        let replay = read_replay(&self.folder.join(name))?.map_err(|error| unshown(error.explained()))?;
        let page = guarded(|| render_with(&replay, &terms)).map_err(|fault| unshown(fault.message))?;
        page.map(Answer::page).map_err(|error| unshown(error.to_string()))
    }
}
