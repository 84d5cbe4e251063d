/* The tables of the overview, one file each: overview_NAME.c. */
#ifndef WM_REPORT_OVERVIEW_TABLES_H
#define WM_REPORT_OVERVIEW_TABLES_H

#include "report/results.h"

#include <stdio.h>

/* Each prints its table behind an empty line, or nothing where it has no rows. Errors: NOMEM. */

/* What was measured, and which repeats something disturbed. */
WM_MUST_CHECK wm_status wm_overview_rates_print(wm_results *results, const wm_results_form *form,
                                                FILE *out);

/* What was checked, and what each check is judged by. */
WM_MUST_CHECK wm_status wm_overview_checks_print(wm_results *results, const wm_results_form *form,
                                                 FILE *out);

/* Floors of products that have a prediction, or an a-priori bound that holds at all sizes. */
WM_MUST_CHECK wm_status wm_overview_floors_print(wm_results *results, const wm_results_form *form,
                                                 FILE *out);

/* Floors without one: with how they grow from one size to the next. */
WM_MUST_CHECK wm_status wm_overview_floors_print_growth(wm_results *results,
                                                        const wm_results_form *form, FILE *out);

/* Transcripts; plain accepts are counted alone, unless the form asks for all. */
WM_MUST_CHECK wm_status wm_overview_transcripts_print(wm_results *results,
                                                      const wm_results_form *form, FILE *out);

/* Faults that were made on purpose, as in the paper's Table 2. */
WM_MUST_CHECK wm_status wm_overview_faults_print(wm_results *results, const wm_results_form *form,
                                                 FILE *out);

#endif
