/* Makes RO-Crate metadata of a publication.
 *
 * All of it follows from the record and from the files, so that equal inputs give equal bytes. The
 * date is that of the record's first session, by the producer's clock: no other date is known. */
#include "report/publish/crate.h"

#include "base/status.h"
#include "model/mask.h"
#include "report/document/data.h"
#include "report/publish/products.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Media types by the ends of paths. Source: the registry of IANA. */
static const struct {
    const char *end, *type;
} TYPES[] = {
    {".pdf", "application/pdf"},
    {".tex", "application/x-tex"},
    {".sty", "application/x-tex"},
    {".cls", "application/x-tex"},
    {".bst", "application/x-tex"},
    {".bbl", "application/x-tex"},
    {".bib", "application/x-bibtex"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".jpeg", "image/jpeg"},
    {".csv", "text/csv"},
    {".html", "text/html"},
    {".md", "text/markdown"},
    {".json", "application/json"},
    {".jsonl", "application/jsonl"},
    {".sha256", "text/plain"},
    {".txt", "text/plain"},
    {".c", "text/x-c"},
    {".py", "text/x-python"},
    {"", "application/octet-stream"},
};

static const char *type_of(const char *path)
{
    const size_t size = strlen(path);
    size_t i = 0;
    while (TYPES[i].end[0] != '\0' &&
           (size < strlen(TYPES[i].end) ||
            strcmp(path + size - strlen(TYPES[i].end), TYPES[i].end) != 0))
        i++;
    return TYPES[i].type;
}

static void begin_entity(wm_document *to, const char *id, const char *type)
{
    wm_data_object(to, NULL);
    wm_data_text(to, "@id", id);
    wm_data_text(to, "@type", type);
}

/* Adds a reference to an entity; a NULL key is for elements of a list. */
static void add_reference(wm_document *to, const char *key, const char *id)
{
    wm_data_object(to, key);
    wm_data_text(to, "@id", id);
    wm_data_end_object(to);
}

static bool is_url(const char *license)
{
    return strncmp(license, "https://", 8) == 0 || strncmp(license, "http://", 7) == 0;
}

/* ---- the entities ---------------------------------------------------------------------------- */

static void add_descriptor(wm_document *to)
{
    begin_entity(to, "ro-crate-metadata.json", "CreativeWork");
    add_reference(to, "about", "./");
    add_reference(to, "conformsTo", "https://w3id.org/ro/crate/1.2");
    wm_data_end_object(to);
}

static void add_parts(const wm_crate *crate, wm_document *to)
{
    wm_data_list(to, "hasPart");
    for (size_t i = 0; i < crate->count; i++)
        add_reference(to, NULL, crate->part[i].path);
    if (crate->unhashed != NULL)
        add_reference(to, NULL, crate->unhashed);
    wm_data_end_list(to);
}

static void add_root(const wm_model *model, const wm_crate *crate, const char *day, wm_document *to)
{
    const bool has_license = crate->license != NULL && crate->license[0] != '\0';
    begin_entity(to, "./", "Dataset");
    wm_data_text(to, "name",
                 wm_document_text(to, "%s: %s, plan %s",
                                  crate->document != NULL ? "Sealed document with its record"
                                                          : "Publication of a benchmark record",
                                  model->device, model->plan_name));
    wm_data_text(to, "description",
                 wm_document_text(to, "Numbers of the benchmark record with the root %s. %s",
                                  model->report.root,
                                  crate->document != NULL
                                      ? "`witnessmark audit` checks the document's files and the "
                                        "record."
                                      : "The record itself is not among the files."));
    wm_data_text(to, "identifier", wm_document_text(to, "sha256:%s", model->report.root));
    wm_data_text(to, "datePublished", day);
    if (has_license && is_url(crate->license))
        add_reference(to, "license", crate->license);
    else
        wm_data_text(to, "license", has_license ? crate->license : "No license is stated.");
    if (crate->document != NULL)
        add_reference(to, "mainEntity", crate->document);
    add_parts(crate, to);
    wm_data_list(to, "mentions");
    add_reference(to, NULL, "#run");
    add_reference(to, NULL, "#publication");
    wm_data_end_list(to);
    wm_data_end_object(to);
}

static void add_files(const wm_crate *crate, wm_document *to)
{
    for (size_t i = 0; i < crate->count; i++) {
        const wm_crate_part *part = &crate->part[i];
        begin_entity(to, part->path, "File");
        wm_data_text(to, "name", part->path);
        wm_data_text(to, "encodingFormat", type_of(part->path));
        wm_data_text(to, "contentSize",
                     wm_document_text(to, "%llu", (unsigned long long)part->size_bytes));
        wm_data_hex(to, "sha256", part->sha256);
        wm_data_end_object(to);
    }
    if (crate->unhashed == NULL)
        return;
    begin_entity(to, crate->unhashed, "File");
    wm_data_text(to, "name", crate->unhashed);
    wm_data_text(to, "description", "every other file with its SHA-256");
    wm_data_text(to, "encodingFormat", type_of(crate->unhashed));
    wm_data_end_object(to);
}

static void add_license(const wm_crate *crate, wm_document *to)
{
    if (crate->license == NULL || !is_url(crate->license))
        return;
    begin_entity(to, crate->license, "CreativeWork");
    wm_data_text(to, "name", crate->license);
    wm_data_text(to, "description", "the license that the publisher names");
    wm_data_end_object(to);
}

static void add_program(const char *id, const char *name, const char *version, wm_document *to)
{
    begin_entity(to, id, "SoftwareApplication");
    wm_data_text(to, "name", name);
    wm_data_text(to, "version", version);
    wm_data_end_object(to);
}

static void add_device(const char *id, const char *name, const char *uuid, wm_document *to)
{
    begin_entity(to, id, "IndividualProduct");
    wm_data_text(to, "name", name);
    if (uuid[0] != '\0' && strcmp(uuid, "redacted") != 0)
        wm_data_text(to, "identifier", uuid);
    wm_data_end_object(to);
}

/* The evidence among the parts, or NULL. */
static const char *evidence_of(const wm_crate *crate)
{
    for (size_t i = 0; i < crate->count; i++)
        if (strcmp(crate->part[i].path, "anc/record/evidence.jsonl") == 0)
            return crate->part[i].path;
    return NULL;
}

/* Adds the run that made the record, and what it ran on. */
static void add_run(const wm_model *model, const wm_crate *crate, const char *start,
                    wm_document *to)
{
    const wm_environment_node *node = wm_model_environment(model);
    char name[64], version[64];
    begin_entity(to, "#run", "CreateAction");
    wm_data_text(to, "name", "The run that made the record");
    wm_data_text(to, "startTime", start);
    wm_data_list(to, "instrument");
    add_reference(to, NULL, "#producer");
    add_reference(to, NULL, "#device");
    if (node->witness.is_there)
        add_reference(to, NULL, "#witness");
    wm_data_end_list(to);
    if (evidence_of(crate) != NULL)
        add_reference(to, "result", evidence_of(crate));
    wm_data_end_object(to);
    wm_mask_text(node->producer.name, name, sizeof name);
    wm_mask_text(node->producer.version, version, sizeof version);
    add_program("#producer", name, version, to);
    add_device("#device", model->device, model->uuid, to);
    if (node->witness.is_there)
        add_device("#witness", model->witness, "", to);
}

/* Adds the making of these files. */
static void add_publication(const wm_crate *crate, wm_document *to)
{
    begin_entity(to, "#publication", "CreateAction");
    wm_data_text(to, "name", "The making of these files from the record");
    add_reference(to, "instrument", "#publisher");
    if (evidence_of(crate) != NULL)
        add_reference(to, "object", evidence_of(crate));
    add_reference(to, "result", "./");
    wm_data_end_object(to);
    add_program("#publisher", "witnessmark", wm_version(), to);
}

void wm_crate_fill(const wm_model *model, const wm_crate *crate, wm_document *to)
{
    const time_t seconds = (time_t)(model->started_at_ns / 1000000000);
    char day[32], start[40];
    struct tm date;
    if (model->started_at_ns == 0 || gmtime_r(&seconds, &date) == NULL ||
        strftime(day, sizeof day, "%Y-%m-%d", &date) == 0 ||
        strftime(start, sizeof start, "%Y-%m-%dT%H:%M:%SZ", &date) == 0)
        return;
    wm_data_text(to, "@context", "https://w3id.org/ro/crate/1.2/context");
    wm_data_list(to, "@graph");
    add_descriptor(to);
    add_root(model, crate, day, to);
    add_files(crate, to);
    add_license(crate, to);
    add_run(model, crate, start, to);
    add_publication(crate, to);
    wm_data_end_list(to);
}

wm_status wm_crate_write(const wm_model *model, const wm_crate *crate, wm_buffer *bytes,
                         wm_error *err)
{
    wm_document to = {.status = WM_OK};
    wm_status status;
    wm_crate_fill(model, crate, &to);
    status = to.status;
    if (status == WM_OK && to.member_count > 0)
        status = wm_products_print(&to, wm_print_json, bytes);
    if (status != WM_OK)
        (void)wm_error_set(err, status, "ro-crate-metadata.json", "%s", wm_status_text(status));
    wm_document_clear(&to);
    return status;
}
