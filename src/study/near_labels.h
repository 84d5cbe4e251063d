/* The labels that are nearest to a mistyped one. */
#ifndef WM_STUDY_NEAR_LABELS_H
#define WM_STUDY_NEAR_LABELS_H

#include <stddef.h>

/* Writes at most three of `count` labels, nearest first by the number of changed characters,
 * separated by commas. Equal distances keep the given order. */
void wm_near_labels_write(const char *label, const char *const *labels, size_t count, char *words,
                          size_t size);

#endif
