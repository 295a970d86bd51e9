//! Fuzzes what reads replays.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    sandtable_tests::hostile::replay(bytes);
});
