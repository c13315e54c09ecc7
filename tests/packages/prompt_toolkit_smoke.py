# prompt_toolkit reads keys from a pipe: editing, history, completion, validation, key bindings; formatted texts.
import asyncio

from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import NestedCompleter, WordCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import HTML, fragment_list_to_text, to_formatted_text
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.validation import Validator

history = InMemoryHistory()
bindings = KeyBindings()


@bindings.add("c-t")
def _(event):
    event.current_buffer.insert_text("<T>")


def ask(keys, **options):
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys)
        return PromptSession(history=history, key_bindings=bindings, **options).prompt("> ")


print(repr(ask("hello\r")), repr(ask("ab\x1b[D\x1b[Dc\x01x\x05y\r")), repr(ask("one two\x17three\r")))
print(repr(ask("\x1b[A\x1b[A\r")), repr(ask("a\x14b\r")), repr(ask("abc\x15d\x19\r")))
print(repr(ask("ihello\x1b0xA!\r", vi_mode=True)), repr(ask("a\x1b\rb\x1b\r", multiline=True)))
valid = Validator.from_callable(str.isdigit, error_message="digits")
print(repr(ask("a\r\x05\x7f12\r", validator=valid)))
for keys in "\x03", "\x04":
    try:
        ask(keys)
    except (KeyboardInterrupt, EOFError) as error:
        print(type(error).__name__)


async def main():
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text("later\n")
        return await PromptSession().prompt_async("? ")


print(asyncio.run(main()), history.get_strings())
words = WordCompleter(["apple", "apricot", "beet"], ignore_case=True)
print([c.text for c in words.get_completions(Document("Ap"), None)])
nested = NestedCompleter.from_nested_dict({"show": {"version": None, "clock": None}, "exit": None})
print([c.text for c in nested.get_completions(Document("show "), None)])
print(to_formatted_text(HTML("<b>x</b> <ansired>y &amp; z</ansired>")), fragment_list_to_text([("", "a"), ("", "b")]))
