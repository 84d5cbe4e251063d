/* The model of a record: what an audited record claims, in memory. */
#ifndef WM_MODEL_MODEL_H
#define WM_MODEL_MODEL_H

#include <witnessmark.h>

#include "archive/reader.h"
#include "model/claims.h"
#include "model/prior_summary.h"
#include "verify/wrong_element.h"

/* A finding of the audit. */
typedef struct wm_model_finding {
    char *name; /* of its claim */
    char *text;
    const wm_claim *claim;
} wm_model_finding;

/* A row of a transcript: what was done, the residual that the witness read, the decision. */
typedef struct wm_model_stage {
    size_t item;
    char stage[16];
    char operation[256];
    double residual; /* the witness's, else the product's; NaN: null */
    /* of the decide stage; for a product with an injected fault, of the check of its repeats */
    char decision[16];
    wm_wrong_element wrong; /* that the witness found */
} wm_model_stage;

/* An item of the plan. */
typedef struct wm_model_item {
    const wm_item *item;
    char label[WM_PLAN_LABEL_SIZE];
    size_t index; /* index in the plan */
    size_t claim; /* its first claim, and the number of its claims */
    size_t claim_count;
    bool has_run;      /* some repeat failed */
    char failure[512]; /* why its first failed repeat, or its calibration, failed; else empty */
} wm_model_item;

/* A disturbed repeat. It counts like the others. */
typedef struct wm_model_disturbed {
    size_t item;
    uint32_t repeat;
    char flags[128]; /* words of the format, separated by ", " */
} wm_model_disturbed;

/* A repeat that did not fail. */
typedef struct wm_model_repeat {
    size_t item;
    uint32_t repeat;
    double speed; /* iterations a second */
} wm_model_repeat;

/* The record. Texts have control characters masked. */
typedef struct wm_model {
    char path[4096];
    wm_audit_report report;
    wm_reader *reader;
    wm_plan plan;
    wm_model_item *item; /* plan.item_count */
    size_t item_count;
    wm_claims claims;
    wm_model_stage *stage;
    size_t stage_count, stage_capacity;
    wm_model_disturbed *disturbed; /* in the order of the evidence */
    size_t disturbed_count, disturbed_capacity;
    wm_model_repeat *repeat; /* in the order of the evidence */
    size_t repeat_count, repeat_capacity;
    wm_model_finding *finding;
    size_t finding_count, finding_capacity;
    wm_prior_summary prior[WM_TABLES_CONTINUES]; /* the records that this one continues */
    size_t prior_count;
    char plan_name[256];
    char backend[16];   /* of the device */
    char producer[256]; /* name, version, source revision */
    char device[256];   /* backend and device */
    char uuid[128];     /* of the device; empty if the environment has none */
    char witness[256];  /* backend and device of the witness; may be the device itself */
} wm_model;

/* Audits the record at path, and loads it. root is the root that the reader holds, or NULL. A
 * record that does not pass is not loaded; model->report says why. Errors: those of
 * wm_audit_path; IO (it changed between audit and reading); INVALID; NOMEM. Ownership:
 * wm_model_close, in every case. */
WM_MUST_CHECK wm_status wm_model_open(const char *path, const char *root, wm_model *model,
                                      wm_error *err);

/* The item that a claim is about; NULL for a claim about another subject. */
const wm_model_item *wm_model_item_of(const wm_model *model, const wm_claim *claim);

/* The claim of an item on a quantity, or NULL. */
const wm_claim *wm_model_claim(const wm_model *model, const wm_model_item *item,
                               const char *quantity);

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

/* The stage of a stage observation, for example `acquire`; empty for any other node. */
const char *wm_model_stage_name(const wm_content *content);

/* Frees everything. */
void wm_model_close(wm_model *model);

#endif
