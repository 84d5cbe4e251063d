/* What a re-verification knows of an output. */
#ifndef WM_STUDY_REVERIFY_OUTPUT_H
#define WM_STUDY_REVERIFY_OUTPUT_H

#include "record/laws/opening.h"
#include "study/output/residual_match.h"
#include "study/reverify/provenance.h"
#include "verify/expected.h"
#include "verify/recompute.h"

typedef struct wm_reverify wm_reverify;

/* The kinds of output of an item. */
typedef enum wm_reverify_part {
    WM_REVERIFY_PRODUCT,  /* the output that the transcript acquired */
    WM_REVERIFY_INJECTED, /* the product with an injected fault */
    WM_REVERIFY_REPAIRED  /* the output computed again after a reject */
} wm_reverify_part;

typedef enum wm_reverify_verdict {
    WM_REVERIFY_NOT_CHECKED,  /* nothing was checked; the reason says why */
    WM_REVERIFY_CAUGHT,       /* it has the planned fault, and the record rejects it */
    WM_REVERIFY_REPRODUCED,   /* computed here: equal digest, and it passes the check here */
    WM_REVERIFY_SPOT_CHECKED, /* all opened elements are what the seeds give */
    WM_REVERIFY_DIFFERS,
    /* another backend than the recorded one gives the same bits, though many should differ */
    WM_REVERIFY_WRONG_ORIGIN
} wm_reverify_verdict;

/* What the record names as the origin of its outputs, and what computed here. */
typedef struct wm_reverify_origin {
    char recorded[256];            /* "BACKEND, DEVICE", several with "; "; empty: no environment */
    char here[WM_PROVENANCE_LINE]; /* the same of the device that computes; empty: none */
    const char *backend;           /* of this program: the one that computes */
    char why[320];        /* why it is not the recorded one, unless asked for; else empty */
    bool is_other;        /* a recorded backend is not that of the device here */
    bool is_other_device; /* of the same backend, but its device has another name */
    /* of the same backend: each kernel, library or number of threads that differs, as a line */
    char differing[WM_PROVENANCE_FACTS][WM_PROVENANCE_LINE];
    size_t differing_count;
    /* the recorded number of threads, where it alone differs: with it the outputs can be made in
     * the recorded way; else 0 */
    unsigned threads;
} wm_reverify_origin;

/* The result of computing an output here. */
typedef struct wm_reverify_own {
    bool is_done;
    char reason[200]; /* why it was not computed; else empty */
    char method[256];
    bool is_recorded_method; /* the record has this method, and no other, for the output */
    uint8_t digest[WM_SHA256_SIZE];
    wm_observed_residual residual; /* of this machine's output, under the probes of its digest */
    double tolerance;              /* from this machine's own floor; NaN: none */
    wm_decision decision;          /* on this residual */
    wm_observed_calibration calibration;
    double seconds; /* of the operation alone */
    /* Elements that should differ, because another backend computed here; 0: no such claim. */
    double differing_expected;
    /* How the recorded environment differs from this one, for an output with another digest or an
     * unsure residual; else empty. */
    char provenance[WM_PROVENANCE_LINE];
} wm_reverify_own;

/* One opened chunk of the record. */
typedef struct wm_reverify_opening {
    uint64_t row;
    uint64_t chunk;
    uint16_t size;
    uint8_t data[WM_TABLES_CHUNK_BYTES];
} wm_reverify_opening;

/* The openings of one revisit. */
typedef struct wm_reverify_revisit {
    unsigned count;
    wm_reverify_opening openings[WM_OPENING_MOST];
} wm_reverify_revisit;

/* One output of a record with the results of its re-verification. */
typedef struct wm_reverify_output {
    const wm_item *item;
    size_t item_index;
    char label[WM_PLAN_LABEL_SIZE];
    wm_reverify_part part;
    bool is_exact;   /* every correct device gives the same result */
    bool is_light;   /* of a light record: without openings */
    bool has_failed; /* a repeat failed: there is no output */
    bool is_faulty;  /* it has an injected fault: only computing it with the same fault checks it */
    bool is_rejected;           /* the record's decision on it is `reject` */
    bool is_left_out;           /* the caller did not select it; it does not count */
    bool is_left_atomic;        /* left out by `reproducible` alone */
    bool is_left_inexact;       /* left out by `exact` alone */
    bool is_finished;           /* openings and computing are done; nothing is done again */
    bool is_taken;              /* from the file of an interrupted re-verification */
    char skipped[200];          /* why it is not checked; else empty */
    uint32_t repeats;           /* of the item; PRODUCT only */
    uint32_t repeats_bound;     /* repeats with this output's digest */
    uint64_t chunks;            /* of the output */
    unsigned opening_count;     /* in the record */
    bool has_twin;              /* the openings are those of another output, which is the same */
    bool is_opened;             /* the openings were recomputed; then: */
    unsigned openings_agreeing; /* openings without a wrong element */
    /* those of which every element was recomputed; a reduction's upper sums need the sums below */
    unsigned chunks_agreeing;
    wm_recompute_result seen;
    /* openings at the places of priors; they were known before, so they enter no bound */
    unsigned revisit_count, revisits_agreeing;
    wm_recompute_result revisited;
    bool has_expected; /* then: the range of residuals that the elements give */
    wm_expected expected;
    bool is_plausible; /* the recorded residuals are in the expected range */
    double opening_seconds;
    uint8_t digest[WM_SHA256_SIZE];
    wm_reverify_own own;
    bool is_same; /* own.digest equals digest */
    /* if is_same: whether the residuals recorded for this output match here */
    wm_residual_match residual_match;
    bool has_witness;              /* the record has a witness stage for it; then: */
    wm_observed_residual residual; /* of that stage */
    wm_reverify_opening *openings; /* opening_count of them, or NULL */
    wm_reverify_revisit *revisits; /* of the priors of a continuation */
    size_t revisits_kept, revisit_capacity;
} wm_reverify_output;

#endif
