/* One-line summary of a node. */
#ifndef WM_REPORT_NODE_SUMMARY_H
#define WM_REPORT_NODE_SUMMARY_H

#include "record/contents.h"

#include <stdio.h>

/* The stage of a stage observation: `acquire`, ...; empty for another node. */
const char *wm_node_summary_stage(const wm_content *content);

/* Prints a summary without a newline, masked. For a repeat it has the fields that `function` takes,
 * the reduction that has the repeat as an input; WM_FUNCTION_NONE: its rate. */
void wm_node_summary_print(const wm_content *content, wm_function function, FILE *out);

#endif
