/* The failed runs of an imported record. */
#ifndef WM_REPORT_FAILED_RUNS_H
#define WM_REPORT_FAILED_RUNS_H

#include "model/model.h"
#include "report/document/document.h"

typedef struct wm_failed_runs {
    size_t failed, all;
} wm_failed_runs;

/* Counts the observations of a record that `import hyperfine` made; both are 0 of another one. A
 * line that cannot be read fails the document. */
wm_failed_runs wm_failed_runs_count(const wm_model *model, wm_document *to);

#endif
