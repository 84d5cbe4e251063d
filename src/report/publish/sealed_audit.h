/* The audit of a sealed document: its members, its record, its products. */
#ifndef WM_REPORT_SEALED_AUDIT_H
#define WM_REPORT_SEALED_AUDIT_H

#include "archive/sealed_members.h"
#include "model/model.h"
#include "report/document/document.h"
#include "report/publish/sealed_products.h"

/* What the audit says of a document. Zero-initialised. */
typedef struct wm_sealed_said {
    char document[WM_SEALED_PATH + 1]; /* of a valid one; else empty */
    uint8_t sha256[WM_SHA256_SIZE];    /* of the document */
    size_t members;
    wm_sealed_products products;
} wm_sealed_said;

/* Audits a sealed document, and keeps the findings of its record, as wm_model_read_findings does.
 * model->report.failure names files from the archive's top. Errors: those of wm_audit_path and of
 * views; INCOMPLETE also where a product cannot be judged. Source: ours, docs/formats/document.md.
 * Ownership: wm_model_close, in every case. */
WM_MUST_CHECK wm_status wm_sealed_audit(wm_sealed *sealed, const wm_audit_options *options,
                                        wm_model *model, wm_sealed_said *said, wm_error *err);

/* The same of a folder. */
WM_MUST_CHECK wm_status wm_sealed_audit_folder(const char *path, const wm_audit_options *options,
                                               wm_model *model, wm_sealed_said *said,
                                               wm_error *err);

/* Adds what is said of a valid document: a line. */
void wm_sealed_audit_add(const wm_sealed_said *said, wm_document *to);

/* Adds the member `document`; null for a record alone. */
void wm_sealed_audit_data(const wm_sealed_said *said, wm_document *to);

#endif
