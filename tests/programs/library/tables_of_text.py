import csv, io

text = 'a,b,"c,d"\r\n1,"say ""hi""",\r\n\r\n"two\nlines",x y,"z"\n'
print(list(csv.reader(io.StringIO(text, newline=""))))
print(list(csv.reader(["a b 'c d'", "e  f"], delimiter=" ", quotechar="'")))
print(
    list(csv.reader(['1,2.5,"x"', '"q",3'], quoting=csv.QUOTE_NONNUMERIC)))
print(list(csv.reader(["a\\,b,c", "d, e"], escapechar="\\", quoting=csv.QUOTE_NONE, skipinitialspace=True)))
rows = [["a", 1, None, 2.5, "x,y", 'q"q', "line\nbreak", " s"], [], [""], ["only"]]
for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC, csv.QUOTE_STRINGS, csv.QUOTE_NOTNULL):
    out = io.StringIO()
    csv.writer(out, quoting=quoting).writerows(rows)
    print(quoting, repr(out.getvalue()))
out = io.StringIO()
csv.writer(out, quoting=csv.QUOTE_NONE, escapechar="!", delimiter=";", lineterminator="\n").writerow(["a;b", "c!", '"'])
print(repr(out.getvalue()))
out = io.StringIO()
writer = csv.DictWriter(out, ["x", "y"])
writer.writeheader()
writer.writerow({"x": 1, "y": 2})
print(list(csv.DictReader(io.StringIO(out.getvalue()))))
csv.register_dialect("mine", delimiter="|", strict=True)
print(csv.list_dialects(), csv.get_dialect("mine").delimiter, list(csv.reader(["a|b"], "mine")))
reader = csv.reader(["a,b\n", '"c\n', 'd",e\n'])
print([(row, reader.line_num) for row in reader])
for call in (
    lambda: csv.reader(["a"], delimiter="ab"), lambda: csv.reader(["a"], quoting=9), lambda: csv.get_dialect("no"),
    lambda: list(csv.reader(['"a"b'], strict=True)), lambda: list(csv.reader([b"x"])),
    lambda: csv.writer(io.StringIO(), quoting=csv.QUOTE_NONE).writerow(["a,b"]), lambda: csv.writer(1),
    lambda: csv.writer(io.StringIO()).writerow(5), lambda: list(csv.reader(['"open'], strict=True)),
):
    try:
        print(call())
    except csv.Error as error:
        print(error)
    except TypeError as error:
        print(str(error).split(" must")[0])
