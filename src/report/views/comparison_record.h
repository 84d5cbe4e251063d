/* What a comparison needs of a record: the sides of its items. */
#ifndef WM_REPORT_COMPARISON_RECORD_H
#define WM_REPORT_COMPARISON_RECORD_H

#include "record/laws/link.h"
#include "model/model.h"

/* A record to compare. */
typedef struct wm_comparison_record {
    const wm_model *model; /* the caller's; outlives this */
    wm_link_side *sides;   /* of each item of the plan, without a profile's summary */
} wm_comparison_record;

/* Reads it. Errors: those of wm_reader_read; NOMEM. Ownership: wm_comparison_record_clear, also
 * after a failure. */
WM_MUST_CHECK wm_status wm_comparison_record_read(const wm_model *model,
                                                  wm_comparison_record *record, wm_error *err);

/* Frees the memory. */
void wm_comparison_record_clear(wm_comparison_record *record);

#endif
