//! The stages of a keeper that isolates its bot.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::Child;

use nix::sys::prctl;
use nix::sys::signal::Signal;

use super::cgroup::{BotGroup, GroupParents};
use super::isolation::{Isolation, ProcessLimit};
use super::job::{
    ENTER, EXIT_OURS, INSIDE, KeptExit, KeptJob, end_with, is_told_to_end, let_go_of_inherited, let_go_of_pipes,
    open_nothing, signals,
};
use super::tuning::{FIRST_USER, INNER_USER};
use super::{mounts, namespaces};

impl KeptJob {
    /// The first stage: makes what the bot is held by, and removes it at the end.
    pub fn keep(mut self) -> KeptExit {
        let_go_of_inherited();
        if self.isolation.is_none() {
            return self.shared();
        }
        end_with(self.parent, Signal::SIGTERM)?;
        let (told, nothing) = (signals()?, open_nothing()?);
        let group = self.make_group().map_err(during("making its control group"))?;
        let mut next = self.stage(ENTER).map_err(during("finding the program"))?;
        let limit = self.isolation.as_ref().map(|isolation| &isolation.limit);
        if limit == Some(&ProcessLimit::User { of_its_own: true }) {
            let user = FIRST_USER + std::process::id();
            next.uid(user).gid(user);
        }
        let code = next.spawn().map_err(during("starting the second stage")).and_then(|mut next| {
            let_go_of_pipes(&nothing)?;
            while next.try_wait()?.is_none() {
                if is_told_to_end(&told)? {
                    next.kill()?;
                }
            }
            exit_code(&mut next)
        });
        if let Some(group) = group {
            group.remove();
        }
        code
    }

    /// Makes the bot's control group, if it is to have one.
    fn make_group(&mut self) -> io::Result<Option<BotGroup>> {
        let name = BotGroup::own_name();
        let make = |parents: &GroupParents| BotGroup::make(parents, &name, self.processes, self.memory_mib, self.cpus);
        let Some(Isolation { limit: ProcessLimit::Group(parents), .. }) = &mut self.isolation else { return Ok(None) };
        let made = match make(parents) {
            // The program was moved to another group since it found them.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                *parents = GroupParents::find().ok_or(error)?;
                make(parents)
            }
            made => made,
        };
        self.group = name;
        made.map(Some)
    }

    /// The second stage: enters the group and the namespaces.
    pub fn enter(self) -> KeptExit {
        end_with(self.parent, Signal::SIGKILL).map_err(during("being told of an end"))?;
        if let Some(Isolation { limit: ProcessLimit::Group(parents), .. }) = &self.isolation {
            BotGroup::of_name(parents, &self.group).join().map_err(during("joining its control group"))?;
        }
        let nothing = open_nothing()?;
        namespaces::enter().map_err(during("entering namespaces"))?;
        let mut next =
            self.stage(INSIDE).and_then(|mut next| next.spawn()).map_err(during("starting the third stage"))?;
        let_go_of_pipes(&nothing).map_err(during("letting go of pipes"))?;
        exit_code(&mut next)
    }

    /// The third stage: the first process of the namespace of processes. When it ends all others do.
    pub fn inside(self) -> KeptExit {
        prctl::set_pdeathsig(Signal::SIGKILL)?;
        let own = namespaces::own_entry().map_err(during("finding itself"))?;
        let has_proc = self.isolation.as_ref().is_some_and(|isolation| isolation.has_proc);
        mounts::lay_out(&self.sight, has_proc, own.as_fd()).map_err(during("laying out what it sees"))?;
        namespaces::give_up_rights(own.as_fd(), INNER_USER).map_err(during("giving up rights"))?;
        drop(own);
        self.limit_processes(0).map_err(during("limiting processes"))?;
        self.watch().map_err(during("watching it"))
    }
}

/// The exit code of a stage that ends by itself; the keeper's own where a signal ended it.
fn exit_code(stage: &mut Child) -> io::Result<u8> {
    Ok(stage.wait()?.code().map_or(EXIT_OURS as u8, |code| code as u8))
}

/// Says what failed in front of how; the kind of the error stays.
fn during(what: &'static str) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{what}: {error}"))
}
