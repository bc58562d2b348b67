//! The peak memory of the program on a 12-megapixel photo.

#![cfg(unix)]

use std::process::Command;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use nix::sys::resource::{UsageWho, getrusage};

/// What the whole program may need, in KiB.
const LIMIT: i64 = 400 * 1024;

#[test]
fn twelve_megapixels_need_less_than_400_mib() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.jpg");
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/demo.jpg");
    let sample = image::open(sample).expect("the sample").into_rgb8();
    let large = imageops::resize(&sample, 4000, 3000, FilterType::Triangle);
    let file = std::fs::File::create(&path).expect("a file");
    JpegEncoder::new_with_quality(file, 90)
        .encode_image(&large)
        .expect("encodes");

    let output = Command::new(env!("CARGO_BIN_EXE_shuzi"))
        .arg("read")
        .arg(&path)
        .output()
        .expect("runs");
    assert!(
        output.status.code().is_some_and(|code| code < 2),
        "{output:?}"
    );
    // In KiB on Linux, in bytes on a Mac.
    let unit = if cfg!(target_os = "macos") { 1024 } else { 1 };
    let peak = getrusage(UsageWho::RUSAGE_CHILDREN)
        .expect("usage")
        .max_rss()
        / unit;
    assert!(peak > 0 && peak < LIMIT, "{} MiB", peak / 1024);
}
