/* Reads the outline of an audited record.
 *
 * Members of observations are found as bytes: an audited line is canonical, so a quotation mark
 * within a text is escaped, and the names that are sought are there once. */
#include "model/outline.h"

#include "base/dir.h"
#include "base/lines.h"
#include "base/status.h"
#include "model/mask.h"
#include "model/model_read.h"
#include "model/tally.h"
#include "record/audit/intake.h"

#include <stdlib.h>
#include <string.h>

/* A pass over the lines. */
typedef struct {
    wm_model *model;
    wm_json *json;
    wm_outline_visit *visit;
    void *context;
    uint32_t line;
    uint8_t last[WM_SHA256_SIZE]; /* hash of the last line */
} pass;

/* What follows `name` in a line, or NULL. */
static const char *find(const char *text, size_t size, const char *name)
{
    const size_t length = strlen(name);
    const char *at = memmem(text, size, name, length);
    return at != NULL ? at + length : NULL;
}

/* Takes a repeat with an output. */
static void take_repeat(const pass *of, const char *text, size_t size)
{
    static const char METHOD[] = "\"method\":\"", DIGEST[] = "\",\"output_digest\":\"";
    const char *item = find(text, size, "\"item\":"), *method = find(text, size, METHOD);
    const char *digest = find(text, size, DIGEST);
    wm_outline_repeat repeat = {.method = method};
    if (find(text, size, "\"kind\":\"workload\"") == NULL || item == NULL || method == NULL ||
        digest == NULL || digest < method || (size_t)(text + size - digest) < WM_SHA256_HEX_SIZE ||
        !wm_sha256_from_hex(digest, WM_SHA256_HEX_SIZE, repeat.digest))
        return;
    repeat.item = strtoul(item, NULL, 10);
    repeat.method_size = (size_t)(digest - method) - (sizeof DIGEST - 1);
    if (repeat.item < of->model->item_count)
        of->visit(of->context, &repeat);
}

/* Takes why the first failed observation of an item failed. */
static void take_failure(const pass *of, const char *text, size_t size)
{
    wm_content content;
    wm_observations_seen seen;
    wm_model_item *item;
    if (wm_contents_read(of->json, text, size, &content) != WM_OK ||
        !wm_observations_see(&content, of->line, &seen) ||
        !(seen.item < (double)of->model->item_count))
        return;
    item = &of->model->item[(size_t)seen.item];
    if (seen.one.has_failed && item->failure[0] == '\0')
        wm_mask_text(seen.reason, item->failure, sizeof item->failure);
}

static wm_status take_claim(const pass *of, const char *text, size_t size)
{
    wm_content content;
    wm_status status = wm_contents_read(of->json, text, size, &content);
    if (status == WM_OK && of->model->claims.count == of->model->report.claims)
        return WM_E_INVALID;
    return status == WM_OK ? wm_claims_take(&of->model->claims, of->line, &content) : status;
}

static wm_status take_line(pass *of, const char *text, size_t size)
{
    static const char TYPE[] = "\"type\":\"claim\"";
    of->line++;
    if (size >= 11 && memcmp(text, "{\"asserts\":", 11) == 0 && find(text, size, TYPE) != NULL)
        return take_claim(of, text, size);
    if (find(text, size, "\"status\":\"failed\"") != NULL)
        take_failure(of, text, size);
    else if (size >= 14 && memcmp(text, "{\"covariates\":", 14) == 0)
        take_repeat(of, text, size);
    else if (find(text, size, "\"type\":\"root\"}\n") != NULL)
        wm_sha256_hash(text, size, of->last);
    return WM_OK;
}

static wm_status take_lines(pass *of, const wm_source *source)
{
    wm_lines lines;
    const char *text;
    size_t size = 1;
    wm_status status = wm_lines_open(source, WM_INTAKE_LINE_MAX, &lines);
    if (status != WM_OK)
        return status;
    while (status == WM_OK) {
        status = wm_lines_next(&lines, &text, &size);
        if (status != WM_OK || size == 0)
            break;
        status = take_line(of, text, size);
    }
    wm_lines_close(&lines);
    return status;
}

/* Gives each item its claims and its verdict. */
static void conclude(wm_model *model)
{
    wm_claims_group group = {NULL, 0};
    while (wm_claims_next(&model->claims, &group))
        if (wm_model_item_of(model, group.claim) != NULL)
            model->item[group.claim->index].claims = group;
    wm_tally_judge(model);
}

/* Reads what follows the first two lines. */
static wm_status read_rest(const char *path, pass *of)
{
    char root[WM_SHA256_HEX_SIZE + 1];
    wm_source source;
    wm_status status = wm_model_open_evidence(path, &source);
    if (status != WM_OK)
        return status;
    status = wm_claims_begin_count(&of->model->claims, (size_t)of->model->report.claims,
                                   &of->model->plan);
    if (status == WM_OK)
        status = take_lines(of, &source);
    wm_dir_close_file(&source);
    wm_sha256_to_hex(of->last, root);
    return status == WM_OK && strcmp(root, of->model->report.root) != 0 ? WM_E_IO : status;
}

wm_status wm_outline_read(const char *path, wm_outline_visit *visit, void *context, wm_model *model,
                          wm_error *err)
{
    const wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    pass of = {.model = model, .visit = visit, .context = context};
    wm_status status = wm_model_read_findings(path, &options, model, err);
    if (status != WM_OK)
        return status;
    of.json = wm_json_new();
    status = of.json != NULL ? wm_model_read_head(path, model) : WM_E_NOMEM;
    if (status == WM_OK)
        status = read_rest(path, &of);
    wm_json_free(of.json);
    if (status == WM_OK)
        conclude(model);
    return status == WM_OK || status == WM_E_NOMEM
               ? status
               : wm_error_set(err, WM_E_IO, path, "changed while it was read");
}
