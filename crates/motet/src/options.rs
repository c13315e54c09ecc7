//! The options of the command line and of the environment.

use motet_python_vm::run::Report;
use motet_python_vm::settings::Settings;
use motet_tm::elision::{Policy, YieldPoints};
use motet_tm::{
    CommitEngine, Config, Control, Hardware, Injection, SEGMENTS_MAX, hardware_transactions,
};

/// A part of the help, which `--help` and similar options print.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Help {
    /// `-h`, `--help-all`: all of it.
    All,
    /// `--help-env`.
    Environment,
    /// `--help-xoptions`.
    ImplementationOptions,
}

/// The output of such an option.
pub(crate) fn help(part: Help) -> String {
    let between = |from: &str, to: &str| {
        let start = HELP.find(from).unwrap_or(0);
        let end = HELP.find(to).unwrap_or(HELP.len());
        &HELP[start..end.max(start)]
    };
    match part {
        Help::All => HELP.to_owned(),
        Help::ImplementationOptions => between("-X opt", "file   :").to_owned(),
        Help::Environment => {
            let also = HELP.lines().filter(|line| line.contains("also PYTHON"));
            let also: String = also.flat_map(|line| [line, "\n"]).collect();
            format!("{also}{}", between("Other environment", "\0"))
        }
    }
}

/// The output of `-h`.
pub(crate) const HELP: &str = "\
usage: motet [option] ... [-c cmd | -m mod | file | -] [arg] ...
Options (and corresponding environment variables):
-b     : issue warnings about converting bytes/bytearray to str (accepted, without effect)
-B     : don't write .pyc files on import; also PYTHONDONTWRITEBYTECODE=x
-c cmd : program passed in as string, without what all its lines are indented by (terminates
         option list)
-d     : accepted as CPython's, without effect
-E     : ignore PYTHON* environment variables (such as PYTHONPATH)
-h     : print this help message and exit (also -? or --help)
-i     : inspect interactively after running script; also PYTHONINSPECT=x
-I     : isolate from the user's environment (implies -E, -P and -s)
-m mod : run a module of the library or of the current folder as a program
-O     : remove assert statements; also PYTHONOPTIMIZE=x
-OO    : do -O changes and also discard docstrings
-P     : don't prepend a potentially unsafe path to sys.path; also PYTHONSAFEPATH
-q     : don't print version and copyright messages on interactive startup
-R     : accepted as CPython's, without effect
-s     : don't add user site directory to sys.path; also PYTHONNOUSERSITE=x
-S     : don't look for installed packages on startup
-u     : write what is printed at once; also PYTHONUNBUFFERED=x
-v     : accepted as CPython's, without effect
-V     : print the version number and exit (also --version)
-W arg : warning control; arg is action:message:category:module:lineno; also PYTHONWARNINGS=arg
-x     : skip first line of source, allowing use of non-Unix forms of #!cmd
-X opt : set an option of the implementation:
         tm=stm            run threads in parallel by transactional memory (default)
         tm=gil            run one thread at a time, by a lock
         tm=htm            elide that lock by hardware transactions, where the processor has them
         tm=auto           the fastest on this processor: stm, so far
         tm_htm=SPEC       how to elide: improved (default), paper, length=N, zec12, xeon, ...
                           (comma list)
         tm_stats          show on standard error what happened, at the end
         tm_stats=json:FILE  write it to FILE, as one JSON object
         tm_commit=HOW     log: commits stop nobody (default); stop: they stop all threads
         tm_sole=no        a thread that runs alone runs in transactions all the same
         tm_segments=N     let N transactions run at once (default: one for each core, at least 2)
         tm_heap=N         let the heap hold N MB at most (default: 16384)
         tm_seed=N         step the threads deterministically, in an order drawn from N
         tm_inject=SPEC    inject faults: abort=P, collect, major=K, commit, segments, turns,
                           linger, sole, seed=N (comma list)
         tm_dis            show the bytecode instead of running
         dev               development mode; also PYTHONDEVMODE
         warn_default_encoding  warn of text files that are opened without an encoding; also
                           PYTHONWARNDEFAULTENCODING
         int_max_str_digits=N  limit of conversions between int and str; 0: none; also
                           PYTHONINTMAXSTRDIGITS=N
         cpu_count=N       the number of processors that the program is told; also
                           PYTHON_CPU_COUNT=N
         pycache_prefix=PATH  keep compiled code in folders below PATH; also
                           PYTHONPYCACHEPREFIX=PATH
file   : program read from script file; of a folder, its __main__.py
-      : program read from stdin (default; interactive mode if a tty)
arg ...: arguments passed to program in sys.argv[1:]
Other environment variables: PYTHONPATH (folders for the search of modules), PYTHONSTARTUP (file
run on interactive startup), PYTHON_BASIC_REPL, PYTHON_COLORS, NO_COLOR; MOTET_TM, MOTET_TM_HTM,
MOTET_TM_COMMIT, MOTET_TM_SEGMENTS, MOTET_TM_SEED, MOTET_TM_INJECT as the options.
";

/// The source of the program.
#[derive(Debug, PartialEq)]
pub(crate) enum Source {
    Command(String),
    Module(String),
    StandardInput,
    File(String),
}

/// How to run a program.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) source: Source,
    pub(crate) arguments: Vec<String>,
    pub(crate) config: Config,
    pub(crate) report: Report,
    pub(crate) disassembles: bool,
    pub(crate) settings: Settings,
    pub(crate) skips_first_line: bool,
}

/// The action that the command line asks for.
#[derive(Debug)]
pub(crate) enum Action {
    Help(Help),
    Version {
        /// `-VV`.
        is_long: bool,
    },
    Run(Box<Options>),
}

/// A small program is to take about as much memory as on CPython, which frees unreferenced objects
/// at once: so much may wait for the first major collection.
const MAJOR_BYTES_MIN: u64 = 8 << 20;

/// Reads arguments and environment.
///
/// # Errors
/// The message for a wrong option.
pub(crate) fn parse(
    arguments: impl Iterator<Item = String>,
    environment: impl Fn(&str) -> Option<String>,
) -> Result<Action, String> {
    let mut options = Options {
        source: Source::StandardInput,
        arguments: Vec::new(),
        config: Config {
            major_bytes_min: MAJOR_BYTES_MIN,
            sole: true,
            ..Config::default()
        },
        report: Report::None,
        disassembles: false,
        settings: Settings::default(),
        skips_first_line: false,
    };
    for (variable, option) in [
        ("MOTET_TM", "tm"),
        ("MOTET_TM_HTM", "tm_htm"),
        ("MOTET_TM_COMMIT", "tm_commit"),
        ("MOTET_TM_SEGMENTS", "tm_segments"),
        ("MOTET_TM_SEED", "tm_seed"),
        ("MOTET_TM_INJECT", "tm_inject"),
    ] {
        if let Some(value) = environment(variable).filter(|value| !value.is_empty()) {
            set(&mut options, option, Some(&value))?;
        }
    }
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "--help-all" => return Ok(Action::Help(Help::All)),
            "--help-env" => return Ok(Action::Help(Help::Environment)),
            "--help-xoptions" => return Ok(Action::Help(Help::ImplementationOptions)),
            "--version" => return Ok(Action::Version { is_long: false }),
            "-" => break,
            _ if argument.starts_with("--") => return Err(unknown(&argument)),
            _ if argument.starts_with('-') => {
                match read_letters(&mut options, &argument[1..], &mut arguments)? {
                    Letters::More => {}
                    Letters::Program => break,
                    Letters::Action(action) => return Ok(action),
                }
            }
            _ => {
                options.source = Source::File(argument);
                break;
            }
        }
    }
    options.arguments = arguments.collect();
    check_hardware(&options.config)?;
    settle_sole(&mut options.config);
    let settings = &mut options.settings;
    let takes_variables = !settings.ignore_environment && !settings.isolated;
    if takes_variables {
        read_variables(settings, &environment)?;
    }
    settings.utf8_mode = has_utf8_mode(settings, takes_variables, &environment);
    if options.settings.dev_mode {
        options.settings.warnings.insert(0, "default".to_owned());
    }
    Ok(Action::Run(Box::new(options)))
}

/// Reads the environment's variables for Python: options take precedence over them.
///
/// # Errors
/// The message for a variable whose value is refused.
fn read_variables(
    settings: &mut Settings,
    environment: impl Fn(&str) -> Option<String>,
) -> Result<(), String> {
    let value = |name: &str| environment(name).filter(|value| !value.is_empty());
    let is_set = |name: &str| value(name).is_some();
    let level = |name: &str, given: u8| match value(name) {
        Some(text) => given.max(text.parse().map_or(1, |level: u8| level.max(1))),
        None => given,
    };
    settings.optimise = level("PYTHONOPTIMIZE", settings.optimise);
    settings.debug = settings.debug.max(u8::from(is_set("PYTHONDEBUG")));
    settings.verbose = level("PYTHONVERBOSE", settings.verbose);
    settings.inspect |= is_set("PYTHONINSPECT");
    settings.dont_write_bytecode |= is_set("PYTHONDONTWRITEBYTECODE");
    settings.no_user_site |= is_set("PYTHONNOUSERSITE");
    settings.safe_path |= is_set("PYTHONSAFEPATH");
    settings.unbuffered |= is_set("PYTHONUNBUFFERED");
    settings.dev_mode |= is_set("PYTHONDEVMODE");
    settings.warns_of_default_encoding |= is_set("PYTHONWARNDEFAULTENCODING");
    settings.recodes_streams |= is_set("PYTHONIOENCODING");
    if let Some(digits) = value("PYTHONINTMAXSTRDIGITS")
        && settings.digits_max.is_none()
    {
        settings.digits_max = Some(digits_max("PYTHONINTMAXSTRDIGITS", Some(&digits))?);
    }
    if let Some(count) = value("PYTHON_CPU_COUNT")
        && !has_option(settings, "cpu_count")
    {
        settings.processors = processors("PYTHON_CPU_COUNT=N: N", Some(&count))?;
    }
    if let Some(folder) = value("PYTHONPYCACHEPREFIX")
        && !has_option(settings, "pycache_prefix")
    {
        settings.code_folder = Some(folder);
    }
    if let Some(warnings) = value("PYTHONWARNINGS") {
        let mut all: Vec<String> = warnings.split(',').map(str::to_owned).collect();
        all.append(&mut settings.warnings);
        settings.warnings = all;
    }
    if let Some(path) = value("PYTHONPATH") {
        let folders = path.split(':').filter(|folder| !folder.is_empty());
        settings.search_path = folders.map(str::to_owned).collect();
    }
    Ok(())
}

/// Whether UTF-8 is chosen against the locale: by `-X utf8`, else by the environment, else because
/// the locale has another encoding.
fn has_utf8_mode(
    settings: &Settings,
    takes_variables: bool,
    environment: impl Fn(&str) -> Option<String>,
) -> bool {
    let value = |name: &str| environment(name).filter(|value| !value.is_empty());
    let option = settings.options.iter().find_map(|option| {
        let value = option.strip_prefix("utf8")?;
        value.is_empty().then_some("1").or(value.strip_prefix('='))
    });
    let chosen = match option {
        Some(value) => Some(value.to_owned()),
        None => value("PYTHONUTF8").filter(|_| takes_variables),
    };
    match chosen.as_deref() {
        Some("1") => true,
        Some("0") => false,
        _ => {
            let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value);
            let locale = locale.unwrap_or_default().to_lowercase();
            !locale.ends_with(".utf-8") && !locale.ends_with(".utf8")
        }
    }
}

/// Whether there is an option `-X name`, with a value or without one.
fn has_option(settings: &Settings, name: &str) -> bool {
    let is_it = |option: &String| option.split('=').next() == Some(name);
    settings.options.iter().any(is_it)
}

/// The limit of conversions between integers and texts: 0 is none.
fn digits_max(origin: &str, value: Option<&str>) -> Result<usize, String> {
    const LEAST: usize = 640;
    let digits = value.and_then(|value| value.parse().ok());
    let digits = digits.filter(|digits| *digits == 0 || *digits >= LEAST);
    digits.ok_or_else(|| {
        format!(
            "Fatal Python error: config_init_int_max_str_digits: \
             {origin}: invalid limit; must be >= {LEAST} or 0 for unlimited."
        )
    })
}

/// The number of processors that the program is told; none for the real one.
fn processors(origin: &str, value: Option<&str>) -> Result<Option<u32>, String> {
    if value == Some("default") {
        return Ok(None);
    }
    let count = value.and_then(|value| value.parse().ok());
    match count.filter(|count| *count > 0) {
        Some(count) => Ok(Some(count)),
        None => Err(format!(
            "Fatal Python error: config_init_cpu_count: {origin} is missing or an invalid number"
        )),
    }
}

/// The outcome of a cluster of options.
enum Letters {
    /// More options may follow.
    More,
    /// The program was named.
    Program,
    /// Another action than running a program.
    Action(Action),
}

/// Reads a cluster of options.
fn read_letters(
    options: &mut Options,
    cluster: &str,
    arguments: &mut impl Iterator<Item = String>,
) -> Result<Letters, String> {
    let settings = &mut options.settings;
    for (place, letter) in cluster.char_indices() {
        let rest = &cluster[place + letter.len_utf8()..];
        match letter {
            'h' | '?' => return Ok(Letters::Action(Action::Help(Help::All))),
            'V' => {
                let is_long = rest.starts_with('V');
                return Ok(Letters::Action(Action::Version { is_long }));
            }
            'b' => settings.bytes_warning += 1,
            'B' => settings.dont_write_bytecode = true,
            'd' => settings.debug += 1,
            'E' => settings.ignore_environment = true,
            'i' => settings.inspect = true,
            'I' => settings.isolated = true,
            'O' => settings.optimise = settings.optimise.saturating_add(1),
            'P' => settings.safe_path = true,
            'q' => settings.quiet = true,
            'R' => {}
            's' => settings.no_user_site = true,
            'S' => settings.no_site = true,
            'u' => settings.unbuffered = true,
            'v' => settings.verbose += 1,
            'x' => options.skips_first_line = true,
            'c' | 'm' | 'X' | 'W' => {
                let value = if rest.is_empty() {
                    arguments.next()
                } else {
                    Some(rest.to_owned())
                };
                let value = value.ok_or_else(|| missing_value(letter))?;
                match letter {
                    'c' => options.source = Source::Command(dedented(&value)),
                    'm' => options.source = Source::Module(value),
                    'X' => set_pair(options, &value)?,
                    _ => settings.warnings.push(value),
                }
                return Ok(match letter {
                    'c' | 'm' => Letters::Program,
                    _ => Letters::More,
                });
            }
            _ => return Err(unknown(&format!("-{letter}"))),
        }
    }
    Ok(Letters::More)
}

/// A text without the blanks that all its lines begin with; lines of blanks alone become empty.
fn dedented(text: &str) -> String {
    let blanks = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let is_blank = |line: &str| blanks(line) == line.len();
    let lines = || text.split('\n');
    let mut filled = lines().filter(|line| !is_blank(line));
    let first = filled.next().unwrap_or_default();
    let mut common = &first[..blanks(first)];
    for line in filled {
        let same = common.bytes().zip(line.bytes()).take_while(|(a, b)| a == b);
        common = &common[..same.count()];
    }
    if common.is_empty() {
        return text.to_owned();
    }
    let without = |line| {
        if is_blank(line) {
            ""
        } else {
            &line[common.len()..]
        }
    };
    lines().map(without).collect::<Vec<_>>().join("\n")
}

fn missing_value(letter: char) -> String {
    format!(
        "Argument expected for the -{letter} option\n{}\n{MORE}",
        usage()
    )
}

fn unknown(option: &str) -> String {
    let word = if option.starts_with("--") {
        "unknown"
    } else {
        "Unknown"
    };
    format!("{word} option: {option}\n{}\n{MORE}", usage())
}

/// The last line about wrong usage.
const MORE: &str = "Try `motet -h' for more information.";

fn usage() -> &'static str {
    HELP.lines().next().unwrap_or_default()
}

fn set_pair(options: &mut Options, option: &str) -> Result<(), String> {
    options.settings.options.push(option.to_owned());
    match option.split_once('=') {
        Some((name, value)) => set(options, name, Some(value)),
        None => set(options, option, None),
    }
}

/// Options that are not ours are ignored, as CPython does.
fn set(options: &mut Options, name: &str, value: Option<&str>) -> Result<(), String> {
    let config = &mut options.config;
    match (name, value) {
        ("tm", value) => set_control(config, value)?,
        ("tm_htm", value) => {
            config.elision = Policy::parse(value.unwrap_or_default())
                .map_err(|error| format!("motet: -X tm_htm: {error}"))?;
            if config.elision.yield_points == YieldPoints::Fine {
                return Err("motet: -X tm_htm: only the simulator has fine yield points".into());
            }
        }
        ("tm_stats", None) => options.report = Report::Screen,
        ("tm_stats", Some(how)) => {
            let file = how.strip_prefix("json:").filter(|file| !file.is_empty());
            let file = file.ok_or_else(|| {
                format!("motet: -X tm_stats wants nothing or json:FILE, not '{how}'")
            })?;
            options.report = Report::Json(file.into());
        }
        ("dev", _) => options.settings.dev_mode = true,
        ("warn_default_encoding", _) => options.settings.warns_of_default_encoding = true,
        ("int_max_str_digits", value) => {
            options.settings.digits_max = Some(digits_max("-X int_max_str_digits", value)?);
        }
        ("cpu_count", value) => {
            options.settings.processors = processors("-X cpu_count=n: n", value)?;
        }
        ("pycache_prefix", value) => {
            let folder = value.filter(|folder| !folder.is_empty());
            options.settings.code_folder = folder.map(str::to_owned);
        }
        ("tm_dis", _) => options.disassembles = true,
        ("tm_commit", Some("log")) => config.commit_engine = CommitEngine::Log,
        ("tm_commit", Some("stop")) => config.commit_engine = CommitEngine::StopTheWorld,
        ("tm_commit", other) => {
            let other = other.unwrap_or_default();
            return Err(format!(
                "motet: -X tm_commit wants log or stop, not '{other}'"
            ));
        }
        ("tm_sole", Some("yes")) => config.sole = true,
        ("tm_sole", Some("no")) => config.sole = false,
        ("tm_sole", other) => {
            let other = other.unwrap_or_default();
            return Err(format!("motet: -X tm_sole wants yes or no, not '{other}'"));
        }
        ("tm_segments", value) => {
            config.segments = number(name, value)?;
            if !(1..=SEGMENTS_MAX).contains(&config.segments) {
                return Err(format!("motet: -X tm_segments wants 1 to {SEGMENTS_MAX}"));
            }
        }
        ("tm_heap", value) => {
            config.heap_bytes_max = number::<u64>(name, value)?.saturating_mul(1 << 20);
        }
        ("tm_seed", value) => config.stepping_seed = Some(number(name, value)?),
        ("tm_inject", value) => {
            config.injection = Injection::parse(value.unwrap_or_default())
                .map_err(|error| format!("motet: -X tm_inject: {error}"))?;
        }
        _ => {}
    }
    Ok(())
}

/// `-X tm=HOW`.
fn set_control(config: &mut Config, how: Option<&str>) -> Result<(), String> {
    match how {
        Some("stm") => config.control = Control::Stm,
        Some("gil") => config.control = Control::Gil,
        Some("htm") => {
            (config.control, config.hardware) = (Control::Htm, Hardware::Real);
        }
        // Hardware transactions were slower than stm wherever they could be measured
        // (docs/decisions/0051-elision-on-real-hardware.md).
        Some("auto") => config.control = Control::Stm,
        // For tests, and so not in the help: everything but the parallelism.
        Some("htm-imagined") => {
            (config.control, config.hardware) = (Control::Htm, Hardware::Imagined);
        }
        other => {
            let other = other.unwrap_or_default();
            return Err(format!(
                "motet: -X tm wants stm, gil, htm or auto, not '{other}'"
            ));
        }
    }
    Ok(())
}

/// A thread that runs alone is sole, but not where faults are injected into transactions, or
/// threads are stepped, unless that is injected too.
fn settle_sole(config: &mut Config) {
    let injection = config.injection;
    let is_plain = injection == Injection::default() && config.stepping_seed.is_none();
    config.sole &= is_plain || injection.sole;
}

/// The control that was chosen last must be available.
fn check_hardware(config: &Config) -> Result<(), String> {
    if config.control == Control::Htm && config.hardware == Hardware::Real {
        hardware_transactions().map_err(|reason| format!("motet: -X tm=htm: {reason}"))?;
    }
    Ok(())
}

fn number<N: std::str::FromStr>(name: &str, value: Option<&str>) -> Result<N, String> {
    let value = value.unwrap_or_default();
    value
        .parse()
        .map_err(|_| format!("motet: -X {name} wants a number, not '{value}'"))
}
