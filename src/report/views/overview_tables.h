/* The tables of the overview, one file each: overview_NAME.c. */
#ifndef WM_REPORT_OVERVIEW_TABLES_H
#define WM_REPORT_OVERVIEW_TABLES_H

#include "model/model.h"
#include "report/document/table.h"
#include "report/document/words.h"

/* Each adds an empty line and its table, or nothing if it has no rows. */

/* Rates and device state, and the disturbed repeats. */
void wm_overview_rates_add(wm_model *model, wm_document *to);

/* Curves over working sets: a table, a bar for each rate, and the steps. */
void wm_overview_curves_add(wm_model *model, wm_document *to);

/* What happened at each point of operation, a block for each item that has one. */
void wm_overview_points_add(wm_model *model, wm_document *to);

/* Checks of the outputs, with their thresholds. */
void wm_overview_checks_add(wm_model *model, wm_document *to);

/* The checks of the outputs that were wrong, and of missed faults. */
void wm_overview_checks_add_failed(wm_model *model, wm_document *to);

/* Residual floors that do not grow with k. */
void wm_overview_floors_add(wm_model *model, wm_document *to);

/* Residual floors that grow with k, with their growth from one size to the next. */
void wm_overview_floors_add_growth(wm_model *model, wm_document *to);

/* Transcripts. Those that are only an accept are counted, unless all are asked for. */
void wm_overview_transcripts_add(wm_model *model, bool has_all, wm_document *to);

/* Injected faults. Source: paper, Table 2. */
void wm_overview_faults_add(wm_model *model, wm_document *to);

/* For each linked prior its summary, and a row for each link. */
void wm_overview_links_add(const wm_model *model, wm_document *to);

/* Profiles with the latencies of repeat 0, and how they compare with those of priors. */
void wm_overview_profiles_add(wm_model *model, wm_document *to);

/* Claims about outside numbers. */
void wm_overview_own_add(wm_model *model, wm_document *to);

/* The wrong elements that witnesses found, with their bits, found and expected. */
void wm_overview_elements_add(wm_model *model, wm_document *to);

#endif
