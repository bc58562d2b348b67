//! HEIC as an iPhone writes it: the turn stands in the container and again in
//! EXIF. tests/data/photo/make.py wrote the samples.

use std::path::PathBuf;

use super::files::quadrants;
use super::{Photo, PhotoError, difference};

fn sample(name: &str) -> Vec<u8> {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", "photo", name]
        .iter()
        .collect();
    std::fs::read(path).expect("the sample is there")
}

/// The photo, or nothing where this system's libheif cannot decode HEVC.
fn decoded(file: &[u8]) -> Option<Photo> {
    match Photo::decode(file) {
        Ok(photo) => Some(photo),
        Err(PhotoError::HeicNoCodec) => {
            eprintln!("skipped: this system's libheif has no HEVC decoder");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn heic_is_turned_once() {
    for name in ["upright.heic", "turned.heic"] {
        let Some(photo) = decoded(&sample(name)) else {
            return;
        };
        let off = difference(photo.rgb(), &quadrants());
        assert!(off <= 12, "{name}: off by {off}");
    }
}

#[test]
fn a_cut_off_heic_is_refused() {
    let file = sample("upright.heic");
    if decoded(&file).is_none() {
        return;
    }
    for part in 1..20 {
        let end = file.len() * part / 20;
        match Photo::decode(&file[..end]) {
            Err(PhotoError::CutOff("HEIC") | PhotoError::Damaged { format: "HEIC", .. }) => {}
            Err(PhotoError::NotAPhoto) => assert!(end < 16, "cut to {end} bytes"),
            Err(other) => panic!("cut to {end} of {} bytes: {other}", file.len()),
            Ok(_) => panic!("cut to {end} of {} bytes it was half read", file.len()),
        }
    }
}
