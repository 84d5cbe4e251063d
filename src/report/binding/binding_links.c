/* Compares the links of a PDF with records: claim, root, text, and what the page shows.
 *
 * A PDF that was compiled elsewhere has other bytes, and the same claims. */
#include "report/binding/binding_links.h"

#include "archive/sealed_manifest.h"
#include "record/tables/exit_status.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"

#include <string.h>

/* What is wrong with a link; NULL: nothing. */
static const char *fault_of(const wm_binding *binding, const wm_pdf_link *link, wm_document *to)
{
    const wm_model *model = NULL;
    const wm_claim *claim;
    for (size_t i = 0; i < binding->record_count; i++)
        if (strcmp(binding->record[i].model->report.root, link->root) == 0)
            model = binding->record[i].model;
    if (model == NULL)
        return wm_document_text(to, "it is of the record %.12s, which is not given", link->root);
    claim = wm_claims_named(&model->claims, link->claim);
    if (claim == NULL)
        return "the record has no claim of this name";
    if (claim->text == NULL || claim->value == NULL)
        return "the claim has no value";
    if (strcmp(claim->text, link->text) != 0)
        return wm_document_text(to, "the link says %s, and the record has %s", link->text,
                                claim->text);
    if (link->shown != NULL && !wm_pdf_links_shows(link->shown, claim->text))
        return wm_document_text(to, "the page shows %s, and the record has %s", link->shown,
                                claim->text);
    return NULL;
}

/* Compares one link; *faults counts. */
static void add_link(const wm_binding *binding, const char *document, const wm_pdf_link *link,
                     size_t *faults, wm_document *to)
{
    const char *fault = fault_of(binding, link, to);
    wm_words *line;
    wm_data_object(to, NULL);
    wm_data_count(to, "page", link->page);
    wm_data_text(to, "claim", link->claim);
    wm_data_text(to, "root", link->root);
    wm_data_text(to, "text", link->text);
    wm_data_text(to, "shown", link->shown);
    wm_data_text(to, "fault", fault);
    wm_data_end_object(to);
    if (fault == NULL)
        return;
    ++*faults;
    line = wm_words_item(to);
    wm_words_data(line, wm_document_text(to, "%s:page %u", document, link->page));
    wm_words_add(line, ": ");
    wm_words_word(line, WM_EMPHASIS_BAD, "differs");
    wm_words_add(line, ": ");
    wm_words_data(line, link->claim);
    wm_words_add(line, ": ");
    wm_words_data(line, fault);
    wm_words_lead(line, WM_BREAKS_TERMINAL, NULL);
}

static bool is_same(const wm_pdf_link *a, const wm_pdf_link *b)
{
    return a->page == b->page && strcmp(a->claim, b->claim) == 0 && strcmp(a->root, b->root) == 0 &&
           strcmp(a->text, b->text) == 0;
}

/* Whether a text is known for a link: of equal ones on a page as many are shown as have a piece of
 * text. */
static bool is_shown(const wm_pdf_links *shown, const wm_pdf_links *all, size_t index)
{
    size_t before = 0, pieces = 0;
    for (size_t i = 0; i < index; i++)
        before += is_same(&all->link[i], &all->link[index]);
    for (size_t i = 0; i < shown->count; i++)
        pieces += is_same(&shown->link[i], &all->link[index]) ? shown->link[i].pieces : 0;
    return before < pieces;
}

wm_status wm_binding_links_bytes(const char *manifest, size_t size,
                                 const uint8_t sha256[WM_SHA256_SIZE], wm_binding_bytes *bytes)
{
    wm_sealed_manifest sealed;
    wm_audit_report report;
    const wm_sealed_line *line;
    wm_status status;
    memset(&report, 0, sizeof report);
    status = wm_sealed_manifest_read(manifest, size, &sealed, &report);
    if (status == WM_OK && (line = wm_sealed_manifest_find(&sealed, sealed.document)) != NULL)
        *bytes = memcmp(line->sha256, sha256, WM_SHA256_SIZE) == 0 ? WM_BINDING_BYTES_SAME
                                                                   : WM_BINDING_BYTES_OTHER;
    wm_sealed_manifest_clear(&sealed);
    return status == WM_E_NOMEM ? status : WM_OK;
}

/* Adds the sum. */
static void add_sum(size_t count, size_t faults, size_t hidden, wm_binding_bytes bytes,
                    wm_document *to)
{
    static const char *const BYTES[] = {"", ", same bytes", ", other bytes"};
    if (count == 0)
        wm_words_say(to, "no link of this PDF carries a claim; \\wmlinkbase makes them");
    else if (faults > 0)
        wm_words_say(to, "%zu of %zu link%s disagree with the record", faults, count,
                     wm_style_plural(count));
    else if (hidden > 0)
        wm_words_say(to,
                     "inconclusive: of %zu of %zu link%s the shown text cannot be read; look at "
                     "the page",
                     hidden, count, wm_style_plural(count));
    else
        wm_words_say(to,
                     "same claims%s: %zu link%s agree%s with the record in claim, root and "
                     "text%s",
                     BYTES[bytes], count, wm_style_plural(count), count == 1 ? "s" : "",
                     bytes == WM_BINDING_BYTES_UNKNOWN
                         ? "; no sealed document is given, so its bytes are not compared"
                         : "");
    if (hidden > 0 && faults > 0)
        wm_words_say(to, "of %zu link%s the shown text was not found", hidden,
                     wm_style_plural(hidden));
}

int wm_binding_links_add(const wm_binding *binding, const char *document, wm_binding_bytes bytes,
                         const wm_pdf_links *shown, const wm_pdf_links *all, wm_document *to)
{
    size_t faults = 0, count = shown->count, hidden = 0;
    static const char *const BYTES[] = {NULL, "same", "other"};
    bool wrong = false;
    int exit;
    for (size_t i = 0; i < all->count; i++)
        hidden += !is_shown(shown, all, i);
    count += hidden;
    for (size_t i = 0; i < shown->count; i++)
        wrong |= fault_of(binding, &shown->link[i], to) != NULL;
    for (size_t i = 0; i < all->count; i++)
        wrong |= fault_of(binding, &all->link[i], to) != NULL;
    wm_data_begin(to, "bind-pdf",
                  wrong                      ? "differs"
                  : count == 0 || hidden > 0 ? "inconclusive"
                                             : "same claims");
    wm_data_text(to, "document", document);
    wm_data_list(to, "links");
    for (size_t i = 0; i < shown->count; i++)
        add_link(binding, document, &shown->link[i], &faults, to);
    for (size_t i = 0; i < all->count; i++)
        if (!is_shown(shown, all, i))
            add_link(binding, document, &all->link[i], &faults, to);
    wm_data_end_list(to);
    exit = faults > 0 ? WM_EXIT_NO : count == 0 || hidden > 0 ? WM_EXIT_INCONCLUSIVE : WM_EXIT_YES;
    wm_data_count(to, "disagreeing", faults);
    wm_data_text(to, "bytes", BYTES[bytes]);
    add_sum(count, faults, hidden, bytes, to);
    return exit;
}
