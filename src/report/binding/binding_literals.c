/* Compares the numbers that stand in a document as digits with the claims of the records.
 *
 * With three digits a number rarely equals a claim by chance, so it is named even where the words
 * around it say nothing. */
#include "report/binding/binding_parts.h"

#include "base/status.h"
#include "manuscript/tex_results.h"
#include "model/claims.h"
#include "report/publish/products.h"
#include "report/views/quotation.h"

#include <stdlib.h>
#include <string.h>

enum { SURE_DIGITS = 3, REACH = 400, LINE = 8192 };

/* ---- numbers with a comment ------------------------------------------------------------------ */

/* The claim of a name in the records, and its record. */
static const wm_claim *claim_named(const wm_binding *binding, const char *name,
                                   const wm_binding_record **record)
{
    for (size_t i = 0; i < binding->record_count; i++) {
        const wm_claim *claim = wm_claims_named(&binding->record[i].model->claims, name);
        *record = &binding->record[i];
        if (claim != NULL)
            return claim;
    }
    return NULL;
}

/* The first number from a place of the text, as an index. */
static size_t first_from(const wm_binding *binding, size_t at)
{
    size_t low = 0, high = binding->numbers.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (binding->numbers.number[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The number that a comment is about: the next one, or the last one on its line; NULL: none. */
static const wm_tex_number *number_of(const wm_binding *binding, const wm_tex_hint *hint)
{
    const size_t next = first_from(binding, hint->at);
    const wm_tex_number *numbers = binding->numbers.number; /* NULL if there are none */
    if (hint->is_above)
        return next < binding->numbers.count && numbers[next].at - hint->at < REACH ? &numbers[next]
                                                                                    : NULL;
    return next > 0 && hint->at - numbers[next - 1].at < REACH ? &numbers[next - 1] : NULL;
}

/* The line of a file behind a place. */
static void next_line(const wm_binding *binding, wm_tex_place place, const char **at, size_t *size)
{
    const wm_tex_file *file = &binding->files.file[place.file];
    const char *end = file->data + file->size, *newline;
    newline = memchr(file->data + place.offset, '\n', file->size - place.offset);
    *at = newline != NULL ? newline + 1 : end;
    newline = memchr(*at, '\n', (size_t)(end - *at));
    *size = (size_t)((newline != NULL ? newline : end) - *at);
    while (*size > 0 && ((*at)[*size - 1] == '\r' || (*at)[*size - 1] == ' '))
        --*size;
}

/* Compares the line that `show --latex` wrote with what it writes today. */
static wm_status compare_quotation(wm_binding *binding, const wm_tex_hint *hint,
                                   const wm_binding_record *record, const wm_claim *claim,
                                   wm_error *err)
{
    wm_document line = {.status = WM_OK};
    wm_buffer bytes = WM_BUFFER_EMPTY;
    const char *at, *wanted;
    size_t size, wanted_size;
    wm_status status = wm_quotation_add(record->model, claim, &line, err);
    if (status == WM_OK)
        status = wm_products_print(&line, wm_print_latex, &bytes);
    wm_document_clear(&line);
    if (status == WM_OK && wm_buffer_text(&bytes) == NULL)
        status = WM_E_NOMEM;
    if (status == WM_OK) {
        next_line(binding, hint->place, &at, &size);
        wanted = strchr(bytes.data, '\n');
        wanted = wanted != NULL ? wanted + 1 : bytes.data;
        wanted_size = strcspn(wanted, "\n");
        binding->uses++;
        if (size == wanted_size && memcmp(at, wanted, size) == 0)
            binding->agreeing++;
        else
            wm_binding_add(
                binding, WM_BINDING_DIFFERS, hint->place,
                wm_document_text(&binding->memory, "%.*s", (int)(size < REACH ? size : REACH), at),
                "`witnessmark show --latex` of %s gives another line", hint->name);
    }
    wm_buffer_clear(&bytes);
    return status;
}

/* Compares the number of a comment `% bind: NAME`. */
static void compare_number(wm_binding *binding, const wm_tex_hint *hint, const wm_claim *claim)
{
    const wm_tex_number *number = number_of(binding, hint);
    binding->uses++;
    if (number == NULL) {
        wm_binding_add(binding, WM_BINDING_DIFFERS, hint->place, hint->name,
                       "no number with a unit is beside this comment");
        return;
    }
    if (wm_binding_values_states(number, claim)) {
        binding->agreeing++;
        return;
    }
    wm_binding_add(binding, WM_BINDING_DIFFERS, wm_tex_text_place(&binding->text, number->at),
                   wm_binding_piece(binding, number->at, number->end), "the record has %s for %s",
                   claim->text != NULL ? claim->text : "no value", hint->name);
}

static wm_status compare_hint(wm_binding *binding, const wm_tex_hint *hint, wm_error *err)
{
    const wm_binding_record *record = NULL;
    const wm_claim *claim = claim_named(binding, hint->name, &record);
    if (hint->root[0] != '\0') {
        record = NULL;
        for (size_t i = 0; i < binding->record_count; i++)
            if (strncmp(binding->record[i].model->report.root, hint->root, strlen(hint->root)) == 0)
                record = &binding->record[i];
        if (record == NULL) {
            wm_binding_add(binding, WM_BINDING_ROOT, hint->place, hint->name,
                           "its number is of the record %.12s, which is not given", hint->root);
            return WM_OK;
        }
        claim = wm_claims_named(&record->model->claims, hint->name);
    }
    if (claim == NULL) {
        wm_binding_add(binding, WM_BINDING_UNKNOWN, hint->place, hint->name,
                       "the record has no claim of this name");
        return WM_OK;
    }
    if (hint->root[0] != '\0' && hint->is_above)
        return compare_quotation(binding, hint, record, claim, err);
    compare_number(binding, hint, claim);
    return WM_OK;
}

/* Marks the numbers that a comment names: the one beside it, or all of a line of `show --latex`. */
static void mark_hinted(const wm_binding *binding, const wm_tex_hint *hint, bool *is_hinted)
{
    const wm_tex_number *number = number_of(binding, hint);
    const char *line;
    size_t size, begin;
    if (number != NULL)
        is_hinted[number - binding->numbers.number] = true;
    if (hint->root[0] == '\0' || !hint->is_above)
        return;
    next_line(binding, hint->place, &line, &size);
    begin = (size_t)(line - binding->files.file[hint->place.file].data);
    for (size_t i = first_from(binding, hint->at);
         i < binding->numbers.count && binding->numbers.number[i].at - hint->at < LINE; i++) {
        const wm_tex_place place = wm_tex_text_place(&binding->text, binding->numbers.number[i].at);
        if (place.file == hint->place.file && place.offset >= begin && place.offset < begin + size)
            is_hinted[i] = true;
    }
}

/* ---- numbers without one --------------------------------------------------------------------- */

static void add_unbound(wm_binding *binding, const wm_tex_number *number)
{
    wm_binding_finding found = {.claims = 0}, *finding;
    const wm_tex_place place = wm_tex_text_place(&binding->text, number->at);
    if (!number->is_result && number->digits < SURE_DIGITS)
        return;
    wm_binding_values_find(binding, number, &found);
    if (!number->is_result && found.claims == 0)
        return;
    if (found.claims == 0)
        finding = wm_binding_add(binding, WM_BINDING_UNBOUND, place,
                                 wm_binding_piece(binding, number->at, number->end),
                                 "no claim of the record has this value");
    else if (found.claims == 1)
        finding = wm_binding_add(binding, WM_BINDING_UNBOUND, place,
                                 wm_binding_piece(binding, number->at, number->end), "write %s",
                                 found.claim[0]);
    else
        finding = wm_binding_add(binding, WM_BINDING_UNBOUND, place,
                                 wm_binding_piece(binding, number->at, number->end),
                                 "write %s, or one of %zu more", found.claim[0], found.claims - 1);
    memcpy(finding->claim, found.claim, sizeof found.claim);
    finding->claims = found.claims;
}

wm_status wm_binding_literals_compare(wm_binding *binding, wm_error *err)
{
    bool *is_hinted = calloc(binding->numbers.count + 1, sizeof *is_hinted);
    wm_status status = is_hinted != NULL ? wm_binding_values_sort(binding) : WM_E_NOMEM;
    for (size_t i = 0; i < binding->text.hint_count && status == WM_OK; i++) {
        status = compare_hint(binding, &binding->text.hint[i], err);
        mark_hinted(binding, &binding->text.hint[i], is_hinted);
    }
    for (size_t i = 0; i < binding->numbers.count && status == WM_OK; i++)
        if (!is_hinted[i])
            add_unbound(binding, &binding->numbers.number[i]);
    free(is_hinted);
    return status;
}
