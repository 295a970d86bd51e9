//! Files of content looked through for mistakes, each as what it is.

use std::path::Path;
use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_content::{ContentSource, Document};
use sandtable_diagnostics::{Code, Issue, Issues, Severity, first_uses};
use sandtable_match::assemble::StrategyFile;
use sandtable_match::derived::{StrategyText, read_strategy};
use sandtable_match::library::{CONTENT_KINDS, ContentKind, DEFAULT_RULES, Library, read_text};
use sandtable_match::tunable::{MarkedMatch, load_marked};
use sandtable_match::{Failure, assemble};
use sandtable_model::scenario::Scenario;
use sandtable_model::vocabulary::AGENTS;
use sandtable_state::id::PlayerId;
use sandtable_tournament::{TournamentFile, prepare};

use crate::movebench::{self, Family};
use crate::trial::{self, Trial};

/// Checks a file as what it is, or as of this kind; `rules` names the ruleset that maps, strategies and behaviours are held against.
///
/// # Errors
/// That a file cannot be read; what is wrong with its content is the result.
pub fn check_file(
    file: &Path,
    rules: Option<&str>,
    registry: &Registry,
    kind: Option<ContentKind>,
) -> Result<Issues, Failure> {
    let name = file.to_string_lossy();
    let mut library = Library::here();
    let told = kind.or_else(|| ContentKind::by_place(file));
    let told = match told {
        Some(told) => Some(told),
        None => ContentKind::by_keys(&assemble::read_file(file)?),
    };
    // A match may have none of the keys that tell a kind.
    let content_kind = told.unwrap_or(ContentKind::Matches);
    if let Some(other) = other_than_its_folder(file, content_kind) {
        return Ok(other.into());
    }
    let path = library.find(content_kind, &name)?;
    let found = match content_kind {
        ContentKind::Rules => {
            sandtable_content::load_rules_named(&library, &path).map(|checked| checked.warnings).map_err(Failure::from)
        }
        ContentKind::Behaviours => check_behaviours(&mut library, &path, rules),
        ContentKind::Matches | ContentKind::Agents => check_match(&mut library, &path, registry),
        ContentKind::Maps => check_map(&mut library, &path, rules),
        ContentKind::Strategies => check_strategy(&mut library, &path, rules, registry),
        ContentKind::Tournaments => check_tournament(&mut library, &path, registry),
        ContentKind::Movebench => check_family(&library, &path),
    };
    match found {
        Ok(mut issues) | Err(Failure::Content(mut issues)) => {
            // Of text that is no TOML nobody could tell a kind.
            let is_read = issues.0.iter().all(|issue| issue.code != Code::Syntax);
            let is_empty = || read_text(file).is_ok_and(|text| text.trim().is_empty());
            if told.is_none() && is_read && issues.has_errors() && !is_empty() {
                issues.0.push(read_as_a_match(&name));
            }
            Ok(issues)
        }
        Err(Failure::Usage(text)) => Ok(Issue::of_file(&name, text, "").into()),
        Err(other) => Err(other),
    }
}

/// That a file plainly is of another kind than the folder that it lies in.
fn other_than_its_folder(file: &Path, kind: ContentKind) -> Option<Issue> {
    let text = read_text(file).ok().filter(|_| ContentKind::by_place(file) == Some(kind))?;
    let (found, expected) = (kind.plainly_other(&text)?.noun(), kind.noun());
    let expected = format!("a {expected}, as its folder says");
    Some(Issue::of_file(&file.to_string_lossy(), format!("a {found}"), expected))
}

/// That nothing told what kind of file it is.
fn read_as_a_match(name: &str) -> Issue {
    let (found, expected) = ("no key that identifies the kind of the file", "such a key; the file was read as a match");
    Issue { severity: Severity::Warning, code: Code::Lint, ..Issue::of_file(name, found, expected) }
}

/// A match: itself, and that its players' strategies are there and can be built under its rules.
fn check_match(library: &mut Library, path: &str, registry: &Registry) -> Result<Issues, Failure> {
    let MarkedMatch { scenario: checked, text, .. } = load_marked(library, path)?;
    let mut issues = checked.warnings;
    let label = library.label(path);
    Trial::read(&label, &text, &checked.value)?;
    trial::aims(&label, &text, &checked.value)?;
    issues.0.extend(check_players(library, (path, &label, &text), &checked.value, registry)?);
    Ok(issues)
}

/// That the strategies that a match gives its players are there, and can be built under its rules.
fn check_players(
    library: &mut Library,
    (path, label, text): (&str, &str, &str),
    scenario: &Scenario,
    registry: &Registry,
) -> Result<Vec<Issue>, Failure> {
    let mut found: Vec<Issue> = Vec::new();
    let document = Document::parse(label, text)?;
    for (row, player) in document.root().rows("players").iter().enumerate() {
        let Some(name) = player.reference("strategy", "a strategy").optional().filter(|name| !name.text.is_empty())
        else {
            continue;
        };
        let strategy = assemble::load_player_strategy(library, registry, path, (row, name.text));
        let player = PlayerId(row as u8);
        let built = strategy.and_then(|file| Ok(file.build(registry, &scenario.rules, player, 0)?));
        match built {
            Ok(_) => {}
            // Two players may have one strategy.
            Err(Failure::Content(wrong)) => {
                let new = unlike(&found, wrong);
                found.extend(new);
            }
            Err(Failure::Usage(text)) => {
                let ((line, column), field) = (name.place(), format!("players[{}].strategy", row + 1));
                let issue = Issue::at((label, line, column), Code::UnknownName, text, "");
                found.push(Issue { field, source: name.source_line().to_owned(), ..issue });
            }
            Err(other) => return Err(other),
        }
    }
    Ok(first_uses(found, |issue| issue))
}

/// The issues that are not told of already.
fn unlike(told: &[Issue], issues: Issues) -> Vec<Issue> {
    issues.0.into_iter().filter(|issue| !told.contains(issue)).collect()
}

/// A map says nothing of its ruleset: without one named, the first that it is in order under is taken.
fn check_map(library: &mut Library, path: &str, rules: Option<&str>) -> Result<Issues, Failure> {
    let known = library.names(ContentKind::Rules);
    let others = known.iter().map(String::as_str).filter(|name| *name != DEFAULT_RULES);
    let candidates: Vec<&str> =
        rules.map_or_else(|| [DEFAULT_RULES].into_iter().chain(others).collect(), |name| vec![name]);
    let mut first = None;
    for name in candidates {
        let rules = assemble::load_rules(library, name)?;
        match sandtable_content::load_map_named(library, path, &rules) {
            Ok(checked) => return Ok(checked.warnings),
            Err(issues) => first = first.or(Some(issues)),
        }
    }
    Ok(first.unwrap_or_default())
}

fn check_strategy(
    library: &mut Library,
    path: &str,
    rules: Option<&str>,
    registry: &Registry,
) -> Result<Issues, Failure> {
    let StrategyText { text, derivation } = read_strategy(library, path)?;
    let (name, derivation) = (path.to_owned(), derivation.map(Arc::new));
    let file = StrategyFile { name: name.clone(), path: name.clone(), label: name, text, derivation };
    let own = if rules.is_none() { file.load_rules(library)? } else { None };
    let rules = own.map_or_else(|| assemble::load_rules(library, rules.unwrap_or(DEFAULT_RULES)), Ok)?;
    let info = sandtable_ai::MatchInfo { rules: &rules, player: PlayerId(0), seed: 0, name: path };
    let checked = file.check(registry, &info)?;
    file.parameters()?;
    Ok(checked.warnings)
}

/// Behaviours are checked against the words that unit agents have, and the tags of a ruleset.
fn check_behaviours(library: &mut Library, path: &str, rules: Option<&str>) -> Result<Issues, Failure> {
    let rules = assemble::load_rules(library, rules.unwrap_or(DEFAULT_RULES))?;
    Ok(sandtable_content::load_behaviours_named(library, path, &AGENTS, Some(&rules))?.warnings)
}

fn check_tournament(library: &mut Library, path: &str, registry: &Registry) -> Result<Issues, Failure> {
    let text = library.content(path)?;
    let file = TournamentFile::parse(path, &text)?;
    library.named_by(path, |library| prepare(path, file, library, registry)).map(|_| Issues::default())
}

fn check_family(library: &Library, path: &str) -> Result<Issues, Failure> {
    let text = library.content(path)?;
    let rules = movebench::rules(library)?;
    Ok(Family::parse(&library.label(path), &text, &rules)?.warnings)
}

/// Plays the match of a file and holds it to what the file expects; what is wrong with the file itself has failed as well.
///
/// # Errors
/// That a file cannot be read, or that the engine failed.
pub fn hold_file(file: &Path, registry: &Registry, effort: trial::Effort<'_>) -> Result<trial::Verdict, Failure> {
    let name = file.to_string_lossy();
    let mut library = Library::here();
    let path = library.find(kind_of_match(&library, &name)?, &name)?;
    let failed = |failures: Issues| trial::Verdict { failures, ..trial::Verdict::default() };
    match trial::hold(&mut library, &path, registry, effort) {
        Err(Failure::Content(issues)) => Ok(failed(issues)),
        Err(Failure::Usage(text)) => Ok(failed(Issue::of_file(&name, text, "").into())),
        // Who expects nothing checks nothing.
        Ok(verdict) if verdict.expectations == 0 => {
            Ok(failed(Issue::of_file(&name, "no expectations", "at least one [[expect]] table, for --run").into()))
        }
        other => other,
    }
}

/// Where a match is looked for; what lies in the folder of another kind is none.
fn kind_of_match(library: &Library, name: &str) -> Result<ContentKind, Failure> {
    let folder = Path::new(name).parent().and_then(Path::file_name).unwrap_or_default();
    let other =
        |kind: &ContentKind| !matches!(kind, ContentKind::Matches | ContentKind::Agents) && folder == kind.folder();
    if let Some(other) = CONTENT_KINDS.into_iter().find(other) {
        return Err(Failure::Usage(format!("{name}: found a {}; expected a match, for --run", other.noun())));
    }
    let bare = name.strip_suffix(ContentKind::Agents.ending()).unwrap_or(name);
    let is_agents = library.names(ContentKind::Agents).iter().any(|known| known == bare);
    Ok(if is_agents { ContentKind::Agents } else { ContentKind::Matches })
}
