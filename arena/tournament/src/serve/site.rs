//! The pages there are: the list of games, each game, and the report of a finished tournament. No other file is ever read.

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
    name: String,
    engine: Option<Vec<u8>>,
}

impl Site {
    /// A site of a folder that has a manifest; its games may have been played by another version.
    pub fn open(folder: &Path, engine: Option<Vec<u8>>) -> Result<Site, Failure> {
        let manifest = Manifest::read_of_any_version(folder)?;
        Ok(Site { folder: folder.to_owned(), name: manifest.display_name(), engine })
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
        let link = |record: &GameRecord| record.replay.as_ref().map(|_| format!("game/{}", record.game));
        let state = if finished { GamesState::Finished { report: true } } else { GamesState::Playing };
        Ok(Answer::page(GamesPage { name: &self.name, records: &records, state, link: &link }.html()))
    }

    /// The games there are; none before the first one is written.
    fn read(&self) -> Result<(Vec<GameRecord>, bool), Failure> {
        read_games(&self.folder)
    }

    fn report(&self) -> Result<Answer, Failure> {
        let path = self.folder.join(REPORT);
        let text = own_file(&path).and_then(|()| read_limited(&path, MAX_REPORT));
        match text.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other)) {
            Ok(text) => Ok(Answer::page(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Answer::words("404 Not Found", "the report is written when the tournament is finished"))
            }
            Err(error) => Err(Failure::reading(&path, error)),
        }
    }

    fn game(&self, number: u32) -> Result<Answer, Failure> {
        let (records, _) = self.read()?;
        let Some(record) = records.iter().find(|record| record.game == number) else { return Ok(Answer::not_found()) };
        let terms = PageTerms { engine: self.engine.as_deref(), frames: self.engine.is_none(), ..PageTerms::default() };
        Ok(game_page(&self.folder, record, &terms)?.map_or_else(Answer::not_found, Answer::page))
    }
}
