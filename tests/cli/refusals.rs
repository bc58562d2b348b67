//! Rubbish in, one clear line out.

use std::fs;

use super::support::{board_file, shuzi};

/// Runs the program, asks for exit status 2, nothing on standard output and one line on
/// standard error, and gives that line.
fn refusal(args: &[&str]) -> String {
    let output = shuzi(args).output().expect("it runs");
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert!(output.stdout.is_empty(), "{args:?} printed an answer");
    assert_eq!(error.lines().count(), 1, "{args:?}: {error}");
    assert!(error.starts_with("error: "), "{args:?}: {error}");
    error
}

fn file(folder: &tempfile::TempDir, name: &str, bytes: &[u8]) -> String {
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("it can be written");
    path.display().to_string()
}

#[test]
fn files_that_are_no_photos() {
    let folder = tempfile::tempdir().unwrap();
    let text = file(&folder, "text.jpg", b"this is no photo\n");
    let empty = file(&folder, "empty.png", b"");
    let tiny = folder.path().join("tiny.png");
    image::RgbImage::new(1, 1).save(&tiny).unwrap();
    let tiny = tiny.display().to_string();
    let missing = folder.path().join("missing.jpg").display().to_string();
    let directory = folder.path().display().to_string();
    for photo in [&text, &empty, &tiny, &missing, &directory] {
        for command in ["score", "read"] {
            let error = refusal(&[command, photo]);
            assert!(error.contains(photo.as_str()), "{error}");
        }
    }
    assert!(
        refusal(&["score", &text]).contains("JPEG"),
        "says what it takes"
    );
    assert!(refusal(&["score", &tiny]).contains("1x1"), "says the size");
    assert!(
        refusal(&["score", &directory]).contains("batch"),
        "says what takes folders"
    );
}

#[test]
fn files_that_are_no_records() {
    let folder = tempfile::tempdir().unwrap();
    let text = file(&folder, "text.sgf", "这不是棋谱\n".as_bytes());
    assert!(refusal(&["count", &text]).contains("neither an SGF record nor a text board"));
    let chess = file(&folder, "chess.sgf", b"(;GM[2]FF[4];B[aa])");
    assert!(refusal(&["count", &chess]).contains("GM[2]"));
    let uneven = file(&folder, "uneven.txt", b"...\n..\n...\n");
    assert!(refusal(&["count", &uneven]).contains("line 2"));
    let directory = folder.path().display().to_string();
    assert!(refusal(&["count", &directory]).contains("folder"));
    let occupied = file(&folder, "occupied.sgf", b"(;SZ[9];B[aa];W[aa])");
    let error = refusal(&["count", &occupied]);
    assert!(
        error.contains("A9") && error.contains('2'),
        "names move and point: {error}"
    );
}

#[test]
fn wrong_flags_are_refused_before_any_work() {
    let board = board_file("dead_and_dame");
    let count = |flags: &[&str]| refusal(&[&["count", &board], flags].concat());
    assert!(count(&["--dead", "none,D4"]).contains("--dead"));
    assert!(count(&["--dead", "E5"]).contains("no stone at E5"));
    assert!(count(&["--dead", "T19"]).contains("outside the 9×9 board"));
    assert!(count(&["--dead", "I5"]).contains("--dead"));
    assert!(count(&["--komi", "seven"]).contains("--komi"));
    assert!(count(&["--komi", "3.8"]).contains("quarter zi"));
    assert!(count(&["--warnings", "B=1,B=2"]).contains("twice"));
    assert!(count(&["--rules", "japanese"]).contains("--prisoners"));
    assert!(count(&["--prisoners", "B=1"]).contains("--rules"));
    // The photo is not there either, but the flag is looked at first.
    let score = |flags: &[&str]| refusal(&[&["score", "missing.jpg"], flags].concat());
    assert!(score(&["--set", "K10"]).contains("--set"));
    assert!(score(&["--set", "K10=green"]).contains("--set"));
    assert!(score(&["--corners", "1,2,3"]).contains("--corners"));
    assert!(score(&["--corners", "0,0,9,9,9,0,0,9"]).contains("go round"));
}

#[test]
fn clap_refuses_what_it_can_with_status_2() {
    for args in [
        &["score"][..],
        &["score", "a.jpg", "--camera", "0"],
        &["score", "a.jpg", "--size", "26"],
        &["score", "a.jpg", "--rules", "go"],
        &["count", "a.sgf", "--format", "png"],
        &["eval", ".", "--given-corners", "--size", "19"],
        &["frobnicate"],
    ] {
        let output = shuzi(args).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

#[test]
fn chinese_record_in_gb18030_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(;CA[GB18030]GM[1]SZ[9]KM[0]RU[中国规则]PB[柯洁]RE[黑胜40又1/2子]\
                ;B[ee];W[];B[])";
    let (bytes, _, lossy) = encoding_rs::GB18030.encode(text);
    assert!(!lossy);
    let record = file(&folder, "record.sgf", &bytes);
    let output = shuzi(&["count", "--check", &record]).output().unwrap();
    let answer = String::from_utf8(output.stdout).unwrap();
    assert!(answer.contains("agrees: RE[黑胜40又1/2子]"), "{answer}");
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_an_error() {
    let board = board_file("dead_and_dame");
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let mut program = std::process::Command::new(assert_cmd::cargo::cargo_bin("shuzi"));
    let program = program
        .args(["count", &board])
        .stdout(full)
        .output()
        .unwrap();
    let error = String::from_utf8(program.stderr).unwrap();
    assert_eq!(program.status.code(), Some(2), "{error}");
    assert!(error.starts_with("error: standard output: "), "{error}");
}

#[cfg(unix)]
#[test]
fn closed_pipe_is_quiet() {
    let board = board_file("dead_and_dame");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut program = std::process::Command::new(assert_cmd::cargo::cargo_bin("shuzi"));
    let output = program
        .args(["count", &board])
        .stdout(writer)
        .output()
        .unwrap();
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
