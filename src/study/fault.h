/* Faults made on purpose in a finished output, to see what the checks see. */
#ifndef WM_STUDY_FAULT_H
#define WM_STUDY_FAULT_H

#include "measure/workload.h"

/* The kinds of faults: identifier, word, what it does. */
#define WM_FAULT_LIST(X)                                                            \
    X(BIT, "bit", "flips one bit, the lowest of the exponent, of one element")      \
    X(BITS, "bits", "flips three bits of one element: sign, exponent and fraction") \
    X(ELEMENT, "element", "negates one element")                                    \
    X(ROW, "row", "negates the elements of a row from the place on")                \
    X(TILE, "tile", "negates a block of 16 by 16 elements")                         \
    X(NAN, "nan", "puts a NaN in the place of one element")                         \
    X(STALE, "stale", "leaves the output of another problem of the same shape")     \
    X(OPERAND, "operand", "computes with two operands exchanged")                   \
    X(PRECISION, "precision", "computes a product with its operands rounded to e4m3")

typedef enum wm_fault_kind {
    WM_FAULT_NONE,
#define WM_FAULT_ENUM(id, word, text) WM_FAULT_##id,
    WM_FAULT_LIST(WM_FAULT_ENUM)
#undef WM_FAULT_ENUM
        WM_FAULT_COUNT
} wm_fault_kind;

/* A fault to make. */
typedef struct wm_fault {
    wm_fault_kind kind;
    bool has_place; /* else the middle of the output */
    uint64_t row, column;
    char label[WM_PLAN_LABEL_SIZE]; /* the item that gets it; empty: every item that can have it */
} wm_fault;

/* The word of a kind, "" for NONE; and what it does. */
const char *wm_fault_word(wm_fault_kind kind);
const char *wm_fault_text(wm_fault_kind kind);

/* Reads KIND[:ROW[,COLUMN]][@LABEL]. Errors: ARG (err says what is wrong). */
WM_MUST_CHECK wm_status wm_fault_parse(const char *text, wm_fault *fault, wm_error *err);

/* Whether an item is meant to get the fault, and can have it: `nan` wants a floating-point output, `operand` two operands of one format,
 * `precision` a product of floating-point operands wider than e4m3.
 * Errors: ARG (the label names this item, and it cannot have the fault, or the place is outside its output). */
WM_MUST_CHECK wm_status wm_fault_applies(const wm_fault *fault, const wm_item *item, bool *applies,
                                         wm_error *err);

/* Makes the fault in the workload's output, and says where it begins. The operands are as before.
 * Errors: the device's, NOMEM. */
WM_MUST_CHECK wm_status wm_fault_make(const wm_fault *fault, wm_workload *workload,
                                      const char *nonce, uint64_t *row, uint64_t *column);

#endif
