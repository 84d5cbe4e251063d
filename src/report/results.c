/* An audited record, loaded for showing. */
#include "report/results.h"

#include "base/status.h"
#include "report/style.h"
#include "record/reduction.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_status no_memory(const wm_results *results, wm_error *err)
{
    return wm_error_set(err, WM_E_NOMEM, results->path, "out of memory");
}

/* Copies a string value, cut to fit and masked; empty if there is none. */
static void copy_text(const wm_json_value *value, char *text, size_t room)
{
    size_t size = value != NULL && value->kind == WM_JSON_STRING ? value->text_size : 0;
    if (size >= room) {
        size = room - 1;
        while (size > 0 && ((unsigned char)value->text[size] & 0xc0) == 0x80)
            size--; /* not within a character */
    }
    if (size > 0)
        memcpy(text, value->text, size);
    text[size] = '\0';
    wm_style_mask(text, size);
}

/* Takes a finding of the audit; one that cannot be held is counted by the report, which loading
 * compares. */
static void take_finding(void *context, const wm_finding *found)
{
    wm_results *results = context;
    wm_results_finding *finding =
        realloc(results->finding, (results->finding_count + 1) * sizeof *finding);
    if (finding == NULL)
        return;
    results->finding = finding;
    finding += results->finding_count;
    finding->claim = strdup(found->claim);
    finding->text = strdup(found->text);
    if (finding->claim == NULL || finding->text == NULL) {
        free(finding->claim);
        free(finding->text);
        return;
    }
    results->finding_count++;
}

/* A device of an environment, with its backend. */
static void copy_device(const wm_json_value *object, char text[256])
{
    char backend[16], device[192];
    copy_text(wm_json_member(object, "backend"), backend, sizeof backend);
    copy_text(wm_json_member(object, "device"), device, sizeof device);
    (void)snprintf(text, 256, "%s (%s)", device, backend);
}

/* The fact of that name, or NULL. */
static const wm_json_value *fact_of(const wm_json_value *environment, const char *name)
{
    const wm_json_value *facts = wm_json_member(environment, "facts"), *fact;
    for (fact = facts != NULL ? facts->first : NULL; fact != NULL; fact = fact->next)
        if (wm_json_is_text(wm_json_member(fact, "name"), name))
            return wm_json_member(fact, "value");
    return NULL;
}

static wm_status load_environment(wm_results *results, wm_error *err)
{
    const wm_json_value *node, *producer, *witness;
    char name[64], version[64], revision[96];
    wm_status status = wm_reader_parse(results->reader, 1, &node, NULL, err);
    if (status != WM_OK)
        return status;
    producer = wm_json_member(node, "producer");
    copy_text(wm_json_member(producer, "name"), name, sizeof name);
    copy_text(wm_json_member(producer, "version"), version, sizeof version);
    copy_text(wm_json_member(producer, "source_revision"), revision, sizeof revision);
    (void)snprintf(results->producer, sizeof results->producer, "%s %s%s%s", name, version,
                   revision[0] != '\0' ? ", revision " : "", revision);
    copy_device(node, results->device);
    copy_text(fact_of(node, "uuid"), results->uuid, sizeof results->uuid);
    witness = wm_json_member(node, "witness");
    copy_device(witness != NULL ? witness : node, results->witness);
    return WM_OK;
}

static wm_status load_plan(wm_results *results, wm_error *err)
{
    wm_content content;
    wm_list items;
    wm_status status = wm_reader_read(results->reader, 2, &content, err);
    if (status != WM_OK)
        return status;
    (void)wm_member_copy(content.of.plan.name, results->plan, sizeof results->plan);
    wm_style_mask(results->plan, strlen(results->plan));
    items = content.of.plan.items;
    results->item = calloc(items.count + (size_t)1, sizeof *results->item);
    if (results->item == NULL)
        return no_memory(results, err);
    while (wm_member_has_next(&items)) {
        wm_results_item *item = &results->item[results->item_count++];
        if (!wm_kind_plan_next(&items, &item->item))
            return wm_error_set(err, WM_E_INVALID, results->path, "its plan cannot be read");
        wm_plan_label(&item->item, item->label);
    }
    return WM_OK;
}

static double number_of(const wm_json_value *object, const char *name)
{
    const wm_json_value *value = wm_json_member(object, name);
    return value != NULL && value->kind == WM_JSON_NUMBER ? value->number : NAN;
}

/* The latest row of an item that has no decision yet, or NULL. */
static wm_results_stage *open_row(wm_results *results, size_t item)
{
    size_t i;
    for (i = results->stage_count; i > 0; i--)
        if (results->stage[i - 1].item == item)
            return results->stage[i - 1].decision[0] == '\0' ? &results->stage[i - 1] : NULL;
    return NULL;
}

/* What was broken on purpose, and where. */
static void describe_fault(const wm_json_value *node, wm_results_stage *row)
{
    char fault[16];
    copy_text(wm_json_member(node, "fault"), fault, sizeof fault);
    if (wm_tables_fault_has_place(wm_tables_fault_named(fault, strlen(fault))))
        (void)snprintf(row->operation, sizeof row->operation, "fault: %s at row %.0f, column %.0f",
                       fault, number_of(node, "row"), number_of(node, "column"));
    else
        (void)snprintf(row->operation, sizeof row->operation, "fault: %s", fault);
}

static void copy_residual(const wm_json_value *node, wm_results_stage *row)
{
    const wm_json_value *residual = wm_json_member(node, "residual");
    row->residual = wm_reduction_ratio(number_of(residual, "difference_max"),
                                       number_of(residual, "reference_max"));
}

/* What was done at an acquire, inject or repair stage: its own words, or the method of the product
 * that it names, whose residual stands until a witness reads another. */
static wm_status describe(wm_results *results, const wm_json_value *node, wm_results_stage *row,
                          wm_error *err)
{
    uint32_t line = wm_reader_find_value(results->reader, wm_json_member(node, "product"));
    wm_status status;
    if (strcmp(row->stage, "inject") == 0) {
        describe_fault(node, row);
        return WM_OK;
    }
    copy_text(wm_json_member(node, "method"), row->operation, sizeof row->operation);
    if (row->operation[0] != '\0' || line == 0)
        return WM_OK;
    status = wm_reader_parse(results->reader, line, &node, NULL, err);
    if (status != WM_OK)
        return status;
    copy_text(wm_json_member(node, "method"), row->operation, sizeof row->operation);
    copy_residual(node, row);
    return WM_OK;
}

static wm_status begin_row(wm_results *results, const wm_json_value *node, size_t item,
                           const char *stage, wm_error *err)
{
    wm_results_stage *row =
        realloc(results->stage, (results->stage_count + 1) * sizeof *results->stage);
    if (row == NULL)
        return no_memory(results, err);
    results->stage = row;
    row += results->stage_count++;
    memset(row, 0, sizeof *row);
    row->item = item;
    row->residual = NAN;
    (void)snprintf(row->stage, sizeof row->stage, "%s", stage);
    return describe(results, node, row, err);
}

static wm_status take_stage(wm_results *results, const wm_json_value *node, wm_error *err)
{
    double number = number_of(node, "item");
    size_t item = number >= 0 && number < (double)results->item_count ? (size_t)number : SIZE_MAX;
    wm_results_stage *row = open_row(results, item);
    char stage[16];
    if (item == SIZE_MAX)
        return wm_error_set(err, WM_E_INVALID, results->path, "a stage is of no item");
    copy_text(wm_json_member(node, "stage"), stage, sizeof stage);
    if (strcmp(stage, "witness") == 0 && row != NULL) {
        copy_residual(node, row);
        return WM_OK;
    }
    if (strcmp(stage, "decide") == 0 && row != NULL) {
        copy_text(wm_json_member(node, "decision"), row->decision, sizeof row->decision);
        return WM_OK;
    }
    return begin_row(results, node, item, stage, err);
}

/* The flags of a repeat as one text. */
static void join_flags(const wm_json_value *flags, char *text, size_t room)
{
    const wm_json_value *flag;
    size_t used = 0;
    for (flag = flags->first; flag != NULL && used + 4 < room; flag = flag->next) {
        if (used > 0)
            used += (size_t)snprintf(text + used, room - used, ", ");
        copy_text(flag, text + used, room - used);
        used += strlen(text + used);
    }
}

static wm_status take_disturbed(wm_results *results, const wm_json_value *node, size_t item,
                                wm_error *err)
{
    const wm_json_value *flags = wm_json_member(node, "flags");
    wm_results_disturbed *row;
    if (flags == NULL || flags->count == 0)
        return WM_OK;
    row = realloc(results->disturbed, (results->disturbed_count + 1) * sizeof *row);
    if (row == NULL)
        return no_memory(results, err);
    results->disturbed = row;
    row += results->disturbed_count++;
    row->item = item;
    row->repeat = (uint32_t)number_of(node, "repeat");
    join_flags(flags, row->flags, sizeof row->flags);
    return WM_OK;
}

/* What a repeat or a calibration says beside its numbers: why it failed, or what disturbed it. */
static wm_status take_measured(wm_results *results, const wm_json_value *node, wm_error *err)
{
    const double number = number_of(node, "item");
    const size_t item =
        number >= 0 && number < (double)results->item_count ? (size_t)number : SIZE_MAX;
    wm_results_item *about;
    if (item == SIZE_MAX)
        return wm_error_set(err, WM_E_INVALID, results->path, "a repeat is of no item");
    about = &results->item[item];
    if (!wm_json_is_text(wm_json_member(node, "status"), "failed")) {
        about->has_run =
            about->has_run || wm_json_is_text(wm_json_member(node, "kind"), "workload");
        return take_disturbed(results, node, item, err);
    }
    if (about->failure[0] == '\0')
        copy_text(wm_json_member(node, "reason"), about->failure, sizeof about->failure);
    return WM_OK;
}

static wm_status load_observations(wm_results *results, wm_error *err)
{
    uint32_t line;
    wm_status status = WM_OK;
    for (line = 3; line <= wm_reader_lines(results->reader) && status == WM_OK; line++) {
        const wm_json_value *node, *kind;
        if (wm_reader_at(results->reader, line)->type != WM_READER_OBSERVATION)
            continue;
        status = wm_reader_parse(results->reader, line, &node, NULL, err);
        if (status != WM_OK)
            break;
        kind = wm_json_member(node, "kind");
        if (wm_json_is_text(kind, "stage"))
            status = take_stage(results, node, err);
        else if (wm_json_is_text(kind, "workload") || wm_json_is_text(kind, "calibration"))
            status = take_measured(results, node, err);
    }
    return status;
}

/* A product that a fault was then made in has no decide stage of its own. It was judged with the
 * other repeats: as `verified` says. */
static void complete_decisions(wm_results *results)
{
    for (size_t i = 0; i < results->stage_count; i++) {
        wm_results_stage *stage = &results->stage[i];
        const wm_claim *verified;
        const char *word = "undecided";
        if (stage->decision[0] != '\0')
            continue;
        verified = wm_claims_find(&results->claims, results->item[stage->item].label, "verified");
        if (verified != NULL && verified->value != NULL)
            word = strcmp(verified->value, "PASS") == 0 ? "accept" : "reject";
        (void)snprintf(stage->decision, sizeof stage->decision, "%s", word);
    }
}

/* The evidence that is read must be the evidence that was audited. */
static wm_status compare_root(const wm_results *results, wm_error *err)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    uint32_t lines = wm_reader_lines(results->reader);
    if (lines < 2)
        return wm_error_set(err, WM_E_IO, results->path, "changed while it was read");
    wm_sha256_to_hex(wm_reader_at(results->reader, lines)->id, hex);
    if (strcmp(hex, results->report.root) != 0)
        return wm_error_set(err, WM_E_IO, results->path, "changed while it was read");
    return results->finding_count == results->report.findings ? WM_OK : no_memory(results, err);
}

wm_status wm_results_open(const char *path, const char *root, wm_results *results, wm_error *err)
{
    wm_audit_options options = {.root = root, .finding = take_finding, .context = results};
    wm_status status;
    memset(results, 0, sizeof *results);
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
        status = load_observations(results, err);
    if (status == WM_OK)
        status = wm_claims_load(results->reader, &results->claims, err);
    if (status == WM_OK)
        complete_decisions(results);
    return status;
}

const wm_results_item *wm_results_item_of(wm_results *results, const char *claim)
{
    size_t i;
    for (i = 0; i < results->item_count; i++) {
        const size_t at = (results->cursor + i) % results->item_count;
        const char *label = results->item[at].label;
        const size_t size = strlen(label);
        if (strncmp(claim, label, size) == 0 && claim[size] == '.' &&
            strchr(claim + size + 1, '.') == NULL) {
            results->cursor = at;
            return &results->item[at];
        }
    }
    return NULL;
}

void wm_results_close(wm_results *results)
{
    size_t i;
    for (i = 0; i < results->finding_count; i++) {
        free(results->finding[i].claim);
        free(results->finding[i].text);
    }
    free(results->finding);
    free(results->stage);
    free(results->disturbed);
    free(results->item);
    wm_claims_clear(&results->claims);
    wm_reader_close(results->reader);
    memset(results, 0, sizeof *results);
}
