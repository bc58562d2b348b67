//! How long the steps from a file to a reading take, each with its answer checked.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage};
use shuzi::vision::Photo;

const WIDTH: u32 = 4000;
const HEIGHT: u32 = 3000;

/// A 12-megapixel JPEG with a grid of lines on wood with some grain, so that
/// its size is that of a phone's photo.
fn jpeg_12_megapixels() -> Vec<u8> {
    let pixels = RgbImage::from_fn(WIDTH, HEIGHT, |x, y| {
        let grain = (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503)) >> 13 & 31;
        let line = x % 150 < 4 || y % 150 < 4;
        let [red, green, blue] = if line { [40, 35, 30] } else { [190, 150, 90] };
        Rgb([red + grain as u8, green + grain as u8, blue + grain as u8])
    });
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, 90)
        .encode_image(&pixels)
        .expect("encodes");
    file
}

fn decode(criterion: &mut Criterion) {
    let file = jpeg_12_megapixels();
    let photo = Photo::decode(&file).expect("a photo");
    assert_eq!(photo.rgb().dimensions(), (WIDTH, HEIGHT));
    let mut group = criterion.benchmark_group("photo");
    group.sample_size(10);
    group.bench_function("decode 12 MP JPEG", |bencher| {
        bencher.iter(|| Photo::decode(black_box(&file)).expect("a photo"));
    });
    group.finish();
}

criterion_group!(benches, decode);
criterion_main!(benches);
