/* The binary64 number nearest to a decimal. */
#ifndef WM_STANDARDS_NEAREST_H
#define WM_STANDARDS_NEAREST_H

#include <stddef.h>
#include <stdint.h>

/* digits * 10^exponent, rounded to nearest, ties to even; an infinity on overflow. All 19-digit
 * integers fit. */
double wm_nearest_find(uint64_t digits, int64_t exponent);

/* The same for a decimal of any length. text is digits with at most one point among them; exponent
 * belongs to the last digit. Cost: some microseconds; wm_number_parse calls it only if 19 digits do
 * not decide. */
double wm_nearest_exact(const char *text, size_t size, int64_t exponent);

#endif
