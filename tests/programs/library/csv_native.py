# Rows of one line, and those that are not.
import csv
import io

TEXTS = (
    'a,b,c\r\n1,2,3\n', 'x\n', '\n\n', '', 'a,,b,\n', '"q","r s",t\n', '"a ""b"" c",d\n',
    '"two\nlines",x\nafter,y\n', '"open', 'mid"dle,"end"x,"y"z"\n', ' a, "b" ,c\n', "é,ü,'x,y'\n",
    'a\rb,c\n', '"",""\n', '"a\r\nb"\r\n',
)
for text in TEXTS:
    for options in (
        {}, {"delimiter": ";"}, {"quotechar": "'"}, {"escapechar": "\\"}, {"strict": True},
        {"skipinitialspace": True}, {"quoting": csv.QUOTE_NONE}, {"doublequote": False},
    ):
        for source in io.StringIO(text, newline=""), (line for line in text.splitlines(True)):
            reader = csv.reader(source, **options)
            try:
                print(list(reader), reader.line_num, end=" ")
            except csv.Error as error:
                print(error, reader.line_num, end=" ")
    print()

before = csv.field_size_limit(4)
reader = csv.reader(["abc,de", "abcde,f", "gh,i"])
while True:
    try:
        print(next(reader))
    except csv.Error as error:
        print(error)
    except StopIteration:
        break
print(csv.field_size_limit(before), reader.line_num)
for lines in (["a", 5], [b"a"], None):
    try:
        print(list(csv.reader(lines)))
    except (csv.Error, TypeError) as error:
        print(type(error).__name__, error)

rows = [
    ["a", 1, 2.5, None], [""], [None], ["x,y", 'q"r', "line\nbreak", "é"], (1, -2, 10**20), [True],
    [], ["", ""], [float("nan"), 1e300], range(3), iter("ab"), ["\r"], [" s"],
]
for options in (
    {}, {"delimiter": "|"}, {"lineterminator": "\n"}, {"quoting": csv.QUOTE_ALL},
    {"quoting": csv.QUOTE_NONNUMERIC}, {"escapechar": "\\", "doublequote": False},
    {"quotechar": "'"}, {"lineterminator": "@\n"},
):
    file = io.StringIO(newline="")
    writer = csv.writer(file, **options)
    counts = [writer.writerow(row) for row in rows[:9]]
    writer.writerows(rows[11:])
    print(counts, repr(file.getvalue()))
print(list(csv.DictReader(io.StringIO("a,b\n1,2\n3\n4,5,6\n"))))
