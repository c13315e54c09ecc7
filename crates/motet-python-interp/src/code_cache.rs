//! Compiled code of a program's own modules, kept beside them: `__pycache__/name.motet-314.pyc`;
//! or, with `-X pycache_prefix=PATH`, below that folder, in folders named as those of the sources.
//!
//! A file begins with a mark, with an identification of this build of the program, and with the
//! time and size of the source that it was made of; if any of that differs it is made anew. A
//! checksum of the rest follows, so that a damaged file is none; its code is verified as the
//! compiler's is (a process that may write these files may write the sources too): that of the
//! module here, that of each function when it is unpacked (decision 57). It is written
//! under another name and renamed, so that no reader finds half of it; to write it again, or in
//! vain, does no harm, so a transaction that aborts may have done so.

use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use motet_python_bytecode::{Code, CodeKind, pack, unpack_lazily};

/// The tag in the names of cached files (`sys.implementation.cache_tag`).
pub(crate) const TAG: &str = "motet-314";

const MARK: &[u8; 8] = b"mt\r\notet";

/// The first bytes of a cached file, as a number.
pub fn magic() -> u32 {
    u32::from_le_bytes([MARK[0], MARK[1], MARK[2], MARK[3]])
}

/// Tells this build from others: time and size of the program's file.
fn build() -> [u8; 16] {
    static BUILD: OnceLock<[u8; 16]> = OnceLock::new();
    *BUILD.get_or_init(|| {
        let program = std::env::current_exe().and_then(fs::metadata);
        program.map_or([0; 16], |found| stamp(&found))
    })
}

/// Time and size of a file.
fn stamp(found: &fs::Metadata) -> [u8; 16] {
    let mut stamp = [0; 16];
    let time = found.mtime() * 1_000_000_000 + found.mtime_nsec();
    stamp[..8].copy_from_slice(&time.to_le_bytes());
    stamp[8..].copy_from_slice(&found.size().to_le_bytes());
    stamp
}

/// The first bytes of the cached file of a source, as the source is now.
pub fn header(source: &str) -> Option<Vec<u8>> {
    let found = fs::metadata(source).ok()?;
    Some([MARK.as_slice(), &build(), &stamp(&found)].concat())
}

/// The same in every run of one build.
fn checksum(packed: &[u8]) -> [u8; 8] {
    let mut hasher = DefaultHasher::new();
    hasher.write(packed);
    hasher.finish().to_le_bytes()
}

fn place_of(source: &Path, prefix: Option<&str>) -> Option<PathBuf> {
    let name = source.file_stem()?.to_str()?;
    let folder = match prefix {
        None => source.parent()?.join("__pycache__"),
        Some(prefix) => {
            let folder = std::path::absolute(source.parent()?).ok()?;
            Path::new(prefix).join(folder.strip_prefix("/").ok()?)
        }
    };
    Some(folder.join(format!("{name}.{TAG}.pyc")))
}

/// The code of a source file, if it was kept and the file is as it was then.
pub fn find(source: &str, prefix: Option<&str>) -> Option<Arc<Code>> {
    let content = fs::read(place_of(Path::new(source), prefix)?).ok()?;
    let rest = content.strip_prefix(header(source)?.as_slice())?;
    let (sum, packed) = rest.split_first_chunk::<8>()?;
    if *sum != checksum(packed) {
        return None;
    }
    let start = content.len() - packed.len();
    let code = unpack_lazily(content, start, false)?;
    // The folder may have been moved.
    let is_module = code.kind == CodeKind::Module && code.filename.as_ref() == source;
    is_module.then_some(code)
}

/// Keeps the code of a source file that had this header when it was read. A failure to write it is
/// ignored.
pub fn keep(source: &str, prefix: Option<&str>, header: Vec<u8>, code: &Code) {
    let Some(place) = place_of(Path::new(source), prefix) else {
        return;
    };
    let packed = pack(code);
    let mut content = header;
    content.extend_from_slice(&checksum(&packed));
    content.extend_from_slice(&packed);
    let folder = place
        .parent()
        .expect("place_of has joined a folder and a name");
    let make = match prefix {
        None => fs::create_dir,
        Some(_) => fs::create_dir_all,
    };
    if !folder.is_dir() && make(folder).is_err() {
        return;
    }
    let thread = rustix::thread::gettid().as_raw_nonzero();
    let draft = place.with_extension(format!("{}-{thread}", std::process::id()));
    let written = fs::write(&draft, &content).and_then(|()| fs::rename(&draft, &place));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
}
