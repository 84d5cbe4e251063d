/* Digests of both devices, with openings. */
#include "conformance/cuda_digests.h"
#include "conformance/cuda_pair.h"

#include <stdlib.h>
#include <string.h>

/* Opens the first and last rows, and rows between, of the trees that both devices' digests left. */
static bool openings_equal(const pair *p, const pair *tree, size_t size, size_t row)
{
    enum { PLACES = WM_TABLES_OPENINGS };
    const size_t rows = (size - 1) / row + 1, leaves = (row - 1) / WM_TABLES_CHUNK_BYTES + 1;
    const size_t each = WM_TABLES_CHUNK_BYTES + (leaves + wm_backend_tree_levels(rows)) * 32;
    wm_backend_place places[PLACES] = {{rows - 1, 0}};
    uint8_t *shown = must(calloc(2 * PLACES, each));
    wm_status status[2];
    for (size_t i = 1; i < PLACES; i++)
        places[i] = (wm_backend_place){i * 7919 % rows, 0};
    for (size_t i = 1; i < PLACES; i++)
        if (places[i].row < rows - 1)
            places[i].chunk = i % leaves;
    for (int on_gpu = 0; on_gpu < 2; on_gpu++) {
        uint8_t *to = shown + (size_t)on_gpu * PLACES * each;
        wm_device *device = on_gpu ? gpu : cpu;
        const wm_openings o = {on_gpu ? p->gpu : p->cpu,
                               on_gpu ? tree->gpu : tree->cpu,
                               size,
                               row,
                               PLACES,
                               places,
                               to,
                               to + PLACES * WM_TABLES_CHUNK_BYTES,
                               to + PLACES * (WM_TABLES_CHUNK_BYTES + leaves * 32)};
        status[on_gpu] = device->ops->open_chunks(device, &o);
    }
    const bool equal = memcmp(shown, shown + PLACES * each, PLACES * each) == 0;
    free(shown);
    return status[0] == WM_OK && status[1] == WM_OK && equal;
}

static void test_one_digest(size_t size, size_t row)
{
    uint8_t a[32], b[32], alone[32];
    pair p = pair_of(size), tree = pair_of(wm_backend_tree_bytes(size, row));
    fill(&p, WM_FORMAT_I8, size, (unsigned)(size + row));
    const wm_status on_cpu = cpu->ops->digest(cpu, p.cpu, size, row, a, tree.cpu);
    const wm_status on_gpu = gpu->ops->digest(gpu, p.gpu, size, row, b, tree.gpu);
    if (both_ok("digest", on_cpu, on_gpu)) {
        report(memcmp(a, b, 32) == 0 && openings_equal(&p, &tree, size, row),
               "digest of %zu bytes in rows of %zu, with openings", size, row);
        report(gpu->ops->digest(gpu, p.gpu, size, row, alone, NULL) == WM_OK &&
                   memcmp(a, alone, 32) == 0,
               "the same without a tree");
    }
    drop(&p);
    drop(&tree);
}

void test_digests(void)
{
    static const size_t shapes[][2] = {{1, 1},
                                       {7, 7},
                                       {21, 7},
                                       {1024, 1024},
                                       {1023, 1024},
                                       {1000 * 5, 1000},
                                       {1025 * 9, 1025},
                                       {2048 * 4, 2048},
                                       {9 * 1024, 9216},
                                       {17 * 1024 * 3, 17 * 1024},
                                       {5000 * 700, 5000},
                                       {65 * 1100 + 3, 1100},
                                       {32768 * 33, 32768},
                                       {32768 * 1030, 32768},
                                       {16384 * 513 + 4096, 16384},
                                       {1048576 * 3 + 1024 * 5, 1048576},
                                       {1048576 * 2 + 12, 1048576},
                                       {16384 * 4096, 16384},
                                       /* a row whose leaves do not fit the memory for results */
                                       {((size_t)68 << 20) + 5000, (size_t)34 << 20}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (large || shapes[i][0] < 1 << 20)
            test_one_digest(shapes[i][0], shapes[i][1]);
}
