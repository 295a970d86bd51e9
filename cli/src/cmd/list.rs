//! `sandtable list`: everything that can be named.

use std::fmt::Write as _;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::library::{Library, SHELVES};
use serde_json::json;

use super::{say, say_json};
use crate::args::ListArgs;

pub fn run(args: &ListArgs, registry: &Registry) -> Result<(), Failure> {
    let library = Library::here();
    let commanders: Vec<&str> = registry.names().collect();
    if args.json {
        let mut all = serde_json::Map::new();
        for shelf in SHELVES {
            let entry = |name: &String| json!({ "name": name, "about": library.about(shelf, name) });
            all.insert(shelf.folder().to_owned(), library.names(shelf).iter().map(entry).collect());
        }
        all.insert("commanders".to_owned(), json!(commanders));
        return say_json(&all);
    }
    let mut text = String::new();
    for shelf in SHELVES {
        let _ = writeln!(text, "{}", shelf.folder());
        for name in library.names(shelf) {
            let about = library.about(shelf, &name);
            let _ = writeln!(text, "{}", format!("  {name:<24} {about}").trim_end());
        }
    }
    let _ = writeln!(text, "commanders\n  {}", commanders.join("\n  "));
    say(&text)
}
