/* A CPU device that lies about one subject in every operation. */
#ifndef WM_TESTS_SUPPORT_LIAR_H
#define WM_TESTS_SUPPORT_LIAR_H

#include "backend/backend.h"

/* The subject of the lie, in every operation. Other outputs and residuals are correct. */
typedef enum {
    LIAR_HONEST,
    /* one chunk in twenty of an output is wrong, and the residual is that of the right output */
    LIAR_CHUNKS,
    LIAR_DIGEST, /* the digest of an output is invented */
    /* `factor` times what it is; the triad's reference likewise, its residual being 0; of random
       reads one lane more */
    LIAR_RESIDUAL,
    LIAR_ROW,   /* the row statistic, `factor` times what it is */
    LIAR_WORST, /* the row that has it */
    LIAR_FLOOR, /* one pair in two of a calibration, `factor` times what it is */
    LIAR_COUNT
} liar_subject;

typedef struct liar_state {
    const wm_backend *truth;
    wm_backend lies;
    wm_device *inner;
    liar_subject about;
    double factor;
    uint64_t repeat; /* only from call number `repeat` of the residual on */
    uint64_t calls;
} liar_state;

/* The only liar of the process. */
extern liar_state liar;

/* Opens the device: honest until its `ops` are `liar.lies`, and again with `liar.truth`. The factor
 * is 1.3. Ownership: the device's close, while it is honest. */
wm_device *liar_open(liar_subject about);

#endif
