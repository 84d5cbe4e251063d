/* A producer of records for tests of re-verification, honest or forging. */
#ifndef WM_TESTS_SUPPORT_PRODUCER_H
#define WM_TESTS_SUPPORT_PRODUCER_H

#include "record/nodes/contents.h"
#include "study/reverify/reverify.h"
#include "verify/check.h"
#include "verify/opener.h"
#include "workload/workload.h"

/* The device that computes the outputs; set by the fixtures. */
extern wm_device *producer_device;

/* The options of that device: two threads. */
extern const wm_device_options producer_options;

/* Group fixtures. */
int producer_open_device(void **state);
int producer_close_device(void **state);

/* How a producer forges an item. */
typedef struct deceit {
    unsigned lie_every;     /* one chunk in so many is invented; 0: none */
    double residual_factor; /* on every recorded difference_max; 0: unchanged */
    bool inject;            /* a fault in the first element, after the product was acquired */
    bool misses;            /* the record accepts the fault */
    bool repair;            /* and the honest product after it */
    bool fails;             /* the only repeat failed */
    bool other_repeat;      /* a second repeat has another digest */
    bool made_up_digest;    /* the output's digest is invented */
    const char *method;     /* recorded of every repeat; null: the device's own; "": none */
} deceit;

/* A record under construction. Each node is passed to a re-verification as it is made. */
typedef struct producer {
    wm_reverify *reverify;
    wm_reverify_options options; /* of the re-verification */
    const char *nonce;
    const wm_item *items;
    size_t item_count;
    wm_content content;  /* the latest node */
    wm_edge environment; /* the latest one, which the nodes of items name */
    wm_opener opener;    /* the bytes that its openings point to */
} producer;

/* The current output with its recorded values. */
typedef struct producer_output {
    wm_workload workload;
    wm_check check;
    uint8_t digest[32];
    wm_observed_residual residual;
    wm_observed_calibration calibration;
} producer_output;

/* An item of a plan, without a fault. */
wm_item producer_item(const char *workload, const char *variant, uint32_t a, uint32_t b, uint32_t c,
                      uint32_t repeats);

/* Begins a record with its plan, at most 64 items. Ownership: producer_end. */
void producer_begin(producer *p, const wm_item *items, size_t count, const char *nonce);
void producer_end(producer *p);

/* Runs one item and records it with the forgery. */
void producer_run(producer *p, size_t item, const deceit *how);

/* Records one node of an output. */
void producer_write_workload(producer *p, size_t item, const producer_output *m,
                             const uint8_t digest[32], const char *method);
void producer_write_stage(producer *p, size_t item, const wm_form *form, const producer_output *m);

/* Records an environment with the backend. */
void producer_write_environment(producer *p, const char *backend);

/* The same; a fact has another value. */
void producer_forge_environment(producer *p, const char *backend, const char *fact,
                                const char *value);

/* Re-verifies all outputs, also on a device if `compute`. */
wm_reverify_summary producer_verify(producer *p, bool compute);

/* The finding for an output. */
wm_reverify_finding producer_judge(producer *p, size_t index);

/* Begins a record, runs its one item with the forgery, and re-verifies it. */
wm_reverify_summary producer_tell(producer *p, const wm_item *item, const char *nonce,
                                  const deceit *how, bool compute);

#endif
