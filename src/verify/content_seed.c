/* The seed of a product's probes.
 *
 * SHA-256 of all matrices would take longer than the check. A universal hash runs at the speed of
 * memory and leaves 64 bytes of each block for SHA-256. */
#include "verify/content_seed.h"

#include "verify/workers.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 24, STRIPE = 64, SUMS = WM_CPU_KERNELS_FOLD };

typedef struct hashing {
    const wm_cpu_kernels *kernels;
    const wm_operand *operands;
    size_t count;
    uint64_t (*sums)[SUMS]; /* of all blocks */
    uint8_t *room;
    size_t room_each;
} hashing;

static size_t blocks_of(const wm_operand *of)
{
    return (of->rows + ROWS - 1) / ROWS;
}

static void fold_row(const wm_cpu_kernels *kernels, uint64_t sums[SUMS], const uint8_t *row,
                     size_t size, uint64_t key)
{
    const size_t whole = size / STRIPE;
    uint8_t rest[STRIPE] = {0};
    kernels->fold(sums, row, whole, key);
    if (size % STRIPE == 0)
        return;
    memcpy(rest, row + whole * STRIPE, size % STRIPE);
    kernels->fold(sums, rest, 1, key + whole * 0x9E3779B97F4A7C15u);
}

static void hash_block(void *context, unsigned worker, size_t block)
{
    const hashing *all = context;
    const wm_operand *of = all->operands;
    uint64_t *sums = all->sums[block];
    while (block >= blocks_of(of))
        block -= blocks_of(of++);
    const size_t first = block * ROWS;
    const size_t count = of->rows - first < ROWS ? of->rows - first : ROWS;
    const wm_cpu_rows rows =
        wm_operand_rows(of, NULL, first, count, all->room + worker * all->room_each);
    for (size_t r = 0; r < count; r++)
        fold_row(all->kernels, sums, rows.rows + r * rows.row_bytes,
                 rows.length * wm_format_size(rows.format),
                 0xD6E8FEB86659FD93u * (2 * (first + r) + 1));
}

wm_status wm_content_seed(const wm_cpu_kernels *kernels, unsigned threads, const char *words,
                          const wm_operand *operands, size_t count, uint8_t seed[WM_SHA256_SIZE])
{
    hashing all = {kernels, operands, count, NULL, NULL, 0};
    size_t blocks = 0;
    wm_sha256 hash;
    for (size_t i = 0; i < count; i++) {
        const size_t room = wm_operand_room(&operands[i], ROWS);
        blocks += blocks_of(&operands[i]);
        if (operands[i].column_stride != 1 && room > all.room_each)
            all.room_each = room;
    }
    all.sums = calloc(blocks, sizeof *all.sums);
    all.room = malloc(all.room_each * threads + 1);
    if (all.sums == NULL || all.room == NULL) {
        free(all.sums);
        free(all.room);
        return WM_E_NOMEM;
    }
    wm_workers_run(threads, blocks, hash_block, &all);
    wm_sha256_init(&hash);
    wm_sha256_update(&hash, words, strlen(words));
    wm_sha256_update(&hash, all.sums, blocks * sizeof *all.sums);
    wm_sha256_final(&hash, seed);
    free(all.sums);
    free(all.room);
    return WM_OK;
}
