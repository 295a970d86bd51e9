//! Fuzzes what reads saved worlds.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    sandtable_tests::hostile::snapshot(bytes);
});
