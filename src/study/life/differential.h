/* A differential: a record that compares existing records, without a device. */
#ifndef WM_STUDY_DIFFERENTIAL_H
#define WM_STUDY_DIFFERENTIAL_H

#include <witnessmark.h>

#include "record/tables/tables.h"

/* What is compared, and where the record goes. */
typedef struct wm_differential {
    const char *const
        *records;             /* folders of audited records; the first takes the place of `here` */
    const char *const *names; /* their names in messages */
    size_t record_count;      /* 2 to WM_TABLES_CONTINUES */
    const char *path;         /* of the new record */
} wm_differential;

/* Seals the comparison; root receives its root. Every prior is copied first, and the copy is
 * judged. After a failure nothing is left. Source: docs/formats/record.md section 4, links. Errors:
 * ARG (another number of records), INVALID (a record that was given twice, or that changed
 * meanwhile), those of wm_writer_open, wm_writer_append and wm_writer_seal. */
WM_MUST_CHECK wm_status wm_differential_seal(const wm_differential *differential,
                                             char root[WM_ID_SIZE], wm_error *err);

#endif
