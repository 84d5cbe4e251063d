/* What an audit knows of earlier lines: nodes by id, items, series.
 *
 * Each node has one entry of 72 bytes, found through a table of ids. Lines are not kept. When an
 * audit needs an observation again, it reads the line again from the source. The values of recent
 * external observations are kept. */
#ifndef WM_RECORD_AUDIT_STATE_H
#define WM_RECORD_AUDIT_STATE_H

#include "record/audit/digest_set.h"
#include "record/audit/prior.h"
#include "record/laws/profile_summary.h"
#include "record/laws/rule.h"
#include "record/laws/subject.h"
#include "record/laws/timeline.h"
#include "record/nodes/kind_stage.h"
#include "standards/merkle.h"

#define WM_AUDIT_STATE_NONE WM_DIGEST_SET_NONE /* no entry, no item, no series */

enum {
    /* capacity for the stages of an item; a valid transcript has 3 to 7 */
    WM_AUDIT_STATE_STAGES = 8,
    WM_AUDIT_STATE_REPEATS = 1024, /* capacity for the repeats of an item */
    WM_AUDIT_STATE_RECENT =
        16384, /* external observations whose values are kept; one line can name as many */
    WM_AUDIT_STATE_SHAPES = 64 /* latest lists of field names in which one is sought */
};

/* A node on an earlier line. */
typedef struct wm_entry {
    uint8_t id[WM_SHA256_SIZE];
    uint64_t offset; /* of the line in the source */
    uint32_t size;   /* of the line, newline included */
    uint32_t line;   /* from 1 */
    /* the item; of a link the prior's item; of a reduction over a series the series; or NONE */
    uint32_t owner;
    /* environment: its number; workload, profile: repeat; stage, stress, external:
     * index; reduction of a series: index of its result; of a link or a prior: the prior, from 0 */
    uint32_t part;
    uint16_t class;
    uint8_t function;
    uint8_t subject; /* of a reduction: a wm_subject_kind; owner and part say which */
    bool is_used;    /* another node names it */
} wm_entry;

/* One stage of a transcript. */
typedef struct wm_observed_stage {
    wm_stage_name name;
    uint32_t entry;
    uint32_t repeat;                       /* acquire: of the product */
    uint8_t output_digest[WM_SHA256_SIZE]; /* all but decide */
    wm_observed_residual residual;         /* witness */
    uint8_t residual_hash[WM_SHA256_SIZE]; /* witness */
    char element[WM_OBSERVED_ELEMENT];     /* witness: what it found wrong, or `none` */
} wm_observed_stage;

/* The observations of one class that an item has so far. observed.count has their number. */
typedef struct wm_observed_series {
    void *each;        /* structs of the class; the latencies of profiles are owned */
    uint32_t *entries; /* of each */
    size_t capacity, entry_capacity;
} wm_observed_series;

/* The observations of one plan item so far. */
typedef struct wm_audit_state_item {
    wm_item item;
    char label[WM_PLAN_LABEL_SIZE];
    uint32_t environment_entry;               /* named by its first observation, or NONE */
    wm_observed_item observed;                /* its pointers lead to the series below */
    wm_observed_series series[WM_PROCEDURES]; /* what each procedure made */
    wm_profile_summary *summary;              /* owned */
    wm_observed_calibration *calibration;
    uint32_t calibration_entry;
    uint32_t last_line;             /* line of its last observation; 0: none yet */
    bool is_reduced;                /* some reduction names it */
    bool is_judged;                 /* its transcript was reduced */
    bool is_caught;                 /* a claim says that its planned fault was caught */
    uint32_t revisited;             /* prior of its last revisit, from 1; 0: none yet */
    uint8_t method[WM_SHA256_SIZE]; /* hash of repeat 0's method */
    unsigned stage_count;
    wm_observed_stage stages[WM_AUDIT_STATE_STAGES];
} wm_audit_state_item;

/* A series of external observations, as far as it was read. */
typedef struct wm_series {
    /* the first member, because the set of names needs it first */
    uint8_t name_hash[WM_SHA256_SIZE];
    char name[65];
    bool is_reduced;
    bool is_wanted; /* a claim of the graph under construction names it */
    uint32_t count;
    uint32_t first; /* entry of index 0 */
} wm_series;

/* The field names of external observations, in order, by their hashes: a name may have any
 * length. */
typedef struct wm_value_shape {
    uint8_t all[WM_SHA256_SIZE]; /* of the names, each with a NUL */
    unsigned count;
    uint8_t (*names)[WM_SHA256_SIZE]; /* owned, count of them */
} wm_value_shape;

/* The values of a recent external observation; NaN: null. */
typedef struct wm_recent {
    uint32_t entry; /* its index and 1; 0: nothing is kept, so that unused pages stay untouched */
    uint64_t shape; /* its number */
    double value[WM_TABLES_VALUES];
} wm_recent;

/* The covariates of an ok repeat or segment. */
typedef struct wm_finding_copy {
    uint8_t hash[WM_SHA256_SIZE]; /* the first member: the set of them needs it first */
    uint32_t item, number;
    bool is_segment;
} wm_finding_copy;

/* The findings so far that are not about claims. Both texts are lines with a NUL each. */
typedef struct wm_finding_list {
    wm_finding_copy *seen; /* without those that are like an earlier one */
    size_t seen_capacity;
    wm_digest_set set; /* of their hashes */
    wm_buffer copies, rates, digests;
    uint64_t copy_count, rate_count, digest_count;
    uint64_t *starts; /* of timed observations, in order of lines */
    size_t start_count, start_capacity;
} wm_finding_list;

/* What later lines need of an environment. */
typedef struct wm_kept_environment {
    double clock_limit; /* Hz */
    bool is_host;       /* its device computes on threads of the producer's process */
    bool is_gpu;        /* another process can compute on its device without a trace in /proc */
    bool has_device;    /* false: its device is equal to none */
    uint8_t device[WM_SHA256_SIZE];
} wm_kept_environment;

/* The part of the record that an audit has reached. */
typedef enum wm_phase {
    WM_PHASE_ENVIRONMENT, /* line 1 */
    WM_PHASE_PLAN,        /* line 2 */
    WM_PHASE_BODY,
    WM_PHASE_CLAIMS,
    WM_PHASE_END
} wm_phase;

typedef struct wm_audit_state {
    wm_refusal refusal;
    wm_status status; /* the first error: NOMEM or IO */
    wm_source source; /* used to read lines again */
    wm_phase phase;
    uint64_t line;  /* of the current line, from 1 */
    uint32_t named; /* the environment that the current line names, or NONE */
    wm_json *json;  /* of the current line */
    wm_json *again; /* of a line that is read again */
    wm_buffer again_text;

    wm_entry *entries;
    uint32_t entry_count;
    size_t entry_capacity;
    wm_digest_set ids;

    wm_kept_environment *environments;
    uint32_t environment_count;
    size_t environment_capacity;

    wm_plan plan;
    uint32_t plan_entry;
    uint8_t continues[WM_TABLES_CONTINUES][WM_SHA256_SIZE];
    uint32_t continue_count;
    uint8_t run[WM_SHA256_SIZE]; /* of the plan */
    wm_audit_state_item *items;  /* plan.item_count of them */
    wm_timeline timeline;

    const char *prior;             /* its path, if a prior is judged; NULL: the record itself */
    char format[64];               /* of the root, or of a prior of another format; or empty */
    const wm_prior_access *access; /* NULL: the priors are absent */
    wm_prior *priors;              /* continue_count of them; NULL: none was judged */
    wm_link_side *here;            /* of each item, once the links were made */
    bool is_complete; /* a link or change was reduced: all observations of items are there */
    size_t linked_count;
    wm_subject_prior linked[WM_TABLES_CONTINUES];

    wm_series *series;
    uint32_t series_count;
    size_t series_capacity;
    wm_digest_set series_names;
    uint32_t last_series;
    wm_recent *recent; /* WM_AUDIT_STATE_RECENT elements; index: entry modulo that */
    /* As many; index: number modulo that. An observation adds one at most, so that of a kept
     * observation is there. */
    wm_value_shape *shapes;
    uint64_t shape_count;
    uint64_t last_shape;  /* number of the latest observation's */
    wm_buffer shape_text; /* its names, each with a NUL */

    wm_result *results; /* of reductions over series */
    uint32_t result_count;
    size_t result_capacity;
    double *values; /* of the series being reduced */
    size_t value_capacity;
    wm_buffer inputs; /* text of the latest inputs that were a whole series, */
    /* and the series; reductions over one series often follow each other */
    uint32_t *input_entries;
    size_t input_capacity;
    uint32_t input_count;

    wm_expansion expansion;  /* the claims of the plan that are still expected */
    bool has_own_claim;      /* a claim `x.` was read */
    wm_digest_set own_names; /* of x. claims, and of links without their priors */
    uint8_t (*own_name_hashes)[WM_SHA256_SIZE];
    size_t own_name_capacity;
    wm_merkle claims;
    /* name NUL text NUL, repeated; a finding that is about no claim has an empty name */
    wm_buffer findings;
    wm_finding_list finding;              /* those about repeats */
    uint64_t finding_count, caught_count; /* of these, planned faults that were caught */

    uint8_t root[WM_SHA256_SIZE]; /* set when the root was read */
    /* hashes of the root's files, in the order of wm_kind_root_path */
    uint8_t files[2 + WM_TABLES_CONTINUES][WM_SHA256_SIZE];
    uint8_t checkers[2][WM_SHA256_SIZE]; /* hashes that a light record names */
} wm_audit_state;

/* Begins an audit without lines. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_audit_state_init(wm_audit_state *state);

/* Frees all memory. */
void wm_audit_state_clear(wm_audit_state *state);

/* Whether the audit can continue: no refusal and no error. */
bool wm_audit_state_is_well(const wm_audit_state *state);

/* Stores the first error; returns false, for the caller to return. */
bool wm_audit_state_fail(wm_audit_state *state, wm_status status);

/* Refuses because of a rule, in words as of printf. False; true where the rule is switched off. */
#define WM_REFUSE(state, rule, ...) (!wm_refusal_make(&(state)->refusal, rule, __VA_ARGS__))

/* Demands a condition. Where it does not hold, as above; the words are made then only. */
#define WM_DEMAND(state, rule, holds, ...) ((holds) || WM_REFUSE(state, rule, __VA_ARGS__))

/* Grows an array as wm_array_grow does; `array` is the address of its pointer. False, with the
 * error stored, when out of memory. */
bool wm_audit_state_grow(wm_audit_state *state, void *array, size_t *capacity, size_t needed,
                         size_t element);

/* Makes room for count numbers in state->values. False, with the error stored, when out of
 * memory. */
bool wm_audit_state_make_values(wm_audit_state *state, size_t count);

/* The entry with this id, or WM_AUDIT_STATE_NONE. */
uint32_t wm_audit_state_find(const wm_audit_state *state, const uint8_t id[WM_SHA256_SIZE]);

/* Adds an entry, which becomes the last one. False, with the error stored, when out of memory. */
bool wm_audit_state_add(wm_audit_state *state, const wm_entry *entry);

/* Resolves an edge: sets edge->entry to the node, which must be of one of the classes. NONE if
 * there is none and the rule is switched off. Rules: edge.known, edge.type. False if something was
 * refused. */
bool wm_audit_state_edge(wm_audit_state *state, const char *field, wm_edge *edge, unsigned classes);

/* Resolves an id that is an element of an array. Otherwise as above. */
bool wm_audit_state_edge_to(wm_audit_state *state, const char *field, const wm_json_value *value,
                            unsigned classes, uint32_t *entry);

/* The highest clock that the device of an environment can have, for flags; by entry, or NONE. */
double wm_audit_state_clock_limit(const wm_audit_state *state, uint32_t environment);

/* Whether the device of an environment computes on the host's threads; by entry, or NONE. */
bool wm_audit_state_is_host(const wm_audit_state *state, uint32_t environment);

/* Whether the device of an environment is a GPU; by entry, or NONE. */
bool wm_audit_state_is_gpu(const wm_audit_state *state, uint32_t environment);

/* What links need of an item. */
wm_link_side wm_audit_state_side(const wm_audit_state *state, const wm_audit_state_item *item);

/* The value of a function for the subject of a step. */
wm_result wm_audit_state_reduce(const wm_audit_state *state, const wm_step *step,
                                wm_function function);

/* Adds an observation of `size` bytes to the series of its item and procedure, and its entry.
 * False, with the error stored, when out of memory. */
bool wm_audit_state_observe(wm_audit_state *state, wm_audit_state_item *item,
                            wm_procedure_name procedure, const void *observation, size_t size,
                            wm_entry *entry);

/* Demands that a procedure made all observations of an item. Rules: workload.complete,
 * point.complete, profile.complete. False if it was refused. */
bool wm_audit_state_is_whole(wm_audit_state *state, const wm_audit_state_item *item,
                             wm_procedure_name procedure);

/* Demands that no reduction of the item is on an earlier line. Rule: order.reduced. False if it was
 * refused. */
bool wm_audit_state_not_reduced(wm_audit_state *state, const wm_audit_state_item *item);

/* Refuses an item because something is missing, at the line of its last observation. Returns as
 * wm_refusal_make. */
bool wm_audit_state_refuse_item(wm_audit_state *state, const wm_audit_state_item *item,
                                wm_rule rule, const char *format, ...) WM_PRINTF(4, 5);

/* The label of item number `owner`; "no item" for NONE. */
const char *wm_audit_state_label(const wm_audit_state *state, uint32_t owner);

/* Reads and parses the line of an entry again. The tree is valid until the next call. NULL, with
 * the error stored, on failure. */
const wm_json_value *wm_audit_state_read_again(wm_audit_state *state, uint32_t entry);

/* Whether a record that continues others is judged without its priors. */
bool wm_audit_state_lacks_priors(const wm_audit_state *state);

#endif
