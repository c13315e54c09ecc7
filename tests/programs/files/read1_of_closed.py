# A buffered reader that is closed refuses `read1`, of whatever size.
import io

for make in (io.BufferedReader, io.BufferedRandom):
    reader = make(io.BytesIO(b"abc"))
    print(reader.read1(0), reader.read1(1), reader.read1())
    reader.close()
    for size in ((0,), (1,), (-1,), ()):
        try:
            print(reader.read1(*size))
        except ValueError as error:
            print(error)
