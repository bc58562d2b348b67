//! The command line: clap structs only. [`crate::commands`] turns the flags
//! into typed configuration before any work starts.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Reads a finished Go board from a photo and counts it as a referee does (数子法).
#[derive(Debug, Parser)]
#[command(
    name = "shuzi",
    version,
    arg_required_else_help = true,
    after_help = "Exit status: 0 a certain answer, 1 an answer that a person must confirm, 2 an error,\n\
                  130 a batch or a dialogue (-i) that was stopped with Ctrl-C.\n\
                  Points are written D4 (A-T without I, rows from the bottom), dp (SGF) or 4-16 \
                  (column-row, both from the top left)."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Read a photo, count the board and give the verdict.
    Score(Box<ScoreArgs>),
    /// Read photos and print the positions, without counting.
    Read(ReadArgs),
    /// Count the final position of an SGF record or of a text board.
    Count(Box<CountArgs>),
    /// Read and count many photos, a JSON or CSV line for each; resumable.
    Batch(BatchArgs),
    /// Watch games through cameras and keep their records, live; the count comes at the end.
    Watch(Box<WatchArgs>),
    /// Compare readings with the truth in NAME.json beside each photo, or suggested dead stones with finished positions in NAME.json, or records of videos with the games in NAME.sgf.
    Eval(EvalArgs),
}

/// `shuzi score`.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("source").required(true).args(["photos", "camera"]))]
pub struct ScoreArgs {
    /// The photo: JPEG, PNG, WebP or TIFF (HEIC where the system can decode it). Several of the same
    /// board, from any side, are put together: what one hides another shows.
    #[arg(value_name = "PHOTO")]
    pub photos: Vec<PathBuf>,
    /// Take the sharpest frame of a second of this camera: a number, an RTSP or HTTP address, or a video file.
    #[arg(long, value_name = "SOURCE")]
    pub camera: Option<String>,
    /// How the photo is read.
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// Corrections of the reading, for example K10=W,A1=. (B, W or . for empty).
    #[arg(long, value_name = "POINT=STONE,…", value_delimiter = ',')]
    pub set: Vec<String>,
    /// Ask both players about everything that is open, one question after the other; without a
    /// terminal the answers are read as lines.
    #[arg(short, long)]
    pub interactive: bool,
    /// How the position is counted.
    #[command(flatten)]
    pub counting: CountingArgs,
    /// How the answer is written.
    #[command(flatten)]
    pub output: OutputArgs,
    /// Write the photo with the reading, dead chains, territory and verdict drawn on it.
    #[arg(long, value_name = "OUT.png")]
    pub overlay: Option<PathBuf>,
}

/// `shuzi read`.
#[derive(Debug, Args)]
pub struct ReadArgs {
    /// The photos.
    #[arg(required = true, value_name = "PHOTO")]
    pub photos: Vec<PathBuf>,
    /// How the photos are read.
    #[command(flatten)]
    pub reading: ReadingArgs,
    /// How the answer is written.
    #[command(flatten)]
    pub output: OutputArgs,
    /// Write the photo with the reading drawn on it (one photo only).
    #[arg(long, value_name = "OUT.png")]
    pub overlay: Option<PathBuf>,
}

/// `shuzi count`.
#[derive(Debug, Args)]
pub struct CountArgs {
    /// SGF records or text boards (`.` empty, `X` black, `O` white).
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Say for each record whether its own result agrees with the count, with the suggested dead
    /// stones where it marks none, and how certain that is.
    #[arg(long)]
    pub check: bool,
    /// Ask both players about everything that is open, one question after the other; without a
    /// terminal the answers are read as lines.
    #[arg(short, long, conflicts_with = "check")]
    pub interactive: bool,
    /// How the position is counted.
    #[command(flatten)]
    pub counting: CountingArgs,
    /// How the answer is written.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `shuzi batch`.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// Photos, and folders whose photos are taken.
    #[arg(required = true, value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,
    /// The results, a line a photo; an existing file is continued.
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Write CSV instead of JSON lines (also chosen by a name that ends in .csv).
    #[arg(long)]
    pub csv: bool,
    /// Photos read at the same time [default: one a core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// The size of every board, where it is known: lines a side.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=25))]
    pub size: Option<u8>,
    /// Load the weights from this folder instead of those in the program.
    #[arg(long, value_name = "DIR")]
    pub models: Option<PathBuf>,
    /// Take as agreed the chains that certainly look dead; a photo is certain when nothing that is
    /// still open can change its winner.
    #[arg(long)]
    pub accept_suggested: bool,
    /// How the positions are counted.
    #[command(flatten)]
    pub settings: SettingArgs,
    /// The language of the reasons.
    #[arg(long, value_enum, default_value_t = LangArg::En)]
    pub lang: LangArg,
}

/// `shuzi watch`.
#[derive(Debug, Args)]
pub struct WatchArgs {
    /// A camera number or device, a video file, an RTSP or HTTP address, or a folder of frames; several for several boards.
    #[arg(required = true, value_name = "SOURCE")]
    pub sources: Vec<String>,
    /// The name of the board; one for each SOURCE.
    #[arg(long, value_name = "NAME")]
    pub board: Vec<String>,
    /// The size of the board, where it is known: lines a side.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=25))]
    pub size: Option<u8>,
    /// The four outermost crossings in pixels of the frame: top left, top right, bottom right, bottom left.
    #[arg(long, value_name = "X,Y,X,Y,X,Y,X,Y", allow_hyphen_values = true)]
    pub corners: Option<String>,
    /// The record, replaced as a whole with every change; with several boards NAME is put before the ending.
    #[arg(long, value_name = "GAME.sgf")]
    pub sgf: Option<PathBuf>,
    /// Append every event to this file, a JSON line each.
    #[arg(long, value_name = "EVENTS.jsonl")]
    pub events: Option<PathBuf>,
    /// Go on with the game in the --sgf file, if there is one.
    #[arg(long)]
    pub resume: bool,
    /// Show the games on a page at this address of this machine, as 127.0.0.1:8080; the operator's page is printed.
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub serve: Option<std::net::SocketAddr>,
    /// Send the record to this address with every change, by PUT or POST; {board} in it stands for the name.
    #[arg(long, value_name = "URL")]
    pub push: Option<String>,
    /// Let viewers and the --push address see everything this much later: 90s, 2m. The operator's page and the files are not delayed.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "0s")]
    pub delay: std::time::Duration,
    /// The players.
    #[arg(long, value_name = "BLACK,WHITE")]
    pub names: Option<String>,
    /// Write the first frame with the grid drawn on it, once the board is found.
    #[arg(long, value_name = "OUT.png")]
    pub overlay: Option<PathBuf>,
    /// Film the board, four frames a second; with several boards NAME is put before the ending.
    #[arg(long, value_name = "CLIP.mkv")]
    pub record: Option<PathBuf>,
    /// Frames a second of folders of frames.
    #[arg(long, value_name = "N", default_value_t = 4.0, value_parser = frame_rate)]
    pub fps: f64,
    /// Load the weights from this folder instead of those in the program.
    #[arg(long, value_name = "DIR")]
    pub models: Option<PathBuf>,
    /// How the last position is counted; --handicap stones are set up before the first move.
    #[command(flatten)]
    pub counting: CountingArgs,
    /// How the count is written.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `shuzi eval`.
#[derive(Debug, Args)]
pub struct EvalArgs {
    /// The folder with photos and their NAME.json, with finished positions, or with videos (NAME.mp4, or a folder NAME of frames) and their NAME.sgf.
    pub dir: PathBuf,
    /// Judge only the photos named in this file, a name a line.
    #[arg(long, value_name = "LIST")]
    pub only: Option<PathBuf>,
    /// Tell the reader the true corners and size of each board.
    #[arg(long, conflicts_with = "size")]
    pub given_corners: bool,
    /// Tell the reader that every board has this size: lines a side.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=25))]
    pub size: Option<u8>,
    /// Load the weights from this folder instead of those in the program.
    #[arg(long, value_name = "DIR")]
    pub models: Option<PathBuf>,
    /// Frames a second of folders of frames.
    #[arg(long, value_name = "N", default_value_t = 4.0, value_parser = frame_rate)]
    pub fps: f64,
    /// Write the figures of every photo to this file as JSON.
    #[arg(long, value_name = "OUT")]
    pub json: Option<PathBuf>,
}

/// What the reader may be told.
#[derive(Debug, Args)]
pub struct ReadingArgs {
    /// The size of the board, where it is known: lines a side.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=25))]
    pub size: Option<u8>,
    /// The four outermost crossings in pixels of the upright photo: top left, top right, bottom right, bottom left.
    #[arg(long, value_name = "X,Y,X,Y,X,Y,X,Y", allow_hyphen_values = true)]
    pub corners: Option<String>,
    /// Write every intermediate of the reading to this folder.
    #[arg(long, value_name = "DIR")]
    pub dump_stages: Option<PathBuf>,
    /// Load the weights from this folder instead of those in the program.
    #[arg(long, value_name = "DIR")]
    pub models: Option<PathBuf>,
}

/// How a position is counted.
#[derive(Debug, Args)]
pub struct CountingArgs {
    /// Dead stones, any stone of each chain; "none" says that the players agree that nothing is dead.
    #[arg(long, value_name = "POINT,…|none", value_delimiter = ',')]
    pub dead: Option<Vec<String>>,
    /// Chains that the players confirm alive, any stone of each.
    #[arg(long, value_name = "POINT,…", value_delimiter = ',')]
    pub alive: Vec<String>,
    /// Take as agreed the chains that certainly look dead; only the others are asked about.
    #[arg(long)]
    pub accept_suggested: bool,
    /// Both players confirm that the game has ended as the board stands: open places are shared,
    /// and the dead stones are meant as they were marked.
    #[arg(long)]
    pub confirmed: bool,
    /// Rules, komi, handicap and penalties.
    #[command(flatten)]
    pub settings: SettingArgs,
    /// Whose count is shown.
    #[arg(long, value_enum, default_value_t = CountArg::Both)]
    pub count: CountArg,
}

/// The agreement before the game that the count depends on.
#[derive(Debug, Args)]
pub struct SettingArgs {
    /// The rules [default: chinese, or those of the record].
    #[arg(long, value_enum)]
    pub rules: Option<RulesArg>,
    /// Komi in zi under area rules ("3.75", "3 3/4"), in points under territory rules [default: that of the rules]. Several with commas, or "unknown" for every usual one, where it is not known.
    #[arg(long, value_name = "ZI,…|unknown", allow_hyphen_values = true)]
    pub komi: Option<String>,
    /// Handicap stones; several with commas, or "unknown" for 0 to 9, where that is not known.
    #[arg(long, value_name = "N,…|unknown")]
    pub handicap: Option<String>,
    /// Warnings of each player.
    #[arg(long, value_name = "B=N,W=N")]
    pub warnings: Option<String>,
    /// Prisoners that each player has taken (territory rules).
    #[arg(long, value_name = "B=N,W=N")]
    pub prisoners: Option<String>,
}

/// How the answer is written.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// The form of the answer.
    #[arg(long, value_enum, default_value_t = FormatArg::Text)]
    pub format: FormatArg,
    /// The language of the text.
    #[arg(long, value_enum, default_value_t = LangArg::En)]
    pub lang: LangArg,
}

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// A report as a referee writes it.
    Text,
    /// The documented schema of docs/json.md.
    Json,
    /// An SGF setup with the result.
    Sgf,
}

/// `--lang`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LangArg {
    /// English.
    En,
    /// Chinese.
    Zh,
}

/// `--count`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CountArg {
    /// Black's count.
    Black,
    /// White's count.
    White,
    /// Both, each a check of the other.
    Both,
}

/// `--rules`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RulesArg {
    /// Chinese rules of 2002: area, komi 3 3/4 zi.
    Chinese,
    /// Chinese rules of 1988: area, komi 2 3/4 zi.
    #[value(name = "chinese-1988")]
    Chinese1988,
    /// Japanese rules: territory.
    Japanese,
    /// Korean rules: territory.
    Korean,
    /// AGA rules.
    Aga,
    /// Ing rules: area, komi 8 points, ties to Black.
    Ing,
    /// New Zealand rules: area.
    NewZealand,
}

/// Frames a second: more than one in a hundred seconds, at most a thousand.
fn frame_rate(text: &str) -> Result<f64, String> {
    let rate = text
        .parse()
        .ok()
        .filter(|rate| (0.01..=1000.0).contains(rate));
    rate.ok_or_else(|| "give a number from 0.01 to 1000".to_owned())
}

/// A time as `90s`, `2m` or `1h`.
fn duration(text: &str) -> Result<std::time::Duration, String> {
    let wrong = || format!("`{text}` is no time: write 90s, 2m or 1h");
    let unit = text.chars().last().ok_or_else(wrong)?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        _ => return Err(wrong()),
    };
    let number: u32 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    if number > 86_400 {
        return Err(wrong());
    }
    Ok(std::time::Duration::from_secs(u64::from(number) * seconds))
}
