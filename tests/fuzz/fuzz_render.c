/* Fuzzes the views of a record: each must print, in every form, what the audit accepts. */
#include "mutate.h"
#include "sealed.h"
#include "views.h"

#include "model/model_read.h"
#include "model/wrapped.h"
#include "report/views/claim_trace.h"
#include "report/views/export.h"
#include "report/views/item_card.h"
#include "report/views/listing.h"
#include "report/views/overview.h"
#include "report/views/quotation.h"
#include "report/views/summary.h"
#include "report/views/wrapped_view.h"

#include <unistd.h>

FUZZ_MUTATES_TEMPLATES

static void show(wm_model *model, const wm_wrapped *wrapped)
{
    const wm_view view = {.is_verbose = true, .all_transcripts = true};
    const wm_run_verdict_fault not_known = {WM_FAULT_NONE, NULL};
    wm_run_verdict verdict = wm_run_verdict_make(model, model->path, not_known);
    wm_document to = {.status = WM_OK};
    verdict.wrapped = wrapped;
    wm_export_record(model, wrapped, &to);
    print_all(&to);
    wm_export_claims(model, &to);
    print_all(&to);
    wm_listing_rows(model, &to);
    wm_listing_claims(model, &to);
    wm_listing_items(model, &to);
    if (wrapped != NULL) {
        wm_wrapped_view_add_rows(model, wrapped, &to);
        wm_wrapped_view_add_warnings(model, wrapped, &to);
    }
    print_all(&to);
    wm_summary_add(&verdict, true, &view, &to);
    wm_overview_add(model, wrapped, &view, &to);
    wm_overview_findings(model, true, &to);
    print_all(&to);
}

/* Shows one item. */
static void show_item(wm_model *model, size_t choice)
{
    const wm_view view = {.is_verbose = choice % 2 == 0};
    wm_document to = {.status = WM_OK};
    wm_error err;
    if (model->item_count == 0)
        return;
    FUZZ_CHECK(wm_item_card_add(model, &model->item[choice % model->item_count], &view, &to,
                                &err) == WM_OK);
    print_all(&to);
}

/* Quotes one claim. */
static void quote(wm_model *model, size_t choice)
{
    wm_document to = {.status = WM_OK};
    const wm_claim *claim =
        model->claims.count > 0 ? &model->claims.claim[choice % model->claims.count] : NULL;
    wm_error err;
    wm_quotation_add_entry(model, claim, &to);
    FUZZ_CHECK(wm_quotation_add(model, claim, &to, &err) == WM_OK);
    print_all(&to);
}

/* Shows one claim with what it rests on. */
static void trace(wm_model *model, size_t choice)
{
    const wm_view view = {.is_verbose = false};
    wm_document to = {.status = WM_OK};
    wm_error err;
    uint32_t first, end;
    wm_reader_claims(model->reader, &first, &end);
    if (first == end)
        return;
    FUZZ_CHECK(wm_claim_trace_add(model, first + (uint32_t)choice % (end - first), &view, &to,
                                  &err) == WM_OK);
    print_all(&to);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wm_buffer evidence = WM_BUFFER_EMPTY;
    char root[WM_ID_SIZE], path[SEALED_PATH];
    sealed_make((const char *)data, size, &evidence, root);
    if (root[0] != '\0') {
        const int file = sealed_file(&evidence, path);
        wm_model model;
        wm_wrapped wrapped;
        wm_error err;
        FUZZ_CHECK(wm_model_read(path, root, &model, &err) == WM_OK);
        FUZZ_CHECK(wm_wrapped_read(&model, &wrapped, &err) == WM_OK);
        show(&model, wrapped.repeats > 0 ? &wrapped : NULL);
        wm_wrapped_clear(&wrapped);
        trace(&model, size);
        show_item(&model, size);
        quote(&model, size);
        wm_model_close(&model);
        (void)close(file);
    }
    wm_buffer_clear(&evidence);
    return 0;
}
