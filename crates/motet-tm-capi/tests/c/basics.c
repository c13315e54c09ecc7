/* The C API, function by function. Without arguments: runs all checks under STM and under the GIL.
 * With the name of a misuse: commits it, which must end the process with a message. */
#include "motet_tm.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NODE, ARRAY, RAW, LAYOUTS };
enum { NODE_VALUE = 1, NODE_NEXT, NODE_WORDS };

static const stm_layout_t layouts[LAYOUTS] = {
    [NODE] = {"node", STM_SHAPE_FIXED, NODE_WORDS, true},
    [ARRAY] = {"array", STM_SHAPE_ARRAY, 0, true},
    [RAW] = {"raw", STM_SHAPE_RAW, 0, false},
};
static stm_runtime_t *runtime;
static bool is_stm;

#define CHECK(condition)                                                                  \
    do {                                                                                  \
        if (!(condition)) {                                                               \
            fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition,           \
                    is_stm ? "stm" : "gil");                                              \
            _exit(1);                                                                     \
        }                                                                                 \
    } while (0)

static object_t *make_node(int64_t value, object_t *next)
{
    object_t *node = stm_allocate(NODE_WORDS * sizeof(stm_word_t), NODE, 0);
    CHECK(stm_get(node, NODE_VALUE) == 0 && stm_get(node, NODE_NEXT) == 0);
    CHECK(stm_layout(node) == NODE && stm_host(node) == 0);
    stm_set(node, NODE_VALUE, stm_from_integer(value));
    stm_set(node, NODE_NEXT, stm_from_object(next));
    return node;
}

static int64_t value_of(object_t *node)
{
    stm_read(node);
    return stm_to_integer(stm_get(node, NODE_VALUE));
}

static void set_value(object_t *node, int64_t value)
{
    stm_write(node);
    stm_set(node, NODE_VALUE, stm_from_integer(value));
}

/* ---- checks; each begins and ends outside of a transaction, with an empty root stack */

enum { MANY = 1000 };

static void push_many(void)
{
    stm_start_transaction();
    for (int64_t index = 0; index < MANY; index++)
        STM_PUSH_ROOT(make_node(index, NULL));
    stm_commit_transaction();
}

/* Pops far below what the transaction began with and writes other things there, then aborts. */
static void roots_survive_an_abort(void)
{
    static volatile int attempts;
    attempts = 0;
    push_many();
    stm_start_transaction();
    attempts++;
    for (int64_t index = MANY; index-- > 10;) {
        object_t *node;
        STM_POP_ROOT(node);
        CHECK(value_of(node) == index);
        set_value(node, -1);
    }
    for (int index = 0; index < 300; index++)
        stm_push_word(stm_from_integer(index));
    stm_poke_word(302, stm_from_integer(7));
    CHECK(stm_pop_word() == stm_from_integer(299));
    if (is_stm && attempts < 5)
        stm_abort_transaction();
    stm_drop_words(299 + 10);
    stm_commit_transaction();
    CHECK(attempts == (is_stm ? 5 : 1));
}

static void collections_keep_what_is_rooted(void)
{
    push_many();
    stm_start_transaction();
    for (int round = 0; round < 20; round++) {
        for (int index = 0; index < 2000; index++)
            (void)make_node(index, NULL);
        /* An old object refers to a young one. */
        object_t *oldest = stm_to_object(stm_peek_word(MANY - 1));
        stm_write(oldest);
        stm_set(oldest, NODE_NEXT, stm_from_object(make_node(round, NULL)));
        if (stm_should_break_transaction() && stm_safe_point())
            stm_break_transaction();
        oldest = stm_to_object(stm_peek_word(MANY - 1));
        stm_read(oldest);
        CHECK(value_of(stm_to_object(stm_get(oldest, NODE_NEXT))) == round);
    }
    for (int64_t index = MANY; index-- > 0;)
        CHECK(value_of(stm_to_object(stm_pop_word())) == index);
    stm_commit_transaction();
}

static void clear_thread_root(void)
{
    stm_start_transaction();
    stm_set_thread_root(3, 0);
    stm_commit_transaction();
}

static void an_abort_undoes_writes_thread_roots_and_atomic_blocks(void)
{
    static volatile bool has_aborted;
    has_aborted = false;
    stm_start_transaction();
    STM_PUSH_ROOT(make_node(5, NULL));
    stm_set_thread_root(3, stm_from_integer(33));
    stm_commit_transaction();

    stm_start_transaction();
    object_t *node = stm_to_object(stm_peek_word(0));
    CHECK(!stm_is_atomic() && value_of(node) == 5);
    CHECK(stm_thread_root(3) == stm_from_integer(33));
    stm_enable_atomic();
    stm_enable_atomic();
    set_value(node, 6);
    stm_set_host(node, 77);
    stm_set_thread_root(3, stm_from_object(node));
    if (is_stm && !has_aborted) {
        has_aborted = true;
        stm_abort_transaction();
    }
    stm_disable_atomic();
    CHECK(stm_is_atomic());
    stm_disable_atomic();
    stm_commit_transaction();

    stm_start_transaction();
    node = stm_to_object(stm_pop_word());
    CHECK(value_of(node) == 6 && stm_host(node) == 77);
    CHECK(stm_thread_root(3) == stm_from_object(node));
    stm_commit_transaction();
    clear_thread_root();
}

static volatile int attempts_to_go_deep;

static void deep(int depth)
{
    volatile char frame[100];
    frame[0] = (char)depth;
    if (depth > 0)
        deep(depth - 1);
    else if (attempts_to_go_deep < 3)
        stm_abort_transaction();
    frame[1] = frame[0];
}

static void an_abort_jumps_over_c_frames(void)
{
    attempts_to_go_deep = 0;
    if (!is_stm)
        return;
    stm_start_transaction();
    attempts_to_go_deep++;
    deep(50);
    stm_commit_transaction();
    CHECK(attempts_to_go_deep == 3);
}

static void arrays_have_elements(void)
{
    enum { LENGTH = 201 };
    stm_start_transaction();
    object_t *array = stm_allocate_array(ARRAY, 9, LENGTH, stm_from_integer(1));
    CHECK(array && stm_array_length(array) == LENGTH && stm_host(array) == 9);
    STM_PUSH_ROOT(array);
    stm_break_transaction();
    array = stm_to_object(stm_peek_word(0));
    for (int64_t index = 0; index < LENGTH; index += 2)
        stm_write_element(array, (uint64_t)index, stm_from_object(make_node(index, NULL)));
    stm_break_transaction();
    STM_POP_ROOT(array);
    for (int64_t index = 0; index < LENGTH; index++) {
        stm_word_t word = stm_read_element(array, (uint64_t)index);
        if (index % 2)
            CHECK(word == stm_from_integer(1));
        else
            CHECK(value_of(stm_to_object(word)) == index);
    }
    CHECK(stm_allocate_array(ARRAY, 0, (uint64_t)1 << 60, 0) == NULL);
    CHECK(stm_allocate_raw(RAW, 0, (uint64_t)1 << 60) == NULL);
    stm_commit_transaction();
}

static void pinned_and_raw_objects(void)
{
    static object_t *pinned, *text, *array;
    stm_start_transaction();
    text = stm_allocate_pinned_raw(RAW, 4, "hello", 5);
    stm_word_t fields[] = {stm_from_integer(8), stm_from_object(text)};
    pinned = stm_allocate_pinned(NODE, 0, fields, 2);
    array = stm_allocate_pinned_array(ARRAY, 0, fields, 2);
    object_t *raw = stm_allocate_raw(RAW, 0, 11);
    CHECK(stm_raw_bytes(raw) == 11 && stm_raw_address(raw)[10] == 0);
    memcpy(stm_raw_address(raw), "hello world", 11);
    stm_write(pinned);
    stm_set(pinned, NODE_NEXT, stm_from_object(raw));
    stm_commit_transaction();
    stm_start_transaction();
    CHECK(value_of(pinned) == 8 && stm_read_element(array, 1) == stm_from_object(text));
    CHECK(memcmp(stm_raw_address(text), "hello", 5) == 0 && stm_host(text) == 4);
    raw = stm_to_object(stm_get(pinned, NODE_NEXT));
    CHECK(memcmp(stm_raw_address(raw), "hello world", 11) == 0);
    stm_commit_transaction();
}

static void identities_last(void)
{
    stm_start_transaction();
    object_t *first = make_node(1, NULL), *second = make_node(2, NULL);
    uint64_t identity = stm_id(first);
    CHECK(identity != stm_id(second) && identity == stm_id(first));
    STM_PUSH_ROOT(first);
    stm_push_word(stm_from_integer((int64_t)identity));
    stm_break_transaction();
    identity = (uint64_t)stm_to_integer(stm_pop_word());
    STM_POP_ROOT(first);
    CHECK(stm_id(first) == identity);
    stm_commit_transaction();
}

static void note(void *argument)
{
    *(int *)argument = 42;
}

static void inevitable_transactions_may_block(void)
{
    int answer = 0;
    stm_start_transaction();
    CHECK(stm_is_inevitable() == !is_stm);
    stm_become_inevitable();
    CHECK(stm_is_inevitable());
    stm_call_blocking(note, &answer);
    stm_commit_transaction();
    CHECK(answer == 42);
    stm_enter_transactional_zone();
    CHECK(stm_is_inevitable() == !is_stm);
    stm_leave_transactional_zone();
}

static int commits_seen, aborts_seen;

static void count_up(void *counter)
{
    ++*(int *)counter;
}

static void hooks_run_at_the_end(void)
{
    commits_seen = aborts_seen = 0;
    stm_start_transaction();
    CHECK(commits_seen == 0);
    stm_call_on_commit(count_up, &commits_seen);
    stm_call_on_abort(count_up, &aborts_seen);
    if (is_stm && aborts_seen < 2)
        stm_abort_transaction();
    CHECK(commits_seen == 0);
    stm_break_transaction();
    CHECK(commits_seen == 1);
    stm_commit_transaction();
    CHECK(commits_seen == 1 && aborts_seen == (is_stm ? 2 : 0));
}

static void the_root_stack_grows_and_ends(void)
{
    enum { WORDS = 100000 };
    stm_start_transaction();
    CHECK(stm_reserve_roots(WORDS) && !stm_reserve_roots((size_t)1 << 40));
    CHECK(!stm_reserve_roots(SIZE_MAX));
    for (int64_t index = 0; index < WORDS; index++)
        stm_push_word(stm_from_integer(index));
    stm_break_transaction();
    for (int64_t index = WORDS; index-- > 0;)
        CHECK(stm_pop_word() == stm_from_integer(index));
    stm_commit_transaction();
}

/* ---- two threads */

static object_t *shared;

static void *answer(void *newborn)
{
    stm_register_thread(newborn);
    CHECK(stm_thread_number() > 0);
    stm_start_transaction();
    set_value(shared, 2);
    stm_wake_waiters_at_commit();
    stm_commit_transaction();
    stm_unregister_thread();
    return NULL;
}

static pthread_t start_thread(void)
{
    pthread_t thread;
    stm_newborn_t *newborn = stm_new_thread(runtime);
    CHECK(newborn && pthread_create(&thread, NULL, answer, newborn) == 0);
    return thread;
}

static void make_shared(void)
{
    stm_word_t fields[] = {stm_from_integer(1), 0};
    stm_start_transaction();
    shared = stm_allocate_pinned(NODE, 0, fields, 2);
    stm_commit_transaction();
}

static int64_t look(void)
{
    stm_start_transaction();
    int64_t value = value_of(shared);
    stm_commit_transaction();
    return value;
}

static void waiting_outside_of_a_transaction(void)
{
    make_shared();
    uint64_t seen = stm_change_count();
    pthread_t thread = start_thread();
    while (look() != 2) {
        stm_wait_for_change(seen);
        seen = stm_change_count();
    }
    pthread_join(thread, NULL);
}

static void look_until_it_is_there(uint64_t seen)
{
    stm_start_transaction();
    if (value_of(shared) != 2)
        stm_abort_and_wait_for_change(seen);
    stm_commit_transaction();
}

static void waiting_inside_of_a_transaction(void)
{
    make_shared();
    uint64_t seen = stm_change_count();
    pthread_t thread = start_thread();
    if (is_stm)
        look_until_it_is_there(seen);
    pthread_join(thread, NULL);
    CHECK(look() == 2);
}

/* ---- all of them */

static uint32_t commit_engine;

static void set_up(bool stm, const char *injection, uint64_t heap_bytes)
{
    char error[100];
    stm_config_t config;
    stm_config_default(&config);
    config.control = stm ? STM_CONTROL_STM : STM_CONTROL_GIL;
    config.commit_engine = commit_engine;
    config.segments = 2;
    config.nursery_bytes = 16384;
    config.nursery_reserve_bytes = 1 << 24;
    config.heap_bytes_max = heap_bytes;
    config.injection = injection;
    is_stm = stm;
    runtime = stm_setup(&config, layouts, LAYOUTS, error, sizeof error);
    if (!runtime)
        fprintf(stderr, "%s\n", error);
    CHECK(runtime);
    stm_register_thread(stm_new_thread(runtime));
}

static void tear_down(void)
{
    stm_unregister_thread();
    stm_teardown(runtime);
}

static void run_all(bool stm, const char *injection)
{
    set_up(stm, injection, (uint64_t)256 << 20);
    roots_survive_an_abort();
    collections_keep_what_is_rooted();
    an_abort_undoes_writes_thread_roots_and_atomic_blocks();
    an_abort_jumps_over_c_frames();
    arrays_have_elements();
    pinned_and_raw_objects();
    identities_last();
    inevitable_transactions_may_block();
    hooks_run_at_the_end();
    the_root_stack_grows_and_ends();
    waiting_outside_of_a_transaction();
    waiting_inside_of_a_transaction();
    CHECK(stm_lib_thread_number(&stm_self) == 0);

    stm_statistics_t counts;
    stm_statistics(runtime, &counts);
    CHECK(counts.commits > 20 && counts.minor_collections > counts.commits);
    CHECK(stm ? counts.aborts >= 7 : counts.aborts == 0);
    CHECK(strcmp(stm_abort_cause_name(0), "read-write") == 0);
    CHECK(stm_abort_cause_name(STM_ABORT_CAUSES_MAX) == NULL);
    tear_down();
}

static void setup_explains_itself(void)
{
    char error[20];
    stm_config_t config;
    stm_config_default(&config);
    config.injection = "nonsense";
    CHECK(!stm_setup(&config, layouts, LAYOUTS, error, sizeof error));
    CHECK(strcmp(error, "unknown injection '") == 0);
}

static void allocate_too_much(void)
{
    set_up(true, NULL, 1 << 20);
    stm_start_transaction();
    CHECK(!stm_take_out_of_memory());
    for (int index = 0; index < 100000; index++)
        (void)make_node(index, NULL);
    (void)stm_safe_point();
    CHECK(!stm_take_out_of_memory()); /* all of it was garbage */
    object_t *list = NULL;
    for (int index = 0; index < 200000; index++)
        list = make_node(index, list);
    stm_set_thread_root(3, stm_from_object(list));
    (void)stm_safe_point();
    CHECK(stm_take_out_of_memory() && !stm_take_out_of_memory());
    stm_set_thread_root(3, 0);
    stm_commit_transaction();
    tear_down();
}

/* ---- misuse */

static void start_and_return(void)
{
    stm_start_transaction();
}

/* Far below the frame that aborts: what has been jumped over cannot always be told. */
static void start_far_below_and_return(void)
{
    volatile char frame[1000];
    frame[0] = 0;
    start_and_return();
    frame[1] = frame[0];
}

static void misuse(const char *name)
{
    bool is_gil = strncmp(name, "gil-", 4) == 0;
    if (strcmp(name, "unregistered") == 0)
        stm_start_transaction();
    set_up(!is_gil, NULL, (uint64_t)64 << 20);
    if (strcmp(name, "pop-empty") == 0)
        stm_pop_word();
    make_shared();
    if (strcmp(name, "read-outside") == 0)
        stm_read(shared);
    if (strcmp(name, "write-outside") == 0)
        stm_write(shared);
    if (strcmp(name, "allocate-outside") == 0)
        make_node(1, NULL);
    if (strcmp(name, "commit-outside") == 0)
        stm_commit_transaction();
    if (strcmp(name, "started-and-returned") == 0) {
        start_far_below_and_return();
        stm_abort_transaction();
    }
    stm_start_transaction();
    if (strcmp(name, "start-inside") == 0)
        stm_lib_start(&stm_self);
    if (strcmp(name, "unregister-inside") == 0)
        stm_unregister_thread();
    if (strcmp(name, "address") == 0)
        stm_read((object_t *)(uintptr_t)&layouts);
    if (strcmp(name, "misaligned") == 0)
        stm_write((object_t *)((uintptr_t)shared + 8));
    if (strcmp(name, "null") == 0)
        stm_read(NULL);
    if (strcmp(name, "stale") == 0) {
        object_t *node = make_node(1, NULL);
        stm_break_transaction();
        stm_write(node);
    }
    if (strcmp(name, "foreign-element") == 0) {
        object_t *array = stm_allocate_array(ARRAY, 0, 4, 0);
        stm_write_element(array, 0, 0x7001);
    }
    if (strcmp(name, "outside-of-array") == 0)
        stm_read_element(stm_allocate_array(ARRAY, 0, 4, 0), 4);
    if (strcmp(name, "read-large-array") == 0)
        stm_read(stm_allocate_array(ARRAY, 0, 400, 0));
    if (strcmp(name, "thread-root") == 0)
        stm_set_thread_root(STM_THREAD_ROOTS, 0);
    stm_enable_atomic();
    if (strcmp(name, "commit-in-atomic") == 0)
        stm_commit_transaction();
    stm_disable_atomic();
    if (strcmp(name, "disable-atomic") == 0)
        stm_disable_atomic();
    if (strcmp(name, "gil-abort") == 0)
        stm_abort_transaction();
    if (strcmp(name, "blocking") == 0)
        stm_call_blocking(note, NULL);
    stm_become_inevitable();
    if (strcmp(name, "abort-inevitable") == 0)
        stm_abort_transaction();
    if (strcmp(name, "overflow") == 0)
        for (;;)
            stm_push_word(0);
}

int main(int count, char **arguments)
{
    if (count > 1) {
        misuse(arguments[1]);
        fprintf(stderr, "%s went unnoticed\n", arguments[1]);
        return 0;
    }
    setup_explains_itself();
    run_all(true, NULL);
    run_all(false, NULL);
    run_all(true, "collect");
    run_all(false, "collect");
    run_all(true, "segments");
    commit_engine = STM_COMMIT_STOP;
    run_all(true, NULL);
    run_all(true, "collect,segments");
    allocate_too_much();
    puts("all is well");
    return 0;
}
