//! What a hash of a password costs, to those who make it and to those who guess.

use argon2::Params;

/// How much memory a hash may take, in KiB, and how many passes. A stored hash beyond that is not ours, and is not computed.
const MOST_MEMORY: u32 = 256 * 1_024;
const MOST_PASSES: u32 = 16;
const MOST_LANES: u32 = 16;

/// The memory and the passes of a hash by argon2id. There is one lane: a hash is made on one thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cost(Params);

/// There is no such cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a hash takes 8 to {MOST_MEMORY} KiB and 1 to {MOST_PASSES} passes")]
pub struct BadCost;

impl Cost {
    /// What OWASP advises for argon2id: 19 MiB and two passes.
    pub const USUAL: Self = Self(match Params::new(19_456, 2, 1, None) {
        Ok(params) => params,
        Err(_) => Params::DEFAULT,
    });

    /// What the hash of a short code costs, whatever that of a password does: the hash is looked for, so it is always made alike.
    /// It takes some five milliseconds, so that two hundred cards are made within a second; all 2^40 codes take a processor more
    /// than a hundred years.
    pub(crate) const OF_CODE: Self = Self(match Params::new(8_192, 1, 1, None) {
        Ok(params) => params,
        Err(_) => Params::DEFAULT,
    });

    /// So much memory in KiB (8 to 262,144), and so many passes (1 to 16). `Cost::new(8, 1)` is the cheapest, for tests.
    pub fn new(memory_kib: u32, passes: u32) -> Result<Self, BadCost> {
        let params = Params::new(memory_kib, passes, 1, None).map_err(|_| BadCost)?;
        if is_bearable(&params) { Ok(Self(params)) } else { Err(BadCost) }
    }

    pub(crate) fn params(&self) -> &Params {
        &self.0
    }
}

/// Whether a hash with these parameters is computed at all.
pub(crate) fn is_bearable(params: &Params) -> bool {
    params.m_cost() <= MOST_MEMORY && params.t_cost() <= MOST_PASSES && params.p_cost() <= MOST_LANES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_cost_is_what_owasp_advises() {
        let params = Cost::USUAL.0;
        assert_eq!((params.m_cost(), params.t_cost(), params.p_cost()), (19_456, 2, 1));
        assert_eq!(Cost::new(19_456, 2), Ok(Cost::USUAL));
    }

    #[test]
    fn a_cost_has_bounds() {
        for (memory, passes) in [(8, 1), (262_144, 16)] {
            assert!(Cost::new(memory, passes).is_ok());
        }
        for (memory, passes) in [(7, 1), (262_145, 1), (8, 0), (8, 17), (u32::MAX, u32::MAX), (0, 0)] {
            assert_eq!(Cost::new(memory, passes), Err(BadCost));
        }
        assert_eq!(BadCost.to_string(), "a hash takes 8 to 262144 KiB and 1 to 16 passes");
    }
}
