/* Motet's runtime for interpreters in C: software transactional memory and garbage collection in
 * the place of a global interpreter lock.
 *
 * The names are those of the paper (Meier, Rigo, Gross, DLS 2014, Listing 1) and of its library,
 * where the meaning is the same. For gcc or clang, in GNU C (-std=gnu11), on x86-64 Linux.
 *
 *     STM_PUSH_ROOT(a); STM_PUSH_ROOT(b);           all that lives
 *     stm_start_transaction();                      aborts come back to here
 *     STM_POP_ROOT(b); STM_POP_ROOT(a);
 *     for (;;) {
 *         ...one operation of the interpreter: stm_read, stm_write, stm_allocate...
 *         if (stm_should_break_transaction()) {
 *             STM_PUSH_ROOT(a); STM_PUSH_ROOT(b);
 *             if (stm_safe_point())
 *                 stm_break_transaction();
 *             STM_POP_ROOT(b); STM_POP_ROOT(a);
 *         }
 *     }
 *
 * An operation comes before the first yield point: a transaction that has lost often is made to win
 * (it begins inevitably), which is for nothing if it ends before the operation that it has lost in.
 *
 * Objects
 *   An object is a header and words. Its kind is a layout, data that stm_setup is given. A word is
 *   tagged: ...0 an integer of 63 bits, ...001 a reference, ...101 a special (the interpreter
 *   numbers them), ...11 a float. An `object_t *` is an offset that the compiler takes relative to
 *   the gs register, which holds the base of the thread's segment: the paper's %gs. The runtime
 *   sets it. Structures of the interpreter begin with a `struct stm_object` and are named with
 *   STM_GS, or fields are reached by stm_get and stm_set, which compilers can neither merge into a
 *   memcpy nor load twice: prefer these.
 *
 * Safepoints
 *   Collections, commits and aborts happen only in the functions marked [safepoint]. What lives over
 *   one must lie on the root stack (or in a thread root); references held elsewhere are stale
 *   afterwards. ALLOCATION IS NO SAFEPOINT, nor is a read. A write is none, except that it may abort.
 *
 * Aborts
 *   An abort undoes all writes and allocations of the transaction, the root stack and the thread
 *   roots to what they were at its begin, begins it again, and jumps (longjmp) to the
 *   stm_start_transaction() that this thread passed last. After stm_break_transaction() it still
 *   jumps there, with the roots as they were at the break: so the function that starts must not
 *   return while a transaction is open, must keep all state that it resumes with on the root stack,
 *   and may use a local variable that changed since only if it is volatile. The jump passes no
 *   frame of the library. [aborts] marks the functions that may jump.
 *
 * Not there yet: weak references, finalizers, a major collection on request, an event log, hash
 * tables and queues without false conflicts, fork.
 *
 * Misuse (a write outside of a transaction, a foreign reference) ends the process with a message:
 * in the library always where it is cheap; in the inline functions unless NDEBUG or STM_NO_CHECKS
 * is defined.
 */
#ifndef MOTET_TM_H
#define MOTET_TM_H

#if !defined(__x86_64__) || !defined(__linux__)
#error "motet_tm.h needs the gs register of x86-64 Linux"
#endif
#ifdef __cplusplus
#error "motet_tm.h is for C: C++ compilers know no named address spaces"
#endif

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if !defined(NDEBUG) && !defined(STM_NO_CHECKS)
#define STM_CHECKS 1
#else
#define STM_CHECKS 0
#endif

/* ---- words and objects */

typedef uint64_t stm_word_t;

/* The address space of objects. */
#define STM_GS __seg_gs

struct stm_object {
    uint64_t stm_header; /* the runtime's: do not write it */
};
typedef STM_GS struct stm_object object_t;

#define STM_INTEGER_MIN (INT64_MIN / 2)
#define STM_INTEGER_MAX (INT64_MAX / 2)

static inline stm_word_t stm_from_integer(int64_t number) { return (uint64_t)number << 1; }
static inline int64_t stm_to_integer(stm_word_t word) { return (int64_t)word >> 1; }
static inline bool stm_is_integer(stm_word_t word) { return (word & 1) == 0; }
static inline stm_word_t stm_from_special(uint32_t number) { return (uint64_t)number << 8 | 5; }
static inline uint32_t stm_to_special(stm_word_t word) { return (uint32_t)(word >> 8); }
static inline bool stm_is_special(stm_word_t word) { return (word & 7) == 5; }
static inline bool stm_is_object(stm_word_t word) { return (word & 7) == 1; }
static inline object_t *stm_to_object(stm_word_t word)
{
    return (object_t *)(uintptr_t)(word & ~(uint64_t)1);
}
/* NULL becomes the integer 0, and stm_to_object makes NULL of it. */
static inline stm_word_t stm_from_object(const object_t *object)
{
    return object ? (uintptr_t)object | 1 : 0;
}

/* ---- setup */

typedef struct stm_runtime stm_runtime_t; /* opaque */
typedef struct stm_newborn stm_newborn_t; /* opaque: a thread that has not begun */

enum { STM_CONTROL_GIL = 0, STM_CONTROL_STM = 1 };
/* How commits reach the other threads under STM: by a log that stops nobody and holds what is written
 * in every segment, or by stopping all others for a moment, as in the paper. */
enum { STM_COMMIT_LOG = 0, STM_COMMIT_STOP = 1 };

typedef struct {
    uint32_t control;               /* STM_CONTROL_... */
    uint32_t commit_engine;         /* STM_COMMIT_... */
    uint32_t segments;              /* how many transactions can run at once: 1 to 63 */
    uint64_t heap_bytes_max;        /* of the old space; address space, not memory */
    uint64_t nursery_bytes;         /* allocated between two minor collections */
    uint64_t nursery_reserve_bytes; /* how much may be allocated between two safepoints */
    uint64_t gil_interval_us;       /* how long a thread may keep the GIL that others want */
    const char *injection;          /* faults: "abort=P,collect,commit,segments,seed=N"; or NULL */
    uint64_t stepping_seed;         /* if is_stepped: one thread at a time, in an order from this */
    bool is_stepped;
} stm_config_t;

enum {
    STM_SHAPE_FIXED = 0, /* `words` words, the header included; all behind it are tagged */
    STM_SHAPE_ARRAY = 1, /* word 1: the length, an integer; that many tagged words follow */
    STM_SHAPE_RAW = 2    /* word 1: the number of bytes, an integer; they follow, untraced */
};
/* Where the elements of an array, or the bytes of a raw object, begin. */
enum { STM_ARRAY_FIRST_WORD = 2 };

typedef struct {
    const char *name;
    uint32_t shape; /* STM_SHAPE_... */
    uint16_t words; /* STM_SHAPE_FIXED */
    /* False: never written after the transaction step (safepoint to safepoint) that allocated it;
     * needs no stm_read. */
    bool is_mutable;
} stm_layout_t;

void stm_config_default(stm_config_t *config);
/* A layout's number is its index. NULL, and a text in `error`, when it cannot be done. */
stm_runtime_t *stm_setup(const stm_config_t *config, const stm_layout_t *layouts,
                         size_t layout_count, char *error, size_t error_bytes);
/* No thread is registered any more. */
void stm_teardown(stm_runtime_t *runtime);

/* ---- threads */

/* What both sides know of a thread. Read it by the functions below only. */
typedef struct {
    /* The library's part. */
    stm_word_t *root_top;
    stm_word_t *root_low;
    stm_word_t *root_limit;
    char *base;
    const volatile uint32_t *poll;
    int32_t *fuel;
    uint64_t *nursery_next;
    uint64_t *nursery_limit;
    uint32_t atomic_depth;
    uint16_t read_version;
    bool is_open;
    void *mutator;
    /* C's part: the restart point. */
    void *restart_frame;
    jmp_buf restart;
} stm_thread_t;

/* The calling thread. Weak, so that every file may define it. */
__attribute__((weak)) __thread stm_thread_t stm_self;

/* Called by the parent of a new thread (by itself, for the first): NULL if memory lacks. */
stm_newborn_t *stm_new_thread(stm_runtime_t *runtime);
void stm_lib_register(stm_thread_t *thread, stm_newborn_t *newborn);
void stm_lib_unregister(stm_thread_t *thread);
uint64_t stm_lib_thread_number(stm_thread_t *thread);

/* The calling thread is the new one. It must leave before it ends, outside of a transaction. */
static inline void stm_register_thread(stm_newborn_t *newborn)
{
    stm_lib_register(&stm_self, newborn);
}
static inline void stm_unregister_thread(void) { stm_lib_unregister(&stm_self); }
/* In the order of stm_new_thread, from 0. */
static inline uint64_t stm_thread_number(void) { return stm_lib_thread_number(&stm_self); }

/* ---- misuse */

__attribute__((noreturn)) void stm_lib_misuse(const char *function, const char *what);
void stm_lib_check(stm_thread_t *thread, object_t *object, const char *function);

#if STM_CHECKS
#define STM_CHECK_(object, name) stm_lib_check(&stm_self, (object_t *)(object), name)
#else
#define STM_CHECK_(object, name) ((void)0)
#endif

/* ---- roots */

void stm_lib_lower_roots(stm_thread_t *thread, stm_word_t *top);
bool stm_lib_grow_roots(stm_thread_t *thread, size_t words);

/* Whether so many more words can be pushed: for the interpreter's recursion limit. */
static inline bool stm_reserve_roots(size_t words)
{
    return (size_t)(stm_self.root_limit - stm_self.root_top) >= words ||
           stm_lib_grow_roots(&stm_self, words);
}

static inline void stm_push_word(stm_word_t word)
{
    if (__builtin_expect(stm_self.root_top >= stm_self.root_limit, 0) &&
        !stm_lib_grow_roots(&stm_self, 1))
        stm_lib_misuse("STM_PUSH_ROOT", "the root stack is full: see stm_reserve_roots");
    *stm_self.root_top++ = word;
}

/* Below the low-water mark the words have to be saved for an abort first, some at a time. */
static inline void stm_drop_words(size_t count)
{
    stm_word_t *top = stm_self.root_top - count;
    if (__builtin_expect(top < stm_self.root_low, 0))
        stm_lib_lower_roots(&stm_self, top);
    stm_self.root_top = top;
}

static inline stm_word_t stm_pop_word(void)
{
    stm_drop_words(1);
    return *stm_self.root_top;
}

/* The word pushed last has depth 0. */
static inline stm_word_t stm_peek_word(size_t depth) { return stm_self.root_top[-1 - (ptrdiff_t)depth]; }

static inline void stm_poke_word(size_t depth, stm_word_t word)
{
    stm_word_t *place = stm_self.root_top - 1 - depth;
    if (__builtin_expect(place < stm_self.root_low, 0))
        stm_lib_lower_roots(&stm_self, place);
    *place = word;
}

/* Listing 1: pushes a pointer to an object (or NULL); pops into one. */
#define STM_PUSH_ROOT(pointer) stm_push_word(stm_from_object((const object_t *)(pointer)))
#define STM_POP_ROOT(pointer) \
    ((void)((pointer) = (__typeof__(pointer))stm_to_object(stm_pop_word())))

/* Slots for the interpreter's own state of a thread: survive, and are restored by an abort. */
enum { STM_THREAD_ROOTS = 12 };
stm_word_t stm_lib_thread_root(stm_thread_t *thread, uint32_t index);
void stm_lib_set_thread_root(stm_thread_t *thread, uint32_t index, stm_word_t word);
static inline stm_word_t stm_thread_root(uint32_t index)
{
    return stm_lib_thread_root(&stm_self, index);
}
static inline void stm_set_thread_root(uint32_t index, stm_word_t word)
{
    stm_lib_set_thread_root(&stm_self, index, word);
}

/* ---- transactions */

enum { STM_OK = 0, STM_ABORTED = 1, STM_DUE = 2 };

void stm_lib_start(stm_thread_t *thread);
int32_t stm_lib_commit(stm_thread_t *thread);
int32_t stm_lib_break(stm_thread_t *thread);
int32_t stm_lib_safe_point(stm_thread_t *thread);
int32_t stm_lib_become_inevitable(stm_thread_t *thread);
int32_t stm_lib_abort(stm_thread_t *thread, bool waits, uint64_t seen);
bool stm_lib_is_inevitable(stm_thread_t *thread);
void stm_lib_call_blocking(stm_thread_t *thread, void (*callback)(void *), void *argument);
void stm_lib_wait_for_change(stm_thread_t *thread, uint64_t seen);
uint64_t stm_lib_change_count(stm_thread_t *thread);
void stm_lib_call_on_commit(stm_thread_t *thread, void (*callback)(void *), void *argument);
void stm_lib_call_on_abort(stm_thread_t *thread, void (*callback)(void *), void *argument);
void stm_lib_wake_waiters_at_commit(stm_thread_t *thread);

__attribute__((noreturn, noinline, unused)) static void stm_restart_(void)
{
#if STM_CHECKS
    if ((char *)__builtin_frame_address(0) >= (char *)stm_self.restart_frame)
        stm_lib_misuse("abort", "the function that started the transaction has returned");
#endif
    longjmp(stm_self.restart, 1);
}

/* Listing 1 [safepoint]: waits for a segment (or the GIL) and begins. Aborts come back to here.
 * A statement; the function that it stands in must not return before the transaction ends. */
#define stm_start_transaction()                              \
    do {                                                     \
        stm_self.restart_frame = __builtin_frame_address(0); \
        if (setjmp(stm_self.restart) == 0)                   \
            stm_lib_start(&stm_self);                        \
    } while (0)

/* Listing 1 [safepoint, aborts]: ends the transaction. Not in an atomic block. */
static inline void stm_commit_transaction(void)
{
    if (stm_lib_commit(&stm_self) == STM_ABORTED)
        stm_restart_();
}

/* [safepoint, aborts] Ends the transaction and begins the next; the restart point stays. Cheaper
 * than a commit and a start. Not in an atomic block. */
static inline void stm_break_transaction(void)
{
    if (stm_lib_break(&stm_self) == STM_ABORTED)
        stm_restart_();
}

/* A yield point: whether stm_safe_point should be called now. Not a safepoint itself. */
static inline bool stm_should_break_transaction(void)
{
    return *stm_self.poll != 0 || (--*stm_self.fuel < 0 && stm_self.atomic_depth == 0);
}

/* [safepoint, aborts] Does what is asked of the thread. True when the transaction should end here:
 * stm_break_transaction or stm_commit_transaction. Never true in an atomic block. */
static inline bool stm_safe_point(void)
{
    int32_t status = stm_lib_safe_point(&stm_self);
    if (status == STM_ABORTED)
        stm_restart_();
    return status == STM_DUE;
}

/* Listing 1 [safepoint, aborts]: from here on the transaction cannot abort; before what cannot be
 * undone. One transaction at a time is inevitable: waits for another. */
static inline void stm_become_inevitable(void)
{
    if (stm_lib_become_inevitable(&stm_self) == STM_ABORTED)
        stm_restart_();
}
static inline bool stm_is_inevitable(void) { return stm_lib_is_inevitable(&stm_self); }

/* [safepoint, aborts] Gives the transaction up, and begins it again. Neither when inevitable nor
 * under the GIL. */
__attribute__((noreturn)) static inline void stm_abort_transaction(void)
{
    stm_lib_abort(&stm_self, false, 0);
    stm_restart_();
}

/* The zone in which threads run transactions, as in the paper's library: a thread that is outside
 * holds nobody up. */
#define stm_enter_transactional_zone() stm_start_transaction()
static inline void stm_leave_transactional_zone(void) { stm_commit_transaction(); }

/* [safepoint] Runs `callback` inside the inevitable transaction, while others run and commit. The
 * callback must not use this library. */
static inline void stm_call_blocking(void (*callback)(void *), void *argument)
{
    stm_lib_call_blocking(&stm_self, callback, argument);
}

/* Hooks: once, after the transaction has committed (in the order of registration), or after it was
 * aborted and undone (the last one first). They run between two transactions, may block, and must not
 * use this library. The next attempt registers its own. */
static inline void stm_call_on_commit(void (*callback)(void *), void *argument)
{
    stm_lib_call_on_commit(&stm_self, callback, argument);
}
static inline void stm_call_on_abort(void (*callback)(void *), void *argument)
{
    stm_lib_call_on_abort(&stm_self, callback, argument);
}

/* Atomic blocks: while one is open the transaction does not end. They nest. An abort leaves them
 * all, as it goes back to before. */
static inline void stm_enable_atomic(void)
{
    if (STM_CHECKS && !stm_self.is_open)
        stm_lib_misuse("stm_enable_atomic", "no transaction is open");
    stm_self.atomic_depth++;
}
static inline void stm_disable_atomic(void)
{
    if (STM_CHECKS && stm_self.atomic_depth == 0)
        stm_lib_misuse("stm_disable_atomic", "no atomic block is open");
    stm_self.atomic_depth--;
}
static inline bool stm_is_atomic(void) { return stm_self.atomic_depth != 0; }

/* Waiting for what another thread does to an object: take the count before the transaction that
 * looks at the object; if it finds that it must wait, end it, and wait until the count differs. Who
 * changes such an object calls stm_wake_waiters_at_commit in the same transaction. */
static inline uint64_t stm_change_count(void) { return stm_lib_change_count(&stm_self); }
static inline void stm_wake_waiters_at_commit(void) { stm_lib_wake_waiters_at_commit(&stm_self); }
/* [safepoint] Outside of a transaction. */
static inline void stm_wait_for_change(uint64_t seen) { stm_lib_wait_for_change(&stm_self, seen); }
/* [safepoint, aborts] Inside: gives it up, waits, begins it again. As stm_abort_transaction. */
__attribute__((noreturn)) static inline void stm_abort_and_wait_for_change(uint64_t seen)
{
    stm_lib_abort(&stm_self, true, seen);
    stm_restart_();
}

/* Makes every running thread's next yield point report. Any thread may call it, also a signal's. */
void stm_request_attention(const stm_runtime_t *runtime);

/* ---- barriers */

/* What the inline halves below know of the runtime's layout of words. */
#define STM_MARKER_DISTANCE_BYTES ((uint64_t)32 << 30)
#define STM_WRITE_BARRIER_BIT ((uint64_t)1)
#define STM_CARDS_BIT ((uint64_t)16)
#define STM_LAYOUT_SHIFT 8
#define STM_LAYOUT_MASK ((uint64_t)0xffffff)
#define STM_HOST_SHIFT 32

int32_t stm_lib_write(stm_thread_t *thread, object_t *object);
stm_word_t stm_lib_read_element(stm_thread_t *thread, object_t *array, uint64_t index);
int32_t stm_lib_write_element(stm_thread_t *thread, object_t *array, uint64_t index,
                              stm_word_t word);

/* Word `index` of an object, the header being word 0, without a barrier. */
static inline stm_word_t stm_get(const object_t *object, size_t index)
{
    return ((const volatile STM_GS stm_word_t *)object)[index];
}
static inline void stm_set(object_t *object, size_t index, stm_word_t word)
{
    ((volatile STM_GS stm_word_t *)object)[index] = word;
}

static inline uint32_t stm_layout(const object_t *object)
{
    return (uint32_t)(stm_get(object, 0) >> STM_LAYOUT_SHIFT & STM_LAYOUT_MASK);
}
/* The interpreter's half of the header. Set it after stm_write. */
static inline uint32_t stm_host(const object_t *object)
{
    return (uint32_t)(stm_get(object, 0) >> STM_HOST_SHIFT);
}
static inline void stm_set_host(object_t *object, uint32_t host)
{
    stm_set(object, 0, (stm_get(object, 0) & 0xffffffff) | (uint64_t)host << STM_HOST_SHIFT);
}

/* Listing 1: before the fields of a mutable object are read (or after, before the next safepoint).
 * Not for arrays: stm_read_element. */
static inline void stm_read(const object_t *object)
{
    STM_CHECK_(object, "stm_read");
    if (STM_CHECKS && (stm_get(object, 0) & STM_CARDS_BIT))
        stm_lib_misuse("stm_read", "a large array is read by stm_read_element");
    uint16_t version = stm_self.read_version;
    if (version != 0) {
        uintptr_t marker = (uintptr_t)object / 16 * 2 - STM_MARKER_DISTANCE_BYTES;
        *(volatile STM_GS uint16_t *)marker = version;
    }
}

/* Listing 1 [aborts]: before fields of a mutable object are written, again after each safepoint.
 * Not for arrays: stm_write_element. */
static inline void stm_write(object_t *object)
{
    STM_CHECK_(object, "stm_write");
    if (__builtin_expect((stm_get(object, 0) & STM_WRITE_BARRIER_BIT) != 0, 0) &&
        stm_lib_write(&stm_self, object) == STM_ABORTED)
        stm_restart_();
}

/* Arrays have conflicts by cards of 8 elements (of 32 from 1,024 elements on, where both write).
   The length never changes. */
static inline uint64_t stm_array_length(const object_t *array) { return stm_get(array, 1) >> 1; }
static inline stm_word_t stm_read_element(const object_t *array, uint64_t index)
{
    return stm_lib_read_element(&stm_self, (object_t *)array, index);
}
/* [aborts] Barrier and store. */
static inline void stm_write_element(object_t *array, uint64_t index, stm_word_t word)
{
    if (stm_lib_write_element(&stm_self, array, index, word) == STM_ABORTED)
        stm_restart_();
}

/* The bytes of a raw object at an ordinary address, good until the next safepoint. */
static inline uint64_t stm_raw_bytes(const object_t *raw) { return stm_get(raw, 1) >> 1; }
static inline char *stm_raw_address(const object_t *raw)
{
    return stm_self.base + (uintptr_t)raw + STM_ARRAY_FIRST_WORD * sizeof(stm_word_t);
}

/* A number that no other object has while this one lives. */
uint64_t stm_lib_identity(stm_thread_t *thread, object_t *object);
static inline uint64_t stm_id(const object_t *object)
{
    return stm_lib_identity(&stm_self, (object_t *)object);
}

/* ---- allocation: never a safepoint; new objects need no stm_write until the next one */

object_t *stm_lib_allocate(stm_thread_t *thread, size_t words, uint16_t layout, uint32_t host);
object_t *stm_lib_allocate_array(stm_thread_t *thread, uint16_t layout, uint32_t host,
                                 uint64_t length, stm_word_t fill);
object_t *stm_lib_allocate_raw(stm_thread_t *thread, uint16_t layout, uint32_t host,
                               uint64_t bytes);
object_t *stm_lib_allocate_pinned(stm_thread_t *thread, uint16_t layout, uint32_t host,
                                  const stm_word_t *fields, size_t count);
object_t *stm_lib_allocate_pinned_array(stm_thread_t *thread, uint16_t layout, uint32_t host,
                                        const stm_word_t *elements, size_t count);
object_t *stm_lib_allocate_pinned_raw(stm_thread_t *thread, uint16_t layout, uint32_t host,
                                      const char *bytes, size_t count);
bool stm_lib_take_out_of_memory(stm_thread_t *thread);

/* Listing 1: an object of a fixed layout of `size_bytes` bytes (8 times its words); all fields are
 * the integer 0. Give the size as a constant: the compiler unrolls the rest. */
static inline object_t *stm_allocate(size_t size_bytes, uint16_t layout, uint32_t host)
{
    if (STM_CHECKS && !stm_self.is_open)
        stm_lib_misuse("stm_allocate", "no transaction is open");
    uint64_t start = *stm_self.nursery_next;
    uint64_t end = start + ((size_bytes + 15) & ~(uint64_t)15);
    size_t words = size_bytes / sizeof(stm_word_t);
    if (__builtin_expect(end > *stm_self.nursery_limit, 0))
        return stm_lib_allocate(&stm_self, words, layout, host);
    *stm_self.nursery_next = end;
    object_t *object = (object_t *)(uintptr_t)start;
    stm_set(object, 0, (uint64_t)host << STM_HOST_SHIFT | (uint64_t)layout << STM_LAYOUT_SHIFT);
    for (size_t index = 1; index < words; index++)
        stm_set(object, index, 0);
    return object;
}

/* NULL when the heap limit forbids it. */
static inline object_t *stm_allocate_array(uint16_t layout, uint32_t host, uint64_t length,
                                           stm_word_t fill)
{
    return stm_lib_allocate_array(&stm_self, layout, host, length, fill);
}
static inline object_t *stm_allocate_raw(uint16_t layout, uint32_t host, uint64_t bytes)
{
    return stm_lib_allocate_raw(&stm_self, layout, host, bytes);
}

/* Prebuilt objects: never move, never go away, known to all threads at once whatever becomes of the
 * transaction; C may keep pointers to them anywhere. What they refer to from the start must be
 * immediate or pinned; later writes may store anything. NULL when the heap limit forbids it; a
 * small object may pass the limit a little, which stm_take_out_of_memory tells at the next border. */
static inline object_t *stm_allocate_pinned(uint16_t layout, uint32_t host,
                                            const stm_word_t *fields, size_t count)
{
    return stm_lib_allocate_pinned(&stm_self, layout, host, fields, count);
}
static inline object_t *stm_allocate_pinned_array(uint16_t layout, uint32_t host,
                                                  const stm_word_t *elements, size_t count)
{
    return stm_lib_allocate_pinned_array(&stm_self, layout, host, elements, count);
}
static inline object_t *stm_allocate_pinned_raw(uint16_t layout, uint32_t host, const char *bytes,
                                                size_t count)
{
    return stm_lib_allocate_pinned_raw(&stm_self, layout, host, bytes, count);
}

/* Whether the heap limit was passed since the last call, and a collection did not help: look at it
 * after a safe point and after a commit, and raise the language's error. */
static inline bool stm_take_out_of_memory(void) { return stm_lib_take_out_of_memory(&stm_self); }

/* ---- statistics */

enum { STM_ABORT_CAUSES_MAX = 16 };

typedef struct {
    uint64_t commits;
    uint64_t aborts;
    uint64_t aborts_by_cause[STM_ABORT_CAUSES_MAX];
    uint64_t inevitable;
    uint64_t minor_collections;
    uint64_t promoted_bytes;
    uint64_t old_space_bytes;
    uint64_t gil_handovers;
    uint64_t stop_ns;
} stm_statistics_t;

/* Over all threads, so far. */
void stm_statistics(const stm_runtime_t *runtime, stm_statistics_t *statistics);
/* NULL behind the last. */
const char *stm_abort_cause_name(size_t index);

#endif
