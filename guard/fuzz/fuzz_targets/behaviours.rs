//! Fuzzes what reads behaviour files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    sandtable_tests::hostile::behaviours(bytes);
});
