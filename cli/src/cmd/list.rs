//! `sandtable list`: everything that can be named.

use std::fmt::Write as _;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::library::{CONTENT_KINDS, Library};
use serde_json::json;

use super::{say, say_json};
use crate::args::ListArgs;

pub fn run(args: &ListArgs, registry: &Registry) -> Result<(), Failure> {
    let library = Library::here();
    let commanders: Vec<&str> = registry.names().collect();
    if args.json {
        let mut all = serde_json::Map::new();
        for kind in CONTENT_KINDS {
            let entry = |name: &String| json!({ "name": name, "about": library.about(kind, name) });
            all.insert(kind.folder().to_owned(), library.names(kind).iter().map(entry).collect());
        }
        all.insert("commanders".to_owned(), json!(commanders));
        return say_json(&all);
    }
    let mut text = String::new();
    for kind in CONTENT_KINDS {
        let _ = writeln!(text, "{}", kind.folder());
        for name in library.names(kind) {
            let about = library.about(kind, &name);
            let _ = writeln!(text, "{}", format!("  {name:<24} {about}").trim_end());
        }
    }
    let _ = writeln!(text, "commanders\n  {}", commanders.join("\n  "));
    say(&text)
}
