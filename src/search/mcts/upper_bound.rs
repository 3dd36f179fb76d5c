//! `sqrt(ln n)`, the same on every machine: the logarithm of the standard library is not.

/// The natural logarithms of 1 to 255.
static LN: [f32; 256] = logarithms();

const LN_2: f32 = std::f32::consts::LN_2;

/// `sqrt(ln n)`, with the logarithm of the eight highest bits of n: 0.1 % too low at most. 0 for n below 2.
#[inline]
pub(super) fn exploration(n: u32) -> f32 {
    let dropped = (32 - n.leading_zeros()).saturating_sub(8);
    (LN[(n >> dropped) as usize & 255] + dropped as f32 * LN_2).sqrt()
}

const fn logarithms() -> [f32; 256] {
    let mut table = [0.0; 256];
    let mut n = 2;
    while n < 256 {
        table[n] = ln(n as f64) as f32;
        n += 1;
    }
    table
}

/// The natural logarithm of a number from 1 to 255: `k ln 2` and the series of `2 artanh t` for what is left.
const fn ln(mut x: f64) -> f64 {
    let mut whole = 0.0;
    while x > std::f64::consts::SQRT_2 {
        x /= 2.0;
        whole += std::f64::consts::LN_2;
    }
    let t = (x - 1.0) / (x + 1.0);
    let (mut power, mut sum, mut odd) = (t, 0.0, 1.0);
    // t is at most 0.172: its 31st power is below 1e-23.
    while odd < 31.0 {
        sum += power / odd;
        power *= t * t;
        odd += 2.0;
    }
    whole + 2.0 * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exploration_term_is_the_root_of_the_logarithm() {
        for n in (2..70_000).chain((17..32).flat_map(|bits| [(1 << bits) - 1, 1 << bits, (1 << bits) + 1])) {
            let expected = f64::from(n).ln().sqrt();
            let found = f64::from(exploration(n));
            assert!(found <= expected * 1.000_001 && found > expected * 0.999, "{n}: {found}, {expected}");
        }
        assert_eq!((exploration(0), exploration(1)), (0.0, 0.0));
        assert!(exploration(u32::MAX) < 4.71);
    }

    #[test]
    fn the_exploration_term_is_pinned_to_the_bit() {
        let bits = [2, 3, 10, 255, 256, 1000, 123_456, u32::MAX].map(|n| exploration(n).to_bits());
        assert_eq!(
            bits,
            [
                1_062_543_949,
                1_065_757_103,
                1_069_693_709,
                1_075_226_561,
                1_075_230_047,
                1_076_376_941,
                1_079_714_112,
                1_083_617_784
            ]
        );
    }
}
