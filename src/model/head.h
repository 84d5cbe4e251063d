/* The first two lines of a record: its environment and its plan. */
#ifndef WM_MODEL_HEAD_H
#define WM_MODEL_HEAD_H

#include "record/nodes/contents.h"

/* A line that stays in memory. */
typedef struct wm_head_line {
    wm_json *json;
    wm_buffer text;
    wm_content content; /* its texts are as in the record: mask them before they are printed */
} wm_head_line;

/* Zero-initialised, empty. Ownership: wm_head_clear. */
typedef struct wm_head {
    wm_head_line environment, plan;
} wm_head;

/* Takes the text of line 1, then of line 2. Errors: INVALID (line 1 is no environment, line 2 no
 * plan), NOMEM. */
WM_MUST_CHECK wm_status wm_head_take(wm_head *head, const char *text, size_t size);

/* Reads both from a record, given by its folder or its evidence.jsonl, and no other line. Errors:
 * those of wm_head_take, OPEN, and those of reading. */
WM_MUST_CHECK wm_status wm_head_read(const char *path, wm_head *head);

/* Frees the memory. */
void wm_head_clear(wm_head *head);

#endif
