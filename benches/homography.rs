//! The robust homography of `shuzi` beside OpenCV's, on lattices such as the fine step sees: how far
//! the corners are off, in cells, and how long a fit takes. `cargo bench --features calib3d --bench
//! homography`; needs OpenCV's calib3d.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use opencv::calib3d::{RANSAC, USAC_MAGSAC, find_homography};
use opencv::core::{Mat, Point2d, Vector};
use opencv::prelude::MatTraitConst;
use shuzi::vision::{Homography, Xy};

const LINES: usize = 19;
/// What counts as agreeing, in units of the target (cells).
const TOLERANCE: f64 = 0.2;
const BOARDS: u64 = 200;

/// Crossings and where they are seen: a random homography near the identity, noise, and outliers.
struct Lattice {
    from: Vec<Xy>,
    to: Vec<Xy>,
    truth: Homography,
}

/// Uniform in −1..1 (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

fn corners() -> [Xy; 4] {
    let last = (LINES - 1) as f64;
    [[0.0, 0.0], [last, 0.0], [last, last], [0.0, last]]
}

/// `outliers`: the share of crossings off by up to two cells; most of them side by side, as under a
/// hand, the others anywhere.
fn lattice(seed: u64, outliers: f64) -> Lattice {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let moved = corners().map(|p| p.map(|v| v + 1.5 * random.next()));
    let truth = Homography::fit(&corners(), &moved, None).expect("four points");
    let hand = (outliers * 0.7 * LINES as f64) as usize;
    let (mut from, mut to) = (Vec::new(), Vec::new());
    for row in 0..LINES {
        for column in 0..LINES {
            let p = [column as f64, row as f64];
            let wrong = column < hand || random.next() < 0.6 * outliers - 1.0;
            let off = if wrong { 2.0 } else { 0.12 };
            let seen = truth.apply(p);
            from.push(p);
            to.push(seen.map(|v| v + off * random.next()));
        }
    }
    Lattice { from, to, truth }
}

/// The corner that is farthest from the truth, in cells.
fn corner_error(found: &Homography, truth: &Homography) -> f64 {
    let distance = |p: Xy| {
        let (a, b) = (found.apply(p), truth.apply(p));
        (a[0] - b[0]).hypot(a[1] - b[1])
    };
    corners().map(distance).into_iter().fold(0.0, f64::max)
}

fn rust(lattice: &Lattice) -> Option<Homography> {
    Homography::fit_robust(&lattice.from, &lattice.to, TOLERANCE).map(|fit| fit.0)
}

fn opencv(lattice: &Lattice, method: i32) -> Option<Homography> {
    let points = |list: &[Xy]| -> Vector<Point2d> {
        list.iter().map(|p| Point2d::new(p[0], p[1])).collect()
    };
    let (from, to) = (points(&lattice.from), points(&lattice.to));
    let h = find_homography(&from, &to, &mut Mat::default(), method, TOLERANCE).ok()?;
    let m = |row: i32, column: i32| h.at_2d::<f64>(row, column).copied().ok();
    let apply = |p: Xy| -> Option<Xy> {
        let coordinate = |row| Some(m(row, 0)? * p[0] + m(row, 1)? * p[1] + m(row, 2)?);
        let w = coordinate(2)?;
        Some([coordinate(0)? / w, coordinate(1)? / w])
    };
    let [a, b, c, d] = corners().map(apply);
    Homography::fit(&corners(), &[a?, b?, c?, d?], None)
}

type Estimator = fn(&Lattice) -> Option<Homography>;

const ESTIMATORS: [(&str, Estimator); 3] = [
    ("shuzi", rust),
    ("OpenCV USAC_MAGSAC", |l| opencv(l, USAC_MAGSAC)),
    ("OpenCV RANSAC", |l| opencv(l, RANSAC)),
];

fn accuracy() {
    println!("corner error in cells: median, 95 %, share above 0.25");
    for outliers in [0.0, 0.2, 0.4, 0.6] {
        for (name, estimate) in ESTIMATORS {
            let mut errors: Vec<f64> = (1..=BOARDS)
                .map(|seed| lattice(seed, outliers))
                .map(|l| estimate(&l).map_or(f64::INFINITY, |h| corner_error(&h, &l.truth)))
                .collect();
            errors.sort_by(f64::total_cmp);
            let at = |share: f64| errors[(share * (errors.len() - 1) as f64) as usize];
            let bad = errors.iter().filter(|e| **e > 0.25).count();
            println!(
                "{outliers:.1} outliers  {name:20} {:.3} {:.3} {:.3}",
                at(0.5),
                at(0.95),
                bad as f64 / errors.len() as f64
            );
        }
    }
}

fn homography(criterion: &mut Criterion) {
    accuracy();
    let seen = lattice(1, 0.2);
    for (name, estimate) in ESTIMATORS {
        criterion.bench_function(&format!("homography of 361 crossings, {name}"), |b| {
            b.iter(|| estimate(black_box(&seen)));
        });
    }
}

criterion_group!(benches, homography);
criterion_main!(benches);
