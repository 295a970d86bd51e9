//! Fuzzes what reads the strategy files of bots.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    sandtable_tests::hostile::bot(bytes);
});
