/* Reads numbers as other programs print them. */
#ifndef WM_STUDY_PRINTED_NUMBER_H
#define WM_STUDY_PRINTED_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

enum { WM_PRINTED_NUMBER_MOST = 64 };

/* Reads one decimal number: JSON's, or of at most WM_PRINTED_NUMBER_MOST bytes also `.5`, `5.`,
 * `+5` and `007`. The whole text must be the number. An overflow gives an infinity. False: it is
 * not a number; *value is then untouched. Source: ours. */
bool wm_printed_number_read(const char *text, size_t size, double *value);

#endif
