/* Curves of a record: the items of one variant that differ in the size of what they read. */
#ifndef WM_REPORT_CURVE_H
#define WM_REPORT_CURVE_H

#include "model/model.h"

/* An item of a curve. Numbers are those of claims; NaN: null, or no claim. */
typedef struct wm_curve_point {
    const wm_model_item *item;
    double bytes; /* working set: the operands as they lie in memory */
    double rate;
    /* rate_change with its interval: to the point before; NaN in the first point */
    double ratio, ratio_low, ratio_high;
    bool is_step; /* ratio_high is below WM_CURVE_STEP */
} wm_curve_point;

#define WM_CURVE_STEP 0.9

enum { WM_CURVE_POINTS_LEAST = 2 };

/* Points of one variant that differ in dimension n alone, by ascending n. */
typedef struct wm_curve {
    wm_curve_point *point;
    size_t count; /* 0: there is no curve */
} wm_curve;

/* The curve whose first item in the plan is item number `index`. The variant must have the trait
 * SWEPT; items with a fault or a point of operation are left out. count is 0 if fewer than
 * WM_CURVE_POINTS_LEAST items belong to it, or if its first item is another one. Errors: NOMEM.
 * Ownership: wm_curve_clear. */
WM_MUST_CHECK wm_status wm_curve_find(const wm_model *model, size_t index, wm_curve *curve);

/* Frees the memory. */
void wm_curve_clear(wm_curve *curve);

/* Seconds that one lane waits for a read, if each read of the variant depends on the one before;
 * else NaN. */
double wm_curve_read_seconds(const wm_curve_point *point);

/* Bytes of the words that were read a second, for a variant whose reads are independent; else
 * NaN. */
double wm_curve_read_bytes_per_s(const wm_curve_point *point);

enum { WM_CURVE_SIZE_TEXT = 24 };

/* Writes a size with a binary prefix: "1.5 MiB". */
void wm_curve_size_text(double bytes, char text[WM_CURVE_SIZE_TEXT]);

#endif
