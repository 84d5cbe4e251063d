/* The transcripts of a record: what was done with the product of each item, and the decisions. */
#ifndef WM_MODEL_TRANSCRIPTS_H
#define WM_MODEL_TRANSCRIPTS_H

#include "archive/reader.h"
#include "verify/wrong_element.h"

/* A row: what was done, the residual that the witness read, the decision. Texts are masked. */
typedef struct wm_transcripts_row {
    size_t item;
    char stage[16];
    char operation[256];
    double residual; /* the witness's, else the product's; NaN: null */
    /* of the decide stage; for a product with an injected fault, of the check of its repeats */
    char decision[16];
    wm_wrong_element wrong; /* that the witness found */
} wm_transcripts_row;

/* Zero-initialised, empty. In the order of the evidence. Ownership: free(row). */
typedef struct wm_transcripts {
    wm_transcripts_row *row;
    size_t count, capacity;
} wm_transcripts;

/* Takes the next stage of item number `index`. The product that it names is read. Errors: those of
 * wm_reader_read; NOMEM. */
WM_MUST_CHECK wm_status wm_transcripts_take(wm_transcripts *transcripts, wm_reader *reader,
                                            const wm_content *content, const wm_item *item,
                                            size_t index, wm_error *err);

/* Whether a fault was injected into the output that an item's transcript acquired. */
bool wm_transcripts_has_injected(const wm_transcripts *transcripts, size_t index);

/* The stage of a stage observation, for example `acquire`; empty for any other node. */
const char *wm_transcripts_stage(const wm_content *content);

#endif
