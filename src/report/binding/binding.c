/* Compares a document with records: the order of the parts, and what they share. */
#include "report/binding/binding.h"

#include "base/array.h"
#include "base/status.h"
#include "manuscript/tex_reader.h"
#include "manuscript/tex_results.h"
#include "report/binding/binding_parts.h"
#include "report/publish/product_head.h"
#include "report/publish/products.h"

#include <stdlib.h>
#include <string.h>

wm_status wm_binding_add_record(wm_binding *binding, wm_model *model, const char *given,
                                wm_error *err)
{
    wm_binding_record *record;
    const wm_product *product = NULL;
    wm_status status = WM_OK;
    if (binding->record_count == WM_BINDING_RECORDS)
        return wm_error_set(err, WM_E_LIMIT, given, "more than %d records", WM_BINDING_RECORDS);
    record = &binding->record[binding->record_count++];
    record->model = model;
    record->given = given;
    for (size_t i = 0; (product = wm_products_at(i)) != NULL; i++)
        if (strcmp(product->path, "numbers.tex") == 0)
            status = wm_products_write(product, model, &record->numbers, err);
    if (status == WM_OK && wm_buffer_text(&record->numbers) == NULL)
        status = WM_E_NOMEM;
    if (status == WM_OK)
        status =
            wm_tex_published_read(record->numbers.data, record->numbers.size, &record->published);
    return status == WM_E_NOMEM ? wm_error_set(err, status, given, "%s", wm_status_text(status))
                                : status;
}

wm_binding_finding *wm_binding_add(wm_binding *binding, wm_binding_kind kind, wm_tex_place place,
                                   const char *text, const char *format, ...)
{
    static wm_binding_finding spare;
    wm_binding_finding *array = wm_array_grow(binding->finding, &binding->finding_capacity,
                                              binding->finding_count + 1, sizeof *binding->finding);
    wm_binding_finding *finding;
    va_list arguments;
    if (array == NULL) {
        wm_document_fail(&binding->memory, WM_E_NOMEM);
        return &spare;
    }
    binding->finding = array;
    finding = &array[binding->finding_count++];
    memset(finding, 0, sizeof *finding);
    finding->kind = kind;
    finding->place = place;
    finding->text = wm_document_mask(&binding->memory, text);
    finding->words = format;
    if (strchr(format, '%') == NULL)
        return finding;
    va_start(arguments, format);
    finding->words =
        wm_document_mask(&binding->memory, wm_document_vtext(&binding->memory, format, arguments));
    va_end(arguments);
    return finding;
}

const char *wm_binding_piece(wm_binding *binding, size_t at, size_t end)
{
    static const char *const SIGNS[] = {
        [WM_TEX_MARK_TIMES] = "\xc3\x97",    [WM_TEX_MARK_PLUS_MINUS] = "\xc2\xb1",
        [WM_TEX_MARK_DASH] = "\xe2\x80\x93", [WM_TEX_MARK_MICRO] = "\xc2\xb5",
        [WM_TEX_MARK_DEGREE] = "\xc2\xb0",   [WM_TEX_MARK_DOT] = "\xc2\xb7"};
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status = WM_OK;
    for (; at < end && status == WM_OK; at++) {
        const unsigned char byte = (unsigned char)binding->text.data[at];
        if (byte < sizeof SIGNS / sizeof *SIGNS && SIGNS[byte] != NULL)
            status = wm_buffer_puts(&text, SIGNS[byte]);
        else
            status = wm_buffer_putc(&text, byte < ' ' ? ' ' : (char)byte);
    }
    wm_document_fail(&binding->memory, status);
    return wm_document_take(&binding->memory, &text);
}

/* Whether a file says that `publish` wrote it. It is then compared, and no text of the authors. */
static bool is_product(const wm_tex_file *file)
{
    wm_product_head head;
    return wm_product_head_read(file->data, file->size, &head) || wm_binding_macros_is_style(file);
}

/* The order of findings: by file, then by place. */
static int compare(const void *a, const void *b)
{
    const wm_binding_finding *one = a, *other = b;
    if (one->place.file != other->place.file)
        return one->place.file < other->place.file ? -1 : 1;
    if (one->place.offset != other->place.offset)
        return one->place.offset < other->place.offset ? -1 : 1;
    if (one->kind != other->kind)
        return one->kind < other->kind ? -1 : 1;
    return strcmp(one->words, other->words);
}

/* Puts findings in order, each once: a macro that is used often is read often. */
static void sort(wm_binding *binding)
{
    size_t kept = 0;
    if (binding->finding_count < 2)
        return;
    qsort(binding->finding, binding->finding_count, sizeof *binding->finding, compare);
    for (size_t i = 1; i < binding->finding_count; i++)
        if (compare(&binding->finding[kept], &binding->finding[i]) != 0)
            binding->finding[++kept] = binding->finding[i];
    binding->finding_count = kept + 1;
}

wm_status wm_binding_check(wm_binding *binding, const char *document, wm_error *err)
{
    wm_status status = wm_tex_files_open(document, &binding->files, err);
    if (status == WM_OK)
        status = wm_tex_reader_read(&binding->files, is_product, &binding->text, err);
    binding->named = binding->files.count;
    if (status == WM_OK)
        status = wm_binding_macros_read(binding, err);
    if (status == WM_OK)
        status = wm_tex_results_find(&binding->text, &binding->numbers);
    if (status == WM_OK)
        status = wm_binding_folders_find(binding, err);
    if (status == WM_OK)
        status = wm_binding_folders_compare(binding, err);
    if (status == WM_OK) {
        wm_binding_macros_need(binding);
        wm_binding_uses_compare(binding);
        wm_binding_uses_note_pairs(binding);
        status = wm_binding_literals_compare(binding, err);
    }
    if (status == WM_OK)
        status = binding->memory.status;
    if (status == WM_E_NOMEM)
        return wm_error_set(err, status, document, "%s", wm_status_text(status));
    if (status == WM_OK) {
        sort(binding);
        wm_binding_exceptions_apply(binding);
    }
    return status;
}

size_t wm_binding_findings(const wm_binding *binding)
{
    size_t count = 0;
    for (size_t i = 0; i < binding->finding_count; i++)
        count += binding->finding[i].kind != WM_BINDING_PAIR && binding->finding[i].reason == NULL;
    for (size_t i = 0; i < binding->exception_count; i++)
        count += binding->exception[i].uses == 0;
    return count;
}

bool wm_binding_is_partial(const wm_binding *binding)
{
    for (size_t i = 0; i < binding->files.absent_count; i++)
        if (binding->files.absent[i].why != WM_TEX_MISSING)
            return true;
    return binding->other_releases > 0;
}

void wm_binding_clear(wm_binding *binding)
{
    for (size_t i = 0; i < binding->record_count; i++) {
        wm_tex_published_clear(&binding->record[i].published);
        wm_buffer_clear(&binding->record[i].numbers);
    }
    for (size_t i = 0; i < binding->folder_count; i++)
        wm_tex_published_clear(&binding->folder[i].published);
    wm_buffer_clear(&binding->style);
    wm_tex_files_clear(&binding->files);
    wm_tex_text_clear(&binding->text);
    wm_tex_numbers_clear(&binding->numbers);
    free(binding->value);
    free(binding->finding);
    free(binding->exception);
    wm_document_clear(&binding->memory);
    memset(binding, 0, sizeof *binding);
}
