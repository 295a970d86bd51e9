//! Values of the state in words: how the source writes them is nothing that users know. Counts with their noun.

/// A count with its noun, in the singular for 1.
///
/// ```
/// use sandtable_state::words::counted;
///
/// assert_eq!(counted(1, "match", "matches"), "1 match");
/// assert_eq!(counted(0, "match", "matches"), "0 matches");
/// ```
pub fn counted(count: u64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// A value as a dump has it, in words: names of types in lower case, players and teams from 1, nothing of the source's marks. What is
/// written otherwise stays as it is.
///
/// ```
/// use sandtable_state::words::in_words;
///
/// let outcome = "Some(MatchOutcome { winner: Some(TeamId(1)), ending: MutualDestruction, tick: 9 })";
/// assert_eq!(in_words(outcome), "match outcome: winner team 2, ending mutual destruction, tick 9");
/// assert_eq!(in_words("[PlayerId(0), PlayerId(255)]"), "[player 1, nobody]");
/// assert_eq!(in_words("Attack { target: p2#7, queued: false }"), "attack: target p2#7, queued false");
/// assert_eq!(in_words("{ARRIVED, HAS_SLOT}"), "{arrived, has slot}");
/// assert_eq!(in_words("None"), "none");
/// assert_eq!(in_words("(1, KindId(3))"), "(1, kind 3)");
/// assert_eq!(in_words("no value ("), "no value (");
/// ```
pub fn in_words(value: &str) -> String {
    let mut reader = Reader { rest: value };
    match reader.value(0) {
        Some(words) if reader.rest.is_empty() => words,
        _ => value.to_owned(),
    }
}

/// Values deeper in each other than this are left as they are.
const MAX_DEPTH: u32 = 64;

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn value(&mut self, depth: u32) -> Option<String> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.rest.chars().next()? {
            '"' => self.text().map(str::to_owned),
            '[' => self.list("[", "]", depth).map(|items| format!("[{items}]")),
            '(' => self.list("(", ")", depth).map(|items| format!("({items})")),
            '{' => self.list("{", "}", depth).map(|items| format!("{{{items}}}")),
            _ => self.named(depth),
        }
    }

    /// A text with its marks.
    fn text(&mut self) -> Option<&'t str> {
        let mut escaped = false;
        let end = self.rest.char_indices().skip(1).find(|(_, c)| {
            let ends = *c == '"' && !escaped;
            escaped = *c == '\\' && !escaped;
            ends
        });
        let (text, rest) = self.rest.split_at(end?.0 + 1);
        self.rest = rest;
        Some(text)
    }

    /// A number, a name, or a name with what it holds.
    fn named(&mut self, depth: u32) -> Option<String> {
        let end = self.rest.find(|c: char| " ,:()[]{}\"".contains(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        if name.is_empty() {
            return None;
        }
        if self.rest.starts_with('(') {
            let held = if name == "Some" { self.some(depth)? } else { self.list("(", ")", depth + 1)? };
            return Some(holding(name, &held));
        }
        if self.rest.starts_with(" {") {
            self.rest = &self.rest[1..];
            let fields = self.list("{", "}", depth)?;
            let name = lower(name);
            return Some(if depth == 0 { format!("{name}: {fields}") } else { format!("{name} ({fields})") });
        }
        Some(if name == "None" { "none".to_owned() } else { lower(name) })
    }

    /// What is there, told as if it were not said that it may be missing.
    fn some(&mut self, depth: u32) -> Option<String> {
        self.rest = self.rest.strip_prefix('(')?;
        let held = self.value(depth)?;
        self.rest = self.rest.strip_prefix(')')?;
        Some(held)
    }

    /// What stands between two marks, with commas between; of fields and of what is under keys the name comes before.
    fn list(&mut self, open: &str, close: &str, depth: u32) -> Option<String> {
        self.rest = self.rest.strip_prefix(open)?.trim_start();
        let mut items = Vec::new();
        while !self.rest.starts_with(close) {
            let mut item = self.value(depth + 1)?;
            if let Some(rest) = self.rest.strip_prefix(": ") {
                self.rest = rest;
                item = format!("{} {}", item.replace('_', " "), self.value(depth + 1)?);
            }
            items.push(item);
            self.rest = match self.rest.strip_prefix(',') {
                Some(rest) => rest.trim_start(),
                None => self.rest.trim_start(),
            };
        }
        self.rest = &self.rest[close.len()..];
        Some(items.join(", "))
    }
}

/// A name with what it holds.
fn holding(name: &str, held: &str) -> String {
    let row = held.parse::<u8>();
    match (name, row) {
        ("Some", _) => held.to_owned(),
        ("PlayerId", Ok(u8::MAX)) => "nobody".to_owned(),
        ("PlayerId", Ok(row)) => format!("player {}", row + 1),
        ("TeamId", Ok(row)) => format!("team {}", row.saturating_add(1)),
        _ => format!("{} {held}", lower(name.strip_suffix("Id").unwrap_or(name))),
    }
}

/// The words of a name that is written in one; what is no such name stays as it is.
fn lower(name: &str) -> String {
    // Flags of a set are written in capitals.
    if name.len() > 1 && name.chars().all(|c| c.is_ascii_uppercase() || c == '_') {
        return name.to_ascii_lowercase().replace('_', " ");
    }
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) || !name.chars().all(|c| c.is_ascii_alphanumeric()) {
        return name.to_owned();
    }
    let mut words = String::new();
    for (at, c) in name.char_indices() {
        if at > 0 && c.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(c.to_ascii_lowercase());
    }
    words
}
