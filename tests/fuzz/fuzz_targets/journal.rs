//! Fuzz target: see `journal` in `tests/properties.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| ddsmt_fuzz::journal(data));
