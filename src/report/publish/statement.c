/* Makes an in-toto statement of a record.
 *
 * A reader of the statement has no record at hand, so each claim says what stands behind it. The
 * weakest word is the default: a quantity that is not in a list here is the producer's word. */
#include "report/publish/statement.h"

#include "base/dir.h"
#include "base/status.h"
#include "report/document/data.h"
#include "report/views/claim_sides.h"
#include "standards/sha256.h"

#include <errno.h>
#include <string.h>

/* The type of the predicate. The project has no domain of its own, so the name is a UUID; another
 * form of the predicate gets another one. Source: RFC 9562, version 4. */
static const char PREDICATE_TYPE[] = "urn:uuid:344b70e9-3098-4140-8bde-0181814a0fc7";

/* What follows from this record's outputs, which `reverify --product` computes again, and from the
 * plan alone. A comparison with another record rests on that record's word too. */
static const struct {
    wm_subject_kind subject;
    const char *quantity;
    bool is_of_check; /* the device that checked made it */
} RECOMPUTED[] = {
    {WM_SUBJECT_ITEM, "floor", false},
    {WM_SUBJECT_ITEM, "predicted_floor", false},
    {WM_SUBJECT_ITEM, "calibrated_rounding", false},
    {WM_SUBJECT_ITEM, "basis", false},
    {WM_SUBJECT_ITEM, "tolerance", false},
    {WM_SUBJECT_ITEM, "residual", true},
    {WM_SUBJECT_ITEM, "row_statistic", true},
    {WM_SUBJECT_ITEM, "row_threshold", false},
    {WM_SUBJECT_ITEM, "row_sum_error", true},
    {WM_SUBJECT_ITEM, "row_sum_bound", false},
    {WM_SUBJECT_ITEM, "rounding", true},
    {WM_SUBJECT_ITEM, "verified", true},
    {WM_SUBJECT_ITEM, "transcript", true},
    {WM_SUBJECT_CHANGE, "output_kept", false},
    {WM_SUBJECT_CHANGE, "inflation", false},
    {WM_SUBJECT_JUDGEMENT, "residual", false},
    {WM_SUBJECT_JUDGEMENT, "tolerance", false},
    {WM_SUBJECT_JUDGEMENT, "decision", false},
};

static const char *const ASSURANCES[] = {"self-attested", "recomputed", "witnessed"};

wm_statement_assurance wm_statement_assurance_of(const wm_model *model, const wm_claim *claim)
{
    const wm_model_item *item = wm_model_item_of(model, claim);
    if (claim->quantity == NULL || claim->value == NULL)
        return WM_STATEMENT_SELF_ATTESTED;
    for (size_t i = 0; i < sizeof RECOMPUTED / sizeof RECOMPUTED[0]; i++) {
        if (RECOMPUTED[i].subject != claim->subject ||
            strcmp(RECOMPUTED[i].quantity, claim->quantity->name) != 0)
            continue;
        return RECOMPUTED[i].is_of_check && wm_model_environment(model)->witness.is_there &&
                       item != NULL && !item->verdict.is_wrong && !item->verdict.is_unknown
                   ? WM_STATEMENT_WITNESSED
                   : WM_STATEMENT_RECOMPUTED;
    }
    return WM_STATEMENT_SELF_ATTESTED;
}

static wm_status add_claim(const wm_model *model, const wm_claim *claim, wm_document *to,
                           wm_error *err)
{
    const char *verdict;
    const wm_status status = wm_claim_sides_verdict(model, claim, &verdict, err);
    if (status != WM_OK)
        return status;
    wm_data_object(to, NULL);
    wm_data_text(to, "name", claim->name);
    wm_data_text(to, "text", claim->text);
    if (claim->value != NULL && !claim->is_word)
        wm_data_json(to, "value", claim->value, strlen(claim->value));
    else
        wm_data_text(to, "value", claim->value);
    wm_data_text(to, "unit", claim->unit);
    wm_data_text(to, "class", claim->class);
    wm_data_text(to, "verdict", verdict);
    wm_data_text(to, "assurance", ASSURANCES[wm_statement_assurance_of(model, claim)]);
    wm_data_end_object(to);
    return WM_OK;
}

/* Hashes the evidence. */
static wm_status hash_evidence(const wm_model *model, uint8_t sha256[WM_SHA256_SIZE], wm_error *err)
{
    const char *path = wm_reader_evidence(model->reader);
    wm_source source;
    wm_status status;
    errno = 0;
    status = wm_dir_open_file(path, &source);
    if (status != WM_OK)
        return wm_error_set(err, status == WM_E_NOMEM ? status : WM_E_OPEN, path, "cannot open: %s",
                            errno != 0 ? strerror(errno) : wm_status_text(status));
    status = wm_sha256_source(&source, sha256);
    if (status != WM_OK)
        (void)wm_error_set(err, status, path, "cannot read: %s", strerror(errno));
    wm_dir_close_file(&source);
    return status;
}

/* Adds a line of the record, which is canonical JSON, without its newline. */
static void add_line(const char *key, const wm_model_line *line, wm_document *to)
{
    size_t size = line->text.size;
    while (size > 0 && line->text.data[size - 1] == '\n')
        size--;
    wm_data_json(to, key, line->text.data, size);
}

wm_status wm_statement_fill(wm_model *model, const char *argument, wm_document *to, wm_error *err)
{
    uint8_t sha256[WM_SHA256_SIZE];
    wm_status status = hash_evidence(model, sha256, err);
    (void)argument;
    if (status != WM_OK)
        return status;
    wm_data_text(to, "_type", "https://in-toto.io/Statement/v1");
    wm_data_list(to, "subject");
    wm_data_object(to, NULL);
    wm_data_text(to, "name", "evidence.jsonl");
    wm_data_object(to, "digest");
    wm_data_hex(to, "sha256", sha256);
    wm_data_end_object(to);
    wm_data_end_object(to);
    wm_data_end_list(to);
    wm_data_text(to, "predicateType", PREDICATE_TYPE);
    wm_data_object(to, "predicate");
    wm_data_text(to, "root", model->report.root);
    wm_data_text(to, "format", model->report.format);
    add_line("environment", &model->head.environment, to);
    wm_data_text(to, "plan", model->plan_name);
    wm_data_list(to, "claims");
    for (size_t i = 0; i < model->claims.count && status == WM_OK; i++)
        status = add_claim(model, &model->claims.claim[i], to, err);
    wm_data_end_list(to);
    wm_data_end_object(to);
    return status;
}
