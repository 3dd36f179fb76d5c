//! The folder of a run: continued, replaced, damaged, sharded and merged.

mod builds;
mod damage;
mod faults;
mod growing;
mod kills;
mod resume;
mod shard_attempts;
pub(crate) mod shards;
mod untrusted;
