/* Items from their labels: `gemm.fp16.n4096`. */
#ifndef WM_MEASURE_ITEM_LABEL_H
#define WM_MEASURE_ITEM_LABEL_H

#include "measure/schedule.h"

/* Reads a label as wm_plan_label writes it: the inverse for every workload, with its point and its
 * fault. A fault begins at its default place. A square product may also have all its dimensions.
 * The item's repeats are those given. Source: docs/formats/record.md section 7. Errors: INVALID
 * (err's message names the part, and a near word). */
WM_MUST_CHECK wm_status wm_item_label_read(const char *label, uint32_t repeats, wm_item *item,
                                           wm_error *err);

#endif
