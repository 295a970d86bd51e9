//! Fuzzes what reads rules.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    sandtable_tests::hostile::rules(bytes);
});
