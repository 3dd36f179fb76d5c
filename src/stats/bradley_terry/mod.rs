//! Ratings of many players (R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs", 1952).
//!
//! The ratings are those under which the results are most likely, if a player that is x Elo ahead scores
//! 1 / (1 + 10^(-x/400)) of its games; a draw is half a win. The score against the field is not a rating: it depends on
//! the opponents. On a ladder of six players it shows 809 Elo between the ends instead of 1213.
//!
//! **Errors** are sandwich errors, clustered by opening (see [`clusters`](crate::stats::clusters)): they come from how much
//! the results of openings actually scatter, so draws, similarity within pairs and similarity between pairings are
//! accounted for. If a table does not say which results share an opening, each pair is a cluster, as is a game without
//! a pair. The ends of intervals are at Student's t for the number of clusters that a rating rests on. Without an anchor
//! ratings and their errors are relative to the mean of the players; with one, to the anchor, whose error is 0.
//! The errors of two ratings do not add up to that of their difference, as both depend on the same mean:
//! use [`Ratings::difference`] to compare players.
//!
//! **Out of reach.** A player that won or lost every game has no finite rating, nor have two groups between which all
//! points went one way. The ratings are then relative to the core, the largest set of players within reach of each other
//! (their mean is 0). A player above or below it has a bound: the rating at which its results against those between
//! it and the core still have a probability of 0.025. Ten games won are at least +140 Elo, as in a match. If
//! all players are out of each other's reach, the mean of all bounds is 0. Players that cannot be compared at all form
//! separate groups, each relative to its own mean.
//!
//! **Without errors.** Results that chose who met whom ([`RatedResults::Choosing`]) do not say how certain they are. The
//! ratings are then a [`Belief`], without errors, bounds and likelihoods of superiority.
//!
//! ```
//! use arena::stats::{RatingBound, Crosstable, Ratings, Results};
//!
//! let mut table = Crosstable::new(3);
//! table.add(0, 1, &Results::single(22, 36, 62));
//! table.add(2, 0, &Results::single(0, 0, 10));
//! let ratings = Ratings::of(&table, None);
//! assert_eq!(format!("{:.3} ± {:.2}", ratings[0].elo, ratings[0].stderr.unwrap()), "60.206 ± 13.69");
//! assert_eq!((ratings[1].elo + ratings[0].elo).abs() < 1e-9, true);
//! assert_eq!((ratings[2].bound, ratings[2].elo.round()), (Some(RatingBound::AtLeast), 200.0));
//! ```

mod belief;
mod evidence;
mod fit;
mod matrix;
mod one_sided;
mod parts;

use std::f64::consts::LN_10;
use std::ops::Index;

use super::Z;
use super::anytime::{anytime_width, normal_los};
use super::crosstable::{Crosstable, RatedResults};
use super::stopping::IntervalBasis;
use super::student::{student_95, student_cdf};
use crate::text::{TextError, did_you_mean};
pub use belief::Belief;
use evidence::AllResults;
use fit::{Fit, Spread};
use one_sided::{OneSidedBound, Wins};
use parts::Layers;

/// Elo per natural unit, the logarithm of the odds.
const ELO: f64 = 400.0 / LN_10;

/// The direction of a one-sided bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RatingBound {
    /// The player took all points: it is at least that strong.
    AtLeast,
    /// The player took no points: it is at most that strong.
    AtMost,
}

/// The rating of a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// The rating, or the bound.
    pub elo: f64,
    /// Its standard error; `None` for a bound, and for a player that cannot be compared with any other.
    pub stderr: Option<f64>,
    /// The degrees of freedom of that error: the number of openings it rests on, minus one.
    pub freedom: u64,
    /// Whether its interval is right at every look, and not only after the planned games.
    pub anytime: bool,
    /// Whether it is a bound.
    pub bound: Option<RatingBound>,
    /// The group of players that it can be compared with, from 0.
    pub group: usize,
}

impl Rating {
    /// The low end of the 95 % interval, if there is one.
    pub fn low(&self) -> Option<f64> {
        match self.bound {
            Some(RatingBound::AtLeast) => Some(self.elo),
            Some(RatingBound::AtMost) => None,
            None => self.half_width().map(|width| self.elo - width),
        }
    }

    /// The high end of the 95 % interval, if there is one.
    pub fn high(&self) -> Option<f64> {
        match self.bound {
            Some(RatingBound::AtMost) => Some(self.elo),
            Some(RatingBound::AtLeast) => None,
            None => self.half_width().map(|width| self.elo + width),
        }
    }

    fn half_width(&self) -> Option<f64> {
        let wider = if self.anytime { anytime_width(self.freedom + 1) / Z } else { 1.0 };
        self.stderr.map(|stderr| wider * student_95(self.freedom) * stderr)
    }
}

/// A player whose rating is fixed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anchor {
    /// Which player.
    pub player: usize,
    /// Its rating.
    pub elo: f64,
}

impl Anchor {
    /// Parses `NAME=ELO`, where the name is one of these. Names may contain `=`.
    pub(crate) fn parse(text: &str, names: &[String]) -> Result<Anchor, TextError> {
        let Some((name, elo)) = text.rsplit_once('=') else {
            return Err(TextError::whole(text, "an anchor is NAME=ELO", "for example --anchor bad=0"));
        };
        let Some(player) = names.iter().position(|known| known == name) else {
            let known: Vec<&str> = names.iter().map(String::as_str).collect();
            let problem = format!("no player is called '{name}'");
            return Err(TextError::new(text, 0..name.len(), problem, did_you_mean(name, "players", &known)));
        };
        match elo.parse::<f64>() {
            Ok(elo) if elo.abs() <= 1e6 => Ok(Anchor { player, elo }),
            _ => {
                let problem = format!("'{elo}' is not a rating");
                let place = name.len() + 1..text.len();
                Err(TextError::new(text, place, problem, "give a number from -1000000 to 1000000"))
            }
        }
    }
}

/// The difference between two ratings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The difference.
    pub elo: f64,
    /// Its standard error.
    pub stderr: f64,
    /// The degrees of freedom of that error.
    pub freedom: u64,
}

impl Difference {
    /// The ends of the 95 % interval.
    pub fn interval(&self) -> (f64, f64) {
        let width = student_95(self.freedom) * self.stderr;
        (self.elo - width, self.elo + width)
    }
}

/// The ratings of the players of a crosstable.
#[derive(Debug, Clone)]
pub struct Ratings {
    by_player: Vec<Rating>,
    parts: Vec<Component>,
    anytime: bool,
}

/// Rated players within reach of each other.
#[derive(Debug, Clone)]
struct Component {
    members: Vec<usize>,
    /// In natural units, relative to a common zero of the group.
    strengths: Vec<f64>,
    /// How they were fitted; `None` for a single player.
    fit: Option<Fit>,
    /// For a part outside the core: the results against those in between.
    one_sided: Option<OneSidedBound>,
}

impl Component {
    fn place(&self, player: usize) -> Option<usize> {
        self.members.iter().position(|&member| member == player)
    }
}

impl Ratings {
    /// Rates the players relative to the mean or to an anchor.
    pub fn of(table: &Crosstable, anchor: Option<Anchor>) -> Ratings {
        let anchor = anchor.filter(|anchor| anchor.player < table.players());
        let evidence = &AllResults::of(table);
        let unrated = Rating { elo: 0.0, stderr: None, freedom: 1, anytime: false, bound: None, group: 0 };
        let mut ratings =
            Ratings { by_player: vec![unrated; table.players()], parts: Vec::new(), anytime: false };
        for (group, layers) in
            parts::layers(evidence, anchor.map(|anchor| anchor.player)).into_iter().enumerate()
        {
            let anchor = anchor.filter(|anchor| layers.core.contains(&anchor.player));
            ratings.rate(evidence, group, &layers, anchor);
        }
        match table.rated() {
            RatedResults::All | RatedResults::Reported => ratings,
            RatedResults::Choosing => ratings.without_errors(&Belief::of(table), anchor),
        }
    }

    /// The beliefs about the players of the same groups. They have no errors and no bounds, so nothing is certain.
    fn without_errors(&self, belief: &Belief, anchor: Option<Anchor>) -> Ratings {
        let mut ratings = self.by_player.clone();
        for group in 0..self.groups() {
            let is_member = |player: &usize| self.by_player[*player].group == group;
            let members: Vec<usize> = (0..ratings.len()).filter(is_member).collect();
            let strength = |player: usize| belief.difference(player, members[0]);
            let zero = match anchor.filter(|anchor| is_member(&anchor.player)) {
                Some(Anchor { player, elo }) => strength(player) - elo,
                None => members.iter().map(|&player| strength(player)).sum::<f64>() / members.len() as f64,
            };
            for &player in &members {
                let elo = strength(player) - zero;
                ratings[player] =
                    Rating { elo, group, stderr: None, freedom: 1, anytime: false, bound: None };
            }
        }
        Ratings { by_player: ratings, parts: Vec::new(), anytime: false }
    }

    /// The same ratings with intervals and likelihoods of superiority that rest on something else. A bound is right at every
    /// look anyway: if it is ever wrong, it is so from one streak of wins on, which is as unlikely as the bound says.
    #[must_use]
    pub fn resting_on(mut self, basis: IntervalBasis) -> Ratings {
        self.anytime = basis != IntervalBasis::Fixed;
        self.by_player.iter_mut().for_each(|rating| rating.anytime = self.anytime);
        self
    }

    /// The number of groups of comparable players.
    pub fn groups(&self) -> usize {
        self.by_player.iter().map(|rating| rating.group + 1).max().unwrap_or(0)
    }

    /// The players from the strongest to the weakest, group by group. Those that took all points are above the core and
    /// those that took none below it, however weak their bounds. Ties are in the order of their numbers.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.by_player.len()).collect();
        ranking.sort_by(|&i, &j| {
            let (a, b) = (&self.by_player[i], &self.by_player[j]);
            let level = |rating: &Rating| match rating.bound {
                Some(RatingBound::AtLeast) => 0,
                None => 1,
                Some(RatingBound::AtMost) => 2,
            };
            (a.group, level(a)).cmp(&(b.group, level(b))).then(b.elo.total_cmp(&a.elo))
        });
        ranking
    }

    /// How far player `i` is ahead of player `j`; `None` if one of them is out of the other's reach.
    pub fn difference(&self, i: usize, j: usize) -> Option<Difference> {
        let part = self.part_of(i)?;
        let (a, b) = (part.place(i)?, part.place(j)?);
        let Spread { variance, freedom } = part.fit.as_ref()?.between(a, b);
        let elo = ELO * (part.strengths[a] - part.strengths[b]);
        Some(Difference { elo, stderr: ELO * variance.sqrt(), freedom })
    }

    /// The likelihood of superiority: how likely player `i` is stronger than player `j`. `None` if they cannot be
    /// compared.
    ///
    /// It is Student's probability of the difference in standard errors. If all points between them went one way, it
    /// is one minus half the probability of these results between equals: 0.9995 for ten games won.
    pub fn los(&self, i: usize, j: usize) -> Option<f64> {
        match self.difference(i, j) {
            Some(Difference { stderr, .. }) if stderr <= 0.0 => None,
            Some(Difference { elo, stderr, freedom }) if self.anytime => {
                Some(normal_los(elo / stderr, freedom + 1))
            }
            Some(Difference { elo, stderr, freedom }) => Some(student_cdf(elo / stderr, freedom)),
            None => self.los_beyond(i, j).or_else(|| self.los_beyond(j, i).map(|los| 1.0 - los)),
        }
    }

    /// The same for a player `i` that is further from the core than `j`. If `j` is not in the core it has only a
    /// bound itself, and games against others say nothing.
    fn los_beyond(&self, i: usize, j: usize) -> Option<f64> {
        let (one_sided, other) = (self.part_of(i)?.one_sided.as_ref()?, self.part_of(j)?);
        let is_core = one_sided.core.contains(&j);
        let apart = (self.by_player[i].elo - self.by_player[j].elo) / ELO;
        let certainty =
            |apart| one_sided.certainty(apart, |against| is_core || other.place(against).is_some());
        match one_sided.bound {
            RatingBound::AtLeast => certainty(apart),
            RatingBound::AtMost => certainty(-apart).map(|certainty| 1.0 - certainty),
        }
    }

    fn part_of(&self, player: usize) -> Option<&Component> {
        self.parts.iter().find(|part| part.place(player).is_some())
    }

    fn rate(&mut self, evidence: &AllResults, group: usize, layers: &Layers, anchor: Option<Anchor>) {
        let first = self.parts.len();
        self.parts.push(part(evidence, &layers.core));
        for (bound, sides) in [(RatingBound::AtLeast, &layers.above), (RatingBound::AtMost, &layers.below)] {
            let mut between = vec![first];
            for members in sides {
                let nearer: Vec<&Component> = between.iter().map(|&at| &self.parts[at]).collect();
                let part = beyond(evidence, members, &nearer, bound);
                between.push(self.parts.len());
                self.parts.push(part);
            }
        }
        let zero = self.zero(first, anchor);
        for at in first..self.parts.len() {
            for (place, &player) in self.parts[at].members.iter().enumerate() {
                self.by_player[player] = self.rating(first, at, place, layers, anchor);
                self.by_player[player].elo = ELO * (self.parts[at].strengths[place] - zero);
                self.by_player[player].elo += anchor.map_or(0.0, |anchor| anchor.elo);
                self.by_player[player].group = group;
            }
        }
    }

    /// The strength in a group that is rated 0 or as the anchor.
    fn zero(&self, first: usize, anchor: Option<Anchor>) -> f64 {
        let core = &self.parts[first];
        if let Some(place) = anchor.and_then(|anchor| core.place(anchor.player)) {
            return core.strengths[place];
        }
        if core.members.len() > 1 {
            return 0.0;
        }
        let all: Vec<f64> = self.parts[first..].iter().flat_map(|part| part.strengths.clone()).collect();
        all.iter().sum::<f64>() / all.len().max(1) as f64
    }

    /// The error and the bound of a member of a part; `first` is the core of its group.
    fn rating(
        &self,
        first: usize,
        at: usize,
        place: usize,
        layers: &Layers,
        anchor: Option<Anchor>,
    ) -> Rating {
        let part = &self.parts[at];
        let mut rating = Rating { elo: 0.0, stderr: None, freedom: 1, anytime: false, bound: None, group: 0 };
        let mut spread = None;
        if at > first {
            rating.bound = part.one_sided.as_ref().map(|one_sided| one_sided.bound);
        } else if let Some(to) = anchor.and_then(|anchor| part.place(anchor.player)) {
            spread = part.fit.as_ref().map(|fit| fit.between(place, to));
            rating.stderr = Some(0.0);
        } else if let Some(fit) = &part.fit {
            spread = Some(fit.about_mean(place));
        } else {
            rating.bound = match (layers.above.is_empty(), layers.below.is_empty()) {
                (true, false) => Some(RatingBound::AtLeast),
                (false, true) => Some(RatingBound::AtMost),
                _ => None,
            };
        }
        if let Some(Spread { variance, freedom }) = spread {
            rating.stderr = Some(ELO * variance.sqrt());
            rating.freedom = freedom;
        }
        rating
    }
}

impl Index<usize> for Ratings {
    type Output = Rating;

    fn index(&self, player: usize) -> &Rating {
        &self.by_player[player]
    }
}

/// Rates the members of a part relative to each other.
fn part(evidence: &AllResults, members: &[usize]) -> Component {
    let members = members.to_vec();
    if members.len() < 2 {
        return Component { strengths: vec![0.0; members.len()], members, fit: None, one_sided: None };
    }
    let fit = fit::fit(evidence, &members);
    Component { members, strengths: fit.strengths.clone(), fit: Some(fit), one_sided: None }
}

/// Rates a part out of the core's reach, at the bound from its results against the nearer parts. The first of
/// those is the core.
fn beyond(evidence: &AllResults, members: &[usize], nearer: &[&Component], bound: RatingBound) -> Component {
    let mut part = part(evidence, members);
    let sign = if bound == RatingBound::AtLeast { 1.0 } else { -1.0 };
    let core = nearer.first().map_or(Vec::new(), |core| core.members.clone());
    let mut one_sided = OneSidedBound { bound, core, wins: Vec::new() };
    for other in nearer {
        for (&i, &strength) in part.members.iter().zip(&part.strengths) {
            for (&against, &nearer) in other.members.iter().zip(&other.strengths) {
                let units = evidence.between(i, against).units as f64;
                if units > 0.0 {
                    one_sided.wins.push(Wins { against, ahead: sign * (strength - nearer), units });
                }
            }
        }
    }
    let shift = one_sided.limit();
    part.strengths.iter_mut().for_each(|strength| *strength += sign * shift);
    one_sided.shift(shift);
    part.one_sided = Some(one_sided);
    part
}
