/* Compares the products in a sealed document with those that its record gives. */
#ifndef WM_REPORT_SEALED_PRODUCTS_H
#define WM_REPORT_SEALED_PRODUCTS_H

#include "archive/sealed_members.h"
#include "model/model.h"

/* What is said of the products. Zero-initialised. */
typedef struct wm_sealed_products {
    size_t equal;                       /* made again with the same bytes */
    char unclaimed[WM_SEALED_PATH + 1]; /* the first that looks like a product and names no record;
                                           empty: none */
} wm_sealed_products;

/* Makes each product again, and compares. The members are hashed. Errors: INVALID (other bytes),
 * INCOMPLETE (made by another release, of another record, or of none that it names);
 * report->failure says where and why;
 * OPEN, IO, NOMEM, and those of views. Source: ours, docs/formats/document.md section 4. */
WM_MUST_CHECK wm_status wm_sealed_products_check(const wm_sealed *sealed,
                                                 const wm_sealed_manifest *manifest,
                                                 wm_model *model, wm_sealed_products *found,
                                                 wm_audit_report *report, wm_error *err);

#endif
