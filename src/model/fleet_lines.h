/* The file of a sweep, fleet.jsonl: a line a node, the rates, and a root. */
#ifndef WM_MODEL_FLEET_LINES_H
#define WM_MODEL_FLEET_LINES_H

#include "model/fleet.h"
#include "standards/merkle.h"

/* Appends the file, and its root: the SHA-256 of its last line. Source: fleet.md, lines. Errors:
 * NOMEM, CANON. */
WM_MUST_CHECK wm_status wm_fleet_lines_append(const wm_fleet *fleet, wm_buffer *out,
                                              char root[WM_SHA256_HEX_SIZE + 1]);

/* Its lines: a node, rates, and the last one, with the root of a tree of all before it. Errors:
 * NOMEM, CANON. */
WM_MUST_CHECK wm_status wm_fleet_lines_node(const wm_fleet_node *node, wm_buffer *out);
WM_MUST_CHECK wm_status wm_fleet_lines_rates(const wm_fleet_rates *rates, wm_buffer *out);
WM_MUST_CHECK wm_status wm_fleet_lines_root(const wm_fleet *fleet, const wm_merkle *tree,
                                            wm_buffer *out);

/* Makes the baseline of a sweep with this root. Its texts are the fleet's: free(entry) alone.
 * Groups with fewer than WM_FLEET_RATES nodes, or without a spread, are left out. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_fleet_lines_baseline(const wm_fleet *fleet, const char *root,
                                                wm_baseline *baseline);

#endif
