/* The flags of repeats of `wrap`. */
#ifndef WM_MODEL_WRAPPED_FLAGS_H
#define WM_MODEL_WRAPPED_FLAGS_H

#include "record/laws/rule.h"
#include "record/nodes/contents.h"

/* The clocks that a repeat compares, each with the name of its value: that of its covariate. */
#define WM_WRAPPED_CLOCK_LIST(X) \
    X(RAW, "clock_raw")          \
    X(REAL, "clock_real")        \
    X(SYSCALL, "clock_syscall")  \
    X(TSC, "clock_tsc")

/* How many repeats have flags. */
typedef struct wm_wrapped_flags {
    size_t measured; /* repeats that did not fail: others have no time, and no flags */
    size_t flagged;
    size_t barred;  /* with a flag that bars a direction */
    size_t unknown; /* not known whether they have one of these */
    size_t count[WM_FLAG_WORDS];
} wm_wrapped_flags;

/* The flags of one repeat. */
typedef struct wm_wrapped_flags_repeat {
    unsigned flags; /* bit i is wm_flag i */
    bool is_measured;
    bool is_known;
} wm_wrapped_flags_repeat;

/* The flags that follow from the values of an observation, by the rule of the format's flags.
 * Source: ours, docs/man/witnessmark.1, wrap. */
wm_wrapped_flags_repeat wm_wrapped_flags_of(const wm_values *values);

/* Counts an observation if it is a repeat of a command: of a record of `wrap` or `run --against`,
 * and of a series `wrap`. */
void wm_wrapped_flags_take(wm_wrapped_flags *flags, const wm_plan_node *plan,
                           const wm_external_node *node);

/* Counts one repeat. */
void wm_wrapped_flags_add(wm_wrapped_flags *flags, wm_wrapped_flags_repeat repeat);

/* Whether one of these flags bars a direction: the time is not that of the work. */
bool wm_wrapped_flags_bar(unsigned flags);

/* Whether a repeat says nothing about a direction: it has such a flag, or may have one. */
bool wm_wrapped_flags_bars(wm_wrapped_flags_repeat repeat);

#endif
