//! What proves that a datagram comes from somebody who knows the session's secret, and is as it was sent.
//!
//! Every datagram ends with the first 16 bytes of its HMAC-SHA-256 (RFC 2104, FIPS 180-4). The first datagrams of a connection are tagged
//! under a key of the secret, all others under a key of the connection and direction, so that none of another connection counts.

use std::io::{self, Read};
use std::path::Path;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::Failure;
use crate::store::read_limited;

/// Bytes of a secret: fewer can be guessed.
const MIN_SECRET_BYTES: usize = 16;
/// Bytes of a file that is taken for a secret.
const MAX_SECRET_BYTES: usize = 4_096;

/// Bytes of a tag.
pub(super) const TAG_BYTES: usize = 16;

/// The shared secret of the peers of a session.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Key);

impl Secret {
    /// The secret of some bytes: at least 16 random ones. Without bytes it is a publicly known one.
    pub fn new(bytes: &[u8]) -> Secret {
        Secret(Key(tag(b"sandtable lockstep 3", &[bytes])))
    }

    /// The secret that everybody knows.
    pub fn known() -> Secret {
        Secret::new(b"")
    }

    /// The secret in a file, or on standard input for `-`.
    ///
    /// # Errors
    /// The file cannot be read, or holds so little that somebody could guess it.
    pub fn read(path: &Path) -> Result<Secret, Failure> {
        let read = if path == Path::new("-") {
            let mut bytes = Vec::new();
            io::stdin().take(MAX_SECRET_BYTES as u64).read_to_end(&mut bytes).map(|_| bytes)
        } else {
            read_limited(path, MAX_SECRET_BYTES)
        };
        let bytes = read.map_err(|error| Failure::reading(path, error))?;
        let bytes = bytes.trim_ascii();
        if bytes.len() < MIN_SECRET_BYTES {
            let (path, found) = (path.display(), bytes.len());
            return Err(Failure::Usage(format!(
                "--secret: {path}: found {found} bytes; expected {MIN_SECRET_BYTES} or more random bytes"
            )));
        }
        Ok(Secret::new(bytes))
    }

    pub(super) const fn key(&self) -> &Key {
        &self.0
    }
}

/// The nonces from which a connection's keys and number follow.
#[derive(Clone, Copy)]
pub(super) struct ConnectionNonces {
    pub guest: u128,
    pub host: u128,
}

/// A key of tags.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Key([u8; 32]);

impl Key {
    /// The key of a connection, one for each direction.
    pub fn of_connection(&self, nonces: ConnectionNonces, from_host: bool) -> Key {
        let nonces = [nonces.guest.to_le_bytes(), nonces.host.to_le_bytes()];
        Key(tag(&self.0, &[&nonces[0], &nonces[1], &[u8::from(from_host)]]))
    }

    /// A number that nobody can guess who does not know the key.
    pub fn nonce(&self, count: u64) -> u128 {
        let bytes = tag(&self.0, &[b"nonce", &count.to_le_bytes()]);
        bytes.first_chunk().map_or(0, |bytes| u128::from_le_bytes(*bytes))
    }

    /// The key of some random bytes, for nonces.
    pub const fn of_entropy(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }

    /// Adds the tag.
    pub fn seal(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        let tag = tag(&self.0, &[&bytes]);
        bytes.extend_from_slice(&tag[..TAG_BYTES]);
        bytes
    }

    /// What was sealed; none when the tag is not its tag. Takes as long whatever differs.
    pub fn open<'d>(&self, datagram: &'d [u8]) -> Option<&'d [u8]> {
        let (bytes, tag) = datagram.split_at_checked(datagram.len().checked_sub(TAG_BYTES)?)?;
        let mac = mac(&self.0, &[bytes]);
        mac.verify_truncated_left(tag).ok().map(|()| bytes)
    }
}

fn mac(key: &[u8], parts: &[&[u8]]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    parts.iter().for_each(|part| mac.update(part));
    mac
}

fn tag(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    mac(key, parts).finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_opens_under_its_key_alone() {
        let key = Secret::new(b"one secret").key().of_connection(ConnectionNonces { guest: 1, host: 2 }, true);
        let sealed = key.seal(b"orders".to_vec());
        assert_eq!(key.open(&sealed), Some(&b"orders"[..]));
        let others = [
            Secret::new(b"another").key().of_connection(ConnectionNonces { guest: 1, host: 2 }, true),
            Secret::new(b"one secret").key().of_connection(ConnectionNonces { guest: 1, host: 3 }, true),
            Secret::new(b"one secret").key().of_connection(ConnectionNonces { guest: 1, host: 2 }, false),
        ];
        assert!(others.iter().all(|other| other.open(&sealed).is_none()));
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(key.open(&changed), None, "byte {at}");
            assert_eq!(key.open(&sealed[..at]), None, "cut to {at}");
        }
    }
}
