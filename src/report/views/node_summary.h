/* One-line summary of a node. */
#ifndef WM_REPORT_NODE_SUMMARY_H
#define WM_REPORT_NODE_SUMMARY_H

#include "record/nodes/contents.h"
#include "report/document/words.h"

/* Adds a summary to a line. For a repeat: the fields that `function` reads, which
 * is the function of the reduction above it. WM_FUNCTION_NONE: the rate. */
void wm_node_summary_add(const wm_content *content, wm_function function, wm_words *to);

#endif
