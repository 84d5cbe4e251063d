/* The model of a record: what it says, in memory. */
#ifndef WM_MODEL_MODEL_H
#define WM_MODEL_MODEL_H

#include <witnessmark.h>

#include "archive/reader.h"
#include "model/claims.h"
#include "model/observations.h"
#include "model/planned_faults.h"
#include "model/sessions.h"
#include "model/transcripts.h"
#include "model/wrapped_flags.h"

/* A line that stays in memory. */
typedef struct wm_model_line {
    wm_json *json;
    wm_buffer text;
    wm_content content; /* its texts are as in the record: mask them before they are printed */
} wm_model_line;

/* The first two lines of a record. */
typedef struct wm_model_head {
    wm_model_line environment, plan;
} wm_model_head;

/* A prior. */
typedef struct wm_model_prior {
    char root[WM_ID_SIZE];
    char device[256];             /* backend and device of its first environment */
    uint8_t file[WM_SHA256_SIZE]; /* hash of its evidence, as the record's root has it */
} wm_model_prior;

/* The verdict on an item. */
typedef struct wm_model_verdict {
    bool is_wrong;   /* a check failed without an injected fault */
    bool is_unknown; /* part of it could not run or be checked */
    wm_planned_fault_outcome fault;
    /* of the claim that decides; "output_digest": a finding; NULL: neither wrong nor unknown */
    const char *quantity;
} wm_model_verdict;

/* An item of the plan. */
typedef struct wm_model_item {
    const wm_item *item;
    char label[WM_PLAN_LABEL_SIZE];
    size_t index; /* index in the plan */
    wm_claims_group claims;
    wm_observations series[WM_OBSERVATIONS_CLASSES];
    char failure[512]; /* why its first failed observation failed; else empty */
    wm_model_verdict verdict;
} wm_model_item;

/* A finding of the audit. */
typedef struct wm_model_finding {
    char *name; /* of its claim; NULL: of no claim */
    char *text;
    const wm_claim *claim;
    const wm_model_item *item[2]; /* of no claim: those whose repeats it names; NULL: none */
} wm_model_finding;

/* The record. Texts have control characters masked. */
typedef struct wm_model {
    char path[4096];
    wm_audit_report report;
    wm_model_head head;
    wm_reader *reader;
    wm_plan plan;
    wm_model_item *item; /* plan.item_count */
    size_t item_count;
    wm_claims claims;
    wm_transcripts transcripts;
    size_t repeat_count;    /* repeats that did not fail, also of `wrap` */
    size_t disturbed_count; /* repeats and profiles with flags; they count like the others */
    wm_observations_pressure pressure;
    wm_wrapped_flags wrapped_flags; /* of the repeats of `wrap`; in both counts above */
    wm_observations environments;
    wm_sessions sessions;
    uint64_t started_at_ns; /* Unix time of its first session; 0: it has none */
    uint32_t started_line;  /* the line of that session */
    wm_model_finding *finding;
    size_t finding_count, finding_capacity;
    wm_planned_faults faults;
    wm_model_prior prior[WM_TABLES_CONTINUES]; /* the records that this one continues */
    size_t prior_count;
    struct wm_model **kept; /* prior_count; those that wm_model_read_kept read */
    char plan_name[256];
    char backend[16];   /* of the device */
    char producer[256]; /* name, version, source revision */
    char device[256];   /* backend and device */
    char uuid[128];     /* of the device; empty if the environment has none */
    char witness[256];  /* backend and device of the witness; may be the device itself */
} wm_model;

/* Its environment, on line 1. Texts are as in the record: mask them before they are printed. */
const wm_environment_node *wm_model_environment(const wm_model *model);

/* Copies the fact of an environment with this name, masked; empty if there is none. */
void wm_model_fact(wm_list facts, const char *name, char *out, size_t size);

/* The item that a claim is about; NULL for a claim about another subject. */
const wm_model_item *wm_model_item_of(const wm_model *model, const wm_claim *claim);

/* The item behind a claim: the one that it is about, that has its point, or that it compares with
 * another. NULL: it has none here. */
const wm_model_item *wm_model_item_behind(const wm_model *model, const wm_claim *claim);

/* Whether a record has no items of its own: its links compare prior 1 with the others. */
bool wm_model_is_differential(const wm_model *model);

/* Whether all items of a record have trials: it measures no rate and judges no output. */
bool wm_model_is_of_trials(const wm_model *model);

/* The item with this label, or NULL. */
const wm_model_item *wm_model_item_named(const wm_model *model, const char *label);

/* Whether an item, or part of it, was left out because the run's budget ended. */
bool wm_model_is_over_budget(const wm_model_item *item);

/* Whether a finding of no claim names repeats of an item. */
bool wm_model_names_repeats(const wm_model_finding *finding, const wm_model_item *item);

/* The claim about another subject of a kind and an index, or NULL. */
const wm_claim *wm_model_claim_of(const wm_model *model, wm_subject_kind subject, size_t index,
                                  const char *quantity);

/* The outputs that were computed under load, and those that differ from the first. */
typedef struct wm_model_load {
    double products, errors;
} wm_model_load;
wm_model_load wm_model_load_of(const wm_model *model);

/* The number of items that are profiles. They have no output. */
size_t wm_model_profiles(const wm_model *model);

/* The series of an item's repeats, or of its profiles. */
const wm_observations *wm_model_repeats(const wm_model_item *item);

/* How many repeats and profiles have a flag. */
size_t wm_model_flagged(const wm_model *model, wm_flag flag);

/* Frees everything. */
void wm_model_close(wm_model *model);

#endif
