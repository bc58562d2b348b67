//! How long the steps from a file to a reading take, each with its answer checked, and the whole
//! photo as a multiple of its decoding. One thread.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use shuzi::go::Board;
use shuzi::vision::{Photo, ReadOptions, Reader};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/demo");
const WIDTH: u32 = 4000;
const HEIGHT: u32 = 3000;

/// The sample photo as a phone would store it, with 12 megapixels.
fn jpeg_12_megapixels() -> Vec<u8> {
    let sample = image::open(format!("{SAMPLE}.jpg"))
        .expect("the sample")
        .into_rgb8();
    let large = imageops::resize(&sample, WIDTH, HEIGHT, FilterType::CatmullRom);
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, 92)
        .encode_image(&large)
        .expect("encodes");
    file
}

fn truth() -> Board {
    let text = std::fs::read_to_string(format!("{SAMPLE}.json")).expect("the truth");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let rows: Vec<&str> = json["board"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row.as_str())
        .collect();
    rows.join("\n").parse().expect("a board")
}

fn photo(criterion: &mut Criterion) {
    let file = jpeg_12_megapixels();
    let photo = Photo::decode(&file).expect("a photo");
    assert_eq!(photo.rgb().dimensions(), (WIDTH, HEIGHT));
    let reader = Reader::new().expect("the weights");
    let options = ReadOptions::default();
    let board = truth();
    let reading = reader.read(&photo, &options).expect("a reading");
    assert_eq!(
        reading.setup.board, board,
        "\n{}\n{board}",
        reading.setup.board
    );

    let mut group = criterion.benchmark_group("photo");
    group.sample_size(10);
    group.bench_function("decode 12 MP JPEG", |bencher| {
        bencher.iter(|| Photo::decode(black_box(&file)).expect("a photo"));
    });
    group.bench_function("grid", |bencher| {
        bencher.iter(|| reader.locate(black_box(&photo), &options).expect("a grid"));
    });
    group.bench_function("classify", |bencher| {
        bencher.iter(|| {
            reader
                .read_on(black_box(&photo), &reading.grid)
                .expect("stones")
        });
    });
    group.bench_function("whole photo 12 MP", |bencher| {
        bencher.iter(|| {
            let photo = Photo::decode(black_box(&file)).expect("a photo");
            let reading = reader.read(&photo, &options).expect("a reading");
            assert_eq!(reading.setup.board, board);
        });
    });
    group.finish();
    ratio(&file, &reader, &options);
}

/// The whole photo over its decoding, measured in turns so that a busy machine slows both.
fn ratio(file: &[u8], reader: &Reader, options: &ReadOptions) {
    let mut ratios: Vec<f64> = (0..11)
        .map(|_| {
            let start = Instant::now();
            let photo = Photo::decode(file).expect("a photo");
            let decoded: Duration = start.elapsed();
            black_box(reader.read(&photo, options).expect("a reading"));
            start.elapsed().as_secs_f64() / decoded.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!(
        "whole photo / decoding: {:.2} (median of {})",
        ratios[ratios.len() / 2],
        ratios.len()
    );
}

criterion_group!(benches, photo);
criterion_main!(benches);
