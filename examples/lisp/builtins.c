/* The built-in functions. Their arguments are on the root stack. */
#include "lisp.h"

#include <stdio.h>

/* One line each: C name, Lisp name, how many arguments (-1: any number). */
#define BUILTINS(each)                  \
    each(ADD, "+", -1)                  \
    each(SUBTRACT, "-", 2)              \
    each(MULTIPLY, "*", -1)             \
    each(QUOTIENT, "quotient", 2)       \
    each(REMAINDER, "remainder", 2)     \
    each(LESS, "<", 2)                  \
    each(LESS_OR_EQUAL, "<=", 2)        \
    each(GREATER, ">", 2)               \
    each(GREATER_OR_EQUAL, ">=", 2)     \
    each(EQUAL, "=", 2)                 \
    each(IS_SAME, "eq?", 2)             \
    each(NOT, "not", 1)                 \
    each(CONS, "cons", 2)               \
    each(CAR, "car", 1)                 \
    each(CDR, "cdr", 1)                 \
    each(LIST, "list", -1)              \
    each(IS_PAIR, "pair?", 1)           \
    each(IS_NULL, "null?", 1)           \
    each(MAKE_CELL, "cell", 1)          \
    each(CELL_GET, "get", 1)            \
    each(CELL_PUT, "put!", 2)           \
    each(MAKE_VECTOR, "make-vector", 2) \
    each(VECTOR_GET, "vector-ref", 2)   \
    each(VECTOR_PUT, "vector-set!", 3)  \
    each(LENGTH, "vector-length", 1)    \
    each(PRINT, "print", -1)            \
    each(WAIT, "wait", 1)

#define AS_NUMBER(number, name, count) number,
#define AS_NAME(number, name, count) name,
#define AS_COUNT(number, name, count) count,
enum { BUILTINS(AS_NUMBER) BUILTIN_COUNT };
const char *const builtin_names[] = {BUILTINS(AS_NAME)};
static const int argument_counts[] = {BUILTINS(AS_COUNT)};
const size_t builtin_count = BUILTIN_COUNT;

static word argument(const machine_t *machine, size_t index)
{
    return stm_peek_word(machine->count - 1 - index);
}

static word integer(const machine_t *machine, size_t index)
{
    word value = argument(machine, index);
    if (!stm_is_integer(value))
        fail("not an integer", value);
    return value;
}

static object_t *object(const machine_t *machine, size_t index, enum layout layout)
{
    word value = argument(machine, index);
    if (!is_layout(value, layout))
        fail("not what the function is for", value);
    return stm_to_object(value);
}

/* Integers have the tag 0: their words can be added, and overflow where the number does. */
static word arithmetic(const machine_t *machine, size_t number)
{
    int64_t result = number == MULTIPLY ? (int64_t)stm_from_integer(1) : 0;
    size_t index = 0;
    if (number == SUBTRACT)
        result = (int64_t)integer(machine, index++);
    for (; index < machine->count; index++) {
        int64_t right = (int64_t)integer(machine, index);
        bool overflows = number == ADD        ? __builtin_add_overflow(result, right, &result)
                         : number == SUBTRACT ? __builtin_sub_overflow(result, right, &result)
                                              : __builtin_mul_overflow(result / 2, right, &result);
        if (overflows)
            fail("integer overflow", (word)right);
    }
    return (word)result;
}

static word division(const machine_t *machine, size_t number)
{
    int64_t left = stm_to_integer(integer(machine, 0));
    int64_t right = stm_to_integer(integer(machine, 1));
    if (right == 0)
        fail("division by zero", argument(machine, 0));
    if (number == REMAINDER)
        return stm_from_integer(right == -1 ? 0 : left % right);
    if (left == STM_INTEGER_MIN && right == -1)
        fail("integer overflow", argument(machine, 0));
    return stm_from_integer(left / right);
}

static word comparison(const machine_t *machine, size_t number)
{
    int64_t left = (int64_t)integer(machine, 0);
    int64_t right = (int64_t)integer(machine, 1);
    switch (number) {
    case LESS:
        return boolean(left < right);
    case LESS_OR_EQUAL:
        return boolean(left <= right);
    case GREATER:
        return boolean(left > right);
    case GREATER_OR_EQUAL:
        return boolean(left >= right);
    default:
        return boolean(left == right);
    }
}

static word list(const machine_t *machine)
{
    word result = NIL;
    for (size_t index = machine->count; index-- > 0;)
        result = cons(argument(machine, index), result);
    return result;
}

static word make_cell(word value)
{
    object_t *cell = stm_allocate(CELL_WORDS * sizeof(word), CELL, 0);
    stm_set(cell, CELL_VALUE, value);
    return stm_from_object(cell);
}

static word read_cell(object_t *cell)
{
    stm_read(cell);
    return stm_get(cell, CELL_VALUE);
}

static word write_cell(object_t *cell, word value)
{
    stm_write(cell);
    stm_set(cell, CELL_VALUE, value);
    return value;
}

static word make_vector(const machine_t *machine)
{
    int64_t length = stm_to_integer(integer(machine, 0));
    object_t *vector =
        length < 0 ? NULL : stm_allocate_array(VECTOR, 0, (uint64_t)length, argument(machine, 1));
    if (!vector)
        fail("no room for a vector of length", argument(machine, 0));
    return stm_from_object(vector);
}

static uint64_t index_of(const machine_t *machine, object_t *vector)
{
    int64_t index = stm_to_integer(integer(machine, 1));
    if (index < 0 || (uint64_t)index >= stm_array_length(vector))
        fail("outside of the vector", argument(machine, 1));
    return (uint64_t)index;
}

static word vector_function(const machine_t *machine, size_t number)
{
    object_t *vector = object(machine, 0, VECTOR);
    if (number == LENGTH)
        return stm_from_integer((int64_t)stm_array_length(vector));
    uint64_t index = index_of(machine, vector);
    if (number == VECTOR_GET)
        return stm_read_element(vector, index);
    stm_write_element(vector, index, argument(machine, 2));
    return argument(machine, 2);
}

/* What is printed cannot be unprinted. The arguments are looked at afterwards: becoming inevitable
 * is a safepoint. */
static word print(const machine_t *machine)
{
    stm_become_inevitable();
    for (size_t index = 0; index < machine->count; index++) {
        if (index > 0)
            putchar(' ');
        print_value(argument(machine, index));
    }
    putchar('\n');
    fflush(stdout);
    return NIL;
}

/* Whether the future is there; if not, the machine ends its transaction and waits for a change. */
static bool wait_for(machine_t *machine)
{
    object_t *future = object(machine, 0, FUTURE);
    if (stm_is_atomic())
        fail("an atomic block cannot wait", argument(machine, 0));
    stm_read(future);
    machine->value = stm_get(future, FUTURE_VALUE);
    return stm_get(future, FUTURE_IS_DONE) == TRUE;
}

static word call(const machine_t *machine, size_t number)
{
    switch (number) {
    case ADD:
    case SUBTRACT:
    case MULTIPLY:
        return arithmetic(machine, number);
    case QUOTIENT:
    case REMAINDER:
        return division(machine, number);
    case IS_SAME:
        return boolean(argument(machine, 0) == argument(machine, 1));
    case NOT:
    case IS_NULL:
        return boolean(argument(machine, 0) == NIL);
    case CONS:
        return cons(argument(machine, 0), argument(machine, 1));
    case CAR:
        return stm_get(object(machine, 0, PAIR), PAIR_CAR);
    case CDR:
        return stm_get(object(machine, 0, PAIR), PAIR_CDR);
    case LIST:
        return list(machine);
    case IS_PAIR:
        return boolean(is_layout(argument(machine, 0), PAIR));
    case MAKE_CELL:
        return make_cell(argument(machine, 0));
    case CELL_GET:
        return read_cell(object(machine, 0, CELL));
    case CELL_PUT:
        return write_cell(object(machine, 0, CELL), argument(machine, 1));
    case MAKE_VECTOR:
        return make_vector(machine);
    case VECTOR_GET:
    case VECTOR_PUT:
    case LENGTH:
        return vector_function(machine, number);
    case PRINT:
        return print(machine);
    default:
        return comparison(machine, number);
    }
}

bool call_builtin(machine_t *machine, size_t number)
{
    int expected = argument_counts[number];
    if (expected >= 0 && (size_t)expected != machine->count)
        fail("wrong number of arguments", stm_from_object(intern(builtin_names[number],
                                              __builtin_strlen(builtin_names[number]))));
    if (number == WAIT)
        return wait_for(machine);
    machine->value = call(machine, number);
    return true;
}
