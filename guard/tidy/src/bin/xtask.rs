//! `cargo xtask`: work on the repository that runs its own program.

use sandtable_tidy::figures::{FigureOrigin, engine_version, figures, renew};
use sandtable_tidy::fragments::{faults, folded, fragments};
use sandtable_tidy::wasm::arranged;
use sandtable_tidy::{SourceTree, repository, say};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const HELP: &str = "\
usage: cargo xtask figures [--write [NAME...]]
       cargo xtask changelog HEADING
       cargo xtask arrange WASM OUT

  figures                   every figure of the documents with an engine version: place, version, command
  figures --write           run the commands of all blocks of another version than the engine's and write what they print
  figures --write NAME...   run those of these blocks, whatever their version
  changelog HEADING         put the files of changes/ under a new heading in CHANGELOG.md, and remove them
  arrange WASM OUT          the module with functions that are alike side by side, for it to compress well

Commands run in an empty folder that has the files which the page shows (`# NAME.toml`), with the release build of
`sandtable` before all others. Figures by hand and blocks whose command fails stay as they are and are named; the exit
code is then 1.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["figures"] => list(&repository()),
        ["figures", "--write", ref names @ ..] => write(&repository(), names),
        ["changelog", heading] => changelog(&repository(), heading),
        ["arrange", module, out] => arrange(module, out),
        _ => Err(HELP.to_owned()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn read(root: &Path) -> Result<(SourceTree, u64), String> {
    let tree = SourceTree::read(root).map_err(|error| format!("the repository cannot be read: {error}"))?;
    let version = engine_version(&tree).ok_or("the engine's version is not in sim/engine/src/version.rs")?;
    Ok((tree, version))
}

/// Makes a section of the changelog of the files of changes.
fn changelog(root: &Path, heading: &str) -> Result<bool, String> {
    let tree = SourceTree::read(root).map_err(|error| format!("the repository cannot be read: {error}"))?;
    let files: Vec<(String, String)> =
        fragments(&tree).map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
    if let Some((path, (line, told))) =
        files.iter().find_map(|(path, text)| Some((path, faults(path, text).into_iter().next()?)))
    {
        return Err(format!("{path}:{}: {told}", line.max(1)));
    }
    let told = |error: std::io::Error| format!("CHANGELOG.md: {error}");
    let path = root.join("CHANGELOG.md");
    let text = std::fs::read_to_string(&path).map_err(told)?;
    std::fs::write(&path, folded(&text, heading, &files)?).map_err(told)?;
    for (path, _) in &files {
        std::fs::remove_file(root.join(path)).map_err(|error| format!("{path}: {error}"))?;
    }
    say(format_args!("CHANGELOG.md: {} files of changes under {heading}\n", files.len()))?;
    Ok(true)
}

/// Writes a WebAssembly module in the order that compresses well.
fn arrange(module: &str, out: &str) -> Result<bool, String> {
    let bytes = std::fs::read(module).map_err(|error| format!("{module}: {error}"))?;
    let arranged = arranged(&bytes).map_err(|error| format!("{module}: {error}"))?;
    std::fs::write(out, arranged).map_err(|error| format!("{out}: {error}"))?;
    Ok(true)
}

/// Prints every figure, and how many are old.
fn list(root: &Path) -> Result<bool, String> {
    let (tree, current) = read(root)?;
    let figures = figures(&tree);
    for figure in &figures {
        let age = match figure.age(current) {
            0 => String::new(),
            age => format!("; {age} old"),
        };
        say(format_args!("{figure}{age}\n"))?;
    }
    let old = figures.iter().filter(|figure| figure.version != current).count();
    say(format_args!("engine version {current}: {} figures, {old} of another version\n", figures.len()))?;
    Ok(true)
}

/// Writes blocks anew; whether no figure of another version is left among those asked for.
fn write(root: &Path, names: &[&str]) -> Result<bool, String> {
    let (tree, current) = read(root)?;
    let is_wanted =
        |name: &str, version: u64| if names.is_empty() { version != current } else { names.contains(&name) };
    let wanted: Vec<_> = figures(&tree)
        .into_iter()
        .filter(|it| matches!(&it.origin, FigureOrigin::Written { name, .. } if is_wanted(name, it.version)))
        .collect();
    let has_block = |name: &&&str| {
        wanted.iter().any(|it| matches!(&it.origin, FigureOrigin::Written { name: other, .. } if other == **name))
    };
    if let Some(unknown) = names.iter().find(|name| !has_block(name)) {
        return Err(format!("no block is called {unknown}"));
    }
    let mut is_well = true;
    if !wanted.is_empty() {
        let program = build(root)?;
        let mut pages: Vec<&str> = wanted.iter().map(|it| it.page.as_str()).collect();
        pages.dedup();
        for page in pages {
            is_well &= write_page(root, page, current, &is_wanted, &program)?;
        }
    }
    let left = figures(&read(root)?.0).into_iter().filter(|it| names.is_empty() && it.version != current);
    for figure in left.filter(|it| matches!(it.origin, FigureOrigin::ByHand { .. })) {
        say(format_args!("left: {figure}\n"))?;
        is_well = false;
    }
    Ok(is_well)
}

/// Writes the blocks of a page anew; whether all could be.
fn write_page(
    root: &Path,
    page: &str,
    current: u64,
    is_wanted: &dyn Fn(&str, u64) -> bool,
    program: &Path,
) -> Result<bool, String> {
    let told = |error: std::io::Error| format!("{page}: {error}");
    let text = std::fs::read_to_string(root.join(page)).map_err(told)?;
    let (written, renewals) = renew(&text, current, is_wanted, &mut |command, files| run(command, files, program));
    std::fs::write(root.join(page), written).map_err(told)?;
    for renewal in &renewals {
        match &renewal.failure {
            None => say(format_args!("wrote {} of {page}\n", renewal.name))?,
            Some(failure) => say(format_args!("left: {page}: block {}: {failure}\n", renewal.name))?,
        }
    }
    Ok(renewals.iter().all(|it| it.failure.is_none()))
}

/// Builds the program; the folder it lies in.
fn build(root: &Path) -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut cargo = Command::new(cargo);
    let status = cargo.args(["build", "--quiet", "--release", "--package", "sandtable"]).current_dir(root).status();
    match status {
        Ok(status) if status.success() => {}
        _ => return Err("`cargo build --release --package sandtable` failed".to_owned()),
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder));
    std::path::absolute(target.join("release")).map_err(|error| error.to_string())
}

/// What a line of the shell prints in an empty folder with these files.
fn run(command: &str, files: &[(String, String)], program: &Path) -> Result<String, String> {
    eprintln!("$ {command}");
    let folder = std::env::temp_dir().join(format!("sandtable-figures-{}", std::process::id()));
    let prepare = || {
        std::fs::create_dir_all(&folder)?;
        files.iter().try_for_each(|(name, text)| std::fs::write(folder.join(name), text))
    };
    let output = prepare().and_then(|()| {
        let mut path = program.as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(&folder).env("PATH", path).env("NO_COLOR", "1");
        shell.stdin(Stdio::null()).stderr(Stdio::inherit()).output()
    });
    let _ = std::fs::remove_dir_all(&folder);
    let output = output.map_err(|error| format!("`{command}`: {error}"))?;
    if !output.status.success() {
        return Err(format!("`{command}`: {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("`{command}` prints no text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_command_runs_beside_the_files_of_its_page() {
        let files = [("a.toml".to_owned(), "x = 1\n".to_owned())];
        let output = |command: &str| run(command, &files, Path::new("/"));
        assert_eq!(output("ls; cat a.toml"), Ok("a.toml\nx = 1\n".to_owned()));
        assert!(output("cat b.toml 2> /dev/null").is_err_and(|told| told.contains("exit status: 1")));
    }
}
