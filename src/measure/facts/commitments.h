/* The values of hidden facts with their salts: the lines of RECORD.facts. */
#ifndef WM_MEASURE_COMMITMENTS_H
#define WM_MEASURE_COMMITMENTS_H

#include <witnessmark.h>

#include <stdbool.h>
#include <stddef.h>

enum { WM_COMMITMENTS_BYTES = 1 << 20, WM_COMMITMENTS_PATH = 4200 };

/* A hidden fact. */
typedef struct wm_commitment {
    char *line;            /* without its newline */
    char *value;           /* may be empty: the fact had none */
    char name[65];         /* of the fact */
    char hash[WM_ID_SIZE]; /* of the line: what the record has */
    bool is_new;           /* made by this process */
} wm_commitment;

typedef struct wm_commitments {
    wm_commitment *of;
    size_t count, capacity;
} wm_commitments;

/* Commits to the value of a fact with a new salt, or finds the line that is there. hash receives
 * the commitment. Source: docs/formats/record.md section 3. Errors: CANON (value is not UTF-8), IO
 * (no random numbers), NOMEM. */
WM_MUST_CHECK wm_status wm_commitments_make(wm_commitments *all, const char *name,
                                            const char *value, char hash[WM_ID_SIZE]);

/* Reads the lines of a file; place names it in messages. Errors: INVALID (a line that is not of
 * this form; err names it), NOMEM. */
WM_MUST_CHECK wm_status wm_commitments_read(wm_commitments *all, const char *text, size_t size,
                                            const char *place, wm_error *err);

/* Whether a line was made by this process. */
bool wm_commitments_are_new(const wm_commitments *all);

/* Writes RECORD.facts beside a record with all lines, for its owner alone, and syncs it. Nothing is
 * written where there is no line. Errors: EXISTS, ARG, OPEN, IO. */
WM_MUST_CHECK wm_status wm_commitments_write(const wm_commitments *all, const char *record,
                                             wm_error *err);

/* Removes the file that wm_commitments_write wrote, for a record that was not begun. */
void wm_commitments_remove(const wm_commitments *all, const char *record);

/* The path of the file of a record. False: it is too long. */
bool wm_commitments_path(const char *record, char path[WM_COMMITMENTS_PATH]);

/* Frees the memory. */
void wm_commitments_clear(wm_commitments *all);

#endif
