/* Which records continue which: a tree of records, with every link checked. */
#ifndef WM_REPORT_LINEAGE_H
#define WM_REPORT_LINEAGE_H

#include <witnessmark.h>

#include "model/model.h"
#include "report/document/document.h"

#include <stdbool.h>

enum { WM_LINEAGE_KEPT = 12 }; /* the quantities of a prior that are kept */

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
    size_t prior;                   /* the given record; their count if it is absent */
    wm_claim kept[WM_LINEAGE_KEPT]; /* text and value alone; a NULL text: no such claim */
} wm_lineage_link;

/* The rate of an item, with what must not be parted from it. */
typedef struct wm_lineage_rate {
    const char *item;
    wm_claim rate, low, high, class, verified; /* a NULL text: no such claim */
    const char *disturbed;                     /* which repeats have flags; NULL: none */
} wm_lineage_rate;

/* A given record. */
typedef struct wm_lineage_record {
    const char *path;
    uint8_t root[WM_SHA256_SIZE];
    uint8_t file[WM_SHA256_SIZE]; /* hash of its evidence */
    char backend[16];             /* masked, as the device */
    char device[200];
    char uuid[128];         /* of the device; empty: none is known */
    uint64_t started_at_ns; /* Unix time of its first session; 0: it has none */
    wm_lineage_link links[WM_TABLES_CONTINUES];
    size_t link_count;
    wm_lineage_rate *rate; /* of each item that has one */
    size_t rate_count;
} wm_lineage_record;

/* Zero-initialised but for the document, empty. */
typedef struct wm_lineage {
    wm_document *to; /* its memory is that of the lineage */
    bool has_rates;  /* show them too */
    wm_lineage_record *records;
    size_t count, capacity;
} wm_lineage;

/* Adds an audited record, unless one with this root and these bytes is there. name is shown in
 * place of the path. Errors: those of wm_prior_file_read; NOMEM. */
WM_MUST_CHECK wm_status wm_lineage_add(wm_lineage *lineage, const wm_model *model, const char *name,
                                       wm_error *err);

/* Sorts the records by date, then by root, and checks every link against them. */
void wm_lineage_check(wm_lineage *lineage);

/* The number of links in a state. */
size_t wm_lineage_count(const wm_lineage *lineage, wm_lineage_state state);

/* Adds the tree, then each link that does not hold, then the rates, and schema
 * `witnessmark-lineage/1`. Returns the exit status: NO if a prior has other bytes; INCONCLUSIVE if
 * one is absent. */
int wm_lineage_show(const wm_lineage *lineage);

#endif
