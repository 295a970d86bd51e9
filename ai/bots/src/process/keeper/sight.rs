//! What of the machine a bot sees: of the file system what systems share, its program, its own folder and what its file names; of the
//! environment what programs need to run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::spec::{ProcessSpec, find};

/// What systems share among all their users.
const SHARED: [&str; 11] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix", "/snap", "/gnu"];
/// Of the settings of the system, what programs need to run.
const SETTINGS: [&str; 19] = [
    "alternatives",
    "fonts",
    "group",
    "hosts",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "locale.alias",
    "localtime",
    "lsb-release",
    "mime.types",
    "mono",
    "nsswitch.conf",
    "os-release",
    "passwd",
    "protocols",
    "python3",
    "services",
    "timezone",
];
/// Folders of everybody: of these a bot sees the files it needs and not the rest.
const WIDE: [&str; 13] =
    ["/", "/tmp", "/var", "/var/tmp", "/home", "/root", "/run", "/proc", "/sys", "/dev", "/etc", "/mnt", "/srv"];
/// What is passed on of the environment, where the program has it: the rest may be anybody's secrets.
const ENVIRONMENT: [&str; 6] = ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ"];

/// The environment of a bot, and of the processes that keep it, which it can read.
pub fn environment() -> impl Iterator<Item = (&'static str, OsString)> {
    ENVIRONMENT.into_iter().filter_map(|name| Some((name, std::env::var_os(name)?)))
}

/// What a bot sees. All paths are absolute.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotSight {
    /// Where it runs.
    pub folder: PathBuf,
    /// What it reads; the longer path after the shorter.
    pub readable: Vec<PathBuf>,
    /// What it writes.
    pub writable: Vec<PathBuf>,
    /// What of that it does not see, whether it is there already or comes to be.
    pub withheld: Vec<PathBuf>,
    /// Its own folders, below which it does not see results either; what its file lets it read besides, it sees whole.
    pub own: Vec<PathBuf>,
}

impl BotSight {
    /// What the bot of a file sees.
    pub fn new(spec: &ProcessSpec, withheld: &[PathBuf]) -> BotSight {
        let folder = std::path::absolute(&spec.folder).unwrap_or_else(|_| spec.folder.clone());
        let folder = tidied(&folder);
        let mut readable: Vec<PathBuf> = SHARED.iter().map(PathBuf::from).collect();
        readable.extend(SETTINGS.iter().map(|name| Path::new("/etc").join(name)));
        readable.push(PathBuf::from("/etc/ssl/certs"));
        readable.extend(program(&spec.command[0], &folder));
        let mut own = Vec::new();
        // Where nothing else is said a bot runs where the program does: that is not its folder.
        if spec.folder != Path::new(".") {
            own.push(narrowed(&folder, None));
        }
        let files = spec.command[1..].iter().map(|word| folder.join(word)).filter(|path| path.is_file());
        own.extend(files.map(|file| beside(&file)));
        readable.extend(own.iter().cloned());
        readable.extend(spec.readable.iter().map(|path| folder.join(path)));
        let writable: Vec<PathBuf> = spec.writable.iter().map(|path| tidied(&folder.join(path))).collect();
        let own = there(own).into_iter().filter(|path| !is_shared(path)).collect();
        BotSight { folder, readable: there(readable), writable, withheld: named(withheld), own }
    }
}

/// Whether a folder is, or is in, what systems share.
fn is_shared(path: &Path) -> bool {
    SHARED.iter().any(|shared| path.starts_with(shared))
}

/// Paths by all their names, there or not.
fn named(paths: &[PathBuf]) -> Vec<PathBuf> {
    let absolute = paths.iter().filter_map(|path| std::path::absolute(path).ok());
    let names = absolute.map(|path| tidied(&path)).flat_map(|path| {
        // Of what is not there yet the folder may be reached by links.
        let there = path.ancestors().skip(1).find_map(|folder| Some((folder, folder.canonicalize().ok()?)));
        let linked = there.and_then(|(folder, real)| Some(real.join(path.strip_prefix(folder).ok()?)));
        [linked, path.canonicalize().ok(), Some(path)]
    });
    let mut all: Vec<PathBuf> = names.flatten().collect();
    all.sort();
    all.dedup();
    all
}

/// Those that are there, also by the names that links lead to, each once and in order.
fn there(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let absolute = paths.into_iter().filter_map(|path| std::path::absolute(path).ok());
    let existing = absolute.map(|path| tidied(&path)).filter(|path| path.exists());
    let both = existing.flat_map(|path| [path.canonicalize().ok(), Some(path)]);
    let mut all: Vec<PathBuf> = both.flatten().collect();
    all.sort();
    all.dedup();
    all
}

/// Without `.` and `..`, by name.
fn tidied(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                tidy.pop();
            }
            part => tidy.push(part),
        }
    }
    tidy
}

/// Whether a folder is everybody's, or somebody's home.
fn is_wide(folder: &Path) -> bool {
    is_home(folder) || WIDE.iter().any(|wide| folder == Path::new(wide))
}

fn is_home(folder: &Path) -> bool {
    let own = std::env::var_os("HOME").is_some_and(|home| folder == Path::new(&home));
    own || folder == Path::new("/root") || folder.parent() == Some(Path::new("/home"))
}

/// The folder, or the file alone where the folder is everybody's.
fn narrowed(folder: &Path, file: Option<&Path>) -> PathBuf {
    if is_wide(folder) { file.unwrap_or(Path::new("/usr")).to_owned() } else { folder.to_owned() }
}

/// A file with what lies beside it.
fn beside(file: &Path) -> PathBuf {
    let file = tidied(file);
    narrowed(file.parent().unwrap_or(Path::new("/")), Some(&file))
}

/// A program, what lies beside it, and what is installed with it: `bin` stands beside `lib`, and managers of versions keep all they
/// have in one folder of somebody's home.
fn program(name: &str, folder: &Path) -> Vec<PathBuf> {
    let Some(program) = find(name, folder) else { return Vec::new() };
    let mut seen = Vec::new();
    if !name.contains('/') {
        let homes: Vec<&Path> = program.ancestors().collect();
        seen.extend(
            homes.windows(2).find(|pair| is_home(pair[1]) && pair[0] != program).map(|pair| pair[0].to_owned()),
        );
    }
    for path in [std::path::absolute(&program).ok(), program.canonicalize().ok()].into_iter().flatten() {
        let own = beside(&path);
        if let Some(prefix) = own.parent().filter(|prefix| own.ends_with("bin") && !is_wide(prefix)) {
            seen.push(prefix.to_owned());
        }
        seen.push(own);
    }
    seen
}
