/* Recomputes opened rows of attention. */
#ifndef WM_WORKLOAD_ATTENTION_OPENED_H
#define WM_WORKLOAD_ATTENTION_OPENED_H

#include "verify/opened.h"

/* Opened rows in binary64, from all keys and values of their head. Source: docs/formats/inputs.md
 * section 8. Memory: 512 KiB, and 8 bytes a key for each thread. */
extern const wm_opened_kind wm_attention_opened_kind;

#endif
