# Sources that nest deeply, or that are long chains, some with a mistake at their end.

MANY = 200_000
ENDS = {"": "", "a character that is none": " $", "two names": " b c"}
CHAINS = {
    "conditions": "a if b else " * MANY + "c",
    "nots": "not " * MANY + "a",
    "signs": "-" * MANY + "x",
    "powers": "a" + "**a" * MANY,
    "lambdas": "lambda: " * MANY + "a",
    "defaults": "lambda a, b=" * MANY,
    "brackets": "(" * MANY,
    "clauses": "if a: pass\n" + "elif b: pass\n" * 20_000,
    "strings": "f'{" * MANY,
}


def attempt(text, mode="exec"):
    try:
        compile(text, "f", mode)
    except (SyntaxError, MemoryError, RecursionError) as error:
        return f"{type(error).__name__}: {str(error)[:60]}"
    return "compiles"


for name, text in CHAINS.items():
    for end, mistake in ENDS.items():
        print(name, end, attempt(text + mistake))

# Chains to the left end somewhere too; if there is a mistake, it may be told in place of that.
for name, text in {
    "attributes": "a" + ".b" * MANY,
    "sums": "a" + "+a" * MANY,
    "mixed": "x" + "[0].a()" * MANY,
}.items():
    for end, mistake in ENDS.items():
        found = attempt(text + mistake)
        print(name, end, found.startswith(("RecursionError", "SyntaxError: invalid syntax")))

# As many as CPython compiles with the usual stack.
FEW = 12_000
for name, text in {
    "attributes": "a" + ".b" * FEW,
    "calls": "f" + "()" * FEW,
    "items": "x" + "[0]" * FEW,
    "sums": "a" + "+a" * FEW,
    "sums of numbers": "1" + "+1" * FEW,
    "sums of texts": "'a'" + "+'a'" * FEW,
    "products of a sum": "a" + "*(a+b)" * FEW,
    "signs between": "a" + " - -a" * FEW,
    "and": "a.b" + " and a.b" * FEW,
    "or": "not a" + " or not a" * FEW,
    "comparisons": "a+b" + " < a+b" * FEW,
    "is not": "a" + " is not a" * FEW,
    "not in": "a" + " not in a" * FEW,
    "texts": "'a' " * FEW,
    "texts with fields": "f'{a}' " * FEW,
    "targets": "a = " * FEW + "1",
    "elements": "[" + "-a, " * FEW + "]",
    "lambdas": "[" + "lambda: a, " * FEW + "]",
    "alternatives": "match a:\n case 1" + "|1" * FEW + ": pass",
    "a value": "match a:\n case a" + ".b" * FEW + ": pass",
    "imports": "import a" + ".a" * 3000,
    "conditions": "a if b else " * 5000 + "c",
    "nots": "not " * 5000 + "a",
    "signs": "~" * 5000 + "a",
    "powers": "a" + "**a" * 2500,
    "lambdas within": "lambda: " * 500 + "a",
    "clauses": "if a: pass\n" + "elif b: pass\n" * 5000,
}.items():
    print(name, attempt(text))

print(eval("1" + "+1" * FEW), eval("2" + "**1" * 2500), eval("-" * 5000 + "7"))
print(len(eval("'a'" + "+'a'" * FEW)), eval("not " * 5000 + "[]"))
# long
