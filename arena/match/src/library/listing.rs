//! Everything that can be named, with what it is about, for people and for programs.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::{CONTENT_KINDS, Library};

impl Library {
    /// The names of every kind of content, a line each with what it is about, and the names of these commanders below.
    pub fn listing(&self, commanders: &[&str]) -> String {
        let mut text = String::new();
        for kind in CONTENT_KINDS {
            let _ = writeln!(text, "{}", kind.folder());
            for name in self.names(kind) {
                let about = self.about(kind, &name);
                let _ = writeln!(text, "{}", format!("  {name:<24} {about}").trim_end());
            }
        }
        let _ = writeln!(text, "commanders\n  {}", commanders.join("\n  "));
        text
    }

    /// All of it as an object: by folder, a list of objects with `name` and `about`; under `commanders` a list of names.
    pub fn listing_json(&self, commanders: &[&str]) -> Value {
        let mut all = Map::new();
        for kind in CONTENT_KINDS {
            let entry = |name: &String| json!({ "name": name, "about": self.about(kind, name) });
            all.insert(kind.folder().to_owned(), self.names(kind).iter().map(entry).collect());
        }
        all.insert("commanders".to_owned(), json!(commanders));
        Value::Object(all)
    }
}
