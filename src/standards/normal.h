/* The table of 65,536 standard normal quantiles, from which every normal operand, probe and weight
 * is read. */
#ifndef WM_STANDARDS_NORMAL_H
#define WM_STANDARDS_NORMAL_H

#include <stddef.h>
#include <stdint.h>

#include <witnessmark.h>

#include "standards/format.h"
#include "standards/philox.h"

enum { WM_NORMAL_ENTRIES = 65536 };

/* The table: entry i is the quantile of (2i+1)/2^17, correctly rounded to binary64.
 *
 * Source: ours, docs/formats/inputs.md section 3. The first call computes the table (about 10 ms)
 * and compares the SHA-256 of its bytes with the format's constant. No other call may run at the
 * same time as the first. Ownership: the library's, for its whole life. Errors: WM_E_NOMEM;
 * WM_E_MISMATCH if this machine's arithmetic gives another table. */
wm_status wm_normal_table(const double **table) WM_MUST_CHECK;

/* Elements [first, first + count) of a normal operand: table entries rounded once to the format,
 * stored as its elements. */
void wm_normal_fill(const double *table, const wm_philox *stream, uint64_t first, size_t count,
                    wm_format format, void *elements);

#endif
