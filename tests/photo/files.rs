//! Picture files made in memory: what cameras and editors write, and what is
//! left of it after a broken copy.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ImageEncoder, ImageFormat, Rgb, RgbImage};

/// Four flat quadrants, each of its own colour, so that every turn and mirror
/// of it is another picture. Not square, sides are multiples of 16.
pub fn quadrants() -> RgbImage {
    RgbImage::from_fn(128, 96, |x, y| match (x < 64, y < 48) {
        (true, true) => Rgb([200, 40, 40]),
        (false, true) => Rgb([40, 180, 60]),
        (true, false) => Rgb([50, 60, 190]),
        (false, false) => Rgb([220, 210, 70]),
    })
}

/// The pixels as a camera stores them so that EXIF `orientation` turns them
/// into `upright`: where the 0th row and column lie is Exif 2.32, table 6.
pub fn stored(upright: &RgbImage, orientation: u16) -> RgbImage {
    let (width, height) = upright.dimensions();
    let (right, bottom) = (width - 1, height - 1);
    let place = |column: u32, row: u32| match orientation {
        1 => (column, row),
        2 => (right - column, row),
        3 => (right - column, bottom - row),
        4 => (column, bottom - row),
        5 => (row, column),
        6 => (right - row, column),
        7 => (right - row, bottom - column),
        8 => (row, bottom - column),
        _ => panic!("EXIF orientations are 1 to 8"),
    };
    let (columns, rows) = if orientation < 5 {
        (width, height)
    } else {
        (height, width)
    };
    RgbImage::from_fn(columns, rows, |column, row| {
        let (x, y) = place(column, row);
        *upright.get_pixel(x, y)
    })
}

/// An EXIF block with nothing but the orientation: a TIFF header and one
/// directory of one SHORT.
pub fn exif(orientation: u16) -> Vec<u8> {
    let mut block = b"MM\0\x2a\0\0\0\x08\0\x01".to_vec();
    block.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1]);
    block.extend(orientation.to_be_bytes());
    block.extend([0; 6]);
    block
}

pub fn jpeg(pixels: &RgbImage, orientation: u16) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut file, 95);
    encoder
        .set_exif_metadata(exif(orientation))
        .expect("JPEG takes EXIF");
    encoder.encode_image(pixels).expect("encodes");
    file
}

pub fn png(pixels: &RgbImage, orientation: u16) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = PngEncoder::new(&mut file);
    encoder
        .set_exif_metadata(exif(orientation))
        .expect("PNG takes EXIF");
    write(encoder, pixels);
    file
}

pub fn webp(pixels: &RgbImage, orientation: u16) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = WebPEncoder::new_lossless(&mut file);
    encoder
        .set_exif_metadata(exif(orientation))
        .expect("WebP takes EXIF");
    write(encoder, pixels);
    file
}

fn write(encoder: impl ImageEncoder, pixels: &RgbImage) {
    let (width, height) = pixels.dimensions();
    let colour = image::ExtendedColorType::Rgb8;
    encoder
        .write_image(pixels, width, height, colour)
        .expect("encodes");
}

/// Any pixel type in a lossless file.
pub fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    image.write_to(&mut file, format).expect("encodes");
    file.into_inner()
}

/// An uncompressed TIFF of one strip (TIFF 6.0, sections 2 and 6).
pub struct Tiff {
    pub size: (u32, u32),
    pub orientation: u16,
    /// 2 is RGB, 5 is CMYK.
    pub photometric: u16,
    /// Bits in each sample of a pixel, of which there are as many.
    pub bits: Vec<u16>,
}

impl Tiff {
    pub fn rgb8(size: (u32, u32), orientation: u16) -> Tiff {
        Tiff {
            size,
            orientation,
            photometric: 2,
            bits: vec![8; 3],
        }
    }

    /// The file, with `samples` as the only strip.
    pub fn file(&self, samples: &[u8]) -> Vec<u8> {
        const SHORT: u16 = 3;
        const LONG: u16 = 4;
        let (width, height) = self.size;
        let channels = self.bits.len() as u32;
        let bits_at = 8 + 2 + 10 * 12 + 4;
        let strip_at = bits_at + 2 * channels;
        let entries = [
            (256, LONG, 1, width),
            (257, LONG, 1, height),
            (258, SHORT, channels, bits_at),
            (259, SHORT, 1, 1),
            (262, SHORT, 1, u32::from(self.photometric)),
            (273, LONG, 1, strip_at),
            (274, SHORT, 1, u32::from(self.orientation)),
            (277, SHORT, 1, channels),
            (278, LONG, 1, height),
            (279, LONG, 1, samples.len() as u32),
        ];
        let mut file = b"II\x2a\0\x08\0\0\0".to_vec();
        file.extend((entries.len() as u16).to_le_bytes());
        for (tag, kind, count, value) in entries {
            file.extend(u16::to_le_bytes(tag));
            file.extend(u16::to_le_bytes(kind));
            file.extend(u32::to_le_bytes(count));
            file.extend(u32::to_le_bytes(value));
        }
        file.extend([0; 4]);
        file.extend(self.bits.iter().flat_map(|bits| bits.to_le_bytes()));
        file.extend(samples);
        file
    }
}

pub fn tiff(pixels: &RgbImage, orientation: u16) -> Vec<u8> {
    Tiff::rgb8(pixels.dimensions(), orientation).file(pixels)
}
