//! HEIC, HEIF and AVIF through the system's libheif.
//!
//! The container's own turn and mirror (`irot`, `imir`) are applied by libheif.
//! The EXIF tag that iPhones write beside them says the same turn again and is
//! ignored, as ISO 23008-12 asks.

use image::RgbImage;
use libheif_rs::{
    ColorSpace, HeifContext, HeifError, HeifErrorCode, HeifErrorSubCode, Image, LibHeif, RgbChroma,
};

use super::photo::PhotoError;

const FORMAT: &str = "HEIC";

/// Decodes the primary picture, upright, after `check_size` has seen its
/// width and height.
pub(super) fn decode(
    bytes: &[u8],
    check_size: impl Fn((u32, u32)) -> Result<(), PhotoError>,
) -> Result<RgbImage, PhotoError> {
    let library = LibHeif::new();
    let context = HeifContext::read_from_bytes(bytes).map_err(refusal)?;
    let handle = context.primary_image_handle().map_err(refusal)?;
    check_size((handle.width(), handle.height()))?;
    let rgb = ColorSpace::Rgb(RgbChroma::Rgb);
    let decoded = library.decode(&handle, rgb, None).map_err(refusal)?;
    packed(&decoded).ok_or_else(|| damaged("no RGB pixels"))
}

/// The rows of the decoded picture without their padding.
fn packed(decoded: &Image) -> Option<RgbImage> {
    let plane = decoded.planes().interleaved?;
    let row_bytes = usize::try_from(plane.width).ok()? * 3;
    let mut pixels = Vec::with_capacity(row_bytes * usize::try_from(plane.height).ok()?);
    for row in plane.data.chunks(plane.stride).take(plane.height as usize) {
        pixels.extend_from_slice(row.get(..row_bytes)?);
    }
    RgbImage::from_raw(plane.width, plane.height, pixels)
}

fn damaged(reason: &str) -> PhotoError {
    PhotoError::Damaged {
        format: FORMAT,
        reason: reason.to_owned(),
    }
}

fn refusal(error: HeifError) -> PhotoError {
    use HeifErrorSubCode as Sub;
    match (error.code, error.sub_code) {
        (_, Sub::EndOfData) => PhotoError::CutOff(FORMAT),
        (_, Sub::UnsupportedCodec | Sub::PluginIsNotLoaded)
        | (HeifErrorCode::PluginLoadingError, _) => PhotoError::HeicNoCodec,
        _ => damaged(&error.message),
    }
}
