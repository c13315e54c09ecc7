/* A small parallel Lisp on Motet's runtime: what its parts share.
 *
 * The interpreter is a machine with an explicit stack. Between two steps all that it knows lies in
 * its registers and on the root stack, so that a transaction may end after any step, and an abort
 * may throw it back to the step at which the transaction began. See machine.c.
 */
#ifndef LISP_H
#define LISP_H

#include "motet_tm.h"

typedef stm_word_t word;

/* Kinds of objects: the numbers of their layouts. */
enum layout {
    PAIR,     /* immutable */
    SYMBOL,   /* pinned; holds the global variable of its name; host word: enum syntax */
    CLOSURE,  /* immutable */
    VARIABLE, /* a link of an environment */
    CELL,
    VECTOR,
    FUTURE,
    STRING, /* immutable */
    TASK,   /* pinned; what a new thread is to do */
    LAYOUT_COUNT
};

/* Words of their fields. */
enum { PAIR_CAR = 1, PAIR_CDR, PAIR_WORDS };
enum { SYMBOL_NAME = 1, SYMBOL_VALUE, SYMBOL_WORDS };
enum { CLOSURE_PARAMETERS = 1, CLOSURE_BODY, CLOSURE_ENVIRONMENT, CLOSURE_WORDS };
enum { VARIABLE_SYMBOL = 1, VARIABLE_VALUE, VARIABLE_NEXT, VARIABLE_WORDS };
enum { CELL_VALUE = 1, CELL_WORDS };
enum { FUTURE_IS_DONE = 1, FUTURE_VALUE, FUTURE_WORDS };
enum { TASK_EXPRESSION = 1, TASK_ENVIRONMENT, TASK_FUTURE, TASK_WORDS };

/* Special forms. */
enum syntax {
    NO_SYNTAX,
    QUOTE,
    IF,
    COND,
    DEFINE,
    DEFAULT,
    SET,
    LAMBDA,
    LET,
    BEGIN,
    AND,
    OR,
    FUTURE_OF,
    ATOMIC
};

/* Specials: numbers from FIRST_BUILTIN on are built-in functions. */
enum { FIRST_BUILTIN = 16 };
#define NIL stm_from_special(0)
#define TRUE stm_from_special(1)
#define UNBOUND stm_from_special(2)
#define ELSE stm_from_special(3)

static inline bool is_layout(word value, enum layout layout)
{
    return stm_is_object(value) && stm_layout(stm_to_object(value)) == (uint32_t)layout;
}
static inline word boolean(bool truth) { return truth ? TRUE : NIL; }

/* Pairs are immutable: no barrier. */
static inline word field(word object, size_t index) { return stm_get(stm_to_object(object), index); }
static inline word car(word pair) { return field(pair, PAIR_CAR); }
static inline word cdr(word pair) { return field(pair, PAIR_CDR); }
static inline word cons(word first, word rest)
{
    object_t *pair = stm_allocate(PAIR_WORDS * sizeof(word), PAIR, 0);
    stm_set(pair, PAIR_CAR, first);
    stm_set(pair, PAIR_CDR, rest);
    return stm_from_object(pair);
}

/* objects.c */
extern const stm_layout_t layouts[LAYOUT_COUNT];
/* The symbol of a name, always the same. Inside a transaction. */
object_t *intern(const char *name, size_t bytes);
word make_string(const char *text, size_t bytes);
/* Prints to standard output; the transaction is inevitable. */
void print_value(word value);
/* An error of the program: prints it and ends the process. [safepoint, aborts] */
__attribute__((noreturn)) void fail(const char *message, word culprit);

/* reader.c */
struct source {
    const char *text;
    size_t position; /* of the next expression */
    size_t reading;  /* where the reader is */
};
/* Whether there is an expression at `reading`; reads it. */
bool read_expression(struct source *source, word *expression);

/* machine.c */
typedef struct {
    enum { EVALUATE, APPLY, RETURN } mode;
    word expression;  /* EVALUATE: what */
    word environment; /* EVALUATE: where; a list of VARIABLEs */
    word value;       /* RETURN: the result */
    size_t count;     /* APPLY: so many arguments are on the stack, above the function */
    bool starts_threads;
} machine_t;

/* The thread root with the list of (expression environment future) that wait for threads. */
enum { ROOT_STARTING = 0 };

/* Puts the evaluation of an expression on the root stack, for run_machine. Inside a transaction. */
void prepare(word expression, word environment);
/* Evaluates what was prepared; the value is then on the root stack in its place. Outside of a
 * transaction, of which it runs many. */
void run_machine(void);

/* builtins.c */
extern const char *const builtin_names[];
extern const size_t builtin_count;
/* Calls a builtin with the machine's arguments; false when it must wait, and then be called again. */
bool call_builtin(machine_t *machine, size_t number);

/* threads.c */
/* Starts a thread for each future that waits for one. Outside of a transaction. */
void start_threads(void);
/* Waits until all threads that were started have ended. */
void wait_for_threads(void);
extern stm_runtime_t *runtime;

#endif
