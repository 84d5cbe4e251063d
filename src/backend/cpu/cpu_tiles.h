/* Rows of narrow numbers against 24 probes, by matrix tiles (Intel AMX). */
#ifndef WM_BACKEND_CPU_CPU_TILES_H
#define WM_BACKEND_CPU_CPU_TILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "standards/format.h"

/* Whether the compiler knows the instructions. */
#if defined(__x86_64__) && defined(__linux__) && \
    (__clang_major__ >= 14 || (!defined(__clang__) && __GNUC__ >= 12))
#define WM_CPU_TILES_BUILT 1
#else
#define WM_CPU_TILES_BUILT 0
#endif

enum {
    WM_CPU_TILES_ROWS = 16,          /* most rows of one rows_dot */
    WM_CPU_TILES_DEPTH = 32,         /* elements of a row in one tile */
    WM_CPU_TILES_BLOCK_BYTES = 5120, /* bytes of the packed probes of one tile */
};

/* Rows of a matrix that are multiplied by probes. */
typedef struct {
    wm_format format;
    const uint8_t *rows; /* row_count rows of `length` elements, row_bytes apart */
    size_t row_bytes;
    size_t row_count;
    size_t length;
} wm_cpu_rows;

/* The sums have at least the accuracy of binary32 multiply-adds (cpu_tiles_amx.c has the reason).
 * Numbers below 2^-126 count as 0. Probes must be below 2^80, as those of residuals of normal
 * operands are. */
typedef struct wm_cpu_tiles {
    /* Whether rows of this format are supported. */
    bool (*takes)(wm_format format);
    /* Packs probes for rows of a format: blocks [first, end) of DEPTH elements. `probes` has the
     * layout of wm_cpu_kernels_probe_at, zero past length up to a multiple of WM_CPU_KERNELS_PAD.
     * `packed` has BLOCK_BYTES for each block, aligned to 64. Formats of one size are packed in the
     * same way. */
    void (*pack)(wm_format format, const float *probes, size_t length, size_t first, size_t end,
                 uint8_t *packed);
    /* As rows_dot_f32, with packed probes and sums in binary64. At most WM_CPU_TILES_ROWS rows. */
    void (*rows_dot)(const wm_cpu_rows *rows, const uint8_t *packed, double *out);
} wm_cpu_tiles;

#if WM_CPU_TILES_BUILT
extern const wm_cpu_tiles wm_cpu_tiles_amx;
#endif

/* The number of blocks for a length, in any format: an even number. */
static inline size_t wm_cpu_tiles_blocks(size_t length)
{
    return (length + 2 * WM_CPU_TILES_DEPTH - 1) / (2 * WM_CPU_TILES_DEPTH) * 2;
}

#endif
