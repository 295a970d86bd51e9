//! Fuzzes what reads map texts.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    sandtable_tests::hostile::map(bytes);
});
