//! The compressor of replay files: zstd, which is C. Builds without the feature `zstd` need no C compiler; they write zstd streams that store
//! what they are given as it is, which every build with the feature reads, and read none themselves.

#[cfg(not(feature = "zstd"))]
pub(super) use stored::{StoredDecoder as Decoder, StoredEncoder as Encoder};
#[cfg(feature = "zstd")]
pub(super) use zstd::stream::write::{Decoder, Encoder};

#[cfg(any(test, not(feature = "zstd")))]
#[cfg_attr(feature = "zstd", allow(dead_code, reason = "its test needs the encoder alone"))]
mod stored {
    use std::io::{self, Write};
    use std::marker::PhantomData;

    /// What a frame begins with: the magic number, no flags, and a window of 4 MiB (RFC 8878, section 3.1.1).
    const FRAME_HEAD: [u8; 6] = [0x28, 0xB5, 0x2F, 0xFD, 0, 12 << 3];
    /// The most bytes of a block.
    const STORED_BYTES: usize = 128 << 10;

    /// Writes a frame of raw blocks.
    pub struct StoredEncoder<'a, W>(W, bool, PhantomData<&'a ()>);

    impl<W: Write> StoredEncoder<'_, W> {
        pub fn new(to: W, _level: i32) -> io::Result<Self> {
            Ok(StoredEncoder(to, false, PhantomData))
        }

        pub fn window_log(&mut self, _: u32) -> io::Result<()> {
            Ok(())
        }

        pub fn set_pledged_src_size(&mut self, _: Option<u64>) -> io::Result<()> {
            Ok(())
        }

        pub fn get_mut(&mut self) -> &mut W {
            &mut self.0
        }
    }

    impl<W: Write> Write for StoredEncoder<'_, W> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if !std::mem::replace(&mut self.1, true) {
                self.0.write_all(&FRAME_HEAD)?;
            }
            for block in bytes.chunks(STORED_BYTES) {
                // Not the last block, raw, and its length in 21 bits.
                self.0.write_all(&((block.len() as u32) << 3).to_le_bytes()[..3])?;
                self.0.write_all(block)?;
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Refuses to read.
    pub struct StoredDecoder<'a, W>(W, PhantomData<&'a ()>);

    impl<W> StoredDecoder<'_, W> {
        pub fn new(_: W) -> io::Result<Self> {
            Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "packed replays; this build was made without the feature zstd",
            ))
        }

        pub fn window_log_max(&mut self, _: u32) -> io::Result<()> {
            Ok(())
        }

        pub fn get_mut(&mut self) -> &mut W {
            &mut self.0
        }
    }

    impl<W: Write> Write for StoredDecoder<'_, W> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.flush()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::stored;

    #[test]
    fn a_stored_stream_is_zstd() {
        let plain: Vec<u8> = (0..300_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let mut encoder = stored::StoredEncoder::new(Vec::new(), 5).expect("always");
        encoder.write_all(&plain).expect("to memory");
        let mut decoder = zstd::stream::write::Decoder::new(Vec::new()).expect("a decoder");
        decoder.write_all(encoder.get_mut()).expect("it is zstd");
        decoder.flush().expect("to memory");
        assert!(*decoder.get_mut() == plain);
    }
}
