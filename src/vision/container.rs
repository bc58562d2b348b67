//! What kind of picture file some bytes are, and whether the file is whole.

use std::io::{self, BufRead, Read, Seek, SeekFrom};

use image::ImageFormat;

use super::photo::PhotoError;

/// The formats that have a decoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// JPEG, PNG, WebP or TIFF.
    Image(ImageFormat),
    /// HEIC, HEIF or AVIF: ISO 14496-12 boxes, of which the first is `ftyp`.
    Heic,
}

/// Brands of ISO 23008-12 still pictures and of AVIF.
const HEIF_BRANDS: [&[u8; 4]; 12] = [
    b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1",
    b"avif", b"avis",
];

/// Looks at the first bytes and leaves the reader at the start.
pub(super) fn kind<R: BufRead + Seek>(reader: &mut R) -> Result<Kind, PhotoError> {
    let mut head = Vec::with_capacity(64);
    reader
        .take(64)
        .read_to_end(&mut head)
        .map_err(PhotoError::Unreadable)?;
    reader
        .seek(SeekFrom::Start(0))
        .map_err(PhotoError::Unreadable)?;
    if head.is_empty() {
        return Err(PhotoError::Empty);
    }
    if let Some(brand) = head.get(4..12).and_then(|head| head.strip_prefix(b"ftyp")) {
        return match HEIF_BRANDS.iter().any(|known| brand == known.as_slice()) {
            true => Ok(Kind::Heic),
            false => Err(PhotoError::OtherFormat("Video and other ISO media")),
        };
    }
    match image::guess_format(&head) {
        Ok(
            format @ (ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP | ImageFormat::Tiff),
        ) => Ok(Kind::Image(format)),
        Ok(ImageFormat::Gif) => Err(PhotoError::OtherFormat("GIF")),
        Ok(ImageFormat::Bmp) => Err(PhotoError::OtherFormat("BMP")),
        _ => Err(PhotoError::NotAPhoto),
    }
}

/// Walks a JPEG's marker segments (ITU-T T.81, B.1.1) to its end-of-image
/// marker. Segments are skipped by their length, so that the end of an
/// embedded thumbnail is not taken for the photo's.
pub(super) fn jpeg_has_end(bytes: &[u8]) -> bool {
    const END_OF_IMAGE: u8 = 0xD9;
    let mut at = 2;
    while let Some((marker, after)) = next_marker(bytes, at) {
        if marker == END_OF_IMAGE {
            return true;
        }
        let Some(length) = bytes.get(after..after + 2) else {
            return false;
        };
        at = after + usize::from(u16::from_be_bytes([length[0], length[1]])).max(2);
    }
    false
}

/// The next marker that heads a segment or ends the image, and the index after
/// it. Stuffed zeros, fill bytes and restart markers belong to coded data.
fn next_marker(bytes: &[u8], from: usize) -> Option<(u8, usize)> {
    let mut at = from;
    loop {
        at += bytes.get(at..)?.iter().position(|&byte| byte == 0xFF)? + 1;
        match *bytes.get(at)? {
            0x00 | 0x01 | 0xD0..=0xD7 => at += 1,
            0xFF => {}
            marker => return Some((marker, at + 1)),
        }
    }
}

/// Whether a WebP is as long as its RIFF header says (RFC 9649, 2.4). Leaves
/// the reader at the start.
pub(super) fn webp_has_end<R: BufRead + Seek>(reader: &mut R) -> io::Result<bool> {
    let mut head = [0; 8];
    reader.read_exact(&mut head)?;
    let [_, _, _, _, size @ ..] = head;
    let end = reader.seek(SeekFrom::End(0))?;
    reader.seek(SeekFrom::Start(0))?;
    Ok(end >= 8 + u64::from(u32::from_le_bytes(size)))
}
