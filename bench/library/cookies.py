"""http.cookies: cookies written and read."""

from http.cookies import SimpleCookie

from support.packages import short
from support.repeated import run

TURNS = {"T": 1, "S": 510, "W": 2550, "A": 25500}

def work():
    texts = []
    for number in range(40):
        cookie = SimpleCookie()
        cookie["session"] = "number %d; with signs" % number
        cookie["session"]["path"] = "/"
        cookie["theme"] = "dark"
        texts.append(cookie.output())
        texts.append(sorted(SimpleCookie("a=1; b=%d; c=x" % number).items()))
    return short(texts)


if __name__ == "__main__":
    run("cookies", __doc__, TURNS, work, 3328801897)
