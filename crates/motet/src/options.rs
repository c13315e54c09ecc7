//! The options of the command line and of the environment.

use motet_python_vm::run::Report;
use motet_tm::elision::{Policy, YieldPoints};
use motet_tm::{
    CommitEngine, Config, Control, Hardware, Injection, SEGMENTS_MAX, hardware_transactions,
};

/// What `-h` prints.
pub(crate) const HELP: &str = "\
usage: motet [option] ... [-c cmd | -m mod | file | -] [arg] ...
-c cmd : program passed in as string (terminates option list)
-m mod : run a module of the library or of the current folder as a program
-h     : print this help message and exit (also --help)
-V     : print the version number and exit (also --version)
-u     : write what is printed at once
-B, -b, -d, -E, -I, -i, -O, -OO, -P, -q, -R, -s, -S, -v, -W arg, -x:
         accepted as CPython's, without effect
-X opt : set an option of the implementation:
         tm=stm            run threads in parallel by transactional memory (default)
         tm=gil            run one thread at a time, by a lock
         tm=htm            elide that lock by hardware transactions, where the processor has them
         tm=auto           htm where the processor has it, else stm
         tm_htm=SPEC       how to elide: improved (default), paper, length=N, zec12, xeon, ...
                           (comma list)
         tm_stats          show on standard error what happened, at the end
         tm_stats=json:FILE  write it to FILE, as one JSON object
         tm_commit=HOW     log: commits stop nobody (default); stop: they stop all threads
         tm_segments=N     let N transactions run at once (default: the cores)
         tm_heap=N         let the heap hold N MB at most (default: 16384)
         tm_seed=N         step the threads deterministically, in an order drawn from N
         tm_inject=SPEC    inject faults: abort=P, collect, major=K, commit, segments, turns,
                           seed=N (comma list)
         tm_dis            show the bytecode instead of running
file   : program read from script file; of a folder, its __main__.py
-      : program read from stdin (default)
arg ...: arguments passed to program in sys.argv[1:]
Environment: MOTET_TM, MOTET_TM_HTM, MOTET_TM_COMMIT, MOTET_TM_SEGMENTS, MOTET_TM_SEED,
MOTET_TM_INJECT as the options.
";

/// Where the program comes from.
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
    pub(crate) is_unbuffered: bool,
}

/// What the command line asks for.
#[derive(Debug)]
pub(crate) enum Action {
    Help,
    Version,
    Run(Box<Options>),
}

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
        config: Config::default(),
        report: Report::None,
        disassembles: false,
        is_unbuffered: environment("PYTHONUNBUFFERED").is_some_and(|value| !value.is_empty()),
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
            "-h" | "--help" => return Ok(Action::Help),
            "-V" | "--version" => return Ok(Action::Version),
            "-" => break,
            _ if argument.starts_with("--") => return Err(unknown(&argument)),
            _ if argument.starts_with('-') => {
                if read_letters(&mut options, &argument[1..], &mut arguments)? {
                    break;
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
    Ok(Action::Run(Box::new(options)))
}

/// Letters of CPython's that mean nothing here.
const IGNORED: &str = "bBdEiIOPqRsSvx";

/// Reads a cluster of options; true if it was the last, for it says what the program is.
fn read_letters(
    options: &mut Options,
    cluster: &str,
    arguments: &mut impl Iterator<Item = String>,
) -> Result<bool, String> {
    for (place, letter) in cluster.char_indices() {
        let rest = &cluster[place + letter.len_utf8()..];
        match letter {
            'u' => options.is_unbuffered = true,
            'c' | 'm' | 'X' | 'W' => {
                let value = if rest.is_empty() {
                    arguments.next()
                } else {
                    Some(rest.to_owned())
                };
                let value = value.ok_or_else(|| missing_value(letter))?;
                match letter {
                    'c' => options.source = Source::Command(value),
                    'm' => options.source = Source::Module(value),
                    'X' => set_pair(options, &value)?,
                    _ => {}
                }
                return Ok(matches!(letter, 'c' | 'm'));
            }
            _ if IGNORED.contains(letter) => {}
            _ => return Err(unknown(&format!("-{letter}"))),
        }
    }
    Ok(false)
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
    match option.split_once('=') {
        Some((name, value)) => set(options, name, Some(value)),
        None => set(options, option, None),
    }
}

/// Options that are not ours are ignored, as CPython does.
fn set(options: &mut Options, name: &str, value: Option<&str>) -> Result<(), String> {
    let config = &mut options.config;
    match (name, value) {
        ("tm", Some("stm")) => config.control = Control::Stm,
        ("tm", Some("gil")) => config.control = Control::Gil,
        ("tm", Some("htm")) => {
            (config.control, config.hardware) = (Control::Htm, Hardware::Real);
        }
        ("tm", Some("auto")) => {
            let has_hardware = hardware_transactions().is_ok();
            config.hardware = Hardware::Real;
            config.control = if has_hardware {
                Control::Htm
            } else {
                Control::Stm
            };
        }
        // For tests, and so not in the help: everything but the parallelism.
        ("tm", Some("htm-imagined")) => {
            (config.control, config.hardware) = (Control::Htm, Hardware::Imagined);
        }
        ("tm", other) => {
            let other = other.unwrap_or_default();
            return Err(format!(
                "motet: -X tm wants stm, gil, htm or auto, not '{other}'"
            ));
        }
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
        ("tm_dis", _) => options.disassembles = true,
        ("tm_commit", Some("log")) => config.commit_engine = CommitEngine::Log,
        ("tm_commit", Some("stop")) => config.commit_engine = CommitEngine::StopTheWorld,
        ("tm_commit", other) => {
            let other = other.unwrap_or_default();
            return Err(format!(
                "motet: -X tm_commit wants log or stop, not '{other}'"
            ));
        }
        ("tm_segments", value) => {
            config.segments = number(name, value)?;
            if !(1..=SEGMENTS_MAX).contains(&config.segments) {
                return Err(format!("motet: -X tm_segments wants 1 to {SEGMENTS_MAX}"));
            }
        }
        ("tm_heap", value) => config.heap_bytes_max = number::<u64>(name, value)? << 20,
        ("tm_seed", value) => config.stepping_seed = Some(number(name, value)?),
        ("tm_inject", value) => {
            config.injection = Injection::parse(value.unwrap_or_default())
                .map_err(|error| format!("motet: -X tm_inject: {error}"))?;
        }
        _ => {}
    }
    Ok(())
}

/// What was chosen last must be there.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn run(arguments: &[&str]) -> Result<Options, String> {
        let arguments = arguments.iter().map(|argument| (*argument).to_owned());
        match parse(arguments, |_| None)? {
            Action::Run(options) => Ok(*options),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_follows_the_program_is_its_own() {
        let options = run(&["-X", "tm=gil", "-Xtm_stats", "a.py", "-X", "tm=stm"]).expect("good");
        assert_eq!(options.config.control, Control::Gil);
        assert_eq!(options.report, Report::Screen);
        assert_eq!(options.source, Source::File("a.py".into()));
        assert_eq!(options.arguments, ["-X", "tm=stm"]);
        let options = run(&["-c", "pass", "-h"]).expect("good");
        assert_eq!(options.source, Source::Command("pass".into()));
        assert_eq!(options.arguments, ["-h"]);
        let options = run(&["-Bmjson.tool", "-c"]).expect("good");
        assert_eq!(options.source, Source::Module("json.tool".into()));
        assert_eq!(options.arguments, ["-c"]);
    }

    #[test]
    fn wrong_options_are_refused_and_foreign_ones_ignored() {
        assert!(run(&["-z"]).is_err());
        assert!(run(&["-Bsz"]).is_err());
        assert!(run(&["--what"]).is_err());
        assert!(run(&["-m"]).is_err());
        assert!(run(&["-Bu", "-W", "error"]).expect("good").is_unbuffered);
        assert!(run(&["-X", "tm=hardware"]).is_err());
        assert!(run(&["-X", "tm_htm=sometimes"]).is_err());
        assert!(run(&["-X", "tm_htm=paper,fine"]).is_err());
        assert!(run(&["-X", "tm_segments=0"]).is_err());
        assert!(run(&["-X", "tm_stats=json:"]).is_err());
        assert!(run(&["-X", "tm_stats=text"]).is_err());
        let options = run(&["-X", "tm_stats=json:a"]).expect("good");
        assert_eq!(options.report, Report::Json("a".into()));
        assert!(run(&["-X", "tm_commit=never"]).is_err());
        assert!(run(&["-X", "tm_inject=abort=7"]).is_err());
        assert!(run(&["-X", "importtime"]).is_ok());
    }

    #[test]
    fn hardware_transactions_are_used_where_they_are() {
        let found = run(&["-X", "tm=htm"]).map(|options| options.config.control);
        let automatic = run(&["-X", "tm=auto"]).expect("always something");
        match hardware_transactions() {
            Ok(()) => {
                assert_eq!(found, Ok(Control::Htm));
                assert_eq!(automatic.config.control, Control::Htm);
            }
            Err(reason) => {
                assert_eq!(found, Err(format!("motet: -X tm=htm: {reason}")));
                assert_eq!(automatic.config.control, Control::Stm);
            }
        }
        let later = run(&["-X", "tm=htm", "-X", "tm=gil"]).expect("the last one counts");
        assert_eq!(later.config.control, Control::Gil);
        let policy = run(&["-X", "tm=htm-imagined", "-X", "tm_htm=paper,length=16"]);
        let config = policy.expect("good").config;
        assert_eq!(config.hardware, Hardware::Imagined);
        assert_eq!(
            config.elision,
            Policy::parse("paper,length=16").expect("good")
        );
    }

    #[test]
    fn the_environment_is_read_before_the_options() {
        let environment = |name: &str| (name == "MOTET_TM").then(|| "gil".to_owned());
        let arguments = ["-X", "tm=stm"].into_iter().map(str::to_owned);
        let Ok(Action::Run(options)) = parse(arguments, environment) else {
            panic!("good")
        };
        assert_eq!(options.config.control, Control::Stm);
    }
}
