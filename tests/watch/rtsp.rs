//! A camera that speaks RTSP, as phones' camera apps and network cameras do: H.264 over RTP, within the
//! connection (RFC 2326, 3550 and 6184).

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use opencv::core::{Mat, Size};
use opencv::imgproc;
use opencv::prelude::*;
use opencv::videoio::{self, VideoWriter};

use super::{frame_paths, watch_to_the_end};

/// Pictures a second; slow machines watch no more.
const RATE: u32 = 2;
/// So many pictures stand still at the beginning of a connection: a player looks at five seconds of a
/// stream before it shows any of them.
const STILL: usize = 16;
/// The longest payload of a packet, in bytes.
const PAYLOAD: usize = 1400;

/// The NAL units of a picture, without their start codes.
type Picture = Vec<Vec<u8>>;

/// A film in parts. A connection gets one of them, and is cut at its end.
struct Camera {
    parts: Vec<Part>,
    play: Arc<AtomicBool>,
}

/// Some of the frames, with what is seen before and after them.
struct Part {
    before: Vec<Picture>,
    film: Vec<Picture>,
}

#[test]
fn a_camera_that_speaks_rtsp_and_is_cut_off_is_one_game() {
    let paths = frame_paths();
    let (first, second) = paths.split_at(paths.len() / 2);
    let last = &second[second.len() - 1..];
    let Some(parts) = [first, second, last].into_iter().map(part).collect() else {
        eprintln!("skipped: FFmpeg was built without an encoder of H.264");
        return;
    };
    let play = Arc::new(AtomicBool::new(false));
    let camera = Camera {
        parts,
        play: Arc::clone(&play),
    };
    watch_to_the_end(&camera.serve(), &play);
}

/// A part of the film, or `None` where there is no encoder.
fn part(paths: &[PathBuf]) -> Option<Part> {
    let still = vec![paths[0].clone(); STILL];
    Some(Part {
        before: encoded(&still)?,
        film: encoded(paths)?,
    })
}

/// The pictures as H.264; `None` where there is no encoder.
fn encoded(paths: &[PathBuf]) -> Option<Vec<Picture>> {
    let folder = tempfile::tempdir().unwrap();
    let film = folder.path().join("film.h264");
    let pictures: Vec<Mat> = paths.iter().map(|path| bgr(path)).collect();
    let size = pictures[0].size().unwrap();
    let mut writer = writer(&film, size);
    if !writer.is_opened().unwrap() {
        return None;
    }
    for picture in &pictures {
        writer.write(picture).unwrap();
    }
    writer.release().unwrap();
    Some(pictures_of(&std::fs::read(film).unwrap()))
}

fn writer(film: &Path, size: Size) -> VideoWriter {
    let codec = VideoWriter::fourcc('H', '2', '6', '4').unwrap();
    // FFmpeg tells that it would have called the codec by another name.
    let (name, rate) = (film.to_str().unwrap(), f64::from(RATE));
    VideoWriter::new_with_backend(name, videoio::CAP_FFMPEG, codec, rate, size, true).unwrap()
}

fn bgr(path: &Path) -> Mat {
    let frame = image::open(path).unwrap().into_rgb8();
    let pixels = Mat::from_slice(frame.as_raw()).unwrap();
    let rgb = pixels.reshape(3, frame.height() as i32).unwrap();
    let mut bgr = Mat::default();
    imgproc::cvt_color_def(&rgb, &mut bgr, imgproc::COLOR_RGB2BGR).unwrap();
    bgr
}

/// The pictures of a stream of bytes in which every NAL unit follows on a start code.
fn pictures_of(stream: &[u8]) -> Vec<Picture> {
    let starts = stream.windows(3).enumerate();
    let starts: Vec<usize> = starts
        .filter(|(_, bytes)| *bytes == [0, 0, 1])
        .map(|(at, _)| at + 3)
        .collect();
    let ends = starts.iter().skip(1).map(|start| start - 3);
    let mut pictures = vec![Picture::new()];
    for (&start, end) in starts.iter().zip(ends.chain([stream.len()])) {
        let unit = &stream[start..end];
        let unit = &unit[..unit.iter().rposition(|byte| *byte != 0).unwrap() + 1];
        // A slice that begins with the first macroblock, or what comes before one, begins a picture.
        let begins = !is_slice(unit) || unit[1] & 0x80 != 0;
        let picture = pictures.last_mut().expect("there is one");
        if begins && picture.iter().any(|unit| is_slice(unit)) {
            pictures.push(vec![unit.to_vec()]);
        } else {
            picture.push(unit.to_vec());
        }
    }
    pictures
}

fn is_slice(unit: &[u8]) -> bool {
    matches!(unit[0] & 0x1f, 1 | 5)
}

impl Camera {
    /// The address at which it is served.
    fn serve(self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("rtsp://{}/board", listener.local_addr().unwrap());
        thread::spawn(move || {
            let mut next = 0;
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                if let Ok(true) = is_played(&mut stream) {
                    // A connection that ends is what is tested.
                    let _ = self.film(next, &mut stream);
                    next = (next + 1).min(self.parts.len() - 1);
                }
            }
        });
        address
    }

    /// Sends a part, the last one for ever.
    fn film(&self, index: usize, stream: &mut TcpStream) -> std::io::Result<()> {
        let part = &self.parts[index];
        let mut packets = Packets::default();
        loop {
            for picture in &part.before {
                packets.send(picture, stream)?;
            }
            if index + 1 < self.parts.len() && self.play.load(Ordering::Relaxed) {
                break;
            }
        }
        (part.film.iter()).try_for_each(|picture| packets.send(picture, stream))
    }
}

/// Answers the requests until the film is to be played; `false` where the connection ends before.
fn is_played(stream: &mut TcpStream) -> std::io::Result<bool> {
    const FILM: &str = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=board\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n\
        m=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=fmtp:96 packetization-mode=1\r\n\
        a=control:film\r\n";
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let mut request = Vec::new();
    while let Some(line) = lines.next().transpose()? {
        if !line.is_empty() {
            request.push(line);
            continue;
        }
        let header = |name: &str| request.iter().find(|line| line.starts_with(name));
        let number = header("CSeq").map_or("CSeq: 0", String::as_str);
        let method = request[0].split(' ').next().unwrap_or_default();
        let (more, body) = match method {
            "OPTIONS" => ("Public: OPTIONS, DESCRIBE, SETUP, PLAY", ""),
            "DESCRIBE" => ("Content-Type: application/sdp", FILM),
            _ => (
                "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1",
                "",
            ),
        };
        let length = body.len();
        write!(
            stream,
            "RTSP/1.0 200 OK\r\n{number}\r\n{more}\r\nContent-Length: {length}\r\n\r\n{body}"
        )?;
        if method == "PLAY" {
            return Ok(true);
        }
        request.clear();
    }
    Ok(false)
}

/// The packets of a connection.
#[derive(Default)]
struct Packets {
    number: u16,
    /// In 1/90,000 seconds.
    time: u32,
}

impl Packets {
    /// Sends a picture and waits for the next one's time.
    fn send(&mut self, picture: &Picture, stream: &mut TcpStream) -> std::io::Result<()> {
        for (index, unit) in picture.iter().enumerate() {
            let payloads = payloads(unit);
            for (piece, payload) in payloads.iter().enumerate() {
                let is_last = index + 1 == picture.len() && piece + 1 == payloads.len();
                stream.write_all(&self.packet(payload, is_last))?;
            }
        }
        self.time += 90_000 / RATE;
        thread::sleep(Duration::from_secs(1) / RATE);
        Ok(())
    }

    /// A packet of channel 0 of the connection. The last one of a picture is marked.
    fn packet(&mut self, payload: &[u8], is_last: bool) -> Vec<u8> {
        let length = u16::try_from(12 + payload.len()).unwrap().to_be_bytes();
        let mut bytes = vec![b'$', 0, length[0], length[1]];
        bytes.extend([0x80, 96 | u8::from(is_last) << 7]);
        bytes.extend(self.number.to_be_bytes());
        bytes.extend(self.time.to_be_bytes());
        bytes.extend(1_u32.to_be_bytes());
        bytes.extend(payload);
        self.number = self.number.wrapping_add(1);
        bytes
    }
}

/// A NAL unit as it is where it is short, or in fragments (FU-A).
fn payloads(unit: &[u8]) -> Vec<Vec<u8>> {
    if unit.len() <= PAYLOAD {
        return vec![unit.to_vec()];
    }
    let pieces: Vec<&[u8]> = unit[1..].chunks(PAYLOAD).collect();
    let count = pieces.len();
    let fragment = |(index, piece): (usize, &&[u8])| {
        let (first, last) = (u8::from(index == 0), u8::from(index + 1 == count));
        let mut bytes = vec![unit[0] & 0xe0 | 28, first << 7 | last << 6 | unit[0] & 0x1f];
        bytes.extend(*piece);
        bytes
    };
    pieces.iter().enumerate().map(fragment).collect()
}
