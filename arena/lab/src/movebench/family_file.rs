//! Family files: read, and every arrangement set up.

use sandtable_content::{ContentSource, Document, load_rules_named, reading};
use sandtable_diagnostics::{Checked, Issues, Severity};
use sandtable_match::Failure;
use sandtable_match::library::{ContentKind, Library};
use sandtable_math::Bounds;
use sandtable_model::rules::Rules;

use super::changes::Change;
use super::family::{Family, MAX_LIMIT};
use super::grid::number;
use super::groups::{Group, numbers};
use super::limits::FamilyLimits;
use super::setup::Setup;
use super::terrain::Terrain;
use super::work::Work;

/// The ruleset that families are played under.
const RULES: &str = "movebench/rules/movers.toml";
/// Arrangements of one family.
const MAX_ARRANGEMENTS: u32 = 64;
/// Groups, and changes, of one family.
const MAX_PARTS: usize = 64;
/// Poses of one arrangement, at 12 bytes each: all are kept until it is measured.
const MAX_POSES: usize = 20_000_000;

/// The rules of the benchmark.
///
/// # Errors
/// What is wrong with them.
pub fn rules(source: &dyn ContentSource) -> Result<Rules, Issues> {
    load_rules_named(source, RULES).map(|checked| checked.value)
}

impl Family {
    /// Reads the text of the family file called `file`.
    ///
    /// # Errors
    /// Everything wrong with it, down to units that find no room in one of its arrangements.
    pub fn parse(file: &str, text: &str, rules: &Rules) -> Result<Checked<Family>, Issues> {
        reading(file, text, |text| Family::read(file, text, rules))
    }

    fn read(file: &str, text: &str, rules: &Rules) -> Result<Checked<Family>, Issues> {
        let document = Document::parse(file, text)?;
        let root = document.root();
        let groups = root.rows("groups");
        let changes = root.rows("changes");
        if groups.is_empty() || groups.len() > MAX_PARTS || changes.len() > MAX_PARTS {
            let found = format!("{} groups, {} changes", groups.len(), changes.len());
            root.error("groups", found, format!("1 to {MAX_PARTS} groups and at most {MAX_PARTS} changes"));
        }
        let lanes = Bounds::new(sandtable_math::Fx::ONE, sandtable_math::Fx::from_int(1024));
        let family = Family {
            name: name_of(file),
            about: root.text("about", 200).required().to_owned(),
            rules: rules.clone(),
            terrain: Terrain::read(&root),
            groups: groups.iter().take(MAX_PARTS).map(|table| Group::read(table, rules)).collect(),
            fog: root.boolean("fog").or(false),
            changes: changes.iter().take(MAX_PARTS).map(|table| Change::read(table, rules)).collect(),
            work: Work::read(&root),
            time_limit_ticks: root.seconds("time_limit", Bounds::new(16, MAX_LIMIT)).required(),
            arrangements: root.int("arrangements", Bounds::new(1, MAX_ARRANGEMENTS)).or(1),
            lanes: root.fixed("lanes", lanes, "bodies").optional().map(number),
            gate: numbers(&root, "gate"),
            limits: FamilyLimits::read(&root),
        };
        judge(&document, &family);
        document.finish(family)
    }
}

/// Refuses to check families none of which limits a figure.
///
/// # Errors
/// That there is nothing to check.
pub fn limited(families: &[Family]) -> Result<(), Failure> {
    if families.iter().any(|family| !family.limits.is_empty()) {
        return Ok(());
    }
    let names: Vec<&str> = families.iter().map(|family| family.name.as_str()).collect();
    let text = format!("--check: found no [[expect]] table in {}; expected at least one limit", names.join(", "));
    Err(Failure::Usage(text))
}

/// Reads families by file or name; all that the library has when none is named.
///
/// # Errors
/// A family that is not there, or everything wrong with one.
pub fn load_families(library: &mut Library, names: &[String]) -> Result<Vec<Family>, Failure> {
    let rules = rules(library)?;
    let all = if names.is_empty() { library.names(ContentKind::Movebench) } else { names.to_vec() };
    let load = |name: &String| {
        let path = library.find(ContentKind::Movebench, name)?;
        let text = library.content(&path)?;
        Ok(Family::parse(&path, &text, &rules)?.value)
    };
    all.iter().map(load).collect()
}

/// `scenarios/movebench/choke.toml` is about `choke`.
fn name_of(file: &str) -> String {
    let last = file.rsplit(['/', '\\']).next().unwrap_or(file);
    last.strip_suffix(".toml").unwrap_or(last).to_owned()
}

/// Sets every arrangement up, when all of the file could be read.
fn judge(document: &Document<'_>, family: &Family) {
    if document.has_errors() {
        return;
    }
    for arrangement in 0..family.arrangements {
        let units: usize = family.groups.iter().map(|group| group.count(arrangement)).sum();
        let ticks = family.time_limit_ticks as usize;
        if units * ticks > MAX_POSES {
            let expected = format!("at most {MAX_POSES} poses: units times ticks");
            document.report(Severity::Error, "time_limit", format!("{units} units for {ticks} ticks"), expected);
            return;
        }
        let Err(defects) = Setup::set(family, 0, arrangement) else { continue };
        for defect in defects {
            document.report(Severity::Error, &defect.path, defect.found, defect.expected);
        }
        return;
    }
}
