/* The shortest decimal that reads back as a given binary64. */
#ifndef WM_STANDARDS_SHORTEST_H
#define WM_STANDARDS_SHORTEST_H

#include <stdint.h>

/* digits * 10^exponent. digits has at most 17 decimal digits, and the last one is not zero (except
 * for 0 itself). */
typedef struct wm_shortest {
    uint64_t digits;
    int exponent;
} wm_shortest;

/* The decimal with the fewest digits that rounds to value: of several the nearest, of two equally
 * near the even one. value is finite and above zero. Source: ECMA-262, Number::toString, step 5
 * with its note; R. Giulietti, The Schubfach way to render doubles. */
wm_shortest wm_shortest_find(double value);

#endif
