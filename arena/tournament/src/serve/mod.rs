//! The games of a folder of results as pages, to browsers of this machine alone.

mod http;
mod site;

use std::io::{self, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sandtable_match::Failure;

use self::http::Answer;
use self::site::Site;

/// Browsers open some connections before they need them; more than these are turned away.
const MAX_CONNECTIONS: usize = 16;
/// How long a browser may take to say what it wants, and to take an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves the pages of one folder of results over HTTP on 127.0.0.1.
pub struct PageServer {
    site: Site,
    listener: TcpListener,
    port: u16,
}

impl PageServer {
    /// A server of a folder that has a manifest, on a port or, of 0, on one that is free. Pages play the games with `engine`; without
    /// one they show recorded frames.
    ///
    /// # Errors
    /// The folder is no folder of results, or its games cannot be read; the port is taken.
    pub fn open(folder: &Path, engine: Option<Vec<u8>>, port: u16) -> Result<PageServer, Failure> {
        PageServer::of_site(Site::open(folder, engine)?, port)
    }

    /// A server of the `report.html` of a folder alone, as it is whenever it is asked for.
    ///
    /// # Errors
    /// The page is no file of the folder; the port is taken.
    pub fn of_page(folder: &Path, port: u16) -> Result<PageServer, Failure> {
        PageServer::of_site(Site::of_page(folder)?, port)
    }

    fn of_site(site: Site, port: u16) -> Result<PageServer, Failure> {
        let (port, listener) = listen(port)
            .map_err(|error| Failure::Usage(format!("--port {port}: cannot listen on 127.0.0.1: {error}")))?;
        Ok(PageServer { site, listener, port })
    }

    /// Where browsers find it: `http://127.0.0.1:8080/`.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers until the process ends.
    pub fn run(self) {
        let PageServer { site, listener, port } = self;
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
    }
}

fn listen(port: u16) -> io::Result<(u16, TcpListener)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    Ok((listener.local_addr()?.port(), listener))
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
