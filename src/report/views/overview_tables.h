/* The tables of the overview: overview_NAME.c. */
#ifndef WM_REPORT_OVERVIEW_TABLES_H
#define WM_REPORT_OVERVIEW_TABLES_H

#include "model/model.h"
#include "report/document/table.h"
#include "report/document/words.h"

/* Each adds an empty line and its table, or nothing if it has no rows. */

/* Rates and device state, and the disturbed repeats. */
void wm_overview_items_add_rates(const wm_model *model, wm_document *to);

/* How rates follow the clock, of the items with repeats enough. is_marked: as below. */
void wm_overview_items_add_slopes(const wm_model *model, bool is_marked, wm_document *to);

/* Checks of the outputs, with their thresholds: of all, or of those that were wrong and of missed
 * faults. */
void wm_overview_items_add_checks(const wm_model *model, bool only_failed, wm_document *to);

/* Residual floors: those that do not grow with k, and those that do, with their growth from one
 * size to the next. */
void wm_overview_items_add_floors(const wm_model *model, wm_document *to);

/* Profiles, as claims say. */
void wm_overview_items_add_profiles(const wm_model *model, wm_document *to);

/* How often each check rejected in trials, and what attacks took. */
void wm_overview_trials_add(const wm_model *model, wm_document *to);

/* The same for a paper: a table for each output, whose name is the title of the first column. Of
 * the attacks the shares stand beside the numbers. */
void wm_overview_trials_add_apart(const wm_model *model, bool of_attacks, wm_document *to);

/* Transcripts. Those that are only an accept are counted, unless all are asked for. is_marked, here
 * and below: labels carry what speaks against their rows (row_label.h), for tables that are read
 * without the findings. */
void wm_overview_stages_add(const wm_model *model, bool has_all, bool is_marked, wm_document *to);

/* Injected faults. Source: paper, Table 2. */
void wm_overview_stages_add_faults(const wm_model *model, bool is_marked, wm_document *to);

/* The wrong elements that witnesses found, with their bits, found and expected. */
void wm_overview_stages_add_elements(const wm_model *model, wm_document *to);

/* The transcript of one item with all its stages, and its wrong elements. */
void wm_overview_stages_add_item(const wm_model *model, const wm_model_item *item, wm_document *to);

/* Curves over working sets: a table, a bar for each rate, and the steps. */
void wm_overview_curves_add(const wm_model *model, wm_document *to);

/* What happened at each point of operation, a block for each item that has one. */
void wm_overview_points_add(const wm_model *model, wm_document *to);

/* Profiles with the latencies of repeat 0, and how they compare with those of priors. */
void wm_overview_profiles_add(const wm_model *model, wm_document *to);

/* For each linked prior its summary, and a row for each link with what speaks against its sides. */
void wm_overview_links_add(const wm_model *model, wm_document *to);

/* Claims about outside numbers. */
void wm_overview_own_add(const wm_model *model, wm_document *to);

#endif
