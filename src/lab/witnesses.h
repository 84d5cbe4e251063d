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
    unsigned device;   /* its number among those of the backend */
    bool is_dishonest; /* it hides an error in the null space of the committed probes */
} wm_witness_ask;

/* What it answers. */
typedef struct wm_witness_answer {
    unsigned number; /* of the ask */
    wm_status status;
    char reason[128]; /* of a status that is not OK */
    uint8_t digest[WM_SHA256_SIZE];
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
