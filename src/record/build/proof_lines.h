/* The lines of a proof, one by one. */
#ifndef WM_RECORD_PROOF_LINES_H
#define WM_RECORD_PROOF_LINES_H

#include "record/nodes/contents.h"

/* A line, newline included. */
typedef struct wm_proof_line {
    const char *text;
    size_t size;
} wm_proof_line;

/* A cursor over the lines of a text in memory. The caller sets text, left, json and err. */
typedef struct wm_proof_lines {
    const char *text; /* the lines that are left */
    size_t left;
    unsigned number;            /* of the line that was taken last, from 1 */
    wm_proof_line line;         /* this line */
    uint8_t id[WM_SHA256_SIZE]; /* its SHA-256 */
    wm_json *json;
    wm_error *err;
} wm_proof_lines;

/* Parses a line, number `number`. Errors: INVALID (not canonical, not an object, a key that is not
 * of [a-z0-9_]+), NOMEM. */
WM_MUST_CHECK wm_status wm_proof_lines_parse(wm_proof_lines *at, const wm_proof_line *line,
                                             unsigned number, const wm_json_value **node);

/* Takes the next line, and parses it unless node is NULL; `what` it should be, for messages.
 * Errors: INVALID (there is none, it is too long, and those of wm_proof_lines_parse), NOMEM. */
WM_MUST_CHECK wm_status wm_proof_lines_take(wm_proof_lines *at, const char *what,
                                            const wm_json_value **node);

/* Matches a node against a form as an audit does: [schema] and [null]. Errors: INVALID. */
WM_MUST_CHECK wm_status wm_proof_lines_match(wm_proof_lines *at, const wm_form *form,
                                             const wm_variant *variant, const wm_json_value *node,
                                             const char *what, void *into);

/* Reads the line that was taken as a node of a kind; variant is that of its item, or NULL. Errors:
 * INVALID. */
WM_MUST_CHECK wm_status wm_proof_lines_read(wm_proof_lines *at, const wm_json_value *node,
                                            const wm_kind *kind, const wm_variant *variant,
                                            wm_content *content);

#endif
