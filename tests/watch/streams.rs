//! A stream on this machine stands in for the phone's camera that a build machine does not have.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use image::codecs::jpeg::JpegEncoder;

use super::{frame_paths, watch_to_the_end};

/// Serves the frames of the game as MJPEG, two a second, as slow machines read no faster: the first
/// one until `play`, the last one for ever. After a third of them the connection is cut, and restored
/// when it is asked for again.
fn cut_stream(play: Arc<AtomicBool>) -> String {
    let pictures: Vec<Vec<u8>> = frame_paths().iter().map(|path| jpeg(path)).collect();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/video", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut next, mut cut) = (0, false);
        for stream in listener.incoming() {
            let mut stream = stream?;
            let _ = stream.read(&mut [0; 1024])?;
            stream.write_all(
                b"HTTP/1.0 200 OK\r\n\
                  Content-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n",
            )?;
            loop {
                let picture = &pictures[next.min(pictures.len() - 1)];
                let head = format!(
                    "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {}\r\n\r\n",
                    picture.len()
                );
                let sent = stream
                    .write_all(head.as_bytes())
                    .and_then(|()| stream.write_all(picture))
                    .and_then(|()| stream.write_all(b"\r\n"));
                if sent.is_err() {
                    break;
                }
                next += usize::from(play.load(Ordering::Relaxed));
                if next > pictures.len() / 3 && !cut {
                    cut = true;
                    break;
                }
                thread::sleep(Duration::from_millis(500));
            }
        }
        Ok::<(), std::io::Error>(())
    });
    address
}

fn jpeg(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, 90);
    let frame = image::open(path).unwrap().into_rgb8();
    frame.write_with_encoder(encoder).unwrap();
    bytes
}

#[test]
fn a_stream_that_is_cut_and_restored_is_one_game() {
    let play = Arc::new(AtomicBool::new(false));
    watch_to_the_end(&cut_stream(Arc::clone(&play)), &play);
}
