//! `cargo fuzz run -s none photo`; without `-s none` it needs a nightly toolchain.
#![no_main]

#[path = "../../tests/fuzz_bodies/mod.rs"]
#[allow(dead_code, reason = "each target has one of the bodies")]
mod fuzz_bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz_bodies::photo(bytes));
