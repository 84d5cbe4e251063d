/* An allocator that fails at the Nth call, for tests of what a program does without memory.
 *
 * Preloaded, it sees the calls of the program and of all its libraries, the C library's own too.
 * Linked with -DWM_LINKED and --wrap, it sees those of the program's own objects alone, and stands
 * above the allocator of a sanitizer.
 *
 * WM_FAIL_AT=N: call N fails. WM_FAIL_FROM=N: call N and all later ones fail. WM_FAIL_FILE=FILE
 * gets the line "failed N PLACE" at the first failure, where PLACE is the caller in its file, and
 * "calls COUNT" when the program ends. WM_FAIL_TRACE=FILE gets a line for each call: a hash of the
 * calls that lead to it. Where two are equal, one failure is as good as the other. Processes that
 * the program starts do not see the variables, so they do not fail. */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef WM_LINKED
#define OURS(name) __wrap_##name
#define NEXT(name) __real_##name
char *NEXT(strdup)(const char *text);
char *OURS(strdup)(const char *text);
int NEXT(posix_memalign)(void **memory, size_t alignment, size_t size);
int OURS(posix_memalign)(void **memory, size_t alignment, size_t size);
void *OURS(malloc)(size_t size);
void *OURS(calloc)(size_t count, size_t size);
void *OURS(realloc)(void *memory, size_t size);
#else
#define OURS(name) name
#define NEXT(name) __libc_##name
void *NEXT(memalign)(size_t alignment, size_t size);
#endif
void *NEXT(malloc)(size_t size);
void *NEXT(calloc)(size_t count, size_t size);
void *NEXT(realloc)(void *memory, size_t size);

enum { TRACED = 1 << 17, DEPTH = 24 };

static long calls, at, from;
static char file[4096], trace_file[4096];
static uint64_t traced[TRACED];
static int is_ready;
static __thread int is_tracing; /* what backtrace() allocates is not the program's */

static void set_up(void)
{
    const char *one = getenv("WM_FAIL_AT"), *all = getenv("WM_FAIL_FROM");
    const char *path = getenv("WM_FAIL_FILE"), *trace = getenv("WM_FAIL_TRACE");
    is_ready = 1;
    at = one != NULL ? strtol(one, NULL, 10) : 0;
    from = all != NULL ? strtol(all, NULL, 10) : 0;
    if (path != NULL && strlen(path) < sizeof file)
        memcpy(file, path, strlen(path) + 1);
    if (trace != NULL && strlen(trace) < sizeof trace_file)
        memcpy(trace_file, trace, strlen(trace) + 1);
}

/* Hashes the calls that lead here, by FNV-1a: each by its place in its file. */
static void trace(long call)
{
    void *frames[DEPTH];
    uint64_t hash = 14695981039346656037u;
    int count;
    is_tracing = 1;
    count = backtrace(frames, DEPTH);
    for (int i = 0; i < count; i++) {
        Dl_info about = {.dli_fbase = NULL};
        (void)dladdr(frames[i], &about);
        hash = (hash ^ ((uintptr_t)frames[i] - (uintptr_t)about.dli_fbase)) * 1099511628211u;
    }
    is_tracing = 0;
    if (call <= TRACED)
        traced[call - 1] = hash;
}

static void write_line(const char *line)
{
    const int out =
        file[0] == '\0' ? -1 : open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (out < 0)
        return;
    if (write(out, line, strlen(line)) < 0)
        _exit(99);
    (void)close(out);
}

/* Counts a call; answers whether it must fail. */
static int fails(const void *caller)
{
    static int is_told;
    char line[512];
    Dl_info about;
    long call;
    if (is_tracing)
        return 0;
    if (!is_ready)
        set_up();
    call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
    if (trace_file[0] != '\0')
        trace(call);
    if (call != at && (from == 0 || call < from))
        return 0;
    if (!__atomic_exchange_n(&is_told, 1, __ATOMIC_RELAXED)) {
        if (dladdr(caller, &about) == 0)
            about = (Dl_info){.dli_fname = "?", .dli_fbase = NULL};
        (void)snprintf(line, sizeof line, "failed %ld %.400s+0x%lx\n", call, about.dli_fname,
                       (unsigned long)((uintptr_t)caller - (uintptr_t)about.dli_fbase));
        write_line(line);
    }
    errno = ENOMEM;
    return 1;
}

#define FAILS() fails(__builtin_return_address(0))

void *OURS(malloc)(size_t size)
{
    return FAILS() ? NULL : NEXT(malloc)(size);
}

void *OURS(calloc)(size_t count, size_t size)
{
    return FAILS() ? NULL : NEXT(calloc)(count, size);
}

void *OURS(realloc)(void *memory, size_t size)
{
    return FAILS() ? NULL : NEXT(realloc)(memory, size);
}

#ifdef WM_LINKED

char *OURS(strdup)(const char *text)
{
    return FAILS() ? NULL : NEXT(strdup)(text);
}

int OURS(posix_memalign)(void **memory, size_t alignment, size_t size)
{
    return FAILS() ? ENOMEM : NEXT(posix_memalign)(memory, alignment, size);
}

#else

void *reallocarray(void *memory, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return FAILS() ? NULL : NEXT(realloc)(memory, bytes);
}

void *memalign(size_t alignment, size_t size)
{
    return FAILS() ? NULL : NEXT(memalign)(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return FAILS() ? NULL : NEXT(memalign)(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    void *made = FAILS() ? NULL : NEXT(memalign)(alignment, size);
    if (made == NULL)
        return ENOMEM;
    *memory = made;
    return 0;
}

#endif

__attribute__((constructor)) static void hide(void)
{
    static const char *const names[] = {"WM_FAIL_AT", "WM_FAIL_FROM", "WM_FAIL_FILE",
                                        "WM_FAIL_TRACE",
#ifndef WM_LINKED
                                        "LD_PRELOAD"
#endif
    };
    if (!is_ready)
        set_up();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        (void)unsetenv(names[i]);
}

__attribute__((destructor)) static void tell(void)
{
    char line[64];
    (void)snprintf(line, sizeof line, "calls %ld\n", calls);
    write_line(line);
    if (trace_file[0] == '\0')
        return;
    is_tracing = 1;
    FILE *out = fopen(trace_file, "we");
    for (long i = 0; out != NULL && i < calls && i < TRACED; i++)
        (void)fprintf(out, "%016" PRIx64 "\n", traced[i]);
    if (out == NULL || fclose(out) != 0)
        _exit(99);
}
