# A `yield` without a value is no operand, unless it stands in parentheses.
OPERATORS = (
    "or 1", "and 1", "if 1 else 2", "== 1", "!= 1", "is y", "is not y", "in y", "not in y", "* 2", "+ 2",
    "- 2", "/ 2", "// 2", ".y", "[1]", "(1)", "< 1", "<= 1", "> 1", ">= 1", ":= 1", "@ 2", "** 2", "% 2",
    "| 2", "& 2", "^ 2", "<< 2", ">> 2", "= 2", "+= 2", ", 2", ",", "not 2", "from y", "~ 2", "y", "",
    "lambda: 2", "# or", "; y",
)
FORMS = (
    "yield {}", "x = yield {}", "f((yield {}))", "(yield) {}", "[(yield) {}, 2]", "f'{{yield {}}}'", "x: y = yield {}",
)
for operator in OPERATORS:
    row = []
    for form in FORMS:
        try:
            compile("def f():\n  " + form.format(operator), "source", "exec")
        except SyntaxError:
            row.append("no")
        else:
            row.append("yes")
    print(operator.ljust(12), *row)
