//! Files: written whole or not at all, through a disk that tests can make fail.

mod block;
mod compressor;
mod disk;
mod product;
mod replay_file;
mod sealed;

pub use block::BlockError;
pub(crate) use disk::irregular;
pub use disk::{
    Disk, LineFile, SystemDisk, open_regular, own_file, partial, read_limited, regular_if_there, write_whole,
};
pub use product::Product;
pub use replay_file::{
    ReplayFileError, StreamedReplay, decode_replay, pack_replay, read_replay, unpack_replay, write_replay,
};
pub use sealed::{read_sealed, sealed, unsealed};
