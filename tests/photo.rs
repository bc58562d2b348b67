//! Picture files of every kind that is read, and of every kind that is not.

#[path = "photo/files.rs"]
mod files;
#[cfg(feature = "heic")]
#[path = "photo/heic.rs"]
mod heic;

use files::{Tiff, encoded, jpeg, png, quadrants, stored, tiff, webp};
use image::imageops::{self, FilterType};
use image::{DynamicImage, ImageFormat, Luma, LumaA, Rgb, RgbImage, Rgba};
use proptest::prelude::*;
use shuzi::vision::{Photo, PhotoError, ReadOptions, Reader};

type Encode = fn(&RgbImage, u16) -> Vec<u8>;
const FORMATS: [(&str, Encode); 4] = [("JPEG", jpeg), ("PNG", png), ("WebP", webp), ("TIFF", tiff)];

/// The largest difference of a channel; panics where the sizes differ.
fn difference(left: &RgbImage, right: &RgbImage) -> u8 {
    assert_eq!(left.dimensions(), right.dimensions(), "width and height");
    left.iter()
        .zip(right.iter())
        .map(|(l, r)| l.abs_diff(*r))
        .max()
        .unwrap_or(0)
}

fn refusal(bytes: &[u8]) -> PhotoError {
    Photo::decode(bytes).expect_err("is refused")
}

#[test]
fn all_eight_orientations_are_applied_once_in_every_format() {
    let upright = quadrants();
    for (format, encode) in FORMATS {
        for orientation in 1..=8 {
            let file = encode(&stored(&upright, orientation), orientation);
            let photo = Photo::decode(&file).expect("a photo");
            let off = difference(photo.rgb(), &upright);
            let allowed = if format == "JPEG" { 6 } else { 0 };
            assert!(
                off <= allowed,
                "{format} orientation {orientation}: off by {off}"
            );
        }
    }
}

/// As a phone held upright stores it: lying, with a tag that says how to turn it, and as many pixels as
/// are read.
#[test]
fn a_portrait_photo_of_50_megapixels_shows_the_same_board() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/demo.jpg");
    let sample = Photo::open(sample.as_ref()).expect("the sample");
    let turned = imageops::rotate90(sample.rgb());
    let (width, height) = turned.dimensions();
    let scale = (Photo::MAX_PIXELS as f64 / f64::from(width * height)).sqrt();
    let [width, height] = [width, height].map(|side| (f64::from(side) * scale) as u32);
    let large = imageops::resize(&turned, width, height, FilterType::Triangle);
    let photo = Photo::decode(&jpeg(&stored(&large, 6), 6)).expect("a photo");
    assert_eq!(photo.rgb().dimensions(), (width, height));

    let reader = Reader::new().expect("the weights");
    let board = |photo: &Photo| {
        let reading = reader.read(photo, &ReadOptions::default());
        reading.expect("a board").setup.board
    };
    let small = Photo::from_rgb(turned).expect("a photo");
    assert_eq!(board(&photo), board(&small));
}

#[test]
fn an_orientation_that_does_not_exist_leaves_the_pixels_as_stored() {
    let upright = quadrants();
    for (format, encode) in FORMATS {
        for orientation in [0, 9, 300] {
            let photo = Photo::decode(&encode(&upright, orientation)).expect("a photo");
            assert!(
                difference(photo.rgb(), &upright) <= 6,
                "{format} {orientation}"
            );
        }
    }
}

#[test]
fn the_content_and_not_the_name_tells_the_format() {
    let folder = tempfile::tempdir().expect("a folder");
    for (format, encode) in FORMATS {
        let path = folder.path().join("photo.txt");
        std::fs::write(&path, encode(&quadrants(), 1)).expect("written");
        let photo = Photo::open(&path).unwrap_or_else(|error| panic!("{format}: {error}"));
        assert!(difference(photo.rgb(), &quadrants()) <= 6, "{format}");
    }
}

#[test]
fn deep_grey_and_transparent_pixels_become_rgb_over_white() {
    let deep = image::ImageBuffer::from_pixel(70, 80, Rgb([0x8000_u16, 0x4000, 0xFFFF]));
    let grey = image::GrayImage::from_pixel(70, 80, Luma([77]));
    let deep_grey = image::ImageBuffer::from_pixel(70, 80, Luma([0x4D4D_u16]));
    let half = image::RgbaImage::from_pixel(70, 80, Rgba([0, 100, 200, 128]));
    let clear = image::GrayAlphaImage::from_pixel(70, 80, LumaA([0, 0]));
    let cases: [(DynamicImage, [u8; 3]); 5] = [
        (deep.into(), [128, 64, 255]),
        (grey.into(), [77, 77, 77]),
        (deep_grey.into(), [77, 77, 77]),
        (half.into(), [127, 177, 227]),
        (clear.into(), [255, 255, 255]),
    ];
    for (image, expected) in cases {
        let photo = Photo::decode(&encoded(&image, ImageFormat::Png)).expect("a photo");
        let plain = RgbImage::from_pixel(70, 80, Rgb(expected));
        let off = difference(photo.rgb(), &plain);
        assert!(
            off <= 1,
            "{:?}: {:?} for {expected:?}",
            image.color(),
            photo.rgb().get_pixel(0, 0)
        );
    }
}

#[test]
fn cmyk_tiff_becomes_rgb() {
    let tiff = Tiff {
        size: (64, 64),
        orientation: 1,
        photometric: 5,
        bits: vec![8; 4],
    };
    let file = tiff.file(&[0, 255, 255, 0].repeat(64 * 64));
    let photo = Photo::decode(&file).expect("a photo");
    assert_eq!(photo.rgb(), &RgbImage::from_pixel(64, 64, Rgb([255, 0, 0])));
}

#[test]
fn cmyk_and_progressive_jpeg_become_rgb() {
    for name in ["cmyk.jpg", "progressive.jpg"] {
        let path = format!("{}/tests/data/photo/{name}", env!("CARGO_MANIFEST_DIR"));
        let photo = Photo::open(path.as_ref()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let off = difference(photo.rgb(), &quadrants());
        assert!(off <= 12, "{name}: off by {off}");
    }
}

#[test]
fn a_cut_off_file_is_refused_and_not_half_read() {
    for (format, encode) in FORMATS {
        let file = encode(&quadrants(), 6);
        // A PNG ends in 12 bytes and a WebP in the EXIF block: without them the
        // picture is whole.
        let whole = Photo::decode(&file).expect("a photo");
        let ends = (1..20)
            .map(|part| file.len() * part / 20)
            .chain([file.len() - 1]);
        for end in ends {
            match Photo::decode(&file[..end]) {
                Ok(photo) if format != "JPEG" && photo == whole => {}
                Ok(_) => panic!(
                    "{format} cut to {end} of {} bytes was half read",
                    file.len()
                ),
                Err(PhotoError::CutOff(named)) => assert_eq!(named, format),
                Err(PhotoError::NotAPhoto) => assert!(end < 16, "{format} cut to {end} bytes"),
                Err(other) => panic!("{format} cut to {end} of {} bytes: {other}", file.len()),
            }
        }
    }
}

#[test]
fn what_stands_after_the_end_of_a_jpeg_is_no_harm() {
    let mut file = jpeg(&quadrants(), 1);
    file.extend(b"a motion photo's video");
    assert!(Photo::decode(&file).is_ok());
}

#[test]
fn the_end_of_an_embedded_thumbnail_is_not_the_end_of_the_photo() {
    let photo = jpeg(&quadrants(), 1);
    let thumbnail = jpeg(&RgbImage::new(64, 64), 1);
    let mut file = vec![0xFF, 0xD8, 0xFF, 0xE2];
    file.extend((thumbnail.len() as u16 + 2).to_be_bytes());
    file.extend(&thumbnail);
    file.extend(&photo[2..]);
    assert!(Photo::decode(&file).is_ok());
    let cut = &file[..file.len() - 100];
    assert!(matches!(refusal(cut), PhotoError::CutOff("JPEG")));
}

#[test]
fn more_than_fifty_megapixels_are_refused_from_the_header() {
    let (width, height) = (10_000, 5_001);
    let mut large_jpeg = jpeg(&quadrants(), 1);
    let frame = large_jpeg
        .windows(2)
        .position(|two| two == [0xFF, 0xC0])
        .expect("a frame");
    large_jpeg[frame + 5..frame + 7].copy_from_slice(&(height as u16).to_be_bytes());
    large_jpeg[frame + 7..frame + 9].copy_from_slice(&(width as u16).to_be_bytes());
    let large_tiff = Tiff::rgb8((width, height), 1).file(&[0; 64]);
    for (format, file) in [("JPEG", large_jpeg), ("TIFF", large_tiff)] {
        let error = refusal(&file);
        assert!(
            matches!(error, PhotoError::TooLarge { width: 10_000, .. }),
            "{format}: {error}"
        );
        let message = error.to_string();
        assert!(
            message.contains("50 megapixels") && message.contains("scale"),
            "{message}"
        );
    }
}

#[test]
fn fifty_megapixels_are_read() {
    let file = tiff(&RgbImage::from_pixel(10_000, 5_000, Rgb([9, 8, 7])), 6);
    let photo = Photo::decode(&file).expect("a photo");
    assert_eq!(photo.rgb().dimensions(), (5_000, 10_000));
}

#[test]
fn files_that_are_no_photo_each_get_their_own_error() {
    let dot = encoded(&RgbImage::new(1, 1).into(), ImageFormat::Png);
    assert!(matches!(
        refusal(&dot),
        PhotoError::TooSmall {
            width: 1,
            height: 1
        }
    ));
    assert!(matches!(refusal(b""), PhotoError::Empty));
    assert!(matches!(refusal(b"(;FF[4]SZ[19])"), PhotoError::NotAPhoto));
    assert!(matches!(refusal(&[0; 4096]), PhotoError::NotAPhoto));
    assert!(matches!(
        refusal(b"GIF89a\x40\0\x40\0\0\0\0"),
        PhotoError::OtherFormat("GIF")
    ));
    let video = refusal(b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom");
    assert!(matches!(video, PhotoError::OtherFormat(_)), "{video}");
    let folder = tempfile::tempdir().expect("a folder");
    let error = Photo::open(folder.path()).expect_err("is refused");
    assert!(matches!(error, PhotoError::Folder));
    let error = Photo::open(&folder.path().join("none.jpg")).expect_err("is refused");
    assert!(matches!(error, PhotoError::Unreadable(_)));
}

#[cfg(not(feature = "heic"))]
#[test]
fn without_its_feature_heic_is_recognised_and_the_way_to_convert_it_named() {
    for brand in [b"heic", b"mif1", b"heix", b"avif"] {
        let mut file = b"\0\0\0\x18ftyp".to_vec();
        file.extend(brand);
        file.extend(b"\0\0\0\0mif1heic");
        let message = refusal(&file).to_string();
        assert!(
            message.contains("heif-convert") && message.contains("sips"),
            "{message}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn damaged_files_never_panic(
        format in 0..FORMATS.len(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut file = FORMATS[format].1(&quadrants(), 3);
        for (place, byte) in damage {
            let at = place.index(file.len());
            file[at] = byte;
        }
        if let Ok(photo) = Photo::decode(&file) {
            prop_assert!(photo.rgb().width() >= Photo::MIN_SIDE);
        }
    }
}
