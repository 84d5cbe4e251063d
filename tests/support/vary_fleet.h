/* The records of many nodes, made of one measured record. */
#ifndef WM_TESTS_SUPPORT_VARY_FLEET_H
#define WM_TESTS_SUPPORT_VARY_FLEET_H

#include "base/buffer.h"
#include "record/build/graph.h"

/* How one node differs from the measured record. */
typedef struct vary_fleet_node {
    unsigned number; /* gives the plan its run, and the times their noise */
    double slower;   /* a factor of all times; 1: none */
    int altered;     /* the item whose output has another digest; -1: none */
} vary_fleet_node;

/* Reads the lines of healthy_lines.py. Ownership: wm_buffer_clear. */
WM_MUST_CHECK wm_status vary_fleet_read(const char *path, wm_buffer *lines);

/* Makes the evidence.jsonl of a node, sealed: a run of its own, times of each item with a spread of
 * 1 % and of each repeat with 0.3 %. */
WM_MUST_CHECK wm_status vary_fleet_evidence(const wm_buffer *lines, const vary_fleet_node *node,
                                            wm_buffer *evidence, wm_error *err);

#endif
