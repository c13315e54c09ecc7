# unittest shows failures, and its mocks work; asyncio is imported as far as it is asked for.
import io
import re
import unittest
from unittest import mock


class Cases(unittest.TestCase):
    def test_equal(self):
        self.assertEqual(1, 2)

    def test_parts(self):
        for i in range(2):
            with self.subTest(i=i):
                self.assertIn(i, [1])

    def test_error(self):
        raise KeyError("x")

    @unittest.expectedFailure
    def test_expected(self):
        self.fail()

    @unittest.skip("why")
    def test_skipped(self):
        pass


shown = io.StringIO()
cases = unittest.defaultTestLoader.loadTestsFromTestCase(Cases)
unittest.TextTestRunner(stream=shown).run(cases)
text = re.sub(r'File ".*?"', 'File "here"', shown.getvalue())
print(re.sub(r"in [\d.]+s", "in some time", text))

thing = mock.Mock(return_value=3)
print(thing(1, b=2), thing.call_args, thing.called)
with mock.patch("os.getcwd", return_value="/x"):
    import os

    print(os.getcwd())
magic = mock.MagicMock()
magic.__len__.return_value = 4
print(len(magic))
awaited = mock.AsyncMock(return_value=5)
try:
    awaited().send(None)
except StopIteration as end:
    print(end.value)
steps = mock.Mock(side_effect=[1, ValueError])
print(steps())
try:
    steps()
except ValueError:
    print("ValueError")
try:
    steps.assert_called_once()
except AssertionError as error:
    print(error)


def checked(a, b=1):
    pass


try:
    mock.create_autospec(checked)(1, 2, 3)
except TypeError as error:
    print(error)

import asyncio

print(asyncio.CancelledError.__mro__[1].__name__)
