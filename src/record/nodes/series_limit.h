/* How many observations a series can have, so that one line can reduce all of them.
 *
 * A reduction names every observation of its series. Its line has a limit, so the series has one.
 * Source: docs/formats/record.md, section 2, [line]; section 4. */
#ifndef WM_RECORD_SERIES_LIMIT_H
#define WM_RECORD_SERIES_LIMIT_H

#include "record/nodes/member.h"

/* Every series can have this many: an id takes 67 bytes, all else of the line less than 1,024. */
enum { WM_SERIES_LIMIT_LEAST = (WM_TABLES_LINE_BYTES - 1024) / 67 };

/* The most observations of a series with values of these names: no reduction over one of them, by
 * any function and with any value, then passes the limit of a line. 0 when out of memory. */
uint32_t wm_series_limit_of(const wm_list *numbers);

#endif
