"""Characters that begin no token: the message shows those that can be shown."""

for character in "\x01\x1c\x7f\x85\xa0\u2028\u200b€½😀$?`\U000e0001\ue000":
    for text in (character + "x", "x = 1 " + character):
        try:
            compile(text, "text", "exec")
        except SyntaxError as error:
            print(ascii(text), ascii(error.msg), error.lineno, error.offset)
        else:
            print(ascii(text), "compiled")
