//! The pages and the push.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::json;
use shuzi::server::{Entered, Hub, Pusher, serve};

use super::{frames, played, watch};

fn hub(delay: Duration) -> (Arc<Hub>, SocketAddr) {
    let hub = Arc::new(Hub::new(2, delay));
    let bound = serve("127.0.0.1:0".parse().unwrap(), Arc::clone(&hub)).unwrap();
    (hub, bound)
}

/// An answer as text, or as much of it as comes within a second.
fn ask(at: SocketAddr, method: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(at).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(1)))
        .unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {at}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = Vec::new();
    let mut part = [0; 4096];
    while let Ok(count @ 1..) = stream.read(&mut part) {
        answer.extend(&part[..count]);
    }
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn viewers_follow_the_boards() {
    let (hub, at) = hub(Duration::ZERO);
    assert!(ask(at, "GET", "/").contains("EventSource"));
    hub.publish(1, json!({"board": "two", "last": "D4"}));
    let events = ask(at, "GET", "/events");
    assert!(events.contains("event: boards"), "{events}");
    assert!(
        events.contains(r#"data: [null,{"board":"two","last":"D4"}]"#),
        "{events}"
    );
}

#[test]
fn delayed_viewers_see_nothing_early() {
    let (hub, at) = hub(Duration::from_secs(60));
    hub.publish(0, json!({"board": "one"}));
    assert!(ask(at, "GET", "/events").contains("data: [null,null]"));
    let live = ask(at, "GET", &format!("/operator/events?key={}", hub.key()));
    assert!(live.contains(r#"{"board":"one"}"#), "{live}");
}

#[test]
fn only_the_operator_enters_passes_and_sees_the_camera() {
    let (hub, at) = hub(Duration::ZERO);
    hub.show(0, b"a picture".to_vec());
    for path in [
        "/operator",
        "/operator/events",
        "/operator/boards/0/picture.jpg",
    ] {
        assert!(ask(at, "GET", path).starts_with("HTTP/1.1 403"), "{path}");
        assert!(
            ask(at, "GET", &format!("{path}?key=guessed")).starts_with("HTTP/1.1 403"),
            "{path}"
        );
    }
    assert!(ask(at, "POST", "/operator/boards/0/pass?key=x").starts_with("HTTP/1.1 403"));
    assert!(hub.take_entered(0).is_empty());
    let key = hub.key();
    assert!(
        ask(
            at,
            "GET",
            &format!("/operator/boards/0/picture.jpg?key={key}")
        )
        .ends_with("a picture")
    );
    assert!(
        ask(at, "POST", &format!("/operator/boards/0/pass?key={key}")).starts_with("HTTP/1.1 204")
    );
    assert!(
        ask(at, "POST", &format!("/operator/boards/7/pass?key={key}")).starts_with("HTTP/1.1 404")
    );
    assert!(
        ask(at, "POST", &format!("/operator/boards/0/fly?key={key}")).starts_with("HTTP/1.1 404")
    );
    assert_eq!(hub.take_entered(0), [Entered::Pass]);
}

/// A server that answers with these states in turn, and what it was sent.
fn receiver(states: &'static [&'static str]) -> (String, mpsc::Receiver<(String, String)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/game.sgf", listener.local_addr().unwrap());
    let (sender, received) = mpsc::channel();
    std::thread::spawn(move || {
        for (stream, state) in listener.incoming().zip(states.iter().cycle()) {
            let mut reader = BufReader::new(stream?);
            let (mut head, mut length) = (String::new(), 0);
            while !head.ends_with("\r\n\r\n") {
                let start = head.len();
                reader.read_line(&mut head)?;
                let line = head[start..].to_ascii_lowercase();
                if let Some(value) = line.strip_prefix("content-length:") {
                    length = value.trim().parse().expect("a number");
                }
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body)?;
            let answer =
                format!("HTTP/1.1 {state}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            let method = head.split(' ').next().unwrap_or_default().to_owned();
            // Before the answer: whoever has it may look at once.
            let _ = sender.send((method, String::from_utf8_lossy(&body).into_owned()));
            reader.get_mut().write_all(answer.as_bytes())?;
        }
        Ok::<(), std::io::Error>(())
    });
    (address, received)
}

#[test]
fn a_record_is_pushed_until_it_is_taken() {
    let (address, received) = receiver(&["500 Broken", "200 OK"]);
    let pusher = Pusher::start(address, Duration::ZERO);
    pusher.push("(;B[aa])".to_owned());
    drop(pusher);
    let all: Vec<_> = received.try_iter().collect();
    assert_eq!(all, vec![("PUT".to_owned(), "(;B[aa])".to_owned()); 2]);
}

#[test]
fn a_server_that_takes_no_put_gets_a_post() {
    let (address, received) = receiver(&["405 No", "200 OK"]);
    let pusher = Pusher::start(address, Duration::ZERO);
    pusher.push("(;B[aa])".to_owned());
    drop(pusher);
    let methods: Vec<String> = received.try_iter().map(|(method, _)| method).collect();
    assert_eq!(methods, ["PUT", "POST"]);
}

#[test]
fn a_delayed_record_is_not_pushed_early() {
    let (address, received) = receiver(&["200 OK"]);
    let pusher = Pusher::start(address, Duration::from_secs(1));
    pusher.push("(;B[aa])".to_owned());
    assert!(received.recv_timeout(Duration::from_millis(700)).is_err());
    drop(pusher);
    assert_eq!(received.try_iter().count(), 1);
}

#[test]
fn four_boards_are_watched_at_once_and_pushed() {
    let folder = tempfile::tempdir().unwrap();
    let (address, received) = receiver(&["200 OK"]);
    let source = frames();
    let source = source.to_str().unwrap();
    let address = address.replace("game", "{board}");
    let names = ["one", "two", "three", "four"];
    let mut more = vec![source; names.len() - 1];
    more.extend(names.iter().flat_map(|name| ["--board", name]));
    more.extend(["--push", &address]);
    let done = watch(source, folder.path(), &more).output().unwrap();
    let log = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{log}");
    let pushed: Vec<String> = received.try_iter().map(|(_, sgf)| sgf).collect();
    for name in names {
        let path = folder.path().join(format!("game-{name}.sgf"));
        assert_eq!(super::read(&path).moves().unwrap(), played(), "{log}");
        let text = std::fs::read_to_string(path).unwrap();
        assert!(pushed.contains(&text), "{name}");
    }
}
