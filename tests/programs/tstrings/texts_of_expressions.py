# The text of an interpolation's expression is all that stands between the brace and its end: with
# blanks, parentheses and commas, without comments.
x = 42
for template in (
    t"{x}", t"{x }", t"{ x}", t"{  x  }", t"{ x !r}", t"{ x :.2f}", t"{ x = }", t"{x == 42 = }",
    t"{(x)}", t"{ (x) }", t"{(lambda: x)}", t"{x,}", t"{'#'}", t"{x!s:{'>5'}}",
    t"""{
  x
}""", t'''{(
    1,  # a comment
    "\"#"
)}''', t'''{[
    "a#",  # not "this"
    x]=}''', t"""{x # the end
}""", t"""{x =  # after the mark
}""",
):
    part = template.interpolations[0]
    print(repr(part.expression), part.conversion, part.format_spec, template.strings)
print(f"""{1 + 2 = # a comment
   }""")
print(f"""{'#' = !r}""", f"{x = }")
