/* The inside of a graph under construction, which adding and sealing share. */
#ifndef WM_RECORD_BUILD_H
#define WM_RECORD_BUILD_H

#include <witnessmark.h>

#include "record/audit/audit_state.h"

/* A reduction over a series that some claim shows; no two are equal. */
typedef struct wm_build_value {
    uint8_t hash[WM_SHA256_SIZE]; /* of series, field and function; first, for the set of them */
    uint8_t id[WM_SHA256_SIZE];   /* once it was made */
    uint32_t series;
    wm_function function;
    char field[65];
} wm_build_value;

/* A claim that was asked for. */
typedef struct wm_build_claim {
    uint8_t hash[WM_SHA256_SIZE]; /* of the name; first, for the set of them */
    char name[72];
    char unit[20];
    bool has_format; /* else the unit and the value choose one */
    wm_text_format format;
    uint32_t value; /* among the values */
    uint32_t beside_count;
    uint32_t beside[WM_TABLES_BESIDE];
} wm_build_claim;

struct wm_graph {
    wm_audit_state state; /* the auditor's own: what it refuses is not built */
    wm_buffer lines;      /* of the observations; the state reads them again from here */
    wm_json *json;
    wm_buffer line;         /* being sealed */
    bool is_sealed;         /* sealing began: nothing can be added */
    bool has_root;          /* and it ended well */
    wm_prior_access access; /* to the priors */
    size_t prior_count;
    char *priors[WM_TABLES_CONTINUES]; /* their paths, owned */
    uint32_t environment;              /* entry of the one added last, or WM_AUDIT_STATE_NONE */

    wm_build_value *values;
    size_t value_count, value_capacity;
    wm_digest_set value_set;
    wm_build_claim *claims;
    size_t claim_count, claim_capacity;
    wm_digest_set claim_set;
};

/* Turns what the state refused, or its trouble, into an error, and lets the state go on. */
WM_MUST_CHECK wm_status wm_build_error(wm_graph *graph, wm_error *err);

/* Why a graph takes nothing more. */
const char *wm_build_ended(const wm_graph *graph);

/* Seals a graph. Errors: as wm_graph_seal. */
WM_MUST_CHECK wm_status wm_seal_graph(wm_graph *graph, const wm_seal *seal, char root[WM_ID_SIZE],
                                      wm_error *err);

#endif
