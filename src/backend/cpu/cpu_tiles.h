/* Rows of narrow numbers against eight probes, by the matrix tiles of a processor that has them
 * (Intel AMX). */
#ifndef WM_BACKEND_CPU_CPU_TILES_H
#define WM_BACKEND_CPU_CPU_TILES_H

#include "backend/cpu/cpu_kernels.h"

/* Whether the compiler knows the instructions. */
#if defined(__x86_64__) && defined(__linux__) && \
    (__clang_major__ >= 14 || (!defined(__clang__) && __GNUC__ >= 12))
#define WM_CPU_TILES_BUILT 1
#else
#define WM_CPU_TILES_BUILT 0
#endif

enum {
    WM_CPU_TILES_ROWS = 32,          /* rows of one rows_dot at most */
    WM_CPU_TILES_DEPTH = 32,         /* elements of a row that one tile takes */
    WM_CPU_TILES_BLOCK_BYTES = 1536, /* of the packed probes of so many */
};

/* The sums have the accuracy of binary32 multiply-adds, or better: cpu_tiles_amx.c says why.
 * Numbers below 2^-126 count as 0; probes must be below 2^80, as those of any residual of normal
 * operands are. */
struct wm_cpu_tiles {
    /* Whether rows of that format can be taken. */
    bool (*takes)(wm_format format);
    /* Probes for rows of a format: blocks [first, end) of DEPTH elements, from `probes` (as
     * wm_cpu_kernels_probe_at says, zero past length up to a multiple of WM_CPU_KERNELS_PAD) to
     * `packed`, BLOCK_BYTES each, aligned to 64. Formats of one size are packed for alike. */
    void (*pack)(wm_format format, const float *probes, size_t length, size_t first, size_t end,
                 uint8_t *packed);
    /* As rows_dot_f32, with packed probes and the sums in binary64; norms of F16 and BF16 alone. At
     * most WM_CPU_TILES_ROWS rows. */
    void (*rows_dot)(const wm_cpu_rows *rows, const uint8_t *packed, double *out, double *norms);
};

#if WM_CPU_TILES_BUILT
extern const wm_cpu_tiles wm_cpu_tiles_amx;
#endif

/* Whether the processor has such tiles and the kernel, which is asked, grants this process their
 * state. */
bool wm_cpu_tiles_granted(void);

/* The blocks that a length takes, whatever the format: an even number. */
static inline size_t wm_cpu_tiles_blocks(size_t length)
{
    return (length + 2 * WM_CPU_TILES_DEPTH - 1) / (2 * WM_CPU_TILES_DEPTH) * 2;
}

#endif
