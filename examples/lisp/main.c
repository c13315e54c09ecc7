/* The command line: runs the expressions of a file, one after another. */
#include "lisp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: lisp [options] FILE\n"
    "  --gil            one thread at a time (default: transactions in parallel)\n"
    "  --stop           commits stop all others, as in the paper (default: a log)\n"
    "  --segments N     so many at once\n"
    "  --nursery BYTES  between two minor collections\n"
    "  --inject FAULTS  abort=P,collect,commit,segments,seed=N\n"
    "  --step SEED      threads take turns, in an order drawn from the seed\n"
    "  --set NAME N     defines a variable\n"
    "  --statistics     what happened, on standard error\n";

struct options {
    stm_config_t config;
    const char *file;
    const char *set_name;
    int64_t set_value;
    bool wants_statistics;
};

static void refuse(const char *what)
{
    fprintf(stderr, "lisp: %s\n%s", what, usage);
    exit(2);
}

static const char *operand(char ***rest)
{
    if (!**rest)
        refuse("an option wants an operand");
    return *(*rest)++;
}

static uint64_t number(char ***rest)
{
    char *end;
    const char *text = operand(rest);
    uint64_t value = strtoull(text, &end, 10);
    if (*text == 0 || *end != 0)
        refuse("an option wants a number");
    return value;
}

static struct options parse_options(char **rest)
{
    struct options options = {0};
    stm_config_default(&options.config);
    options.config.heap_bytes_max = (uint64_t)4 << 30;
    while (*rest) {
        const char *option = *rest++;
        if (strcmp(option, "--gil") == 0)
            options.config.control = STM_CONTROL_GIL;
        else if (strcmp(option, "--stop") == 0)
            options.config.commit_engine = STM_COMMIT_STOP;
        else if (strcmp(option, "--segments") == 0)
            options.config.segments = (uint32_t)number(&rest);
        else if (strcmp(option, "--nursery") == 0)
            options.config.nursery_bytes = number(&rest);
        else if (strcmp(option, "--inject") == 0)
            options.config.injection = operand(&rest);
        else if (strcmp(option, "--step") == 0) {
            options.config.is_stepped = true;
            options.config.stepping_seed = number(&rest);
        } else if (strcmp(option, "--set") == 0) {
            options.set_name = operand(&rest);
            options.set_value = (int64_t)number(&rest);
        } else if (strcmp(option, "--statistics") == 0)
            options.wants_statistics = true;
        else if (option[0] == '-' || options.file)
            refuse(option);
        else
            options.file = option;
    }
    if (!options.file)
        refuse("which file?");
    return options;
}

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    size_t used = 0, room = 4096;
    char *text = malloc(room);
    while (file && text) {
        size_t count = fread(text + used, 1, room - used - 1, file);
        used += count;
        if (count == 0)
            break;
        if (room - used < 2048)
            text = realloc(text, room *= 2);
    }
    if (!file || !text) {
        perror(name);
        exit(1);
    }
    fclose(file);
    text[used] = 0;
    return text;
}

static void set_variable(const char *name, int64_t value)
{
    stm_start_transaction();
    object_t *symbol = intern(name, strlen(name));
    stm_write(symbol);
    stm_set(symbol, SYMBOL_VALUE, stm_from_integer(value));
    stm_commit_transaction();
}

/* Reads the next expression, for the machine to evaluate. An abort reads it again. */
static bool prepare_next(struct source *source)
{
    word expression = NIL;
    stm_start_transaction();
    source->reading = source->position;
    bool is_there = read_expression(source, &expression);
    if (is_there)
        prepare(expression, NIL);
    stm_commit_transaction();
    source->position = source->reading;
    return is_there;
}

static void print_statistics(void)
{
    stm_statistics_t counts;
    const char *name;
    stm_statistics(runtime, &counts);
    fprintf(stderr, "commits %llu, aborts %llu", (unsigned long long)counts.commits,
            (unsigned long long)counts.aborts);
    for (size_t cause = 0; (name = stm_abort_cause_name(cause)); cause++)
        fprintf(stderr, ", %s %llu", name, (unsigned long long)counts.aborts_by_cause[cause]);
    fprintf(stderr, ", minor collections %llu, hand-overs of the GIL %llu\n",
            (unsigned long long)counts.minor_collections,
            (unsigned long long)counts.gil_handovers);
}

int main(int count, char **arguments)
{
    struct options options = parse_options(arguments + (count > 0));
    struct source source = {read_file(options.file), 0, 0};
    char error[200];
    runtime = stm_setup(&options.config, layouts, LAYOUT_COUNT, error, sizeof error);
    if (!runtime)
        refuse(error);
    stm_register_thread(stm_new_thread(runtime));
    if (options.set_name)
        set_variable(options.set_name, options.set_value);
    while (prepare_next(&source)) {
        run_machine();
        stm_drop_words(1);
    }
    stm_unregister_thread();
    wait_for_threads();
    if (options.wants_statistics)
        print_statistics();
    stm_teardown(runtime);
    free((char *)source.text);
    return 0;
}
