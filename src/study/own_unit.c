/* Text formats of own numbers. */
#include "study/own_unit.h"

#include "record/own_format.h"

const char *wm_own_unit_format(const char *unit, double magnitude)
{
    return wm_own_format_choose(unit, magnitude);
}
