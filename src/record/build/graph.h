/* The graph builder's inner interface, for the program's own measurement: what witnessmark.h does
 * not show.
 *
 * The decisions of a transcript follow from what the graph has taken so far, so the measurement
 * asks the graph for them. */
#ifndef WM_RECORD_GRAPH_H
#define WM_RECORD_GRAPH_H

#include <witnessmark.h>

#include "record/laws/rule.h"

/* Names the evidence of the records that the plan continues, in its order, before the plan is
 * added. The graph keeps it open. Errors: ARG (there is a plan already), LIMIT (more than 8),
 * NOMEM. */
WM_MUST_CHECK wm_status wm_graph_name_priors(wm_graph *graph, const char *const *paths,
                                             size_t count, wm_error *err);

/* The plan, once it was added; NULL before. */
const wm_plan *wm_graph_plan(const wm_graph *graph);

/* Writes the plan's id; false if there is no plan yet. */
bool wm_graph_plan_id(const wm_graph *graph, char id[WM_ID_SIZE]);

/* The number of sessions so far. */
uint32_t wm_graph_sessions(const wm_graph *graph);

/* What was observed of item number index so far; NULL if there is no such item. The graph's, until
 * the next wm_graph_add. */
const wm_observed_item *wm_graph_item(const wm_graph *graph, size_t index);

/* The id of a repeat's workload observation, for `product`. False if it was not added. */
bool wm_graph_repeat_id(const wm_graph *graph, size_t item, uint32_t repeat, char id[WM_ID_SIZE]);

/* The line of a repeat's workload observation, `*size` bytes with its newline; the graph's, until
 * the next wm_graph_add. NULL if it was not added. */
const char *wm_graph_repeat_line(const wm_graph *graph, size_t item, uint32_t repeat, size_t *size);

/* The id of an item's calibration. False if it was not added. */
bool wm_graph_calibration_id(const wm_graph *graph, size_t item, char id[WM_ID_SIZE]);

/* The clock limit of the environment that was added last, for flags. Units: Hz. */
double wm_graph_clock_limit(const wm_graph *graph);

/* The number of the last prior that was revisited for an item; 0: none. */
unsigned wm_graph_revisited(const wm_graph *graph, size_t item);

/* The lines of the observations, one behind the other, and their bytes in all. The graph's, until
 * the next wm_graph_add. */
const char *wm_graph_lines(const wm_graph *graph);
size_t wm_graph_size(const wm_graph *graph);

/* The id of the item's latest stage, for `previous`, and how many there are, for `index`. False if
 * there is none. */
bool wm_graph_stage_id(const wm_graph *graph, size_t item, unsigned *count, char id[WM_ID_SIZE]);

#endif
