/* Reads the claims of a record and the digests of its repeats, in one pass without an index. */
#ifndef WM_MODEL_OUTLINE_H
#define WM_MODEL_OUTLINE_H

#include "model/model.h"

/* A repeat that has an output. method is as in the line, with its escapes. */
typedef struct wm_outline_repeat {
    size_t item;
    uint8_t digest[WM_SHA256_SIZE];
    const char *method;
    size_t method_size;
} wm_outline_repeat;

typedef void wm_outline_visit(void *context, const wm_outline_repeat *repeat);

/* Audits the record at path and fills the model with findings, faults, the first two lines, claims
 * and verdicts; it has no reader, observations or transcripts. Calls visit for each repeat with an
 * output. Half the time of wm_model_read, for those that read thousands of records. Errors: those
 * of wm_model_read. Ownership: wm_model_close, in every case. */
WM_MUST_CHECK wm_status wm_outline_read(const char *path, wm_outline_visit *visit, void *context,
                                        wm_model *model, wm_error *err);

#endif
