/* Text formats of own numbers. */
#include "study/own_unit.h"

#include <stdbool.h>
#include <string.h>

/* Units without a prefix, to which one can be added. */
static const char *const PLAIN[] = {"1",  "s",    "B",   "Hz",    "W",    "J",     "V",
                                    "A",  "m",    "g",   "bit",   "op",   "ops",   "FLOP",
                                    "OP", "IOPS", "OPS", "FLOPS", "item", "items", "call"};

static bool is_plain(const char *unit, size_t size)
{
    for (size_t i = 0; i < sizeof PLAIN / sizeof PLAIN[0]; i++)
        if (strlen(PLAIN[i]) == size && memcmp(PLAIN[i], unit, size) == 0)
            return true;
    return false;
}

const char *wm_own_unit_format(const char *unit, double magnitude)
{
    const char *slash = strchr(unit, '/');
    if (is_plain(unit, slash != NULL ? (size_t)(slash - unit) : strlen(unit)))
        return "si4";
    if (!(magnitude > 0.01 && magnitude < 1e9))
        return magnitude == 0 ? "fixed2" : "sci3";
    return magnitude >= 1000 ? "fixed0" : magnitude >= 10 ? "fixed2" : "fixed4";
}
