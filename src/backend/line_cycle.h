/* The cycle over the lines of a table that a profile walks. */
#ifndef WM_BACKEND_LINE_CYCLE_H
#define WM_BACKEND_LINE_CYCLE_H

#include <stddef.h>
#include <stdint.h>

enum {
    WM_LINE_CYCLE_LINE_BYTES = 128,                             /* a line of a GPU's L2 */
    WM_LINE_CYCLE_LINES = (24 << 20) / WM_LINE_CYCLE_LINE_BYTES /* of the table */
};

/* Makes next[i] the line after line i on one cycle over all `count` lines, count at least 1. It is
 * the same cycle in every run, so that profiles can be compared. Algorithm: Sattolo's. Source: S.
 * Sattolo, An algorithm to generate a random cyclic permutation, 1986. Shapes: next count. */
void wm_line_cycle_make(uint32_t *next, size_t count);

/* The line after `steps` steps from line 0. */
uint32_t wm_line_cycle_end(const uint32_t *next, size_t steps);

#endif
