/* Re-verification of a record by a reader who does not trust its producer.
 *
 * wm_reverify_open and wm_reverify_run do the whole work; wm_reverify_take to wm_reverify_compute
 * are its steps. wm_reverify_judge gives an output's verdict, wm_reverify_conclude the verdict on
 * all. Seeds, positions and shapes are derived from the plan. Only digests, opened bytes, residuals
 * and methods are read from the record. Links of a continuation are not re-verified: they compare
 * observations of several records, and the audit recomputes them.
 *
 * Openings check some bytes of an output. Its residuals, its floor and the rest of its digest are
 * checked only if the whole output is computed. A conclusive result therefore needs every output
 * reproduced. */
#ifndef WM_STUDY_REVERIFY_H
#define WM_STUDY_REVERIFY_H

#include "base/buffer.h"
#include "model/model.h"
#include "study/reverify/reverify_output.h"

#include <signal.h>

/* A verdict with its reason in words; the reason may be empty. */
typedef struct wm_reverify_finding {
    wm_reverify_verdict verdict;
    char reason[320];
} wm_reverify_finding;

/* The results of all outputs together. */
typedef struct wm_reverify_summary {
    unsigned reproduced, spot_checked, caught, differing, wrong_origin, not_checked;
    /* reproduced or spot-checked, but other repeats have other outputs, or residuals are unsure */
    unsigned partly;
    /* not checked, only caught, only spot-checked, or partly checked */
    unsigned unsettled;
    /* different chunks of outputs of repeats: agreeing ones, and all of reproduced outputs; equal
     * outputs count once */
    uint64_t bound;
    /* reproduced, but not by the method that the record names for them */
    unsigned other_method;
    unsigned faulty;   /* reproduced, with the planned fault */
    unsigned left_out; /* not selected by the caller; in no other count */
    unsigned atomic;   /* left out because no second run reproduces them; in no other count */
    unsigned inexact;  /* left out because correct devices may differ; in no other count */
    unsigned taken;    /* from the file of an interrupted re-verification */
    bool is_enough;    /* bound >= WM_REVERIFY_ENOUGH */
    bool is_right;     /* no output differs or has a wrong origin */
    /* at least one output is reproduced, none is unsettled, and each was made in the recorded way:
     * no backend, kernel, library, number of threads or method is another. Of outputs that every
     * correct device has, the way does not matter */
    bool is_conclusive;
} wm_reverify_summary;

/* Number of agreeing chunks that exclude, at 95 % confidence, a device with 5 % wrong chunks:
 * 0.95^59 < 0.05. */
enum { WM_REVERIFY_ENOUGH = 59 };

/* log2 of the number of outputs that a producer may have tried, for the bounds that are shown
 * first. SOUNDNESS.md section 5 says what it costs. */
enum { WM_REVERIFY_GRINDING = 40 };

/* What the caller asks of a re-verification. */
typedef struct wm_reverify_options {
    const char *const *only; /* select items whose label begins with one of only_count prefixes */
    size_t only_count;       /* 0: all items */
    uint64_t size_max;       /* skip larger items; 0: none */
    bool compute;            /* also recompute whole outputs */
    bool reproducible;       /* leave out atomic sums, which do not come out bit for bit */
    bool exact;              /* judge only outputs that every correct device has, made anyhow */
    const char *backend;     /* the kind of device that recomputes; null: the record's, if here */
    const char *device;      /* its number or UUID; null: one like the record's, or the first */
    unsigned threads;        /* of a CPU device; 0: one for each processor */
    bool needs_device;       /* the device must exist, even if no output is computed on it */
    const char *sealed;      /* path of the record of the re-verification to seal; null: none */
    bool has_root;           /* the caller gave a root that the record must have */
    /* not 0: the work ends with INTERRUPTED soon; null: never */
    const volatile sig_atomic_t *stop;
} wm_reverify_options;

/* Whether the options select the item with this label. */
bool wm_reverify_selects(const wm_reverify_options *options, const char *label);

/* Called after each opening and each step of work that openings share, from one thread at a time;
 * with total 0 before a whole output is computed. False stops the work. */
typedef bool wm_reverify_progress(void *context, const wm_reverify_output *output, unsigned done,
                                  unsigned total);

/* ---- the whole work -------------------------------------------------------------------------- */

/* Reads an audited record and opens everything that the work needs, so that errors come before it.
 * Skips the items that the options do not select or that are too large. options must outlive the
 * re-verification; the model is not kept. Errors: NOTFOUND (a prefix that selects no item, no such
 * backend), those of wm_reader_read, wm_reverify_take, wm_reverify_ready, wm_writer_probe,
 * wm_registry_open and wm_machine_write; NOMEM. Ownership: wm_reverify_free. */
WM_MUST_CHECK wm_status wm_reverify_open(const wm_reverify_options *options, const wm_model *model,
                                         wm_reverify **reverify, wm_error *err);

/* Recomputes the openings of all outputs that are not finished and, if the options say so, whole
 * outputs. progress may be null. Errors: those of wm_reverify_openings and wm_reverify_compute. */
WM_MUST_CHECK wm_status wm_reverify_run(wm_reverify *reverify, wm_reverify_progress *progress,
                                        void *context, wm_error *err);

/* Seconds left, with a part of this output's openings done. Until something was measured, the
 * nominal machine's. */
double wm_reverify_left(const wm_reverify *reverify, const wm_reverify_output *output, double part);

/* Writes the finished outputs of an interrupted re-verification; root is the record's. Errors:
 * NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_save(wm_reverify *reverify, const char *root, wm_buffer *text);

/* Takes the saved outputs; they are not done again. Errors: INVALID (no such text, of another
 * record, or with other settings), NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_resume(wm_reverify *reverify, const char *root,
                                           const wm_buffer *text, wm_error *err);

/* Seals a record of the re-verification, if the options name one: root receives its root, or "".
 * checked_root is the root of the re-verified record, answer the result in words with its
 * exit_status. The plan's name is `re-verification of ROOT (OPTIONS): ANSWER`. The record has a
 * series with one observation for each selected output, which has the output's label as its name,
 * or `item.N` if that is too long. The series `outputs` has the counts of verdicts, of outputs that
 * were left out, and the exit status. Claims are over all series. Errors: those of
 * wm_record_write. */
WM_MUST_CHECK wm_status wm_reverify_seal(wm_reverify *reverify, const char *checked_root,
                                         const char *answer, int exit_status, char root[WM_ID_SIZE],
                                         wm_error *err);

/* ---- its steps ------------------------------------------------------------------------------- */

/* A new re-verification, or NULL when out of memory. options must outlive it. Ownership:
 * wm_reverify_free, which also closes its device. */
wm_reverify *wm_reverify_new(const wm_reverify_options *options);
void wm_reverify_free(wm_reverify *reverify);

/* Takes the next observation of an audited record, with its id. Errors: INVALID (not an observation
 * of an audited record), NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_take(wm_reverify *reverify, const wm_content *content,
                                         const uint8_t id[WM_SHA256_SIZE], wm_error *err);

/* Sorts the outputs into the plan's order after the last observation. Errors: INVALID (no plan),
 * NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_ready(wm_reverify *reverify, wm_error *err);

/* Notes the device that will compute. Errors: the device's. */
WM_MUST_CHECK wm_status wm_reverify_computes_on(wm_reverify *reverify, wm_device *device);

/* What the record names and what computes here. */
const wm_reverify_origin *wm_reverify_origin_of(const wm_reverify *reverify);

/* The least number of elements that should differ before equal bits count as a finding. */
enum { WM_REVERIFY_DIFFERING = 40 };

/* The number of elements of a product that differ if two backends compute it, at least; 0 if
 * nothing is known. Source: reverify_origin.c. */
double wm_reverify_differing(const wm_item *item);

/* The outputs. The caller may set `is_left_out` and `skipped`. */
size_t wm_reverify_count(const wm_reverify *reverify);
wm_reverify_output *wm_reverify_at(wm_reverify *reverify, size_t index);

/* Recomputes the opened elements of an output, on all processors. Does nothing if there are none,
 * or if the output is skipped. Source: docs/formats/inputs.md section 8. Errors: NOMEM, MISMATCH
 * (wm_normal_table), INTERRUPTED (options->stop). Cost: for a product
 * openings x k x elements of a chunk; see src/workload for the others. */
WM_MUST_CHECK wm_status wm_reverify_openings(wm_reverify *reverify, size_t index,
                                             wm_reverify_progress *progress, void *context);

/* Computes product number index on a device, by the recorded method if the device offers it. Checks
 * it with this machine's own tolerance and compares digests and residuals. Does the same, from the
 * same operands, for the item's output with its planned fault and for the repaired one; for an
 * index of one of these it does nothing. If the device cannot do it, output->own has the reason. A
 * device that fails is closed and opened again with `options`. If that fails, *device is null, and
 * later outputs get that reason. Errors: NOMEM (of the host), INTERRUPTED. */
WM_MUST_CHECK wm_status wm_reverify_compute(wm_reverify *reverify, size_t index, wm_device **device,
                                            const wm_device_options *options);

/* What the record says of an output's method: the method, "several methods" or "none". */
const char *wm_reverify_method_words(const wm_reverify *reverify, const wm_reverify_output *output);

/* The verdict on an output. */
wm_reverify_finding wm_reverify_judge(const wm_reverify_output *output);

/* Whether an output is of atomic sums, whose order is random: no second run reproduces them. */
bool wm_reverify_is_atomic(const wm_reverify_output *output);

/* Whether an output was checked only in part: other repeats have another digest, or residuals are
 * unsure. */
bool wm_reverify_is_partly(const wm_reverify_output *output);

/* The verdict's words: "reproduced", "spot-checked", "caught", "differs", "wrong origin", "not
 * checked". */
const char *wm_reverify_words(wm_reverify_verdict verdict);

/* The results of all outputs that are not left out. */
wm_reverify_summary wm_reverify_conclude(const wm_reverify *reverify);

/* The fraction of chunks that must be correct, given `draws` agreeing draws: (alpha *
 * 2^-grinding)^(1 / draws). alpha = 0.05, for 95 % confidence; the producer tried 2^grinding
 * outputs. 0 for 0 draws. */
double wm_reverify_bound(uint64_t draws, double grinding);

/* The same for an output: its agreeing chunks are the draws (drawing without repetition
 * misses wrong chunks no more often). 1 if the whole output was checked, 0 if nothing was or it
 * differs. */
double wm_reverify_share(const wm_reverify_output *output, double grinding);

#endif
