//! The heights of trees, from tokens alone.
//!
//! ```text
//!   arm  =  tests joined by `and` and `or`  =  sums joined by comparisons, after `not`
//!   sum  =  operands joined by operators of two operands; each makes what is before it higher
//!   operand  =  signs, an atom, and parts behind it; each part makes it higher
//! ```
//!
//! All heights are upper bounds: what is not told apart is taken for the higher of the two.

/// Levels that an expression may be higher than its parts tell: a node each for a comparison,
/// `and`, `or`, a condition, a comprehension, an element with a star, a statement.
const SLACK: usize = 8;

/// The expressions in one bracket so far.
#[derive(Clone, Copy, Default)]
struct Group {
    /// The operand that is open, without its signs.
    operand: usize,
    /// Signs before it, and `**` whose right operand it is.
    signs: usize,
    /// The highest left operand of those `**`.
    powers: usize,
    /// What the operators of two operands before it join.
    sum: usize,
    /// `not` before the sum.
    negations: usize,
    /// The highest part of the test before the sum.
    test: usize,
    /// `else`, `:=`, the colons of lambdas: each contains all that follows.
    arms: usize,
    /// `yield`; elements that follow belong to it too.
    yields: usize,
    /// The highest of all before.
    highest: usize,
}

impl Group {
    fn end_operand(&mut self) -> usize {
        let height = self.powers.max(self.signs + self.operand);
        (self.operand, self.signs, self.powers) = (0, 0, 0);
        height
    }

    fn end_sum(&mut self) -> usize {
        let height = self.sum.max(self.end_operand());
        self.sum = 0;
        height
    }

    fn end_part(&mut self) {
        let sum = self.negations + self.end_sum();
        let test = self.test.max(sum);
        (self.test, self.negations) = (0, 0);
        self.highest = self.highest.max(self.yields + self.arms + test);
    }

    /// How deeply the parser has recursed within the bracket.
    fn levels(&self) -> usize {
        self.signs + self.negations + self.arms + self.yields
    }
}

/// Heights at a token.
#[derive(Default)]
pub(super) struct Heights {
    /// Brackets that are open around, outermost first.
    outer: Vec<Group>,
    /// How deeply the parser has recursed in those.
    outer_levels: usize,
    group: Group,
    /// The highest tree so far.
    highest: usize,
}

impl Heights {
    /// How deeply the parser recurses here.
    pub(super) fn levels(&self) -> usize {
        self.outer_levels + self.group.levels()
    }

    /// No tree so far is higher, nor is the innermost sum that is open.
    pub(super) fn highest(&self) -> usize {
        let group = &self.group;
        let open = group.sum.max(group.operand).max(group.highest);
        self.highest.max(open + self.levels())
    }

    pub(super) fn open(&mut self) {
        self.outer_levels += self.group.levels() + 1;
        self.outer.push(std::mem::take(&mut self.group));
    }

    /// Closes a bracket, or a string: that is no part of what stands before it.
    pub(super) fn close(&mut self, is_string: bool) {
        self.group.end_part();
        let inner = self.group.highest + SLACK;
        self.highest = self.highest.max(inner);
        let Some(outer) = self.outer.pop() else {
            return;
        };
        self.group = outer;
        self.outer_levels -= self.group.levels() + 1;
        let operand = &mut self.group.operand;
        *operand = match is_string {
            true => (*operand).max(inner + 1),
            false => (*operand).max(inner) + 1,
        };
    }

    /// The parameters of a lambda end: its body follows.
    pub(super) fn end_parameters(&mut self) {
        self.close(false);
        self.arm();
    }

    pub(super) fn atom(&mut self) {
        self.group.operand = self.group.operand.max(1);
    }

    pub(super) fn part(&mut self) {
        self.group.operand += 1;
    }

    pub(super) fn sign(&mut self) {
        self.group.signs += 1;
    }

    pub(super) fn power(&mut self) {
        let group = &mut self.group;
        group.powers = group.powers.max(group.signs + group.operand);
        group.signs += 1;
        group.operand = 0;
    }

    pub(super) fn binary(&mut self) {
        let operand = self.group.end_operand();
        self.group.sum = self.group.sum.max(operand) + 1;
    }

    pub(super) fn negation(&mut self) {
        self.group.negations += 1;
    }

    pub(super) fn comparison(&mut self) {
        let sum = self.group.negations + self.group.end_sum();
        self.group.test = self.group.test.max(sum);
    }

    pub(super) fn conjunction(&mut self) {
        self.comparison();
        self.group.negations = 0;
    }

    /// What follows lies within the node of what is before.
    pub(super) fn arm(&mut self) {
        self.group.end_part();
        self.group.arms += 1;
    }

    pub(super) fn yielded(&mut self) {
        self.group.end_part();
        self.group.yields += 1;
    }

    /// What follows stands beside what is before, in the same arm.
    pub(super) fn next_part(&mut self) {
        self.group.end_part();
    }

    pub(super) fn next_element(&mut self) {
        self.group.end_part();
        self.group.arms = 0;
    }

    pub(super) fn next_statement(&mut self) {
        self.group.end_part();
        self.highest = self.highest.max(self.group.highest + SLACK);
        self.group = Group::default();
    }
}
