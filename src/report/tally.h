/* How the items of a record came out, counted. */
#ifndef WM_REPORT_TALLY_H
#define WM_REPORT_TALLY_H

#include "report/results.h"

/* What became of a fault that was made on purpose in an item. */
typedef enum wm_tally_fault {
    WM_TALLY_NO_FAULT, /* none was made: none was asked for, or the item could not be run */
    WM_TALLY_CAUGHT,   /* the faulty output was rejected, as it should be */
    WM_TALLY_MISSED,
    WM_TALLY_NOT_JUDGED /* it was made, and the check could not be decided */
} wm_tally_fault;

/* One item. */
typedef struct wm_tally_item {
    bool is_wrong;   /* a check failed, and no fault that was made on purpose explains it */
    bool is_unknown; /* something of it could not be run or checked */
    wm_tally_fault fault;
} wm_tally_item;

/* How many items came out how; one may count under more than one head. */
typedef struct wm_tally {
    size_t wrong, unknown, caught, missed;
} wm_tally;

/* How one item came out, by its claims `verified` and `transcript` and the decision on what was
 * injected. */
wm_tally_item wm_tally_judge(wm_results *results, const wm_results_item *item);

/* All items. */
wm_tally wm_tally_count(wm_results *results);

/* "caught", "missed" or "not judged"; NULL where there was no fault. */
const char *wm_tally_words(wm_tally_fault fault);

/* What a finding says of a fault that was made on purpose; NO_FAULT where it says something
 * else. */
wm_tally_fault wm_tally_about(wm_results *results, const wm_results_finding *finding);

#endif
