/* Names of items in a record of `run --against`. */
#ifndef WM_MODEL_PAIRED_NAME_H
#define WM_MODEL_PAIRED_NAME_H

#include <stddef.h>

/* Of a series `pair.NAME`, and of the values of its observations, by side. */
enum { WM_PAIRED_NAME = 51, WM_PAIRED_VALUE = 33 };

/* What the names of series begin with. */
#define WM_PAIRED_SERIES "pair."

/* The plan's name. */
#define WM_PAIRED_PLAN "against"

/* The name of an item's label. A label of more than 50 bytes is cut, and has 8 hex digits of its
 * SHA-256 behind it: a claim's name has 64 bytes. */
void wm_paired_name(const char *label, char name[WM_PAIRED_NAME]);

#endif
