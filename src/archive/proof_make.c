/* Makes the proof that a record contains a claim.
 *
 * The lines are found by their ids from the claim down, as the checker follows them. The claims are
 * read once, in order: their hashes give the path, and the names of those that the proof carries
 * come in the same order. */
#include <witnessmark.h>

#include <stdlib.h>
#include <string.h>

#include "archive/reader.h"
#include "base/status.h"
#include "record/build/proof_scope.h"
#include "record/nodes/node.h"

/* A proof under construction. */
typedef struct making {
    const char *name;
    wm_reader *reader;
    wm_error *err;
    wm_json *json;
    wm_plan plan;
    wm_proof_scope scope;
    uint32_t plan_line, root_line;
    wm_buffer leaves;   /* hashes of the claims */
    wm_buffer carried;  /* lines of the carried claims */
    size_t claim_count; /* of them */
    uint64_t proven;    /* place of the claim */
    wm_merkle_range range[WM_PROOF_SCOPE_CLAIMS];
    size_t range_count;
    uint8_t first[WM_PROOF_SCOPE_ITEMS][WM_SHA256_SIZE]; /* reductions of the items' first claims */
    wm_buffer proof;
} making;

static wm_status refuse(const making *at, const char *words)
{
    return wm_error_set(at->err, WM_E_INVALID, NULL, "%s", words);
}

static wm_status check_size(const making *at, size_t size)
{
    return size <= WM_PROOF_SCOPE_BYTES
               ? WM_OK
               : wm_error_set(at->err, WM_E_LIMIT, NULL,
                              "the proof of %s has more than 67,108,864 bytes", at->name);
}

/* Appends a line of the record to a buffer. */
static wm_status add_line(making *at, uint32_t line, wm_buffer *to)
{
    const wm_reader_node *place = wm_reader_at(at->reader, line);
    const char *text;
    wm_status status = wm_reader_text(at->reader, line, &text, at->err);
    if (status == WM_OK)
        status = check_size(at, to->size + place->size);
    return status == WM_OK ? wm_buffer_append(to, text, place->size) : status;
}

/* ---- plan and root --------------------------------------------------------------------------- */

/* Finds the root, on the last line, and the plan that it names. */
static wm_status read_plan(making *at)
{
    wm_content content;
    const char *text;
    wm_status status;
    at->root_line = wm_reader_lines(at->reader);
    if (at->root_line == 0 || wm_reader_at(at->reader, at->root_line)->type != WM_READER_ROOT)
        return refuse(at, "unfinished record: the last line is not a root");
    status = wm_reader_read(at->reader, at->root_line, &content, at->err);
    if (status != WM_OK)
        return status;
    at->plan_line = wm_reader_find(at->reader, content.of.root.plan.id);
    if (at->plan_line == 0)
        return refuse(at, "the plan that the root names is not there");
    status = wm_reader_text(at->reader, at->plan_line, &text, at->err);
    return status != WM_OK
               ? status
               : wm_proof_scope_plan(at->json, text, wm_reader_at(at->reader, at->plan_line)->size,
                                     &at->plan, at->err);
}

/* Whether the last line is a root over these claims. */
static wm_status check_root(making *at)
{
    const uint64_t count = at->leaves.size / WM_SHA256_SIZE;
    uint8_t expected[WM_SHA256_SIZE];
    wm_content content;
    const wm_status status = wm_reader_read(at->reader, at->root_line, &content, at->err);
    if (status != WM_OK)
        return status;
    wm_merkle_root_of((const uint8_t *)at->leaves.data, count, expected);
    if (memcmp(content.of.root.merkle_root.bytes, expected, sizeof expected) != 0 ||
        !(content.of.root.claim_count == (double)count))
        return refuse(at, "the root is not over these claims");
    return WM_OK;
}

/* ---- claims ---------------------------------------------------------------------------------- */

/* Adds a claim of the proof, at a place among the claims. */
static wm_status carry(making *at, uint32_t line, uint64_t place, const wm_claim_node *node)
{
    wm_merkle_range *last = &at->range[at->range_count];
    if (at->claim_count == at->scope.proven)
        at->proven = place;
    for (size_t i = 0; i < at->scope.item_count; i++)
        if (at->scope.first[i] == at->claim_count)
            memcpy(at->first[i], node->asserts.id, WM_SHA256_SIZE);
    at->claim_count++;
    if (at->range_count > 0 && place == last[-1].first + last[-1].count)
        last[-1].count++;
    else
        at->range[at->range_count++] = (wm_merkle_range){place, 1};
    return add_line(at, line, &at->carried);
}

static wm_status read_claim(making *at, uint32_t line)
{
    const wm_proof_scope *scope = &at->scope;
    const uint64_t place = at->leaves.size / WM_SHA256_SIZE;
    uint8_t leaf[WM_SHA256_SIZE];
    wm_content content;
    const char *text;
    wm_status status;
    if (wm_reader_at(at->reader, line)->type != WM_READER_CLAIM)
        return WM_OK;
    status = wm_reader_read_line(at->reader, line, &content, &text, at->err);
    if (status != WM_OK)
        return status;
    wm_merkle_leaf(text, wm_reader_at(at->reader, line)->size, leaf);
    status = wm_buffer_append(&at->leaves, leaf, sizeof leaf);
    if (status == WM_OK && at->claim_count < scope->claim_count &&
        wm_member_is(content.of.claim.name, scope->claim[at->claim_count].name))
        status = carry(at, line, place, &content.of.claim);
    return status;
}

/* Reads the claims: their hashes, and the lines that the proof carries. */
static wm_status read_claims(making *at)
{
    uint32_t line, end;
    wm_status status = WM_OK;
    wm_reader_claims(at->reader, &line, &end);
    for (; line < end && status == WM_OK; line++)
        status = read_claim(at, line);
    if (status == WM_OK)
        status = check_root(at);
    if (status != WM_OK || at->claim_count == at->scope.claim_count)
        return status;
    return wm_error_set(at->err, WM_E_NOTFOUND, NULL, "there is no claim `%s`",
                        at->scope.claim[at->claim_count].name);
}

/* ---- the proof ------------------------------------------------------------------------------- */

static void write_head(making *at, wm_node *node, const uint8_t *path, size_t path_count)
{
    wm_node_begin_object(node);
    wm_node_text(node, "format", WM_PROOF_SCOPE_FORMAT);
    wm_node_count(node, "index", at->proven);
    wm_node_open_array(node, "path");
    for (size_t i = 0; i < path_count; i++)
        wm_node_hex(node, NULL, path + i * WM_SHA256_SIZE);
    wm_node_close_array(node);
    wm_node_open_array(node, "ranges");
    for (size_t i = 0; i < at->range_count; i++) {
        wm_node_open_array(node, NULL);
        wm_node_count(node, NULL, at->range[i].first);
        wm_node_count(node, NULL, at->range[i].count);
        wm_node_close_array(node);
    }
    wm_node_close_array(node);
}

static wm_status add_head(making *at)
{
    uint8_t path[WM_PROOF_SCOPE_PATH * WM_SHA256_SIZE];
    size_t count = 0;
    wm_node node = WM_NODE_EMPTY;
    wm_status status;
    if (at->range_count > WM_PROOF_SCOPE_RANGES)
        return refuse(at, "the claims of the proof are not side by side");
    status =
        wm_merkle_ranges_prove((const uint8_t *)at->leaves.data, at->leaves.size / WM_SHA256_SIZE,
                               at->range, at->range_count, path, &count);
    write_head(at, &node, path, count);
    if (status == WM_OK)
        status = wm_node_finish(&node);
    if (status == WM_OK)
        status = wm_buffer_append(&at->proof, node.text.data, node.text.size);
    if (status == WM_OK)
        status = wm_buffer_putc(&at->proof, '\n');
    wm_node_clear(&node);
    return status;
}

/* Adds the reduction of an item's first claim, and the repeats that it reads. */
static wm_status add_repeats(making *at, size_t item)
{
    uint8_t(*id)[WM_SHA256_SIZE];
    const uint32_t reduction = wm_reader_find(at->reader, at->first[item]);
    wm_content content;
    wm_list inputs;
    size_t count = 0;
    wm_status status;
    if (reduction == 0 || wm_reader_at(at->reader, reduction)->type != WM_READER_REDUCTION)
        return refuse(at, "a claim asserts a reduction that is not there");
    status = wm_reader_read(at->reader, reduction, &content, at->err);
    if (status != WM_OK)
        return status;
    inputs = content.of.reduction.inputs;
    id = calloc(inputs.count + (size_t)1, sizeof *id);
    if (id == NULL)
        return WM_E_NOMEM;
    while (wm_member_next_hex(&inputs, id[count]))
        count++;
    status = add_line(at, reduction, &at->proof);
    for (size_t i = 0; i < count && status == WM_OK; i++) {
        const uint32_t line = wm_reader_find(at->reader, id[i]);
        status = line == 0 ? refuse(at, "a reduction reads a line that is not there")
                           : add_line(at, line, &at->proof);
    }
    free(id);
    return status;
}

static wm_status make(making *at)
{
    wm_status status = read_plan(at);
    if (status == WM_OK)
        status = wm_proof_scope_of(&at->plan, at->name, &at->scope, at->err);
    if (status == WM_OK)
        status = read_claims(at);
    if (status == WM_OK)
        status = add_head(at);
    if (status == WM_OK)
        status = add_line(at, at->root_line, &at->proof);
    if (status == WM_OK)
        status = add_line(at, at->plan_line, &at->proof);
    if (status == WM_OK)
        status = wm_buffer_append(&at->proof, at->carried.data, at->carried.size);
    for (size_t i = 0; i < at->scope.item_count && status == WM_OK; i++)
        status = add_repeats(at, i);
    return status == WM_OK ? check_size(at, at->proof.size) : status;
}

wm_status wm_proof_make(const char *path, const char *name, wm_emit *emit, void *context,
                        wm_error *err)
{
    making *at;
    wm_status status;
    if (path == NULL || name == NULL || emit == NULL)
        return wm_error_set(err, WM_E_ARG, NULL, "%s is NULL",
                            path == NULL   ? "path"
                            : name == NULL ? "name"
                                           : "emit");
    at = calloc(1, sizeof *at);
    if (at == NULL)
        return wm_error_set(err, WM_E_NOMEM, path, "%s", wm_status_text(WM_E_NOMEM));
    at->name = name;
    at->err = err;
    status = wm_reader_open(path, &at->reader, err);
    if (status == WM_OK) {
        at->json = wm_json_new();
        status = at->json == NULL ? WM_E_NOMEM : make(at);
        if (status == WM_E_NOMEM)
            status = wm_error_set(err, status, path, "%s", wm_status_text(status));
    }
    if (status == WM_OK)
        status = emit(context, at->proof.data, at->proof.size);
    wm_reader_close(at->reader);
    wm_json_free(at->json);
    wm_buffer_clear(&at->leaves);
    wm_buffer_clear(&at->carried);
    wm_buffer_clear(&at->proof);
    free(at->plan.items);
    free(at);
    return status;
}
