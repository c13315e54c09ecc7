# A misspelt attribute of a module is told with the one that was meant.
import json, math, sys, threading, traceback, types

made = types.ModuleType("made")
made.something = 1
names = {"json": json, "math": math, "sys": sys, "threading": threading, "made": made}
for expression in "json.dump5", "math.sine", "sys.exot", "threading.Tread", "made.somethin", "sys.nothing_like_it":
    try:
        eval(expression, names)
    except AttributeError as error:
        print(error.name, error.obj is names[expression.split(".")[0]])
        print("".join(traceback.format_exception_only(error)), end="")
