/* Futures: each is computed by a thread of its own.
 *
 * A transaction that asks for a future may abort, so it only notes in a thread root what is to be
 * computed (the root is restored by an abort). When it has committed, the thread is started. The new
 * thread is handed what it needs in a pinned object, the one kind that may be named outside of the
 * heap. These objects never go away, so they are used again.
 */
#include "lisp.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
    object_t *task;
    stm_newborn_t *newborn;
    struct worker *next;
};

stm_runtime_t *runtime;
static struct worker *idle;
static unsigned running;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static void make_task(struct worker *worker)
{
    word fields[TASK_WORDS - 1] = {NIL, NIL, NIL};
    stm_start_transaction();
    worker->task = stm_allocate_pinned(TASK, 0, fields, TASK_WORDS - 1);
    stm_commit_transaction();
    if (!worker->task)
        die("lisp: no room for a task");
}

static struct worker *take_worker(void)
{
    pthread_mutex_lock(&lock);
    struct worker *worker = idle;
    if (worker)
        idle = worker->next;
    running++;
    pthread_mutex_unlock(&lock);
    if (!worker) {
        worker = calloc(1, sizeof *worker);
        if (!worker)
            die("lisp");
        make_task(worker);
    }
    return worker;
}

static void give_back(struct worker *worker)
{
    pthread_mutex_lock(&lock);
    worker->next = idle;
    idle = worker;
    running--;
    pthread_cond_broadcast(&ended);
    pthread_mutex_unlock(&lock);
}

/* Puts the future and what it is the value of on the root stack. */
static void take_task(object_t *task)
{
    stm_start_transaction();
    stm_read(task);
    stm_push_word(stm_get(task, TASK_FUTURE));
    prepare(stm_get(task, TASK_EXPRESSION), stm_get(task, TASK_ENVIRONMENT));
    stm_write(task);
    for (size_t index = 1; index < TASK_WORDS; index++)
        stm_set(task, index, NIL);
    stm_commit_transaction();
}

/* The value is on top of the root stack, the future below it. */
static void keep_promise(void)
{
    stm_start_transaction();
    object_t *future = stm_to_object(stm_peek_word(1));
    stm_write(future);
    stm_set(future, FUTURE_VALUE, stm_peek_word(0));
    stm_set(future, FUTURE_IS_DONE, TRUE);
    stm_wake_waiters_at_commit();
    stm_commit_transaction();
}

static void *run_worker(void *argument)
{
    struct worker *worker = argument;
    stm_register_thread(worker->newborn);
    take_task(worker->task);
    run_machine();
    keep_promise();
    stm_drop_words(2);
    stm_unregister_thread();
    give_back(worker);
    return NULL;
}

/* Moves the first of the futures that wait for a thread into the task. */
static void fill_task(object_t *task)
{
    stm_start_transaction();
    word starting = stm_thread_root(ROOT_STARTING);
    word start = car(starting);
    stm_write(task);
    stm_set(task, TASK_EXPRESSION, car(start));
    stm_set(task, TASK_ENVIRONMENT, car(cdr(start)));
    stm_set(task, TASK_FUTURE, car(cdr(cdr(start))));
    stm_set_thread_root(ROOT_STARTING, cdr(starting));
    stm_commit_transaction();
}

void start_threads(void)
{
    /* The root is the integer 0 at first, and the end of the list. */
    while (stm_is_object(stm_thread_root(ROOT_STARTING))) {
        struct worker *worker = take_worker();
        fill_task(worker->task);
        worker->newborn = stm_new_thread(runtime);
        pthread_t thread;
        if (!worker->newborn || pthread_create(&thread, NULL, run_worker, worker) != 0)
            die("lisp: cannot start a thread");
        pthread_detach(thread);
    }
}

void wait_for_threads(void)
{
    pthread_mutex_lock(&lock);
    while (running > 0)
        pthread_cond_wait(&ended, &lock);
    pthread_mutex_unlock(&lock);
}
