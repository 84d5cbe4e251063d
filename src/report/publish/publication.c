/* All products of a record, and the files that say what each is. */
#include "report/publish/publication.h"

#include "base/array.h"
#include "base/status.h"
#include "report/publish/crate.h"
#include "report/document/data.h"
#include "report/document/table.h"
#include "report/document/words.h"
#include "standards/sha256.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char README[] = "README.md", CRATE[] = "ro-crate-metadata.json";

/* The files that are made, and where they go. */
typedef struct {
    wm_model *model;
    wm_publication_put *put;
    void *context;
    wm_table *files;    /* of the answer */
    wm_document readme; /* a line for each */
    wm_crate_part *part;
    size_t part_count, part_capacity;
} publication;

static void begin_files(publication *all, wm_document *answer)
{
    all->files = wm_table_new(answer, NULL);
    wm_table_columns(all->files, "File", NULL);
    wm_table_key_column(all->files, "path");
    wm_table_columns(all->files, ">Bytes", NULL);
    wm_table_key_column(all->files, "bytes");
    wm_table_add_column(all->files, NULL, WM_SIDE_LEFT, false); /* for programs alone */
    wm_table_key_column(all->files, "sha256");
}

static void begin_readme(publication *all)
{
    wm_document *to = &all->readme;
    wm_words_root(wm_words_item(to), all->model->report.root);
    wm_words_tell(to, "device: %s", all->model->device);
    wm_words_tell(to, "plan: %s", all->model->plan_name);
    wm_words_gap(to, WM_GAP_PART);
    wm_words_add(wm_words_new(to),
                 "The record with this root has all evidence. These files were made from it by "
                 "`witnessmark publish`:");
    wm_words_gap(to, WM_GAP_PART);
}

/* Hands over a file, with a row of the answer. */
static wm_status put_file(publication *all, const char *path, const wm_buffer *bytes, wm_error *err)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_crate_part *part =
        wm_array_grow(all->part, &all->part_capacity, all->part_count + 1, sizeof *part);
    if (part == NULL)
        return wm_error_set(err, WM_E_NOMEM, path, "out of memory");
    all->part = part;
    part += all->part_count++;
    (void)snprintf(part->path, sizeof part->path, "%s", path);
    part->size_bytes = bytes->size;
    wm_sha256_hash(bytes->data, bytes->size, part->sha256);
    wm_sha256_to_hex(part->sha256, hex);
    wm_table_text(all->files, path);
    wm_table_value(all->files, (double)bytes->size, "%zu", bytes->size);
    wm_table_text(all->files, hex);
    return all->put(all->context, path, bytes->data, bytes->size, err);
}

static wm_status put_product(publication *all, const wm_product *product, wm_error *err)
{
    wm_buffer bytes = WM_BUFFER_EMPTY;
    wm_status status = wm_products_write(product, all->model, &bytes, err);
    if (status == WM_OK && bytes.size > 0) {
        wm_words *line = wm_words_item(&all->readme);
        wm_words_add(line, "`%s`: %s", product->path, product->about);
        status = put_file(all, product->path, &bytes, err);
    }
    wm_buffer_clear(&bytes);
    return status;
}

static wm_status put_readme(publication *all, wm_error *err)
{
    wm_buffer bytes = WM_BUFFER_EMPTY;
    wm_status status = wm_products_print(&all->readme, wm_print_markdown, &bytes);
    if (status == WM_OK)
        status = put_file(all, README, &bytes, err);
    wm_buffer_clear(&bytes);
    return status;
}

/* Hands over the metadata of all files before. */
static wm_status put_crate(publication *all, const char *license, wm_error *err)
{
    const wm_crate crate = {all->part, all->part_count, license, NULL, NULL};
    wm_buffer bytes = WM_BUFFER_EMPTY;
    wm_status status = wm_crate_write(all->model, &crate, &bytes, err);
    if (status == WM_OK && bytes.size > 0)
        status = put_file(all, CRATE, &bytes, err);
    wm_buffer_clear(&bytes);
    return status;
}

wm_status wm_publication_make(wm_model *model, const char *license, wm_publication_put *put,
                              void *context, wm_document *answer, wm_error *err)
{
    publication all = {.model = model, .put = put, .context = context};
    const wm_product *product;
    wm_status status = WM_OK;
    begin_files(&all, answer);
    begin_readme(&all);
    for (size_t i = 0; (product = wm_products_at(i)) != NULL && status == WM_OK; i++)
        status = put_product(&all, product, err);
    if (model->started_at_ns != 0) /* the metadata needs a date */
        wm_words_add(wm_words_item(&all.readme),
                     "`%s`: RO-Crate metadata of these files and of the run", CRATE);
    if (status == WM_OK)
        status = put_readme(&all, err);
    if (status == WM_OK)
        status = put_crate(&all, license, err);
    wm_document_clear(&all.readme);
    free(all.part);
    wm_data_table(answer, "files", all.files);
    return status;
}
