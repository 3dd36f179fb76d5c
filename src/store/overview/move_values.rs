//! The values of moves in `moves.csv`, for the selected games alone.

use crate::text::Decimal;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead};

/// Values by game and ply, for the side that moved.
#[derive(Debug, Default)]
pub(crate) struct MoveValues(BTreeMap<u64, BTreeMap<u32, Decimal>>);

static NONE: BTreeMap<u32, Decimal> = BTreeMap::new();

impl MoveValues {
    pub(crate) fn of(&self, game: u64) -> &BTreeMap<u32, Decimal> {
        self.0.get(&game).unwrap_or(&NONE)
    }

    /// Reads those of some games. All other lines are skipped after their first field: the file has a line for each
    /// move of the run. A damaged line has no value.
    pub(super) fn read(mut file: impl BufRead, games: &BTreeSet<u64>) -> io::Result<MoveValues> {
        let mut values = MoveValues::default();
        let mut line = Vec::new();
        while file.read_until(b'\n', &mut line)? > 0 {
            if let Some(game) = leading_number(&line).filter(|game| games.contains(game))
                && let Some((ply, value)) = ply_and_value(&line)
            {
                values.0.entry(game).or_default().insert(ply, value);
            }
            line.clear();
        }
        Ok(values)
    }
}

fn leading_number(line: &[u8]) -> Option<u64> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    str::from_utf8(&line[..digits]).ok()?.parse().ok()
}

/// The second field and the last: what is between may be quoted.
fn ply_and_value(line: &[u8]) -> Option<(u32, Decimal)> {
    // A line without its end may lack digits of its value.
    let line = str::from_utf8(line).ok()?.strip_suffix('\n')?;
    Some((line.split(',').nth(1)?.parse().ok()?, Decimal::read(line.rsplit(',').next()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_games_asked_for() {
        let file = "game,ply,player,move,time_ns,nodes,depth,value\n1,1,\"a,b\",3,100,5,2,-7\n1,2,c,4,100,0,,\n1,3,c,4,100,5,2,-2.3\n2,1,c,1,9,9,1,5\n3,1,c,1,9,9,1,5";
        let values = MoveValues::read(file.as_bytes(), &BTreeSet::from([1, 3])).unwrap();
        assert_eq!(values.of(1), &BTreeMap::from([(1, Decimal::from(-7)), (3, Decimal::thousandths(-2300))]));
        assert!(values.of(2).is_empty() && values.of(3).is_empty());
    }
}
