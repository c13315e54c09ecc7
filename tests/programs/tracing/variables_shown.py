# A trace function sees the variables of the frame as they are, also where it asks by way of
# natives that call natives; those that have no value yet are not shown.
import sys


def show(frame, event, argument):
    if frame.f_code is traced.__code__ and event == "line":
        print(dict(frame.f_locals), sorted(map(frame.f_locals.get, sorted(frame.f_locals))))
    return show


def begin():
    frame = sys._getframe(1)
    frame.f_trace = show
    sys.settrace(show)


def traced():
    first = 1
    begin()
    second = 2
    third = 3
    return third


def asked_by_natives():
    first = 1
    later = [dict(sys._getframe(0).f_locals)]
    found = list(map(lambda _: list(map(dict, [sys._getframe(1).f_locals])), "a"))
    unused = 5
    return later, found, first


traced()
sys.settrace(None)
print(asked_by_natives())
