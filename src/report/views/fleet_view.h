/* A sweep as a document, and its files. */
#ifndef WM_REPORT_FLEET_VIEW_H
#define WM_REPORT_FLEET_VIEW_H

#include "model/fleet_since.h"
#include "report/document/document.h"

/* In words: the verdict and, if not quiet, what is odd, and the totals. */
void wm_fleet_view_add(const wm_fleet *fleet, const char *root, bool is_quiet, wm_document *to);

/* Schema `witnessmark-fleet/1`. report is the folder that was written, or NULL. */
void wm_fleet_view_export(const wm_fleet *fleet, const char *root, const char *report,
                          wm_document *to);

/* What changed since the sweep with this root; in JSON root NULL for none that was asked for. */
void wm_fleet_view_since(const wm_fleet_changes *changes, const char *root, wm_document *to);
void wm_fleet_view_export_since(const wm_fleet_changes *changes, const char *root, wm_document *to);

/* Its word in JSON: `ok`, `wrong`, `inconclusive`. */
const char *wm_fleet_view_status(const wm_fleet *fleet);

/* Appends the folded names of the nodes in a state. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_fleet_view_nodes(const wm_fleet *fleet, unsigned states, wm_buffer *out);

/* Names of nodes as a folded list. */
const char *wm_fleet_view_folded(const char **names, size_t count, wm_document *to);

/* Appends metrics as node_exporter's textfile collector reads them. now: Unix time. Errors:
 * NOMEM. */
WM_MUST_CHECK wm_status wm_fleet_view_metrics(const wm_fleet *fleet, uint64_t now, wm_buffer *out);

#endif
