# Readers of csv: escaped numbers, the limit of a field, an iterator that asks its own reader.
import csv

print(next(csv.reader(["1\\.5,\\.5,.5"], quoting=csv.QUOTE_NONNUMERIC, escapechar="\\")))
for arguments in (), (10,), (None,), (1, 2), (100,):
    try:
        print(csv.field_size_limit(*arguments))
    except TypeError as error:
        print("TypeError")
print(next(csv.reader(["a" * 100])) == ["a" * 100])
try:
    next(csv.reader(["a" * 101]))
except csv.Error as error:
    print(error)


class Asking:
    asked = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.asked += 1
        if self.asked == 1:
            next(self.reader, None)
            return "a,b"
        if self.asked == 2:
            return "x"
        raise StopIteration


source = Asking()
source.reader = csv.reader(source)
try:
    print(next(source.reader))
except csv.Error as error:
    print(error)
print(next(source.reader, "end"))
