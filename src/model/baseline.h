/* A baseline: the rates of a healthy sweep, against which a later run of one node is judged.
 *
 * Source: ours, docs/formats/fleet.md, baselines. */
#ifndef WM_MODEL_BASELINE_H
#define WM_MODEL_BASELINE_H

#include "base/buffer.h"

/* The rates of one item on one device model. Texts are masked. */
typedef struct wm_baseline_entry {
    const char *backend, *device, *item; /* item: its label in a plan */
    unsigned threads;                    /* that computed; 0: the device is not the host */
    unsigned nodes;                      /* that have the item */
    const char *unit;                    /* of the rates */
    double median, low, high;            /* low and high: where the rate of a healthy node lies */
} wm_baseline_entry;

/* All, in ascending order of backend, device, threads and item. Ownership: wm_baseline_clear. */
typedef struct wm_baseline {
    char sweep[65]; /* the root of its sweep */
    wm_baseline_entry *entry;
    size_t count;
    char *texts; /* the memory of the texts */
} wm_baseline;

/* Reads a file. Errors: NOTFOUND, OPEN, IO; LIMIT (over 64 MiB); SYNTAX (no JSON); INVALID (no
 * baseline; the message names the entry and the member); NOMEM. */
WM_MUST_CHECK wm_status wm_baseline_read(const char *path, wm_baseline *baseline, wm_error *err);

/* The same of a text. */
WM_MUST_CHECK wm_status wm_baseline_parse(const char *text, size_t size, const char *path,
                                          wm_baseline *baseline, wm_error *err);

/* The entry, or NULL. device is the text of the environment, masked; threads as in the entry. */
const wm_baseline_entry *wm_baseline_find(const wm_baseline *baseline, const char *backend,
                                          const char *device, unsigned threads, const char *item);

/* The order of two entries: below 0, 0 or above 0. */
int wm_baseline_order(const wm_baseline_entry *a, const wm_baseline_entry *b);

/* Appends the text of a baseline: one line of canonical JSON. Its entries are in order. Errors:
 * CANON (a text that is not UTF-8, a number that is not finite), NOMEM. */
WM_MUST_CHECK wm_status wm_baseline_append(const wm_baseline *baseline, wm_buffer *out);

/* Frees the memory, and leaves an empty baseline. */
void wm_baseline_clear(wm_baseline *baseline);

#endif
