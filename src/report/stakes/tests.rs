mod time;

use proptest::prelude::*;

use super::*;
use crate::go::{Board, BoardSize, Komi, Position, RuleSet, Settings, Setup, area_lead};
use crate::report::{Case, Counted, CountingCase, Lives, OpenChain, OpenPlace, Source, SourceKind};
use crate::vision::Doubt;

const KINDS: [Option<Color>; 3] = [None, Some(Color::Black), Some(Color::White)];
/// That a doubtful point, or the life of an open chain, of these tests is as it is taken to be.
const AS_TAKEN: f64 = 0.75;

/// The first chains are alive, dead, open and look alive, or open and look dead (0 to 3).
fn lives_of(board: &Board, lives: &[usize]) -> Lives {
    let mut known = Lives {
        dead: Vec::new(),
        likely_dead: Vec::new(),
        open: Vec::new(),
        accepted: Vec::new(),
    };
    for (chain, life) in board.chains().into_iter().zip(lives) {
        if [1, 3].contains(life) {
            known.likely_dead.extend(&chain.stones);
        }
        match life {
            1 => known.dead.extend(&chain.stones),
            2 | 3 => known.open.push(OpenChain {
                stones: chain.stones,
                color: chain.color,
                looks_dead: *life == 3,
                certainty: AS_TAKEN,
                hinge: None,
            }),
            _ => {}
        }
    }
    known
}

/// A counted board for these tests.
struct Table {
    case: Case,
    counting: CountingCase,
    position: Position,
    counted: Counted,
    lives: Lives,
    places: Vec<OpenPlace>,
}

impl Table {
    /// A board with doubtful points and lives as [`lives_of`] has them; `None` where it is no
    /// position.
    fn new(board: Board, doubtful: &[(Point, Option<Color>)], lives: &[usize]) -> Option<Self> {
        let position = Position::try_from(Setup::from(board.clone())).ok()?;
        let doubt = |&(point, alternative): &(Point, Option<Color>)| Doubt::Point {
            point,
            read: board.get(point),
            probability: AS_TAKEN,
            alternative,
            trouble: None,
        };
        let known = lives_of(&board, lives);
        let counting = CountingCase::new(Settings::default());
        let agreed = position.agree(&known.dead).expect("stones");
        let score = agreed.score(&counting.settings);
        Some(Self {
            case: Case {
                source: Source {
                    kind: SourceKind::Photo,
                    name: "photo".into(),
                },
                doubts: doubtful.iter().map(doubt).collect(),
                neighbour: None,
                setup: Setup::from(board),
                corners: None,
                counting: Some(counting.clone()),
                stated: None,
            },
            counted: Counted {
                verdict: score.verdict(),
                likely: score.verdict(),
                likely_margin: score.margin(Color::Black),
                agreed,
                score,
                provisional: true,
            },
            counting,
            position,
            lives: known,
            places: Vec::new(),
        })
    }

    /// Counts by other rules.
    fn count_with(&mut self, settings: Settings) {
        let score = self.counted.agreed.score(&settings);
        self.counting.settings = settings;
        self.counted.verdict = score.verdict();
        self.counted.score = score;
    }

    fn open(&self) -> Open<'_> {
        Open {
            case: &self.case,
            counting: &self.counting,
            position: &self.position,
            counted: &self.counted,
            lives: &self.lives,
            places: &self.places,
        }
    }

    /// Black's lead with a set of the unknowns otherwise, on the whole board: a chain goes if all
    /// its stones that were read and whose life is known are dead.
    fn lead(&self, unknowns: &[Unknown], values: &[usize]) -> i32 {
        let read = self.position.board();
        let mut board = read.clone();
        let mut dead = self.lives.likely_dead.clone();
        for (unknown, value) in unknowns.iter().zip(values).filter(|(_, value)| **value > 0) {
            match &unknown.about {
                About::Point {
                    point, otherwise, ..
                } => board.set(*point, *otherwise),
                About::Life {
                    stones, looks_dead, ..
                } if *looks_dead => dead.retain(|stone| !stones.contains(stone)),
                About::Life { stones, .. } => dead.extend(stones),
                _ => assert!(*value <= unknown.adds.len()),
            }
        }
        let mut live = board.clone();
        for chain in board.chains() {
            let mut known = (chain.stones.iter()).filter(|&&s| board.get(s) == read.get(s));
            let any = known.clone().next().is_some();
            if any && known.all(|stone| dead.contains(stone)) {
                chain.stones.iter().for_each(|&s| live.set(s, None));
            }
        }
        area_lead(&live)
    }

    /// For all values of everything that is not known (0 is as taken): Black's margin, the winner
    /// and the probability.
    fn enumerated(&self) -> Vec<(Vec<usize>, QuarterZi, Option<Color>, f64)> {
        let unknowns = self.open().unknowns();
        let score = &self.counted.score;
        let counted = area_lead(self.counted.agreed.live());
        let mut all = vec![Vec::new()];
        for unknown in &unknowns {
            let values = 0..=unknown.adds.len().max(1);
            let longer = all.iter().flat_map(|found: &Vec<usize>| {
                values
                    .clone()
                    .map(move |v| [found.as_slice(), &[v]].concat())
            });
            all = longer.collect();
        }
        let evaluate = |values: Vec<usize>| {
            let lead = self.lead(&unknowns, &values) - counted;
            let mut margin = score.margin(Color::Black) + QuarterZi::from_half_zi(lead);
            let mut probability = 1.0;
            for (unknown, &value) in unknowns.iter().zip(&values) {
                let others = unknown.adds.len().max(1) as f64;
                probability *= match value {
                    0 => 1.0 - unknown.otherwise,
                    _ => unknown.otherwise / others,
                };
                if let Some(add) = value.checked_sub(1).and_then(|v| unknown.adds.get(v)) {
                    margin += *add;
                }
            }
            // The place that is open gives what it gives, however small the board.
            let [least, most] = limits(score, &unknowns).expect("counted by area");
            let margin = margin.clamp(least, most);
            let winner = score.verdict_at(Color::Black, margin).winner();
            (values, margin, winner, probability)
        };
        all.into_iter().map(evaluate).collect()
    }
}

fn board_of(stones: &[usize], lines: u8) -> Board {
    let mut board = Board::empty(BoardSize::square(lines).unwrap());
    let points: Vec<Point> = board.size().points().collect();
    for (point, stone) in points.iter().zip(stones) {
        board.set(*point, KINDS[*stone]);
    }
    board
}

/// Points by number with another stone each than that read there.
fn doubtful(
    stones: &[usize],
    chosen: &std::collections::BTreeMap<usize, usize>,
    lines: u8,
) -> Vec<(Point, Option<Color>)> {
    let points: Vec<Point> = BoardSize::square(lines).unwrap().points().collect();
    let other = |(i, more): (&usize, &usize)| (points[*i], KINDS[(stones[*i] + more) % 3]);
    chosen.iter().map(other).collect()
}

proptest! {
    /// On a board of 5 lines with up to four doubtful points, chains of every kind of life, a place
    /// that is open and a komi that is not known.
    #[test]
    fn groups_give_what_plain_enumeration_gives(
        stones in prop::collection::vec(0usize..3, 25),
        chosen in prop::collection::btree_map(0usize..25, 1usize..3, 0..5),
        lives in prop::collection::vec(0usize..4, 4),
        place in -8i32..8,
        komi in 0i32..20,
    ) {
        let board = board_of(&stones, 5);
        let doubtful = doubtful(&stones, &chosen, 5);
        let Some(mut table) = Table::new(board, &doubtful, &lives) else { return Ok(()) };
        if place > 0 {
            table.places.push(OpenPlace {
                place: Place::Ko(Point::new(0, 0)),
                black: QuarterZi(place),
                white: -QuarterZi(8 - place),
            });
        }
        if komi > 0 {
            let other = table.counting.settings.with_komi(Komi::new(QuarterZi(komi)));
            table.counting.others.push(other);
        }
        let (found, all) = (stakes(&table.open()), table.enumerated());
        let Some(found) = found else {
            prop_assert_eq!(all.len(), 1);
            return Ok(());
        };
        let margins = || all.iter().map(|a| a.1);
        prop_assert_eq!(found.margins.map(Some), [margins().min(), margins().max()]);
        prop_assert_eq!(found.winner, all[0].2);
        let other: f64 = all.iter().filter(|a| a.2 != found.winner).map(|a| a.3).sum();
        prop_assert!((found.other_winner - other).abs() < 1e-9);
        // The questions suffice, and no fewer do.
        let unknowns = table.open().unknowns();
        let settles = |asked: usize| all.iter().all(|(values, _, winner, _)| {
            let touched = (0..values.len()).any(|i| asked >> i & 1 == 1 && values[i] > 0);
            touched || *winner == found.winner
        });
        let is_asked = |u: &Unknown| found.questions.iter().any(|q| q.about == u.about);
        let asked = unknowns.iter().enumerate().filter(|(_, u)| is_asked(u));
        let asked = asked.fold(0usize, |set, (i, _)| set | 1 << i);
        prop_assert_eq!(asked.count_ones() as usize, found.questions.len());
        prop_assert!(settles(asked));
        for fewer in 0..1usize << unknowns.len() {
            prop_assert!(fewer.count_ones() >= asked.count_ones() || !settles(fewer));
        }
        prop_assert_eq!(found.questions.len() + found.others.len(), unknowns.len());
    }

    /// Where more hang together than are tried out, no readings leave the bounds.
    #[test]
    fn bounds_hold_where_too_much_hangs_together(
        stones in prop::collection::vec(0usize..3, 49),
        chosen in prop::collection::btree_map(0usize..49, 1usize..3, 16..30),
        lives in prop::collection::vec(0usize..4, 12),
        readings in prop::collection::vec(prop::collection::vec(0usize..2, 42), 40),
    ) {
        let doubtful = doubtful(&stones, &chosen, 7);
        let Some(table) = Table::new(board_of(&stones, 7), &doubtful, &lives) else {
            return Ok(());
        };
        let unknowns = table.open().unknowns();
        let found = stakes(&table.open()).expect("counted by area");
        let margin = table.counted.score.margin(Color::Black);
        let counted = area_lead(table.counted.agreed.live());
        for values in readings {
            let lead = table.lead(&unknowns, &values[..unknowns.len()]) - counted;
            let margin = margin + QuarterZi::from_half_zi(lead);
            prop_assert!(found.margins[0] <= margin && margin <= found.margins[1]);
        }
    }
}
