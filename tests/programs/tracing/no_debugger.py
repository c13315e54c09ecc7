# What asks whether a debugger is there (timeouts of tests do) hears that none is.
import sys

print(sys.monitoring.get_tool(sys.monitoring.DEBUGGER_ID), sys.gettrace())
for number in -1, 6:
    try:
        sys.monitoring.get_tool(number)
    except ValueError as error:
        print(error)
