/* What one side of a pair measured, read from the record that it left. */
#ifndef WM_STUDY_AGAINST_SIDE_H
#define WM_STUDY_AGAINST_SIDE_H

#include "model/paired_name.h"

#include <stdbool.h>

enum { WM_AGAINST_UNIT = 17, WM_AGAINST_REASON = 192 };

/* What a record says about an item. */
typedef struct wm_against_seen {
    char name[WM_PAIRED_NAME]; /* of its label */
    char unit[WM_AGAINST_UNIT];
    double rate; /* NaN: none that counts */
    bool is_wrong;
    bool is_known;                  /* whether its repeats have flags */
    unsigned flags;                 /* of all its repeats; bit i is wm_flag i */
    char reason[WM_AGAINST_REASON]; /* why there is no rate that counts */
} wm_against_seen;

/* Ownership: wm_against_side_clear. */
typedef struct wm_against_side {
    wm_against_seen *seen;
    size_t count;
} wm_against_side;

/* Audits a record and reads its items that have a rate and no planned fault. A rate counts if the
 * output was checked and is not wrong. `why` says why the record counts for nothing; empty: it
 * counts. */
void wm_against_side_read(const char *path, wm_against_side *side, char why[WM_AGAINST_REASON]);

/* What it says about an item; NULL: nothing. */
const wm_against_seen *wm_against_side_find(const wm_against_side *side, const char *name);

void wm_against_side_clear(wm_against_side *side);

#endif
