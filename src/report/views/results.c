/* The model of a record: what an audited record claims, in memory. */
#include "report/views/results.h"

#include "backend/product.h"
#include "base/array.h"
#include "base/status.h"
#include "record/laws/reduction.h"
#include "report/views/node_summary.h"
#include "report/print/style.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_status no_memory(const wm_results *results, wm_error *err)
{
    return wm_error_set(err, WM_E_NOMEM, results->path, "out of memory");
}

/* Copies a text, cut to fit and masked. */
static void copy_text(wm_text text, char *out, size_t size)
{
    wm_style_copy(text.bytes, text.bytes != NULL ? text.size : 0, out, size);
}

/* Takes a finding of the audit. If it cannot be kept, the count differs from the report's. */
static void take_finding(void *context, const wm_finding *found)
{
    wm_results *results = context;
    wm_results_finding one = {found->claim == NULL ? NULL : strdup(found->claim),
                              strdup(found->text), NULL};
    wm_results_finding *grown = wm_array_grow(results->finding, &results->finding_capacity,
                                              results->finding_count + 1, sizeof *grown);
    if (grown != NULL)
        results->finding = grown;
    if (grown != NULL && (one.name != NULL || found->claim == NULL) && one.text != NULL) {
        results->finding[results->finding_count++] = one;
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

static wm_status load_environment(wm_results *results, wm_error *err)
{
    wm_content content;
    const wm_environment_node *node = &content.of.environment;
    char name[64], version[64], revision[96];
    const wm_status status = wm_reader_read(results->reader, 1, &content, err);
    if (status != WM_OK)
        return status;
    copy_text(node->producer.name, name, sizeof name);
    copy_text(node->producer.version, version, sizeof version);
    copy_text(node->producer.source_revision, revision, sizeof revision);
    (void)snprintf(results->producer, sizeof results->producer, "%s %s%s%s", name, version,
                   revision[0] != '\0' ? ", revision " : "", revision);
    copy_device(node->backend, node->device, results->device);
    copy_text(node->backend, results->backend, sizeof results->backend);
    copy_fact(node->facts, "uuid", results->uuid, sizeof results->uuid);
    if (node->witness.is_there)
        copy_device(node->witness.backend, node->witness.device, results->witness);
    else
        copy_device(node->backend, node->device, results->witness);
    return WM_OK;
}

static wm_status load_plan(wm_results *results, wm_error *err)
{
    wm_content content;
    wm_list items;
    const wm_status status = wm_reader_read(results->reader, 2, &content, err);
    if (status != WM_OK)
        return status;
    copy_text(content.of.plan.name, results->plan_name, sizeof results->plan_name);
    results->plan.repeat_seconds = content.of.plan.repeat_seconds;
    items = content.of.plan.items;
    results->plan.items = calloc(items.count + (size_t)1, sizeof *results->plan.items);
    results->item = calloc(items.count + (size_t)1, sizeof *results->item);
    if (results->plan.items == NULL || results->item == NULL)
        return no_memory(results, err);
    for (size_t i = 0; wm_member_has_next(&items); i++) {
        wm_results_item *item = &results->item[i];
        if (!wm_kind_plan_next(&items, &results->plan.items[i]))
            return wm_error_set(err, WM_E_INVALID, results->path, "its plan cannot be read");
        item->item = &results->plan.items[i];
        item->index = i;
        wm_plan_label(item->item, item->label);
        results->plan.item_count = results->item_count = i + 1;
    }
    return WM_OK;
}

/* ---- transcripts ---- */

/* The latest row of an item that has no decision yet, or NULL. */
static wm_results_stage *open_row(wm_results *results, size_t item)
{
    for (size_t i = results->stage_count; i > 0; i--)
        if (results->stage[i - 1].item == item)
            return results->stage[i - 1].decision[0] == '\0' ? &results->stage[i - 1] : NULL;
    return NULL;
}

/* The fault of an inject stage, and its place. */
static void describe_fault(const wm_stage_node *node, wm_results_stage *row)
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
    return wm_reduction_ratio(residual->difference_max, residual->reference_max);
}

/* Takes method and residual of the product that an acquire stage names. */
static wm_status describe_product(wm_results *results, const wm_edge *product,
                                  wm_results_stage *row, wm_error *err)
{
    wm_content content;
    const uint32_t line = product->is_there ? wm_reader_find(results->reader, product->id) : 0;
    const wm_status status =
        line != 0 ? wm_reader_read(results->reader, line, &content, err) : WM_OK;
    if (status != WM_OK || line == 0 || !wm_contents_is(&content, &wm_kind_workload_ok))
        return status;
    copy_text(content.of.workload.method, row->operation, sizeof row->operation);
    row->residual = ratio_of(&content.of.workload.residual);
    return WM_OK;
}

/* Adds a row for an acquire, inject or repair stage. */
static wm_status begin_row(wm_results *results, const wm_content *content, size_t item,
                           wm_error *err)
{
    const wm_stage_node *node = &content->of.stage;
    wm_results_stage *row = wm_array_grow(results->stage, &results->stage_capacity,
                                          results->stage_count + 1, sizeof *row);
    if (row == NULL)
        return no_memory(results, err);
    results->stage = row;
    row += results->stage_count++;
    *row = (wm_results_stage){.item = item, .residual = NAN};
    (void)snprintf(row->stage, sizeof row->stage, "%s", wm_node_summary_stage(content));
    if (wm_contents_is(content, &wm_kind_stage_inject))
        describe_fault(node, row);
    else
        copy_text(node->method, row->operation, sizeof row->operation);
    return wm_contents_is(content, &wm_kind_stage_acquire)
               ? describe_product(results, &node->product, row, err)
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

static wm_status take_stage(wm_results *results, const wm_content *content, wm_error *err)
{
    const size_t item = wm_member_index(content->of.stage.item, (uint32_t)results->item_count);
    wm_results_stage *row = open_row(results, item);
    if (item == results->item_count)
        return wm_error_set(err, WM_E_INVALID, results->path, "a stage has no item");
    if (content->of.stage.residual.is_there && row != NULL) {
        row->residual = ratio_of(&content->of.stage.residual);
        row->wrong = wrong_element(&content->of.stage.element, results->item[item].item);
    } else if (wm_contents_is(content, &wm_kind_stage_decide) && row != NULL)
        copy_text(content->of.stage.decision, row->decision, sizeof row->decision);
    else
        return begin_row(results, content, item, err);
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

static wm_status take_disturbed(wm_results *results, wm_list flags, double repeat, size_t item,
                                wm_error *err)
{
    wm_results_disturbed *row;
    if (flags.count == 0)
        return WM_OK;
    row = wm_array_grow(results->disturbed, &results->disturbed_capacity,
                        results->disturbed_count + 1, sizeof *row);
    if (row == NULL)
        return no_memory(results, err);
    results->disturbed = row;
    row += results->disturbed_count++;
    *row =
        (wm_results_disturbed){.item = item, .repeat = wm_member_index(repeat, WM_TABLES_REPEATS)};
    join_flags(flags, row->flags, sizeof row->flags);
    return WM_OK;
}

/* Keeps the reason of an item's first failure. */
static void take_failure(wm_results *results, size_t item, wm_text reason)
{
    if (results->item[item].failure[0] == '\0')
        copy_text(reason, results->item[item].failure, sizeof results->item[item].failure);
}

static wm_status take_speed(wm_results *results, const wm_workload_node *node, size_t item,
                            wm_error *err)
{
    wm_results_repeat *row = wm_array_grow(results->repeat, &results->repeat_capacity,
                                           results->repeat_count + 1, sizeof *row);
    if (row == NULL)
        return no_memory(results, err);
    results->repeat = row;
    row += results->repeat_count++;
    *row = (wm_results_repeat){.item = item,
                               .repeat = wm_member_index(node->repeat, WM_TABLES_REPEATS),
                               .speed = node->iterations / node->seconds};
    return WM_OK;
}

static wm_status take_repeat(wm_results *results, const wm_content *content, wm_error *err)
{
    const wm_workload_node *node = &content->of.workload;
    const size_t item = wm_member_index(node->item, (uint32_t)results->item_count);
    wm_status status;
    if (item == results->item_count)
        return wm_error_set(err, WM_E_INVALID, results->path, "a repeat has no item");
    if (wm_contents_is(content, &wm_kind_workload_ok)) {
        results->item[item].has_run = true;
        status = take_speed(results, node, item, err);
        return status == WM_OK ? take_disturbed(results, node->flags, node->repeat, item, err)
                               : status;
    }
    take_failure(results, item, node->reason);
    return WM_OK;
}

static wm_status take_profile(wm_results *results, const wm_content *content, wm_error *err)
{
    const wm_profile_node *node = &content->of.profile;
    const size_t item = wm_member_index(node->item, (uint32_t)results->item_count);
    if (item == results->item_count)
        return wm_error_set(err, WM_E_INVALID, results->path, "a profile has no item");
    if (wm_contents_is(content, &wm_kind_profile_ok)) {
        results->item[item].has_run = true;
        return take_disturbed(results, node->flags, node->repeat, item, err);
    }
    take_failure(results, item, node->reason);
    return WM_OK;
}

static wm_status take_calibration(wm_results *results, const wm_content *content, wm_error *err)
{
    const wm_calibration_node *node = &content->of.calibration;
    const size_t item = wm_member_index(node->item, (uint32_t)results->item_count);
    if (item == results->item_count)
        return wm_error_set(err, WM_E_INVALID, results->path, "a calibration has no item");
    if (wm_contents_is(content, &wm_kind_calibration_failed))
        take_failure(results, item, node->reason);
    return WM_OK;
}

static wm_status take_segment(wm_results *results, const wm_content *content, wm_error *err)
{
    const wm_stress_node *node = &content->of.stress;
    const size_t item = wm_member_index(node->item, (uint32_t)results->item_count);
    if (item == results->item_count)
        return wm_error_set(err, WM_E_INVALID, results->path, "a segment has no item");
    if (wm_contents_is(content, &wm_kind_stress_failed))
        take_failure(results, item, node->reason);
    return WM_OK;
}

static wm_status load_observations(wm_results *results, wm_error *err)
{
    wm_status status = WM_OK;
    for (uint32_t line = 3; line <= wm_reader_lines(results->reader) && status == WM_OK; line++) {
        wm_content content;
        if (wm_reader_at(results->reader, line)->type != WM_READER_OBSERVATION)
            continue;
        status = wm_reader_read(results->reader, line, &content, err);
        if (status != WM_OK)
            break;
        if (wm_contents_is_of(&content, &wm_kind_stage))
            status = take_stage(results, &content, err);
        else if (wm_contents_is_of(&content, &wm_kind_workload))
            status = take_repeat(results, &content, err);
        else if (wm_contents_is_of(&content, &wm_kind_profile))
            status = take_profile(results, &content, err);
        else if (wm_contents_is_of(&content, &wm_kind_stress))
            status = take_segment(results, &content, err);
        else if (wm_contents_is_of(&content, &wm_kind_calibration))
            status = take_calibration(results, &content, err);
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
static void assign_claims(wm_results *results)
{
    for (size_t i = 0; i < results->claims.count; i++) {
        const wm_claim *claim = &results->claims.claim[i];
        wm_results_item *item;
        if (!is_of_item(claim))
            continue;
        item = &results->item[claim->index];
        if (item->claim_count++ == 0)
            item->claim = i;
    }
}

/* A product with an injected fault has no decide stage of its own. Its repeats were judged:
 * `verified` has the decision. */
static void complete_decisions(wm_results *results)
{
    for (size_t i = 0; i < results->stage_count; i++) {
        wm_results_stage *stage = &results->stage[i];
        const wm_claim *verified;
        const char *word = "undecided";
        if (stage->decision[0] != '\0')
            continue;
        verified = wm_results_claim(results, &results->item[stage->item], "verified");
        if (verified != NULL && verified->value != NULL)
            word = strcmp(verified->value, "PASS") == 0 ? "accept" : "reject";
        (void)snprintf(stage->decision, sizeof stage->decision, "%s", word);
    }
}

const wm_results_item *wm_results_item_of(const wm_results *results, const wm_claim *claim)
{
    return claim != NULL && is_of_item(claim) ? &results->item[claim->index] : NULL;
}

const wm_claim *wm_results_claim(const wm_results *results, const wm_results_item *item,
                                 const char *quantity)
{
    for (size_t i = item->claim; i < item->claim + item->claim_count; i++)
        if (strcmp(results->claims.claim[i].quantity->name, quantity) == 0)
            return &results->claims.claim[i];
    return NULL;
}

const wm_claim *wm_results_claim_of(const wm_results *results, wm_subject_kind subject,
                                    size_t index, const char *quantity)
{
    for (size_t i = 0; i < results->claims.count; i++) {
        const wm_claim *claim = &results->claims.claim[i];
        if (claim->subject == subject && claim->index == index && claim->quantity != NULL &&
            strcmp(claim->quantity->name, quantity) == 0)
            return claim;
    }
    return NULL;
}

wm_results_load wm_results_load_of(const wm_results *results)
{
    wm_results_load load = {0, 0};
    for (size_t i = 0; i < results->claims.count; i++) {
        const wm_claim *claim = &results->claims.claim[i];
        if (claim->subject != WM_SUBJECT_POINT || claim->value == NULL)
            continue;
        if (claim->quantity->function == WM_FUNCTION_PRODUCTS)
            load.products += strtod(claim->value, NULL);
        else if (claim->quantity->function == WM_FUNCTION_ERRORS)
            load.errors += strtod(claim->value, NULL);
    }
    return load;
}

size_t wm_results_profiles(const wm_results *results)
{
    size_t count = 0;
    for (size_t i = 0; i < results->item_count; i++)
        count += wm_tables_has(results->item[i].item->variant, WM_TRAIT_PROFILE);
    return count;
}

/* Gives each finding its claim. Both come in the order of the record. */
static wm_status assign_findings(wm_results *results, wm_error *err)
{
    size_t at = 0;
    for (size_t i = 0; i < results->finding_count; i++) {
        wm_results_finding *finding = &results->finding[i];
        if (finding->name == NULL)
            continue; /* of no claim */
        while (at < results->claims.count &&
               strcmp(results->claims.claim[at].name, finding->name) != 0)
            at++;
        if (at == results->claims.count)
            return wm_error_set(err, WM_E_INVALID, results->path, "a finding has no claim");
        finding->claim = &results->claims.claim[at];
    }
    return WM_OK;
}

/* ---- opening and closing ---- */

/* Checks that the evidence is the one that was audited. */
static wm_status compare_root(const wm_results *results, wm_error *err)
{
    char hex[WM_SHA256_HEX_SIZE + 1] = "";
    const uint32_t lines = wm_reader_lines(results->reader);
    if (lines >= 2)
        wm_sha256_to_hex(wm_reader_at(results->reader, lines)->id, hex);
    if (strcmp(hex, results->report.root) != 0)
        return wm_error_set(err, WM_E_IO, results->path, "changed while it was read");
    return results->finding_count == results->report.findings ? WM_OK : no_memory(results, err);
}

wm_status wm_results_open(const char *path, const char *root, wm_results *results, wm_error *err)
{
    wm_audit_options options = {
        .size = sizeof options, .root = root, .finding = take_finding, .context = results};
    wm_status status;
    memset(results, 0, sizeof *results);
    results->report.size = sizeof results->report;
    (void)snprintf(results->path, sizeof results->path, "%s", path);
    status = wm_audit_path(path, &options, &results->report, err);
    if (status == WM_OK)
        status = wm_reader_open(path, &results->reader, err);
    if (status == WM_OK)
        status = compare_root(results, err);
    if (status == WM_OK)
        status = load_environment(results, err);
    if (status == WM_OK)
        status = load_plan(results, err);
    if (status == WM_OK)
        status = wm_prior_summary_read(results->reader, results->prior, &results->prior_count, err);
    if (status == WM_OK)
        status = load_observations(results, err);
    if (status == WM_OK)
        status = wm_claims_load(results->reader, &results->plan, &results->claims, err);
    if (status != WM_OK)
        return status;
    assign_claims(results);
    complete_decisions(results);
    return assign_findings(results, err);
}

void wm_results_close(wm_results *results)
{
    for (size_t i = 0; i < results->finding_count; i++) {
        free(results->finding[i].name);
        free(results->finding[i].text);
    }
    free(results->finding);
    free(results->stage);
    free(results->disturbed);
    free(results->repeat);
    free(results->item);
    free(results->plan.items);
    wm_claims_clear(&results->claims);
    wm_reader_close(results->reader);
    memset(results, 0, sizeof *results);
}
