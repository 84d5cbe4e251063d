/* Witnesses of one output: processes at once, each with a device of its own. */
#ifndef WM_LAB_WITNESSES_H
#define WM_LAB_WITNESSES_H

#include "lab/attacks.h"

enum { WM_WITNESSES = 64 }; /* most at once */

/* What a witness is asked. */
typedef struct wm_witness_ask {
    wm_item item; /* without its trial */
    char nonce[65];
    uint8_t seed[WM_SHA256_SIZE]; /* of the trials */
    const wm_backend *backend;
    unsigned device; /* its number among those of the backend */
    wm_trial trial;  /* what it does to its output: NULL_SPACE, or BIT; NOT: it is honest */
    uint32_t number; /* of the trial, from which a BIT draws its place */
} wm_witness_ask;

/* What it answers. */
typedef struct wm_witness_answer {
    unsigned number; /* of the ask */
    wm_status status;
    char reason[128]; /* of a status that is not OK */
    uint8_t digest[WM_SHA256_SIZE];
    uint8_t correct[WM_SHA256_SIZE]; /* the digest before it did anything to its output */
    wm_verdicts verdicts;
    wm_attack_result result;
} wm_witness_answer;

/* Starts the process that forks the witnesses. To be called before the program has threads or a
 * device. Errors: IO. */
WM_MUST_CHECK wm_status wm_witnesses_begin(void);

/* Asks `count` witnesses at once, 1 to WM_WITNESSES, and waits for all. Answers are in the order of
 * the asks. Errors: UNSUPPORTED (wm_witnesses_begin was not called), IO. */
WM_MUST_CHECK wm_status wm_witnesses_ask(const wm_witness_ask *asks, unsigned count,
                                         wm_witness_answer *answers);

/* An output's size and format. */
typedef struct wm_witness_output {
    size_t bytes, count;
    wm_format format;
} wm_witness_output;

/* Asks two witnesses at once, and compares their whole outputs: *divergence is that of the second
 * from the first, NaN if one is not finite. Source: docs/formats/record.md section 3, trials.
 * Errors: as above. */
WM_MUST_CHECK wm_status wm_witnesses_ask_pair(const wm_witness_ask asks[2],
                                              const wm_witness_output *output,
                                              wm_witness_answer answers[2], double *divergence);

/* The divergence of an output from another, as above. */
double wm_witnesses_divergence(const wm_witness_output *output, const uint8_t *first,
                               const uint8_t *second);

/* Starts `count` processes, 1 to WM_WITNESSES, each of which computes the ask's item again and
 * again on a device of its own until wm_witnesses_leave. Returns when all compute. `reason` says
 * why one does not. Errors: UNSUPPORTED (as above), IO, those of a process. wm_witnesses_leave in
 * every case. */
WM_MUST_CHECK wm_status wm_witnesses_accompany(const wm_witness_ask *ask, unsigned count,
                                               char reason[128]);

/* Ends these processes, if there are any, and waits for that. */
void wm_witnesses_leave(void);

/* Ends the process. */
void wm_witnesses_end(void);

#endif
