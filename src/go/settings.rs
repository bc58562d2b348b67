//! Rule sets and the settings of an event.

use super::{ByColor, Color, Komi, QuarterZi};

/// How a finished board is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Live stones and surrounded points; a dame is half for each side (数子法).
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// The rules of an event as far as they bear on the count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// Chinese competition rules of 2002: area in zi, komi 3¾ zi.
    Chinese,
    /// Chinese rules before 2002: komi 2¾ zi.
    Chinese1988,
    /// Japanese rules: territory, komi 6.5 points, no points in seki.
    Japanese,
    /// Korean rules: counted like the Japanese ones.
    Korean,
    /// American and British rules: area (or, with pass stones, territory) in points, komi
    /// 7.5; for handicap, White gets a point for each stone after the first by area.
    Aga,
    /// Ing rules: area, komi 8 points, Black wins ties.
    Ing,
    /// New Zealand rules: area, komi 7 points.
    NewZealand,
}

impl RuleSet {
    /// The usual way of counting.
    #[must_use]
    pub fn counting(self) -> Counting {
        match self {
            Self::Japanese | Self::Korean => Counting::Territory,
            _ => Counting::Area,
        }
    }

    /// The usual komi of an even game.
    #[must_use]
    pub fn komi(self) -> Komi {
        match self {
            Self::Chinese => Komi::ZI_3_3_4,
            Self::Chinese1988 => Komi::ZI_2_3_4,
            Self::Japanese | Self::Korean => Komi::POINTS_6_5,
            Self::Aga => Komi::new(QuarterZi::from_points(7) + QuarterZi(1)),
            Self::Ing => Komi::new(QuarterZi::from_points(8)),
            Self::NewZealand => Komi::new(QuarterZi::from_points(7)),
        }
    }

    /// Every komi in use, for a game whose komi is not known; the usual one of an even game first.
    #[must_use]
    pub fn usual_komis(self) -> Vec<Komi> {
        let also: &[Komi] = match self {
            Self::Chinese => &[Komi::POINTS_6_5, Komi::ZI_2_3_4],
            Self::Chinese1988 => &[Komi::ZI_3_3_4],
            Self::Japanese | Self::Korean => &[Komi::ZI_2_3_4],
            Self::Aga | Self::Ing | Self::NewZealand => &[],
        };
        let even = std::iter::once(self.komi()).chain(also.iter().copied());
        even.chain([self.handicap_komi()]).collect()
    }

    /// The usual komi when Black has a handicap: none, half a point under AGA rules.
    #[must_use]
    pub fn handicap_komi(self) -> Komi {
        match self {
            Self::Aga => Komi::new(QuarterZi(1)),
            _ => Komi::ZERO,
        }
    }

    /// Whether counts are spoken of in zi; all other rule sets use points.
    #[must_use]
    pub fn speaks_of_zi(self) -> bool {
        matches!(self, Self::Chinese | Self::Chinese1988)
    }

    /// Whether empty points inside a seki count for nobody when counting territory.
    #[must_use]
    pub fn seki_has_no_territory(self) -> bool {
        matches!(self, Self::Japanese | Self::Korean)
    }

    /// What Black gives White for a handicap of that many stones.
    ///
    /// Half the stones in zi under the Chinese rules; a point for each stone after the first
    /// under AGA rules counted by area; nothing elsewhere. One stone is Black's first move
    /// without komi (让先), for which nothing is given back.
    #[must_use]
    pub fn handicap_return(self, stones: u8, counting: Counting) -> QuarterZi {
        let stones = i32::from(stones);
        match self {
            _ if stones < 2 => QuarterZi::ZERO,
            Self::Chinese | Self::Chinese1988 => QuarterZi::from_half_zi(stones),
            Self::Aga if counting == Counting::Area => QuarterZi::from_points(stones - 1),
            _ => QuarterZi::ZERO,
        }
    }
}

/// What warnings (警告) cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Penalty {
    /// Taken off the warned side's count for each warning.
    pub per_warning: QuarterZi,
    /// The most that all warnings of a side together cost; `None` for no cap.
    pub cap: Option<QuarterZi>,
    /// The warning that loses the game; `None` if none does.
    pub losing_warning: Option<u8>,
}

impl Penalty {
    /// The Chinese competition rules: 1 zi for a warning, the second one loses.
    pub const CHINESE: Self = Self {
        per_warning: QuarterZi::from_zi(1),
        cap: None,
        losing_warning: Some(2),
    };

    /// Warnings cost nothing and never lose.
    pub const NONE: Self = Self {
        per_warning: QuarterZi::ZERO,
        cap: None,
        losing_warning: None,
    };

    /// What that many warnings take off a side's count.
    #[must_use]
    pub fn for_warnings(self, warnings: u8) -> QuarterZi {
        let full = self.per_warning * i32::from(warnings);
        self.cap.map_or(full, |cap| full.min(cap))
    }

    /// Whether that many warnings lose the game.
    #[must_use]
    pub fn loses(self, warnings: u8) -> bool {
        self.losing_warning.is_some_and(|losing| warnings >= losing)
    }
}

impl Default for Penalty {
    fn default() -> Self {
        Self::CHINESE
    }
}

/// Everything besides the board that bears on the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Settings {
    /// The rule set.
    pub rules: RuleSet,
    /// Area or territory; only AGA rules know both.
    pub counting: Counting,
    /// What White gets for Black's first move.
    pub komi: Komi,
    /// Handicap stones; 0 for an even game, 1 for Black first without komi (让先).
    pub handicap: u8,
    /// Warnings of each side.
    pub warnings: ByColor<u8>,
    /// What warnings cost.
    pub penalty: Penalty,
    /// Stones (and pass stones) that each side holds of the other, beside those that the
    /// position itself saw taken. Only counted as territory.
    pub prisoners: ByColor<u32>,
}

impl Settings {
    /// An even game under these rules with their usual komi.
    #[must_use]
    pub fn new(rules: RuleSet) -> Self {
        Self {
            rules,
            counting: rules.counting(),
            komi: rules.komi(),
            handicap: 0,
            warnings: ByColor::default(),
            penalty: Penalty::CHINESE,
            prisoners: ByColor::default(),
        }
    }

    /// The same with a handicap, and the komi that goes with it.
    #[must_use]
    pub fn with_handicap(mut self, stones: u8) -> Self {
        self.handicap = stones;
        if stones > 0 {
            self.komi = self.rules.handicap_komi();
        }
        self
    }

    /// The same with another komi.
    #[must_use]
    pub fn with_komi(mut self, komi: Komi) -> Self {
        self.komi = komi;
        self
    }

    /// What Black gives White for the handicap.
    #[must_use]
    pub fn handicap_return(&self) -> QuarterZi {
        self.rules.handicap_return(self.handicap, self.counting)
    }

    /// What a side's warnings take off its count.
    #[must_use]
    pub fn penalty_of(&self, color: Color) -> QuarterZi {
        self.penalty.for_warnings(self.warnings[color])
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::new(RuleSet::Chinese)
    }
}
