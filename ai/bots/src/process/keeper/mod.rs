//! Keeping a bot's process, and all that it starts, in hand: nothing of it may outlive its match, take the machine, or see what is
//! none of its business.
//!
//! The program runs itself as a keeper, in stages, since each may only give up rights and never take them:
//!
//! 1. `__keep-bot` makes the bot's [control group](cgroup), or picks a user of its own for it, and tidies up at the end;
//! 2. `__keep-bot-enter` joins that group and enters [namespaces](namespaces) of users, processes, mounts, network and IPC;
//! 3. `__keep-bot-inside` is the first process there: it lays out [what the bot sees](mounts), gives up its rights, and runs the bot. When it ends,
//!    the kernel ends all others, whatever they have done to hide.
//!
//! Each is told when the one before it dies, so that all end if the engine does. [`Isolation`] says what of this a machine can do: it is
//! [found out](probe) once. Where it cannot, bots are refused, unless they are let run [unsafely](job): among the processes of everybody, the keeper
//! being the one whom orphans are given to.

mod cgroup;
mod isolation;
mod job;
mod mounts;
mod namespaces;
mod offspring;
mod probe;
mod sight;
mod stages;
mod tuning;

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

use sandtable_ai::OutsideTerms;

use super::spec::ProcessSpec;
pub use isolation::Isolation;
use job::KeptJob;
pub(super) use job::{EXIT_CROWD, EXIT_OURS};
use sight::{BotSight, environment};

/// How bots are started.
#[derive(Clone, Debug, Default)]
pub struct ProcessKeeper {
    /// The program that is a keeper when it is asked to be: one whose `main` calls [`keep`].
    program: Option<PathBuf>,
    /// Whether bots run among the processes of everybody even where they could be isolated.
    shared: bool,
    terms: Arc<OutsideTerms>,
}

impl ProcessKeeper {
    /// This program, or another whose `main` calls [`keep`].
    pub fn from_program(program: PathBuf) -> ProcessKeeper {
        ProcessKeeper { program: Some(program), ..ProcessKeeper::default() }
    }

    /// None: bots are only held together by their group of processes.
    pub fn none() -> ProcessKeeper {
        ProcessKeeper::default()
    }

    /// This keeper, but with bots among the processes of everybody even where they could be isolated.
    #[must_use]
    pub fn without_namespaces(self) -> ProcessKeeper {
        ProcessKeeper { shared: true, ..self }
    }

    /// This keeper on the terms of a registry.
    #[must_use]
    pub fn on_terms(self, terms: &Arc<OutsideTerms>) -> ProcessKeeper {
        ProcessKeeper { terms: Arc::clone(terms), ..self }
    }

    /// Whether there is a keeper.
    pub fn is_some(&self) -> bool {
        self.program.is_some()
    }

    /// What this machine gives to bots: found out once a program.
    ///
    /// # Errors
    /// Why it gives none, in words.
    pub fn isolation(&self) -> Result<Isolation, String> {
        match &self.program {
            Some(program) if !self.shared => probe::isolation(program),
            _ => Err("bots run without isolation".to_owned()),
        }
    }

    /// Whether a bot may be started; where it may, the terms hear of how it is isolated.
    ///
    /// # Errors
    /// Why not, in words.
    pub fn check(&self) -> Result<(), String> {
        match self.isolation() {
            Ok(isolation) => self.terms.note_isolation(&isolation.to_string()),
            Err(why) if self.shared || self.program.is_none() || self.terms.allows_unsafe() => {
                self.terms.note_isolation(&format!("none: {why}"));
            }
            Err(why) => return Err(why),
        }
        Ok(())
    }

    /// The command that starts a bot, with pipes.
    pub(super) fn command(&self, spec: &ProcessSpec) -> Command {
        let mut command = match &self.program {
            Some(program) => {
                let mut command = Command::new(program);
                command.arg(job::KEEP).arg(self.job(spec).to_word());
                command
            }
            None => {
                let mut command = Command::new(&spec.command[0]);
                command.args(&spec.command[1..]);
                command
            }
        };
        command.env_clear().envs(environment());
        command.current_dir(&spec.folder).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn job(&self, spec: &ProcessSpec) -> KeptJob {
        let isolation = self.isolation().ok();
        let sight = isolation.as_ref().map(|_| BotSight::new(spec, &self.terms.withheld()));
        KeptJob {
            parent: std::process::id(),
            isolation,
            memory_mib: spec.limits.memory_mib,
            processes: spec.limits.processes,
            cpus: spec.limits.cpus,
            group: String::new(),
            sight: sight.unwrap_or_default(),
            command: spec.command.clone(),
        }
    }
}

/// What a program that starts bots does first: if it was started as a keeper it is one, and its exit code is the result.
pub fn keep(args: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let mut args = args.into_iter().skip(1);
    let command = args.next()?;
    let word = args.next();
    let stage = match command.to_str()? {
        job::KEEP => KeptJob::keep,
        job::ENTER => KeptJob::enter,
        job::INSIDE => KeptJob::inside,
        probe::LOOK_AROUND => return Some(probe::look_around()),
        _ => return None,
    };
    let code =
        word.and_then(|word| KeptJob::from_word(&word)).ok_or("a keeper is started by the program itself".to_owned());
    let code = code.and_then(|job| stage(job).map_err(|error| error.to_string()));
    Some(ExitCode::from(code.unwrap_or_else(|error| {
        eprintln!("a keeper failed: {error}");
        EXIT_OURS as u8
    })))
}
