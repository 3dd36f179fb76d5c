//! Ratings of many players (R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs", 1952).
//!
//! The ratings are those under which the results are likeliest, if a player that is x Elo ahead scores
//! 1 / (1 + 10^(-x/400)) of its games; a draw is half a win. The score against the field is not a rating: it depends on
//! who was met. On a ladder of six players it shows 809 Elo between the ends where there are 1213.
//!
//! **Errors** are sandwich errors with the pair as the unit (the game where there are no pairs): they come from how much
//! the units really scatter, so draws and likeness within pairs count as what they are. Without an anchor ratings and
//! their errors are about the mean of the players; with one, they are about the anchor, whose error is 0. Errors of
//! two ratings do not add up to that of their difference, as both hang on the same mean: [`Ratings::difference`] is the
//! one to compare by.
//!
//! **Out of reach.** Somebody that won or lost every game has no finite rating, nor have two groups between which all
//! points went one way. The ratings are then about the core, the largest set of players within reach of each other
//! (their mean is 0). Whoever is above or below it has a bound: the rating at which its results against those between
//! it and the core are still within the 95 % limit of the likelihood, 2 sum u ln(1 + 10^(-x/400)) = 3.841 for u units
//! at x Elo. Ten games won are at least +269 Elo, as they are in a match. Where all players are out of each other's
//! reach, the mean of all bounds is 0. Players that cannot be compared at all form groups of their own, each about its
//! own mean.
//!
//! ```
//! use arena::stats::{Bound, Crosstable, Ratings, Results};
//!
//! let mut table = Crosstable::new(3);
//! table.add(0, 1, &Results::single(22, 36, 62));
//! table.add(2, 0, &Results::single(0, 0, 10));
//! let ratings = Ratings::of(&table, None);
//! assert_eq!(format!("{:.3} ± {:.2}", ratings[0].elo, ratings[0].stderr.unwrap()), "60.206 ± 13.69");
//! assert_eq!((ratings[1].elo + ratings[0].elo).abs() < 1e-9, true);
//! assert_eq!((ratings[2].bound, ratings[2].elo.round()), (Some(Bound::AtLeast), 330.0));
//! ```

mod belief;
mod fit;
mod matrix;
mod parts;

use std::f64::consts::LN_10;
use std::ops::Index;

use super::crosstable::Crosstable;
use super::normal::normal_cdf;
use super::{CHI_SQUARE, Z};
pub use belief::Belief;
use matrix::Matrix;
use parts::Layers;

/// Elo per natural unit, the logarithm of the odds.
const ELO: f64 = 400.0 / LN_10;

/// On which side of a rating the truth is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
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
    /// Its standard error; `None` for a bound, and for a player that nothing compares with.
    pub stderr: Option<f64>,
    /// Whether it is a bound.
    pub bound: Option<Bound>,
    /// The group of players that it can be compared with, from 0.
    pub group: usize,
}

impl Rating {
    /// The low end of the 95 % interval, where there is one.
    pub fn low(&self) -> Option<f64> {
        match self.bound {
            Some(Bound::AtLeast) => Some(self.elo),
            Some(Bound::AtMost) => None,
            None => self.stderr.map(|stderr| self.elo - Z * stderr),
        }
    }

    /// The high end of the 95 % interval, where there is one.
    pub fn high(&self) -> Option<f64> {
        match self.bound {
            Some(Bound::AtMost) => Some(self.elo),
            Some(Bound::AtLeast) => None,
            None => self.stderr.map(|stderr| self.elo + Z * stderr),
        }
    }
}

/// A player whose rating is held where it is wanted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Anchor {
    /// Which player.
    pub player: usize,
    /// Its rating.
    pub elo: f64,
}

/// The difference between two ratings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The difference.
    pub elo: f64,
    /// Its standard error.
    pub stderr: f64,
}

/// The ratings of the players of a crosstable.
#[derive(Debug, Clone)]
pub struct Ratings {
    ratings: Vec<Rating>,
    parts: Vec<Part>,
}

/// Players within reach of each other, as they were rated.
#[derive(Debug, Clone)]
struct Part {
    members: Vec<usize>,
    /// In natural units, about some common zero of the group.
    strengths: Vec<f64>,
    /// The covariance within the part; `None` for a single player.
    covariance: Option<Matrix>,
    /// For a part beyond the core: the results with those between.
    passage: Option<Passage>,
}

impl Part {
    fn place(&self, player: usize) -> Option<usize> {
        self.members.iter().position(|&member| member == player)
    }

    /// The variance of the difference of two members.
    fn variance(&self, i: usize, j: usize) -> Option<f64> {
        let covariance = self.covariance.as_ref()?;
        let variance = covariance.at(i, i) + covariance.at(j, j) - 2.0 * covariance.at(i, j);
        Some(if i == j { 0.0 } else { variance.max(0.0) })
    }
}

/// One-sided results between a part and those between it and the core.
#[derive(Debug, Clone)]
struct Passage {
    bound: Bound,
    /// The other players.
    others: Vec<usize>,
    /// By how much the one ahead is ahead, and how many units it won.
    wins: Vec<(f64, f64)>,
}

impl Passage {
    /// Twice the logarithm of how much less likely the results are than sure, if the part were moved so much
    /// further away.
    fn deviance(&self, shift: f64) -> f64 {
        let cost =
            |ahead: f64| if ahead > 0.0 { (-ahead).exp().ln_1p() } else { ahead.exp().ln_1p() - ahead };
        self.wins.iter().map(|&(ahead, units)| 2.0 * units * cost(ahead + shift)).sum()
    }

    /// The shift at which the results are just within the 95 % limit.
    fn limit(&self) -> f64 {
        let (mut near, mut far) = (-1.0, 1.0);
        while self.deviance(near) < CHI_SQUARE && near > -1e6 {
            near *= 2.0;
        }
        while self.deviance(far) > CHI_SQUARE && far < 1e6 {
            far *= 2.0;
        }
        for _ in 0..100 {
            let middle = f64::midpoint(near, far);
            if self.deviance(middle) > CHI_SQUARE {
                near = middle;
            } else {
                far = middle;
            }
        }
        far
    }
}

impl Ratings {
    /// Rates the players, about the mean or about an anchor.
    pub fn of(table: &Crosstable, anchor: Option<Anchor>) -> Ratings {
        let anchor = anchor.filter(|anchor| anchor.player < table.players());
        let unrated = Rating { elo: 0.0, stderr: None, bound: None, group: 0 };
        let mut ratings = Ratings { ratings: vec![unrated; table.players()], parts: Vec::new() };
        for (group, layers) in
            parts::layers(table, anchor.map(|anchor| anchor.player)).into_iter().enumerate()
        {
            let anchor = anchor.filter(|anchor| layers.core.contains(&anchor.player));
            ratings.rate(table, group, &layers, anchor);
        }
        ratings
    }

    /// How many groups of comparable players there are.
    pub fn groups(&self) -> usize {
        self.ratings.iter().map(|rating| rating.group + 1).max().unwrap_or(0)
    }

    /// The players from the strongest to the weakest, group by group. Those that took all points are above the core and
    /// those that took none below it, however weak their bounds are. Equals are in the order of their numbers.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.ratings.len()).collect();
        ranking.sort_by(|&i, &j| {
            let (a, b) = (&self.ratings[i], &self.ratings[j]);
            let level = |rating: &Rating| match rating.bound {
                Some(Bound::AtLeast) => 0,
                None => 1,
                Some(Bound::AtMost) => 2,
            };
            (a.group, level(a)).cmp(&(b.group, level(b))).then(b.elo.total_cmp(&a.elo))
        });
        ranking
    }

    /// How far player `i` is ahead of player `j`; `None` where one of them is out of the other's reach.
    pub fn difference(&self, i: usize, j: usize) -> Option<Difference> {
        let part = self.parts.iter().find(|part| part.place(i).is_some())?;
        let (a, b) = (part.place(i)?, part.place(j)?);
        let stderr = ELO * part.variance(a, b)?.sqrt();
        Some(Difference { elo: ELO * (part.strengths[a] - part.strengths[b]), stderr })
    }

    /// The likelihood of superiority: how likely player `i` is stronger than player `j`. `None` where they cannot be
    /// compared.
    ///
    /// Where all points between them went one way, it is the normal probability of the root of the deviance at which
    /// both would be equal: 0.9999 for ten games won.
    pub fn los(&self, i: usize, j: usize) -> Option<f64> {
        match self.difference(i, j) {
            Some(Difference { stderr, .. }) if stderr <= 0.0 => None,
            Some(difference) => Some(normal_cdf(difference.elo / difference.stderr)),
            None => self.los_beyond(i, j).or_else(|| self.los_beyond(j, i).map(|los| 1.0 - los)),
        }
    }

    /// The same for a player `i` that is further from the core than `j`.
    fn los_beyond(&self, i: usize, j: usize) -> Option<f64> {
        let part = self.parts.iter().find(|part| part.place(i).is_some())?;
        let passage = part.passage.as_ref().filter(|passage| passage.others.contains(&j))?;
        let higher = (self.ratings[j].elo - self.ratings[i].elo) / ELO;
        Some(match passage.bound {
            Bound::AtLeast => normal_cdf(passage.deviance(higher).sqrt()),
            Bound::AtMost => normal_cdf(-passage.deviance(-higher).sqrt()),
        })
    }

    fn rate(&mut self, table: &Crosstable, group: usize, layers: &Layers, anchor: Option<Anchor>) {
        let first = self.parts.len();
        self.parts.push(part(table, &layers.core, None));
        for (bound, sides) in [(Bound::AtLeast, &layers.above), (Bound::AtMost, &layers.below)] {
            let mut between = vec![first];
            for members in sides {
                let nearer: Vec<&Part> = between.iter().map(|&at| &self.parts[at]).collect();
                let part = beyond(table, members, &nearer, bound);
                between.push(self.parts.len());
                self.parts.push(part);
            }
        }
        let zero = self.zero(first, anchor);
        for at in first..self.parts.len() {
            for (place, &player) in self.parts[at].members.iter().enumerate() {
                self.ratings[player] = self.rating(first, at, place, layers, anchor);
                self.ratings[player].elo = ELO * (self.parts[at].strengths[place] - zero);
                self.ratings[player].elo += anchor.map_or(0.0, |anchor| anchor.elo);
                self.ratings[player].group = group;
            }
        }
    }

    /// What strength of a group is rated 0, or as the anchor.
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
        let mut rating = Rating { elo: 0.0, stderr: None, bound: None, group: 0 };
        if at > first {
            rating.bound = part.passage.as_ref().map(|passage| passage.bound);
        } else if let Some(to) = anchor.and_then(|anchor| part.place(anchor.player)) {
            rating.stderr = if part.members.len() > 1 { part.variance(place, to) } else { Some(0.0) };
        } else if let Some(covariance) = &part.covariance {
            rating.stderr = Some(covariance.at(place, place).max(0.0));
        } else {
            rating.bound = match (layers.above.is_empty(), layers.below.is_empty()) {
                (true, false) => Some(Bound::AtLeast),
                (false, true) => Some(Bound::AtMost),
                _ => None,
            };
        }
        rating.stderr = rating.stderr.map(|variance| ELO * variance.sqrt());
        rating
    }
}

impl Index<usize> for Ratings {
    type Output = Rating;

    fn index(&self, player: usize) -> &Rating {
        &self.ratings[player]
    }
}

/// Rates the members of a part relative to each other.
fn part(table: &Crosstable, members: &[usize], passage: Option<Passage>) -> Part {
    let members = members.to_vec();
    if members.len() < 2 {
        return Part { strengths: vec![0.0; members.len()], members, covariance: None, passage };
    }
    let fit::Fit { strengths, covariance, .. } = fit::fit(table, &members);
    Part { members, strengths, covariance: Some(covariance), passage }
}

/// Rates a part out of the core's reach, at the limit of what its results with the nearer parts allow.
fn beyond(table: &Crosstable, members: &[usize], nearer: &[&Part], bound: Bound) -> Part {
    let mut part = part(table, members, None);
    let sign = if bound == Bound::AtLeast { 1.0 } else { -1.0 };
    let mut passage = Passage { bound, others: Vec::new(), wins: Vec::new() };
    for other in nearer {
        passage.others.extend(&other.members);
        for (&i, &strength) in part.members.iter().zip(&part.strengths) {
            for (&j, &against) in other.members.iter().zip(&other.strengths) {
                let units = table.between(i, j).units();
                if units > 0 {
                    passage.wins.push((sign * (strength - against), units as f64));
                }
            }
        }
    }
    let shift = passage.limit();
    part.strengths.iter_mut().for_each(|strength| *strength += sign * shift);
    passage.wins.iter_mut().for_each(|(ahead, _)| *ahead += shift);
    part.passage = Some(passage);
    part
}
