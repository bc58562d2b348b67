//! The count of a finished board.

use super::{
    Agreed, BoardSize, ByColor, Color, Counting, Point, QuarterZi, RuleSet, Settings, Verdict,
    area, territory,
};

/// What one side has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SideCount {
    /// Live stones on the board.
    pub stones: u32,
    /// Points without a live stone that count for this side: all that it alone surrounds,
    /// or, where seki has no territory, those outside seki.
    pub territory: u32,
    /// Stones of the opponent held: given ones, those taken by moves, dead ones. Counted
    /// only as territory.
    pub prisoners: u32,
    /// The count before komi, handicap and penalties. By area in zi, half a zi for each
    /// dame; as territory one point for each surrounded point and prisoner.
    pub count: QuarterZi,
}

/// A counted board. Points are told apart by owner; both sides' counts are exact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    size: BoardSize,
    settings: Settings,
    owners: Vec<Option<Color>>,
    /// Which points belong to chains in seki, their eye points included; empty when
    /// counting by area, where it makes no difference.
    seki: Vec<bool>,
    sides: ByColor<SideCount>,
    dame: u32,
}

impl Agreed {
    /// Counts the board.
    #[must_use]
    pub fn score(&self, settings: &Settings) -> Score {
        let live = self.live();
        let owners = area::owners(live);
        let seki = match settings.counting {
            Counting::Area => Vec::new(),
            Counting::Territory => territory::in_seki(self.board(), live),
        };
        let mut sides = self.held(settings);
        let mut dame = 0;
        for (index, (&owner, &stone)) in owners.iter().zip(live.as_slice()).enumerate() {
            let barren = settings.rules.seki_has_no_territory();
            match (owner, stone) {
                (None, _) => dame += 1,
                (Some(_), Some(color)) => sides[color].stones += 1,
                (Some(_), None) if barren && seki.get(index) == Some(&true) => {}
                (Some(color), None) => sides[color].territory += 1,
            }
        }
        for color in Color::BOTH {
            sides[color].count = count(&sides[color], dame, settings.counting);
        }
        Score {
            size: live.size(),
            settings: *settings,
            owners,
            seki,
            sides,
            dame,
        }
    }

    /// The prisoners of each side, nothing else counted yet.
    fn held(&self, settings: &Settings) -> ByColor<SideCount> {
        let dead = self.dead_stones();
        ByColor::from_fn(|color| SideCount {
            prisoners: settings.prisoners[color] + self.prisoners()[color] + dead[color.opponent()],
            ..SideCount::default()
        })
    }
}

/// A side's count before komi, handicap and penalties.
fn count(side: &SideCount, dame: u32, counting: Counting) -> QuarterZi {
    let signed = |amount: u32| i32::try_from(amount).unwrap_or(i32::MAX / 8);
    match counting {
        Counting::Area => {
            QuarterZi::from_zi(signed(side.stones + side.territory))
                + QuarterZi::from_half_zi(signed(dame))
        }
        Counting::Territory => QuarterZi::from_points(signed(side.territory + side.prisoners)),
    }
}

impl Score {
    /// The number of lines.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The settings of the count.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whose point it is: the side whose live stone stands there or whose live stones alone
    /// surround it; `None` for dame. Eye points of a seki have their owner here.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Color> {
        self.owners[self.size.index(point)]
    }

    /// Owners of all points, row by row from the top left.
    #[must_use]
    pub fn owners(&self) -> &[Option<Color>] {
        &self.owners
    }

    /// Whether the point belongs to a chain in seki or is its eye point. Known only when
    /// counting territory; by area always `false`.
    #[must_use]
    pub fn is_seki(&self, point: Point) -> bool {
        self.seki.get(self.size.index(point)) == Some(&true)
    }

    /// What each side has, before komi, handicap and penalties.
    #[must_use]
    pub fn sides(&self) -> &ByColor<SideCount> {
        &self.sides
    }

    /// A side's count before komi, handicap and penalties.
    #[must_use]
    pub fn count(&self, color: Color) -> QuarterZi {
        self.sides[color].count
    }

    /// Number of empty points that both sides share, half a zi each by area.
    #[must_use]
    pub fn dame(&self) -> u32 {
        self.dame
    }

    /// Half of the board's points (归本数), 180 1/2 zi on 19×19.
    #[must_use]
    pub fn base(&self) -> QuarterZi {
        let points = i32::try_from(self.size.area()).expect("at most 625 points");
        QuarterZi::from_half_zi(points)
    }

    /// What komi, handicap and penalties add to a side's count when only that side is
    /// counted; below zero where they take off.
    #[must_use]
    pub fn adjustment(&self, color: Color) -> QuarterZi {
        let settings = &self.settings;
        let to_white =
            settings.komi.zi() + settings.handicap_return() + settings.penalty_of(Color::Black)
                - settings.penalty_of(Color::White);
        match color {
            Color::Black => -to_white,
            Color::White => to_white,
        }
    }

    /// What is compared with the base (by area) or with the opponent's count (territory).
    #[must_use]
    pub fn adjusted(&self, color: Color) -> QuarterZi {
        self.count(color) + self.adjustment(color)
    }

    /// By how much a side is ahead, below zero when behind. By area only that side's count
    /// is used, and the other side's gives the same with the sign changed.
    #[must_use]
    pub fn margin(&self, color: Color) -> QuarterZi {
        match self.settings.counting {
            Counting::Area => self.adjusted(color) - self.base(),
            Counting::Territory => self.adjusted(color) - self.count(color.opponent()),
        }
    }

    /// By how much a side can be ahead at the least and at the most, whoever owns each point;
    /// `None` where territory is counted.
    #[must_use]
    pub fn margin_limits(&self, color: Color) -> Option<[QuarterZi; 2]> {
        let limits = || [-self.base(), self.base()].map(|all| all + self.adjustment(color));
        (self.settings.counting == Counting::Area).then(limits)
    }

    /// Who wins.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict_by(Color::Black)
    }

    /// Who wins, from the count of one side alone.
    #[must_use]
    pub fn verdict_by(&self, counted: Color) -> Verdict {
        self.verdict_at(counted, self.margin(counted))
    }

    /// Who would win, were a side ahead by this much.
    #[must_use]
    pub fn verdict_at(&self, counted: Color, margin: QuarterZi) -> Verdict {
        let settings = &self.settings;
        let loses = |color: Color| settings.penalty.loses(settings.warnings[color]);
        match (loses(Color::Black), loses(Color::White)) {
            (true, true) => return Verdict::BothLose,
            (true, false) => {
                return Verdict::Warnings {
                    loser: Color::Black,
                };
            }
            (false, true) => {
                return Verdict::Warnings {
                    loser: Color::White,
                };
            }
            (false, false) => {}
        }
        let winner = if margin.is_negative() {
            counted.opponent()
        } else {
            counted
        };
        match margin.abs() {
            QuarterZi::ZERO if settings.rules == RuleSet::Ing => Verdict::Win {
                winner: Color::Black,
                margin: QuarterZi::ZERO,
            },
            QuarterZi::ZERO => Verdict::Draw,
            margin => Verdict::Win { winner, margin },
        }
    }
}
