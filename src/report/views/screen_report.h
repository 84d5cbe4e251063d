/* The answer of a screen, and its metrics. */
#ifndef WM_REPORT_SCREEN_REPORT_H
#define WM_REPORT_SCREEN_REPORT_H

#include "base/buffer.h"
#include "model/screened.h"
#include "report/document/document.h"

/* Adds the first line, a table of items for each device, what did not run and why, the tries of
 * what was rejected, and the records; members: schema `witnessmark-screen/1`. is_brief: the first
 * line alone. */
void wm_screen_report_add(const wm_screened *screened, bool is_brief, wm_document *to);

/* Appends the metrics in the text format of Prometheus, for node_exporter's textfile collector. No
 * label holds a root: each screen would be a new series. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_screen_metrics(const wm_screened *screened, wm_buffer *text);

/* Appends the lines of the OCP Test & Validation output, version 2.0. Errors: NOMEM, CANON (a text
 * is not UTF-8). Source: opencomputeproject/ocp-diag-core, json_spec. */
WM_MUST_CHECK wm_status wm_screen_ocp(const wm_screened *screened, const char *version,
                                      const char *command, wm_buffer *text);

#endif
