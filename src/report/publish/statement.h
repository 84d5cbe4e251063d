/* An in-toto statement of a record: what it claims, and what each claim rests on. */
#ifndef WM_REPORT_STATEMENT_H
#define WM_REPORT_STATEMENT_H

#include "model/model.h"
#include "report/document/document.h"

/* What a claim rests on, from the weakest. Source: ours, docs/signing.md. */
typedef enum wm_statement_assurance {
    WM_STATEMENT_SELF_ATTESTED,
    WM_STATEMENT_RECOMPUTED,
    WM_STATEMENT_WITNESSED
} wm_statement_assurance;

/* What a claim rests on. */
wm_statement_assurance wm_statement_assurance_of(const wm_model *model, const wm_claim *claim);

/* Adds the members of the statement. Source: in-toto attestation framework, Statement v1. Errors:
 * OPEN, IO (the evidence cannot be read). */
WM_MUST_CHECK wm_status wm_statement_fill(wm_model *model, const char *argument, wm_document *to,
                                          wm_error *err);

#endif
