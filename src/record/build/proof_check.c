/* Checks the proof of a claim without its record.
 *
 * Each line is bound by one above it: the plan by the root, the claims by the path, a reduction by
 * the claim that asserts it, repeats by the reduction that reads them. So one pass suffices, and
 * what a line says is used only after it is bound. */
#include <witnessmark.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sized.h"
#include "base/status.h"
#include "record/audit/intake.h"
#include "record/build/proof_lines.h"
#include "record/build/proof_output.h"
#include "record/build/proof_scope.h"
#include "record/laws/rule.h"
#include "record/laws/text.h"

static const char PREFIX[] = "witnessmark-proof/";

/* A proof under check. */
typedef struct checking {
    wm_proof_lines lines;
    wm_proof *proof;
    wm_plan plan;
    uint8_t plan_id[WM_SHA256_SIZE], merkle_root[WM_SHA256_SIZE];
    size_t range_count, path_count, claim_count;
    wm_merkle_range range[WM_PROOF_SCOPE_RANGES];
    uint8_t path[WM_PROOF_SCOPE_PATH * WM_SHA256_SIZE];
    wm_proof_line claim[WM_PROOF_SCOPE_CLAIMS];
    size_t proven; /* among the claims */
    wm_proof_scope scope;
    uint8_t reduction[WM_PROOF_SCOPE_ITEMS][WM_SHA256_SIZE]; /* of the first claim of each item */
    char failed_segments[WM_PROOF_SCOPE_ITEMS][WM_PROOF_TEXT_SIZE];
    uint8_t input[WM_TABLES_REPEATS][WM_SHA256_SIZE];
} checking;

#define REFUSE(at, ...) wm_error_set((at)->lines.err, WM_E_INVALID, NULL, __VA_ARGS__)

/* ---- head, root and plan --------------------------------------------------------------------- */

/* OLDER or NEWER for the format of another proof, else OK. */
static wm_status compare_format(const wm_json_value *format)
{
    const size_t prefix = sizeof PREFIX - 1;
    const char *own = &WM_PROOF_SCOPE_FORMAT[prefix], *digits;
    size_t size;
    if (format == NULL || format->kind != WM_JSON_STRING || format->text_size <= prefix ||
        memcmp(format->text, PREFIX, prefix) != 0)
        return WM_OK;
    digits = format->text + prefix;
    size = format->text_size - prefix;
    for (size_t i = 0; i < size; i++)
        if (digits[i] < '0' || digits[i] > '9')
            return WM_OK;
    if (size > 1 && digits[0] != '0')
        return WM_E_NEWER;
    return size > 1 || digits[0] == own[0] ? WM_OK : digits[0] < own[0] ? WM_E_OLDER : WM_E_NEWER;
}

/* Reads the ranges, and finds the place of the claim in them. */
static wm_status read_ranges(checking *at, const wm_json_value *ranges)
{
    uint64_t least = 0;
    at->proven = WM_PROOF_SCOPE_CLAIMS;
    if (ranges == NULL || ranges->kind != WM_JSON_ARRAY || ranges->count < 1 ||
        ranges->count > WM_PROOF_SCOPE_RANGES)
        return REFUSE(at, "line 1 has no `ranges` of 1 to %d elements", WM_PROOF_SCOPE_RANGES);
    for (const wm_json_value *one = ranges->first; one != NULL; one = one->next) {
        wm_merkle_range *range = &at->range[at->range_count++];
        if (one->kind != WM_JSON_ARRAY || one->count != 2 ||
            !wm_field_is(one->first, WM_FIELD_COUNT) ||
            !wm_field_is(one->first->next, WM_FIELD_POSITIVE))
            return REFUSE(at, "an element of `ranges` is not a place and a number of claims");
        *range = (wm_merkle_range){wm_field_count(one->first), wm_field_count(one->first->next)};
        if (range->first < least)
            return REFUSE(at, "the `ranges` do not ascend, with a place between them");
        if (range->count > WM_PROOF_SCOPE_CLAIMS - at->claim_count)
            return REFUSE(at, "the `ranges` hold more than %d claims", WM_PROOF_SCOPE_CLAIMS);
        if (at->proof->index >= range->first && at->proof->index - range->first < range->count)
            at->proven = at->claim_count + (size_t)(at->proof->index - range->first);
        at->claim_count += (size_t)range->count;
        least = range->first + range->count + 1;
    }
    return at->proven < at->claim_count ? WM_OK : REFUSE(at, "`index` is in none of the `ranges`");
}

static wm_status check_head(checking *at)
{
    const wm_json_value *node, *format, *index, *path;
    char found[64];
    wm_status status = wm_proof_lines_take(&at->lines, "the head", &node);
    if (status != WM_OK)
        return status;
    format = wm_json_member(node, "format");
    index = wm_json_member(node, "index");
    path = wm_json_member(node, "path");
    status = compare_format(format);
    if (status != WM_OK)
        return wm_error_set(at->lines.err, status, NULL, "the proof is of format %s; make it again",
                            wm_field_text(format, found, sizeof found));
    if (!wm_json_is_text(format, WM_PROOF_SCOPE_FORMAT) || node->count != 4)
        return REFUSE(at, "line 1 is not the head of a proof of format " WM_PROOF_SCOPE_FORMAT);
    if (index == NULL || !wm_field_is(index, WM_FIELD_COUNT) || path == NULL ||
        path->kind != WM_JSON_ARRAY || path->count > WM_PROOF_SCOPE_PATH)
        return REFUSE(at, "line 1 has no `index`, or no `path` of at most %d elements",
                      WM_PROOF_SCOPE_PATH);
    at->proof->index = wm_field_count(index);
    for (const wm_json_value *hash = path->first; hash != NULL; hash = hash->next)
        if (!wm_field_hex(hash, at->path + at->path_count++ * WM_SHA256_SIZE))
            return REFUSE(at, "an element of `path` is not 64 hex digits");
    return read_ranges(at, wm_json_member(node, "ranges"));
}

static wm_status check_root(checking *at)
{
    const wm_json_value *node;
    wm_content content;
    char format[64];
    wm_status status = wm_proof_lines_take(&at->lines, "the root", NULL);
    if (status != WM_OK)
        return status;
    status =
        wm_intake_other_format(at->lines.json, at->lines.line.text, at->lines.line.size, format);
    if (status == WM_E_NOMEM)
        return status;
    if (status != WM_OK)
        return wm_error_set(at->lines.err, status, NULL, "the record is of format %s", format);
    status = wm_proof_lines_parse(&at->lines, &at->lines.line, at->lines.number, &node);
    if (status == WM_OK)
        status = wm_proof_lines_read(&at->lines, node, &wm_kind_root, NULL, &content);
    if (status != WM_OK)
        return status;
    if (!wm_member_is(content.of.root.format, WM_TABLES_FORMAT))
        return REFUSE(at, "the root is not of format " WM_TABLES_FORMAT);
    at->proof->claim_count = (uint64_t)content.of.root.claim_count;
    memcpy(at->merkle_root, content.of.root.merkle_root.bytes, sizeof at->merkle_root);
    memcpy(at->plan_id, content.of.root.plan.id, sizeof at->plan_id);
    wm_sha256_to_hex(at->lines.id, at->proof->root);
    return WM_OK;
}

static wm_status check_plan(checking *at)
{
    const wm_json_value *node;
    wm_content content;
    wm_status status = wm_proof_lines_take(&at->lines, "the plan", &node);
    if (status != WM_OK)
        return status;
    if (memcmp(at->lines.id, at->plan_id, sizeof at->lines.id) != 0)
        return REFUSE(at, "line %u is not the plan that the root names", at->lines.number);
    status = wm_proof_lines_read(&at->lines, node, &wm_kind_plan, NULL, &content);
    if (status != WM_OK)
        return status;
    return wm_proof_scope_plan(at->lines.json, at->lines.line.text, at->lines.line.size, &at->plan,
                               at->lines.err);
}

/* ---- claims ---------------------------------------------------------------------------------- */

/* Takes the claims, which the path must lead to the root, and finds what the proof must carry. */
static wm_status take_claims(checking *at)
{
    uint8_t leaves[WM_PROOF_SCOPE_CLAIMS * WM_SHA256_SIZE];
    const wm_json_value *node;
    char name[WM_SUBJECT_NAME_SIZE];
    wm_text found;
    wm_status status;
    for (size_t i = 0; i < at->claim_count; i++) {
        status = wm_proof_lines_take(&at->lines, "a claim", NULL);
        if (status != WM_OK)
            return status;
        at->claim[i] = at->lines.line;
        wm_merkle_leaf(at->lines.line.text, at->lines.line.size, leaves + i * WM_SHA256_SIZE);
    }
    if (wm_merkle_ranges_check(leaves, at->range, at->range_count, at->proof->claim_count, at->path,
                               at->path_count, at->merkle_root) != WM_OK)
        return wm_error_set(at->lines.err, WM_E_MISMATCH, NULL,
                            "the path does not lead from the claims to the root");
    status =
        wm_proof_lines_parse(&at->lines, &at->claim[at->proven], 4 + (unsigned)at->proven, &node);
    if (status != WM_OK)
        return status;
    found = wm_kind_claim_name(node);
    if (!wm_json_is_text(wm_json_member(node, "type"), "claim") || found.size == 0 ||
        found.size >= sizeof name || memchr(found.bytes, '\0', found.size) != NULL)
        return REFUSE(at, "line %zu is not a claim", 4 + at->proven);
    (void)wm_member_copy(found, name, sizeof name);
    status = wm_proof_scope_of(&at->plan, name, &at->scope, at->lines.err);
    return status == WM_OK ? WM_OK : REFUSE(at, "no claim of this plan has the name of the proof");
}

/* Demands that the text of a claim is its value in its format. */
static wm_status check_text(checking *at, const wm_claim_node *node, wm_text_format format,
                            const char *name)
{
    char word[WM_PROOF_TEXT_SIZE + 1], unit[WM_PROOF_TEXT_SIZE + 1], expected[WM_TEXT_SIZE];
    wm_result result = {WM_RESULT_NULL, 0, ""};
    if (node->value.kind == WM_VALUE_NUMBER)
        result = (wm_result){WM_RESULT_NUMBER, node->value.number, NULL};
    else if (node->value.kind == WM_VALUE_WORD)
        result = wm_result_word(wm_member_copy(node->value.text, word, sizeof word));
    if ((node->value.kind == WM_VALUE_WORD) != (format == WM_TEXT_WORD) &&
        node->value.kind != WM_VALUE_NULL)
        return REFUSE(at, "value of %s: not of its text format", name);
    wm_text_write(&result, format, wm_member_copy(node->unit, unit, sizeof unit), expected);
    return wm_member_is(node->text, expected) ? WM_OK
                                              : REFUSE(at, "the text of %s is not its value", name);
}

/* Where the text of a claim of an item is shown. */
static char *place_of(checking *at, const wm_proof_scope_claim *claim)
{
    wm_proof_item *item = &at->proof->item[claim->item];
    const struct {
        const char *quantity;
        char *text;
    } places[] = {{"verified", item->verified},
                  {"transcript", item->transcript},
                  {"errors", item->errors},
                  {"rate", item->rate},
                  {"rate_low", item->rate_low},
                  {"rate_high", item->rate_high},
                  {"independence", item->independence},
                  {"performance_class", item->performance_class},
                  {"numerical_class", item->numerical_class},
                  {"failed_segments", at->failed_segments[claim->item]}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (strcmp(places[i].quantity, claim->quantity->name) == 0)
            return places[i].text;
    return NULL;
}

/* Copies the text of a claim, which must fit. */
static wm_status keep_text(checking *at, wm_text text, const char *name, char *place)
{
    if (text.size >= WM_PROOF_TEXT_SIZE)
        return REFUSE(at, "the text of %s has more than %d bytes", name, WM_PROOF_TEXT_SIZE - 1);
    (void)wm_member_copy(text, place, WM_PROOF_TEXT_SIZE);
    return WM_OK;
}

/* Keeps what is shown of the proven claim. */
static wm_status keep_proven(checking *at, const wm_claim_node *node, const wm_quantity *quantity)
{
    wm_proof *proof = at->proof;
    (void)wm_member_copy(node->name, proof->name, sizeof proof->name);
    (void)wm_member_copy(node->text, proof->text, sizeof proof->text);
    if (quantity == NULL || quantity->class_function == WM_FUNCTION_NONE)
        return WM_OK;
    return keep_text(at, node->class.bytes == NULL ? wm_member_text("n/a") : node->class,
                     proof->name, proof->class_word);
}

/* Keeps what is shown of a claim, number i. */
static wm_status keep_claim(checking *at, const wm_claim_node *node, size_t i)
{
    const wm_proof_scope *scope = &at->scope;
    const wm_proof_scope_claim *claim = &scope->claim[i];
    char *place = claim->item < scope->item_count ? place_of(at, claim) : NULL;
    wm_status status = WM_OK;
    if (i == scope->proven)
        status = keep_proven(at, node, claim->quantity);
    if (status == WM_OK && i == scope->low)
        status = keep_text(at, node->text, claim->name, at->proof->low);
    if (status == WM_OK && i == scope->high)
        status = keep_text(at, node->text, claim->name, at->proof->high);
    if (status == WM_OK && place != NULL)
        status = keep_text(at, node->text, claim->name, place);
    for (size_t item = 0; item < scope->item_count; item++)
        if (scope->first[item] == i)
            memcpy(at->reduction[item], node->asserts.id, WM_SHA256_SIZE);
    return status;
}

/* Checks claim number i: its name, its fields and its text. */
static wm_status check_claim(checking *at, size_t i)
{
    const wm_proof_scope_claim *claim = &at->scope.claim[i];
    wm_text_format format;
    wm_field fields[WM_KIND_FIELDS];
    const wm_json_value *node;
    wm_claim_node found;
    wm_form form;
    wm_status status = wm_proof_lines_parse(&at->lines, &at->claim[i], 4 + (unsigned)i, &node);
    if (status != WM_OK)
        return status;
    if (!wm_json_is_text(wm_json_member(node, "name"), claim->name))
        return REFUSE(at, "line %zu is not the claim %s", 4 + i, claim->name);
    form =
        claim->quantity == NULL ? wm_kind_claim_own : wm_kind_claim_form(claim->quantity, fields);
    memset(&found, 0, sizeof found);
    status = wm_proof_lines_match(&at->lines, &form, NULL, node, claim->name, &found);
    if (status != WM_OK)
        return status;
    format = claim->quantity != NULL ? claim->quantity->text
                                     : wm_tables_text(found.format.bytes, found.format.size);
    status = check_text(at, &found, format, claim->name);
    return status == WM_OK ? keep_claim(at, &found, i) : status;
}

/* Checks that the claims are those that the proof must carry. */
static wm_status check_claims(checking *at)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < at->scope.claim_count && i < at->claim_count && status == WM_OK; i++)
        status = check_claim(at, i);
    if (status == WM_OK && at->claim_count < at->scope.claim_count)
        return REFUSE(at, "the proof lacks the claim %s", at->scope.claim[at->claim_count].name);
    if (status == WM_OK && at->claim_count > at->scope.claim_count)
        return REFUSE(at, "line %zu is a claim that the proof must not carry",
                      4 + at->scope.claim_count);
    return status == WM_OK && at->scope.proven != at->proven
               ? REFUSE(at, "`index` is not the place of the claim")
               : status;
}

/* ---- observations ---------------------------------------------------------------------------- */

/* Reads the reduction of the first claim of an item, which names the item's repeats. */
static wm_status check_reduction(checking *at, size_t i, size_t *count)
{
    const wm_item *item = &at->plan.items[at->scope.item[i]];
    const wm_proof_scope_claim *claim = &at->scope.claim[at->scope.first[i]];
    const wm_json_value *node;
    wm_content content;
    wm_list inputs;
    wm_status status = wm_proof_lines_take(&at->lines, "a reduction", &node);
    if (status != WM_OK)
        return status;
    if (memcmp(at->lines.id, at->reduction[i], sizeof at->lines.id) != 0)
        return REFUSE(at, "line %u is not the reduction of %s", at->lines.number, claim->name);
    status = wm_proof_lines_read(&at->lines, node, &wm_kind_reduction, item->variant, &content);
    if (status != WM_OK)
        return status;
    inputs = content.of.reduction.inputs;
    *count = inputs.count;
    if (!wm_member_is(content.of.reduction.function,
                      wm_tables_function_name(claim->quantity->function)) ||
        inputs.count != item->repeats)
        return REFUSE(at, "the reduction of %s does not read %lu repeats", claim->name,
                      (unsigned long)item->repeats);
    for (size_t input = 0; input < *count; input++)
        if (!wm_member_next_hex(&inputs, at->input[input]))
            return REFUSE(at, "an input of the reduction of %s is not an id", claim->name);
    return WM_OK;
}

/* Counts the flags of a repeat. */
static wm_status count_flags(checking *at, wm_list flags, uint64_t counts[WM_FLAG_WORDS])
{
    wm_text word;
    while (wm_member_has_next(&flags)) {
        unsigned flag = 0;
        if (!wm_member_next_text(&flags, &word))
            return REFUSE(at, "a flag of line %u is not a text", at->lines.number);
        while (flag < WM_FLAG_WORDS && !wm_member_is(word, wm_rule_flag_word((wm_flag)flag)))
            flag++;
        if (flag == WM_FLAG_WORDS)
            return REFUSE(at, "a flag of line %u is none of the table", at->lines.number);
        counts[flag]++;
    }
    return WM_OK;
}

/* Reads one repeat of an item. */
static wm_status check_repeat(checking *at, size_t i, const uint8_t id[WM_SHA256_SIZE],
                              uint64_t counts[WM_FLAG_WORDS])
{
    const wm_item *item = &at->plan.items[at->scope.item[i]];
    const bool is_profile = !wm_plan_has_output(item);
    wm_proof_item *shown = &at->proof->item[i];
    const wm_json_value *node;
    wm_content content;
    const wm_covariates_node *covariates;
    wm_list flags;
    double index;
    const wm_edge *plan;
    wm_status status = wm_proof_lines_take(&at->lines, "a repeat", &node);
    if (status != WM_OK)
        return status;
    if (memcmp(at->lines.id, id, sizeof at->lines.id) != 0)
        return REFUSE(at, "line %u is not repeat %lu of %s", at->lines.number,
                      (unsigned long)shown->repeats, shown->label);
    status =
        wm_proof_lines_read(&at->lines, node, is_profile ? &wm_kind_profile : &wm_kind_workload,
                            item->variant, &content);
    if (status != WM_OK)
        return status;
    index = is_profile ? content.of.profile.item : content.of.workload.item;
    plan = is_profile ? &content.of.profile.plan : &content.of.workload.plan;
    flags = is_profile ? content.of.profile.flags : content.of.workload.flags;
    if (wm_member_index(index, WM_TABLES_ITEMS) != at->scope.item[i] ||
        memcmp(plan->id, at->plan_id, sizeof plan->id) != 0)
        return REFUSE(at, "line %u is not a repeat of %s", at->lines.number, shown->label);
    covariates = is_profile ? &content.of.profile.covariates : &content.of.workload.covariates;
    shown->repeats++;
    if (content.form == &wm_kind_workload_failed || content.form == &wm_kind_profile_failed)
        shown->failed++;
    else
        shown->unknown += !wm_objects_know_flags(covariates);
    shown->flagged += wm_member_has_next(&flags);
    return count_flags(at, flags, counts);
}

/* Checks the repeats of an item, and says how many have each flag. */
static wm_status check_repeats(checking *at, size_t i)
{
    wm_proof_item *shown = &at->proof->item[i];
    uint64_t counts[WM_FLAG_WORDS] = {0};
    size_t count = 0, used = 0;
    wm_status status;
    wm_plan_label(&at->plan.items[at->scope.item[i]], shown->label);
    status = check_reduction(at, i, &count);
    for (size_t input = 0; status == WM_OK && input < count; input++)
        status = check_repeat(at, i, at->input[input], counts);
    for (unsigned flag = 0; flag < WM_FLAG_WORDS; flag++)
        if (counts[flag] > 0 && used < sizeof shown->flags)
            used += (size_t)snprintf(shown->flags + used, sizeof shown->flags - used,
                                     "%s%" PRIu64 " %s", used == 0 ? "" : ", ", counts[flag],
                                     wm_rule_flag_word((wm_flag)flag));
    return status;
}

/* ---- the whole proof ------------------------------------------------------------------------- */

static wm_status check(checking *at)
{
    wm_status status;
    if (at->lines.left > WM_PROOF_SCOPE_BYTES)
        return REFUSE(at, "a proof has at most 67,108,864 bytes");
    status = check_head(at);
    if (status == WM_OK)
        status = check_root(at);
    if (status == WM_OK)
        status = check_plan(at);
    if (status == WM_OK)
        status = take_claims(at);
    if (status == WM_OK)
        status = check_claims(at);
    for (size_t i = 0; status == WM_OK && i < at->scope.item_count; i++)
        status = check_repeats(at, i);
    if (status == WM_OK && at->lines.left != 0)
        return REFUSE(at, "something follows line %u, the last of the proof", at->lines.number);
    at->proof->item_count = at->scope.item_count;
    for (size_t i = 0; status == WM_OK && i < at->scope.item_count; i++) {
        wm_proof_output_judge(&at->plan.items[at->scope.item[i]], at->failed_segments[i],
                              &at->proof->item[i]);
        at->proof->output = wm_proof_output_worse(at->proof->output, at->proof->item[i].output);
    }
    return status;
}

wm_status wm_proof_check(const char *text, size_t size, wm_proof *proof, wm_error *err)
{
    static const wm_sized SIZED = {"wm_proof", sizeof(wm_proof), sizeof(wm_proof)};
    wm_status status = wm_sized_check(&SIZED, proof, err);
    checking *at;
    wm_proof *found;
    if (status == WM_OK && text == NULL)
        status = wm_error_set(err, WM_E_ARG, NULL, "text is NULL");
    if (status != WM_OK)
        return status;
    at = calloc(1, sizeof *at);
    found = calloc(1, sizeof *found);
    if (at != NULL)
        *at = (checking){.lines = {.text = text, .left = size, .err = err}, .proof = found};
    if (at == NULL || found == NULL || (at->lines.json = wm_json_new()) == NULL)
        status = WM_E_NOMEM;
    else
        status = check(at);
    if (status == WM_E_NOMEM)
        status = wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    if (found != NULL && status != WM_OK)
        memset(found, 0, sizeof *found);
    if (found != NULL)
        wm_sized_give(&SIZED, found, proof);
    if (at != NULL) {
        wm_json_free(at->lines.json);
        free(at->plan.items);
    }
    free(at);
    free(found);
    return status;
}
