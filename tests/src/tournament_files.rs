//! Tournament files that say what no shipped one does: every format and every figure that may be expected of one.

use sandtable_match::Failure;
use sandtable_tournament::{Figure, TournamentFile};

/// What all of them begin with.
const HEAD: &str = "name = \"cup\"\nabout = \"Says it all\"\nrules = \"classic\"\nmaps = [\"meadow\"]\n\
                    strategies = [\"a\", \"b\", \"c\", \"d\", \"e\"]\nseeds = 2\n";

const FORMATS: [&str; 8] = [
    "format = \"round-robin\"\nmeetings = \"mirror\"\nswap_sides = false\n",
    "format = \"gauntlet\"\nchallengers = [\"a\", \"b\"]\n",
    "format = \"swiss\"\nrounds = 3\n",
    "format = \"single-elimination\"\n",
    "format = \"double-elimination\"\n",
    "format = \"ladder\"\nchallengers = [\"c\"]\nrounds = 4\n",
    "format = \"free-for-all\"\nseats = 3\n",
    "format = \"teams\"\nteam_size = 2\n",
];

/// A table of each metric, and of ratings.
const TABLES: [&str; 12] = [
    "[[expect]]\nmetric = \"score\"\nof = \"a\"\nwhere = { against = \"b\" }\nmin = 60.5\nconfidence = 0.95\n",
    "[[expect]]\nmetric = \"length\"\nquantile = 0.95\nmax = 30\n",
    "[[expect]]\nmetric = \"decided\"\nmin = 90\naim = 95\n",
    "[[expect]]\nmetric = \"forfeits\"\nmax = 0\n",
    "[[expect]]\nmetric = \"stuck_seconds\"\nmax = 0\n",
    "[[expect]]\nmetric = \"repeated\"\nmax = 0\n",
    "[[expect]]\nmetric = \"thrifty\"\nwhere = { resource = \"gold\", above = 500, seconds = 60 }\nmin = 95\n",
    "[[expect]]\nmetric = \"lapses\"\nwhere = { lapse = \"wedged\" }\nmax = 1\n",
    "[[expect]]\nmetric = \"expansions\"\nmin = 1\n",
    "[[expect]]\nmetric = \"plan_steps\"\nof = \"a\"\nmin = 1\n",
    "[[expect]]\nmetric = \"replanned\"\nof = \"b\"\nmin = 1\n",
    "[ratings]\nprior_games = 2.5\nanchors = [{ strategy = \"a\", elo = 1500 }, { strategy = \"b\", elo = -20.5 }]\n",
];

/// A file of each format, one with all tables, and files with what was refused of late.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let texts = FORMATS.iter().map(|format| [HEAD, format].concat());
    let tabled = [HEAD, &TABLES.concat()].concat();
    let refused = "[[expect]]\nmetric = \"score\"\nof = \"nobody\"\nwhere = { against = 7 }\nmin = 1\n";
    let all = texts.chain([tabled, [HEAD, refused].concat()]);
    all.map(String::into_bytes).collect()
}

/// Asks a file all that a tournament asks of it before anything is loaded, and tells that nothing of what it names is there.
pub(crate) fn ask(file: &TournamentFile) {
    assert!(!file.swaps() || file.swap_sides);
    for named in file.maps.iter().chain(&file.strategies) {
        let told = named.located("fuzz.toml", Failure::Usage("no such file".to_owned())).to_string();
        assert!(told.contains("no such file"), "{told}");
    }
    let figures = || file.expectations.iter().map(|expectation| &expectation.measure.figure);
    let watched = figures().filter(|figure| figure.follows_walks() || figure.follows_conduct()).count();
    let limits = figures().filter_map(Figure::unspent_limit).count();
    assert!(watched + limits <= file.expectations.len());
}
