/* Text to lists. One expression is read within one step: reading is no safepoint. */
#include "lisp.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void skip_blanks(struct source *source)
{
    const char *text = source->text;
    for (;; source->reading++) {
        if (text[source->reading] == ';')
            source->reading += strcspn(text + source->reading, "\n");
        if (!isspace((unsigned char)text[source->reading]))
            return;
    }
}

static word expect_expression(struct source *source)
{
    word expression;
    if (!read_expression(source, &expression))
        fail("the text ends inside of an expression", NIL);
    return expression;
}

/* The rest of a list, after its opening parenthesis. */
static word read_rest(struct source *source)
{
    skip_blanks(source);
    if (source->text[source->reading] == ')') {
        source->reading++;
        return NIL;
    }
    word first = expect_expression(source);
    return cons(first, read_rest(source));
}

static word read_string(struct source *source)
{
    const char *text = source->text + source->reading;
    size_t bytes = strcspn(text, "\"");
    if (text[bytes] == 0)
        fail("the text ends inside of a string", NIL);
    source->reading += bytes + 1;
    return make_string(text, bytes);
}

static word read_atom(struct source *source)
{
    const char *text = source->text + source->reading;
    size_t bytes = strcspn(text, " \t\r\n()\";'");
    source->reading += bytes;
    bool is_number = isdigit((unsigned char)text[0]) ||
                     (text[0] == '-' && bytes > 1 && isdigit((unsigned char)text[1]));
    if (is_number)
        return stm_from_integer(strtoll(text, NULL, 10));
    if (bytes == 1 && text[0] == 't')
        return TRUE;
    if (bytes == 3 && strncmp(text, "nil", 3) == 0)
        return NIL;
    return stm_from_object(intern(text, bytes));
}

bool read_expression(struct source *source, word *expression)
{
    skip_blanks(source);
    switch (source->text[source->reading]) {
    case 0:
        return false;
    case '(':
        source->reading++;
        *expression = read_rest(source);
        return true;
    case ')':
        fail("a parenthesis closes nothing", NIL);
    case '"':
        source->reading++;
        *expression = read_string(source);
        return true;
    case '\'': {
        source->reading++;
        word quoted = expect_expression(source);
        *expression = cons(stm_from_object(intern("quote", 5)), cons(quoted, NIL));
        return true;
    }
    default:
        *expression = read_atom(source);
        return true;
    }
}
