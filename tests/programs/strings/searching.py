# A tokenizer and a calculator: strings as real programs use them.
def tokens(text):
    out = []
    i = 0
    while i < len(text):
        c = text[i]
        if c == " ":
            i += 1
        elif c.isdigit():
            j = i
            while j < len(text) and text[j].isdigit():
                j += 1
            out.append(int(text[i:j]))
            i = j
        elif c in "+-*/()":
            out.append(c)
            i += 1
        else:
            raise SyntaxError("bad character " + repr(c))
    return out


class Parser:
    def __init__(self, text):
        self.tokens = tokens(text)
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def expression(self):
        value = self.term()
        while self.peek() in ("+", "-"):
            value = value + self.term() if self.take() == "+" else value - self.term()
        return value

    def term(self):
        value = self.factor()
        while self.peek() in ("*", "/"):
            value = value * self.factor() if self.take() == "*" else value // self.factor()
        return value

    def factor(self):
        token = self.take()
        if token == "(":
            value = self.expression()
            self.take()
            return value
        return -self.factor() if token == "-" else token


for text in ("1 + 2 * 3", "(1 + 2) * 3", "-(4 - 10) * 2", "100 / 7 / 2", "2 * (3 + (4 - 1)) - -5"):
    print(text, "=", Parser(text).expression())
try:
    tokens("1 + x")
except SyntaxError as error:
    print(error)
text = "the rain in spain stays mainly in the plain"
at = -1
found = []
while (at := text.find("ain", at + 1)) >= 0:
    found.append(at)
print(found, text.rfind("in"), text.find("in", 7), text.find("in", 7, 9), text.split("in"))
