//! Lost games in groups: by the kind of mistake, the phase, the side, the opening.

use std::collections::BTreeMap;

use super::{Loss, LossCause};
use crate::run::judge::{phase, phase_name};

/// Lost games that have something in common.
#[derive(Debug, Clone)]
pub(crate) struct LossGroup<'e> {
    pub name: String,
    pub losses: Vec<&'e Loss>,
}

impl<'e> LossGroup<'e> {
    /// The largest mistake, one that a solver found if there is one. Of equals, the first.
    pub(crate) fn example(&self) -> Option<&'e Loss> {
        let size = |loss: &Loss| loss.mistake().map(|mistake| (mistake.is_exact, mistake.size()));
        self.losses
            .iter()
            .copied()
            .rev()
            .filter(|loss| loss.mistake().is_some())
            .max_by_key(|loss| size(loss))
    }

    /// What the mistakes cost together, in the units of their judges.
    fn size(&self) -> i64 {
        let sizes = self.losses.iter().filter_map(|loss| loss.mistake()?.size());
        sizes.map(crate::text::Decimal::in_thousandths).sum()
    }
}

/// The kinds of mistakes, from that which lost most games.
pub(crate) fn by_kind(losses: &[Loss]) -> Vec<LossGroup<'_>> {
    let mistakes = losses.iter().filter(|loss| matches!(loss.cause, LossCause::Mistake(_)));
    most_first(grouped(mistakes, |loss| loss.kind().to_owned()))
}

/// The openings, from that in which most games were lost. Empty for the start.
pub(crate) fn by_opening(losses: &[Loss]) -> Vec<LossGroup<'_>> {
    most_first(grouped(losses, |loss| loss.opening.clone()))
}

/// The phases of the mistakes, in order.
pub(crate) fn by_phase(losses: &[Loss]) -> Vec<LossGroup<'_>> {
    let mistakes = losses.iter().filter(|loss| loss.mistake().is_some());
    let groups = grouped(mistakes, |loss| phase(loss.mistake().map_or(1, |mistake| mistake.ply)));
    groups.into_iter().map(|(at, losses)| LossGroup { name: phase_name(at), losses }).collect()
}

/// The sides that the player had, in order.
pub(crate) fn by_side<'e>(losses: &'e [Loss], names: [&str; 2]) -> Vec<LossGroup<'e>> {
    let groups = grouped(losses, |loss| loss.side.index());
    groups.into_iter().map(|(side, losses)| LossGroup { name: names[side].to_owned(), losses }).collect()
}

fn grouped<'e, K: Ord>(
    losses: impl IntoIterator<Item = &'e Loss>,
    key: impl Fn(&Loss) -> K,
) -> BTreeMap<K, Vec<&'e Loss>> {
    let mut groups: BTreeMap<K, Vec<&Loss>> = BTreeMap::new();
    for loss in losses {
        groups.entry(key(loss)).or_default().push(loss);
    }
    groups
}

/// By games, then by what they cost, then by name.
fn most_first(groups: BTreeMap<String, Vec<&Loss>>) -> Vec<LossGroup<'_>> {
    let mut groups: Vec<_> = groups.into_iter().map(|(name, losses)| LossGroup { name, losses }).collect();
    groups.sort_by_key(|group| (std::cmp::Reverse(group.losses.len()), std::cmp::Reverse(group.size())));
    groups
}
