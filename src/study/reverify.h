/* Re-verification: what a reader who does not trust a record's producer can find out alone.
 *
 * Feed the observations of an audited record in order (wm_reverify_take), call wm_reverify_ready,
 * then for each output what is wanted: wm_reverify_openings, wm_reverify_compute; wm_reverify_judge
 * says what that comes to, wm_reverify_conclude all of it. Seeds, positions and shapes are derived
 * from the plan; of the record only digests, opened bytes, residuals and methods are read. Openings
 * see bytes of an output; its residuals, its floor and the rest of its digest are seen again only
 * where the output itself is. So a conclusive yes takes everything reproduced. */
#ifndef WM_STUDY_REVERIFY_H
#define WM_STUDY_REVERIFY_H

#include "backend/backend.h"
#include "record/contents.h"
#include "study/provenance.h"
#include "study/residual_match.h"
#include "verify/expected.h"

/* Which output of an item. */
typedef enum wm_reverify_part {
    WM_REVERIFY_PRODUCT,  /* what the transcript acquired */
    WM_REVERIFY_INJECTED, /* that with a fault made on purpose */
    WM_REVERIFY_REPAIRED  /* computed again after a reject */
} wm_reverify_part;

typedef enum wm_reverify_verdict {
    WM_REVERIFY_NOT_SEEN,       /* nothing was found out, the reason says why */
    WM_REVERIFY_REPRODUCED,     /* computed here: the same digest, and it passes the check here */
    WM_REVERIFY_OPENINGS_AGREE, /* all opened elements are what the seeds give */
    WM_REVERIFY_DIFFERS
} wm_reverify_verdict;

/* What computing an output here came to. */
typedef struct wm_reverify_own {
    bool is_done;
    char reason[200]; /* why it could not be done; empty */
    char method[256];
    uint8_t digest[WM_SHA256_SIZE];
    wm_observed_residual residual; /* of this machine's output, under the probes of its digest */
    double tolerance;              /* of this machine's own floor; NaN: none */
    wm_decision decision;          /* on it */
    wm_observed_calibration calibration;
    double seconds; /* of the operation alone */
    /* What an output with another digest was made with, or residuals that are unsure, and what
     * computes here; or empty. */
    char origin[WM_PROVENANCE_LINE];
} wm_reverify_own;

/* One output of a record and what was found out of it. */
typedef struct wm_reverify_output {
    const wm_item *item;
    size_t item_index;
    char label[WM_PLAN_LABEL_SIZE];
    wm_reverify_part part;
    bool is_exact;          /* its result is the same on every correct device */
    bool has_failed;        /* a repeat failed: there is no output */
    bool is_faulty;         /* wrong on purpose: only computing it with its fault tells anything */
    bool is_left_out;       /* the caller did not ask for it; it does not count */
    char skipped[200];      /* why nothing is to be done; empty */
    uint32_t repeats;       /* of the item; PRODUCT alone */
    uint32_t repeats_bound; /* those whose digest is this output's */
    uint64_t chunks;        /* of the output */
    unsigned opening_count; /* in the record */
    bool is_opened;         /* they were recomputed: */
    unsigned openings_agreeing; /* those all of whose elements are right */
    unsigned chunks_agreeing;   /* different chunks among these: draws repeat */
    wm_recompute_result seen;
    wm_expected expected;
    bool is_plausible; /* the recorded residuals are in the range expected */
    double opening_seconds;
    uint8_t digest[WM_SHA256_SIZE];
    wm_reverify_own own;
    bool is_same; /* own.digest is digest */
    /* then: whether all residuals recorded of this output came out again */
    wm_residual_match recur;
} wm_reverify_output;

/* A verdict with its reason in words, empty where the verdict says it all. */
typedef struct wm_reverify_finding {
    wm_reverify_verdict verdict;
    char reason[320];
} wm_reverify_finding;

/* What all of it comes to. */
typedef struct wm_reverify_summary {
    unsigned reproduced, agreeing, differing, not_seen;
    /* seen, but other repeats of the item had other outputs, or residuals are unsure */
    unsigned partly;
    /* neither differing nor reproduced with every figure that is recorded of them */
    unsigned unsettled;
    uint64_t bound;     /* different chunks of products that were drawn and agree, or reproduced */
    bool is_enough;     /* bound >= WM_REVERIFY_ENOUGH */
    bool is_right;      /* nothing differs */
    bool is_conclusive; /* something is reproduced, and nothing is unsettled */
} wm_reverify_summary;

/* Agreeing chunks that exclude, at 95 % confidence, a device that is wrong in 5 % of the chunks:
 * 0.95^59 < 0.05. */
enum { WM_REVERIFY_ENOUGH = 59 };

/* log2 of the outputs that a producer may have tried, in the second bound of a report. */
enum { WM_REVERIFY_GRINDING = 40 };

typedef struct wm_reverify wm_reverify;

/* A new re-verification, or NULL when out of memory. Ownership: wm_reverify_free. */
wm_reverify *wm_reverify_new(void);
void wm_reverify_free(wm_reverify *reverify);

/* Takes the next observation of an audited record. Errors: INVALID (not one of an audited record),
 * NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_take(wm_reverify *reverify, const wm_content *content,
                                         wm_error *err);

/* Ends the taking, and lays out the outputs in the order of the plan. Errors: INVALID (no plan was
 * there), NOMEM. */
WM_MUST_CHECK wm_status wm_reverify_ready(wm_reverify *reverify, wm_error *err);

/* The outputs. The caller may set `is_left_out` and `skipped`. */
size_t wm_reverify_count(const wm_reverify *reverify);
wm_reverify_output *wm_reverify_at(wm_reverify *reverify, size_t index);

/* Told before each opening, from one thread at a time. */
typedef void wm_reverify_progress(void *context, const wm_reverify_output *output, unsigned done,
                                  unsigned total);

/* Recomputes the opened elements of an output; nothing is done where there are none, or it is
 * skipped. Source: docs/formats/inputs.md sections 5 and 6; verify/recompute.h for what is right.
 * Errors: NOMEM, MISMATCH (wm_normal_table). Cost: openings x k x elements of a chunk, on all
 * processors. Memory: that of verify/regenerate.h and a few KiB a thread. */
WM_MUST_CHECK wm_status wm_reverify_openings(wm_reverify *reverify, size_t index,
                                             wm_reverify_progress *progress, void *context);

/* Computes product number index on a device, with the recorded method where the device offers it,
 * checks it with this machine's own tolerance and compares digests and residuals; then likewise,
 * from the same operands, the item's output with its planned fault and the repaired one. An index
 * of one of those does nothing. What the device cannot do is a reason in output->own. A device that
 * fails is closed and opened again with `options`; where that cannot be, null stands in its place,
 * and that is the reason of what is asked for after it. Errors: NOMEM (of the host),
 * INTERRUPTED. */
WM_MUST_CHECK wm_status wm_reverify_compute(wm_reverify *reverify, size_t index, wm_device **device,
                                            const wm_device_options *options);

/* What was found out of an output. */
wm_reverify_finding wm_reverify_judge(const wm_reverify_output *output);

/* Whether some of what is recorded of an output was not seen though the output was: repeats with
 * another digest, or residuals that are unsure. */
bool wm_reverify_is_partly(const wm_reverify_output *output);

/* The verdict's words: "reproduced", "spot-checked", "differs", "not checked". */
const char *wm_reverify_words(wm_reverify_verdict verdict);

/* What all outputs that are not left out come to. */
wm_reverify_summary wm_reverify_conclude(const wm_reverify *reverify);

/* The fraction of chunks that `draws` agreeing draws bind to be right: (alpha * 2^-grinding)^(1 /
 * draws), alpha = 0.05 for 95 % confidence, where the producer tried 2^grinding outputs. 0 draws
 * bind nothing. */
double wm_reverify_bound(uint64_t draws, double grinding);

/* The same for what was found out of an output: its different chunks that agree count as draws
 * (drawing without repetition misses wrong chunks no more often); 1 where all of it was seen, 0
 * where nothing was or it differs. */
double wm_reverify_share(const wm_reverify_output *output, double grinding);

#endif
