/* A plan item on a device: its operands, filled from their seeds, and its operation ready to run.
 *
 * Each workload has a wm_workload_kind; WM_WORKLOAD_LIST lists them all. Code above this layer asks
 * a kind, or a trait of the item's variant. */
#ifndef WM_WORKLOAD_WORKLOAD_H
#define WM_WORKLOAD_WORKLOAD_H

#include "verify/check.h"
#include "verify/expected.h"
#include "verify/opened.h"

/* The kinds, in the order of workloads.tsv, whose last rows have no output and no kind. Each is
 * wm_NAME_kind, in a file of src/workload; kinds that share most of their code share the file. */
#define WM_WORKLOAD_LIST(X) \
    X(gemm)                 \
    X(triad)                \
    X(copy)                 \
    X(attention)            \
    X(reduce)               \
    X(scatter_add)          \
    X(index_add)            \
    X(random_access)

/* How an operand's elements are drawn. */
typedef enum { WM_DRAW_NORMAL, WM_DRAW_INT8, WM_DRAW_INDEX, WM_DRAW_INTEGERS } wm_draw;

/* The layout of one operand in memory. */
typedef struct wm_operand {
    wm_draw draw;
    wm_format format;
    double count;   /* elements; may exceed any memory */
    uint64_t bound; /* of an index; of integers the largest */
    size_t stride;  /* elements of memory from one to the next; 1, or more for an index */
} wm_operand;

/* The speed of a machine with two cores, and of a GPU, at a workload. It relates workloads that are
 * not measured yet to measured ones; no number of a record uses it. Items with the same pointer
 * share one speed of the device. */
typedef struct wm_workload_cost {
    double rate;     /* in the workload's unit */
    double rate_gpu; /* of an H200 */
    bool is_latency; /* about the same on every device of a kind */
} wm_workload_cost;

/* How a GPU's library finds its fastest method before the first run. It decides what a warm-up
 * costs; no number of a record uses it. */
typedef enum wm_search {
    WM_SEARCH_NONE,
    WM_SEARCH_PRODUCT,  /* backend/cuda/cuda_tune.h */
    WM_SEARCH_ATTENTION /* backend/cuda/cuda_attention.c */
} wm_search;

/* Bits for the built-in plans that a row belongs to. */
enum {
    WM_PLAN_QUICK = 1,
    WM_PLAN_DEFAULT = 2,
    WM_PLAN_PAPER = 4,
    WM_PLAN_DEFAULT_GPU = 8,
    WM_PLAN_PAPER_GPU = 16,
    WM_PLAN_SIGNATURE = 32,
    WM_PLAN_SIGNATURE_GPU = 64,
    WM_PLAN_STRESS = 128,
    WM_PLAN_STRESS_GPU = 256,
    WM_PLAN_CURVE = 512,
    WM_PLAN_CURVE_GPU = 1024,
    WM_PLAN_DRIFT = 2048,
    WM_PLAN_DRIFT_GPU = 4096
};

/* An item of built-in plans. */
typedef struct wm_workload_row {
    unsigned plans; /* 0: the end of the rows */
    const char *variant;
    uint64_t dimension[WM_TABLES_DIMENSIONS];
} wm_workload_row;

/* An item with a fault in the middle of its output, which the checks should find. */
typedef struct wm_workload_demonstration {
    wm_workload_row row;
    wm_fault_kind fault;
    bool in_repeats; /* true: the fault is in every repeat; false: in the transcript */
} wm_workload_demonstration;

/* An item of built-in plans that is judged at the tolerance of another variant too. */
typedef struct wm_workload_judgement {
    wm_workload_row row;
    const char *tolerance_of;
} wm_workload_judgement;

/* One workload. The comments say what a null function means. */
typedef struct wm_workload_kind {
    const char *name; /* in workloads.tsv */

    /* Changes the count of operand number `index`, and its draw, format and bound, if they differ
     * from the default: dimension 0, and those of the variant's operand format. Null: they do not.
     * Source: docs/formats/inputs.md section 4. */
    void (*operand)(const wm_item *item, unsigned index, wm_operand *operand);
    /* Describes the operation on these buffers. The caller sets the job's `output`. */
    void (*job)(const wm_item *item, wm_device_buffer *const operand[WM_TABLES_OPERANDS],
                wm_device_buffer *output, wm_job *job);
    /* Changes the operation to its more careful form, for a repair; null: there is no other form.
     * Source: docs/formats/record.md section 3, repair. */
    void (*make_careful)(wm_job *job);
    /* Changes the operation to one that every device has, where that gives the same output, bit for
     * bit; false: there is none. Null: there is none. */
    bool (*make_plain)(const wm_item *item, wm_job *job);

    /* Checks the output under challenges from the context. Source: docs/formats/inputs.md sections
     * 6 and 7. */
    wm_status (*check)(const wm_check *check, const wm_buffer *context,
                       wm_observed_residual *residual);
    /* The residuals under probes 1 to 64; null: no variant has the trait CALIBRATION. */
    wm_status (*calibrate)(const wm_check *check, const uint8_t digest[WM_SHA256_SIZE],
                           wm_observed_calibration *calibration);
    /* Device memory of the check, bytes; null: almost none. */
    double (*check_bytes)(const wm_item *item);
    /* How much two residuals of one output may differ because of the order of sums, absolute; null:
     * the check has no sum that rounds. */
    double (*slack)(const wm_item *item, double reference_max);
    /* The same for a row statistic; null: no variant has the trait ROWS. */
    double (*row_slack)(const wm_item *item, double row_statistic);

    /* Recomputes opened chunks from the seeds. Source: docs/formats/inputs.md section 8. */
    const wm_opened_kind *opened;
    /* The range of residuals that recomputed elements give; null: unknown. */
    wm_expected (*expect)(const wm_opened *opened, const wm_recompute_result *seen);

    /* Refuses an item that the device contract cannot represent; null: none. Errors: INVALID (err's
     * place is the field of a plan's item). */
    wm_status (*admit)(const wm_item *item, wm_error *err);
    /* The operands that fault `operand` swaps; both 0: the workload cannot have the fault. */
    unsigned exchanged[2];
    bool loses_precision; /* can have fault `precision`, if its operands are wide enough */

    wm_workload_cost cost;
    wm_search search;
    /* The cost of an item, if it depends on the variant; null: `cost`. */
    const wm_workload_cost *(*cost_of)(const wm_item *item);
    /* Work of the calibration, in the unit of the rate; null: none. */
    double (*calibration_work)(const wm_item *item);

    const wm_workload_row *rows; /* of the built-in plans; the last has no plan */
    const wm_workload_demonstration *demonstrations; /* the last has no plan; null: none */
    const wm_workload_judgement *judgements;         /* the last has no plan; null: none */
    /* An item that fills the device: its first dimension is as large as fits, and at least the
     * row's; null: none. */
    const wm_workload_row *filler;
    /* Items over a range of dimension 0, whose least value the row has; null: none. The last has no
     * plan. */
    const wm_workload_row *sweeps;
} wm_workload_kind;

#define WM_WORKLOAD_DECLARE(file) extern const wm_workload_kind wm_##file##_kind;
WM_WORKLOAD_LIST(WM_WORKLOAD_DECLARE)
#undef WM_WORKLOAD_DECLARE

/* Kind number `index`; null past the end. */
const wm_workload_kind *wm_workload_kind_at(size_t index);

enum { WM_ATTENTION_ROWS = 64 }; /* docs/formats/inputs.md section 6 */

/* The rows that attention's check recomputes, numbered over batch x heads x sequence; a row may be
 * drawn twice. Source: docs/formats/inputs.md section 6. */
void wm_attention_rows(const wm_buffer *context, uint64_t row_count,
                       uint64_t rows[WM_ATTENTION_ROWS]);

/* The kind of an item. */
const wm_workload_kind *wm_workload_kind_of(const wm_item *item);

/* The nominal machine's speed at the item. */
const wm_workload_cost *wm_workload_cost_of(const wm_item *item);

/* An item's buffers and operation. */
typedef struct wm_workload {
    const wm_item *item; /* the plan's; outlives the workload */
    const wm_workload_kind *kind;
    wm_device *device;
    wm_output shape;     /* of the output: rows, bytes of a row */
    size_t output_bytes; /* of the output */
    size_t output_count; /* elements of the output */
    wm_format output_format;
    wm_device_buffer *operand[WM_TABLES_OPERANDS]; /* in the order of the format's table */
    wm_device_buffer *output;
    bool is_written;         /* the output, by the job */
    wm_device_buffer *spare; /* room to move the output's elements; null if it has only one */
    wm_device_buffer *tree;  /* for openings, of the output that was digested last; else null */
    wm_job job;              /* its output is `output` */
} wm_workload;

/* Operand number `index` of an item. Source: docs/formats/inputs.md section 4. */
wm_operand wm_workload_operand(const wm_item *item, unsigned index);

/* Bytes of all operands. */
double wm_workload_operand_bytes(const wm_item *item);

/* Bytes of the output. */
double wm_workload_output_bytes(const wm_item *item);

/* Bytes on the device to measure and check the item: operands; the output, repeat 0's and a
 * rejected one; the memory of check and digest. */
double wm_workload_bytes(const wm_item *item);

/* Whether the item is larger than a square product of this size. Variants with the trait SQUARE
 * compare their dimensions, others the elements of an operand. */
bool wm_workload_is_larger(const wm_item *item, uint64_t size);

/* Whether the item can have a kind of fault. `nan` needs a floating-point output, `operand` two
 * operands that can be swapped. `precision` needs a workload that can lose precision, and
 * floating-point operands wider than e4m3. */
bool wm_workload_can_have(wm_fault_kind fault, const wm_item *item);

/* The residual of the job's output with this digest. Values that are not finite are NaN. Source:
 * docs/formats/inputs.md sections 6 and 7. Errors: the device's, NOMEM. */
WM_MUST_CHECK wm_status wm_workload_check(const wm_check *check,
                                          const uint8_t digest[WM_SHA256_SIZE],
                                          wm_observed_residual *residual);

/* Allocates the item's buffers and describes its operation; does not fill the operands. Errors:
 * NOMEM, UNSUPPORTED, DEVICE. After a failure the workload is empty. Ownership: wm_workload_close.
 */
WM_MUST_CHECK wm_status wm_workload_open(wm_workload *workload, wm_device *device,
                                         const wm_item *item);

/* Fills all operands from their seeds under a nonce. Errors: those of the device's fills, NOMEM. */
WM_MUST_CHECK wm_status wm_workload_fill(wm_workload *workload, const char *nonce);

/* As wm_workload_fill, but operand i gets the seed of operand source[i]: another problem of the
 * same shape, for injected faults. */
WM_MUST_CHECK wm_status wm_workload_fill_from(wm_workload *workload, const char *nonce,
                                              const unsigned source[WM_TABLES_OPERANDS]);

/* Swaps the output buffer with another of the same size. The operation then writes the new one, and
 * checks read it. */
void wm_workload_swap_output(wm_workload *workload, wm_device_buffer **buffer);

/* A new buffer of the output's size, freed by the caller. Errors: the device's. */
WM_MUST_CHECK wm_status wm_workload_new_output(const wm_workload *workload,
                                               wm_device_buffer **buffer);

/* Copies the output to that of another device's workload of the same item, through host memory.
 * Errors: either device's, NOMEM. */
WM_MUST_CHECK wm_status wm_workload_copy_output(const wm_workload *from, wm_workload *to);

/* The digest of the current output. Errors: the device's. */
WM_MUST_CHECK wm_status wm_workload_digest(const wm_workload *workload,
                                           uint8_t digest[WM_SHA256_SIZE]);

/* The same, with the tree for openings. Errors: the device's. Ownership: the workload's; there is
 * one tree for all its outputs. */
WM_MUST_CHECK wm_status wm_workload_digest_tree(wm_workload *workload,
                                                uint8_t digest[WM_SHA256_SIZE]);

/* Makes every element of the output wrong, before the operation that must write it: NaN in
 * floating-point formats, random words in integer formats, other ones in each call. Waits until
 * they are written, then reads some elements back. Errors: the device's; DEVICE (an element is not
 * as written); IO (the system has no random bytes). */
WM_MUST_CHECK wm_status wm_workload_spoil(const wm_workload *workload);

/* The same between two loops: in half of the calls, by chance, the elements of an output that was
 * computed before change places instead, each to one that was not its own. */
WM_MUST_CHECK wm_status wm_workload_disturb(wm_workload *workload);

/* Frees the buffers; an empty workload is allowed. */
void wm_workload_close(wm_workload *workload);

#endif
