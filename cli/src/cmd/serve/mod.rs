//! `sandtable serve`: the games of a folder of results as pages, to browsers of this machine alone.

mod http;
mod site;

use std::io::BufReader;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sandtable_match::Failure;

use self::http::Answer;
use self::site::Site;
use super::{replay, say};
use crate::args::ServeArgs;

/// Browsers open some connections before they need them; more than these are turned away.
const MAX_CONNECTIONS: usize = 16;
/// How long a browser may take to say what it wants, and to take an answer.
const PATIENCE: Duration = Duration::from_secs(10);

pub fn run(args: &ServeArgs) -> Result<(), Failure> {
    serve(args, |_| Ok(()))
}

/// Serves until the process ends; `ready` is told the address.
pub fn serve(args: &ServeArgs, ready: impl FnOnce(&str) -> Result<(), Failure>) -> Result<(), Failure> {
    let site = Site::open(&args.folder, replay::engine(args.engine.as_deref())?)?;
    let place = (Ipv4Addr::LOCALHOST, args.port);
    let listening = TcpListener::bind(place).and_then(|listener| Ok((listener.local_addr()?.port(), listener)));
    let (port, listener) = listening
        .map_err(|error| Failure::Usage(format!("--port {}: cannot listen on 127.0.0.1: {error}", args.port)))?;
    let address = format!("http://127.0.0.1:{port}/");
    say(&format!("{address} shows {}; Ctrl-C ends it\n", args.folder.display()))?;
    ready(&address)?;
    let (site, busy) = (Arc::new(site), Arc::new(AtomicUsize::new(0)));
    // A connection that was given up while it waited is no reason to end.
    for stream in listener.incoming().flatten() {
        let (site, busy) = (Arc::clone(&site), Arc::clone(&busy));
        std::thread::spawn(move || {
            let full = busy.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS;
            converse(&stream, port, |path| if full { Answer::busy() } else { site.answer(path) });
            busy.fetch_sub(1, Ordering::Relaxed);
        });
    }
    Ok(())
}

/// One request, one answer.
fn converse(stream: &TcpStream, port: u16, answer: impl FnOnce(&str) -> Answer) {
    let terms = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
    if terms.is_err() {
        return;
    }
    let request = http::read(&mut BufReader::new(stream), port);
    let (answer, whole) = match request {
        Ok(request) => (answer(&request.path), !request.head_only),
        Err(refusal) => (refusal, true),
    };
    // A browser that has gone away needs no answer.
    let _ = answer.write(&mut &*stream, whole);
}
