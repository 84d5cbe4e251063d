/* The tables of the overview, one file each: overview_NAME.c. */
#ifndef WM_REPORT_OVERVIEW_TABLES_H
#define WM_REPORT_OVERVIEW_TABLES_H

#include "model/model.h"
#include "report/views/view.h"

#include <stdio.h>

/* Each prints an empty line and its table, or nothing if it has no rows. Errors: NOMEM. */

/* Rates and device state, and the disturbed repeats. */
WM_MUST_CHECK wm_status wm_overview_rates_print(wm_model *model, const wm_view *view, FILE *out);

/* Curves over working sets: a table, a plot with a bar for each rate, and the steps. */
WM_MUST_CHECK wm_status wm_overview_curves_print(wm_model *model, const wm_view *view, FILE *out);

/* What happened at each point of operation, a block for each item that has one. */
WM_MUST_CHECK wm_status wm_overview_points_print(wm_model *model, const wm_view *view, FILE *out);

/* Checks of the outputs, with their thresholds. */
WM_MUST_CHECK wm_status wm_overview_checks_print(wm_model *model, const wm_view *view, FILE *out);

/* The checks of the outputs that were wrong, and of missed faults. */
WM_MUST_CHECK wm_status wm_overview_checks_print_failed(wm_model *model, const wm_view *view,
                                                        FILE *out);

/* Residual floors that do not grow with k. */
WM_MUST_CHECK wm_status wm_overview_floors_print(wm_model *model, const wm_view *view, FILE *out);

/* Residual floors that grow with k, with their growth from one size to the next. */
WM_MUST_CHECK wm_status wm_overview_floors_print_growth(wm_model *model, const wm_view *view,
                                                        FILE *out);

/* Transcripts. Those that are only an accept are counted, unless the view asks for all. */
WM_MUST_CHECK wm_status wm_overview_transcripts_print(wm_model *model, const wm_view *view,
                                                      FILE *out);

/* Injected faults. Source: paper, Table 2. */
WM_MUST_CHECK wm_status wm_overview_faults_print(wm_model *model, const wm_view *view, FILE *out);

/* For each linked prior its summary, and a row for each link. */
WM_MUST_CHECK wm_status wm_overview_links_print(const wm_model *model, const wm_view *view,
                                                FILE *out);

/* Profiles with the latencies of repeat 0, and how they compare with those of priors. */
WM_MUST_CHECK wm_status wm_overview_profiles_print(wm_model *model, const wm_view *view, FILE *out);

/* Claims about outside numbers. */
WM_MUST_CHECK wm_status wm_overview_own_print(wm_model *model, const wm_view *view, FILE *out);

/* Prints the wrong elements that witnesses found, with their bits, found and expected. */
WM_MUST_CHECK wm_status wm_overview_elements_print(wm_model *model, const wm_view *view, FILE *out);

#endif
