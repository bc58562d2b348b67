//! A picture file → an upright RGB8 image of bounded size.
//!
//! Everything later works in pixels of this upright image: x to the right, y
//! down, the origin at the top left corner.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::path::Path;

use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::tiff::TiffDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, Limits, RgbImage};
use thiserror::Error;

use super::container::{self, Kind};
use super::turn::upright;

/// An upright photo: 8 bits of red, green and blue a pixel, its orientation
/// tag already applied, between [`Photo::MIN_SIDE`] pixels a side and
/// [`Photo::MAX_PIXELS`] in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Photo {
    rgb: RgbImage,
}

/// Why a file is not a photo that can be read. Every message ends in what to do.
#[derive(Debug, Error)]
pub enum PhotoError {
    /// The file could not be opened or read.
    #[error("the file cannot be read ({0}): check its name and that you may read it")]
    Unreadable(io::Error),
    /// The path names a folder.
    #[error("this is a folder, not a photo: name one file in it, or use `shuzi batch` for all")]
    Folder,
    /// The file holds no bytes.
    #[error("the file is empty (0 bytes): copy it again from the camera")]
    Empty,
    /// The bytes are not a picture in any known format.
    #[error("this is not a photo that can be read: give a JPEG, PNG, WebP, TIFF or HEIC file")]
    NotAPhoto,
    /// A known picture format, but not one that is read here.
    #[error("{0} pictures are not read: save it as JPEG or PNG and try again")]
    OtherFormat(&'static str),
    /// HEIC, and this program was built without the feature `heic`.
    #[error(
        "this is an iPhone's HEIC photo and this program was built without HEIC: convert it \
         (`heif-convert IN.heic OUT.jpg`, on a Mac `sips -s format jpeg IN.heic --out OUT.jpg`), \
         or set the iPhone to Settings > Camera > Formats > Most Compatible"
    )]
    HeicNotBuilt,
    /// The system's libheif has no decoder for what is in the file.
    #[error(
        "this system's libheif has no decoder for this HEIC photo: install one \
         (`apt-get install libheif-plugin-libde265`, Fedora `libheif-freeworld`), or convert \
         the photo to JPEG on the phone"
    )]
    HeicNoCodec,
    /// More pixels than [`Photo::MAX_PIXELS`], as the header says.
    #[error(
        "the photo has {width}x{height} pixels, more than the 50 megapixels that are read: \
         scale it down (4000 pixels across are plenty, `magick IN -resize 4000x OUT.jpg`)"
    )]
    TooLarge {
        /// Pixels across, as stored.
        width: u32,
        /// Pixels down, as stored.
        height: u32,
    },
    /// Fewer than [`Photo::MIN_SIDE`] pixels on one side.
    #[error(
        "the photo has only {width}x{height} pixels, too few for a board: \
         give the original, not a thumbnail"
    )]
    TooSmall {
        /// Pixels across, as stored.
        width: u32,
        /// Pixels down, as stored.
        height: u32,
    },
    /// The file ends before the picture does.
    #[error("the {0} file is cut off before its end: copy it again from the camera")]
    CutOff(&'static str),
    /// The format's decoder refused the bytes.
    #[error(
        "the {format} file is damaged or of a kind that is not read ({reason}): \
         copy it again, or open it in an image editor and save it as JPEG"
    )]
    Damaged {
        /// The file's format.
        format: &'static str,
        /// What the decoder said.
        reason: String,
    },
}

impl Photo {
    /// The most pixels that are decoded: 50 megapixels.
    pub const MAX_PIXELS: u64 = 50_000_000;
    /// The fewest pixels on each side: below, a board's lines cannot be told apart.
    pub const MIN_SIDE: u32 = 64;
    /// The most bytes that a decoder may hold at once: 50 megapixels of 16-bit
    /// RGBA and a little.
    const MAX_DECODER_BYTES: u64 = Self::MAX_PIXELS * 8 + (64 << 20);

    /// Reads a JPEG, PNG, WebP, TIFF or (feature `heic`) HEIC file, told apart
    /// by its content, and turns it upright.
    ///
    /// # Errors
    /// [`PhotoError`] if there is no such file or it is not a whole picture of
    /// a size that is read.
    pub fn open(path: &Path) -> Result<Photo, PhotoError> {
        let file = File::open(path).map_err(PhotoError::Unreadable)?;
        let about = file.metadata().map_err(PhotoError::Unreadable)?;
        if about.is_dir() {
            return Err(PhotoError::Folder);
        }
        Photo::read(BufReader::new(file))
    }

    /// [`Photo::open`] for a file's bytes in memory.
    ///
    /// # Errors
    /// As [`Photo::open`].
    pub fn decode(bytes: &[u8]) -> Result<Photo, PhotoError> {
        Photo::read(Cursor::new(bytes))
    }

    /// Takes pixels that are upright already, such as a frame of a video.
    ///
    /// # Errors
    /// [`PhotoError::TooLarge`] or [`PhotoError::TooSmall`].
    pub fn from_rgb(rgb: RgbImage) -> Result<Photo, PhotoError> {
        check_size(rgb.dimensions())?;
        Ok(Photo { rgb })
    }

    /// The upright pixels.
    pub fn rgb(&self) -> &RgbImage {
        &self.rgb
    }

    fn read<R: BufRead + Seek>(mut reader: R) -> Result<Photo, PhotoError> {
        match container::kind(&mut reader)? {
            Kind::Heic => read_heic(reader),
            Kind::Image(ImageFormat::Jpeg) => read_jpeg(reader),
            Kind::Image(ImageFormat::Png) => {
                let limits = decoder_limits();
                finish("PNG", PngDecoder::with_limits(reader, limits))
            }
            Kind::Image(ImageFormat::WebP) => {
                if !container::webp_has_end(&mut reader).map_err(PhotoError::Unreadable)? {
                    return Err(PhotoError::CutOff("WebP"));
                }
                finish("WebP", WebPDecoder::new(reader))
            }
            Kind::Image(_) => finish("TIFF", TiffDecoder::new(reader)),
        }
    }
}

fn decoder_limits() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(Photo::MAX_DECODER_BYTES);
    limits
}

fn check_size((width, height): (u32, u32)) -> Result<(), PhotoError> {
    if u64::from(width) * u64::from(height) > Photo::MAX_PIXELS {
        return Err(PhotoError::TooLarge { width, height });
    }
    if width.min(height) < Photo::MIN_SIDE {
        return Err(PhotoError::TooSmall { width, height });
    }
    Ok(())
}

/// The decoder of JPEG fills what is missing with grey, so that a file without
/// its end is refused before it.
fn read_jpeg<R: Read>(reader: R) -> Result<Photo, PhotoError> {
    let bytes = read_all(reader)?;
    let whole = container::jpeg_has_end(&bytes);
    let decoder = JpegDecoder::new(Cursor::new(bytes));
    if whole {
        return finish("JPEG", decoder);
    }
    if let Ok(decoder) = decoder {
        check_size(decoder.dimensions())?;
    }
    Err(PhotoError::CutOff("JPEG"))
}

#[cfg(feature = "heic")]
fn read_heic<R: Read>(reader: R) -> Result<Photo, PhotoError> {
    let rgb = super::heic::decode(&read_all(reader)?, check_size)?;
    Ok(Photo { rgb })
}

#[cfg(not(feature = "heic"))]
fn read_heic<R: Read>(_reader: R) -> Result<Photo, PhotoError> {
    Err(PhotoError::HeicNotBuilt)
}

/// The file's bytes, as many as a photo can have.
fn read_all<R: Read>(reader: R) -> Result<Vec<u8>, PhotoError> {
    let mut bytes = Vec::new();
    let mut bounded = reader.take(Photo::MAX_DECODER_BYTES);
    bounded
        .read_to_end(&mut bytes)
        .map_err(PhotoError::Unreadable)?;
    Ok(bytes)
}

/// Checks the size in the header, decodes, and turns the pixels upright.
fn finish<D: ImageDecoder>(
    format: &'static str,
    decoder: Result<D, ImageError>,
) -> Result<Photo, PhotoError> {
    let refused = |error| refusal(format, error);
    let mut decoder = decoder.map_err(refused)?;
    check_size(decoder.dimensions())?;
    decoder.set_limits(decoder_limits()).map_err(refused)?;
    // A broken tag is no reason to refuse the pixels: they are taken as stored.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let image = DynamicImage::from_decoder(decoder).map_err(refused)?;
    Ok(Photo {
        rgb: upright(opaque_rgb8(image), orientation),
    })
}

/// Any pixel type as RGB8, transparency over white paper.
fn opaque_rgb8(image: DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.into_rgb8();
    }
    let rgba = image.into_rgba8();
    let mut rgb = RgbImage::new(rgba.width(), rgba.height());
    for (to, from) in rgb.pixels_mut().zip(rgba.pixels()) {
        let [red, green, blue, alpha] = from.0.map(u32::from);
        to.0 = [red, green, blue].map(|c| ((c * alpha + 255 * (255 - alpha) + 127) / 255) as u8);
    }
    rgb
}

fn refusal(format: &'static str, error: ImageError) -> PhotoError {
    if ends_early(&error) {
        return PhotoError::CutOff(format);
    }
    match error {
        ImageError::IoError(error) => PhotoError::Unreadable(error),
        error => PhotoError::Damaged {
            format,
            reason: error.to_string(),
        },
    }
}

/// Whether an end of file is anywhere among the error's causes.
fn ends_early(error: &ImageError) -> bool {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        let io = match error.downcast_ref::<ImageError>() {
            Some(ImageError::IoError(io)) => Some(io),
            _ => error.downcast_ref::<io::Error>(),
        };
        if io.is_some_and(|io| io.kind() == io::ErrorKind::UnexpectedEof) {
            return true;
        }
        cause = error.source();
    }
    false
}
