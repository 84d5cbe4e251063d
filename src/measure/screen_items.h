/* What a screen asks of a device: exact items, then loads of which every output is compared. */
#ifndef WM_MEASURE_SCREEN_ITEMS_H
#define WM_MEASURE_SCREEN_ITEMS_H

#include "record/laws/plan.h"

enum { WM_SCREEN_ITEMS = WM_TABLES_LIGHT_ITEMS };

/* An item that a screen may ask. */
typedef struct wm_screen_item {
    char label[WM_PLAN_LABEL_SIZE];
    unsigned rank; /* its place in the table of its device */
    bool is_load;
    double fixed_s; /* that it takes beside its repeats and segments, on a usual machine */
    double last_at; /* when it was last screened, Unix time in s; 0: never */
    double took_s;  /* all of it then, with repeats of repeat_s; 0: unknown */
    double repeat_s;
} wm_screen_item;

/* The items for a device of a kind with so much memory; 0: not known, and no item fills it. Returns
 * their number. */
size_t wm_screen_items(bool is_host, double memory_bytes, wm_screen_item items[WM_SCREEN_ITEMS]);

/* The repeats of an item, and their length for the budget of a screen. On a GPU the exact items end
 * within half of it, from 20 s on. Units: s. */
enum { WM_SCREEN_REPEATS = 8 };
double wm_screen_items_repeat(bool is_host, double budget_s);

/* What a run takes before its items: a GPU's context, libraries and kernels are loaded once.
 * Units: s. */
double wm_screen_items_start(bool is_host);

/* The seconds of an item with repeats of this length: what it took the last time, else an
 * estimate. */
double wm_screen_items_seconds(const wm_screen_item *item, double repeat_s);

/* Chooses items for a budget: those that were not screened for the longest time, as far as they
 * fit by what they took the last time, else by an estimate. They come to the front, exact items
 * before loads, and the rest behind them. Returns how many: the cheapest one where none fits.
 * Units: s. */
size_t wm_screen_items_fit(wm_screen_item *items, size_t count, double repeat_s, double budget_s);

#endif
