/* Audits a sealed document: its members, its record, its products.
 *
 * The record is judged before the hashes of the members: the refusal of a line says more than a
 * hash that differs. A hash that differs is said before a record that cannot be judged, because it
 * is certain. */
#include "report/publish/sealed_audit.h"

#include "archive/sealed_check.h"
#include "base/status.h"
#include "model/model_read.h"
#include "record/audit/outcome.h"
#include "record/tables/exit_status.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"

#include <stdio.h>
#include <string.h>

/* Names the file of a refusal of the record from the archive's top. */
static void place_failure(wm_audit_report *report)
{
    char path[sizeof report->failure.file];
    if (report->failure.file[0] == '\0')
        return;
    (void)snprintf(path, sizeof path, "%s%.200s", WM_SEALED_RECORD, report->failure.file);
    memcpy(report->failure.file, path, sizeof path);
}

/* Compares the products with the record, which is read for them. */
static wm_status check_products(const wm_sealed *sealed, const wm_sealed_manifest *manifest,
                                wm_model *model, wm_sealed_said *said, wm_error *err)
{
    wm_model whole;
    wm_status status = wm_model_read(sealed->record, NULL, &whole, err);
    if (status == WM_OK)
        status = wm_sealed_products_check(sealed, manifest, &whole, &said->products, &model->report,
                                          err);
    else if (wm_outcome_exit(status) != WM_EXIT_TROUBLE)
        status = wm_error_set(err, WM_E_IO, WM_SEALED_RECORD, "changed while it was read");
    wm_model_close(&whole);
    return status;
}

/* Checks all behind the form. */
static wm_status check_whole(wm_sealed *sealed, const wm_sealed_manifest *manifest,
                             const wm_audit_options *options, wm_model *model, wm_sealed_said *said,
                             wm_error *err)
{
    wm_audit_report files = WM_AUDIT_REPORT_INIT;
    const wm_status record = wm_model_read_findings(sealed->record, options, model, err);
    wm_status status;
    place_failure(&model->report);
    if (record != WM_OK && wm_outcome_exit(record) != WM_EXIT_INCONCLUSIVE)
        return record;
    status = wm_sealed_check_hashes(sealed, manifest, &files, err);
    if (status == WM_E_INVALID)
        model->report.failure = files.failure;
    if (status == WM_OK)
        status = record;
    if (status == WM_OK)
        status = wm_sealed_check_root(manifest, &model->report);
    return status == WM_OK ? check_products(sealed, manifest, model, said, err) : status;
}

wm_status wm_sealed_audit(wm_sealed *sealed, const wm_audit_options *options, wm_model *model,
                          wm_sealed_said *said, wm_error *err)
{
    wm_sealed_manifest manifest;
    wm_audit_report form = WM_AUDIT_REPORT_INIT;
    wm_status status = wm_sealed_check_form(sealed, &manifest, &form, err);
    memset(said, 0, sizeof *said);
    memset(model, 0, sizeof *model);
    if (status != WM_OK)
        model->report = form;
    else
        status = check_whole(sealed, &manifest, options, model, said, err);
    if (status != WM_OK) {
        model->report.root[0] = '\0';
    } else {
        (void)snprintf(said->document, sizeof said->document, "%s", manifest.document);
        memcpy(said->sha256, wm_sealed_manifest_find(&manifest, manifest.document)->sha256,
               sizeof said->sha256);
        said->members = manifest.count;
    }
    wm_sealed_manifest_clear(&manifest);
    return status;
}

wm_status wm_sealed_audit_folder(const char *path, const wm_audit_options *options, wm_model *model,
                                 wm_sealed_said *said, wm_error *err)
{
    wm_sealed sealed;
    wm_status status = wm_sealed_members_open(path, &sealed, err);
    memset(model, 0, sizeof *model);
    memset(said, 0, sizeof *said);
    if (status == WM_OK)
        status = wm_sealed_audit(&sealed, options, model, said, err);
    wm_sealed_members_close(&sealed);
    return status;
}

/* ---- words ----------------------------------------------------------------------------------- */

void wm_sealed_audit_add(const wm_sealed_said *said, wm_document *to)
{
    const size_t equal = said->products.equal;
    wm_words *line;
    if (said->document[0] == '\0')
        return;
    line = wm_words_new(to);
    wm_words_add(line, "document: ");
    wm_words_data(line, said->document);
    wm_words_add(line, ", %zu member%s, %zu of them made again from the record: equal",
                 said->members, wm_style_plural(said->members), equal);
}

void wm_sealed_audit_data(const wm_sealed_said *said, wm_document *to)
{
    if (said->document[0] == '\0') {
        wm_data_null(to, "document");
        return;
    }
    wm_data_object(to, "document");
    wm_data_text(to, "path", said->document);
    wm_data_hex(to, "sha256", said->sha256);
    wm_data_count(to, "members", said->members);
    wm_data_count(to, "products", said->products.equal);
    wm_data_end_object(to);
}
