//! Packs the sources of the standard library: those of CPython 3.14 as `rustpython-pylib` carries
//! them, with the files of `lib/` in front; and the code that the compiler makes of them, so that a
//! program does not wait for it. Each is compressed by itself, so that a program pays only for the
//! modules that it imports.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Folders and modules that are not needed here: programs with windows, installers, tests, data.
const LEFT_OUT: &[&str] = &[
    "__hello__.py",
    "__phello__",
    "__pycache__",
    "_aix_support.py",
    "_ios_support.py",
    "antigravity.py",
    "idlelib",
    "ntpath_tests",
    "pydoc_data",
    "site-packages",
    "test",
    "tests",
    "tkinter",
    "turtle.py",
    "turtledemo",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=lib");
    println!("cargo::rerun-if-changed=machine");
    let mut files = BTreeMap::new();
    collect(Path::new(rustpython_pylib::LIB_PATH), "", &mut files);
    // Our modules of the same names use these.
    if let Some(builder) = files.remove("venv") {
        files.insert("venv._builder".to_owned(), builder);
    }
    collect(Path::new("lib"), "", &mut files);
    // The machine has modules of its own in Python, under a name that no import can ask for.
    let machine = Path::new("machine");
    for entry in fs::read_dir(machine).expect("the modules of the machine") {
        let path = entry.expect("an entry of a folder").path();
        let name = path.file_name().and_then(|name| name.to_str());
        if let Some(name) = name.and_then(|name| name.strip_suffix(".py")) {
            files.insert(format!("<frozen {name}>"), path);
        }
    }
    let mut blob = Vec::new();
    let mut index = String::from("&[\n");
    let packed = pack_all(files);
    for module in &packed {
        let (name, is_package) = (&module.name, module.is_package);
        let (start, length) = (blob.len(), module.text.len());
        blob.extend_from_slice(&module.text);
        let (code, code_length) = (blob.len(), module.code.len());
        blob.extend_from_slice(&module.code);
        writeln!(
            index,
            "({name:?}, {is_package}, {start}, {length}, {code}, {code_length}),"
        )
        .expect("a string");
    }
    index.push(']');
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    let (wheel, content) = pip();
    fs::write(folder.join("pip.txt"), wheel).expect("the folder of the build");
    fs::write(folder.join("pip.whl"), content).expect("the folder of the build");
    let mut print = DefaultHasher::new();
    blob.hash(&mut print);
    let print = format!("{:016x}", print.finish());
    fs::write(folder.join("print.txt"), print).expect("the folder of the build");
    fs::write(folder.join("library.bin"), blob).expect("the folder of the build");
    fs::write(folder.join("index.rs"), index).expect("the folder of the build");
}

/// A module as it goes into the program.
struct Packed {
    name: String,
    is_package: bool,
    text: Vec<u8>,
    /// Nothing if it is to be compiled when it is imported.
    code: Vec<u8>,
}

/// Compresses and compiles modules, several at a time.
fn pack_all(files: BTreeMap<String, PathBuf>) -> Vec<Packed> {
    let files: Vec<(String, PathBuf)> = files.into_iter().collect();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((name, path)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let packed = pack(name, path);
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push(packed);
        }
    };
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|threads| {
        for _ in 0..workers {
            threads.spawn(work);
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by(|a, b| a.name.cmp(&b.name));
    done
}

fn pack(name: &str, path: &Path) -> Packed {
    println!("cargo::rerun-if-changed={}", path.display());
    let text = adapted(fs::read(path).expect("a file that was just listed"));
    let is_package = path.ends_with("__init__.py") && name != "venv._builder";
    // As the library's `path_of` has it.
    let place = name.replace('.', "/");
    let last = if is_package { "/__init__" } else { "" };
    let is_machine = name.starts_with('<');
    let filename = if is_machine {
        name.to_owned()
    } else {
        format!("/<stdlib>/{place}{last}.py")
    };
    let source = String::from_utf8_lossy(&text);
    let code = compiled(&source, &filename);
    Packed {
        name: name.to_owned(),
        is_package,
        text: lz4_flex::compress_prepend_size(&text),
        code: code.map_or_else(Vec::new, |code| lz4_flex::compress_prepend_size(&code)),
    }
}

/// The packed code of a module; none if it does not compile, as the two that are not UTF-8.
fn compiled(source: &str, filename: &str) -> Option<Vec<u8>> {
    let code = motet_python_compiler::compile_module(source, filename).ok()?;
    Some(motet_python_bytecode::pack(&code))
}

/// The text in `typing` where a class of named fields is given other bases: here it is made again
/// below them.
const NAMED_TUPLE_BASES: &str = "        if bases != nm_tpl.__bases__:
            annotate = nm_tpl.__annotate__
            entries = dict(nm_tpl.__dict__)
            entries.update((key, ns[key]) for key in ('__orig_bases__',) if key in ns)
            for name in ('__dict__', '__weakref__', '__annotate_func__', '__annotations_cache__'):
                entries.pop(name, None)
            nm_tpl = type(typename, bases, entries)
            nm_tpl.__annotate__ = annotate
";

/// Two modules name the folders of packages after the interpreter that their package was made for;
/// and one makes each folder of the search absolute, but the library's own must stay as it is. The
/// debugger imports sockets to reach a process at their other end: here it imports them when it has
/// such a process.
// tidy: long because it is one replacement for each place
fn adapted(text: Vec<u8>) -> Vec<u8> {
    // Two files are not UTF-8; they are never imported.
    let text = String::from_utf8_lossy(&text);
    let join = "    dir = os.path.join(*paths)\n";
    let exempt = "    if dir.startswith('/<stdlib>'):\n        return dir, dir\n";
    let sockets = "import signal\nimport socket\nimport typing\n";
    let later = "type('_Later', (), {'__getattr__': lambda _, name: \
                 getattr(__import__('socket'), name)})()";
    let sockets_later = format!("import signal\nsocket = {later}\nimport typing\n");
    // The modules that may check any protocol: the checks of abstract classes are Python here.
    let callers = "{'abc', 'functools', None}";
    // The call of a partial object, and its making, are native unless that module is forbidden.
    let call = "        return self.func(*pto_args, *args, **keywords)\n";
    let native_call = "    _call_slowly = __call__\n    \
                       vars()['.slow__new__'] = staticmethod(__new__)\n    \
                       vars()['.placeholder'] = Placeholder\n    try:\n        \
                       from _functools import _partial_call as __call__\n        \
                       from _functools import _partial_new as __new__\n        \
                       __new__ = staticmethod(__new__)\n    \
                       except ImportError:\n        pass\n";
    let bases = "        nm_tpl.__bases__ = bases\n";
    // Pickles of plain data are native.
    let dumps = "    f = io.BytesIO()\n    _Pickler(f, protocol, fix_imports=fix_imports,\n";
    let native_dumps = "    if buffer_callback is None:\n        \
                        wanted = DEFAULT_PROTOCOL if protocol is None else protocol\n        \
                        made = _dump_plainly(obj, wanted)\n        \
                        if made is not None:\n            return made\n        \
                        if type(wanted) is int and wanted in (4, 5):\n            \
                        from _motet_pickling import dumps\n            \
                        return dumps(obj, wanted)\n";
    // Methods of built-in classes reduce themselves.
    let descriptors = "register(type(list.append), _reduce_method_descriptor)\n\
                       register(type(int.__add__), _reduce_method_descriptor)\n";
    let end = "# Use the faster _pickle if possible\n";
    // CPython's pickler in C knows no `dispatch` of classes below it, which some fill otherwise.
    let dispatch = "            f = self.dispatch.get(t)\n";
    let native_dispatch = "            f = (self._native_dispatch or self.dispatch).get(t)\n";
    // It asks the hook only for what it does not know to write.
    let asked = "        if reduce is not _NoValue:\n            rv = reduce(obj)\n\n        \
                 if rv is NotImplemented:\n            # Check the type";
    let seldom_asked = asked.replace(
        "_NoValue:",
        "_NoValue and not (self._native_dispatch and type(obj) in _PLAIN):",
    );
    let table = "    dispatch = {}\n\n    def save_none(";
    let no_table = "    _native_dispatch = None\n";
    let natives = "from _pickle_core import dumps as _dump_plainly\n\n\
                   _PLAIN = frozenset(_Pickler.dispatch) - {type, FunctionType}\n\n\n\
                   class _NativePickler(_Pickler):\n    \
                   _native_dispatch = _Pickler.dispatch\n\n    \
                   @property\n    def memo(self):\n        \
                   if self._written is not None:\n            \
                   numbered = enumerate(self._written)\n            \
                   self._memo = {id(it): (place, it) for place, it in numbered}\n            \
                   self._written = None\n        \
                   return self._memo\n\n    \
                   @memo.setter\n    def memo(self, memo):\n        \
                   self._memo, self._written = memo, None\n\n    \
                   _is_used = False\n\n    \
                   def dump(self, obj):\n        \
                   if self._is_used:\n            \
                   raise RuntimeError('Pickler object is already used')\n        \
                   self._is_used = True\n        \
                   try:\n            \
                   self._dump(obj)\n        \
                   finally:\n            \
                   self._is_used = False\n\n    \
                   def _dump(self, obj):\n        \
                   is_open = hasattr(self, '_file_write')\n        \
                   is_plain = is_open and self._buffer_callback is None\n        \
                   if is_plain and self.proto >= 4 and not self.fast:\n            \
                   from _motet_pickling import dump\n            \
                   if dump(self, obj):\n                \
                   return\n        \
                   super().dump(obj)\n\n\n\
                   _NativePickler.__module__ = '_pickle'\n\
                   _NativePickler.__name__ = _NativePickler.__qualname__ = 'Pickler'\n\n";
    // No events of `sys.monitoring` are told: a debugger that could use them traces instead.
    let backend = "        self.backend = backend\n        if backend == 'monitoring':\n";
    let tracing_backend = "        if backend == 'monitoring':\n            \
                           backend = 'settrace'\n";
    let named =
        "        if filename == \"<\" + filename[1:-1] + \">\":\n            return filename\n";
    let inside = "        if filename.startswith('/<stdlib>'):\n            return filename\n";
    // Preparing of texts knows Unicode 3.2: letters that came later are none.
    let small = "    if r is not None: return r\n    return code.lower()\n";
    let small_then = "    if r is not None: return r\n    lower = code.lower()\n    \
                      if 'Cn' in map(unicodedata.category, code + lower): return code\n    \
                      return lower\n";
    // Rules of time zones are read as strictly as by CPython's C code.
    let rule = "_parse_tz_str(tz_str.decode())";
    let strict_rule = "_parse_tz_str(__import__('_zone_texts').checked(tz_str))";
    // Programs ask where the library lies, to tell its code from their own.
    let place = "/{platlibdir}/{implementation_lower}{py_version_short}{abi_thread}',";
    adapted_paths(&adapted_pools(&adapted_zones(&adapted_asyncio(&text))))
        .replace(&format!("'{{installed_base}}{place}"), "'/<stdlib>',")
        .replace(&format!("'{{platbase}}{place}"), "'/<stdlib>',")
        .replace(small, small_then)
        .replace(rule, strict_rule)
        .replace(backend, &format!("{tracing_backend}{backend}"))
        .replace(named, &format!("{named}{inside}"))
        .replace(dispatch, native_dispatch)
        .replace(asked, &seldom_asked)
        .replace(table, &format!("{no_table}{table}"))
        .replace(sockets, &sockets_later)
        .replace(dumps, &format!("{native_dumps}{dumps}"))
        .replace(end, &format!("{natives}{end}"))
        .replace(call, &format!("{call}\n{native_call}"))
        .replace(descriptors, "")
        .replace(bases, NAMED_TUPLE_BASES)
        .replace(callers, "{'abc', '_abc', 'functools', None}")
        .replace("return 'RustPython'", "return 'Motet'")
        .replace("\"RustPython\"", "\"Motet\"")
        .replace("lib/rustpython{version", "lib/motet{version")
        .replace(
            "from _hashlib import pbkdf2_hmac",
            "from _kdf import pbkdf2_hmac",
        )
        .replace("from _hashlib import scrypt", "from _kdf import scrypt")
        .replace(join, &format!("{join}{exempt}"))
        .into_bytes()
}

/// How a pool of processes replaces a worker that has done as many tasks as it may.
const REPLACED_WORKER: &str = "    def _replace_worker(self):
        executor, trouble = self.executor_reference(), None
        may_start = executor is not None and not getattr(executor, '_is_ended', False)
        if may_start and (self.pending_work_items or not self.is_shutting_down()):
            if len(self.processes) < executor._max_workers:
                arguments = (self.call_queue, self.result_queue, executor._initializer,
                             executor._initargs, executor._max_tasks_per_child)
                worker = executor._mp_context.Process(target=_process_worker, args=arguments)
                try:
                    worker.start()
                    self.processes[worker.pid] = worker
                except Exception as error:
                    trouble = format_exception(error)
        if self.processes or not self.pending_work_items and trouble is None:
            return None
        return trouble or ['No worker process is left for the tasks that wait.']

";

/// `os`, which CPython has imported before any program does, imports what `genericpath` defines:
/// that imports `os` behind its definitions.
fn adapted_paths(text: &str) -> String {
    let imports = "import os\nimport stat\n\n";
    let names = "__all__ = ['commonprefix', 'exists',";
    match text.split_once(&format!("{imports}{names}")) {
        Some((before, after)) => format!("{before}{names}{after}\n\n{imports}"),
        None => text.to_owned(),
    }
}

/// A worker is replaced though others were idle a moment ago, or the pool is being shut down: tasks
/// that wait would otherwise do so for ever.
fn adapted_pools(text: &str) -> String {
    let adjust = "                if executor := self.executor_reference():
                    if process_exited:
                        with self.shutdown_lock:
                            executor._adjust_process_count()
                    else:
                        executor._idle_worker_semaphore.release()
                    del executor
";
    let replace = "                if process_exited:
                    with self.shutdown_lock:
                        trouble = self._replace_worker()
                    if trouble is not None:
                        self.terminate_broken(trouble)
                        return
                elif executor := self.executor_reference():
                    executor._idle_worker_semaphore.release()
                    del executor
";
    let method = "    def _terminate_broken(self, cause):\n";
    // What ends the workers must know all of them.
    let copied = "        processes = {}\n        if self._processes:\n            \
                  processes = self._processes.copy()\n";
    let end = "        with self._shutdown_lock:\n            self._is_ended = True\n";
    text.replace(adjust, replace)
        .replace(method, &format!("{REPLACED_WORKER}{method}"))
        .replace(copied, &format!("{end}{copied}"))
}

/// A moment's seconds are computed by a native, and a rule is asked once for each year.
fn adapted_zones(text: &str) -> String {
    let rule = "    def transitions(self, year):\n        \
                start = self.start.year_to_epoch(year)\n        \
                end = self.end.year_to_epoch(year)\n        return start, end\n";
    let known = "    def transitions(self, year):\n        known = self._known.get(year)\n        \
                 if known is None:\n            \
                 known = self._known[year] = (\n                \
                 self.start.year_to_epoch(year), self.end.year_to_epoch(year)\n            \
                 )\n        return known\n";
    let slots = "        \"dst_diff\",\n    )\n";
    let own_slots = "        \"dst_diff\",\n        \"_known\",\n    )\n";
    let first = "        self.dst_diff = dst_offset - std_offset\n";
    let timestamp = "    def _get_local_timestamp(self, dt):\n        return (\n";
    let own_timestamp = "    def _get_local_timestamp(self, dt):\n        \
                         seconds = _wall_seconds(dt)\n        \
                         return seconds if seconds is not None else (\n";
    let import = "from . import _common, _tzpath\n";
    let native = "from _datetime_core import wall_seconds as _wall_seconds\n\n";
    text.replace(rule, known)
        .replace(slots, own_slots)
        .replace(first, &format!("        self._known = {{}}\n{first}"))
        .replace(timestamp, own_timestamp)
        .replace(import, &format!("{native}{import}"))
}

/// How a handle calls its function: as `Context.run` does, whose collected arguments and call cost
/// as much as a short function.
const CALL_IN_CONTEXT: &str = "            context = self._context
            if context.__class__ is not contextvars.Context or context._is_entered:
                context.run(self._callback, *self._args)
            else:
                before = _context_here()
                context._is_entered = True
                _set_context_here(context)
                try:
                    self._callback(*self._args)
                finally:
                    context._is_entered = False
                    _set_context_here(before)
";

/// `_asyncio_state` knows the running loops and the tasks; and what the usual loop does for each
/// task, future and callback is tried by natives first (`_asyncio`).
fn adapted_asyncio(text: &str) -> String {
    let state = "_py_current_task = current_task\n";
    let own_state = "from _asyncio_state import (current_task, all_tasks, _register_task,\n    \
                     _unregister_task, _register_eager_task, _unregister_eager_task,\n    \
                     _enter_task, _leave_task, _swap_current_task, _scheduled_tasks,\n    \
                     _eager_tasks)\n\n";
    let running = "# Alias pure-Python implementations for testing purposes.\n";
    let own_running = "from _asyncio_state import (_get_running_loop, _set_running_loop,\n    \
                       get_running_loop)\n\
                       from _sys import _context as _context_here, _set_context as \
                       _set_context_here\n\n";
    let run = "            self._context.run(self._callback, *self._args)\n";
    let leave = "            _py_leave_task(self._loop, self)\n            self = None";
    let drop = "            _py_leave_task(self._loop, self)\n            \
                if self._state != futures._PENDING:\n                \
                _py_unregister_task(self)\n            \
                self = None";
    let soon = "        self._check_closed()\n        if self._debug:\n            \
                self._check_thread()\n            \
                self._check_callback(callback, 'call_soon')\n";
    let native_soon = "        handle = _native_call_soon(\n            \
                       tasks.Task, self, callback, args, context)\n        \
                       if handle is not None:\n            \
                       return handle\n";
    let future = "        return futures.Future(loop=self)\n";
    let native_future = "        future = _native_future(futures.Future, self)\n        \
                         if future is None:\n            \
                         future = futures.Future(loop=self)\n        \
                         return future\n";
    let task = "        task = tasks.Task(coro, loop=self, **kwargs)\n";
    let native_task = "        if not kwargs:\n            \
                       task = _native_task(tasks.Task, self, coro)\n            \
                       if task is not None:\n                \
                       return task\n";
    let loops = "class BaseEventLoop(events.AbstractEventLoop):\n";
    let natives = "from _asyncio import (_call_soon as _native_call_soon, _know_loop,\n    \
                   _new_future as _native_future, _new_task as _native_task)\n\n\n";
    let asked = "    return (hasattr(obj.__class__, '_asyncio_future_blocking') and\n";
    let known_future = "    is_known = _native_is_future(obj)\n    \
                        if is_known is not None:\n        return is_known\n";
    let states = "# States for Future.\n";
    let native_states = "from _asyncio_core import is_future as _native_is_future\n\n";
    let end =
        "            self.call_soon_threadsafe(self._set_coroutine_origin_tracking, enabled)\n";
    let known = "\n\n_know_loop(BaseEventLoop, events.Handle)\n";
    text.replace(state, &format!("{own_state}{state}"))
        .replace(running, &format!("{own_running}{running}"))
        .replace(leave, drop)
        .replace(run, CALL_IN_CONTEXT)
        .replace(soon, &format!("{native_soon}{soon}"))
        .replace(future, native_future)
        .replace(task, &format!("{native_task}{task}"))
        .replace(asked, &format!("{known_future}{asked}"))
        .replace(states, &format!("{native_states}{states}"))
        .replace(loops, &format!("{natives}{loops}"))
        .replace(end, &format!("{end}{known}"))
}

/// The name and the content of pip's wheel.
fn pip() -> (String, Vec<u8>) {
    let folder = Path::new(rustpython_pylib::LIB_PATH).join("ensurepip/_bundled");
    let entries = fs::read_dir(folder).expect("a folder of the library");
    let wheel = entries
        .map(|entry| entry.expect("an entry of a folder").path())
        .find(|path| path.extension().is_some_and(|ending| ending == "whl"))
        .expect("a wheel of pip");
    let name = wheel.file_name().expect("it has a name").to_string_lossy();
    (
        name.into_owned(),
        fs::read(&wheel).expect("a file that was just listed"),
    )
}

/// Finds the modules below a folder; they replace modules of the same name found before.
fn collect(folder: &Path, package: &str, files: &mut BTreeMap<String, PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder of the library");
    for entry in entries {
        let path = entry.expect("an entry of a folder").path();
        let name = path.file_name().and_then(|name| name.to_str());
        let Some(name) = name.filter(|name| !LEFT_OUT.contains(name)) else {
            continue;
        };
        if path.is_dir() {
            collect(&path, &format!("{package}{name}."), files);
        } else if name == "__init__.py" && !package.is_empty() {
            files.insert(package.trim_end_matches('.').to_owned(), path);
        } else if let Some(module) = name.strip_suffix(".py") {
            files.insert(format!("{package}{module}"), path);
        }
    }
}
