/* The environment: machine, program and libraries of the observations. */
#ifndef WM_RECORD_KIND_ENVIRONMENT_H
#define WM_RECORD_KIND_ENVIRONMENT_H

#include "record/nodes/kind.h"

/* The program that made the record. */
typedef struct wm_producer_node {
    bool is_there;
    wm_text name, source_revision, version;
} wm_producer_node;

/* A fact of a device or of the machine. */
typedef struct wm_fact_node {
    bool is_there;
    wm_hex commitment; /* optional: to a value that is withheld */
    wm_text name, reason;
    wm_value value;
} wm_fact_node;

/* The device of the witness, if it is not the device that computed. */
typedef struct wm_witness_node {
    bool is_there;
    wm_text backend, device;
    wm_list facts; /* of wm_fact_node, in ascending order of names */
} wm_witness_node;

typedef struct wm_environment_node {
    wm_text backend, device;
    wm_list facts; /* of wm_fact_node, in ascending order of names */
    wm_producer_node producer;
    wm_witness_node witness; /* optional */
} wm_environment_node;

extern const wm_form wm_kind_environment_fact, wm_kind_environment_form;
extern const wm_kind wm_kind_environment;

/* Takes the next fact; false at the end. */
bool wm_kind_environment_next(wm_list *facts, wm_fact_node *fact);

/* The limit that the flag `clock_implausible` takes from these facts. Source: record.md section 3,
 * workload. Units: Hz. */
double wm_kind_environment_clock_limit(wm_list facts);

/* Hashes the backend and the model of its processor or device. False if the model is not known: the
 * device is then equal to none. */
bool wm_kind_environment_device(const wm_environment_node *node, uint8_t hash[WM_SHA256_SIZE]);

#endif
