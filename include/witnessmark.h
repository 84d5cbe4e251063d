/* The public interface of libwitnessmark.
 *
 * It builds records from numbers, audits records, reads them, and proves single claims. The format
 * is specified in docs/formats/record.md; `make install` puts that page beside this header, under
 * share/doc/witnessmark.
 *
 * Pointers: a pointer that may be NULL says so. NULL for any other one is WM_E_ARG. Every `err` may
 * be NULL.
 *
 * Texts: NUL-terminated UTF-8. The library escapes what JSON demands. A text that is not UTF-8 is
 * WM_E_CANON; the message names the field.
 *
 * Structs that can grow begin with `size`. The caller sets it to sizeof, best with the struct's
 * _INIT macro, so that a program and a library of different versions understand each other. If the
 * caller's struct is larger, the library demands zeros in the part that it does not know, and
 * fills that part of an output with zeros. A size below that of version 0.1.0, or above 65,536, is
 * WM_E_ARG. The library alone makes wm_checker, so it can grow too. All other structs stay as they
 * are.
 *
 * Threads: a graph, an environment or a record belongs to one thread at a time. There is no other
 * state. */
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
    X(WM_E_NOTFOUND, "not found")                                      \
    X(WM_E_OLDER, "an older format than this program reads")           \
    X(WM_E_UNFINISHED, "an unfinished record")                         \
    X(WM_E_INCOMPLETE, "a record without its priors")

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

/* ---- Checkers -------------------------------------------------------------------------------- */

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
const wm_checker *wm_checker_at(size_t index);

/* ---- Environments: the machine and the program behind numbers -------------------------------- */

/* An environment under construction: the producer, the device, and facts by name. Source: record.md
 * section 3, environment. */
typedef struct wm_environment wm_environment;

/* A new environment, or NULL when out of memory. Its backend is `none`, its device is empty. Each
 * fact that the format requires (compiler, compiler.flags, cpu.model, kernel, memory.bytes,
 * threads) is absent with the reason `not recorded`. Ownership: wm_environment_free. */
wm_environment *wm_environment_new(void);

/* Frees an environment; NULL is allowed. */
void wm_environment_free(wm_environment *environment);

/* Names the program that makes the record; every environment needs it. source_revision is empty
 * where it is not known. Errors: CANON, LIMIT (a text of more than 4,096 bytes), ARG, NOMEM. */
WM_MUST_CHECK wm_status wm_environment_producer(wm_environment *environment, const char *name,
                                                const char *version, const char *source_revision,
                                                wm_error *err);

/* Names the device that was measured. backend is `none`, `cpu` or `cuda`. Errors: CANON, LIMIT (a
 * name of more than 4,096 bytes), ARG (another backend), NOMEM. */
WM_MUST_CHECK wm_status wm_environment_device(wm_environment *environment, const char *backend,
                                              const char *device, wm_error *err);

/* Sets a fact to a text. name is 1 to 64 of [a-z0-9_.]; a fact of this name is replaced. Errors:
 * CANON, LIMIT (a text of more than 4,096 bytes), ARG (no such name), NOMEM. */
WM_MUST_CHECK wm_status wm_environment_text(wm_environment *environment, const char *name,
                                            const char *text, wm_error *err);

/* Sets a fact to a number, as wm_environment_text does. Errors: ARG (not finite, no such name),
 * NOMEM. */
WM_MUST_CHECK wm_status wm_environment_number(wm_environment *environment, const char *name,
                                              double number, wm_error *err);

/* Says that a fact is absent, and why. The reason is not empty. Errors: as wm_environment_text. */
WM_MUST_CHECK wm_status wm_environment_absent(wm_environment *environment, const char *name,
                                              const char *reason, wm_error *err);

/* Sets the facts of this machine: kernel, os, libc, machine.product, memory.huge_pages,
 * memory.bytes, cpu.model, cpu.microcode, cpu.smt, cpu.governor, cpu.online, cpu.allowed. What the
 * system does not tell is absent with that reason. compiler, compiler.flags and threads are those
 * of the calling program; it sets them itself. Units: memory.bytes in bytes. Errors: CANON (a fact
 * is not UTF-8), ARG, NOMEM. */
WM_MUST_CHECK wm_status wm_environment_here(wm_environment *environment, wm_error *err);

/* ---- Graphs: from observations to a root ----------------------------------------------------- */

/* A graph under construction. It takes observations, refuses what the format refuses, and derives
 * all the rest. */
typedef struct wm_graph wm_graph;

/* A new, empty graph, or NULL when out of memory. Ownership: wm_graph_free. */
wm_graph *wm_graph_new(void);

/* Frees a graph; NULL is allowed. */
void wm_graph_free(wm_graph *graph);

/* A node's line of evidence.jsonl. The text is the graph's, until the next call with the graph. */
typedef struct wm_line {
    const char *text;    /* canonical, with its newline */
    size_t size;         /* bytes, newline included */
    char id[WM_ID_SIZE]; /* what other nodes name it by */
} wm_line;

/* Adds an environment. The first node of a graph is one. The observations that follow name the
 * environment that was added last. line may be NULL. The environment stays the caller's. Errors:
 * ARG (no producer, the graph is sealed), INVALID (equal to an earlier one), LIMIT (a line of more
 * than 1,048,576 bytes), NOMEM. */
WM_MUST_CHECK wm_status wm_graph_environment(wm_graph *graph, const wm_environment *environment,
                                             wm_line *line, wm_error *err);

/* Adds the plan of a record of own numbers: it has a name and no items. The plan is the second node
 * of a graph. line may be NULL. Errors: CANON, LIMIT (a name of more than 4,096 bytes), ARG (no
 * environment yet, the graph is sealed), INVALID (a second plan), NOMEM. */
WM_MUST_CHECK wm_status wm_graph_own_plan(wm_graph *graph, const char *name, wm_line *line,
                                          wm_error *err);

/* Adds the plan of a record of own numbers that continues others. continues are the paths of their
 * evidence.jsonl, at most 8; their roots go into the plan, and the seal gets the same paths.
 * Errors: those of wm_graph_own_plan; OPEN, IO, INVALID (a path is not a sealed record's evidence),
 * LIMIT (more than 8). */
WM_MUST_CHECK wm_status wm_graph_continuing_plan(wm_graph *graph, const char *name,
                                                 const char *const *continues,
                                                 size_t continue_count, wm_line *line,
                                                 wm_error *err);

/* One observation of own numbers: named values that were measured together. */
typedef struct wm_own_numbers {
    size_t size;
    const char *series;       /* 1 to 64 of [a-z0-9_.] */
    const char *const *names; /* count names, each once: 1 to 64 of [a-z0-9_], not `reason` */
    const double *values;     /* count values; NaN: absent */
    size_t count;             /* 1 to 64 */
    const char *reason;       /* why values are absent; may be NULL where none is */
    const char *environment;  /* id of an environment of the graph; NULL: the one added last */
} wm_own_numbers;

#define WM_OWN_NUMBERS_INIT                                     \
    {                                                           \
        sizeof(wm_own_numbers), NULL, NULL, NULL, 0, NULL, NULL \
    }

/* Adds an observation to its series; the graph counts the index. line may be NULL. After a failure
 * the graph is as before. Errors: CANON (reason), ARG (a name or a count that is not allowed, a
 * value that is infinite, an absent one without a reason, no plan yet, the graph is sealed),
 * INVALID (the environment is none of the graph's), LIMIT (the series is full: the line of a
 * reduction over it would pass 1,048,576 bytes; a reason of more than 4,096 bytes), NOMEM. */
WM_MUST_CHECK wm_status wm_graph_numbers(wm_graph *graph, const wm_own_numbers *numbers,
                                         wm_line *line, wm_error *err);

/* Adds an observation of one value, which is finite. Errors: as wm_graph_numbers. */
WM_MUST_CHECK wm_status wm_graph_number(wm_graph *graph, const char *series, const char *name,
                                        double value, wm_line *line, wm_error *err);

/* Adds an observation that is JSON already, for programs that keep lines: first an environment,
 * then the plan, then the others in an order that edges allow. line may be NULL. After a failure
 * the graph is as before. Errors: SYNTAX (no JSON), CANON (a number that overflows), LIMIT (too
 * deep; a line of more than 1,048,576 bytes; a series that is full), INVALID (a rule of the format;
 * the message has its tag), ARG (the graph is sealed, or this is no observation), NOMEM. */
WM_MUST_CHECK wm_status wm_graph_add(wm_graph *graph, const char *json, size_t size, wm_line *line,
                                     wm_error *err);

/* A reduction over one field of the observations of a series. The functions are `median_of`,
 * `minimum_of`, `maximum_of`, `mean_of`, `standard_deviation_of`, and `relative_mad_of`. */
typedef struct wm_own_value {
    const char *series;
    const char *field;
    const char *function;
} wm_own_value;

/* A claim about own numbers. */
typedef struct wm_own_claim {
    size_t size;
    const char *name; /* `x.` and 1 to 64 of [a-z0-9_.] */
    const char *unit; /* 1 to 16 of [A-Za-z0-9/%]; `1` for a bare number */
    /* `si4`, `sci3`, `fixed0`, `fixed2`, `fixed4`, `signed2`, `percent3`. NULL: `si4` if the unit
     * takes an SI prefix (s, B/s, W), else a fixed format by the value's size, so that a unit with
     * a prefix (ms, GB/s) gets no second one. */
    const char *format;
    wm_own_value value;
    const wm_own_value *beside; /* shown with it; may be NULL where beside_count is 0 */
    size_t beside_count;        /* at most 16 */
} wm_own_claim;

#define WM_OWN_CLAIM_INIT                                                   \
    {                                                                       \
        sizeof(wm_own_claim), NULL, NULL, NULL, {NULL, NULL, NULL}, NULL, 0 \
    }

/* Asks for a claim about numbers that were added; it is made when the graph is sealed, in the order
 * of the calls. Errors: ARG (a name twice or of another form, a unit, format or function that is
 * not allowed, a series or field that is not there, the graph is sealed), NOMEM. */
WM_MUST_CHECK wm_status wm_graph_claim(wm_graph *graph, const wm_own_claim *claim, wm_error *err);

/* A file that the root names. */
typedef struct wm_graph_file {
    const char *path;
    char sha256[WM_ID_SIZE];
} wm_graph_file;

/* How a graph is sealed. The files are the record's checkers, normally those of this release. A
 * light record names them in its root, and does not have them. */
typedef struct wm_seal {
    size_t size;
    const wm_graph_file *files;
    size_t file_count;
    /* Paths of the evidence.jsonl of the records that the plan continues, in its order. Their roots
     * are those of the plan. The root names them as prior/1.jsonl and so on; the caller copies them
     * there. May be NULL where continue_count is 0. */
    const char *const *continues;
    size_t continue_count; /* at most 8 */
    wm_emit *emit;         /* takes the derived lines, one a call */
    void *context;         /* of emit; may be NULL */
} wm_seal;

#define WM_SEAL_INIT                                  \
    {                                                 \
        sizeof(wm_seal), NULL, 0, NULL, 0, NULL, NULL \
    }

/* Derives all reductions, the claims of the plan's expansion (null where an item failed), the
 * claims asked for, and the root. It emits them line by line; they belong behind the observations,
 * which are not emitted again. root receives the root's id, or an empty text after a failure.
 * Errors: INVALID (observations are missing, or continues is not what the plan continues; the
 * message has the tag and names what), OPEN, IO (a prior), ARG, NOMEM: nothing was emitted and the
 * graph is as before. What emit returns, or a later failure: the graph takes no more. */
WM_MUST_CHECK wm_status wm_graph_seal(wm_graph *graph, const wm_seal *seal, char root[WM_ID_SIZE],
                                      wm_error *err);

/* Seals a graph into a record: a folder with the evidence, the manifest and this release's
 * checkers. The folder gets its name when all of it is written. What is there already is never
 * replaced. continues is as in wm_seal; the files are copied. root receives the root's id. Errors:
 * those of wm_graph_seal; EXISTS, OPEN (the folder that path is in), LIMIT (the disk is too full),
 * IO. */
WM_MUST_CHECK wm_status wm_record_write(const char *path, wm_graph *graph,
                                        const char *const *continues, size_t continue_count,
                                        char root[WM_ID_SIZE], wm_error *err);

/* ---- Audit ----------------------------------------------------------------------------------- */

/* Bytes that can be read at any offset. read fills all of data (offset + size is at most
 * size_bytes) or returns IO. */
typedef struct wm_source {
    void *context; /* of read; may be NULL */
    uint64_t size_bytes;
    wm_status (*read)(void *context, uint64_t offset, void *data, size_t size);
} wm_source;

/* What an intact record says of a check that did not pass. */
typedef struct wm_finding {
    size_t size;
    const char *claim; /* the claim's name: LABEL.verified, LABEL.transcript; NULL: of no claim */
    const char *text;  /* what it is: FAIL, reject, repaired, n/a; of no claim: the whole finding */
    int is_of_fault;   /* 1: the plan injects a fault into this item; else 0 */
    int is_caught;     /* 1: the check rejected the output with this fault, as it must; else 0 */
} wm_finding;

#define WM_FINDING_INIT                      \
    {                                        \
        sizeof(wm_finding), NULL, NULL, 0, 0 \
    }

/* What an audit compares and tells. All members but size may be zero. */
typedef struct wm_audit_options {
    size_t size;
    /* A root held from elsewhere, or a prefix of it with at least 8 digits. */
    const char *root;
    /* Called for each finding of a valid record, in order. Its texts live until the call returns.
     */
    void (*finding)(void *context, const wm_finding *finding);
    /* Called about every 16 MiB, with bytes of evidence. */
    void (*progress)(void *context, uint64_t done, uint64_t size);
    void *context; /* of both */
} wm_audit_options;

#define WM_AUDIT_OPTIONS_INIT                            \
    {                                                    \
        sizeof(wm_audit_options), NULL, NULL, NULL, NULL \
    }

/* Whether the record's checkers are those of this release, of an earlier one, or of none. Of a
 * light record: those that it names. */
typedef enum wm_checker_state {
    WM_CHECKERS_NOT_CHECKED,
    WM_CHECKERS_OWN,
    WM_CHECKERS_DIFFER,
    WM_CHECKERS_EARLIER
} wm_checker_state;

/* What an audit found. */
typedef struct wm_audit_report {
    size_t size;
    char root[WM_ID_SIZE]; /* of a valid record; else empty */
    char format[64];       /* the root's, where it could be read */
    uint64_t nodes;
    uint64_t claims;
    uint64_t findings;
    uint64_t size_bytes; /* of evidence.jsonl */
    wm_checker_state checkers;
    struct {
        char file[256]; /* from the record's folder; empty if nothing was refused */
        uint64_t line;  /* from 1; 0 for a file without lines */
        char tag[16];
        char words[512];
    } failure;
    /* SHA-256 of code/verify.c and code/verify_graph.py, in hex, of a valid light record: it names
     * its checkers in place of having them. Else empty. */
    char named[2][WM_ID_SIZE];
} wm_audit_report;

#define WM_AUDIT_REPORT_INIT                                                                   \
    {                                                                                          \
        sizeof(wm_audit_report), "", "", 0, 0, 0, 0, WM_CHECKERS_NOT_CHECKED, {"", 0, "", ""}, \
        {                                                                                      \
            "", ""                                                                             \
        }                                                                                      \
    }

/* Audits a record: its folder, or an evidence.jsonl alone. options may be NULL. report is filled in
 * every case but ARG. Errors: INVALID, MISMATCH (valid, but not the root held), NEWER and OLDER
 * (another format), UNFINISHED (an interrupted run); report->failure says where and why of these
 * five; OPEN (also what is not a record), UNSUPPORTED (an archive or compressed), IO, ARG
 * (options->root is no prefix), LIMIT (more than 2^32 - 2 lines), NOMEM. */
WM_MUST_CHECK wm_status wm_audit_path(const char *path, const wm_audit_options *options,
                                      wm_audit_report *report, wm_error *err);

/* Audits an evidence.jsonl from any place. Errors: as wm_audit_path. Cost: linear; about 100 bytes
 * of memory a node. */
WM_MUST_CHECK wm_status wm_audit_source(const wm_source *source, const wm_audit_options *options,
                                        wm_audit_report *report, wm_error *err);

/* ---- Reading a record ------------------------------------------------------------------------ */

/* A valid record that is open for reading. All texts and arrays of its views are the record's, and
 * live until wm_record_close. Lines are counted from 1. */
typedef struct wm_record wm_record;

/* Audits a record and opens it: its folder, or an evidence.jsonl alone. options may be NULL; its
 * callbacks are called as by wm_audit_path. Errors: those of wm_audit_path, with place and words
 * of the refusal in err; IO (also if the evidence changed meanwhile). Ownership: wm_record_close.
 * Cost: reads the evidence three times; memory: 64 bytes a node, and the claims. */
WM_MUST_CHECK wm_status wm_record_open(const char *path, const wm_audit_options *options,
                                       wm_record **record, wm_error *err);

/* Closes a record; NULL is allowed. */
void wm_record_close(wm_record *record);

/* What the audit found: root, format, counts of nodes, claims and findings. NULL for NULL. The
 * record's. */
const wm_audit_report *wm_record_report(const wm_record *record);

/* Finding number index, below the report's count. Errors: ARG. */
WM_MUST_CHECK wm_status wm_record_finding(const wm_record *record, size_t index,
                                          wm_finding *finding, wm_error *err);

/* What a claim's value is. */
typedef enum wm_claim_kind { WM_CLAIM_NULL, WM_CLAIM_NUMBER, WM_CLAIM_WORD } wm_claim_kind;

/* A claim of a record. */
typedef struct wm_claim_view {
    size_t size;
    const char *name;
    wm_claim_kind kind;
    double number;          /* NUMBER, in `unit`; else NaN */
    const char *word;       /* WORD; else NULL */
    const char *unit;       /* `1` for a bare number, `class` for a word */
    const char *text;       /* as displayed */
    const char *class_word; /* performance or numerical class; NULL where it has none */
    double tolerance;       /* NaN where it has none */
    const char *reason;     /* why value, class or tolerance is null; NULL where none is */
    const char *format;     /* of a claim about own numbers; else NULL */
    const char *id;
    uint64_t line;
    const char *reduction; /* the id of the reduction that gives the value */
    uint64_t reduction_line;
} wm_claim_view;

#define WM_CLAIM_VIEW_INIT                                                                    \
    {                                                                                         \
        sizeof(wm_claim_view), NULL, WM_CLAIM_NULL, 0, NULL, NULL, NULL, NULL, 0, NULL, NULL, \
            NULL, 0, NULL, 0                                                                  \
    }

/* Claim number index of a record, below the report's count. Errors: ARG. */
WM_MUST_CHECK wm_status wm_record_claim_at(const wm_record *record, size_t index,
                                           wm_claim_view *claim, wm_error *err);

/* The claim with this name. Errors: NOTFOUND, ARG. */
WM_MUST_CHECK wm_status wm_record_claim_named(const wm_record *record, const char *name,
                                              wm_claim_view *claim, wm_error *err);

/* A reference from a node to an earlier one. */
typedef struct wm_node_edge {
    const char *field; /* `inputs`, `asserts`, `environment`, ... */
    uint64_t line;     /* of the node that it names */
} wm_node_edge;

/* Any node of a record. */
typedef struct wm_node_view {
    size_t size;
    const char *text; /* its line, with the newline and a NUL behind it */
    size_t text_size; /* bytes, newline included */
    const char *id;
    uint64_t line;
    const char *type; /* `observation`, `reduction`, `claim`, `root` */
    const char *kind; /* `environment`, `plan`, `external`, ... of an observation; else NULL */
    const wm_node_edge *edges; /* in the order of the line */
    size_t edge_count;
    const char *function; /* of a reduction; else NULL */
    const char *field;    /* of a reduction over a series; else NULL */
    const char *series;   /* of an external observation; else NULL */
    uint64_t index;       /* of an external observation in its series; else 0 */
} wm_node_view;

#define WM_NODE_VIEW_INIT                                                                \
    {                                                                                    \
        sizeof(wm_node_view), NULL, 0, NULL, 0, NULL, NULL, NULL, 0, NULL, NULL, NULL, 0 \
    }

/* The node on a line, from 1 to the report's count of nodes. Errors: ARG (no such line), IO (also
 * if the evidence changed), NOMEM. Cost: the record keeps each node that was asked for. */
WM_MUST_CHECK wm_status wm_record_node_at(wm_record *record, uint64_t line, wm_node_view *node,
                                          wm_error *err);

/* The node with this id of 64 digits. Errors: NOTFOUND, ARG (no id), and those of
 * wm_record_node_at. */
WM_MUST_CHECK wm_status wm_record_node_with_id(wm_record *record, const char *id,
                                               wm_node_view *node, wm_error *err);

/* A value of the external observation on a line, by its name; NaN where it is null. Errors:
 * NOTFOUND (no such value), ARG (no such line, or another kind of node), IO, NOMEM. */
WM_MUST_CHECK wm_status wm_record_value(wm_record *record, uint64_t line, const char *name,
                                        double *value, wm_error *err);

/* ---- Proofs that one claim is in a record ---------------------------------------------------- */

/* What a record says of an output. */
typedef enum wm_proof_output {
    WM_PROOF_NO_OUTPUT, /* there is none: a profile, an own number, a claim of the whole record */
    WM_PROOF_CORRECT,
    WM_PROOF_WRONG,
    WM_PROOF_NOT_JUDGED /* it could not run, could not be checked, or its check is not reliable */
} wm_proof_output;

/* Room for the text of a claim of an item, with its NUL. */
enum { WM_PROOF_TEXT_SIZE = 64 };

/* An item that the claim of a proof is about. A text is that of its claim, `n/a` for a null, and
 * empty where the item has no such claim. */
typedef struct wm_proof_item {
    char label[112];
    int output;    /* a wm_proof_output */
    char why[128]; /* the claim that decides: `verified is FAIL`; empty: the output is correct */
    char verified[WM_PROOF_TEXT_SIZE];
    char transcript[WM_PROOF_TEXT_SIZE];
    char errors[WM_PROOF_TEXT_SIZE]; /* under load, of an item with a point of operation */
    char rate[WM_PROOF_TEXT_SIZE];
    char rate_low[WM_PROOF_TEXT_SIZE]; /* the ends of its 95 % interval */
    char rate_high[WM_PROOF_TEXT_SIZE];
    char independence[WM_PROOF_TEXT_SIZE]; /* `correlated, ...`: the interval is too narrow */
    char performance_class[WM_PROOF_TEXT_SIZE];
    char numerical_class[WM_PROOF_TEXT_SIZE];
    uint64_t repeats;
    uint64_t failed;  /* how many repeats failed */
    uint64_t flagged; /* how many have a flag */
    char flags[192];  /* how many have each flag: `3 starved, 1 throttled`; may be empty */
    uint64_t unknown; /* that did not fail, and have nothing that a flag could be read from */
} wm_proof_item;

/* What a proof proves. */
typedef struct wm_proof {
    size_t size;
    char root[WM_ID_SIZE]; /* the record's */
    char name[144];        /* the claim's */
    char text[4200];       /* as displayed */
    uint64_t index;        /* among claim_count, from 0 */
    uint64_t claim_count;
    char low[WM_PROOF_TEXT_SIZE]; /* the ends of its interval; empty: it has none */
    char high[WM_PROOF_TEXT_SIZE];
    char class_word[WM_PROOF_TEXT_SIZE]; /* `n/a`: a null; empty: claims like it have no class */
    int output;                          /* a wm_proof_output: the worst of its items */
    uint64_t item_count;
    wm_proof_item item[2]; /* of a change: the item, and its base */
} wm_proof;

#define WM_PROOF_ITEM_EMPTY                                           \
    {                                                                 \
        "", 0, "", "", "", "", "", "", "", "", "", "", 0, 0, 0, "", 0 \
    }
#define WM_PROOF_INIT                                         \
    {                                                         \
        sizeof(wm_proof), "", "", "", 0, 0, "", "", "", 0, 0, \
        {                                                     \
            WM_PROOF_ITEM_EMPTY, WM_PROOF_ITEM_EMPTY          \
        }                                                     \
    }

/* Makes the proof for the claim with this name of a record (its folder or its evidence.jsonl) and
 * emits its lines at once. The record is not audited beyond what the proof needs. context may be
 * NULL. Source: record.md section 9. Errors: NOTFOUND (no such claim), INVALID (no root, one that
 * is not over these claims, or a line that the proof needs is not there), SYNTAX (a line is no
 * node), LIMIT (the proof or a line would be too long), OPEN, IO, ARG, NOMEM, and what emit
 * returns. */
WM_MUST_CHECK wm_status wm_proof_make(const char *path, const char *name, wm_emit *emit,
                                      void *context, wm_error *err);

/* Checks a proof. The caller compares proof->root with the one that they hold, and looks at
 * proof->output: a proof of a wrong output holds. After a failure all of proof but its size is
 * zero. Source: record.md section 9. Errors: INVALID (not of the form of a proof, or it lacks a
 * line), MISMATCH (the path does not lead to the root), OLDER, NEWER, ARG, NOMEM. Memory: that of
 * one line. */
WM_MUST_CHECK wm_status wm_proof_check(const char *text, size_t size, wm_proof *proof,
                                       wm_error *err);

/* ---- Checks of matrix products --------------------------------------------------------------- */

/* A matrix in memory. Strides count elements and are not negative. If row_stride and column_stride
 * are 0, the matrix is packed row by row, those of a batch follow each other, and batch_stride is
 * 0. Else batch_stride is the distance of two products' matrices; 0: all products have the same
 * one, which C must not. */
typedef struct wm_matrix {
    const void *data;
    int64_t row_stride;
    int64_t column_stride;
    int64_t batch_stride;
} wm_matrix;

/* A finished product C = alpha A B + beta C0 + bias. */
typedef struct wm_matrix_product {
    size_t size;
    const char *variant; /* of gemm: `fp16`, `f32`, ... (inputs.md section 4) */
    uint64_t m;          /* A is m x k, B k x n, C m x n; each at least 1 */
    uint64_t n;
    uint64_t k;
    uint64_t batch; /* products; 1 for one */
    wm_matrix a;
    wm_matrix b;
    wm_matrix c;
    wm_matrix c0;     /* m x n of C's type; not read where beta is 0 */
    const void *bias; /* n numbers of C's type, added to each row; may be NULL */
    double alpha;
    double beta;
    unsigned threads; /* 0: one for each processor that the process may use */
    int calibrate;    /* 1: compute every element too, in O(m n k) */
} wm_matrix_product;

#define WM_MATRIX_PRODUCT_INIT                                                         \
    {                                                                                  \
        sizeof(wm_matrix_product), NULL, 0, 0, 0, 1, {NULL, 0, 0, 0}, {NULL, 0, 0, 0}, \
            {NULL, 0, 0, 0}, {NULL, 0, 0, 0}, NULL, 1, 0, 0, 0                         \
    }

/* What a check says. */
typedef enum wm_product_answer {
    WM_PRODUCT_NOT_JUDGED, /* the reason says why */
    WM_PRODUCT_RIGHT,
    WM_PRODUCT_WRONG /* with the element, which was computed again */
} wm_product_answer;

/* The answer of a check. Numbers that do not apply are NaN. */
typedef struct wm_product_report {
    size_t size;
    int answer;       /* a wm_product_answer */
    char method[16];  /* `probes`, `integers` or `every element` */
    char reason[256]; /* why it is not judged; empty: it is */
    /* Of several products: the one that the answer is about. If all are right, the one that the
     * check says least of; its numbers are here, with the counts of all. */
    uint64_t batch_index;
    uint64_t row; /* of the wrong element */
    uint64_t column;
    double found;            /* its value in C */
    double recomputed;       /* its exact value */
    double allowed;          /* how far a correct sum may be off, before its last rounding */
    double rounding;         /* G: the squared residuals, relative to those of C's rounding */
    double careful_rounding; /* with calibrate: the G of a careful product of these data */
    double sees;       /* the least change of an element that is seen, in rms of its row: median */
    double missed;     /* integers that are not rounded: most probability to miss a wrong product */
    uint64_t cells;    /* pairs of a row and a probe */
    uint64_t blind;    /* cells that hide a change of an element by the rms of their elements */
    uint64_t suspects; /* cells whose elements were computed again */
    uint64_t not_nearest;  /* of method `every element`: those that are not the nearest number */
    char seed[WM_ID_SIZE]; /* of the probes, from the bytes of A, B and C */
} wm_product_report;

#define WM_PRODUCT_REPORT_INIT                                                             \
    {                                                                                      \
        sizeof(wm_product_report), 0, "", "", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "" \
    }

/* Checks a product. The types are those of the variant (inputs.md section 4): A and B have the
 * operand's format, C the output's, little-endian as the machine is. The matrices are only read.
 * They may overlap, except that C0 must not begin where C does. The answer is in the report; a
 * wrong product is WM_OK. docs/verify.md says what each answer rests on, and what is not seen.
 * Source: ours; R. Freivalds, "Probabilistic machines can use less running time", IFIP 1977. Cost:
 * O(m n + m k + k n), each matrix is read twice; more where elements are computed again, or where
 * all are integers. Memory: O(m + n + k). Threads: joined before it returns. Errors: ARG (no such
 * variant, a size of 0, a negative stride, C0 is C, one C for a batch, data NULL, alpha 0, a factor
 * that is not finite), UNSUPPORTED (alpha, beta or a bias with int8; a size of 2^31 or more; k
 * above 131,071 with int8), NOMEM. */
WM_MUST_CHECK wm_status wm_product_check(const wm_matrix_product *product,
                                         wm_product_report *report, wm_error *err);

#ifdef __cplusplus
}
#endif

#endif
