//! Fuzzes what reads tournament files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    sandtable_tests::hostile::tournament(bytes);
});
