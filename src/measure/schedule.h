/* The work of a run: the items of a plan with their repeats and durations. */
#ifndef WM_MEASURE_SCHEDULE_H
#define WM_MEASURE_SCHEDULE_H

#include "record/laws/plan.h"
#include "standards/sha256.h"

enum {
    WM_SCHEDULE_NAME_SIZE = 65,
    WM_SCHEDULE_REPEATS = 8 /* where nothing else says them */
};

/* The least duration of a repeat where nothing else says it. */
#define WM_SCHEDULE_SECONDS 0.2

/* A plan to be run. Ownership: wm_schedule_clear. */
typedef struct wm_schedule {
    char name[WM_SCHEDULE_NAME_SIZE]; /* lower-case letters, digits, '.', '_', '-' */
    char nonce[65];                   /* 0 to 64 lower-case hex digits */
    double repeat_seconds;            /* the least duration of a repeat's timed loop */
    size_t item_count;
    wm_item *items;
    /* roots of the records that the run continues, in the order of its priors */
    uint8_t continues[WM_TABLES_CONTINUES][WM_SHA256_SIZE];
    size_t continue_count;
    uint64_t prior_bytes; /* of their evidence */
    bool is_light;        /* its record is a light one */
    unsigned plan;        /* the bit of a built-in plan, else 0 */
    /* it should have items that fill the memory, but the size of the memory was unknown */
    bool lacks_filler;
    /* items that lost `tolerance_of` when items were picked, and the first one as it was */
    size_t unjudged_count;
    wm_item unjudged;
} wm_schedule;

/* A built-in plan, for `list`. */
typedef struct wm_schedule_entry {
    const char *name;
    const char *summary; /* one line */
} wm_schedule_entry;

/* Built-in plan number `index`; null past the end. */
const wm_schedule_entry *wm_schedule_builtin_at(size_t index);

/* The built-in plan of this name for a kind of device. memory_bytes is the memory
 * limit of an item, INFINITY if unknown. Items that cannot fit are left out. On a GPU the paper's
 * plan has three items that are as large as fits, and the plan of a curve has one for each variant.
 * Errors: NOTFOUND, NOMEM. */
WM_MUST_CHECK wm_status wm_schedule_builtin(const char *name, const char *kind, double memory_bytes,
                                            wm_schedule *schedule);

/* How the plan of a record compares with the built-in plan of its name. */
typedef enum wm_schedule_match {
    WM_SCHEDULE_NOT_BUILTIN, /* no built-in plan has this name */
    WM_SCHEDULE_SAME,        /* the items of the built-in plan */
    WM_SCHEDULE_PART,        /* some of them, and no others */
    WM_SCHEDULE_CHANGED      /* other items, repeats or durations */
} wm_schedule_match;

/* Compares items, repeats and least durations. An item that fills the memory has any size that a
 * filler has. kind is that of the device. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_schedule_match_plan(const wm_plan *plan, const char *name,
                                               const char *kind, wm_schedule_match *match);

/* What to say of a match: "as in this release", ... */
const char *wm_schedule_match_words(wm_schedule_match match);

/* Device memory of an item: a workload's, or two tables for a profile. */
double wm_schedule_bytes(const wm_item *item);

/* Whether a text is a nonce: 0 to 64 lower-case hex digits. */
bool wm_schedule_is_nonce(const char *text, size_t size);

/* Checks an item by the format's rules: dimensions, the size of the output, the limit of an int8
 * product. Source: docs/formats/record.md section 3, plan. Errors: INVALID (err's place is the
 * field of a plan's item, its message the reason). */
WM_MUST_CHECK wm_status wm_schedule_check_item(const wm_item *item, wm_error *err);

/* The default place of a fault: the middle of the output; 0, 0 for a kind without a place. */
void wm_schedule_centre(const wm_item *item, wm_planned_fault *fault);

/* Appends the plan's observation, without a newline. run has 64 lower-case hex digits. Source:
 * docs/formats/record.md section 3. Errors: NOMEM, CANON. */
WM_MUST_CHECK wm_status wm_schedule_write(const wm_schedule *schedule, const char *environment,
                                          const char *run, wm_buffer *line);

/* An upper bound on the bytes of evidence that the plan makes, to check the free disk space before
 * a run. */
uint64_t wm_schedule_evidence_bytes(const wm_schedule *schedule);

/* Takes `tolerance_of` from the items whose named item the plan does not have before them. */
void wm_schedule_settle(wm_schedule *schedule);

/* Frees the memory. */
void wm_schedule_clear(wm_schedule *schedule);

#endif
