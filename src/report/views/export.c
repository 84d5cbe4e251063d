/* A record as one JSON object for other programs. */
#include "report/views/export.h"

#include "report/views/audit_text.h"
#include "report/views/curve.h"
#include "report/print/json_output.h"
#include "report/views/plan_origin.h"
#include "report/views/reasons.h"
#include "model/tally.h"

#include <math.h>
#include <string.h>

void wm_export_finding(wm_node *node, wm_model *model, const wm_model_finding *finding)
{
    const wm_model_item *item = wm_model_item_of(model, finding->claim);
    const char *fault = wm_planned_faults_word(wm_tally_about(model, finding));
    wm_node_open_object(node, NULL);
    if (finding->name != NULL)
        wm_node_text(node, "claim", finding->name);
    else
        wm_node_null(node, "claim");
    wm_node_text(node, "text", finding->text);
    if (item != NULL && item->failure[0] != '\0')
        wm_node_text(node, "reason", item->failure);
    if (fault != NULL)
        wm_node_text(node, "injected_fault", fault);
    else
        wm_node_null(node, "injected_fault");
    wm_node_close_object(node);
}

static void add_head(wm_node *node, const char *schema, wm_model *model)
{
    size_t i;
    wm_node_begin_object(node);
    wm_node_text(node, "schema", schema);
    wm_node_text(node, "status", "valid");
    wm_node_text(node, "root", model->report.root);
    wm_node_open_array(node, "findings");
    for (i = 0; i < model->finding_count; i++)
        wm_export_finding(node, model, &model->finding[i]);
    wm_node_close_array(node);
}

/* Adds a claim's value: a word, a number as in the evidence, or null. */
static void add_value(wm_node *node, const char *key, const char *value, bool is_word)
{
    if (value == NULL)
        wm_node_null(node, key);
    else if (is_word)
        wm_node_text(node, key, value);
    else
        wm_node_json(node, key, value, strlen(value));
}

static void add_claim_fields(wm_node *node, const wm_model *model, const wm_claim *claim)
{
    char room[WM_REASONS_SIZE], disturbed[WM_REASONS_SIZE];
    const char *reason = wm_reasons_find(model, claim, room);
    if (reason == NULL)
        reason = claim->reason;
    wm_reasons_disturbed_rate(model, claim, disturbed);
    add_value(node, "value", claim->value, claim->is_word);
    wm_node_text(node, "text", claim->text);
    wm_node_text(node, "unit", claim->unit != NULL ? claim->unit : "");
    if (claim->class != NULL)
        wm_node_text(node, "class", claim->class);
    if (claim->tolerance != NULL)
        wm_node_json(node, "tolerance", claim->tolerance, strlen(claim->tolerance));
    if (reason != NULL)
        wm_node_text(node, "reason", reason);
    if (disturbed[0] != '\0')
        wm_node_text(node, "disturbed", disturbed);
}

static void add_listed(wm_node *node, wm_model *model, const wm_claim *claim)
{
    wm_node_open_object(node, NULL);
    wm_node_text(node, "name", claim->name);
    add_claim_fields(node, model, claim);
    wm_node_count(node, "line", claim->line);
    wm_node_hex(node, "id", wm_reader_at(model->reader, claim->line)->id);
    wm_node_close_object(node);
}

wm_status wm_export_claims(wm_model *model, FILE *out)
{
    wm_node node = WM_NODE_EMPTY;
    size_t i;
    add_head(&node, "witnessmark-claims/1", model);
    wm_node_open_array(&node, "claims");
    for (i = 0; i < model->claims.count; i++)
        add_listed(&node, model, &model->claims.claim[i]);
    wm_node_close_array(&node);
    return wm_json_output_print(&node, out);
}

/* Adds the disturbed repeats, each with its flags. */
static void add_disturbed(wm_node *node, const wm_model_item *item)
{
    const wm_observations *repeats = wm_model_repeats(item);
    wm_node_open_array(node, "disturbed");
    for (size_t i = 0; i < repeats->count; i++) {
        const wm_observation *one = &repeats->at[i];
        if (one->flags == 0)
            continue;
        wm_node_open_object(node, NULL);
        wm_node_count(node, "repeat", one->number);
        wm_node_open_array(node, "flags");
        for (unsigned flag = 0; flag < WM_FLAG_WORDS; flag++)
            if (one->flags >> flag & 1u)
                wm_node_text(node, NULL, wm_rule_flag_word((wm_flag)flag));
        wm_node_close_array(node);
        wm_node_close_object(node);
    }
    wm_node_close_array(node);
}

/* Adds the injected fault, and whether a check caught it. */
static void add_fault(wm_node *node, const wm_model_item *item)
{
    const wm_planned_fault *fault = &item->item->fault;
    const wm_planned_fault_outcome outcome = item->verdict.fault;
    const bool is_caught = outcome == WM_PLANNED_FAULTS_CAUGHT;
    if (outcome == WM_PLANNED_FAULTS_NONE) {
        wm_node_null(node, "fault");
        return;
    }
    wm_node_open_object(node, "fault");
    wm_node_text(node, "kind", wm_tables_fault(fault->kind));
    wm_node_text(node, "when", fault->in_repeats ? "repeats" : "transcript");
    wm_node_count(node, "row", fault->row);
    wm_node_count(node, "column", fault->column);
    if (outcome == WM_PLANNED_FAULTS_NOT_JUDGED)
        wm_node_null(node, "caught");
    else
        wm_node_json(node, "caught", is_caught ? "true" : "false", is_caught ? 4 : 5);
    wm_node_close_object(node);
}

/* Adds the plan and the observations of an item. */
static void add_item(wm_node *node, const wm_model_item *item)
{
    const wm_variant *variant = item->item->variant;
    wm_node_text(node, "workload", variant->workload);
    wm_node_text(node, "variant", variant->variant);
    wm_node_open_object(node, "shape");
    for (size_t i = 0; i < variant->dimension_count; i++)
        wm_node_count(node, variant->dimension[i].name, item->item->dimension[i]);
    wm_node_close_object(node);
    wm_node_count(node, "repeats", item->item->repeats);
    add_disturbed(node, item);
    add_fault(node, item);
}

/* Whether a claim is about another subject than the claim before it. */
static bool begins_subject(const wm_claims *claims, size_t i)
{
    const wm_claim *claim = &claims->claim[i], *before = claim - 1;
    return i == 0 || before->subject != claim->subject || before->index != claim->index;
}

/* Adds a subject with its quantities: the claims from number `first` on that are about the
 * subject. */
static void add_subject(wm_node *node, wm_model *model, size_t first)
{
    const wm_claims *claims = &model->claims;
    const wm_claim *claim = &claims->claim[first];
    const wm_model_item *item = wm_model_item_of(model, claim);
    wm_node_open_object(node, NULL);
    wm_node_text(node, wm_subject_at(claim->subject)->name, claim->label);
    if (item != NULL)
        add_item(node, item);
    wm_node_open_object(node, "quantities");
    for (size_t i = first; i == first || (i < claims->count && !begins_subject(claims, i)); i++) {
        wm_node_open_object(node, claims->claim[i].quantity->name);
        add_claim_fields(node, model, &claims->claim[i]);
        wm_node_close_object(node);
    }
    wm_node_close_object(node);
    wm_node_close_object(node);
}

/* Adds one array for each kind of subject (`items`, ...), and own claims as a list. */
static void add_subjects(wm_node *node, wm_model *model)
{
    const wm_claims *claims = &model->claims;
    const wm_subject *subject;
    for (size_t kind = 0; (subject = wm_subject_at(kind)) != NULL; kind++) {
        char key[32];
        (void)snprintf(key, sizeof key, "%s%s", subject->name, subject->prefix == NULL ? "s" : "");
        wm_node_open_array(node, key);
        for (size_t i = 0; i < claims->count; i++) {
            if ((size_t)claims->claim[i].subject != kind)
                continue;
            if (subject->prefix != NULL)
                add_listed(node, model, &claims->claim[i]);
            else if (begins_subject(claims, i))
                add_subject(node, model, i);
        }
        wm_node_close_array(node);
    }
}

/* The wrong element that the witness found, or null. */
static void add_wrong(wm_node *node, const wm_wrong_element *wrong)
{
    char hex[17];
    if (!wrong->is_there) {
        wm_node_null(node, "wrong_element");
        return;
    }
    wm_node_open_object(node, "wrong_element");
    wm_node_count(node, "row", wrong->row);
    wm_node_count(node, "column", wrong->column);
    wm_wrong_element_hex(wrong->format, wrong->found, hex);
    wm_node_text(node, "found", hex);
    wm_wrong_element_hex(wrong->format, wrong->expected, hex);
    wm_node_text(node, "expected", hex);
    wm_node_close_object(node);
}

static void add_stages(wm_node *node, const wm_model *model)
{
    size_t i;
    wm_node_open_array(node, "stages");
    for (i = 0; i < model->transcripts.count; i++) {
        const wm_transcripts_row *stage = &model->transcripts.row[i];
        wm_node_open_object(node, NULL);
        wm_node_text(node, "item", model->item[stage->item].label);
        wm_node_text(node, "stage", stage->stage);
        wm_node_text(node, "operation", stage->operation);
        wm_node_number(node, "residual", stage->residual);
        wm_node_text(node, "decision", stage->decision);
        add_wrong(node, &stage->wrong);
        wm_node_close_object(node);
    }
    wm_node_close_array(node);
}

static void add_point(wm_node *node, const wm_curve_point *point)
{
    wm_node_open_object(node, NULL);
    wm_node_text(node, "item", point->item->label);
    wm_node_number(node, "working_set_bytes", point->bytes);
    wm_node_number(node, "rate", point->rate);
    wm_node_number(node, "read_seconds", wm_curve_read_seconds(point));
    wm_node_number(node, "read_bytes_per_s", wm_curve_read_bytes_per_s(point));
    wm_node_number(node, "ratio", point->ratio);
    wm_node_number(node, "ratio_low", point->ratio_low);
    wm_node_number(node, "ratio_high", point->ratio_high);
    wm_node_json(node, "is_step", point->is_step ? "true" : "false", point->is_step ? 4 : 5);
    wm_node_close_object(node);
}

/* Adds the curves, if there are any. */
static void add_curves(wm_node *node, const wm_model *model)
{
    bool is_open = false;
    for (size_t i = 0; i < model->item_count; i++) {
        wm_curve curve;
        const wm_status status = wm_curve_find(model, i, &curve);
        if (status != WM_OK)
            node->status = status;
        if (curve.count > 0 && !is_open)
            wm_node_open_array(node, "curves");
        is_open = is_open || curve.count > 0;
        if (curve.count > 0) {
            wm_node_open_array(node, NULL);
            for (size_t p = 0; p < curve.count; p++)
                add_point(node, &curve.point[p]);
            wm_node_close_array(node);
        }
        wm_curve_clear(&curve);
    }
    if (is_open)
        wm_node_close_array(node);
}

/* How the plan compares with this release's, or null. */
static void add_plan_origin(wm_node *node, const wm_model *model)
{
    wm_plan_origin origin;
    const wm_status status =
        wm_plan_origin_of(&model->plan, model->plan_name, model->backend, &origin);
    if (status != WM_OK)
        node->status = status;
    else if (origin.words[0] != '\0')
        wm_node_text(node, "plan_origin", origin.words);
    else
        wm_node_null(node, "plan_origin");
}

wm_status wm_export_record(wm_model *model, FILE *out)
{
    wm_node node = WM_NODE_EMPTY;
    add_head(&node, "witnessmark-show/1", model);
    wm_node_text(&node, "producer", model->producer);
    wm_node_text(&node, "device", model->device);
    if (model->uuid[0] != '\0')
        wm_node_text(&node, "uuid", model->uuid);
    else
        wm_node_null(&node, "uuid");
    wm_node_text(&node, "witness", model->witness);
    wm_node_text(&node, "checkers", wm_audit_text_checkers_word(model->report.checkers));
    wm_node_text(&node, "plan", model->plan_name);
    add_plan_origin(&node, model);
    add_subjects(&node, model);
    add_curves(&node, model);
    add_stages(&node, model);
    return wm_json_output_print(&node, out);
}
