/* The public interface of libwitnessmark: statuses and errors here, graphs, audit and proofs
 * below. */
#ifndef WITNESSMARK_H
#define WITNESSMARK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WM_VERSION "0.1.0"

#if defined(__GNUC__)
#define WM_MUST_CHECK __attribute__((warn_unused_result))
#define WM_PRINTF(format_index, first) __attribute__((format(printf, format_index, first)))
#else
#define WM_MUST_CHECK
#define WM_PRINTF(format_index, first)
#endif

/* Every status with its text. The numbers are part of the interface: new ones go at the end. */
#define WM_STATUS_LIST(X)                                              \
    X(WM_OK, "ok")                                                     \
    X(WM_E_ARG, "the caller passed a wrong argument")                  \
    X(WM_E_NOMEM, "out of memory")                                     \
    X(WM_E_OPEN, "cannot open")                                        \
    X(WM_E_IO, "reading or writing failed")                            \
    X(WM_E_SYNTAX, "not well-formed")                                  \
    X(WM_E_CANON, "not in canonical form")                             \
    X(WM_E_INVALID, "breaks a rule of the format")                     \
    X(WM_E_MISMATCH, "does not agree with what it is checked against") \
    X(WM_E_LIMIT, "a limit was exceeded")                              \
    X(WM_E_NEWER, "a newer format than this program knows")            \
    X(WM_E_UNSUPPORTED, "not supported here")                          \
    X(WM_E_DEVICE, "the device failed")                                \
    X(WM_E_INTERRUPTED, "interrupted")                                 \
    X(WM_E_EXISTS, "exists already")                                   \
    X(WM_E_NOTFOUND, "not found")

/* What a function that can fail returns. */
typedef enum wm_status {
#define WM_STATUS_ENUM(code, text) code,
    WM_STATUS_LIST(WM_STATUS_ENUM)
#undef WM_STATUS_ENUM
        WM_STATUS_COUNT
} wm_status;

/* What went wrong, for a human: set on failure only, where a function takes one (it may be
 * NULL). */
typedef struct wm_error {
    wm_status code;
    char place[128];   /* where: a file and line, a field, a device; may be empty */
    char message[384]; /* one line, control characters masked */
} wm_error;

/* The status's text: a constant, never NULL, also for a number that is no status. */
const char *wm_status_text(wm_status status);

/* The library's version, as in WM_VERSION. */
const char *wm_version(void);

/* ---- Evidence: docs/formats/record.md
 * -------------------------------------------------------------------------------- */

/* Room for an id, 64 lower-case hex digits, with its NUL. */
enum { WM_ID_SIZE = 65 };

/* Takes bytes as they are made; anything but WM_OK stops the maker, which returns it. */
typedef wm_status wm_emit(void *context, const char *data, size_t size);

/* A file that ships in every record: a checker. */
typedef struct wm_checker {
    const char *path; /* in the record, `code/verify.c` */
    const unsigned char *data;
    size_t size_bytes;
    char sha256[WM_ID_SIZE];
} wm_checker;

/* Checker number index of this release, in the order of their paths; NULL past the last. */
const wm_checker *wm_checkers_get(size_t index);

/* ---- Graphs: from observations to a root
 * ----------------------------------------------------------------------------- */

/* A graph under construction. It takes observations, refuses what the format refuses, and derives
 * all the rest. */
typedef struct wm_graph wm_graph;

/* A new, empty graph, or NULL when out of memory. */
wm_graph *wm_graph_new(void);

/* Gives a graph back; NULL is nothing. */
void wm_graph_free(wm_graph *graph);

/* A node as it stands in evidence.jsonl. The text is the graph's, until the next call with the
 * graph. */
typedef struct wm_line {
    const char *text;    /* canonical, with its newline */
    size_t size;         /* bytes, newline included */
    char id[WM_ID_SIZE]; /* what other nodes name it by */
} wm_line;

/* Adds one observation, any JSON text of it: first an environment, then the plan, then the others
 * in an order that edges allow. After a failure the graph is as before. line may be NULL. Errors:
 * SYNTAX, LIMIT (no JSON, too deep, too long), CANON (a number that overflows), INVALID (a rule of
 * the format; the message has its tag), ARG (the graph is sealed, or this is no observation),
 * NOMEM. */
WM_MUST_CHECK wm_status wm_graph_add(wm_graph *graph, const char *json, size_t size, wm_line *line,
                                     wm_error *err);

/* A reduction over one field of the external observations of a series. The functions are
 * `median_of`, `minimum_of`, `maximum_of`, `mean_of`, `standard_deviation_of`, and
 * `relative_mad_of`. */
typedef struct wm_own_value {
    const char *series;
    const char *field;
    const char *function;
} wm_own_value;

/* A claim about numbers from elsewhere. */
typedef struct wm_own_claim {
    const char *name;   /* with its `x.` */
    const char *unit;   /* 1 to 16 of [A-Za-z0-9/%]; `1` for a bare number */
    const char *format; /* `si4`, `sci3`, `fixed0`, `fixed2`, `signed2`, `percent3` */
    wm_own_value value;
    const wm_own_value *beside; /* shown with it; may be NULL */
    size_t beside_count;        /* at most 16 */
} wm_own_claim;

/* Asks for a claim about numbers that were added as external observations; it is made when the
 * graph is sealed, in the order of the calls. Errors: ARG (a name twice, an unknown function or
 * format, a series or field that is not there), NOMEM. */
WM_MUST_CHECK wm_status wm_graph_claim(wm_graph *graph, const wm_own_claim *claim, wm_error *err);

/* A file that the root names. */
typedef struct wm_graph_file {
    const char *path;
    char sha256[WM_ID_SIZE];
} wm_graph_file;

/* How a graph is sealed. The files are the record's checkers, normally those of this release. */
typedef struct wm_seal {
    const wm_graph_file *files;
    size_t file_count;
    const char *continues; /* the id of the root that this record extends, or NULL */
    wm_emit *emit;         /* takes the derived lines, one a call */
    void *context;
} wm_seal;

/* Derives all reductions, the claims of the plan's expansion (null where an item failed), the
 * claims asked for, and the root, and emits them line by line behind the observations, which are
 * not emitted again. root receives the root's id. After it the graph takes no more. Errors: INVALID
 * (observations are missing; the message has the tag and names what), ARG, NOMEM, and what emit
 * returns. */
WM_MUST_CHECK wm_status wm_graph_seal(wm_graph *graph, const wm_seal *seal, char root[WM_ID_SIZE],
                                      wm_error *err);

/* Seals a graph into a record: a folder with the evidence, the manifest and this release's
 * checkers. Nothing stands at path until all of it is written; what is there already is never
 * replaced. continues as in wm_seal; root receives the root's id. Errors: those of wm_graph_seal;
 * EXISTS, OPEN (the folder that path is in), LIMIT (the disk is too full), IO. */
WM_MUST_CHECK wm_status wm_record_write(const char *path, wm_graph *graph, const char *continues,
                                        char root[WM_ID_SIZE], wm_error *err);

/* ---- Audit ----------------------------------------------------------------------------------- */

/* Bytes that can be read at any offset. read fills all of data (offset + size is at most
 * size_bytes) or returns IO. */
typedef struct wm_source {
    void *context;
    uint64_t size_bytes;
    wm_status (*read)(void *context, uint64_t offset, void *data, size_t size);
} wm_source;

/* What an intact record says of a check that did not pass. */
typedef struct wm_finding {
    const char *claim; /* the claim's name: LABEL.verified, LABEL.transcript */
    const char *text;  /* what it is: FAIL, reject, repaired, n/a */
} wm_finding;

/* All fields may be zero. */
typedef struct wm_audit_options {
    /* A root held from elsewhere, or a prefix of it with at least 8 digits. */
    const char *root;
    /* Called for each finding of a valid record, in order. */
    void (*finding)(void *context, const wm_finding *finding);
    /* Called about every 16 MiB, with bytes of evidence. */
    void (*progress)(void *context, uint64_t done, uint64_t size);
    void *context;
} wm_audit_options;

/* Whether the record's checkers are those of this release. */
typedef enum wm_checkers { WM_CHECKERS_NOT_SEEN, WM_CHECKERS_OWN, WM_CHECKERS_DIFFER } wm_checkers;

/* What an audit found. */
typedef struct wm_audit_report {
    char root[WM_ID_SIZE]; /* of a valid record; else empty */
    char format[64];       /* the root's, where it could be read */
    uint64_t nodes;
    uint64_t claims;
    uint64_t findings;
    uint64_t size_bytes; /* of evidence.jsonl */
    wm_checkers checkers;
    struct {
        char file[256]; /* from the record's folder; empty if nothing was refused */
        uint64_t line;  /* from 1; 0 for a file without lines */
        char tag[16];
        char words[512];
    } failure;
} wm_audit_report;

/* Audits a record: its folder, or an evidence.jsonl alone. report is filled in every case.
 * Errors: INVALID, MISMATCH (valid, but not the root held), NEWER (report->failure says where and
 * why of these three), OPEN, IO, ARG (options->root is no prefix), LIMIT (more than 2^32 - 2
 * lines), NOMEM. */
WM_MUST_CHECK wm_status wm_audit_path(const char *path, const wm_audit_options *options,
                                      wm_audit_report *report, wm_error *err);

/* Audits an evidence.jsonl from any place. Errors: as wm_audit_path. Cost: linear; about 100 bytes
 * of memory a node. */
WM_MUST_CHECK wm_status wm_audit_source(const wm_source *source, const wm_audit_options *options,
                                        wm_audit_report *report, wm_error *err);

/* ---- Proofs that one claim is in a record
 * ---------------------------------------------------------------------------- */

/* What a proof proves. */
typedef struct wm_proof {
    char root[WM_ID_SIZE]; /* the record's */
    char name[96];         /* the claim's */
    char text[4200];       /* as displayed */
    uint64_t index;        /* among claim_count, from 0 */
    uint64_t claim_count;
} wm_proof;

/* Makes the proof for the claim with this name of a record (its folder or its evidence.jsonl) and
 * emits its three lines. The record is not audited beyond what the proof needs. Source: record.md
 * section 9. Errors: NOTFOUND (no such claim), INVALID (no root, or one that is not over these
 * claims), OPEN, IO, NOMEM, and what emit returns. */
WM_MUST_CHECK wm_status wm_proof_make(const char *path, const char *name, wm_emit *emit,
                                      void *context, wm_error *err);

/* Checks a proof. The caller compares proof->root with the one that they hold.
 * Errors: INVALID (not of the form of a proof), MISMATCH (the path does not lead to the root),
 * NEWER, NOMEM. */
WM_MUST_CHECK wm_status wm_proof_check(const char *text, size_t size, wm_proof *proof,
                                       wm_error *err);

#ifdef __cplusplus
}
#endif

#endif
