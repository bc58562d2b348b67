//! Video files and streams on this machine stand in for the cameras that a
//! build machine does not have; a driver behind a number is tried only as absent.
#![cfg(feature = "opencv")]

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::thread;
use std::time::Duration;

use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage};
use opencv::core::{Mat, Size, Vec3b};
use opencv::prelude::*;
use opencv::videoio::VideoWriter;
use shuzi::video::{CaptureError, sharpest_frame};
use shuzi::vision::Photo;

const SECOND: Duration = Duration::from_secs(1);
const WIDTH: u32 = 320;
const HEIGHT: u32 = 240;

/// A grid of lines; the frame's number is told by the colour of its left half,
/// and all but one frame are blurred.
fn frame(number: u32, sharp: bool) -> RgbImage {
    let lines = RgbImage::from_fn(WIDTH, HEIGHT, |x, y| {
        let line = x % 20 == 0 || y % 20 == 0;
        Rgb(if line {
            [10; 3]
        } else {
            [220, 180, 20 * number as u8]
        })
    });
    if sharp {
        lines
    } else {
        image::imageops::blur(&lines, 3.0)
    }
}

fn write_video(path: &Path, frames: &[RgbImage], rate: f64) {
    let codec = VideoWriter::fourcc('M', 'J', 'P', 'G').expect("a codec");
    let size = Size::new(WIDTH as i32, HEIGHT as i32);
    let mut writer = VideoWriter::new_def(path, codec, rate, size).expect("a writer");
    for frame in frames {
        let bgr: Vec<Vec3b> = frame
            .pixels()
            .map(|p| Vec3b::from([p[2], p[1], p[0]]))
            .collect();
        let row = Mat::from_slice(&bgr).expect("pixels");
        let image = row.reshape(3, HEIGHT as i32).expect("rows");
        writer.write(&image).expect("written");
    }
    writer.release().expect("closed");
}

fn capture(source: &str) -> Result<Photo, CaptureError> {
    sharpest_frame(source, SECOND)
}

/// How far the photo is from a frame, as a mean over all channels.
fn mean_difference(photo: &Photo, frame: &RgbImage) -> f64 {
    assert_eq!(photo.rgb().dimensions(), frame.dimensions());
    let sum: u64 = photo
        .rgb()
        .iter()
        .zip(frame.iter())
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    sum as f64 / frame.len() as f64
}

/// The number of the frame that the photo is nearest to, and whether that is
/// its sharp form. What the video's compression loses does not matter.
fn nearest_frame(photo: &Photo) -> (u32, bool) {
    let all = (0..10).flat_map(|number| [(number, false), (number, true)]);
    let off = |(number, sharp)| mean_difference(photo, &frame(number, sharp));
    all.min_by(|a, b| off(*a).total_cmp(&off(*b)))
        .expect("some frames")
}

#[test]
fn the_sharp_frame_of_a_video_file_is_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.avi");
    let frames: Vec<_> = (0..10).map(|number| frame(number, number == 6)).collect();
    write_video(&path, &frames, 25.0);
    let photo = capture(path.to_str().expect("UTF-8")).expect("a frame");
    assert_eq!(nearest_frame(&photo), (6, true));
}

#[test]
fn only_the_first_second_of_a_video_file_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.avi");
    let blurred_then_sharp = (0..10).map(|number| frame(number, number >= 5));
    write_video(&path, &blurred_then_sharp.collect::<Vec<_>>(), 5.0);
    let photo = capture(path.to_str().expect("UTF-8")).expect("a frame");
    let (number, _) = nearest_frame(&photo);
    assert!(number < 5, "frame {number} comes after the first second");
}

/// Serves frames as a phone's camera app does, in parts of one endless answer,
/// until the other side hangs up.
fn serve_mjpeg(frames: Vec<RgbImage>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!(
        "http://{}/video",
        listener.local_addr().expect("an address")
    );
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream?;
            let mut request = [0; 1024];
            let _ = stream.read(&mut request)?;
            stream.write_all(
                b"HTTP/1.0 200 OK\r\n\
                  Content-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n",
            )?;
            for frame in frames.iter().cycle() {
                let mut jpeg = Vec::new();
                let encoder = JpegEncoder::new_with_quality(&mut jpeg, 90);
                frame.write_with_encoder(encoder).expect("encodes");
                write!(
                    stream,
                    "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\n\r\n",
                    jpeg.len()
                )?;
                stream.write_all(&jpeg)?;
                stream.write_all(b"\r\n")?;
                thread::sleep(Duration::from_millis(40));
            }
        }
        Ok::<(), std::io::Error>(())
    });
    address
}

#[test]
fn the_sharp_frame_of_a_stream_is_taken() {
    let frames = (0..10).map(|number| frame(number, number == 3)).collect();
    let photo = capture(&serve_mjpeg(frames)).expect("a frame");
    assert_eq!(nearest_frame(&photo), (3, true));
}

#[test]
fn a_port_where_nothing_listens_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!(
        "http://{}/video",
        listener.local_addr().expect("an address")
    );
    drop(listener);
    let error = capture(&address).expect_err("nothing listens");
    assert!(
        matches!(&error, CaptureError::NoStream(named) if *named == address),
        "{error}"
    );
}

#[test]
fn what_is_no_source_is_named_with_what_would_be_one() {
    for text in ["none.mp4", "", "ftp://127.0.0.1/video", "-1"] {
        let error = capture(text).expect_err("is no source");
        assert!(
            matches!(&error, CaptureError::NoSuchSource(named) if named == text),
            "{error}"
        );
    }
}

#[test]
fn a_file_that_is_no_video_and_one_without_frames_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().join("notes.mp4");
    std::fs::write(&text, "not a video").expect("written");
    let error = capture(text.to_str().expect("UTF-8")).expect_err("is no video");
    assert!(matches!(error, CaptureError::NotAVideo(_)), "{error}");
    let empty = folder.path().join("empty.avi");
    write_video(&empty, &[], 25.0);
    let error = capture(empty.to_str().expect("UTF-8")).expect_err("has no frame");
    assert!(
        matches!(
            error,
            CaptureError::NotAVideo(_) | CaptureError::NoFrames(_)
        ),
        "{error}"
    );
}

#[test]
fn a_camera_that_is_not_there_is_named_by_its_number() {
    let error = capture("97").expect_err("there is no such camera");
    assert!(matches!(error, CaptureError::NoCamera(97)), "{error}");
    assert!(error.to_string().contains("/dev/video97"), "{error}");
}
