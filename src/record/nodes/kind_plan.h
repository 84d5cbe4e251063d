/* The plan: what to run, how often, for how long. */
#ifndef WM_RECORD_KIND_PLAN_H
#define WM_RECORD_KIND_PLAN_H

#include "record/nodes/kind.h"

/* A fault that is injected into the output of an item. */
typedef struct wm_fault_node {
    bool is_there;
    double column;
    wm_text kind;
    double row;
    wm_text when;
} wm_fault_node;

/* What the trials of an item do. */
typedef struct wm_trial_node {
    bool is_there;
    double size;
    wm_text word;
} wm_trial_node;

typedef struct wm_item_node {
    bool is_there;
    wm_fault_node fault; /* optional */
    double minutes;      /* optional; NaN: absent */
    wm_text point;       /* optional */
    double repeats;
    wm_shape shape;
    wm_text tolerance_of; /* optional */
    wm_trial_node trial;  /* optional */
    wm_text variant, workload;
} wm_item_node;

typedef struct wm_plan_node {
    wm_list continues; /* of hex: roots of other records */
    wm_edge environment;
    wm_text extent; /* optional */
    wm_list items;  /* of wm_item_node */
    wm_text name, nonce;
    double repeat_seconds;
    wm_hex run;
} wm_plan_node;

extern const wm_form wm_kind_plan_item, wm_kind_plan_form;
extern const wm_kind wm_kind_plan;

/* The node of an item. The item must outlive it. */
wm_item_node wm_kind_plan_node_of(const wm_item *item);

/* The item of an audited node; false if it has none. */
bool wm_kind_plan_item_of(const wm_item_node *node, wm_item *item);

/* Takes the next item of an audited plan; false at the end, or if it is not an item. */
bool wm_kind_plan_next(wm_list *items, wm_item *item);

/* The point of a node, its trial and its fault; NONE or NOT if the word is unknown. */
wm_point wm_kind_plan_point(const wm_item_node *node);
wm_trial wm_kind_plan_trial(const wm_trial_node *node);
wm_planned_fault wm_kind_plan_fault(const wm_fault_node *node);

/* The variant whose tolerance a node names; NULL: it names none, or there is none. */
const wm_variant *wm_kind_plan_tolerance_of(const wm_item_node *node);

/* Whether a point can be held for so long. */
bool wm_kind_plan_is_minutes(double minutes);

#endif
