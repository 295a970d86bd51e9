//! Fuzzes what reads the answers of bots.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    sandtable_tests::bot_answers::answers(bytes);
});
