//! The pages there are: of a tournament the list of games, each game, and the report; of a tuning its page. No other file is ever read.

use std::io;
use std::path::{Path, PathBuf};

use sandtable_match::Failure;
use sandtable_match::store::{own_file, read_limited};
use sandtable_viewer::match_page::PageTerms;

use super::http::Answer;
use crate::game_page::game_page;
use crate::html::{GamesPage, GamesState};
use crate::manifest::Manifest;
use crate::outputs::REPORT;
use crate::record::GameRecord;
use crate::results::read_games;

/// Bytes of the longest report that is shown; that of a tournament of ten thousand games has a hundredth.
const MAX_REPORT: usize = 256 << 20;

/// A folder of results, shown.
pub struct Site {
    folder: PathBuf,
    /// Its games; none where a page of its own is all there is.
    games: Option<Games>,
}

/// What pages of games need.
struct Games {
    name: String,
    engine: Option<Vec<u8>>,
}

impl Site {
    /// A site of a folder that has a manifest and games that can be read; they may have been played by another version.
    pub fn open(folder: &Path, engine: Option<Vec<u8>>) -> Result<Site, Failure> {
        let manifest = Manifest::read_of_any_version(folder)?;
        read_games(folder)?;
        report_is_own(folder)?;
        Ok(Site { folder: folder.to_owned(), games: Some(Games { name: manifest.display_name(), engine }) })
    }

    /// A site of the one page of a run, which may not be written yet.
    pub fn of_page(folder: &Path) -> Result<Site, Failure> {
        report_is_own(folder)?;
        Ok(Site { folder: folder.to_owned(), games: None })
    }

    /// The answer to a path.
    pub fn answer(&self, path: &str) -> Answer {
        let number = path.strip_prefix("/game/").and_then(|number| number.parse().ok());
        let answer = match (path, &self.games, number) {
            ("/", Some(games), _) => self.games(games),
            ("/", None, _) | ("/report.html", ..) => self.report(),
            (_, Some(games), Some(number)) => self.game(games, number),
            _ => Ok(Answer::not_found()),
        };
        answer.unwrap_or_else(|failure| Answer::words("500 Internal Server Error", &failure.to_string()))
    }

    fn games(&self, games: &Games) -> Result<Answer, Failure> {
        let (records, finished) = read_games(&self.folder)?;
        let link = |record: &GameRecord| record.replay.as_ref().map(|_| format!("game/{}", record.game));
        let state = if finished {
            GamesState::Finished { report: true }
        } else {
            GamesState::Playing { report: self.folder.join(REPORT).is_file() }
        };
        Ok(Answer::page(GamesPage { name: &games.name, records: &records, state, link: &link }.html()))
    }

    fn report(&self) -> Result<Answer, Failure> {
        let path = self.folder.join(REPORT);
        let text = own_file(&path).and_then(|()| read_limited(&path, MAX_REPORT));
        match text.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other)) {
            Ok(text) => Ok(Answer::page(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Answer::words("404 Not Found", "the page is not written yet; it is written after the first games"))
            }
            Err(error) => Err(Failure::reading(&path, error)),
        }
    }

    fn game(&self, games: &Games, number: u32) -> Result<Answer, Failure> {
        let (records, _) = read_games(&self.folder)?;
        let Some(record) = records.iter().find(|record| record.game == number) else { return Ok(Answer::not_found()) };
        let terms =
            PageTerms { engine: games.engine.as_deref(), frames: games.engine.is_none(), ..PageTerms::default() };
        Ok(game_page(&self.folder, record, &terms)?.map_or_else(Answer::not_found, Answer::page))
    }
}

/// Refuses a report that is no file of the folder itself; one that is not there yet comes later.
fn report_is_own(folder: &Path) -> Result<(), Failure> {
    let path = folder.join(REPORT);
    match own_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Failure::reading(&path, error)),
        _ => Ok(()),
    }
}
