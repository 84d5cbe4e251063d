/* Finds and loads OpenBLAS and asks it for its settings. */
#include "backend/cpu/cpu_blas.h"

#include "backend/backend.h"
#include "backend/cpu/cpu_threads.h"

#include <dlfcn.h>
#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/resource.h>

#if defined(__x86_64__)
#define TRIPLET "x86_64-linux-gnu"
#elif defined(__aarch64__)
#define TRIPLET "aarch64-linux-gnu"
#else
#define TRIPLET ""
#endif

/* The OpenMP build comes first because it shares the thread pool of our own loops. The threads of
 * the pthread build spin for some milliseconds after a product, while the next operation is
 * timed. */
static const char *const FILES[] = {
    "/usr/lib/" TRIPLET "/openblas-openmp/libopenblas.so.0", /* Debian, Ubuntu */
    "libopenblaso.so.0",                                     /* Fedora */
    "/usr/lib/" TRIPLET "/openblas-pthread/libopenblas.so.0",
    "libopenblasp.so.0",
    "libopenblas.so.0",
};

/* The fastest kernels for this processor, or null to leave the choice to the library.
 *
 * OpenBLAS 0.3.21 does not know newer processors. It falls back to Prescott (10 times slower), or
 * to AVX-512 on Zen 4, which executes its vectors in halves. f32, n = 4096, 2 cores, GFLOP/s:
 * Haswell 221, SkylakeX 212; on a recent Xeon 165 and 318. */
static const char *best_core(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return NULL;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        !__builtin_cpu_is("amdfam19h"))
        return "SkylakeX";
    return "Haswell";
#else
    return NULL;
#endif
}

/* A function of the library. C has no cast from an object pointer to a function pointer, so the
 * pointer is copied. */
static bool symbol(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

/* The room that OpenBLAS needs. It maps a buffer for each thread when it is loaded, and one more
 * for each thread that calls it. It asks for a buffer that it does not get again and again, without
 * end. Source: OpenBLAS 0.3.21, common_x86_64.h (BUFFER_SIZE) and driver/others/memory.c. */
static size_t room_bytes(int threads)
{
    static const size_t BUFFER = (size_t)128 << 20, LIBRARY = (size_t)64 << 20;
    const int processors = wm_cpu_threads_processors();
    const size_t most = (size_t)(threads > processors ? threads : processors);
    return LIBRARY + (2 * most + 2) * BUFFER;
}

/* Whether this process may still map so many bytes. The limit on the address space and the kernel's
 * own accounting both have a say, so this tries. */
static bool has_room(size_t size_bytes)
{
    void *place = mmap(NULL, size_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return place != MAP_FAILED && munmap(place, size_bytes) == 0;
}

static bool is_limited(void)
{
    struct rlimit space, data;
    return getrlimit(RLIMIT_AS, &space) != 0 || getrlimit(RLIMIT_DATA, &data) != 0 ||
           space.rlim_cur != RLIM_INFINITY || data.rlim_cur != RLIM_INFINITY;
}

/* Has OpenBLAS map the buffers of all threads now, by a product in each at once: under a limit, an
 * item's operands could leave no room for them later. The size is over that of OpenBLAS's products
 * without a buffer. */
static void take_buffers(const wm_cpu_blas *blas, int threads)
{
    enum { N = 160 };
    float *room = calloc(2 * N * N, sizeof *room);
    float *C = calloc((size_t)threads * N * N, sizeof *C);
    if (room != NULL && C != NULL) {
#pragma omp parallel num_threads(threads)
        {
#pragma omp critical
            blas->set_threads(1);
#pragma omp barrier
            blas->sgemm(WM_CPU_BLAS_ROW_MAJOR, WM_CPU_BLAS_NO_TRANS, WM_CPU_BLAS_NO_TRANS, N, N, N,
                        1, room, N, room + N * N, N, 0, C + (size_t)omp_get_thread_num() * N * N,
                        N);
        }
        blas->set_threads(threads);
    }
    free(room);
    free(C);
}

static bool take(wm_cpu_blas *blas, void *library, int threads)
{
    char *(*config)(void), *(*core)(void);
    if (!symbol(library, "cblas_sgemm", &blas->sgemm) ||
        !symbol(library, "cblas_dgemm", &blas->dgemm) ||
        !symbol(library, "openblas_get_config", &config) ||
        !symbol(library, "openblas_get_corename", &core) ||
        !symbol(library, "openblas_set_num_threads", &blas->set_threads))
        return false;
    blas->set_threads(threads);
    snprintf(blas->config, sizeof blas->config, "%s", config());
    for (size_t end = strlen(blas->config); end > 0 && blas->config[end - 1] == ' '; end--)
        blas->config[end - 1] = '\0';
    snprintf(blas->core, sizeof blas->core, "%s", core());
    return true;
}

/* Opens a library. Sets *lacks_memory where the loader had none: the next file would be another
 * build of OpenBLAS, with other times. dlerror() does not always say it, errno does. */
static void *open_library(const char *file, bool *lacks_memory)
{
    errno = 0;
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    *lacks_memory = library == NULL && errno == ENOMEM;
    return library;
}

wm_status wm_cpu_blas_load(wm_cpu_blas *blas, int threads)
{
    const size_t room = room_bytes(threads);
    bool lacks_memory = false;
    memset(blas, 0, sizeof *blas);
    snprintf(blas->config, sizeof blas->config, "%s", wm_status_text(WM_E_NOMEM));
    if (!has_room(room)) {
        snprintf(blas->config, sizeof blas->config,
                 "OpenBLAS is not loaded: it needs %zu MiB of address space; raise the limit "
                 "(ulimit -v)",
                 room >> 20);
        return WM_OK;
    }
    const bool is_ours = best_core() != NULL && getenv("OPENBLAS_CORETYPE") == NULL;
    if (is_ours && setenv("OPENBLAS_CORETYPE", best_core(), 1) != 0)
        return WM_E_NOMEM;
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES && !blas->there && !lacks_memory; i++) {
        void *library = open_library(FILES[i], &lacks_memory);
        if (library == NULL)
            continue;
        blas->there = take(blas, library, threads);
        if (blas->there)
            snprintf(blas->file, sizeof blas->file, "%s", FILES[i]);
        else
            dlclose(library);
    }
    if (is_ours)
        (void)unsetenv("OPENBLAS_CORETYPE");
    if (lacks_memory)
        return WM_E_NOMEM;
    if (blas->there && is_limited())
        take_buffers(blas, threads);
    if (!blas->there)
        snprintf(blas->config, sizeof blas->config,
                 "no OpenBLAS found (Debian, Ubuntu: apt install libopenblas0-openmp)");
    return WM_OK;
}

/* 0: before AVX2; 1: AVX2; 2: AVX-512; -1: unknown. Names as OpenBLAS 0.3.21 has them. */
static int level_of(const char *core)
{
    static const struct {
        const char *core;
        int level;
    } levels[] = {
        {"Katmai", 0},       {"Coppermine", 0},     {"Northwood", 0},  {"Prescott", 0},
        {"Banias", 0},       {"Atom", 0},           {"Core2", 0},      {"Penryn", 0},
        {"Dunnington", 0},   {"Nehalem", 0},        {"Athlon", 0},     {"Opteron", 0},
        {"Opteron_SSE3", 0}, {"Barcelona", 0},      {"Nano", 0},       {"Sandybridge", 0},
        {"Bobcat", 0},       {"Bulldozer", 0},      {"Piledriver", 0}, {"Steamroller", 0},
        {"Excavator", 1},    {"Haswell", 1},        {"Zen", 1},        {"SkylakeX", 2},
        {"Cooperlake", 2},   {"SapphireRapids", 2},
    };
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (strcasecmp(levels[i].core, core) == 0)
            return levels[i].level;
    return -1;
}

bool wm_cpu_blas_is_slowed_by(const char *name, const char *value, unsigned threads)
{
    static const char *const counts[] = {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS",
                                         "GOTO_NUM_THREADS"};
    const char *best = best_core();
    const int level = level_of(value);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        if (strcmp(name, counts[i]) == 0)
            return wm_backend_is_below(value, threads);
    /* The device has no more threads than these two allow. */
    if (strcmp(name, "OMP_THREAD_LIMIT") == 0)
        return wm_backend_is_below(value, threads + 1) &&
               wm_backend_is_below(value, wm_cpu_threads_processors());
    if (strcmp(name, "OMP_MAX_ACTIVE_LEVELS") == 0)
        return wm_backend_is_below(value, 1) && wm_cpu_threads_processors() > 1;
    return strcmp(name, "OPENBLAS_CORETYPE") == 0 && best != NULL && level >= 0 &&
           level < level_of(best);
}
