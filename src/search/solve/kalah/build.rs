//! Builds an endgame table by retrograde analysis, beans by beans.
//!
//! A sowing that reaches the pot, or captures, leads to fewer beans in play: to blocks that are done. Any other stays
//! within the mover's row, leads to a row of smaller rank (see `ranks`) and passes the turn: from row i against row j to row j
//! against a row before i. So the blocks of a against b beans and of b against a are filled together, row by row, and nothing is
//! ever looked up before it is known. Different pairs of blocks with the same number of beans do not need each other: they
//! are filled in parallel.
//!
//! What a sowing does to a row does not depend on the other row, but for captures and sowings that go all the way around. So
//! it is worked out once per row, and the inner loop only adds up places in the table.

use std::sync::{Mutex, PoisonError};
use std::thread;

use super::endgame::{EndgameTable, Layout, positions};
use crate::games::kalah::{KalahRules, SideRows, Sower};
use crate::search::{Control, Stopped, Watcher};

/// A row and everything that can happen to it.
struct Row {
    word: u64,
    /// Its moves, as the mover's row, and how many there are.
    moves: [RowMove; 7],
    count: u8,
    /// Its rank after 1, 2, … beans from the other side, the farthest hole first.
    fed: [u32; 7],
    /// Its beans by hole, the farthest first, and its rank without the beans of a hole.
    beans: [u8; 7],
    without: [u32; 7],
}

/// What a sowing does to the mover's row.
#[derive(Clone, Copy)]
enum RowMove {
    /// It stays in the row and leads to this rank.
    Quiet(u32),
    /// It ends in an empty hole. If it captures, the row without the last bean has the second rank.
    Landing { quiet: u32, captured: u32, across: u8 },
    /// It ends in the pot.
    Again(u32),
    /// It puts a bean into the pot and this many into the other row.
    Across { rank: u32, fed: u8 },
    /// It goes around.
    Around { at: u8 },
}

/// Two blocks that are filled together: the rows of a beans against those of b, and the reverse. If a = b, they are one.
struct Task<'t> {
    own: usize,
    other: usize,
    ours: &'t mut [u8],
    theirs: Option<&'t mut [u8]>,
}

impl EndgameTable {
    /// Builds the table of all positions with at most `most` beans in play, on this many threads; `None` if the board has too many
    /// holes. The watcher is consulted before every number of beans, with the positions so far.
    pub(crate) fn build(
        rules: KalahRules,
        most: usize,
        threads: usize,
        watcher: &dyn Watcher,
    ) -> Result<Option<EndgameTable>, Stopped> {
        let Some(sower) = Sower::new(rules) else { return Ok(None) };
        let mut table = EndgameTable::without_beans(rules);
        table.extend(&sower, most, threads, watcher)?;
        Ok(Some(table))
    }

    /// Adds the positions with more beans in play. A table that is stopped stays as it was.
    pub(super) fn extend(
        &mut self,
        sower: &Sower,
        most: usize,
        threads: usize,
        watcher: &dyn Watcher,
    ) -> Result<(), Stopped> {
        let layout = Layout::new(self.rules.holes(), most);
        let known = self.values.len();
        self.values.resize(positions(self.rules.holes(), most).unwrap_or(0) as usize, 0);
        let rows: Vec<Vec<Row>> = (0..=most).map(|beans| all_rows(&layout, sower, beans)).collect();
        for total in self.layout.most + 1..=most {
            let begin = layout.begin(0, total);
            if watcher.check(begin as u64) == Control::Stop {
                self.values.truncate(known);
                return Err(Stopped);
            }
            let (done, rest) = self.values.split_at_mut(begin);
            let builder = Builder { layout: &layout, sower, rows: &rows, done };
            builder.fill(total, rest, threads);
        }
        self.layout = layout;
        Ok(())
    }
}

/// All rows with this many beans, by rank.
fn all_rows(layout: &Layout, sower: &Sower, beans: usize) -> Vec<Row> {
    let mut words = vec![0; layout.sizes[beans]];
    let mut place = |word: u64| words[layout.ranks.rank(word)] = word;
    compositions(layout.holes, beans as u64, 0, &mut place);
    words.into_iter().map(|word| row(layout, sower, word, beans)).collect()
}

/// Calls `visit` with every way to put these beans into the nearest `holes` of a row that has others already.
fn compositions(holes: usize, beans: u64, row: u64, visit: &mut impl FnMut(u64)) {
    if holes == 1 {
        visit(row | beans << 48);
        return;
    }
    for first in 0..=beans {
        compositions(holes - 1, beans - first, row | first << (8 * (7 - holes)), visit);
    }
}

fn row(layout: &Layout, sower: &Sower, word: u64, total: usize) -> Row {
    let (holes, rank) = (layout.holes, |word: u64| layout.ranks.rank(word) as u32);
    let farthest = 7 - holes;
    let mut row =
        Row { word, moves: [RowMove::Quiet(0); 7], count: 0, fed: [0; 7], beans: [0; 7], without: [0; 7] };
    let mut fed = word;
    for hole in 0..holes {
        let byte = 8 * (farthest + hole);
        row.beans[hole] = (word >> byte) as u8;
        row.without[hole] = rank(word & !(0xff << byte));
        fed += 1 << byte;
        // More beans than the table holds are never looked up.
        if total + hole < layout.most {
            row.fed[hole] = rank(fed);
        }
    }
    for hole in (0..holes).filter(|&hole| row.beans[hole] > 0) {
        let at = 8 * (farthest + hole) as u32;
        let (beans, distance) = (usize::from(row.beans[hole]), holes - hole);
        let sown = sower.sow(SideRows { own: word, other: 0 }, at).rows.own;
        row.moves[usize::from(row.count)] = if beans == distance {
            RowMove::Again(rank(sown))
        } else if beans > distance + holes {
            RowMove::Around { at: at as u8 }
        } else if beans > distance {
            RowMove::Across { rank: rank(sown), fed: (beans - distance) as u8 }
        } else {
            let last = hole + beans;
            let landed = 1 << (8 * (farthest + last));
            let landing_is_empty = row.beans[last] == 0;
            // With empty capture the sowing above has captured already.
            let kept = if landing_is_empty && sower.empty_capture() { sown + landed } else { sown };
            if landing_is_empty {
                let across = (holes - 1 - last) as u8;
                RowMove::Landing { quiet: rank(kept), captured: rank(kept - landed), across }
            } else {
                RowMove::Quiet(rank(kept))
            }
        };
        row.count += 1;
    }
    row
}

/// With fewer positions than this, another thread is not worth its start.
const LEAST_SHARED: usize = 1 << 14;

/// Fills the blocks of one number of beans.
struct Builder<'b> {
    layout: &'b Layout,
    sower: &'b Sower,
    rows: &'b [Vec<Row>],
    /// The blocks of fewer beans.
    done: &'b [u8],
}

impl Builder<'_> {
    /// Fills all blocks of this many beans, which come first in `blocks`.
    fn fill(&self, total: usize, mut blocks: &mut [u8], threads: usize) {
        let sizes = &self.layout.sizes;
        let count: usize = (0..=total).map(|own| sizes[own] * sizes[total - own]).sum();
        let threads = if count < LEAST_SHARED { 1 } else { threads };
        let mut separate = Vec::new();
        for own in 0..=total {
            let (block, rest) = blocks.split_at_mut(sizes[own] * sizes[total - own]);
            separate.push(Some(block));
            blocks = rest;
        }
        let mut tasks = Vec::new();
        for own in 0..=total / 2 {
            let other = total - own;
            let theirs = if other == own { None } else { separate[other].take() };
            if let Some(ours) = separate[own].take() {
                tasks.push(Task { own, other, ours, theirs });
            }
        }
        // The largest is taken first, so that no thread begins one when the others are done.
        tasks.sort_by_key(|task| task.ours.len() * if task.theirs.is_some() { 2 } else { 1 });
        let tasks = Mutex::new(tasks);
        let work = || loop {
            let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some(task) = task else { break };
            self.fill_pair(task);
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                // If the system allows no more threads, those that there are do the work.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
    }

    fn fill_pair(&self, task: Task<'_>) {
        let Task { own: a, other: b, ours, theirs } = task;
        if a == 0 {
            // The game is over: each side keeps its beans.
            ours.fill(0);
            if let Some(theirs) = theirs {
                theirs.fill(b as u8);
            }
            return;
        }
        let (size_a, size_b) = (self.layout.sizes[a], self.layout.sizes[b]);
        let Some(theirs) = theirs else {
            for (i, own) in self.rows[a].iter().enumerate() {
                for (j, other) in self.rows[a][..i].iter().enumerate() {
                    ours[i * size_a + j] = self.value(own, j, other, [a, a], &ours[j * size_a..][..size_a]);
                    ours[j * size_a + i] = self.value(other, i, own, [a, a], &ours[i * size_a..][..size_a]);
                }
                ours[i * size_a + i] = self.value(own, i, own, [a, a], &ours[i * size_a..][..size_a]);
            }
            return;
        };
        for (i, own) in self.rows[a].iter().enumerate() {
            for (j, other) in self.rows[b].iter().enumerate() {
                ours[i * size_b + j] = self.value(own, j, other, [a, b], &theirs[j * size_a..][..size_a]);
                theirs[j * size_a + i] = self.value(other, i, own, [b, a], &ours[i * size_b..][..size_b]);
            }
        }
    }

    /// The value of a row against the row of this rank. `replies` are the values of that row against every row with as
    /// many beans as this one; those of smaller rank are known.
    #[inline]
    fn value(&self, own: &Row, rank: usize, other: &Row, [a, b]: [usize; 2], replies: &[u8]) -> u8 {
        let (total, sizes) = ((a + b) as u8, &self.layout.sizes);
        let mut best = 0;
        for mv in &own.moves[..usize::from(own.count)] {
            let value = match *mv {
                RowMove::Quiet(quiet) => total - replies[quiet as usize],
                RowMove::Landing { quiet, captured, across } => {
                    let caught = usize::from(other.beans[usize::from(across)]);
                    if caught > 0 || self.sower.empty_capture() {
                        let without = other.without[usize::from(across)] as usize;
                        let begin = self.layout.begin(b - caught, a - 1);
                        total - self.done[begin + without * sizes[a - 1] + captured as usize]
                    } else {
                        total - replies[quiet as usize]
                    }
                }
                RowMove::Again(again) => {
                    1 + self.done[self.layout.begin(a - 1, b) + again as usize * sizes[b] + rank]
                }
                RowMove::Across { rank, fed } => {
                    let left = a - 1 - usize::from(fed);
                    let fed_rank = other.fed[usize::from(fed) - 1] as usize;
                    let begin = self.layout.begin(b + usize::from(fed), left);
                    total - self.done[begin + fed_rank * sizes[left] + rank as usize]
                }
                RowMove::Around { at } => self.around(own, other, at, total),
            };
            best = best.max(value);
        }
        best
    }

    /// The value of a sowing that goes around.
    #[inline(never)]
    fn around(&self, own: &Row, other: &Row, at: u8, total: u8) -> u8 {
        let sown = self.sower.sow(SideRows { own: own.word, other: other.word }, u32::from(at));
        let [a, b] = sown.rows.beans().map(|beans| beans as usize);
        let rank = |row: u64| self.layout.ranks.rank(row);
        if sown.again {
            let place =
                self.layout.begin(a, b) + rank(sown.rows.own) * self.layout.sizes[b] + rank(sown.rows.other);
            sown.banked as u8 + self.done[place]
        } else {
            let place =
                self.layout.begin(b, a) + rank(sown.rows.other) * self.layout.sizes[a] + rank(sown.rows.own);
            total - self.done[place]
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::search::Unlimited;

    /// What the side to move wins, by plain recursion over all moves.
    fn plain(sower: &Sower, rows: SideRows, known: &mut HashMap<SideRows, u32>) -> u32 {
        let [own, other] = rows.beans();
        if rows.is_over() {
            return own;
        }
        if let Some(&value) = known.get(&rows) {
            return value;
        }
        let mut best = 0;
        for at in (0..7).map(|place| 8 * place).filter(|at| rows.own >> at & 0xff > 0) {
            let sown = sower.sow(rows, at);
            best = best.max(if sown.again {
                sown.banked + plain(sower, sown.rows, known)
            } else {
                own + other - plain(sower, sown.rows.swapped(), known)
            });
        }
        known.insert(rows, best);
        best
    }

    #[test]
    fn a_table_has_the_values_of_plain_recursion() {
        for (holes, most) in [(1, 20), (2, 14), (3, 9), (4, 6), (6, 4), (7, 3)] {
            for empty_capture in [false, true] {
                let rules = KalahRules::new(holes, 1, empty_capture).unwrap();
                let sower = Sower::new(rules).unwrap();
                let table = EndgameTable::build(rules, most, 1, &Unlimited).unwrap().unwrap();
                let mut known = HashMap::new();
                let mut all = Vec::new();
                for beans in 0..=most {
                    compositions(holes, beans as u64, 0, &mut |row| all.push((row, beans)));
                }
                for &(own, a) in &all {
                    for &(other, _) in all.iter().filter(|&&(_, b)| a + b <= most) {
                        let rows = SideRows { own, other };
                        assert_eq!(table.value(rows), plain(&sower, rows, &mut known), "{rules}: {rows:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_table_is_the_same_on_any_number_of_threads() {
        let rules = KalahRules::new(6, 4, false).unwrap();
        let on = |threads: usize| EndgameTable::build(rules, 7, threads, &Unlimited).unwrap().unwrap();
        assert!(on(1).values() == on(3).values());
    }

    #[test]
    fn a_build_that_is_stopped_gives_no_table() {
        struct Never;

        impl Watcher for Never {
            fn check(&self, _: u64) -> Control {
                Control::Stop
            }
        }

        assert!(EndgameTable::build(KalahRules::new(6, 4, false).unwrap(), 9, 1, &Never).is_err());
    }
}
