"""A profiler whose results `pstats` reads: how often functions were called, and for how long."""

import _lsprof
import importlib.machinery
import io
import profile as _pyprofile

__all__ = ["run", "runctx", "Profile"]


def run(statement, filename=None, sort=-1):
    return _pyprofile._Utils(Profile).run(statement, filename, sort)


def runctx(statement, globals, locals, filename=None, sort=-1):
    return _pyprofile._Utils(Profile).runctx(statement, globals, locals, filename, sort)


run.__doc__ = _pyprofile.run.__doc__
runctx.__doc__ = _pyprofile.runctx.__doc__


def label(code):
    """The key of a function in statistics."""
    if isinstance(code, str):
        return "~", 0, code
    return code.co_filename, code.co_firstlineno, code.co_name


class Profile(_lsprof.Profiler):
    """Profile(timer=None, timeunit=None, subcalls=True, builtins=True)"""

    def print_stats(self, sort=-1):
        import pstats

        keys = sort if isinstance(sort, tuple) else (sort,)
        pstats.Stats(self).strip_dirs().sort_stats(*keys).print_stats()

    def dump_stats(self, file):
        import marshal

        self.create_stats()
        with open(file, "wb") as out:
            marshal.dump(self.stats, out)

    def create_stats(self):
        self.disable()
        self.snapshot_stats()

    def snapshot_stats(self):
        entries = self.getstats()
        callers_of = {label(entry.code): {} for entry in entries}
        self.stats = {}
        # Functions of the same place are one for pstats, so their figures are added.
        for entry in entries:
            key = label(entry.code)
            self.stats[key] = self._sum(self.stats.get(key), entry) + (callers_of[key],)
        for entry in entries:
            for call in entry.calls or ():
                callers = callers_of.setdefault(label(call.code), {})
                key = label(entry.code)
                cc, nc, tt, ct = self._sum(callers.get(key), call)
                callers[key] = nc, cc, tt, ct

    @staticmethod
    def _sum(before, entry):
        once = entry.callcount - entry.reccallcount
        figures = once, entry.callcount, entry.inlinetime, entry.totaltime
        if before is None:
            return figures
        return tuple(old + new for old, new in zip(before, figures))

    def run(self, cmd):
        import __main__

        return self.runctx(cmd, __main__.__dict__, __main__.__dict__)

    def runctx(self, cmd, globals, locals):
        self.enable()
        try:
            exec(cmd, globals, locals)
        finally:
            self.disable()
        return self

    def runcall(self, func, /, *args, **kw):
        self.enable()
        try:
            return func(*args, **kw)
        finally:
            self.disable()

    def __enter__(self):
        self.enable()
        return self

    def __exit__(self, *exc_info):
        self.disable()


def main():
    import os
    import pstats
    import sys
    from optparse import OptionParser

    usage = "cProfile.py [-o output_file_path] [-s sort] [-m module | scriptfile] [arg] ..."
    parser = OptionParser(usage=usage)
    parser.allow_interspersed_args = False
    parser.add_option("-o", "--outfile", dest="outfile", default=None,
                      help="Save stats to <outfile>")
    parser.add_option("-s", "--sort", dest="sort", default=2,
                      choices=sorted(pstats.Stats.sort_arg_dict_default),
                      help="Sort order when printing to stdout, based on pstats.Stats class")
    parser.add_option("-m", dest="module", action="store_true", default=False,
                      help="Profile a library module")
    if not sys.argv[1:]:
        parser.print_usage()
        sys.exit(2)
    options, arguments = parser.parse_args()
    if not arguments:
        parser.print_usage()
        return parser
    # The program may go to another folder before the statistics are written.
    outfile = options.outfile and os.path.abspath(options.outfile)
    sys.argv[:] = arguments
    names = {"__name__": "__main__", "__package__": None, "__cached__": None}
    if options.module:
        import runpy

        code = "run_module(name, run_name='__main__')"
        names = {"run_module": runpy.run_module, "name": arguments[0]}
    else:
        program = arguments[0]
        sys.path.insert(0, os.path.dirname(program))
        with io.open_code(program) as file:
            code = compile(file.read(), program, "exec")
        spec = importlib.machinery.ModuleSpec("__main__", None, origin=program)
        main_module = type(sys)("__main__")
        main_module.__dict__.update(names, __spec__=spec, __file__=program)
        sys.modules["__main__"] = main_module
        names = main_module.__dict__
    runctx(code, names, None, outfile, options.sort)
    return parser


if __name__ == "__main__":
    main()
