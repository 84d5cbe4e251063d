/* What the flags of repeats of `wrap` say. */
#ifndef WM_REPORT_WRAPPED_FLAG_WORDS_H
#define WM_REPORT_WRAPPED_FLAG_WORDS_H

#include "model/wrapped.h"
#include "report/document/words.h"

enum { WM_WRAPPED_FLAG_WARNINGS = WM_FLAG_WORDS + 1 };

/* Adds to a verdict how many repeats of all commands have a flag that bars a direction:
 * `; 3 of 9 flagged: 3 stopped`. Nothing where none has. */
void wm_wrapped_flag_words_add(const wm_wrapped *first, wm_words *line);

/* Adds to a quotation how many repeats of one command have which flag. whose: ` of B`, or empty. */
void wm_wrapped_flag_words_quote(const wm_wrapped *of, const char *whose, wm_words *line);

/* A warning for each flag that repeats of a command have, and one where flags are not known.
 * whose: as above. Returns how many; the texts are of the document. */
size_t wm_wrapped_flag_words_warn(const wm_wrapped *of, const char *whose, wm_document *to,
                                  const char *warnings[WM_WRAPPED_FLAG_WARNINGS]);

/* For programs: members of a command, with what its flags follow from. */
void wm_wrapped_flag_words_export(const wm_wrapped *of, wm_document *to);

/* For programs: a map of counts by flag. */
void wm_wrapped_flag_words_export_counts(const char *key, const wm_wrapped_flags *flags,
                                         wm_document *to);

#endif
