//! A short, seeded run of the fuzz targets: the same inputs each time, a second or two
//! each. `fuzz/` holds the targets for a long run with `cargo fuzz`.

mod fuzz_bodies;

use std::time::{Duration, Instant};

use image::{ImageFormat, RgbImage};

/// Most time for a target; on a slow machine fewer of the inputs are tried.
const TIME: Duration = Duration::from_secs(4);

/// What mutations put in: the characters that mean something, and whole pieces.
const PIECES: [&str; 16] = [
    "(",
    ")",
    ";",
    "[",
    "]",
    "\\",
    ":",
    "\n",
    "\r",
    "B[aa]",
    ";W[bb]",
    "C[",
    "AB[aa:ss]",
    "SZ[2]",
    "段",
    "\u{feff}",
];

/// Numbers by xorshift: enough for mutations, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).expect("below a usize")
    }
}

/// One to eight small changes: a byte, a bit, a piece put in, a stretch cut or repeated.
fn mutate(seed: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=numbers.below(8) {
        let at = numbers.below(bytes.len());
        let end = (at + numbers.below(24)).min(bytes.len());
        match numbers.below(6) {
            0 if !bytes.is_empty() => bytes[at] = u8::try_from(numbers.below(256)).expect("a byte"),
            1 if !bytes.is_empty() => bytes[at] ^= 1 << numbers.below(8),
            2 => drop(bytes.splice(at..at, PIECES[numbers.below(PIECES.len())].bytes())),
            3 => drop(bytes.drain(at..end)),
            4 => bytes.truncate(at),
            _ => {
                let stretch = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, stretch));
            }
        }
    }
    bytes
}

fn run(seeds: &[Vec<u8>], rounds: usize, target: fn(&[u8])) {
    let start = Instant::now();
    let mut numbers = Numbers(0x5348_555a_4931_3931);
    for seed in seeds {
        target(seed);
    }
    for round in 0..rounds {
        if start.elapsed() > TIME {
            eprintln!("stopped after {round} of {rounds} inputs");
            return;
        }
        let bytes = mutate(&seeds[round % seeds.len()], &mut numbers);
        let shown = bytes.clone();
        let outcome = std::panic::catch_unwind(move || target(&bytes));
        assert!(outcome.is_ok(), "input {round}: {}", shown.escape_ascii());
    }
}

#[test]
fn any_bytes_are_a_record_or_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sgf");
    let files = std::fs::read_dir(folder).expect("the folder of records");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let read = |path| std::fs::read(path).expect("a readable record");
    let seeds: Vec<Vec<u8>> = paths.iter().map(read).collect();
    run(&seeds, 20_000, fuzz_bodies::sgf);
}

#[test]
fn any_bytes_are_a_photo_or_refused() {
    let picture = RgbImage::from_fn(72, 66, |x, y| image::Rgb([x, y, x ^ y].map(|v| v as u8)));
    let formats = [
        ImageFormat::Jpeg,
        ImageFormat::Png,
        ImageFormat::WebP,
        ImageFormat::Tiff,
    ];
    let seeds = formats.map(|format| {
        let mut file = std::io::Cursor::new(Vec::new());
        picture
            .write_to(&mut file, format)
            .expect("a small picture is encoded");
        file.into_inner()
    });
    run(&seeds, 4_000, fuzz_bodies::photo);
}
