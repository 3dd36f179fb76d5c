//! A hash that is the same on every machine and in every version, because results depend on it.

use std::hash::Hasher;

/// Hashes bytes to 64 well-mixed bits, in the style of `MurmurHash3` (A. Appleby).
#[derive(Debug, Clone, Default)]
pub(crate) struct Digest {
    state: u64,
    length: u64,
}

impl Digest {
    /// The hash of a list of texts. It depends on where one ends and the next begins.
    pub(crate) fn of<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> u64 {
        let mut digest = Digest::default();
        for text in texts {
            let text = text.as_ref();
            digest.write(text.as_bytes());
            digest.mix(text.len() as u64);
        }
        digest.finish()
    }

    fn mix(&mut self, word: u64) {
        let scrambled =
            word.wrapping_mul(0x87c3_7b91_1142_53d5).rotate_left(31).wrapping_mul(0x4cf5_ad43_2745_937f);
        self.state = (self.state ^ scrambled).rotate_left(27).wrapping_mul(5).wrapping_add(0x52dc_e729);
    }
}

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.mix(u64::from_le_bytes(last));
        }
    }

    fn finish(&self) -> u64 {
        let mut hash = self.state ^ self.length;
        hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        hash ^ (hash >> 33)
    }
}

/// A hasher for hashes, which need no further mixing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        // Hashes that are a sample may share their lowest bits, which a map takes for the bucket.
        self.0.rotate_right(32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values come from a separate implementation.
    #[test]
    fn the_hash_is_pinned() {
        assert_eq!(Digest::of::<&str>([]), 0);
        assert_eq!(Digest::of(["arena"]), 0x3fc9_66e1_0dcb_b1f8);
        assert_eq!(Digest::of(["kalah:6x4", "3 6 2 1"]), 0xa8d6_3cd6_b710_77d3);
    }

    #[test]
    fn every_bit_depends_on_the_text() {
        let mut seen = [0u32; 64];
        for i in 0..4096 {
            let hash = Digest::of([i.to_string().as_str()]);
            for (bit, count) in seen.iter_mut().enumerate() {
                *count += (hash >> bit & 1) as u32;
            }
        }
        // Six standard deviations around half of 4096.
        assert!(seen.iter().all(|&count| (1856..=2240).contains(&count)), "{seen:?}");
    }
}
