/* A record in memory: the observations of a run, sealed and audited. */
#ifndef WM_TESTS_SUPPORT_MEMORY_RECORD_H
#define WM_TESTS_SUPPORT_MEMORY_RECORD_H

#include "backend/backend.h"
#include "base/buffer.h"
#include "record/build/graph.h"

enum { MEMORY_RECORD_LINES = 400 };

typedef struct memory_record {
    wm_graph *graph;
    wm_buffer evidence;
    size_t line_end[MEMORY_RECORD_LINES]; /* where each line of the evidence ends */
    size_t line_count;
    size_t line_limit; /* not 0: after this many lines, append returns IO */
    char environment[WM_ID_SIZE], plan[WM_ID_SIZE];
    char findings[4096]; /* of the last audit, a line each: claim, space, text */
} memory_record;

/* Clears the record. */
void memory_record_clear(memory_record *record);

/* Begins again with an empty graph. */
void memory_record_begin(memory_record *record);

/* Begins a record of a plan with 3 repeats; items: the JSON of its items, separated by commas. */
void memory_record_plan(memory_record *record, wm_device *device, const char *items);

/* Appends a node; the append of a wm_sink, whose context is the record. */
wm_status memory_record_append(void *context, const char *json, size_t size, char id[WM_ID_SIZE],
                               wm_error *err);

/* Seals and audits: the record must be valid, with exactly these findings, in its order. */
void memory_record_expect(memory_record *record, const char *findings);

/* Seals and audits: the record must be valid. */
void memory_record_seal(memory_record *record);

#endif
