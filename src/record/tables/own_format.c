/* The text format of own numbers, by their unit. */
#include "record/tables/own_format.h"

#include <stdbool.h>
#include <string.h>

/* Units without a prefix, to which one can be added; also before a slash. `1` has none: with a
 * prefix it would read as another unit. */
static const char *const PLAIN[] = {
    "s",   "B",    "Hz", "W",    "J",   "V",     "A",    "m",     "g",       "bit",  "op",
    "ops", "FLOP", "OP", "IOPS", "OPS", "FLOPS", "item", "items", "element", "read", "call",
};

static bool is_plain(const char *unit, size_t size)
{
    for (size_t i = 0; i < sizeof PLAIN / sizeof PLAIN[0]; i++)
        if (strlen(PLAIN[i]) == size && memcmp(PLAIN[i], unit, size) == 0)
            return true;
    return false;
}

const char *wm_own_format_choose(const char *unit, double magnitude)
{
    if (is_plain(unit, strcspn(unit, "/")))
        return "si4";
    if (!(magnitude > 0.01 && magnitude < 1e9))
        return magnitude > 0 ? "sci3" : "fixed2";
    return magnitude >= 1000 ? "fixed0" : magnitude >= 10 ? "fixed2" : "fixed4";
}
