/* A run as a whole: opens or resumes a record, runs its plan, seals it. */
#ifndef WM_STUDY_RUN_RECORD_H
#define WM_STUDY_RUN_RECORD_H

#include "measure/facts/machine.h"
#include "measure/schedule.h"
#include "study/run/run_plan.h"

/* What is run, and where. All pointers must outlive the run. */
typedef struct wm_run_record_options {
    const char *path; /* of the record */
    bool resume;      /* resume the partial record of the same run */
    const wm_schedule *schedule;
    const wm_machine_cards *cards;    /* the devices beside it; null: none */
    const char *power_steps;          /* as in wm_machine_about */
    const wm_clock_adjustment *clock; /* as in wm_machine_about */
    const wm_named *named;            /* as in wm_machine_about */
    unsigned hidden;                  /* as in wm_machine_about */
    /* as in wm_machine_about; of a resumed run those of RECORD.facts */
    wm_commitments *commitments;
    const wm_settings *settings;
} wm_run_record_options;

/* A run. */
typedef struct wm_run_record wm_run_record;

/* Opens a record with the environment and the plan as its first two lines, or resumes one that has
 * the same two lines. After an error *record may be not null, for wm_run_record_partial. Where the
 * two lines could not be written, no partial is left. Errors: those of wm_machine_write,
 * wm_schedule_write, wm_writer_open, wm_writer_resume and wm_writer_append; NOMEM. Ownership:
 * wm_run_record_close in every case. */
WM_MUST_CHECK wm_status wm_run_record_open(const wm_run_record_options *options,
                                           wm_run_record **record, wm_error *err);

/* Runs the items of the plan that are not complete. Errors: those of wm_run_plan_run; NOMEM. */
WM_MUST_CHECK wm_status wm_run_record_run(wm_run_record *record, wm_error *err);

/* Seals the record; root receives its root. Errors: those of wm_writer_seal. */
WM_MUST_CHECK wm_status wm_run_record_seal(wm_run_record *record, char root[WM_ID_SIZE],
                                           wm_error *err);

/* The plan of an open record. The record's. */
const wm_plan *wm_run_record_plan(const wm_run_record *record);

/* Number of observations that this process appended after its session. */
size_t wm_run_record_appended(const wm_run_record *record);

/* The path of the partial record, for messages; null if there is none, or for null. The record's.
 */
const char *wm_run_record_partial(const wm_run_record *record);

/* Closes the record and releases its lock. Unless it was sealed, the partial remains. Null is
 * allowed. */
void wm_run_record_close(wm_run_record *record);

#endif
