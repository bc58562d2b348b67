//! Many photos: every one once, whatever happens in between.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::support::{Answer, Run, board, doubt, picture, run};

fn answers() -> [Answer; 3] {
    let board = board("dead_and_dame");
    let doubts = vec![doubt(&board, "A1", None)];
    [
        Answer::Board(board.clone(), Vec::new()),
        Answer::Board(board, doubts),
        Answer::NoBoard,
    ]
}

/// Nine photos that are read, two with doubts, one without a board.
fn photos(folder: &Path) {
    fs::create_dir(folder.join("more")).unwrap();
    for index in 0..12 {
        let answer = match index {
            3 | 7 => 1,
            5 => 2,
            _ => 0,
        };
        let name = if index < 10 {
            format!("p{index}.png")
        } else {
            format!("more/p{index}.png")
        };
        picture(folder, &name, answer);
    }
    fs::write(folder.join("notes.txt"), "no photo").unwrap();
}

fn batch(folder: &Path, out: &Path, flags: &[&str]) -> Run {
    let (folder, out) = (folder.display().to_string(), out.display().to_string());
    run(
        &[&["batch", &folder, "-o", &out], flags].concat(),
        &answers(),
    )
}

fn lines(out: &Path) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(out).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect()
}

fn names(lines: &[serde_json::Value]) -> BTreeSet<String> {
    lines
        .iter()
        .map(|line| line["photo"]["path"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn every_photo_has_a_line_and_failures_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    photos(folder.path());
    let out = folder.path().join("out.jsonl");
    let run = batch(folder.path(), &out, &["--jobs", "3"]);
    assert_eq!(run.code(), 1, "{}", run.error());
    let lines = lines(&out);
    assert_eq!(lines.len(), 12);
    assert_eq!(names(&lines).len(), 12, "no photo twice");
    assert!(
        run.out.contains("p5.png: no "),
        "the failure has its reason: {}",
        run.out
    );
    assert!(
        run.out
            .ends_with("photos 12 done 12 certain 9 needs_person 2 failed 1\n")
    );
    let failed = lines
        .iter()
        .find(|line| line["status"] == "failed")
        .unwrap();
    assert!(
        failed["photo"]["path"]
            .as_str()
            .unwrap()
            .ends_with("p5.png")
    );
    assert!(failed["report"].is_null());
    let certain = lines
        .iter()
        .find(|line| line["status"] == "certain")
        .unwrap();
    assert_eq!(certain["report"]["verdict"]["provisional"], true);
}

/// Killed after any byte of the output, the next run ends with the same lines.
#[test]
fn resumes_after_a_crash_at_any_place() {
    let folder = tempfile::tempdir().unwrap();
    photos(folder.path());
    for name in ["out.jsonl", "out.csv"] {
        let out = folder.path().join(name);
        batch(folder.path(), &out, &[]);
        let whole = fs::read(&out).unwrap();
        let all = whole.iter().filter(|&&byte| byte == b'\n').count();
        for cut in [
            0,
            1,
            10,
            60,
            whole.len() / 3,
            whole.len() / 2,
            whole.len() - 1,
        ] {
            fs::write(&out, &whole[..cut]).unwrap();
            let run = batch(folder.path(), &out, &["--jobs", "1"]);
            assert_eq!(
                run.code(),
                1,
                "cut after {cut} bytes of {name}: {}",
                run.error()
            );
            let again = fs::read_to_string(&out).unwrap();
            assert_eq!(
                again.lines().count(),
                all,
                "cut after {cut} bytes of {name}"
            );
            let kept = whole[..cut]
                .iter()
                .rposition(|&byte| byte == b'\n')
                .map_or(0, |at| at + 1);
            assert_eq!(
                again.as_bytes()[..kept],
                whole[..kept],
                "whole lines stay as they were"
            );
            let photos: BTreeSet<&str> = again
                .lines()
                .filter_map(|line| line.split(".png").next())
                .filter_map(|start| start.rsplit('/').next())
                .collect();
            let head = usize::from(name.ends_with(".csv"));
            assert_eq!(photos.len(), 12 + head, "each photo once: {again}");
        }
    }
}

#[test]
fn a_photo_that_changed_is_read_again_and_others_are_not() {
    let folder = tempfile::tempdir().unwrap();
    photos(folder.path());
    let out = folder.path().join("out.jsonl");
    batch(folder.path(), &out, &[]);
    let image = image::RgbImage::from_pixel(90, 90, image::Rgb([0, 1, 2]));
    image.save(folder.path().join("p5.png")).unwrap();
    let run = batch(folder.path(), &out, &[]);
    assert!(
        run.out
            .ends_with("photos 12 done 12 certain 10 needs_person 2 failed 0\n")
    );
    assert_eq!(lines(&out).len(), 13, "the old line stays");
}

#[test]
fn all_certain_is_status_0_and_done_twice_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    picture(folder.path(), "p.png", 0);
    let out = folder.path().join("out.jsonl");
    assert_eq!(batch(folder.path(), &out, &[]).code(), 0);
    let first = fs::read(&out).unwrap();
    assert_eq!(batch(folder.path(), &out, &[]).code(), 0);
    assert_eq!(fs::read(&out).unwrap(), first);
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    picture(folder.path(), "p.png", 0);
    for text in ["my notes\n", "my notes", "{\"schema\":\"other/1\"}\n"] {
        let out = folder.path().join("notes.txt");
        fs::write(&out, text).unwrap();
        let run = batch(folder.path(), &out, &[]);
        assert_eq!(run.code(), 2);
        assert!(
            run.error().contains("choose another output"),
            "{}",
            run.error()
        );
        assert_eq!(fs::read_to_string(&out).unwrap(), text);
    }
}

#[test]
fn a_fault_on_one_photo_is_its_line_and_the_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    picture(folder.path(), "a.png", 1);
    picture(folder.path(), "b.png", 0);
    let out = folder.path().join("out.jsonl").display().to_string();
    let input = folder.path().display().to_string();
    let answers = [
        Answer::Board(board("dead_and_dame"), Vec::new()),
        Answer::Panic,
    ];
    let run = run(&["batch", &input, "-o", &out], &answers);
    assert_eq!(run.code(), 1);
    assert!(
        run.out.contains("a.png: the program failed on this photo"),
        "{}",
        run.out
    );
    assert!(
        run.out
            .ends_with("photos 2 done 2 certain 1 needs_person 0 failed 1\n")
    );
}

#[test]
fn missing_and_empty_inputs_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.jsonl");
    let run = batch(folder.path(), &out, &[]);
    assert_eq!(run.code(), 2);
    assert!(run.error().contains("no photos in"), "{}", run.error());
    let run = batch(&folder.path().join("missing.jpg"), &out, &[]);
    assert_eq!(
        run.code(),
        1,
        "a photo that is not there is a failure of that photo"
    );
    assert!(
        run.out.contains("missing.jpg: the file cannot be read"),
        "{}",
        run.out
    );
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_ends_with_what_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    picture(folder.path(), "p.png", 0);
    let run = batch(folder.path(), Path::new("/dev/full"), &[]);
    assert_eq!(run.code(), 2);
    let error = run.error();
    assert!(
        error.contains("/dev/full: 0 of 1 photos are done and kept"),
        "{error}"
    );
    assert!(error.contains("No space left"), "{error}");
}
