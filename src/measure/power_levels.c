/* Which power limit a repeat has where a run sets several.
 *
 * A limit is held for several repeats, because a device takes a moment to follow. No limit is above
 * the one in force: that is the owner's choice. */
#include "measure/power_levels.h"

enum { WINDOWS = 8 };

unsigned wm_power_levels_of(unsigned count, uint32_t repeat, uint32_t repeats)
{
    const uint32_t held = repeats / (WINDOWS * count);
    return (repeat / (held > 0 ? held : 1)) % count;
}

unsigned wm_power_levels_limit(const wm_power_range *range, unsigned count, unsigned level)
{
    const double span = (double)range->former_mw - range->least_mw;
    if (level + 1 >= count)
        return range->former_mw;
    return range->least_mw + (unsigned)(span * level / (count - 1));
}
