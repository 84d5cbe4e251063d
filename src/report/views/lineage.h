/* Which records continue which: a tree of records, with every link checked. */
#ifndef WM_REPORT_LINEAGE_H
#define WM_REPORT_LINEAGE_H

#include <witnessmark.h>

#include "model/model.h"
#include "report/document/figure.h"
#include "report/views/named_facts.h"

#include <stdbool.h>

/* The quantities of a prior that are kept. */
#define WM_LINEAGE_LIST(X)                    \
    X(LINKS, "links")                         \
    X(IDENTICAL, "identical")                 \
    X(WITHIN_ROUNDING, "within_rounding")     \
    X(DIFFERENT, "different")                 \
    X(NOT_COMPARABLE, "not_comparable")       \
    X(FLOORS, "floors")                       \
    X(FLOORS_RECOVERED, "floors_recovered")   \
    X(FLOOR_RATIO_LOW, "floor_ratio_low")     \
    X(FLOOR_RATIO_HIGH, "floor_ratio_high")   \
    X(CLASSES, "classes")                     \
    X(CLASSES_RECOVERED, "classes_recovered") \
    X(RATES_LOST, "rates_lost")               \
    X(RECOVERABLE, "recoverable_fraction")    \
    X(EVIDENCE_PRESERVING, "evidence_preserving")

typedef enum wm_lineage_quantity {
#define WM_LINEAGE_ID(id, name) WM_LINEAGE_##id,
    WM_LINEAGE_LIST(WM_LINEAGE_ID)
#undef WM_LINEAGE_ID
        WM_LINEAGE_KEPT
} wm_lineage_quantity;

/* Whether a link holds. */
typedef enum wm_lineage_state {
    WM_LINEAGE_HOLDS,
    WM_LINEAGE_ABSENT, /* no given record has this root */
    WM_LINEAGE_OTHER   /* the given record with this root has other bytes than the stored prior */
} wm_lineage_state;

/* What a record says of one prior. */
typedef struct wm_lineage_link {
    uint8_t root[WM_SHA256_SIZE];
    uint8_t file[WM_SHA256_SIZE]; /* hash of the stored prior */
    wm_lineage_state state;
    size_t prior;           /* the given record; their count if it is absent */
    const char *device;     /* of the stored prior; NULL without has_dates */
    uint64_t started_at_ns; /* of its first session; 0: it has none, or no has_dates */
    uint32_t started_line;
    wm_claim kept[WM_LINEAGE_KEPT]; /* line, name, text and value; a NULL text: no such claim */
} wm_lineage_link;

/* The rate of an item, with what must not be parted from it. */
typedef struct wm_lineage_rate {
    const char *item;
    wm_claim rate, low, high, class, verified; /* a NULL text: no such claim */
    const char *disturbed;                     /* which repeats have flags; NULL: none */
    wm_figure_state state;
    bool has_fault; /* the plan injects one */
} wm_lineage_rate;

/* A given record. */
typedef struct wm_lineage_record {
    const char *path;
    uint8_t root[WM_SHA256_SIZE];
    uint8_t file[WM_SHA256_SIZE]; /* hash of its evidence */
    char backend[16];             /* masked, as the device */
    char device[200];
    char uuid[128]; /* of the device; empty: none is known */
    wm_named_facts named;
    uint64_t started_at_ns; /* Unix time of its first session; 0: it has none */
    uint32_t started_line;
    const char *wrong, *unjudged; /* names of items; NULL: none */
    wm_sessions sessions;         /* with the warnings before each start */
    wm_lineage_link links[WM_TABLES_CONTINUES];
    size_t link_count;
    wm_lineage_rate *rate; /* of each item that has one */
    size_t rate_count;
} wm_lineage_record;

/* Zero-initialised but for the document, empty. */
typedef struct wm_lineage {
    wm_document *to; /* its memory is that of the lineage */
    bool has_rates;  /* show them too, and warnings in full */
    bool has_dates;  /* read those of stored priors, and their devices */
    wm_lineage_record *records;
    size_t count, capacity;
} wm_lineage;

/* Adds an audited record, unless one with this root and these bytes is there. name is shown in
 * place of the path. Errors: those of wm_prior_file_read and wm_model_read_prior; NOMEM. */
WM_MUST_CHECK wm_status wm_lineage_add(wm_lineage *lineage, const wm_model *model, const char *name,
                                       wm_error *err);

/* Sorts the records by date, then by root, and checks every link against them. */
void wm_lineage_check(wm_lineage *lineage);

/* The number of links in a state. */
size_t wm_lineage_count(const wm_lineage *lineage, wm_lineage_state state);

/* NO if a stored prior has other bytes than the given record, or a prior's evidence was lost;
 * INCONCLUSIVE if a prior is absent, or an output of it was not compared or not judged. */
int wm_lineage_exit(const wm_lineage *lineage);

/* The date of a time in UTC, by a format of strftime; NULL: there is none. */
const char *wm_lineage_date(uint64_t ns, const char *format, wm_document *to);

/* The rate of an item in a record, or NULL. */
const wm_lineage_rate *wm_lineage_rate_in(const wm_lineage_record *record, const char *item);

/* The number of the first record, by date, that has the rate of an item; their count: none. */
size_t wm_lineage_first(const wm_lineage *lineage, const char *item);

/* figure_lineage.c: adds what was found again of each prior over time. Of several records also the
 * records by device, and the rates over those of the first. The lineage must have its dates.
 * Errors: NOTFOUND, with what is missing; NOMEM. */
WM_MUST_CHECK wm_status wm_figure_lineage_add(const wm_lineage *lineage, wm_document *to,
                                              wm_error *err);

/* Adds the tree, then each link that does not hold, then the rates, and schema
 * `witnessmark-lineage/1`. Returns the exit status. */
int wm_lineage_show(const wm_lineage *lineage);

#endif
