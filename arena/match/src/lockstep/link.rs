//! The line to the other peer: frames out, frames in, and how long to wait for them.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use super::frame::Frame;

/// Frames that wait to be looked at: more than a peer can be ahead, so that no frame it may send blocks it.
const WAITING_FRAMES: usize = 256;

/// Why nothing more comes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// The other side closed the line.
    #[error("it went away")]
    Closed,
    /// The other side was silent for longer than one waits.
    #[error("it was silent for {0} seconds")]
    Silent(u64),
    /// The line failed, or what came was no frame.
    #[error("{0}")]
    Broken(String),
}

/// A line to the other peer.
pub struct Link {
    writer: Box<dyn Write + Send>,
    incoming: Receiver<Result<Frame, LinkError>>,
    patience: Duration,
    /// The connection, when it is one: the thread that reads holds it open, so that letting go of the line must close it.
    connection: Option<TcpStream>,
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Some(connection) = &self.connection {
            // One that is closed already is what is wanted.
            let _ = connection.shutdown(Shutdown::Both);
        }
    }
}

impl Link {
    /// A line over two streams; whatever comes is awaited for `patience` at most.
    pub fn new(reader: impl Read + Send + 'static, writer: impl Write + Send + 'static, patience: Duration) -> Link {
        let (sender, incoming) = sync_channel(WAITING_FRAMES);
        std::thread::spawn(move || {
            let mut reader = BufReader::new(reader);
            loop {
                let frame = match Frame::read(&mut reader) {
                    Ok(Some(frame)) => Ok(frame),
                    Ok(None) => Err(LinkError::Closed),
                    Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                        Err(LinkError::Broken(error.to_string()))
                    }
                    // A process that dies leaves a line reset or cut in the middle of a frame.
                    Err(_) => Err(LinkError::Closed),
                };
                let last = frame.is_err();
                if sender.send(frame).is_err() || last {
                    return;
                }
            }
        });
        Link { writer: Box::new(BufWriter::new(writer)), incoming, patience, connection: None }
    }

    /// A line over a connection.
    ///
    /// # Errors
    /// What the system said.
    pub fn over(stream: TcpStream, patience: Duration) -> io::Result<Link> {
        // Frames are small and awaited.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(patience))?;
        let connection = Some(stream.try_clone()?);
        let mut link = Link::new(stream.try_clone()?, stream, patience);
        link.connection = connection;
        Ok(link)
    }

    /// Sends a frame.
    ///
    /// # Errors
    /// That the other side is gone, or does not take it.
    pub fn send(&mut self, frame: &Frame) -> Result<(), LinkError> {
        frame.write(&mut self.writer).map_err(|_| LinkError::Closed)
    }

    /// The next frame, and whether it had to be waited for.
    ///
    /// # Errors
    /// Why none comes.
    pub fn receive(&mut self) -> Result<(Frame, bool), LinkError> {
        if let Ok(frame) = self.incoming.try_recv() {
            return frame.map(|frame| (frame, false));
        }
        match self.incoming.recv_timeout(self.patience) {
            Ok(frame) => frame.map(|frame| (frame, true)),
            Err(RecvTimeoutError::Timeout) => Err(LinkError::Silent(self.patience.as_secs())),
            Err(RecvTimeoutError::Disconnected) => Err(LinkError::Closed),
        }
    }
}
