/* What binds the numbers of a paper to records, and what does not. */
#ifndef WM_REPORT_BINDING_H
#define WM_REPORT_BINDING_H

#include "manuscript/tex_numbers.h"
#include "manuscript/tex_published.h"
#include "model/model.h"
#include "report/document/document.h"

typedef enum wm_binding_kind {
    WM_BINDING_DIFFERS, /* a bound number, or a file of `publish`, differs from the record */
    WM_BINDING_UNKNOWN, /* a name that the record does not have */
    WM_BINDING_ABSENT,  /* a claim without a value */
    WM_BINDING_WRONG,   /* a claim of a wrong output without a star */
    WM_BINDING_ROOT,    /* the numbers are of another record */
    WM_BINDING_UNBOUND, /* a number that looks like a result */
    WM_BINDING_PAIR     /* a sentence compares two items; a note */
} wm_binding_kind;

enum { WM_BINDING_CLAIMS = 3, WM_BINDING_RECORDS = 64 };

/* A finding. Its texts are masked and in the memory of the binding. */
typedef struct wm_binding_finding {
    wm_binding_kind kind;
    wm_tex_place place;
    const char *text;                     /* of the document */
    const char *words;                    /* what is wrong, and what to do */
    const char *claim[WM_BINDING_CLAIMS]; /* macros to paste */
    size_t claims;                        /* how many claims have the value */
    const char *reason;                   /* of an exception; NULL: none */
} wm_binding_finding;

/* A record that is given. */
typedef struct wm_binding_record {
    wm_model *model;
    const char *given;          /* as on the command line */
    wm_buffer numbers;          /* the numbers.tex that it gives */
    wm_tex_published published; /* what that says */
} wm_binding_record;

/* A record that the document reads by \wmrecord. */
typedef struct wm_binding_folder {
    const char *prefix, *path;
    wm_tex_place place;
    size_t file;                 /* its numbers.tex; SIZE_MAX: it is not there */
    wm_tex_published published;  /* what that says */
    const wm_binding_record *of; /* the record of its root, or the only one; NULL: none */
    bool is_of_root;             /* its root is that of `of` */
} wm_binding_folder;

/* A line of the file of exceptions. */
typedef struct wm_binding_exception {
    const char *file, *text, *reason;
    size_t line, uses;
} wm_binding_exception;

/* A claim with the values that a number may state, in the base unit: that of its text, and its own.
 */
typedef struct wm_binding_value {
    double value;       /* by which it is found: one of the two below */
    double shown, full; /* NaN: there is none */
    wm_tex_unit unit;   /* of its text */
    size_t order;       /* of suggestions */
    const wm_claim *claim;
    const wm_binding_record *of;
} wm_binding_value;

/* Zero-initialised but for the records. Ownership: wm_binding_clear. */
typedef struct wm_binding {
    wm_document memory;
    wm_binding_record record[WM_BINDING_RECORDS];
    size_t record_count;
    wm_buffer style; /* the bytes of witnessmark.sty */
    bool has_style;  /* the document reads one */
    wm_tex_files files;
    size_t named; /* files that the document itself names; they come first */
    wm_tex_text text;
    wm_tex_numbers numbers;
    wm_binding_folder folder[WM_BINDING_RECORDS];
    size_t folder_count;
    wm_binding_finding *finding; /* in the order of their places */
    size_t finding_count, finding_capacity;
    wm_binding_exception *exception;
    size_t exception_count, exception_capacity;
    size_t uses, agreeing;   /* bound numbers, and those that agree */
    size_t other_releases;   /* files that another release of `publish` made */
    wm_binding_value *value; /* in their order */
    size_t value_count;
} wm_binding;

/* Adds a record, whose model must outlive the binding. Errors: LIMIT, NOMEM, those of
 * wm_products_write. */
WM_MUST_CHECK wm_status wm_binding_add_record(wm_binding *binding, wm_model *model,
                                              const char *given, wm_error *err);

/* Reads the lines of exceptions: `FILE: TEXT: REASON`. Errors: SYNTAX (a line without a reason, or
 * of another form), NOMEM. */
WM_MUST_CHECK wm_status wm_binding_read_exceptions(wm_binding *binding, const char *path,
                                                   const char *data, size_t size, wm_error *err);

/* Reads a document, and compares it with the records. Errors: those of wm_tex_files_open and
 * wm_tex_reader_read. */
WM_MUST_CHECK wm_status wm_binding_check(wm_binding *binding, const char *document, wm_error *err);

/* How many findings count: notes and exceptions do not. */
size_t wm_binding_findings(const wm_binding *binding);

/* Whether a part of the document is outside of its folder or could not be read, or a file is of
 * another release. */
bool wm_binding_is_partial(const wm_binding *binding);

/* Frees the memory. */
void wm_binding_clear(wm_binding *binding);

/* ---- for the parts of the comparison ---- */

/* Adds a finding with words as printf would write them. The texts are copied and masked. */
wm_binding_finding *wm_binding_add(wm_binding *binding, wm_binding_kind kind, wm_tex_place place,
                                   const char *text, const char *format, ...) WM_PRINTF(5, 6);

/* A piece of the text as people read it: marks become characters. */
const char *wm_binding_piece(wm_binding *binding, size_t at, size_t end);

#endif
