/* Reads a record into a model.
 *
 * This is the one loop over the lines of evidence. What a line says is taken here, for every
 * command, and what is long stays on its line: the model keeps the line's number. */
#include "model/model_read.h"

#include "base/array.h"
#include "base/dir.h"
#include "base/lines.h"
#include "base/status.h"
#include "model/line_scan.h"
#include "model/mask.h"
#include "model/tally.h"
#include "record/audit/intake.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wm_status no_memory(const wm_model *model, wm_error *err)
{
    return wm_error_set(err, WM_E_NOMEM, model->path, "out of memory");
}

static wm_status refuse(const wm_model *model, const char *words, wm_error *err)
{
    return wm_error_set(err, WM_E_INVALID, model->path, "%s", words);
}

/* ---- findings -------------------------------------------------------------------------------- */

/* An audit: what its caller asked for, and who keeps its findings. */
typedef struct {
    const wm_audit_options *asked;
    wm_model *model;
} auditing;

/* Takes a finding of the audit. If it cannot be kept, the count differs from the report's. */
static void take_finding(void *context, const wm_finding *found)
{
    wm_model *model = ((auditing *)context)->model;
    wm_model_finding one = {found->claim == NULL ? NULL : strdup(found->claim),
                            strdup(found->text),
                            NULL,
                            {NULL, NULL}};
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

static void pass_progress(void *context, uint64_t done, uint64_t size)
{
    const wm_audit_options *asked = ((auditing *)context)->asked;
    if (asked->progress != NULL)
        asked->progress(asked->context, done, size);
}

/* Decides what came of the planned faults. */
static wm_status judge_faults(wm_model *model)
{
    const wm_status status = wm_planned_faults_take(&model->plan, &model->faults);
    for (size_t i = 0; i < model->finding_count && status == WM_OK; i++)
        wm_planned_faults_note(&model->faults, model->finding[i].name, model->finding[i].text);
    return status;
}

/* ---- the first two lines ---------------------------------------------------------------------
 *
 * They are short, and an audit tells little else: reading them alone saves parsing many megabytes
 * again. Their nodes point into their texts, so each line keeps its own text and JSON reader. */

/* Takes the text of line 1, then of line 2. Errors: INVALID (line 1 is no environment, line 2 no
 * plan), NOMEM. */
static wm_status take_head_line(wm_model_head *head, const char *text, size_t size)
{
    const bool is_plan = head->environment.json != NULL;
    wm_model_line *line = is_plan ? &head->plan : &head->environment;
    wm_status status = wm_buffer_append(&line->text, text, size);
    line->json = wm_json_new();
    if (status != WM_OK || line->json == NULL)
        return WM_E_NOMEM;
    status = wm_contents_read(line->json, line->text.data, size, &line->content);
    if (status == WM_E_NOMEM)
        return status;
    return status == WM_OK &&
                   wm_contents_is_of(&line->content, is_plan ? &wm_kind_plan : &wm_kind_environment)
               ? WM_OK
               : WM_E_INVALID;
}

wm_status wm_model_open_evidence(const char *path, wm_source *source)
{
    wm_dir dir;
    wm_status status = wm_dir_open(path, &dir);
    if (status != WM_OK)
        return wm_dir_open_file(path, source);
    status = wm_dir_open_in(&dir, "evidence.jsonl", source);
    wm_dir_close(&dir);
    return status;
}

/* Counts the repeats of `wrap` among all. */
static void count_wrapped(wm_model *model)
{
    model->repeat_count += model->wrapped_flags.measured;
    model->disturbed_count += model->wrapped_flags.flagged;
}

/* Reads both from a record, and of a valid one what else an audit tells. */
static wm_status read_head_alone(const char *path, wm_model *model)
{
    const bool is_valid = model->report.root[0] != '\0';
    wm_source source;
    wm_lines lines;
    wm_status status = wm_model_open_evidence(path, &source);
    if (status != WM_OK)
        return status;
    status = wm_lines_open(&source, WM_INTAKE_LINE_MAX, &lines);
    if (status == WM_OK) {
        for (int i = 0; i < 2 && status == WM_OK; i++) {
            const char *text;
            size_t size;
            status = wm_lines_next(&lines, &text, &size);
            if (status == WM_OK)
                status = take_head_line(&model->head, text, size);
        }
        if (status == WM_OK && is_valid)
            status = wm_line_scan(&lines, model);
        wm_lines_close(&lines);
    }
    wm_dir_close_file(&source);
    return status;
}

/* ---- environment and plan -------------------------------------------------------------------- */

/* Writes a device and its backend; `none` for a record that used no device. */
static void copy_device(wm_text backend, wm_text device, char out[256])
{
    char name[192], kind[16];
    wm_mask_text(backend, kind, sizeof kind);
    wm_mask_text(device, name, sizeof name);
    (void)snprintf(out, 256, name[0] == '\0' ? "%s%s" : "%s (%s)", name, kind);
}

static void take_environment(wm_model *model, const wm_environment_node *node)
{
    const wm_witness_node *witness = &node->witness;
    char name[64], version[64], revision[96];
    wm_mask_text(node->producer.name, name, sizeof name);
    wm_mask_text(node->producer.version, version, sizeof version);
    wm_mask_text(node->producer.source_revision, revision, sizeof revision);
    (void)snprintf(model->producer, sizeof model->producer, "%s %s%s%s", name, version,
                   revision[0] != '\0' ? ", revision " : "", revision);
    copy_device(node->backend, node->device, model->device);
    wm_mask_text(node->backend, model->backend, sizeof model->backend);
    wm_model_fact(node->facts, "uuid", model->uuid, sizeof model->uuid);
    copy_device(witness->is_there ? witness->backend : node->backend,
                witness->is_there ? witness->device : node->device, model->witness);
}

static wm_status take_items(wm_model *model, wm_list items, wm_error *err)
{
    model->plan.items = calloc(items.count + (size_t)1, sizeof *model->plan.items);
    model->item = calloc(items.count + (size_t)1, sizeof *model->item);
    if (model->plan.items == NULL || model->item == NULL)
        return no_memory(model, err);
    for (size_t i = 0; wm_member_has_next(&items); i++) {
        wm_model_item *item = &model->item[i];
        if (!wm_kind_plan_next(&items, &model->plan.items[i]))
            return refuse(model, "its plan cannot be read", err);
        *item = (wm_model_item){.item = &model->plan.items[i], .index = i};
        wm_plan_label(item->item, item->label);
        model->plan.item_count = model->item_count = i + 1;
    }
    return WM_OK;
}

static wm_status take_plan(wm_model *model, const wm_plan_node *node, wm_error *err)
{
    wm_plan *plan = &model->plan;
    wm_list continues = node->continues;
    wm_mask_text(node->name, model->plan_name, sizeof model->plan_name);
    (void)wm_member_copy(node->nonce, plan->nonce, sizeof plan->nonce);
    plan->repeat_seconds = node->repeat_seconds;
    plan->is_light = node->extent.bytes != NULL;
    while (plan->continues.count < WM_TABLES_CONTINUES &&
           wm_member_next_hex(&continues, plan->continues.root[plan->continues.count]))
        wm_sha256_to_hex(plan->continues.root[plan->continues.count++],
                         model->prior[model->prior_count++].root);
    return take_items(model, node->items, err);
}

/* Takes what the first two lines say. */
static wm_status take_head(wm_model *model, wm_status status, wm_error *err)
{
    if (status == WM_OK) {
        take_environment(model, &model->head.environment.content.of.environment);
        return take_plan(model, &model->head.plan.content.of.plan, err);
    }
    return status == WM_E_NOMEM ? no_memory(model, err)
                                : refuse(model, "its first two lines cannot be read", err);
}

/* ---- priors ---------------------------------------------------------------------------------- */

/* The path of prior number index, beside the record's evidence. */
static wm_status find_prior(const wm_reader *reader, size_t index, wm_buffer *path)
{
    const char *evidence = wm_reader_evidence(reader), *name = strrchr(evidence, '/');
    const int folder = name == NULL ? 0 : (int)(name - evidence) + 1;
    return wm_buffer_printf(path, "%.*sprior/%zu.jsonl", folder, evidence, index + 1);
}

/* Copies the device of the environment on line 1. */
static wm_status take_device(wm_reader *prior, wm_model_prior *summary, wm_error *err)
{
    wm_content content;
    char name[192], backend[16];
    const wm_status status = wm_reader_read(prior, 1, &content, err);
    if (status != WM_OK)
        return status;
    (void)wm_member_copy(content.of.environment.device, name, sizeof name);
    (void)wm_member_copy(content.of.environment.backend, backend, sizeof backend);
    wm_mask_bytes(name, strlen(name));
    (void)snprintf(summary->device, sizeof summary->device, "%s (%s)",
                   name[0] != '\0' ? name : "no device", backend);
    return WM_OK;
}

/* Opens a path, whose last line must have the root. */
static wm_status open_path(const char *path, const uint8_t root[WM_SHA256_SIZE], wm_reader **prior,
                           wm_error *err)
{
    const wm_reader_node *last;
    const wm_status status = wm_reader_open(path, prior, err);
    if (status != WM_OK)
        return status;
    last = wm_reader_at(*prior, wm_reader_lines(*prior));
    if (last != NULL && memcmp(last->id, root, WM_SHA256_SIZE) == 0)
        return WM_OK;
    wm_reader_close(*prior);
    *prior = NULL;
    return wm_error_set(err, WM_E_IO, path, "the file changed after the audit");
}

/* Opens the evidence of prior number index, from 0, of an audited record. Errors: those of
 * wm_reader_open; IO (its root is not this one: it changed after the audit); NOMEM. */
static wm_status open_prior(const wm_model *of, size_t index, wm_reader **prior, wm_error *err)
{
    wm_buffer path = WM_BUFFER_EMPTY;
    wm_status status = find_prior(of->reader, index, &path);
    *prior = NULL;
    if (status == WM_OK && wm_buffer_text(&path) != NULL)
        status = open_path(path.data, of->plan.continues.root[index], prior, err);
    else
        status = no_memory(of, err);
    wm_buffer_clear(&path);
    return status;
}

/* Reads the devices of the priors. */
static wm_status take_priors(wm_model *model, wm_error *err)
{
    wm_status status = WM_OK;
    model->kept = calloc(model->prior_count + 1, sizeof *model->kept);
    if (model->kept == NULL)
        return wm_error_set(err, WM_E_NOMEM, model->path, "out of memory");
    for (size_t i = 0; status == WM_OK && i < model->prior_count; i++) {
        wm_reader *prior;
        status = open_prior(model, i, &prior, err);
        if (status == WM_OK)
            status = take_device(prior, &model->prior[i], err);
        wm_reader_close(prior);
    }
    return status;
}

/* ---- the other lines ------------------------------------------------------------------------- */

/* Takes an observation of no item. */
static wm_status take_other(wm_model *model, const wm_content *content, uint32_t line)
{
    const wm_observation environment = {.line = line};
    char text[32];
    if (wm_contents_is_of(content, &wm_kind_environment))
        return wm_observations_add(&model->environments, &environment);
    if (!wm_contents_is_of(content, &wm_kind_session))
        return WM_OK;
    if (model->sessions.count == 0) {
        (void)wm_member_copy(content->of.session.started_at, text, sizeof text);
        model->started_at_ns = strtoull(text, NULL, 10);
        model->started_line = line;
    }
    return wm_sessions_take(&model->sessions, &content->of.session);
}

static wm_status take_observation(wm_model *model, const wm_content *content, uint32_t line,
                                  wm_error *err)
{
    wm_observations_seen seen;
    wm_model_item *item;
    size_t index;
    wm_observations_add_pressure(&model->pressure, content);
    if (wm_contents_is_of(content, &wm_kind_external))
        wm_wrapped_flags_take(&model->wrapped_flags, &model->head.plan.content.of.plan,
                              &content->of.external);
    if (!wm_observations_see(content, line, &seen))
        return take_other(model, content, line) == WM_OK ? WM_OK : no_memory(model, err);
    index = wm_member_index(seen.item, (uint32_t)model->item_count);
    if (index == model->item_count)
        return refuse(model, "an observation has no item", err);
    item = &model->item[index];
    if (wm_observations_add(&item->series[seen.class], &seen.one) != WM_OK)
        return no_memory(model, err);
    if (seen.one.has_failed && item->failure[0] == '\0')
        wm_mask_text(seen.reason, item->failure, sizeof item->failure);
    model->repeat_count += seen.class == WM_OBSERVATIONS_REPEATS && !seen.one.has_failed;
    model->disturbed_count +=
        seen.class != WM_OBSERVATIONS_SEGMENTS && seen.one.flags != 0; /* of timed numbers */
    return seen.class == WM_OBSERVATIONS_STAGES
               ? wm_transcripts_take(&model->transcripts, model->reader, content, item->item, index,
                                     err)
               : WM_OK;
}

/* Takes the hashes of the stored priors. */
static void take_root(wm_model *model, const wm_root_node *node)
{
    wm_list files = node->files;
    wm_file_node file;
    while (wm_kind_next(&files, &wm_kind_root_file, &file))
        for (size_t i = 0; i < model->prior_count; i++)
            if (wm_member_is(file.path, wm_kind_root_prior(i)))
                memcpy(model->prior[i].file, file.sha256.bytes, WM_SHA256_SIZE);
}

static wm_status take_line(wm_model *model, uint32_t line, wm_error *err)
{
    const wm_reader_type type = wm_reader_at(model->reader, line)->type;
    wm_content content;
    wm_status status = WM_OK;
    if (type != WM_READER_REDUCTION)
        status = wm_reader_read(model->reader, line, &content, err);
    if (status != WM_OK || type == WM_READER_REDUCTION)
        return status;
    if (type == WM_READER_OBSERVATION)
        return take_observation(model, &content, line, err);
    if (type == WM_READER_CLAIM)
        status = wm_claims_take(&model->claims, line, &content);
    else if (wm_contents_is_of(&content, &wm_kind_root))
        take_root(model, &content.of.root);
    if (status == WM_E_NOMEM)
        return no_memory(model, err);
    return status == WM_OK ? WM_OK
                           : wm_error_set(err, status, model->path,
                                          "line %u is not the next claim of the plan", line);
}

/* ---- what follows from the lines ------------------------------------------------------------- */

/* Gives each item its claims. They are neighbours in the expansion. */
static void assign_claims(wm_model *model)
{
    wm_claims_group group = {NULL, 0};
    while (wm_claims_next(&model->claims, &group))
        if (wm_model_item_of(model, group.claim) != NULL)
            model->item[group.claim->index].claims = group;
}

/* A product with an injected fault has no decide stage of its own. Its repeats were judged:
 * `verified` has the decision. */
static void complete_decisions(wm_model *model)
{
    for (size_t i = 0; i < model->transcripts.count; i++) {
        wm_transcripts_row *row = &model->transcripts.row[i];
        const wm_claim *verified;
        const char *word = "undecided";
        if (row->decision[0] != '\0')
            continue;
        verified = wm_claims_on(&model->item[row->item].claims, "verified");
        if (verified != NULL && verified->value != NULL)
            word = strcmp(verified->value, "PASS") == 0 ? "accept" : "reject";
        (void)snprintf(row->decision, sizeof row->decision, "%s", word);
    }
}

/* The item whose label the word is that a text begins with, most likely this one; NULL: none. */
static const wm_model_item *item_by_word(const wm_model *model, const char *text,
                                         const wm_model_item *likely)
{
    const size_t size = strcspn(text, " ");
    for (size_t i = 0; i <= model->item_count; i++) {
        const wm_model_item *item = i == 0 ? likely : &model->item[i - 1];
        if (item != NULL && strncmp(item->label, text, size) == 0 && item->label[size] == '\0')
            return item;
    }
    return NULL;
}

/* Gives a finding of no claim the items that its text names: as its first word, and behind `and` if
 * two repeats are alike. The findings of one item follow each other. */
static void assign_items(const wm_model *model, wm_model_finding *finding,
                         const wm_model_item *likely[2])
{
    const char *other = strstr(finding->text, " and ");
    finding->item[0] = item_by_word(model, finding->text, likely[0]);
    if (other != NULL)
        finding->item[1] = item_by_word(model, other + strlen(" and "), likely[1]);
    memcpy(likely, finding->item, sizeof finding->item);
}

/* Gives each finding its claim, or its items. Claims come in the order of the record. */
static wm_status assign_findings(wm_model *model, wm_error *err)
{
    const wm_model_item *likely[2] = {NULL, NULL};
    size_t at = 0;
    for (size_t i = 0; i < model->finding_count; i++) {
        wm_model_finding *finding = &model->finding[i];
        if (finding->name == NULL) {
            assign_items(model, finding, likely);
            continue;
        }
        while (at < model->claims.count && strcmp(model->claims.claim[at].name, finding->name) != 0)
            at++;
        if (at == model->claims.count)
            return refuse(model, "a finding has no claim", err);
        finding->claim = &model->claims.claim[at];
    }
    return WM_OK;
}

static wm_status conclude(wm_model *model, wm_error *err)
{
    wm_status status;
    count_wrapped(model);
    assign_claims(model);
    complete_decisions(model);
    status = assign_findings(model, err);
    wm_tally_judge(model);
    return status;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Reads the first two lines through the reader, so that they are those of its root. */
static wm_status read_head(wm_model *model, wm_error *err)
{
    wm_status status = WM_OK;
    for (uint32_t line = 1; line <= 2 && status == WM_OK; line++) {
        const char *text;
        const wm_status found = wm_reader_text(model->reader, line, &text, err);
        if (found != WM_OK)
            return found;
        status = take_head_line(&model->head, text, wm_reader_at(model->reader, line)->size);
    }
    return take_head(model, status, err);
}

/* Reads all lines of the open reader. The audit saw the files of the priors, too. */
static wm_status read_lines(wm_model *model, wm_error *err)
{
    const bool is_audited = model->report.root[0] != '\0';
    const wm_observation first = {.line = 1};
    wm_status status = read_head(model, err);
    if (status == WM_OK && is_audited)
        status = take_priors(model, err);
    if (status == WM_OK && ((is_audited && judge_faults(model) != WM_OK) ||
                            wm_observations_add(&model->environments, &first) != WM_OK ||
                            wm_claims_begin(&model->claims, model->reader, &model->plan) != WM_OK))
        status = no_memory(model, err);
    for (uint32_t line = 3; line <= wm_reader_lines(model->reader) && status == WM_OK; line++)
        status = take_line(model, line, err);
    return status == WM_OK ? conclude(model, err) : status;
}

/* Checks that the evidence is the one that was audited. */
static wm_status compare_root(const wm_model *model, wm_error *err)
{
    char hex[WM_SHA256_HEX_SIZE + 1] = "";
    const uint32_t lines = wm_reader_lines(model->reader);
    if (lines >= 2)
        wm_sha256_to_hex(wm_reader_at(model->reader, lines)->id, hex);
    if (strcmp(hex, model->report.root) != 0)
        return wm_error_set(err, WM_E_IO, model->path, "changed while it was read");
    return WM_OK;
}

static void begin(wm_model *model, const char *path)
{
    memset(model, 0, sizeof *model);
    model->report.size = sizeof model->report;
    model->pressure.mean = (double)NAN;
    (void)snprintf(model->path, sizeof model->path, "%s", path);
}

wm_status wm_model_read_findings(const char *path, const wm_audit_options *options, wm_model *model,
                                 wm_error *err)
{
    auditing context = {options, model};
    const wm_audit_options own = {.size = sizeof own,
                                  .root = options->root,
                                  .finding = take_finding,
                                  .progress = pass_progress,
                                  .context = &context};
    wm_status status;
    begin(model, path);
    status = wm_audit_path(path, &own, &model->report, err);
    return status == WM_OK && model->finding_count != model->report.findings ? no_memory(model, err)
                                                                             : status;
}

wm_status wm_model_read_head(const char *path, wm_model *model)
{
    wm_status status = take_head(model, read_head_alone(path, model), NULL);
    count_wrapped(model);
    return status == WM_OK && model->report.root[0] != '\0' ? judge_faults(model) : status;
}

wm_status wm_model_read(const char *path, const char *root, wm_model *model, wm_error *err)
{
    const wm_audit_options options = {.size = sizeof options, .root = root};
    wm_status status = wm_model_read_findings(path, &options, model, err);
    if (status == WM_OK)
        status = wm_reader_open(path, &model->reader, err);
    if (status == WM_OK)
        status = compare_root(model, err);
    return status == WM_OK ? read_lines(model, err) : status;
}

wm_status wm_model_read_audited(const char *path, wm_model *model, wm_error *err)
{
    wm_status status;
    begin(model, path);
    status = wm_reader_open(path, &model->reader, err);
    return status == WM_OK ? read_lines(model, err) : status;
}

wm_status wm_model_read_prior(const wm_model *of, size_t index, wm_model *prior, wm_error *err)
{
    wm_status status;
    begin(prior, of->path);
    if (index >= of->prior_count)
        return wm_error_set(err, WM_E_INVALID, of->path, "the record has no prior %zu", index + 1);
    status = open_prior(of, index, &prior->reader, err);
    return status == WM_OK ? read_lines(prior, err) : status;
}

wm_status wm_model_read_kept(const wm_model *of, size_t index, const wm_model **prior,
                             wm_error *err)
{
    wm_model *read;
    wm_status status;
    *prior = NULL;
    if (of->kept == NULL || index >= of->prior_count)
        return wm_error_set(err, WM_E_INVALID, of->path, "the record has no prior %zu", index + 1);
    if (of->kept[index] == NULL) {
        read = calloc(1, sizeof *read);
        if (read == NULL)
            return wm_error_set(err, WM_E_NOMEM, of->path, "out of memory");
        status = wm_model_read_prior(of, index, read, err);
        if (status != WM_OK) {
            wm_model_close(read);
            free(read);
            return status;
        }
        of->kept[index] = read;
    }
    *prior = of->kept[index];
    return WM_OK;
}

wm_status wm_model_read_is_recalled(const wm_model *model, const wm_claim *claim, bool *is_same,
                                    wm_error *err)
{
    const char *label = claim->label + strlen("link."); /* the prior's number, and its item */
    const size_t index = (size_t)(label[0] - '1');
    char name[WM_SUBJECT_NAME_SIZE];
    wm_reader *prior = NULL;
    wm_content content;
    uint32_t line;
    wm_status status = open_prior(model, index, &prior, err);
    (void)snprintf(name, sizeof name, "%s.key", label + strlen("1."));
    if (status == WM_OK)
        status = wm_reader_resolve(prior, name, &line, err);
    if (status == WM_OK)
        status = wm_reader_read(prior, line, &content, err);
    *is_same = status == WM_OK && wm_contents_is_of(&content, &wm_kind_claim) &&
               claim->value != NULL && wm_member_is(content.of.claim.text, claim->value);
    wm_reader_close(prior);
    return status;
}
