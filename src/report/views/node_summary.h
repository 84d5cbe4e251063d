/* One-line summary of a node. */
#ifndef WM_REPORT_NODE_SUMMARY_H
#define WM_REPORT_NODE_SUMMARY_H

#include "record/nodes/contents.h"

#include <stdio.h>

/* Prints a summary without a newline, masked. For a repeat: the fields that `function` reads, which
 * is the function of the reduction above it. WM_FUNCTION_NONE: the rate. */
void wm_node_summary_print(const wm_content *content, wm_function function, FILE *out);

#endif
