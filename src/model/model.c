/* The model of a record: what an audited record claims, in memory. */
#include "model/model.h"

#include "backend/product.h"
#include "base/array.h"
#include "base/status.h"
#include "model/mask.h"
#include "record/laws/reduction.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_status no_memory(const wm_model *model, wm_error *err)
{
    return wm_error_set(err, WM_E_NOMEM, model->path, "out of memory");
}

/* Copies a text, cut to fit and masked. */
static void copy_text(wm_text text, char *out, size_t size)
{
    wm_mask_copy(text.bytes, text.bytes != NULL ? text.size : 0, out, size);
}

/* Takes a finding of the audit. If it cannot be kept, the count differs from the report's. */
static void take_finding(void *context, const wm_finding *found)
{
    wm_model *model = context;
    wm_model_finding one = {found->claim == NULL ? NULL : strdup(found->claim), strdup(found->text),
                            NULL};
    wm_model_finding *grown = wm_array_grow(model->finding, &model->finding_capacity,
                                            model->finding_count + 1, sizeof *grown);
    if (grown != NULL)
        model->finding = grown;
    if (grown != NULL && (one.name != NULL || found->claim == NULL) && one.text != NULL) {
        model->finding[model->finding_count++] = one;
        return;
    }
    free(one.name);
    free(one.text);
}

/* ---- environment and plan ---- */

/* Writes a device and its backend; `none` for a record that used no device. */
static void copy_device(wm_text backend, wm_text device, char out[256])
{
    char name[192], kind[16];
    copy_text(backend, kind, sizeof kind);
    copy_text(device, name, sizeof name);
    (void)snprintf(out, 256, name[0] == '\0' ? "%s%s" : "%s (%s)", name, kind);
}

/* Copies the fact with this name; empty if there is none. */
static void copy_fact(wm_list facts, const char *name, char *out, size_t size)
{
    wm_fact_node fact;
    out[0] = '\0';
    while (wm_kind_environment_next(&facts, &fact))
        if (wm_member_is(fact.name, name))
            copy_text(fact.value.text, out, size);
}

static wm_status load_environment(wm_model *model, wm_error *err)
{
    wm_content content;
    const wm_environment_node *node = &content.of.environment;
    char name[64], version[64], revision[96];
    const wm_status status = wm_reader_read(model->reader, 1, &content, err);
    if (status != WM_OK)
        return status;
    copy_text(node->producer.name, name, sizeof name);
    copy_text(node->producer.version, version, sizeof version);
    copy_text(node->producer.source_revision, revision, sizeof revision);
    (void)snprintf(model->producer, sizeof model->producer, "%s %s%s%s", name, version,
                   revision[0] != '\0' ? ", revision " : "", revision);
    copy_device(node->backend, node->device, model->device);
    copy_text(node->backend, model->backend, sizeof model->backend);
    copy_fact(node->facts, "uuid", model->uuid, sizeof model->uuid);
    if (node->witness.is_there)
        copy_device(node->witness.backend, node->witness.device, model->witness);
    else
        copy_device(node->backend, node->device, model->witness);
    return WM_OK;
}

static wm_status load_plan(wm_model *model, wm_error *err)
{
    wm_content content;
    wm_list items;
    const wm_status status = wm_reader_read(model->reader, 2, &content, err);
    if (status != WM_OK)
        return status;
    copy_text(content.of.plan.name, model->plan_name, sizeof model->plan_name);
    model->plan.repeat_seconds = content.of.plan.repeat_seconds;
    items = content.of.plan.items;
    model->plan.items = calloc(items.count + (size_t)1, sizeof *model->plan.items);
    model->item = calloc(items.count + (size_t)1, sizeof *model->item);
    if (model->plan.items == NULL || model->item == NULL)
        return no_memory(model, err);
    for (size_t i = 0; wm_member_has_next(&items); i++) {
        wm_model_item *item = &model->item[i];
        if (!wm_kind_plan_next(&items, &model->plan.items[i]))
            return wm_error_set(err, WM_E_INVALID, model->path, "its plan cannot be read");
        item->item = &model->plan.items[i];
        item->index = i;
        wm_plan_label(item->item, item->label);
        model->plan.item_count = model->item_count = i + 1;
    }
    return WM_OK;
}

/* ---- transcripts ---- */

/* The latest row of an item that has no decision yet, or NULL. */
static wm_model_stage *open_row(wm_model *model, size_t item)
{
    for (size_t i = model->stage_count; i > 0; i--)
        if (model->stage[i - 1].item == item)
            return model->stage[i - 1].decision[0] == '\0' ? &model->stage[i - 1] : NULL;
    return NULL;
}

/* The fault of an inject stage, and its place. */
static void describe_fault(const wm_stage_node *node, wm_model_stage *row)
{
    char fault[16];
    copy_text(node->fault, fault, sizeof fault);
    if (wm_tables_fault_has_place(wm_tables_fault_named(fault, strlen(fault))))
        (void)snprintf(row->operation, sizeof row->operation, "fault: %s at row %.0f, column %.0f",
                       fault, node->row, node->column);
    else
        (void)snprintf(row->operation, sizeof row->operation, "fault: %s", fault);
}

static double ratio_of(const wm_residual_node *residual)
{
    return wm_observed_ratio(residual->difference_max, residual->reference_max);
}

/* Takes method and residual of the product that an acquire stage names. */
static wm_status describe_product(wm_model *model, const wm_edge *product, wm_model_stage *row,
                                  wm_error *err)
{
    wm_content content;
    const uint32_t line = product->is_there ? wm_reader_find(model->reader, product->id) : 0;
    const wm_status status = line != 0 ? wm_reader_read(model->reader, line, &content, err) : WM_OK;
    if (status != WM_OK || line == 0 || !wm_contents_is(&content, &wm_kind_workload_ok))
        return status;
    copy_text(content.of.workload.method, row->operation, sizeof row->operation);
    row->residual = ratio_of(&content.of.workload.residual);
    return WM_OK;
}

const char *wm_model_stage_name(const wm_content *content)
{
    for (size_t i = 0; i < content->form->count; i++) {
        const wm_field *field = &content->form->fields[i];
        if (strcmp(field->key, "stage") == 0 && field->constant != NULL)
            return field->constant;
    }
    return "";
}

/* Adds a row for an acquire, inject or repair stage. */
static wm_status begin_row(wm_model *model, const wm_content *content, size_t item, wm_error *err)
{
    const wm_stage_node *node = &content->of.stage;
    wm_model_stage *row =
        wm_array_grow(model->stage, &model->stage_capacity, model->stage_count + 1, sizeof *row);
    if (row == NULL)
        return no_memory(model, err);
    model->stage = row;
    row += model->stage_count++;
    *row = (wm_model_stage){.item = item, .residual = NAN};
    (void)snprintf(row->stage, sizeof row->stage, "%s", wm_model_stage_name(content));
    if (wm_contents_is(content, &wm_kind_stage_inject))
        describe_fault(node, row);
    else
        copy_text(node->method, row->operation, sizeof row->operation);
    return wm_contents_is(content, &wm_kind_stage_acquire)
               ? describe_product(model, &node->product, row, err)
               : WM_OK;
}

/* The wrong element of a witness stage, if it has one. */
static wm_wrong_element wrong_element(const wm_element_node *node, const wm_item *item)
{
    const wm_product_variant *product = wm_product_of(item->variant);
    wm_wrong_element element = {0};
    char hex[17];
    if (!node->is_there || product == NULL)
        return element;
    element = (wm_wrong_element){
        true, product->output, (uint64_t)node->row, (uint64_t)node->column, 0, 0};
    copy_text(node->found, hex, sizeof hex);
    element.found = wm_wrong_element_from_hex(hex);
    copy_text(node->expected, hex, sizeof hex);
    element.expected = wm_wrong_element_from_hex(hex);
    return element;
}

static wm_status take_stage(wm_model *model, const wm_content *content, wm_error *err)
{
    const size_t item = wm_member_index(content->of.stage.item, (uint32_t)model->item_count);
    wm_model_stage *row = open_row(model, item);
    if (item == model->item_count)
        return wm_error_set(err, WM_E_INVALID, model->path, "a stage has no item");
    if (content->of.stage.residual.is_there && row != NULL) {
        row->residual = ratio_of(&content->of.stage.residual);
        row->wrong = wrong_element(&content->of.stage.element, model->item[item].item);
    } else if (wm_contents_is(content, &wm_kind_stage_decide) && row != NULL)
        copy_text(content->of.stage.decision, row->decision, sizeof row->decision);
    else
        return begin_row(model, content, item, err);
    return WM_OK;
}

/* ---- repeats and calibrations ---- */

static void join_flags(wm_list flags, char *out, size_t size)
{
    wm_text flag;
    size_t used = 0;
    while (used + 4 < size && wm_member_next_text(&flags, &flag)) {
        if (used > 0)
            used += (size_t)snprintf(out + used, size - used, ", ");
        copy_text(flag, out + used, size - used);
        used += strlen(out + used);
    }
}

static wm_status take_disturbed(wm_model *model, wm_list flags, double repeat, size_t item,
                                wm_error *err)
{
    wm_model_disturbed *row;
    if (flags.count == 0)
        return WM_OK;
    row = wm_array_grow(model->disturbed, &model->disturbed_capacity, model->disturbed_count + 1,
                        sizeof *row);
    if (row == NULL)
        return no_memory(model, err);
    model->disturbed = row;
    row += model->disturbed_count++;
    *row = (wm_model_disturbed){.item = item, .repeat = wm_member_index(repeat, WM_TABLES_REPEATS)};
    join_flags(flags, row->flags, sizeof row->flags);
    return WM_OK;
}

/* Keeps the reason of an item's first failure. */
static void take_failure(wm_model *model, size_t item, wm_text reason)
{
    if (model->item[item].failure[0] == '\0')
        copy_text(reason, model->item[item].failure, sizeof model->item[item].failure);
}

static wm_status take_speed(wm_model *model, const wm_workload_node *node, size_t item,
                            wm_error *err)
{
    wm_model_repeat *row =
        wm_array_grow(model->repeat, &model->repeat_capacity, model->repeat_count + 1, sizeof *row);
    if (row == NULL)
        return no_memory(model, err);
    model->repeat = row;
    row += model->repeat_count++;
    *row = (wm_model_repeat){.item = item,
                             .repeat = wm_member_index(node->repeat, WM_TABLES_REPEATS),
                             .speed = node->iterations / node->seconds};
    return WM_OK;
}

static wm_status take_repeat(wm_model *model, const wm_content *content, wm_error *err)
{
    const wm_workload_node *node = &content->of.workload;
    const size_t item = wm_member_index(node->item, (uint32_t)model->item_count);
    wm_status status;
    if (item == model->item_count)
        return wm_error_set(err, WM_E_INVALID, model->path, "a repeat has no item");
    if (wm_contents_is(content, &wm_kind_workload_ok)) {
        model->item[item].has_run = true;
        status = take_speed(model, node, item, err);
        return status == WM_OK ? take_disturbed(model, node->flags, node->repeat, item, err)
                               : status;
    }
    take_failure(model, item, node->reason);
    return WM_OK;
}

static wm_status take_profile(wm_model *model, const wm_content *content, wm_error *err)
{
    const wm_profile_node *node = &content->of.profile;
    const size_t item = wm_member_index(node->item, (uint32_t)model->item_count);
    if (item == model->item_count)
        return wm_error_set(err, WM_E_INVALID, model->path, "a profile has no item");
    if (wm_contents_is(content, &wm_kind_profile_ok)) {
        model->item[item].has_run = true;
        return take_disturbed(model, node->flags, node->repeat, item, err);
    }
    take_failure(model, item, node->reason);
    return WM_OK;
}

static wm_status take_calibration(wm_model *model, const wm_content *content, wm_error *err)
{
    const wm_calibration_node *node = &content->of.calibration;
    const size_t item = wm_member_index(node->item, (uint32_t)model->item_count);
    if (item == model->item_count)
        return wm_error_set(err, WM_E_INVALID, model->path, "a calibration has no item");
    if (wm_contents_is(content, &wm_kind_calibration_failed))
        take_failure(model, item, node->reason);
    return WM_OK;
}

static wm_status take_segment(wm_model *model, const wm_content *content, wm_error *err)
{
    const wm_stress_node *node = &content->of.stress;
    const size_t item = wm_member_index(node->item, (uint32_t)model->item_count);
    if (item == model->item_count)
        return wm_error_set(err, WM_E_INVALID, model->path, "a segment has no item");
    if (wm_contents_is(content, &wm_kind_stress_failed))
        take_failure(model, item, node->reason);
    return WM_OK;
}

static wm_status load_observations(wm_model *model, wm_error *err)
{
    wm_status status = WM_OK;
    for (uint32_t line = 3; line <= wm_reader_lines(model->reader) && status == WM_OK; line++) {
        wm_content content;
        if (wm_reader_at(model->reader, line)->type != WM_READER_OBSERVATION)
            continue;
        status = wm_reader_read(model->reader, line, &content, err);
        if (status != WM_OK)
            break;
        if (wm_contents_is_of(&content, &wm_kind_stage))
            status = take_stage(model, &content, err);
        else if (wm_contents_is_of(&content, &wm_kind_workload))
            status = take_repeat(model, &content, err);
        else if (wm_contents_is_of(&content, &wm_kind_profile))
            status = take_profile(model, &content, err);
        else if (wm_contents_is_of(&content, &wm_kind_stress))
            status = take_segment(model, &content, err);
        else if (wm_contents_is_of(&content, &wm_kind_calibration))
            status = take_calibration(model, &content, err);
    }
    return status;
}

/* ---- claims ---- */

/* Whether a claim is about an item or the profile of one. */
static bool is_of_item(const wm_claim *claim)
{
    return claim->subject == WM_SUBJECT_ITEM || claim->subject == WM_SUBJECT_PROFILE;
}

/* Gives each item its claims. They are neighbours in the expansion. */
static void assign_claims(wm_model *model)
{
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        wm_model_item *item;
        if (!is_of_item(claim))
            continue;
        item = &model->item[claim->index];
        if (item->claim_count++ == 0)
            item->claim = i;
    }
}

/* A product with an injected fault has no decide stage of its own. Its repeats were judged:
 * `verified` has the decision. */
static void complete_decisions(wm_model *model)
{
    for (size_t i = 0; i < model->stage_count; i++) {
        wm_model_stage *stage = &model->stage[i];
        const wm_claim *verified;
        const char *word = "undecided";
        if (stage->decision[0] != '\0')
            continue;
        verified = wm_model_claim(model, &model->item[stage->item], "verified");
        if (verified != NULL && verified->value != NULL)
            word = strcmp(verified->value, "PASS") == 0 ? "accept" : "reject";
        (void)snprintf(stage->decision, sizeof stage->decision, "%s", word);
    }
}

const wm_model_item *wm_model_item_of(const wm_model *model, const wm_claim *claim)
{
    return claim != NULL && is_of_item(claim) ? &model->item[claim->index] : NULL;
}

const wm_claim *wm_model_claim(const wm_model *model, const wm_model_item *item,
                               const char *quantity)
{
    for (size_t i = item->claim; i < item->claim + item->claim_count; i++)
        if (strcmp(model->claims.claim[i].quantity->name, quantity) == 0)
            return &model->claims.claim[i];
    return NULL;
}

const wm_claim *wm_model_claim_of(const wm_model *model, wm_subject_kind subject, size_t index,
                                  const char *quantity)
{
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        if (claim->subject == subject && claim->index == index && claim->quantity != NULL &&
            strcmp(claim->quantity->name, quantity) == 0)
            return claim;
    }
    return NULL;
}

wm_model_load wm_model_load_of(const wm_model *model)
{
    wm_model_load load = {0, 0};
    for (size_t i = 0; i < model->claims.count; i++) {
        const wm_claim *claim = &model->claims.claim[i];
        if (claim->subject != WM_SUBJECT_POINT || claim->value == NULL)
            continue;
        if (claim->quantity->function == WM_FUNCTION_PRODUCTS)
            load.products += strtod(claim->value, NULL);
        else if (claim->quantity->function == WM_FUNCTION_ERRORS)
            load.errors += strtod(claim->value, NULL);
    }
    return load;
}

size_t wm_model_profiles(const wm_model *model)
{
    size_t count = 0;
    for (size_t i = 0; i < model->item_count; i++)
        count += wm_tables_has(model->item[i].item->variant, WM_TRAIT_PROFILE);
    return count;
}

/* Gives each finding its claim. Both come in the order of the record. */
static wm_status assign_findings(wm_model *model, wm_error *err)
{
    size_t at = 0;
    for (size_t i = 0; i < model->finding_count; i++) {
        wm_model_finding *finding = &model->finding[i];
        if (finding->name == NULL)
            continue; /* of no claim */
        while (at < model->claims.count && strcmp(model->claims.claim[at].name, finding->name) != 0)
            at++;
        if (at == model->claims.count)
            return wm_error_set(err, WM_E_INVALID, model->path, "a finding has no claim");
        finding->claim = &model->claims.claim[at];
    }
    return WM_OK;
}

/* ---- opening and closing ---- */

/* Checks that the evidence is the one that was audited. */
static wm_status compare_root(const wm_model *model, wm_error *err)
{
    char hex[WM_SHA256_HEX_SIZE + 1] = "";
    const uint32_t lines = wm_reader_lines(model->reader);
    if (lines >= 2)
        wm_sha256_to_hex(wm_reader_at(model->reader, lines)->id, hex);
    if (strcmp(hex, model->report.root) != 0)
        return wm_error_set(err, WM_E_IO, model->path, "changed while it was read");
    return model->finding_count == model->report.findings ? WM_OK : no_memory(model, err);
}

wm_status wm_model_open(const char *path, const char *root, wm_model *model, wm_error *err)
{
    wm_audit_options options = {
        .size = sizeof options, .root = root, .finding = take_finding, .context = model};
    wm_status status;
    memset(model, 0, sizeof *model);
    model->report.size = sizeof model->report;
    (void)snprintf(model->path, sizeof model->path, "%s", path);
    status = wm_audit_path(path, &options, &model->report, err);
    if (status == WM_OK)
        status = wm_reader_open(path, &model->reader, err);
    if (status == WM_OK)
        status = compare_root(model, err);
    if (status == WM_OK)
        status = load_environment(model, err);
    if (status == WM_OK)
        status = load_plan(model, err);
    if (status == WM_OK)
        status = wm_prior_summary_read(model->reader, model->prior, &model->prior_count, err);
    if (status == WM_OK)
        status = load_observations(model, err);
    if (status == WM_OK)
        status = wm_claims_load(model->reader, &model->plan, &model->claims, err);
    if (status != WM_OK)
        return status;
    assign_claims(model);
    complete_decisions(model);
    return assign_findings(model, err);
}

void wm_model_close(wm_model *model)
{
    for (size_t i = 0; i < model->finding_count; i++) {
        free(model->finding[i].name);
        free(model->finding[i].text);
    }
    free(model->finding);
    free(model->stage);
    free(model->disturbed);
    free(model->repeat);
    free(model->item);
    free(model->plan.items);
    wm_claims_clear(&model->claims);
    wm_reader_close(model->reader);
    memset(model, 0, sizeof *model);
}
