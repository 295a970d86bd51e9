//! Fuzzes what reads strategy files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    sandtable_tests::hostile::strategy(bytes);
});
