//! The named limits of sessions between peers: queues, sizes, times.

/// Peers that play in a session, the host included.
pub const MAX_PEERS: u8 = 8;
/// Spectators of a session.
pub const MAX_SPECTATORS: usize = 8;
/// Bytes of one datagram: less than what every path carries whole.
pub const MAX_DATAGRAM_BYTES: usize = 1_232;
/// Bytes of a message in one fragment.
pub(super) const MAX_FRAGMENT_BYTES: usize = 1_024;
/// Fragments under way at once in a direction, and those kept that came before their time.
pub(super) const WINDOW_FRAGMENTS: usize = 128;
/// Bytes of one message: a snapshot with the record so far.
pub(super) const MAX_MESSAGE_BYTES: usize = 96 << 20;
/// Bytes that wait to be sent to one peer: a snapshot and more.
pub(super) const MAX_QUEUED_BYTES: usize = 128 << 20;
/// Callers whose connection is not proven yet; of more the oldest is forgotten.
pub(super) const MAX_CALLERS: usize = 16;
/// Bundles that a guest has not stepped yet: more than a host can be ahead.
pub(super) const MAX_BUNDLES_AHEAD: usize = 4_096;
/// Turns that a guest keeps to send them again: all since the snapshot before the last, of which each closes a chunk of the record.
pub(super) const MAX_TURNS_KEPT: usize = 1_024;
/// States that a peer keeps until all peers have agreed on them: as many as ticks can be under way, and some.
pub(super) const MAX_MOMENTS: usize = 512;

/// Milliseconds between two calls to a host that has not answered.
pub(super) const CALL_MS: u64 = 200;
/// Milliseconds after which a peer that has nothing to say says so.
pub(super) const GREET_MS: u64 = 300;
/// Milliseconds after which a fragment is sent again at the earliest, and at the latest.
pub(super) const MIN_RESEND_MS: u64 = 10;
pub(super) const MAX_RESEND_MS: u64 = 500;
/// Milliseconds that a guest stays after the end, to acknowledge what the host says.
pub(super) const LINGER_MS: u64 = 2_000;
/// Milliseconds in which the peers tell the hashes of their parts after the states went apart.
pub(super) const PARTS_MS: u64 = 5_000;
