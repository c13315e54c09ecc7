//! The options of the command line and of the process's environment, and where the program that
//! runs is installed.

use std::path::{Path, PathBuf};

/// The folder below a prefix for packages that are installed.
const PACKAGES: &str = "lib/motet3.14/site-packages";

/// How a program is run, as `sys.flags` and similar attributes show it.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// `-O` (1: no assertions) or `-OO` (2: no docstrings either).
    pub optimise: u8,
    /// `-d`.
    pub debug: u8,
    /// `-i`: a session follows the program.
    pub inspect: bool,
    /// No program was given: it is a session.
    pub interactive: bool,
    /// `-B`.
    pub dont_write_bytecode: bool,
    /// `-s`: no packages of the user.
    pub no_user_site: bool,
    /// `-S`: no installed packages.
    pub no_site: bool,
    /// `-E`: the environment's variables for Python are ignored.
    pub ignore_environment: bool,
    /// `-I`: as `-E`, `-P` and `-s` together.
    pub isolated: bool,
    /// `-P`: modules are not looked for in the program's folder.
    pub safe_path: bool,
    /// `-v`.
    pub verbose: u8,
    /// `-b`.
    pub bytes_warning: u8,
    /// `-q`.
    pub quiet: bool,
    /// `-u`.
    pub unbuffered: bool,
    /// `PYTHONIOENCODING` is set: the standard streams may have another encoding than UTF-8.
    pub recodes_streams: bool,
    /// UTF-8 is chosen against the locale. (Texts are in UTF-8 under each locale; this tells
    /// whether programs see the encoding under the name that the locale has for it.)
    pub utf8_mode: bool,
    /// `-X dev`.
    pub dev_mode: bool,
    /// Warnings of text files that are opened without an encoding
    /// (`-X warn_default_encoding`).
    pub warns_of_default_encoding: bool,
    /// `-W`, in order; those of the environment first.
    pub warnings: Vec<String>,
    /// `-X`, in order.
    pub options: Vec<String>,
    /// The largest number of digits of an integer's text, if it is set.
    pub digits_max: Option<usize>,
    /// The number of processors that the program is told, if it is not the real one.
    pub processors: Option<u32>,
    /// The folder below which compiled code is kept, if not beside the sources.
    pub code_folder: Option<String>,
    /// All words of the command line.
    pub command_line: Vec<String>,
    /// Folders of `PYTHONPATH`.
    pub search_path: Vec<String>,
}

/// The folders in which the program that runs is installed.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The program, as it was called.
    pub executable: String,
    /// The folder that it lies under, or that of the virtual environment.
    pub prefix: String,
    /// The folder of the installation behind a virtual environment.
    pub base_prefix: String,
    /// The program of that installation.
    pub base_executable: String,
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The program by its name in the command line; links are not followed, since the program of a
/// virtual environment is one.
fn executable(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return std::path::absolute(name).ok();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    found.or_else(|| std::env::current_exe().ok())
}

/// The line `home = folder` of a virtual environment's file.
fn home(file: &Path) -> Option<PathBuf> {
    let content = std::fs::read_to_string(file).ok()?;
    let pairs = content.lines().filter_map(|line| line.split_once('='));
    let mut homes = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("home"));
    homes.next().map(|(_, folder)| PathBuf::from(folder.trim()))
}

/// The prefix of a program: the folder above its own, if packages are installed there, or if it is
/// called `bin`; else its own.
fn prefix_of(program: &Path) -> PathBuf {
    let folder = program.parent().unwrap_or(Path::new("/"));
    match folder.parent() {
        Some(above) if folder.ends_with("bin") || above.join(PACKAGES).is_dir() => above.into(),
        _ => folder.into(),
    }
}

/// The program behind that of a virtual environment, which is a link to it or a copy of it.
fn base_of(program: &Path, environment: &Path, home: &Path) -> PathBuf {
    let real = std::fs::canonicalize(program).unwrap_or_else(|_| home.join("motet"));
    let is_copy = std::fs::canonicalize(environment).is_ok_and(|folder| real.starts_with(folder));
    let same_name = home.join(program.file_name().unwrap_or_default());
    match is_copy {
        true if same_name.is_file() => same_name,
        true if home.join("motet").is_file() => home.join("motet"),
        _ => real,
    }
}

impl Places {
    /// Finds them.
    pub fn find(settings: &Settings) -> Places {
        let name = settings
            .command_line
            .first()
            .map_or("motet", String::as_str);
        let program = executable(name).unwrap_or_default();
        let folder = program.parent().unwrap_or(Path::new("/"));
        let environment = [Some(folder), folder.parent()]
            .into_iter()
            .flatten()
            .find_map(|folder| Some((folder, home(&folder.join("pyvenv.cfg"))?)));
        let Some((environment, home)) = environment else {
            let real = std::fs::canonicalize(&program).unwrap_or_else(|_| program.clone());
            let prefix = text(&prefix_of(&real));
            return Places {
                executable: text(&program),
                base_executable: text(&program),
                base_prefix: prefix.clone(),
                prefix,
            };
        };
        Places {
            executable: text(&program),
            prefix: text(environment),
            base_prefix: text(&prefix_of(&home.join("motet"))),
            base_executable: text(&base_of(&program, environment, &home)),
        }
    }

    /// Whether there are installed packages: then `site` looks at them at the start.
    pub fn have_packages(&self, settings: &Settings) -> bool {
        let is_environment = self.prefix != self.base_prefix;
        let mut folders = vec![Path::new(&self.prefix).join(PACKAGES)];
        if !settings.no_user_site && !settings.isolated && !is_environment {
            let home = std::env::var_os("HOME").unwrap_or_default();
            folders.push(Path::new(&home).join(".local").join(PACKAGES));
        }
        folders.iter().any(|folder| folder.is_dir())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_lies_above_a_folder_of_programs() {
        assert_eq!(
            prefix_of(Path::new("/opt/x/bin/motet")),
            Path::new("/opt/x")
        );
        assert_eq!(
            prefix_of(Path::new("/opt/release/motet")),
            Path::new("/opt/release")
        );
    }
}
