//! The figures of results, wherever they come from: a file, or counts that were typed.

use super::numbers::{counted, grouped};
use super::sentence::{elo_words, percent, percent_interval, sentence_of};
use super::sprt::sprt_words;
use crate::record::results::Results;
use crate::record::tally::DistinctCount;
use crate::stats::{Counts, Interval, Sprt, SprtResult, Unit, los, nelo, score_interval, wilson};

/// Beyond, the interval of nElo is too narrow to be shown: at 200 it holds the truth 80 to 90 times of 100.
const MOST_NELO: f64 = 100.0;

/// What there is to know of the results of a against b.
#[derive(Debug, Clone)]
pub struct Figures {
    /// The players' names: a, then b.
    pub players: [String; 2],
    /// How many games.
    pub games: u64,
    /// Games that a lost, drew and won, where that is known.
    pub results: Option<[u64; 3]>,
    /// Pairs by a's half points, where there are pairs.
    pub pairs: Option<[u64; 5]>,
    /// Games without a pair, where there are pairs.
    pub unpaired: u64,
    /// How many games and openings differ, where that is known.
    pub distinct: Option<[DistinctCount; 2]>,
    /// The score of a in all games.
    pub score: f64,
    /// The sample that all else is computed from.
    pub sample: Counts,
    /// The interval of the score.
    pub interval: Interval,
    /// A sequential test, and where it stands.
    pub sprt: Option<(Sprt, SprtResult)>,
}

impl Figures {
    /// The figures of counts; `None` where nothing is counted.
    pub fn of_counts(players: [&str; 2], counts: Counts) -> Option<Figures> {
        let figures = Figures {
            players: players.map(str::to_owned),
            games: counts.n().saturating_mul(counts.unit().games()),
            results: counts.outcomes().try_into().ok(),
            pairs: counts.outcomes().try_into().ok(),
            unpaired: 0,
            distinct: None,
            score: counts.mean()?,
            sample: counts,
            interval: score_interval(&counts),
            sprt: None,
        };
        Some(figures)
    }

    /// The figures of the games of a file; `None` where there are none.
    pub fn of_results(results: &Results) -> Option<Figures> {
        let tally = &results.tally;
        let [losses, draws, wins] = tally.results();
        let sample = tally.sample();
        let distinct = [tally.distinct_games(), tally.distinct_openings()];
        let is_paired = sample.unit() == Unit::Pair;
        Some(Figures {
            players: results.players.clone(),
            games: tally.games(),
            results: Some(tally.results()),
            pairs: is_paired.then(|| tally.pairs()),
            unpaired: if is_paired { results.unpaired } else { 0 },
            distinct: results.knows_repeats.then_some(distinct),
            score: Counts::games(losses, draws, wins).mean()?,
            sample,
            interval: score_interval(&sample),
            sprt: None,
        })
    }

    /// The same with a sequential test.
    #[must_use]
    pub fn tested(mut self, sprt: Option<Sprt>) -> Figures {
        self.sprt = sprt.map(|sprt| (sprt, sprt.test(&self.sample)));
        self
    }

    /// The result in one sentence.
    pub fn sentence(&self) -> String {
        let [a, b] = &self.players;
        sentence_of([a, b], self.games, self.score, self.interval)
    }

    /// The table behind the sentence.
    pub fn table(&self) -> String {
        self.rows().iter().map(|(name, text)| format!("  {name:<9}  {text}\n")).collect()
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let mut rows = vec![("games", self.games_words())];
        if let Some([games, openings]) = self.distinct {
            rows.push(("distinct", format!("{}, {}", games.words("game"), openings.words("opening"))));
        }
        if let Some([losses, draws, wins]) = self.results {
            for (name, count) in [("wins", wins), ("draws", draws), ("losses", losses)] {
                let (share, rate) = (count as f64 / self.games as f64, wilson(count, self.games));
                let (share, rate) = (percent(share), percent_interval(rate));
                rows.push((name, format!("{} = {share} (95 %: {rate})", grouped(count))));
            }
        }
        if let Some(pairs) = self.pairs {
            let [ll, ld, even, wd, ww] = pairs.map(grouped);
            rows.push(("pairs", format!("{ll} LL, {ld} LD, {even} WL or DD, {wd} WD, {ww} WW")));
        }
        rows.push(("score", format!("{} (95 %: {})", percent(self.score), percent_interval(self.interval))));
        rows.push(("Elo", elo_words(self.score, self.interval).replace(" Elo", "")));
        let nelo = nelo(&self.sample).map_or("none, as all results are the same".to_owned(), |nelo| {
            let [value, low, high] = [nelo.value, nelo.low(), nelo.high()].map(tenths);
            if nelo.value.abs() <= MOST_NELO { format!("{value} (95 %: {low} to {high})") } else { value }
        });
        rows.push(("nElo", nelo));
        if let Some(los) = los(&self.sample) {
            rows.push(("LOS", percent(los)));
        }
        if let Some((sprt, result)) = &self.sprt {
            rows.push(("SPRT", sprt_words(sprt, result)));
        }
        rows
    }

    fn games_words(&self) -> String {
        let Some(pairs) = self.pairs else {
            return format!("{}, counted one by one", grouped(self.games));
        };
        let pairs = counted(pairs.iter().fold(0, |sum: u64, &count| sum.saturating_add(count)), "pair");
        match self.unpaired {
            0 => format!("{} in {pairs}", grouped(self.games)),
            unpaired => format!("{} in {pairs}, {} without a pair", grouped(self.games), grouped(unpaired)),
        }
    }
}

impl DistinctCount {
    /// "12 games", "about 1,000 games".
    pub(super) fn words(self, noun: &str) -> String {
        let about = if self.is_estimate { "about " } else { "" };
        format!("{about}{}", counted(self.count, noun))
    }
}

/// A number with its sign and one decimal: `+57.9`, `0.0`.
fn tenths(number: f64) -> String {
    if number.abs() < 0.05 { "0.0".to_owned() } else { format!("{number:+.1}") }
}
