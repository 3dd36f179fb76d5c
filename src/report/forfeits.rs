//! Forfeited games in words.

use super::numbers::{counted, grouped};
use crate::store::faults::{Forfeiter, Forfeits};

/// The players that a headline names.
const MOST_NAMED: usize = 3;

/// A sentence about results, with the forfeits among them. Players that forfeited every game come first: their results
/// say nothing about strength.
pub(super) fn with_forfeits(sentence: String, forfeiters: &[Forfeiter]) -> String {
    let (all, some): (Vec<&Forfeiter>, Vec<&Forfeiter>) =
        forfeiters.iter().partition(|forfeiter| forfeiter.forfeited_all());
    [listed(&all), Some(sentence), listed(&some)].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// The result of a match with the forfeits in it. If every game was forfeited, there is nothing else to say.
pub(super) fn of_match(result: String, forfeiters: &[Forfeiter]) -> String {
    let all: Vec<&Forfeiter> = forfeiters.iter().filter(|forfeiter| forfeiter.forfeited_all()).collect();
    listed(&all).unwrap_or_else(|| with_forfeits(result, forfeiters))
}

fn listed(forfeiters: &[&Forfeiter]) -> Option<String> {
    let (named, others) = forfeiters.split_at(forfeiters.len().min(MOST_NAMED));
    let mut parts: Vec<String> = named.iter().map(|forfeiter| words(forfeiter)).collect();
    if !others.is_empty() {
        parts.push(format!("and so did {}", counted(others.len() as u64, "other player")));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// "./mybot forfeited 7 of 10 games (5 illegal, 2 timeout)".
pub(super) fn words(Forfeiter { player, games, forfeits, .. }: &Forfeiter) -> String {
    format!(
        "{player} forfeited {} of {} ({})",
        grouped(forfeits.total()),
        counted(*games, "game"),
        reasons(*forfeits)
    )
}

/// The reasons with their counts, "5 illegal, 2 timeout", or the only one.
fn reasons(forfeits: Forfeits) -> String {
    let some: Vec<_> = forfeits.by_reason().filter(|(_, games)| *games > 0).collect();
    match some.as_slice() {
        [(only, _)] => only.to_string(),
        some => some
            .iter()
            .map(|(reason, games)| format!("{} {reason}", grouped(*games)))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::duel::Reason;

    fn forfeiter(player: &str, games: u64, reasons: &[(Reason, u64)]) -> Forfeiter {
        let mut forfeits = Forfeits::default();
        for &(reason, count) in reasons {
            (0..count).for_each(|_| forfeits.add(reason));
        }
        Forfeiter { player: player.to_owned(), games, forfeited: forfeits.total(), forfeits }
    }

    #[test]
    fn who_forfeited_every_game_comes_first_and_who_forfeited_some_last() {
        let some = forfeiter("./slow.py", 100, &[(Reason::Illegal, 5), (Reason::Timeout, 2)]);
        let all = forfeiter("./crash.py", 10, &[(Reason::Crash, 10)]);
        let said = |forfeiters: &[Forfeiter]| with_forfeits("A leads".to_owned(), forfeiters);
        insta::assert_snapshot!(said(&[some.clone(), all.clone()]), @"./crash.py forfeited 10 of 10 games (crash); A leads; ./slow.py forfeited 7 of 100 games (5 illegal, 2 timeout)");
        assert_eq!(said(&[]), "A leads");
        let many = [all.clone(), all.clone(), all.clone(), all.clone(), all];
        assert!(said(&many).ends_with("(crash), and so did 2 other players; A leads"), "{}", said(&many));
    }

    #[test]
    fn a_match_that_both_players_forfeited_has_no_other_result() {
        let both = ["./a", "./b"]
            .map(|player| Forfeiter { forfeited: 10, ..forfeiter(player, 10, &[(Reason::Crash, 5)]) });
        let said = of_match("no difference shown".to_owned(), &both);
        assert_eq!(said, "./a forfeited 5 of 10 games (crash), ./b forfeited 5 of 10 games (crash)");
    }
}
