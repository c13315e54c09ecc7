//! How to elide: the constants and the switches, and their two presets.

/// How transactions get their length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LengthRule {
    /// All have the same.
    Fixed(u32),
    /// Each yield point has its own, which the aborts of transactions begun there shorten.
    Dynamic(DynamicLength),
}

/// The constants of figure 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DynamicLength {
    /// The first length of a yield point (INITIAL_TRANSACTION_LENGTH).
    pub initial: u32,
    /// So many transactions are begun before the aborts of a yield point are believed to be few
    /// enough (PROFILING_PERIOD).
    pub period: u32,
    /// So many of them may abort (ADJUSTMENT_THRESHOLD).
    pub threshold: u32,
    /// The rest of a length that is shortened, in percent (ATTENUATION_RATE).
    pub attenuation_percent: u32,
    /// Adjusts for ever, as line 14 of the figure is printed: its `<=` is always true, for line 8
    /// stops the counter at the period. The text, and slide 4 of the same authors, say that the
    /// process ends with the period; that is the default.
    pub never_settles: bool,
    /// Ours: after a period with at most half of the allowed aborts the length grows by a quarter,
    /// up to the first, and is tried again. The paper's lengths only ever shrink: one bad phase of
    /// a program is remembered for ever.
    pub grows: bool,
}

/// A family of machines that the paper has chosen a target abort ratio for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machine {
    /// IBM zEnterprise EC12: 1 % may abort, as aborts are expensive.
    Zec12,
    /// Intel Core of the 4th generation (and later): 6 %.
    Xeon,
}

impl Machine {
    /// ADJUSTMENT_THRESHOLD, of [`DynamicLength::PERIOD`].
    pub fn threshold(self) -> u32 {
        match self {
            Machine::Zec12 => 3,
            Machine::Xeon => 18,
        }
    }
}

impl DynamicLength {
    /// INITIAL_TRANSACTION_LENGTH.
    pub const INITIAL: u32 = 255;
    /// PROFILING_PERIOD.
    pub const PERIOD: u32 = 300;
    /// ATTENUATION_RATE.
    pub const ATTENUATION_PERCENT: u32 = 75;

    /// The paper's constants for a machine.
    pub const fn paper(machine: Machine) -> DynamicLength {
        DynamicLength {
            initial: DynamicLength::INITIAL,
            period: DynamicLength::PERIOD,
            threshold: match machine {
                Machine::Zec12 => 3,
                Machine::Xeon => 18,
            },
            attenuation_percent: DynamicLength::ATTENUATION_PERCENT,
            never_settles: false,
            grows: false,
        }
    }
}

/// The places at which transactions may end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum YieldPoints {
    /// Those at which the language says that threads switch.
    Coarse,
    /// At most operations, as the HTM paper's section 4.2: programs then see threads switch where
    /// the language's own lock would not let them.
    Fine,
}

/// How to elide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// TRANSIENT_RETRY_MAX: this many attempts, the first with them, before the lock is taken.
    pub transient_retries: u32,
    /// GIL_RETRY_MAX: the same for attempts that met the lock held.
    pub lock_retries: u32,
    /// How transactions get their length.
    pub length: LengthRule,
    /// The places at which they may end.
    pub yield_points: YieldPoints,
    /// Aborts because of the lock count against the length of the yield point. (So it is in the
    /// paper; but the yield point has nothing to do with the thread that took the lock.)
    pub charges_lock_aborts: bool,
    /// After an overflow try half of the length, down to 1, before the lock is taken.
    pub halves_on_overflow: bool,
    /// Wait a short random time before another attempt.
    pub backs_off: bool,
}

impl Policy {
    /// TRANSIENT_RETRY_MAX.
    pub const TRANSIENT_RETRIES: u32 = 3;
    /// GIL_RETRY_MAX.
    pub const LOCK_RETRIES: u32 = 16;

    /// The paper's policy, with the constants of a machine.
    pub const fn paper(machine: Machine) -> Policy {
        Policy {
            transient_retries: Policy::TRANSIENT_RETRIES,
            lock_retries: Policy::LOCK_RETRIES,
            length: LengthRule::Dynamic(DynamicLength::paper(machine)),
            yield_points: YieldPoints::Coarse,
            charges_lock_aborts: true,
            halves_on_overflow: false,
            backs_off: false,
        }
    }

    /// The paper's on its Intel machine.
    pub const PAPER: Policy = Policy::paper(Machine::Xeon);

    /// The policy with later findings.
    pub const IMPROVED: Policy = Policy {
        transient_retries: 6,
        length: LengthRule::Dynamic(DynamicLength {
            grows: true,
            ..DynamicLength::paper(Machine::Xeon)
        }),
        charges_lock_aborts: false,
        halves_on_overflow: true,
        backs_off: true,
        ..Policy::PAPER
    };

    /// Reads a comma list, from left to right: `paper` or `improved` (everything as in the
    /// preset), `zec12` or `xeon` (the paper's threshold), `length=N`, `length=dynamic`,
    /// `initial=N`, `period=N`, `threshold=N`, `attenuation=PERCENT`, `printed`, `grow`,
    /// `transient=N`, `lock=N`, `coarse`, `fine`, `halve`, `charge`, `back-off`; a `no-` before a
    /// switch turns it off.
    ///
    /// # Errors
    /// Names the part that is not understood.
    pub fn parse(text: &str) -> Result<Policy, String> {
        let mut policy = Policy::IMPROVED;
        for part in text.split(',').filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                Some((name, value)) => policy.set_number(name, value)?,
                None => policy.set_switch(part)?,
            }
        }
        Ok(policy)
    }

    fn set_number(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name == "length" && value == "dynamic" {
            self.dynamic();
            return Ok(());
        }
        let number: u32 = value
            .parse()
            .ok()
            .filter(|number| (1..=LENGTH_LIMIT).contains(number))
            .ok_or_else(|| format!("{name} wants a number from 1 to {LENGTH_LIMIT}"))?;
        match name {
            "length" => self.length = LengthRule::Fixed(number),
            "initial" => self.dynamic().initial = number,
            "period" => self.dynamic().period = number,
            "threshold" => self.dynamic().threshold = number,
            "attenuation" if number < 100 => self.dynamic().attenuation_percent = number,
            "attenuation" => return Err("attenuation wants a percentage below 100".into()),
            "transient" => self.transient_retries = number,
            "lock" => self.lock_retries = number,
            _ => return Err(format!("unknown option '{name}'")),
        }
        Ok(())
    }

    fn set_switch(&mut self, part: &str) -> Result<(), String> {
        let (name, is_on) = match part.strip_prefix("no-") {
            Some(name) => (name, false),
            None => (part, true),
        };
        match name {
            "printed" => self.dynamic().never_settles = is_on,
            "grow" => self.dynamic().grows = is_on,
            "halve" => self.halves_on_overflow = is_on,
            "charge" => self.charges_lock_aborts = is_on,
            "back-off" => self.backs_off = is_on,
            _ if !is_on => return Err(format!("unknown switch '{name}'")),
            "paper" => *self = Policy::PAPER,
            "improved" => *self = Policy::IMPROVED,
            "zec12" => self.dynamic().threshold = Machine::Zec12.threshold(),
            "xeon" => self.dynamic().threshold = Machine::Xeon.threshold(),
            "coarse" => self.yield_points = YieldPoints::Coarse,
            "fine" => self.yield_points = YieldPoints::Fine,
            _ => return Err(format!("unknown option '{name}'")),
        }
        Ok(())
    }

    /// Makes the length dynamic, and returns it.
    fn dynamic(&mut self) -> &mut DynamicLength {
        if let LengthRule::Fixed(_) = self.length {
            self.length = LengthRule::Dynamic(DynamicLength::paper(Machine::Xeon));
        }
        match &mut self.length {
            LengthRule::Dynamic(dynamic) => dynamic,
            LengthRule::Fixed(_) => unreachable!("it was made dynamic"),
        }
    }
}

/// The longest length, the longest period, the highest threshold: they share a word.
pub(super) const LENGTH_LIMIT: u32 = (1 << 20) - 1;
