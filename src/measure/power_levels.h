/* Which power limit a repeat has where a run sets several. */
#ifndef WM_MEASURE_POWER_LEVELS_H
#define WM_MEASURE_POWER_LEVELS_H

#include "backend/backend.h"

enum { WM_POWER_LEVELS_LEAST = 2, WM_POWER_LEVELS_MOST = 16 };

/* The level of a repeat, 0 to count - 1, one after the other and again. All levels come within an
 * eighth of the repeats, if these are enough: a slope takes slower changes for drifts. Source:
 * record.md section 4, the functions of the slope. */
unsigned wm_power_levels_of(unsigned count, uint32_t repeat, uint32_t repeats);

/* The limit of a level: even steps from the least to the former. Units: mW. */
unsigned wm_power_levels_limit(const wm_power_range *range, unsigned count, unsigned level);

#endif
