//! Fuzzes what reads scenarios as bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    sandtable_tests::hostile::scenario(bytes);
});
