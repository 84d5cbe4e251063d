/* Makes the cycle over the lines of a table, and walks it on the host. */
#include "backend/line_cycle.h"

void wm_line_cycle_make(uint32_t *next, size_t count)
{
    uint64_t h = 12; /* the generator of the random reads: backend.h */
    for (size_t i = 0; i < count; i++)
        next[i] = (uint32_t)i;
    for (size_t i = count - 1; i > 0; i--) {
        h = 6364136223846793005u * h + 1442695040888963407u;
        const size_t j = (h >> 32) * i >> 32; /* below i: no line stays where it is */
        const uint32_t line = next[i];
        next[i] = next[j];
        next[j] = line;
    }
}

uint32_t wm_line_cycle_end(const uint32_t *next, size_t steps)
{
    uint32_t line = 0;
    for (size_t i = 0; i < steps; i++)
        line = next[line];
    return line;
}
