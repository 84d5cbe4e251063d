/* A run of a plan, recorded in memory, on the CPU device with some operations replaced. */
#ifndef WM_TESTS_SUPPORT_BENT_RUN_H
#define WM_TESTS_SUPPORT_BENT_RUN_H

#include "study/run/run_plan.h"
#include "support/memory_record.h"

typedef struct bent_run {
    wm_device *device;
    const wm_backend *honest; /* the device's own operations */
    wm_backend ops;           /* the same with some replaced */
    unsigned runs;            /* calls of the replaced operation so far */
    unsigned at;              /* its first wrong call, from 1 */
    memory_record record;
    wm_settings settings;
    wm_run_plan plan;
    wm_error err;
} bent_run;

/* The only one of the process; set by the fixture. */
extern bent_run bent;

/* Fixtures of a test. */
int bent_run_set_up(void **state);
int bent_run_tear_down(void **state);

/* Begins a record of these items, in JSON. */
void bent_run_begin(const char *items);

/* Makes the record the sink, once it has begun. */
void bent_run_use_record(void);

/* Seals and audits: the record must be valid, with exactly these findings. */
void bent_run_expect(const char *expected);

/* The record must have a claim with the text. */
void bent_run_expect_text(const char *claim, const char *text);

/* A product with a wrong element: every product, or call `at` alone. */
wm_status bent_run_wrong_gemm(wm_device *on, const wm_gemm *gemm);

/* Items of plans. */
#define GEMM "{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"n\":64}}"
#define TRIAD "{\"workload\":\"hbm_triad\",\"variant\":\"f32\",\"shape\":{\"n\":1000}}"
#define SCATTER                                             \
    "{\"workload\":\"scatter_add\",\"variant\":\"atomic\"," \
    "\"shape\":{\"n\":1000,\"buckets\":10}}"
#define FAULT(when) "\"fault\":{\"kind\":\"row\",\"row\":0,\"when\":\"" when "\"}}"
#define BAD_GEMM(when) \
    "{\"workload\":\"gemm\",\"variant\":\"fp16\",\"shape\":{\"n\":64}," FAULT(when)
#define BAD_TRIAD(when) \
    "{\"workload\":\"hbm_triad\",\"variant\":\"f32\",\"shape\":{\"n\":1000}," FAULT(when)

#endif
