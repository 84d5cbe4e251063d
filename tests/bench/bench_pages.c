/* Random reads of a table: does the rate follow its bytes, or the pages that they lie in? The span
 * from the first element to the last grows, and at each span elements are one, eight or 32 lines of
 * 128 bytes apart. So the last column has a 32nd of the first one's bytes in the same pages.
 *
 * usage: bench_pages; it needs a GPU. The least span is the baseline: each cell has the rate, the
 * best of five, and its ratio to that of the same distance there. Spans go up to 0.9 of the memory.
 * At 4 GiB the last column has 128 MiB of lines, of which a cache holds a part. */
#include "backend/registry.h"

#include <stdio.h>
#include <stdlib.h>

#define GIB ((size_t)1 << 30)
enum { LANES = 1 << 20, STEPS = 256, ROUNDS = 5, LINE_WORDS = 32, DISTANCES = 3 };

static const size_t SPANS[] = {4, 8, 16, 32, 48, 56, 60, 64, 68, 72, 80, 96, 112, 124, 144, 168};
static const size_t LINES_APART[DISTANCES] = {1, 8, 32};

static const wm_backend *ops;
static wm_device *device;

static void must(wm_status status, const char *what)
{
    if (status == WM_OK)
        return;
    fprintf(stderr, "bench_pages: %s: %s: %s\n", what, wm_status_text(status),
            device != NULL ? ops->last_error(device) : "");
    exit(2);
}

/* Reads a second: the best of some rounds, behind one that is dropped. */
static double measure(const wm_random_access *access)
{
    double best = 0;
    for (int i = 0; i <= ROUNDS; i++) {
        const uint64_t begin = ops->time_ns(device);
        must(ops->random_access(device, access), "read");
        must(ops->sync(device), "sync");
        const double seconds = (double)(ops->time_ns(device) - begin) * 1e-9;
        const double rate = (double)access->lanes * (double)access->steps / seconds;
        if (i > 0 && rate > best)
            best = rate;
    }
    return best;
}

static void measure_all(const wm_device_buffer *table, wm_device_buffer *out, size_t most)
{
    double base[DISTANCES] = {0};
    printf("%-9s", "span");
    for (size_t a = 0; a < DISTANCES; a++)
        printf(" %5zu B apart, Gread/s", LINES_APART[a] * LINE_WORDS * 4);
    printf("\n");
    for (size_t s = 0; s < sizeof SPANS / sizeof SPANS[0] && SPANS[s] * GIB <= most; s++) {
        printf("%4zu GiB ", SPANS[s]);
        for (size_t a = 0; a < DISTANCES; a++) {
            const size_t stride = LINES_APART[a] * LINE_WORDS;
            const wm_random_access access = {.count = SPANS[s] * GIB / (stride * 4),
                                             .stride = stride,
                                             .lanes = LANES,
                                             .steps = STEPS,
                                             .table = table,
                                             .out = out};
            const double rate = measure(&access);
            base[a] = s == 0 ? rate : base[a];
            printf(" %14.3f (%.3f)", rate * 1e-9, rate / base[a]);
        }
        printf("\n");
        fflush(stdout);
    }
}

int main(void)
{
    const wm_device_options options = {.index = 0};
    wm_device_properties properties;
    wm_device_buffer *table, *out;
    char reason[256] = "";
    size_t count = 0, most = 0;
    ops = wm_registry_find("cuda");
    if (ops == NULL || ops->list(NULL, 0, &count, reason) != WM_OK || count == 0) {
        printf("skipped: no GPU %s\n", reason);
        return 0;
    }
    must(ops->open(&options, &device, NULL), "open");
    must(ops->properties(device, &properties), "properties");
    for (size_t s = 0; s < sizeof SPANS / sizeof SPANS[0]; s++)
        if ((double)(SPANS[s] * GIB) <= 0.9 * (double)properties.memory_bytes)
            most = SPANS[s] * GIB;
    must(ops->alloc(device, most, &table), "alloc");
    must(ops->alloc(device, (size_t)LANES * 4, &out), "alloc");
    measure_all(table, out, most);
    ops->free(device, table);
    ops->free(device, out);
    ops->close(device);
    return 0;
}
