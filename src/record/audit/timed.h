/* What timed observations have in common: times, covariates and flags of a repeat, a segment or a
 * profile. */
#ifndef WM_RECORD_TIMED_H
#define WM_RECORD_TIMED_H

#include "record/audit/audit_state.h"
#include "record/nodes/objects.h"

/* An ok observation under check. */
typedef struct wm_timed {
    const char *what;     /* `repeat`, in messages */
    unsigned long number; /* among those of its item */
    const char *label;    /* of its item */
    uint32_t environment; /* entry, or WM_AUDIT_STATE_NONE */
    wm_text started_at;
    double seconds;
    const wm_covariates_node *covariates;
    const wm_list *flags;
} wm_timed;

/* The parts of a node that every timed observation has: an initializer of wm_timed. */
#define WM_TIMED_OF(node, what, number, label)                                               \
    {                                                                                        \
        what, number, label, (node)->environment.entry, (node)->started_at, (node)->seconds, \
            &(node)->covariates, &(node)->flags                                              \
    }

/* Checks covariates, and copies the numbers that flags depend on. Rules: schema.covariate,
 * covariates. False if something was refused (all of these). */
bool wm_timed_check_covariates(wm_audit_state *state, const wm_timed *timed,
                               wm_observed_covariate observed[WM_COVARIATES]);

/* Checks that the observation is in its session, and after the one before it. Rules: time. */
bool wm_timed_check_times(wm_audit_state *state, const wm_timed *timed, wm_timeline_span *span);

/* The flags of the observation, as wm_rule_flags gives them. */
unsigned wm_timed_flags(const wm_audit_state *state, const wm_timed *timed,
                        const wm_observed_covariate observed[WM_COVARIATES]);

/* Checks the words of the flags against those that are expected. Rule: flags. */
bool wm_timed_check_flags(wm_audit_state *state, const wm_timed *timed, unsigned expected);

#endif
