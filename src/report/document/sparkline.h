/* A row of numbers as one short word: a character for each. */
#ifndef WM_REPORT_SPARKLINE_H
#define WM_REPORT_SPARKLINE_H

#include <stdbool.h>
#include <stddef.h>

/* The most characters, and the capacity with the NUL. */
enum { WM_SPARKLINE_MOST = 16, WM_SPARKLINE_SIZE = 3 * WM_SPARKLINE_MOST + 1 };

/* Writes U+2581 to U+2588, or the digits 1 to 8. 8 is the largest number; 1 the smallest, or nine
 * tenths of the largest if all are above that. A number that is not finite is `-`. Of more than
 * WM_SPARKLINE_MOST numbers, each character has several: that one of them is shown which is
 * farthest from their median. */
void wm_sparkline_write(const double *value, size_t count, bool has_blocks,
                        char text[WM_SPARKLINE_SIZE]);

/* The median of the numbers that are finite; NaN: there is none. */
double wm_sparkline_median(const double *value, size_t count);

#endif
