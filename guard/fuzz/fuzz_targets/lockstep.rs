//! Fuzzes what hears the other end of a session.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    sandtable_tests::session_bytes::lockstep(bytes);
});
