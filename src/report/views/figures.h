/* The figures of a record. */
#ifndef WM_REPORT_FIGURES_H
#define WM_REPORT_FIGURES_H

#include "model/model.h"
#include "report/document/figure.h"

/* What a figure is made from. */
typedef struct wm_figures_call {
    wm_model *model;
    const wm_model_item *item; /* that was asked for; NULL: the figure chooses */
    wm_document *to;
    wm_error *err;
} wm_figures_call;

typedef enum wm_figures_of {
    WM_FIGURES_OF_RECORD,
    WM_FIGURES_OF_ITEM,  /* of one item; the first of the plan if none is named */
    WM_FIGURES_OF_EITHER /* an item may be named */
} wm_figures_of;

/* A figure. */
typedef struct wm_figures_row {
    const char *name;
    wm_figures_of of;
    /* Adds it. Errors: NOTFOUND, with what the record lacks; those of wm_reader_read and of
     * wm_model_read_prior. */
    wm_status (*fill)(wm_figures_call *call);
} wm_figures_row;

/* All figures; ends with one without a name. */
extern const wm_figures_row wm_figures_table[];

/* Adds a figure, or with is_data its numbers as a table. The figure is the row with this number.
 * Errors: as fill; ARG (it is of no item, and one is named). */
WM_MUST_CHECK wm_status wm_figures_add(const wm_figures_row *row, const wm_figures_call *call,
                                       bool is_data);

/* ---- what the figures share ------------------------------------------------------------------ */

/* Notes why there is no figure. Returns NOTFOUND. */
wm_status wm_figures_lack(wm_figures_call *call, const char *what);

/* Adds the sentences of the caption that every figure has: the device and the root; of an item its
 * verdict, rate, interval, repeats and class. */
void wm_figures_say_record(wm_figure *figure, const wm_model *model);
void wm_figures_say_verdict(wm_figure *figure, const wm_model_item *item);
void wm_figures_say_item(wm_figure *figure, const wm_model *model, const wm_model_item *item);

/* The names of the items that are wrong, or were not judged, a few of them; NULL: there is none.
 * Injected faults are none. */
const char *wm_figures_names(wm_document *to, const wm_model *model, bool is_wrong);

/* Names the items of the record that are wrong or were not judged; with has_rates counts flagged
 * repeats. */
void wm_figures_say_states(wm_figure *figure, const wm_model *model, bool has_rates);

/* The state of an item as a whole: WRONG, not judged, flagged. */
wm_figure_state wm_figures_state(const wm_model_item *item);

/* Sets a number to that of a claim; nothing without a value. Returns whether it has one. */
bool wm_figures_set_claim(wm_figure_series *series, wm_figure_point *point, wm_figure_part part,
                          const wm_claim *claim);

/* What a repeat says. NAN: it failed, or the covariate is absent. */
typedef struct wm_figures_repeat {
    const wm_observation *of;
    uint64_t started_at_ns;
    double rate, clock, temperature, power;
    const char *reason; /* why it failed; or NULL */
    wm_figure_state state;
} wm_figures_repeat;

/* Reads the repeats of an item; *count of them, in the document's memory. */
WM_MUST_CHECK wm_status wm_figures_read(wm_figures_call *call, const wm_model_item *item,
                                        wm_figures_repeat **repeats, size_t *count);

/* The fields that give a repeat's rate, and the seconds from a time to an observation's start. */
const char *wm_figures_rate_field(wm_document *document, const wm_item *item);
const char *wm_figures_time_field(wm_document *document, uint64_t from_ns);

/* The seconds between two times. */
double wm_figures_seconds(uint64_t from_ns, uint64_t to_ns);

/* A time that a node says. */
uint64_t wm_figures_time(wm_text started_at);

/* The unit of an item's rate. */
const char *wm_figures_unit(const wm_model_item *item);

/* Each fills a figure: figure_NAME.c. */
wm_status wm_figure_graph_fill(wm_figures_call *call);
wm_status wm_figure_clock_fill(wm_figures_call *call);
wm_status wm_figure_archive_fill(wm_figures_call *call);
wm_status wm_figure_repeats_fill(wm_figures_call *call);
wm_status wm_figure_floors_fill(wm_figures_call *call);
wm_status wm_figure_access_fill(wm_figures_call *call);
wm_status wm_figure_devices_fill(wm_figures_call *call);
wm_status wm_figure_stress_fill(wm_figures_call *call);
wm_status wm_figure_lineage_fill(wm_figures_call *call);
wm_status wm_figure_detection_fill(wm_figures_call *call);
wm_status wm_figure_sizes_fill(wm_figures_call *call);
wm_status wm_figure_probes_fill(wm_figures_call *call);
wm_status wm_figure_attacks_fill(wm_figures_call *call);

#endif
