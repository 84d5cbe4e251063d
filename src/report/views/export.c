/* A record as one JSON object for other programs. */
#include "report/views/export.h"

#include "report/views/audit_text.h"
#include "report/views/curve.h"
#include "report/views/failed_runs.h"
#include "report/views/links_alone.h"
#include "report/views/named_facts.h"
#include "report/document/data.h"
#include "report/views/plan_origin.h"
#include "report/views/reasons.h"
#include "report/views/warnings.h"
#include "report/views/wrapped_view.h"
#include "model/tally.h"

#include <string.h>

void wm_export_value(wm_document *to, const char *key, const wm_claim *claim)
{
    if (claim == NULL || claim->value == NULL)
        wm_data_null(to, key);
    else if (claim->is_word)
        wm_data_text(to, key, claim->value);
    else
        wm_data_json(to, key, claim->value, strlen(claim->value));
}

void wm_export_finding(wm_document *to, wm_model *model, const wm_model_finding *finding)
{
    const wm_model_item *item = wm_model_item_of(model, finding->claim);
    wm_data_object(to, NULL);
    wm_data_text(to, "claim", finding->name);
    wm_data_text(to, "text", finding->text);
    if (item != NULL && item->failure[0] != '\0')
        wm_data_text(to, "reason", item->failure);
    wm_data_text(to, "injected_fault", wm_planned_faults_word(wm_tally_about(model, finding)));
    wm_data_end_object(to);
}

void wm_export_findings(wm_document *to, wm_model *model)
{
    wm_data_list(to, "findings");
    for (size_t i = 0; i < model->finding_count; i++)
        wm_export_finding(to, model, &model->finding[i]);
    wm_data_end_list(to);
}

static void add_head(wm_document *to, const char *schema, wm_model *model)
{
    wm_data_begin(to, schema, "valid");
    wm_data_text(to, "root", model->report.root);
    wm_export_findings(to, model);
}

static void add_claim_fields(wm_document *to, const wm_model *model, const wm_claim *claim)
{
    char room[WM_REASONS_SIZE], disturbed[WM_REASONS_SIZE];
    const char *reason = wm_reasons_find(model, claim, room);
    if (reason == NULL)
        reason = claim->reason;
    wm_reasons_disturbed_rate(model, claim, disturbed);
    wm_export_value(to, "value", claim);
    wm_data_text(to, "text", claim->text);
    wm_data_text(to, "unit", claim->unit != NULL ? claim->unit : "");
    if (claim->class != NULL)
        wm_data_text(to, "class", claim->class);
    if (claim->tolerance != NULL)
        wm_data_json(to, "tolerance", claim->tolerance, strlen(claim->tolerance));
    if (reason != NULL)
        wm_data_text(to, "reason", reason);
    if (disturbed[0] != '\0')
        wm_data_text(to, "disturbed", disturbed);
}

void wm_export_claim(wm_document *to, wm_model *model, const wm_claim *claim)
{
    wm_data_object(to, NULL);
    wm_data_text(to, "name", claim->name);
    add_claim_fields(to, model, claim);
    wm_data_count(to, "line", claim->line);
    wm_data_hex(to, "id", wm_reader_at(model->reader, claim->line)->id);
    wm_data_end_object(to);
}

void wm_export_claims(wm_model *model, wm_document *to)
{
    add_head(to, "claims", model);
    wm_data_list(to, "claims");
    for (size_t i = 0; i < model->claims.count; i++)
        wm_export_claim(to, model, &model->claims.claim[i]);
    wm_data_end_list(to);
}

/* Adds the disturbed repeats, each with its flags. */
static void add_disturbed(wm_document *to, const wm_model_item *item)
{
    const wm_observations *repeats = wm_model_repeats(item);
    wm_data_list(to, "disturbed");
    for (size_t i = 0; i < repeats->count; i++) {
        const wm_observation *one = &repeats->at[i];
        if (one->flags == 0)
            continue;
        wm_data_object(to, NULL);
        wm_data_count(to, "repeat", one->number);
        wm_data_list(to, "flags");
        for (unsigned flag = 0; flag < WM_FLAG_WORDS; flag++)
            if (one->flags >> flag & 1u)
                wm_data_text(to, NULL, wm_rule_flag_word((wm_flag)flag));
        wm_data_end_list(to);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
    wm_data_count(to, "flags_unknown", wm_observations_count(repeats).unknown);
}

/* Adds the injected fault, and whether a check caught it. */
static void add_fault(wm_document *to, const wm_model_item *item)
{
    const wm_planned_fault *fault = &item->item->fault;
    const wm_planned_fault_outcome outcome = item->verdict.fault;
    if (outcome == WM_PLANNED_FAULTS_NONE) {
        wm_data_null(to, "fault");
        return;
    }
    wm_data_object(to, "fault");
    wm_data_text(to, "kind", wm_tables_fault(fault->kind));
    wm_data_text(to, "when", fault->in_repeats ? "repeats" : "transcript");
    wm_data_count(to, "row", fault->row);
    wm_data_count(to, "column", fault->column);
    if (outcome == WM_PLANNED_FAULTS_NOT_JUDGED)
        wm_data_null(to, "caught");
    else
        wm_data_flag(to, "caught", outcome == WM_PLANNED_FAULTS_CAUGHT);
    wm_data_end_object(to);
}

void wm_export_item(wm_document *to, const wm_model_item *item)
{
    const wm_variant *variant = item->item->variant;
    wm_data_text(to, "workload", variant->workload);
    wm_data_text(to, "variant", variant->variant);
    wm_data_object(to, "shape");
    for (size_t i = 0; i < variant->dimension_count; i++)
        wm_data_count(to, variant->dimension[i].name, item->item->dimension[i]);
    wm_data_end_object(to);
    wm_data_count(to, "repeats", item->item->repeats);
    add_disturbed(to, item);
    add_fault(to, item);
}

/* Adds a subject with its quantities. */
static void add_subject(wm_document *to, wm_model *model, const wm_claims_group *of)
{
    const wm_model_item *item = wm_model_item_of(model, of->claim);
    wm_data_object(to, NULL);
    wm_data_text(to, wm_subject_at(of->claim->subject)->name, of->claim->label);
    if (item != NULL)
        wm_export_item(to, item);
    wm_data_object(to, "quantities");
    for (size_t i = 0; i < of->count; i++) {
        wm_data_object(to, of->claim[i].quantity->name);
        add_claim_fields(to, model, &of->claim[i]);
        wm_data_end_object(to);
    }
    wm_data_end_object(to);
    wm_data_end_object(to);
}

/* Adds one array for each kind of subject (`items`, ...), and own claims as a list. */
static void add_subjects(wm_document *to, wm_model *model)
{
    const wm_subject *subject;
    for (size_t kind = 0; (subject = wm_subject_at(kind)) != NULL; kind++) {
        const bool is_listed = subject->prefix != NULL;
        const bool is_plural = is_listed || subject->name[strlen(subject->name) - 1] == 's';
        wm_claims_group of = {NULL, 0};
        wm_data_list(to, wm_document_text(to, "%s%s", subject->name, is_plural ? "" : "s"));
        while (wm_claims_next(&model->claims, &of)) {
            if ((size_t)of.claim->subject != kind)
                continue;
            for (size_t i = 0; is_listed && i < of.count; i++)
                wm_export_claim(to, model, &of.claim[i]);
            if (!is_listed)
                add_subject(to, model, &of);
        }
        wm_data_end_list(to);
    }
}

/* The wrong element that the witness found, or null. */
static void add_wrong(wm_document *to, const wm_wrong_element *wrong)
{
    char hex[17];
    if (!wrong->is_there) {
        wm_data_null(to, "wrong_element");
        return;
    }
    wm_data_object(to, "wrong_element");
    wm_data_count(to, "row", wrong->row);
    wm_data_count(to, "column", wrong->column);
    wm_wrong_element_hex(wrong->format, wrong->found, hex);
    wm_data_text(to, "found", hex);
    wm_wrong_element_hex(wrong->format, wrong->expected, hex);
    wm_data_text(to, "expected", hex);
    wm_data_end_object(to);
}

void wm_export_stages(wm_document *to, const wm_model *model, const wm_model_item *only)
{
    wm_data_list(to, "stages");
    for (size_t i = 0; i < model->transcripts.count; i++) {
        const wm_transcripts_row *stage = &model->transcripts.row[i];
        if (only != NULL && stage->item != only->index)
            continue;
        wm_data_object(to, NULL);
        wm_data_text(to, "item", model->item[stage->item].label);
        wm_data_text(to, "stage", stage->stage);
        wm_data_text(to, "operation", stage->operation);
        wm_data_number(to, "residual", stage->residual);
        wm_data_text(to, "decision", stage->decision);
        add_wrong(to, &stage->wrong);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

static void add_point(wm_document *to, const wm_curve_point *point)
{
    wm_data_object(to, NULL);
    wm_data_text(to, "item", point->item->label);
    wm_data_number(to, "working_set_bytes", point->bytes);
    wm_data_number(to, "rate", point->rate);
    wm_data_number(to, "read_seconds", wm_curve_read_seconds(point));
    wm_data_number(to, "read_bytes_per_s", wm_curve_read_bytes_per_s(point));
    wm_data_number(to, "ratio", point->ratio);
    wm_data_number(to, "ratio_low", point->ratio_low);
    wm_data_number(to, "ratio_high", point->ratio_high);
    wm_data_flag(to, "is_step", point->is_step);
    wm_data_end_object(to);
}

/* Adds the curves, if there are any. */
static void add_curves(wm_document *to, const wm_model *model)
{
    bool is_open = false;
    for (size_t i = 0; i < model->item_count; i++) {
        wm_curve curve;
        wm_document_fail(to, wm_curve_find(model, i, &curve));
        if (curve.count == 0)
            continue;
        if (!is_open)
            wm_data_list(to, "curves");
        is_open = true;
        wm_data_list(to, NULL);
        for (size_t p = 0; p < curve.count; p++)
            add_point(to, &curve.point[p]);
        wm_data_end_list(to);
        wm_curve_clear(&curve);
    }
    if (is_open)
        wm_data_end_list(to);
}

/* How the plan compares with this release's, or null. */
static void add_plan_origin(wm_document *to, const wm_model *model)
{
    wm_plan_origin origin;
    const wm_status status =
        wm_plan_origin_of(&model->plan, model->plan_name, model->backend, &origin);
    wm_document_fail(to, status);
    wm_data_word(to, "plan_origin", status == WM_OK ? origin.words : "");
}

void wm_export_record(wm_model *model, const wm_wrapped *wrapped, wm_document *to)
{
    wm_failed_runs runs;
    wm_named_facts named;
    add_head(to, "show", model);
    wm_data_text(to, "producer", model->producer);
    wm_data_text(to, "device", model->device);
    wm_data_word(to, "uuid", model->uuid);
    wm_named_facts_take(wm_model_environment(model)->facts, to, &named);
    wm_named_facts_export(&named, to);
    wm_data_text(to, "witness", model->witness);
    wm_audit_text_checkers_export(&model->report, to);
    wm_data_text(to, "plan", model->plan_name);
    add_plan_origin(to, model);
    wm_warnings_export(model, to);
    wm_links_alone_export(model, to);
    if (wrapped != NULL)
        wm_wrapped_view_export(model, wrapped, to);
    runs = wm_failed_runs_count(model, to);
    if (runs.all > 0)
        wm_data_count(to, "observations_failed", runs.failed);
    add_subjects(to, model);
    add_curves(to, model);
    wm_export_stages(to, model, NULL);
}
