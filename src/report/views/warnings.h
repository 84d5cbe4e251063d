/* Warnings about a record's repeats, in words. */
#ifndef WM_REPORT_WARNINGS_H
#define WM_REPORT_WARNINGS_H

#include "model/model.h"
#include "report/document/words.h"

enum { WM_WARNINGS_SIZE = 640 };

/* Writes how many repeats have which flag, as in `8 of 9 repeats flagged: 7 starved, 1 steal`.
 * Empty without a flag. */
void wm_warnings_flags(const wm_model *model, char words[WM_WARNINGS_SIZE]);

/* Counts with their flags: `7 starved, 1 steal`; empty: all are 0. */
const char *wm_warnings_counts(const size_t counts[WM_FLAG_WORDS], wm_document *to);

/* Of how many repeats the flags are not known: `flags unknown: 3 of 24 repeats`; empty if of none.
 */
void wm_warnings_unknown(const wm_model *model, char words[WM_WARNINGS_SIZE]);

/* Writes how long tasks waited for a processor, as a share of the time. Empty up to a tenth of it,
 * and for NaN. */
void wm_warnings_pressure(double share, char words[WM_WARNINGS_SIZE]);

/* Writes both, and what follows for the numbers. Empty if there is nothing to warn of. */
void wm_warnings_all(const wm_model *model, double pressure, char words[WM_WARNINGS_SIZE]);

/* Adds what the producer warned of before each start of the run, a warning each; `name` begins it,
 * as `A: `, and may be empty. */
void wm_warnings_before(const wm_model *model, const char *name, wm_document *to);

/* Adds the same as the list `warnings`. */
void wm_warnings_export(const wm_model *model, wm_document *to);

/* Both of sessions that are no longer those of a model. */
void wm_warnings_before_sessions(const wm_sessions *sessions, const char *name, wm_document *to);
void wm_warnings_export_sessions(const wm_sessions *sessions, wm_document *to);

/* A copy of a model's sessions with their warnings. Its memory is that of the document. */
wm_sessions wm_warnings_copy(const wm_sessions *sessions, wm_document *to);

/* Adds a warning. */
void wm_warnings_add(const char *words, wm_document *to);

#endif
