/* Compares the folders of `publish` that a document reads with the records.
 *
 * A folder's root says which record it is of. Every line of its files is what the record gives: a
 * changed digit is found wherever it is. */
#include "report/binding/binding_parts.h"

#include "report/publish/product_head.h"
#include "report/publish/products.h"

#include <stdio.h>
#include <string.h>

enum { LINES_TOLD = 20, AHEAD = 40, SHOWN = 120 };

/* The record with a root, or NULL. */
static const wm_binding_record *record_of_root(const wm_binding *binding, const char *root)
{
    for (size_t i = 0; i < binding->record_count; i++)
        if (strcmp(binding->record[i].model->report.root, root) == 0)
            return &binding->record[i];
    return NULL;
}

/* Reads a file of a folder. *index is SIZE_MAX if it is not there. */
static wm_status find_file(wm_binding *binding, const char *folder, const char *name, size_t *index,
                           wm_error *err)
{
    char path[2 * WM_TEX_FILES_PATH];
    const int size = snprintf(path, sizeof path, "%s/%s", folder, name);
    *index = SIZE_MAX;
    if (size < 0 || size >= WM_TEX_FILES_PATH)
        return WM_OK;
    return wm_tex_files_find(&binding->files, path, (size_t)size, "", false, index, err);
}

static wm_status find_folder(wm_binding *binding, const wm_tex_use *use, wm_error *err)
{
    wm_binding_folder *folder = &binding->folder[binding->folder_count];
    wm_status status;
    if (binding->folder_count == WM_BINDING_RECORDS)
        return WM_OK;
    memset(folder, 0, sizeof *folder);
    folder->prefix = use->prefix != NULL ? use->prefix : "";
    folder->path = use->name;
    folder->place = use->place;
    status = find_file(binding, use->name, "numbers.tex", &folder->file, err);
    if (status != WM_OK)
        return status;
    binding->folder_count++;
    if (folder->file == SIZE_MAX)
        return WM_OK;
    status = wm_tex_published_read(binding->files.file[folder->file].data,
                                   binding->files.file[folder->file].size, &folder->published);
    folder->of = record_of_root(binding, folder->published.root);
    folder->is_of_root = folder->of != NULL;
    if (folder->of == NULL && binding->record_count == 1)
        folder->of = &binding->record[0];
    return status;
}

wm_status wm_binding_folders_find(wm_binding *binding, wm_error *err)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < binding->text.use_count && status == WM_OK; i++)
        if (binding->text.use[i].kind == WM_TEX_USE_RECORD)
            status = find_folder(binding, &binding->text.use[i], err);
    return status;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* A text that is read line by line. */
typedef struct {
    const char *at, *end;
} lines;

static size_t line_size(const lines *of)
{
    const char *newline = memchr(of->at, '\n', (size_t)(of->end - of->at));
    return newline != NULL ? (size_t)(newline - of->at) : (size_t)(of->end - of->at);
}

static void next_line(lines *of)
{
    of->at += line_size(of);
    of->at += of->at < of->end;
}

static bool is_same(const lines *a, const lines *b)
{
    const size_t size = line_size(a);
    return size == line_size(b) && memcmp(a->at, b->at, size) == 0;
}

/* How many lines ahead of `in` the line of `of` is; AHEAD: not within reach. */
static unsigned distance(const lines *of, const lines *in)
{
    lines later = *in;
    unsigned count = 0;
    while (later.at < later.end && count < AHEAD && !is_same(of, &later)) {
        next_line(&later);
        count++;
    }
    return later.at < later.end ? count : AHEAD;
}

/* The part of a line around the first byte that differs from another line. */
static const char *part(wm_binding *binding, const lines *of, const lines *other)
{
    const size_t size = line_size(of), least = size < line_size(other) ? size : line_size(other);
    size_t same = 0, first;
    while (same < least && of->at[same] == other->at[same])
        same++;
    first = same > SHOWN / 2 ? same - SHOWN / 2 : 0;
    return wm_document_text(&binding->memory, "%s%.*s%s", first > 0 ? "..." : "",
                            (int)(size - first < SHOWN ? size - first : SHOWN), of->at + first,
                            size - first > SHOWN ? "..." : "");
}

static wm_tex_place place_of(const wm_binding *binding, size_t file, const char *at)
{
    return (wm_tex_place){(uint32_t)file, (uint32_t)(at - binding->files.file[file].data)};
}

/* Adds a line of the file that the record does not give, or gives otherwise. */
static void tell_line(wm_binding *binding, size_t file, const lines *found, const lines *wanted,
                      bool is_changed)
{
    const wm_tex_place place = place_of(binding, file, found->at);
    if (is_changed)
        wm_binding_add(binding, WM_BINDING_DIFFERS, place, part(binding, found, wanted),
                       "the record gives %s; run `witnessmark publish` again",
                       part(binding, wanted, found));
    else if (found->at < found->end)
        wm_binding_add(binding, WM_BINDING_DIFFERS, place, part(binding, found, found),
                       "the record gives no line like this; run `witnessmark publish` again");
    else
        wm_binding_add(binding, WM_BINDING_DIFFERS, place, "",
                       "lines are missing at the end; run `witnessmark publish` again");
}

/* Compares a file with what the record gives, line by line. */
static void compare_file(wm_binding *binding, size_t file, const wm_buffer *bytes)
{
    lines found = {binding->files.file[file].data,
                   binding->files.file[file].data + binding->files.file[file].size};
    lines wanted = {bytes->data, bytes->data + bytes->size};
    unsigned told = 0;
    while ((found.at < found.end || wanted.at < wanted.end) && told < LINES_TOLD) {
        const bool has_both = found.at < found.end && wanted.at < wanted.end;
        unsigned extra, missing;
        if (has_both && is_same(&found, &wanted)) {
            next_line(&found);
            next_line(&wanted);
            continue;
        }
        extra = has_both ? distance(&wanted, &found) : AHEAD;   /* lines of the file alone */
        missing = has_both ? distance(&found, &wanted) : AHEAD; /* lines of the record alone */
        tell_line(binding, file, &found, &wanted, has_both && extra == missing);
        told++;
        if (!has_both)
            break;
        if (extra <= missing)
            next_line(&found);
        if (missing <= extra)
            next_line(&wanted);
    }
    if (told == LINES_TOLD)
        wm_binding_add(binding, WM_BINDING_DIFFERS, place_of(binding, file, found.at), "",
                       "more lines differ; only %d are listed", LINES_TOLD);
}

static wm_status compare_product(wm_binding *binding, size_t file, const wm_product *product,
                                 wm_model *model, wm_error *err)
{
    wm_buffer bytes = WM_BUFFER_EMPTY;
    const wm_status status = wm_products_write(product, model, &bytes, err);
    if (status == WM_OK && bytes.size > 0)
        compare_file(binding, file, &bytes);
    else if (status == WM_OK)
        wm_binding_add(binding, WM_BINDING_DIFFERS, (wm_tex_place){(uint32_t)file, 0},
                       product->path, "the record gives no such file; remove it");
    wm_buffer_clear(&bytes);
    return status;
}

/* Compares a file that says which product of which record it is. Another release may write other
 * bytes. */
static wm_status compare_claimed(wm_binding *binding, size_t file, const wm_product_head *head,
                                 wm_error *err)
{
    const wm_binding_record *record = record_of_root(binding, head->root);
    const wm_product *product = wm_products_named(head->path);
    const wm_tex_place place = {(uint32_t)file, 0};
    if (record == NULL)
        wm_binding_add(binding, WM_BINDING_ROOT, place, head->path,
                       "its numbers are of the record %.12s, which is not given; publish the "
                       "right record, or give this one",
                       head->root);
    else if (strcmp(head->version, wm_version()) != 0)
        binding->other_releases++;
    else if (product == NULL)
        wm_binding_add(binding, WM_BINDING_DIFFERS, place, head->path,
                       "`publish` writes no file of this path; remove the first line");
    else
        return compare_product(binding, file, product, record->model, err);
    return WM_OK;
}

/* Compares a file without a first line: one with a root is a numbers.tex, however it is read. */
static wm_status compare_unclaimed(wm_binding *binding, size_t file, wm_error *err)
{
    const wm_tex_file *of = &binding->files.file[file];
    const wm_binding_record *record;
    wm_tex_published published;
    const wm_status status = wm_tex_published_read(of->data, of->size, &published);
    record = status == WM_OK ? record_of_root(binding, published.root) : NULL;
    wm_tex_published_clear(&published);
    if (record != NULL)
        return compare_product(binding, file, wm_products_named("numbers.tex"), record->model, err);
    wm_binding_macros_check(binding, file);
    return status;
}

/* Whether a file of this path has a first line that names it. */
static bool has_head(const char *path)
{
    const char *end = strrchr(path, '.');
    return end != NULL &&
           (strcmp(end, ".tex") == 0 || strcmp(end, ".bib") == 0 || strcmp(end, ".svg") == 0);
}

/* Reads all products of a folder, and compares those that cannot name themselves. */
static wm_status compare_folder(wm_binding *binding, const wm_binding_folder *folder, wm_error *err)
{
    const wm_product *product;
    wm_product_head head;
    wm_status status = WM_OK;
    for (size_t i = 0; (product = wm_products_at(i)) != NULL && status == WM_OK; i++) {
        const char *end = strrchr(product->path, '.');
        const bool is_data = end != NULL && strcmp(end, ".csv") == 0;
        const bool is_style = product->fill == NULL; /* it is checked with the other files */
        size_t file;
        if (!is_data && !is_style && !has_head(product->path))
            continue;
        status = find_file(binding, folder->path, product->path, &file, err);
        if (status != WM_OK || file == SIZE_MAX || is_style)
            continue;
        if (is_data)
            status = folder->is_of_root
                         ? compare_product(binding, file, product, folder->of->model, err)
                         : WM_OK;
        else if (!wm_product_head_read(binding->files.file[file].data,
                                       binding->files.file[file].size, &head))
            wm_binding_add(binding, WM_BINDING_DIFFERS, (wm_tex_place){(uint32_t)file, 0}, "",
                           "its first line does not say which product it is; run `witnessmark "
                           "publish` again");
    }
    return status;
}

wm_status wm_binding_folders_compare(wm_binding *binding, wm_error *err)
{
    wm_product_head head;
    wm_status status = WM_OK;
    for (size_t i = 0; i < binding->folder_count && status == WM_OK; i++) {
        const wm_binding_folder *folder = &binding->folder[i];
        if (folder->file == SIZE_MAX)
            wm_binding_add(binding, WM_BINDING_ROOT, folder->place, folder->path,
                           "no numbers.tex in it, below the folder of the document; `witnessmark "
                           "publish` makes it");
        else
            status = compare_folder(binding, folder, err);
    }
    for (size_t i = 0; i < binding->files.count && status == WM_OK; i++)
        if (wm_product_head_read(binding->files.file[i].data, binding->files.file[i].size, &head))
            status = compare_claimed(binding, i, &head, err);
        else
            status = compare_unclaimed(binding, i, err);
    return status;
}
