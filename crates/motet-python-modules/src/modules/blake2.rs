//! BLAKE2b and BLAKE2s (RFC 7693) with all parameters of a tree of hashes, which no crate has
//! together with a state that can be kept as bytes.

/// The parameters of a hash.
pub(crate) struct Parameters {
    /// BLAKE2b rather than BLAKE2s.
    pub(crate) is_wide: bool,
    pub(crate) length: u8,
    pub(crate) fanout: u8,
    pub(crate) depth: u8,
    pub(crate) leaf_size: u32,
    pub(crate) node_offset: u64,
    pub(crate) node_depth: u8,
    pub(crate) inner_size: u8,
    pub(crate) is_last_node: bool,
}

/// The order in which each round takes the words of a block.
const SCHEDULE: [[u8; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/// The columns and diagonals of the four by four words that a round mixes.
const QUARTERS: [[usize; 4]; 8] = [
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [0, 5, 10, 15],
    [1, 6, 11, 12],
    [2, 7, 8, 13],
    [3, 4, 9, 14],
];

const WIDE_START: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// A hash that is being made. The words of BLAKE2s take the lower halves of `words`.
pub(crate) struct Blake2 {
    is_wide: bool,
    is_last_node: bool,
    length: u8,
    words: [u64; 8],
    counted: u128,
    /// The bytes fed in and not yet mixed: never empty once any byte was fed in.
    pending: Vec<u8>,
}

impl Blake2 {
    pub(crate) fn new(parameters: &Parameters, key: &[u8], salt: &[u8], person: &[u8]) -> Blake2 {
        let word_bytes = if parameters.is_wide { 8 } else { 4 };
        let mut block = Vec::with_capacity(64);
        block.extend([
            parameters.length,
            key.len() as u8,
            parameters.fanout,
            parameters.depth,
        ]);
        block.extend(parameters.leaf_size.to_le_bytes());
        let offset = parameters.node_offset.to_le_bytes();
        block.extend(if parameters.is_wide {
            &offset[..]
        } else {
            &offset[..6]
        });
        block.extend([parameters.node_depth, parameters.inner_size]);
        block.resize(word_bytes * 4, 0);
        for part in [salt, person] {
            let end = block.len() + word_bytes * 2;
            block.extend(part);
            block.resize(end, 0);
        }
        let mut hash = Blake2 {
            is_wide: parameters.is_wide,
            is_last_node: parameters.is_last_node,
            length: parameters.length,
            words: WIDE_START,
            counted: 0,
            pending: Vec::new(),
        };
        for (word, part) in hash.words.iter_mut().zip(block.chunks(word_bytes)) {
            if !parameters.is_wide {
                *word >>= 32;
            }
            *word ^= little(part);
        }
        if !key.is_empty() {
            let mut first = key.to_vec();
            first.resize(hash.block_bytes(), 0);
            hash.update(&first);
        }
        hash
    }

    fn block_bytes(&self) -> usize {
        if self.is_wide { 128 } else { 64 }
    }

    pub(crate) fn update(&mut self, mut data: &[u8]) {
        let block = self.block_bytes();
        while self.pending.len() + data.len() > block {
            let (now, later) = data.split_at(block - self.pending.len());
            self.pending.extend_from_slice(now);
            data = later;
            self.counted += block as u128;
            let full = std::mem::take(&mut self.pending);
            self.mix(&full, false);
        }
        self.pending.extend_from_slice(data);
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        let mut last = std::mem::take(&mut self.pending);
        self.counted += last.len() as u128;
        last.resize(self.block_bytes(), 0);
        self.mix(&last, true);
        let word_bytes = self.block_bytes() / 16;
        let words = self.words.iter();
        let mut hash: Vec<u8> = words
            .flat_map(|word| word.to_le_bytes()[..word_bytes].to_vec())
            .collect();
        hash.truncate(self.length.into());
        hash
    }

    fn mix(&mut self, block: &[u8], is_last: bool) {
        let word_bytes = self.block_bytes() / 16;
        let bits = word_bytes as u32 * 8;
        let mask = if self.is_wide {
            u64::MAX
        } else {
            u64::from(u32::MAX)
        };
        let message: Vec<u64> = block.chunks(word_bytes).map(little).collect();
        let mut state = [0; 16];
        state[..8].copy_from_slice(&self.words);
        for (word, start) in state[8..].iter_mut().zip(WIDE_START) {
            *word = if self.is_wide { start } else { start >> 32 };
        }
        state[12] ^= self.counted as u64 & mask;
        state[13] ^= (self.counted >> bits) as u64 & mask;
        if is_last {
            state[14] ^= mask;
            if self.is_last_node {
                state[15] ^= mask;
            }
        }
        let rotations = if self.is_wide {
            [32, 24, 16, 63]
        } else {
            [16, 12, 8, 7]
        };
        let rotate = |word: u64, count: u32| (word >> count | word << (bits - count)) & mask;
        let rounds = if self.is_wide { 12 } else { 10 };
        for round in 0..rounds {
            let order = &SCHEDULE[round % 10];
            for (index, [a, b, c, d]) in QUARTERS.into_iter().enumerate() {
                let two = [order[index * 2], order[index * 2 + 1]];
                for (half, word) in two.into_iter().enumerate() {
                    let added = state[b].wrapping_add(message[usize::from(word)]);
                    state[a] = state[a].wrapping_add(added) & mask;
                    state[d] = rotate(state[d] ^ state[a], rotations[half * 2]);
                    state[c] = state[c].wrapping_add(state[d]) & mask;
                    state[b] = rotate(state[b] ^ state[c], rotations[half * 2 + 1]);
                }
            }
        }
        for (index, word) in self.words.iter_mut().enumerate() {
            *word ^= state[index] ^ state[index + 8];
        }
    }

    /// All of it as bytes.
    pub(crate) fn state(&self) -> Vec<u8> {
        let mut bytes = vec![
            u8::from(self.is_wide),
            u8::from(self.is_last_node),
            self.length,
        ];
        bytes.extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend(self.counted.to_le_bytes());
        bytes.extend_from_slice(&self.pending);
        bytes
    }

    pub(crate) fn restored(bytes: &[u8]) -> Option<Blake2> {
        let (flags, rest) = bytes.split_first_chunk::<3>()?;
        let (words, rest) = rest.split_first_chunk::<64>()?;
        let (counted, pending) = rest.split_first_chunk::<16>()?;
        let mut hash = Blake2 {
            is_wide: flags[0] == 1,
            is_last_node: flags[1] == 1,
            length: flags[2],
            words: [0; 8],
            counted: u128::from_le_bytes(*counted),
            pending: pending.to_vec(),
        };
        for (word, part) in hash.words.iter_mut().zip(words.chunks(8)) {
            *word = little(part);
        }
        Some(hash)
    }
}

fn little(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}
