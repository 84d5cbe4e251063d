/* What a node says, in a few words, for the claim that rests on it. */
#ifndef WM_REPORT_NODE_SUMMARY_H
#define WM_REPORT_NODE_SUMMARY_H

#include "archive/reader.h"

#include <stdio.h>

/* A scalar field as text, masked and cut to fit; "null" for a null, "" if there is none. */
const char *wm_node_summary_field(const wm_json_value *node, const char *name, char room[128]);

/* Prints the node on a line, without a newline. For an observation `function` is the name of the
 * reduction that reads it, and what that function takes from it is printed; "" for none. */
void wm_node_summary_print(const wm_json_value *node, wm_reader_type type, const char *function,
                           FILE *out);

#endif
