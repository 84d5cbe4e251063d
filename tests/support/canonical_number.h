/* Whether a text is exactly what wm_number_format writes for its value, as the scan judges. */
#ifndef WM_TESTS_SUPPORT_CANONICAL_NUMBER_H
#define WM_TESTS_SUPPORT_CANONICAL_NUMBER_H

#include "standards/number.h"

static inline bool canonical_number(const char *text, size_t size)
{
    wm_number_scan scan;
    return wm_number_scan_at(text, text + size, true, &scan) == WM_OK && scan.size == size &&
           scan.is_canonical;
}

#endif
