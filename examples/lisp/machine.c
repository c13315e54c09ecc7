/* The machine: evaluates expressions step by step.
 *
 * What is still to be done after the current expression lies on the root stack as a chain of
 * frames: some words, then a number that says which kind of frame it is. Between two steps the
 * machine can push its registers onto the root stack; then everything is there, the transaction can
 * end, and whoever takes the registers from the stack goes on: this thread after a commit, or the
 * same thread after an abort, from where the transaction began. No step keeps anything on the
 * native stack.
 */
#include "lisp.h"

/* Kinds of frames; in brackets their words, the one pushed last at the right. */
enum frame {
    FRAME_END,       /* [] the evaluation is over */
    FRAME_IF,        /* [branches environment] */
    FRAME_COND,      /* [clauses environment] the first clause's test is evaluated */
    FRAME_SEQUENCE,  /* [expressions environment] */
    FRAME_AND,       /* [expressions environment] */
    FRAME_OR,        /* [expressions environment] */
    FRAME_DEFINE,    /* [symbol] */
    FRAME_SET,       /* [symbol environment] */
    FRAME_ARGUMENTS, /* [values... expressions environment count] */
    FRAME_LET,       /* [values... body bindings rest environment count] */
    FRAME_ATOMIC     /* [] */
};

/* How many words a step pushes at most. */
enum { STEP_WORDS = 16 };

static void push_frame(enum frame frame)
{
    stm_push_word(stm_from_integer(frame));
}

static void push_frame_with(word words, word environment, enum frame frame)
{
    stm_push_word(words);
    stm_push_word(environment);
    push_frame(frame);
}

static void evaluate_next(machine_t *machine, word expression, word environment)
{
    machine->mode = EVALUATE;
    machine->expression = expression;
    machine->environment = environment;
}

static void return_value(machine_t *machine, word value)
{
    machine->mode = RETURN;
    machine->value = value;
}

/* ---- registers */

static void save_registers(const machine_t *machine)
{
    stm_push_word(machine->expression);
    stm_push_word(machine->environment);
    stm_push_word(machine->value);
    stm_push_word(stm_from_integer((int64_t)machine->count));
    stm_push_word(stm_from_integer(machine->mode));
}

static void restore_registers(machine_t *machine)
{
    machine->mode = (__typeof__(machine->mode))stm_to_integer(stm_pop_word());
    machine->count = (size_t)stm_to_integer(stm_pop_word());
    machine->value = stm_pop_word();
    machine->environment = stm_pop_word();
    machine->expression = stm_pop_word();
}

void prepare(word expression, word environment)
{
    machine_t machine = {EVALUATE, expression, environment, NIL, 0, false};
    push_frame(FRAME_END);
    save_registers(&machine);
}

/* ---- variables */

static word find_variable(word symbol, word environment)
{
    /* The symbol and the next link never change: only the value needs a barrier. */
    while (environment != NIL && field(environment, VARIABLE_SYMBOL) != symbol)
        environment = field(environment, VARIABLE_NEXT);
    return environment;
}

static word value_of(word symbol, word environment)
{
    word variable = find_variable(symbol, environment);
    bool is_global = variable == NIL;
    object_t *holder = stm_to_object(is_global ? symbol : variable);
    stm_read(holder);
    word value = stm_get(holder, is_global ? SYMBOL_VALUE : VARIABLE_VALUE);
    if (value == UNBOUND)
        fail("unbound variable", symbol);
    return value;
}

static void set_global(word symbol, word value)
{
    if (!is_layout(symbol, SYMBOL))
        fail("not a symbol", symbol);
    object_t *holder = stm_to_object(symbol);
    stm_write(holder);
    stm_set(holder, SYMBOL_VALUE, value);
}

static void set_variable(word symbol, word environment, word value)
{
    word variable = find_variable(symbol, environment);
    if (variable == NIL) {
        (void)value_of(symbol, NIL);
        set_global(symbol, value);
        return;
    }
    stm_write(stm_to_object(variable));
    stm_set(stm_to_object(variable), VARIABLE_VALUE, value);
}

static word bind(word symbol, word value, word environment)
{
    object_t *variable = stm_allocate(VARIABLE_WORDS * sizeof(word), VARIABLE, 0);
    stm_set(variable, VARIABLE_SYMBOL, symbol);
    stm_set(variable, VARIABLE_VALUE, value);
    stm_set(variable, VARIABLE_NEXT, environment);
    return stm_from_object(variable);
}

static word make_closure(word parameters, word body, word environment)
{
    object_t *closure = stm_allocate(CLOSURE_WORDS * sizeof(word), CLOSURE, 0);
    stm_set(closure, CLOSURE_PARAMETERS, parameters);
    stm_set(closure, CLOSURE_BODY, body);
    stm_set(closure, CLOSURE_ENVIRONMENT, environment);
    return stm_from_object(closure);
}

/* ---- evaluation */

static word nth(word list, int index)
{
    while (index-- > 0 && is_layout(list, PAIR))
        list = cdr(list);
    if (!is_layout(list, PAIR))
        fail("a form is too short, near", list);
    return car(list);
}

static void evaluate_sequence(machine_t *machine, word expressions, word environment)
{
    word first = nth(expressions, 0);
    if (cdr(expressions) != NIL)
        push_frame_with(cdr(expressions), environment, FRAME_SEQUENCE);
    evaluate_next(machine, first, environment);
}

static void evaluate_cond(machine_t *machine, word clauses, word environment)
{
    if (clauses == NIL) {
        return_value(machine, NIL);
        return;
    }
    push_frame_with(clauses, environment, FRAME_COND);
    evaluate_next(machine, nth(nth(clauses, 0), 0), environment);
}

/* `frame` is FRAME_AND or FRAME_OR. */
static void evaluate_until(machine_t *machine, word expressions, word environment, enum frame frame)
{
    if (expressions == NIL) {
        return_value(machine, boolean(frame == FRAME_AND));
        return;
    }
    if (cdr(expressions) != NIL)
        push_frame_with(cdr(expressions), environment, frame);
    evaluate_next(machine, car(expressions), environment);
}

/* (define name value) or (define (name parameters...) body...). */
static void evaluate_define(machine_t *machine, word form, word environment)
{
    word target = nth(form, 1);
    if (is_layout(target, PAIR)) {
        set_global(car(target), make_closure(cdr(target), cdr(cdr(form)), environment));
        return_value(machine, car(target));
        return;
    }
    stm_push_word(target);
    push_frame(FRAME_DEFINE);
    evaluate_next(machine, nth(form, 2), environment);
}

/* (default name value): defines, unless somebody has. */
static void evaluate_default(machine_t *machine, word form, word environment)
{
    word symbol = nth(form, 1);
    if (!is_layout(symbol, SYMBOL))
        fail("not a symbol", symbol);
    stm_read(stm_to_object(symbol));
    if (field(symbol, SYMBOL_VALUE) == UNBOUND)
        evaluate_define(machine, form, environment);
    else
        return_value(machine, symbol);
}

static void bind_let(machine_t *machine, word body, word bindings, word environment, size_t count)
{
    for (size_t index = 0; index < count; index++) {
        environment = bind(nth(car(bindings), 0), stm_peek_word(count - 1 - index), environment);
        bindings = cdr(bindings);
    }
    stm_drop_words(count);
    evaluate_sequence(machine, body, environment);
}

/* The values so far are on the stack. */
static void continue_let(machine_t *machine, word body, word bindings, word rest, word environment,
                         size_t count)
{
    if (rest == NIL) {
        bind_let(machine, body, bindings, environment, count);
        return;
    }
    stm_push_word(body);
    stm_push_word(bindings);
    stm_push_word(cdr(rest));
    push_frame_with(environment, stm_from_integer((int64_t)count), FRAME_LET);
    evaluate_next(machine, nth(nth(rest, 0), 1), environment);
}

/* As above; the first value is the function. */
static void continue_arguments(machine_t *machine, word expressions, word environment, size_t count)
{
    if (expressions == NIL) {
        machine->mode = APPLY;
        machine->count = count - 1;
        return;
    }
    stm_push_word(cdr(expressions));
    push_frame_with(environment, stm_from_integer((int64_t)count), FRAME_ARGUMENTS);
    evaluate_next(machine, nth(expressions, 0), environment);
}

/* (future expression): a thread is started when the transaction has committed. */
static void evaluate_future(machine_t *machine, word form, word environment)
{
    object_t *future = stm_allocate(FUTURE_WORDS * sizeof(word), FUTURE, 0);
    stm_set(future, FUTURE_IS_DONE, NIL);
    word made = stm_from_object(future);
    word start = cons(nth(form, 1), cons(environment, cons(made, NIL)));
    word others = stm_thread_root(ROOT_STARTING);
    stm_set_thread_root(ROOT_STARTING, cons(start, others));
    machine->starts_threads = true;
    return_value(machine, made);
}

static void evaluate_form(machine_t *machine, enum syntax syntax)
{
    word form = machine->expression, environment = machine->environment;
    switch (syntax) {
    case QUOTE:
        return_value(machine, nth(form, 1));
        break;
    case IF:
        push_frame_with(cdr(cdr(form)), environment, FRAME_IF);
        evaluate_next(machine, nth(form, 1), environment);
        break;
    case COND:
        evaluate_cond(machine, cdr(form), environment);
        break;
    case DEFINE:
        evaluate_define(machine, form, environment);
        break;
    case DEFAULT:
        evaluate_default(machine, form, environment);
        break;
    case SET:
        push_frame_with(nth(form, 1), environment, FRAME_SET);
        evaluate_next(machine, nth(form, 2), environment);
        break;
    case LAMBDA:
        return_value(machine, make_closure(nth(form, 1), cdr(cdr(form)), environment));
        break;
    case LET:
        continue_let(machine, cdr(cdr(form)), nth(form, 1), nth(form, 1), environment, 0);
        break;
    case BEGIN:
        evaluate_sequence(machine, cdr(form), environment);
        break;
    case AND:
        evaluate_until(machine, cdr(form), environment, FRAME_AND);
        break;
    case OR:
        evaluate_until(machine, cdr(form), environment, FRAME_OR);
        break;
    case FUTURE_OF:
        evaluate_future(machine, form, environment);
        break;
    case ATOMIC:
        stm_enable_atomic();
        push_frame(FRAME_ATOMIC);
        evaluate_sequence(machine, cdr(form), environment);
        break;
    case NO_SYNTAX:
        break;
    }
}

static void evaluate(machine_t *machine)
{
    word expression = machine->expression;
    if (is_layout(expression, SYMBOL)) {
        return_value(machine, value_of(expression, machine->environment));
        return;
    }
    if (!is_layout(expression, PAIR)) {
        return_value(machine, expression);
        return;
    }
    if (!stm_reserve_roots(STEP_WORDS))
        fail("recursion is too deep in", car(expression));
    word head = car(expression);
    enum syntax syntax =
        is_layout(head, SYMBOL) ? (enum syntax)stm_host(stm_to_object(head)) : NO_SYNTAX;
    if (syntax != NO_SYNTAX)
        evaluate_form(machine, syntax);
    else
        continue_arguments(machine, expression, machine->environment, 0);
}

/* ---- application */

static void apply_closure(machine_t *machine, object_t *closure)
{
    word parameters = stm_get(closure, CLOSURE_PARAMETERS);
    word environment = stm_get(closure, CLOSURE_ENVIRONMENT);
    for (size_t left = machine->count; left > 0; left--) {
        if (parameters == NIL)
            fail("too many arguments: the body is", stm_get(closure, CLOSURE_BODY));
        environment = bind(nth(parameters, 0), stm_peek_word(left - 1), environment);
        parameters = cdr(parameters);
    }
    if (parameters != NIL)
        fail("an argument is missing for", car(parameters));
    stm_drop_words(machine->count + 1);
    evaluate_sequence(machine, stm_get(closure, CLOSURE_BODY), environment);
}

/* False when the function must wait. */
static bool apply(machine_t *machine)
{
    word function = stm_peek_word(machine->count);
    if (is_layout(function, CLOSURE)) {
        apply_closure(machine, stm_to_object(function));
        return true;
    }
    if (!stm_is_special(function) || stm_to_special(function) < FIRST_BUILTIN)
        fail("not a function", function);
    if (!call_builtin(machine, stm_to_special(function) - FIRST_BUILTIN))
        return false;
    stm_drop_words(machine->count + 1);
    return_value(machine, machine->value);
    return true;
}

/* ---- return */

/* The frames that have an environment on top, and some expressions below it. */
static void resume_expressions(machine_t *machine, enum frame frame)
{
    word environment = stm_pop_word(), words = stm_pop_word();
    bool truth = machine->value != NIL;
    switch (frame) {
    case FRAME_IF:
        if (truth)
            evaluate_next(machine, nth(words, 0), environment);
        else if (is_layout(words, PAIR) && cdr(words) == NIL)
            return_value(machine, NIL);
        else
            evaluate_next(machine, nth(words, 1), environment);
        break;
    case FRAME_COND:
        if (!truth)
            evaluate_cond(machine, cdr(words), environment);
        else if (cdr(car(words)) != NIL)
            evaluate_sequence(machine, cdr(car(words)), environment);
        break;
    case FRAME_SEQUENCE:
        evaluate_sequence(machine, words, environment);
        break;
    case FRAME_SET:
        set_variable(words, environment, machine->value);
        break;
    default:
        if (truth == (frame == FRAME_AND))
            evaluate_until(machine, words, environment, frame);
    }
}

/* The frames that gather values: the count is on top, the environment below. */
static void resume_values(machine_t *machine, enum frame frame)
{
    size_t count = (size_t)stm_to_integer(stm_pop_word());
    word environment = stm_pop_word(), rest = stm_pop_word();
    if (frame == FRAME_ARGUMENTS) {
        stm_push_word(machine->value);
        continue_arguments(machine, rest, environment, count + 1);
        return;
    }
    word bindings = stm_pop_word(), body = stm_pop_word();
    stm_push_word(machine->value);
    continue_let(machine, body, bindings, rest, environment, count + 1);
}

/* Gives the value to the topmost frame. False at the end. */
static bool resume(machine_t *machine)
{
    enum frame frame = (enum frame)stm_to_integer(stm_pop_word());
    switch (frame) {
    case FRAME_END:
        return false;
    case FRAME_DEFINE:
        set_global(stm_pop_word(), machine->value);
        break;
    case FRAME_ATOMIC:
        stm_disable_atomic();
        break;
    case FRAME_ARGUMENTS:
    case FRAME_LET:
        resume_values(machine, frame);
        break;
    default:
        resume_expressions(machine, frame);
    }
    return true;
}

/* ---- transactions */

enum outcome { GOES_ON, ENDED, WAITS, PAUSES };

/* A yield point: everything is put where an abort or a collection finds it. */
static void yield(machine_t *machine)
{
    save_registers(machine);
    if (stm_safe_point())
        stm_break_transaction();
    restore_registers(machine);
    if (stm_take_out_of_memory())
        fail("out of memory", NIL);
}

/* One step. Returns GOES_ON, or why the machine stops here. */
static enum outcome step(machine_t *machine)
{
    switch (machine->mode) {
    case EVALUATE:
        evaluate(machine);
        return GOES_ON;
    case APPLY:
        return apply(machine) ? GOES_ON : WAITS;
    default:
        return resume(machine) ? GOES_ON : ENDED;
    }
}

/* Runs steps inside the transaction. Leaves the registers on the stack, or the value at the end. */
static enum outcome run_steps(void)
{
    machine_t machine = {0};
    enum outcome outcome;
    restore_registers(&machine);
    /* A step comes before the first yield point: a transaction that has lost often is made to win,
     * which is for nothing if it ends before the block that it has lost in. */
    while ((outcome = step(&machine)) == GOES_ON) {
        if (machine.starts_threads && !stm_is_atomic()) {
            outcome = PAUSES;
            break;
        }
        if (stm_should_break_transaction())
            yield(&machine);
    }
    if (outcome == ENDED)
        stm_push_word(machine.value);
    else
        save_registers(&machine);
    return outcome;
}

void run_machine(void)
{
    enum outcome outcome;
    do {
        volatile uint64_t seen = stm_change_count();
        stm_start_transaction();
        outcome = run_steps();
        stm_commit_transaction();
        start_threads();
        if (outcome == WAITS)
            stm_wait_for_change(seen);
    } while (outcome != ENDED);
}
