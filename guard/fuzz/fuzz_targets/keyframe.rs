//! Fuzzes what takes up what keyframes hold beside their worlds.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    sandtable_tests::keyframe_bytes::keyframe(bytes);
});
