/* JSON output of commands: text that may not be UTF-8, and printing that is safe for terminals. */
#ifndef WM_REPORT_JSON_OUTPUT_H
#define WM_REPORT_JSON_OUTPUT_H

#include "record/nodes/node.h"

#include <stdio.h>

/* Adds a text that may not be UTF-8, for example a path. Each byte that is not UTF-8 becomes
 * U+FFFD, and the field `KEY_bytes` then has all bytes of the text in hexadecimal. key is not
 * NULL. */
void wm_json_output_text(wm_node *node, const char *key, const char *text);

/* Ends the object, prints it on one line, and clears the node. Characters that control a terminal
 * are printed as \uXXXX. Errors: NOMEM, CANON (a text added without wm_json_output_text is not
 * UTF-8). */
WM_MUST_CHECK wm_status wm_json_output_print(wm_node *node, FILE *out);

#endif
