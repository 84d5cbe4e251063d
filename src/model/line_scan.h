/* Finds among the lines of a valid record what an audit tells beside its findings. */
#ifndef WM_MODEL_LINE_SCAN_H
#define WM_MODEL_LINE_SCAN_H

#include "base/lines.h"
#include "model/model.h"

/* Takes all sessions, and the flags of all repeats of `wrap`, among the lines behind the head,
 * which the model has. Errors: NOMEM, IO. */
WM_MUST_CHECK wm_status wm_line_scan(wm_lines *lines, wm_model *model);

#endif
