/* Layouts, symbols, printing, errors. */
#include "lisp.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const stm_layout_t layouts[LAYOUT_COUNT] = {
    [PAIR] = {"pair", STM_SHAPE_FIXED, PAIR_WORDS, false},
    [SYMBOL] = {"symbol", STM_SHAPE_FIXED, SYMBOL_WORDS, true},
    [CLOSURE] = {"closure", STM_SHAPE_FIXED, CLOSURE_WORDS, false},
    [VARIABLE] = {"variable", STM_SHAPE_FIXED, VARIABLE_WORDS, true},
    [CELL] = {"cell", STM_SHAPE_FIXED, CELL_WORDS, true},
    [VECTOR] = {"vector", STM_SHAPE_ARRAY, 0, true},
    [FUTURE] = {"future", STM_SHAPE_FIXED, FUTURE_WORDS, true},
    [STRING] = {"string", STM_SHAPE_RAW, 0, false},
    [TASK] = {"task", STM_SHAPE_FIXED, TASK_WORDS, true},
};

static const struct {
    const char *name;
    enum syntax syntax;
} forms[] = {
    {"quote", QUOTE},     {"if", IF},   {"cond", COND},   {"define", DEFINE},    {"default", DEFAULT},
    {"set!", SET},        {"let", LET}, {"begin", BEGIN}, {"lambda", LAMBDA},    {"and", AND},
    {"or", OR},           {"future", FUTURE_OF},          {"atomic", ATOMIC},
};

/* All symbols. Native, append-only, under a lock: what an abort need not undo. */
struct interned {
    const char *name;
    object_t *symbol;
    struct interned *next;
};
static struct interned *table;
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;

static word initial_value(const char *name)
{
    if (strcmp(name, "else") == 0)
        return ELSE;
    for (size_t number = 0; number < builtin_count; number++)
        if (strcmp(name, builtin_names[number]) == 0)
            return stm_from_special((uint32_t)(FIRST_BUILTIN + number));
    return UNBOUND;
}

static enum syntax syntax_of(const char *name)
{
    for (size_t index = 0; index < sizeof forms / sizeof *forms; index++)
        if (strcmp(name, forms[index].name) == 0)
            return forms[index].syntax;
    return NO_SYNTAX;
}

static void need(const void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "lisp: out of memory\n");
        _exit(1);
    }
}

static object_t *make_symbol(const char *name)
{
    word fields[SYMBOL_WORDS - 1];
    object_t *text = stm_allocate_pinned_raw(STRING, 0, name, strlen(name));
    need((void *)(uintptr_t)text);
    fields[SYMBOL_NAME - 1] = stm_from_object(text);
    fields[SYMBOL_VALUE - 1] = initial_value(name);
    object_t *symbol = stm_allocate_pinned(SYMBOL, syntax_of(name), fields, SYMBOL_WORDS - 1);
    need((void *)(uintptr_t)symbol);
    return symbol;
}

object_t *intern(const char *name, size_t bytes)
{
    pthread_mutex_lock(&table_lock);
    struct interned *entry = table;
    while (entry && (strncmp(entry->name, name, bytes) != 0 || entry->name[bytes] != 0))
        entry = entry->next;
    if (!entry) {
        entry = malloc(sizeof *entry);
        need(entry);
        entry->name = strndup(name, bytes);
        need(entry->name);
        entry->symbol = make_symbol(entry->name);
        entry->next = table;
        table = entry;
    }
    pthread_mutex_unlock(&table_lock);
    return entry->symbol;
}

word make_string(const char *text, size_t bytes)
{
    object_t *string = stm_allocate_raw(STRING, 0, bytes);
    need((void *)(uintptr_t)string);
    memcpy(stm_raw_address(string), text, bytes);
    return stm_from_object(string);
}

static void print_text(FILE *file, word string)
{
    object_t *text = stm_to_object(string);
    fwrite(stm_raw_address(text), 1, stm_raw_bytes(text), file);
}

static void print_to(FILE *file, word value);

static void print_list(FILE *file, word list)
{
    fputc('(', file);
    print_to(file, car(list));
    for (list = cdr(list); is_layout(list, PAIR); list = cdr(list)) {
        fputc(' ', file);
        print_to(file, car(list));
    }
    if (list != NIL) {
        fputs(" . ", file);
        print_to(file, list);
    }
    fputc(')', file);
}

static void print_object(FILE *file, word value)
{
    switch (stm_layout(stm_to_object(value))) {
    case PAIR:
        print_list(file, value);
        break;
    case SYMBOL:
        print_text(file, field(value, SYMBOL_NAME));
        break;
    case STRING:
        print_text(file, value);
        break;
    default:
        fprintf(file, "#<%s>", layouts[stm_layout(stm_to_object(value))].name);
    }
}

static void print_to(FILE *file, word value)
{
    if (stm_is_integer(value))
        fprintf(file, "%lld", (long long)stm_to_integer(value));
    else if (value == NIL)
        fputs("nil", file);
    else if (value == TRUE)
        fputs("t", file);
    else if (stm_is_special(value))
        fputs("#<builtin>", file);
    else
        print_object(file, value);
}

void print_value(word value)
{
    print_to(stdout, value);
}

void fail(const char *message, word culprit)
{
    /* A doomed transaction must not report what it has seen: only one that cannot abort may. */
    stm_push_word(culprit);
    stm_become_inevitable();
    fflush(stdout);
    fprintf(stderr, "lisp: %s: ", message);
    print_to(stderr, stm_peek_word(0));
    fputc('\n', stderr);
    _exit(1);
}
