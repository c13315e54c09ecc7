//! The operators of the language: symbols and special method names.

/// A binary arithmetic operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    TrueDivide,
    /// `//`
    FloorDivide,
    /// `%`
    Modulo,
    /// `**`
    Power,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `@`
    MatrixMultiply,
    /// `divmod`
    DivMod,
}

/// The sign of an operator and the names of its special methods.
pub struct Names {
    /// As written.
    pub symbol: &'static str,
    /// As written in an augmented assignment.
    pub augmented_symbol: &'static str,
    /// Special method of the left operand.
    pub method: &'static str,
    /// Special method of the right operand.
    pub reflected: &'static str,
    /// Special method of an augmented assignment.
    pub inplace: &'static str,
}

macro_rules! names {
    ($($symbol:literal $name:literal;)*) => {
        &[$(Names {
            symbol: $symbol,
            augmented_symbol: concat!($symbol, "="),
            method: concat!("__", $name, "__"),
            reflected: concat!("__r", $name, "__"),
            inplace: concat!("__i", $name, "__"),
        },)*]
    };
}

/// In the order of [`Operator`].
static NAMES: &[Names; 14] = names! {
    "+" "add";
    "-" "sub";
    "*" "mul";
    "/" "truediv";
    "//" "floordiv";
    "%" "mod";
    "**" "pow";
    "<<" "lshift";
    ">>" "rshift";
    "&" "and";
    "|" "or";
    "^" "xor";
    "@" "matmul";
    "divmod()" "divmod";
};

impl Operator {
    /// The sign of the operator and the names of its special methods.
    pub fn names(self) -> &'static Names {
        &NAMES[self as usize]
    }
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Comparison {
    /// As written.
    pub fn symbol(self) -> &'static str {
        ["<", "<=", "==", "!=", ">", ">="][self as usize]
    }

    /// Its special method.
    pub fn method(self) -> &'static str {
        ["__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__"][self as usize]
    }

    /// The comparison with the same meaning when the operands are exchanged.
    pub fn swapped(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::LessEqual => Comparison::GreaterEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterEqual => Comparison::LessEqual,
            equality => equality,
        }
    }

    /// Whether it holds of operands in a certain order; of unordered ones (NaN) only `!=` holds.
    #[inline]
    pub fn holds(self, ordering: Option<std::cmp::Ordering>) -> bool {
        let Some(ordering) = ordering else {
            return self == Comparison::NotEqual;
        };
        match self {
            Comparison::Less => ordering.is_lt(),
            Comparison::LessEqual => ordering.is_le(),
            Comparison::Equal => ordering.is_eq(),
            Comparison::NotEqual => ordering.is_ne(),
            Comparison::Greater => ordering.is_gt(),
            Comparison::GreaterEqual => ordering.is_ge(),
        }
    }

    /// Whether it is `==` or `!=`, which every pair of objects has.
    #[inline]
    pub fn is_equality(self) -> bool {
        matches!(self, Comparison::Equal | Comparison::NotEqual)
    }
}

/// A unary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    /// `-`
    Negate,
    /// `+`
    Positive,
    /// `~`
    Invert,
}

impl Unary {
    /// As written.
    pub fn symbol(self) -> &'static str {
        ["-", "+", "~"][self as usize]
    }

    /// Its special method.
    pub fn method(self) -> &'static str {
        ["__neg__", "__pos__", "__invert__"][self as usize]
    }
}
