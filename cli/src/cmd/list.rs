//! `sandtable list`: everything that can be named.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::library::Library;

use super::{say, say_json};
use crate::args::ListArgs;

pub fn run(args: &ListArgs, registry: &Registry) -> Result<(), Failure> {
    let library = Library::here();
    let commanders: Vec<&str> = registry.names().collect();
    if args.json { say_json(&library.listing_json(&commanders)) } else { say(&library.listing(&commanders)) }
}
