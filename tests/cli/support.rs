//! A reader that needs no weights, photos that it can read, and how commands are run.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use clap::Parser;
use image::{Rgb, RgbImage};
use ndarray::Array3;
use shuzi::cli::Cli;
use shuzi::commands::{self, Outcome, ReadBoard};
use shuzi::go::{Board, Color, Point, Setup};
use shuzi::video::Eyes;
use shuzi::vision::{Doubt, Followed, Grid, Photo, PointProbs, ReadError, ReadOptions, Reading};

/// The program itself.
pub fn shuzi(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("shuzi").expect("the program is built");
    command.args(args);
    command
}

/// A text board of this folder.
pub fn board_file(name: &str) -> String {
    format!("{}/tests/cli/boards/{name}.txt", env!("CARGO_MANIFEST_DIR"))
}

/// A board of [`board_file`].
pub fn board(name: &str) -> Board {
    std::fs::read_to_string(board_file(name))
        .expect("it is there")
        .parse()
        .expect("a board")
}

/// What the stand-in answers.
#[derive(Clone)]
pub enum Answer {
    /// This board with these doubts.
    Board(Board, Vec<Doubt>),
    /// No board.
    NoBoard,
    /// A fault in the program.
    Panic,
}

/// Answers by the red of the photo's first pixel instead of looking at the board.
pub struct FakeReader(pub Vec<Answer>);

impl ReadBoard for FakeReader {}

impl Eyes for FakeReader {
    fn find(&self, photo: &Photo, options: &ReadOptions) -> Result<Reading, ReadError> {
        let index = usize::from(photo.rgb().get_pixel(0, 0)[0]);
        match &self.0[index] {
            Answer::Board(board, doubts) => Ok(reading(board, doubts, photo, options)),
            Answer::NoBoard => Err(ReadError::NoBoard),
            Answer::Panic => panic!("a fault that the test wants"),
        }
    }

    fn follow(&self, photo: &Photo, _: &Grid, _: bool) -> Result<Followed, ReadError> {
        let reading = self.find(photo, &ReadOptions::default())?;
        Ok(Followed {
            reading,
            quality: 1.0,
        })
    }
}

/// The corners of the board in a photo of [`picture`].
pub fn corners(photo: &RgbImage) -> [[f64; 2]; 4] {
    let (width, height) = (f64::from(photo.width()), f64::from(photo.height()));
    [[0.24, 0.14], [0.76, 0.14], [0.90, 0.86], [0.10, 0.86]].map(|[x, y]| [x * width, y * height])
}

fn reading(board: &Board, doubts: &[Doubt], photo: &Photo, options: &ReadOptions) -> Reading {
    let size = board.size();
    let corners = options.corners.unwrap_or_else(|| corners(photo.rgb()));
    let mut probabilities =
        Array3::zeros((usize::from(size.height()), usize::from(size.width()), 3));
    for point in size.points() {
        let class = match board.get(point) {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        };
        probabilities[(usize::from(point.row()), usize::from(point.column()), class)] = 1.0;
    }
    Reading {
        grid: Grid::from_corners(size.width(), corners).expect("four corners"),
        probs: PointProbs::new(probabilities),
        setup: Setup::from(board.clone()),
        doubts: doubts.to_vec(),
        neighbour: None,
    }
}

/// A doubt about a point that was read as it stands on the board.
pub fn doubt(board: &Board, point: &str, alternative: Option<Color>) -> Doubt {
    let point = Point::parse(point, board.size()).expect("a point");
    Doubt::Point {
        point,
        read: board.get(point),
        probability: 0.62,
        alternative,
        trouble: None,
    }
}

/// A picture of nothing that makes the stand-in give its answer of this number.
pub fn picture(folder: &Path, name: &str, answer: u8) -> PathBuf {
    let path = folder.join(name);
    RgbImage::from_pixel(80, 80, Rgb([answer, 120, 60]))
        .save(&path)
        .expect("it can be written");
    path
}

/// What a command gave back in this process.
pub struct Run {
    pub result: anyhow::Result<Outcome>,
    pub out: String,
}

impl Run {
    /// The exit status.
    pub fn code(&self) -> u8 {
        self.result.as_ref().map_or(2, |outcome| outcome.code())
    }

    /// The error chain in one line.
    pub fn error(&self) -> String {
        self.result
            .as_ref()
            .err()
            .map(|error| format!("{error:#}"))
            .unwrap_or_default()
    }
}

/// Runs a command in this process with the stand-in.
pub fn run(args: &[&str], answers: &[Answer]) -> Run {
    let words = std::iter::once("shuzi").chain(args.iter().copied());
    let cli = Cli::try_parse_from(words).expect("the flags are right");
    let mut out = Vec::new();
    let answers = answers.to_vec();
    let open = move |_: Option<&Path>| -> Result<Box<dyn ReadBoard>, ReadError> {
        Ok(Box::new(FakeReader(answers.clone())))
    };
    let result = commands::run(&cli, &open, &mut out);
    Run {
        result,
        out: String::from_utf8(out).expect("UTF-8"),
    }
}
