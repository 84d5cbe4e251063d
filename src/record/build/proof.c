/* Makes the proof that a record contains a claim, and checks proofs.
 *
 * A proof is the claim's line, the path of hashes from it to the root, and the root. It shows that
 * the record has this claim, and not that the claim is true: for that the record is audited. */
#include <witnessmark.h>

#include <errno.h>
#include <string.h>

#include "base/dir.h"
#include "base/lines.h"
#include "base/sized.h"
#include "base/status.h"
#include "record/nodes/contents.h"
#include "record/audit/intake.h"
#include "record/nodes/node.h"
#include "standards/jcs.h"

#define PROOF_FORMAT "witnessmark-proof/1"

static const wm_json_options OPTIONS = {WM_JSON_STRICT, WM_INTAKE_DEPTH_MAX, 0};

/* ---- making ---------------------------------------------------------------------------------- */

/* A proof under construction. */
typedef struct making {
    const char *name;
    wm_json *json;
    wm_lines lines;
    wm_buffer leaves; /* hashes of the claims */
    wm_buffer claim;  /* the line of the claim with the name */
    wm_buffer root;   /* the last line */
    uint64_t index;
    wm_error *err;
} making;

/* Whether a line has `"type":"claim"` anywhere. Inside a string the quotes would be escaped. */
static bool may_be_claim(const char *text, size_t size)
{
    static const char WORDS[] = "\"type\":\"claim\"";
    const char *end = text + size, *quote;
    for (; (quote = memchr(text, '"', (size_t)(end - text))) != NULL; text = quote + 1)
        if ((size_t)(end - quote) >= sizeof WORDS - 1 &&
            memcmp(quote, WORDS, sizeof WORDS - 1) == 0)
            return true;
    return false;
}

/* Adds the leaf of a claim, and keeps the line of the named claim. */
static wm_status take_line(making *at, const char *text, size_t size)
{
    const wm_json_value *node;
    uint8_t leaf[WM_SHA256_SIZE];
    wm_status status;
    at->root.size = 0;
    status = wm_buffer_append(&at->root, text, size);
    if (status != WM_OK || !may_be_claim(text, size))
        return status;
    status = wm_json_parse(at->json, text, size, &OPTIONS, &node, NULL);
    if (status != WM_OK)
        return wm_error_set(at->err, WM_E_INVALID, NULL, "a line of the evidence is not JSON");
    if (!wm_json_is_text(wm_json_member(node, "type"), "claim"))
        return WM_OK;
    if (at->claim.size == 0 && wm_json_is_text(wm_json_member(node, "name"), at->name)) {
        at->index = at->leaves.size / WM_SHA256_SIZE;
        status = wm_buffer_append(&at->claim, text, size);
    }
    wm_merkle_leaf(text, size, leaf);
    return status != WM_OK ? status : wm_buffer_append(&at->leaves, leaf, sizeof leaf);
}

static wm_status read_evidence(making *at, const wm_source *source)
{
    wm_status status = wm_lines_open(source, WM_INTAKE_LINE_MAX, &at->lines);
    const char *text;
    size_t size = 1;
    while (status == WM_OK && size > 0) {
        status = wm_lines_next(&at->lines, &text, &size);
        if (status == WM_OK && size > 0)
            status = take_line(at, text, size);
    }
    wm_lines_close(&at->lines);
    return status;
}

/* Whether the last line is a root over these claims. */
static wm_status check_root(making *at)
{
    const wm_json_value *node = NULL;
    uint8_t expected[WM_SHA256_SIZE], found[WM_SHA256_SIZE];
    const uint64_t count = at->leaves.size / WM_SHA256_SIZE;
    if (at->root.size == 0 ||
        wm_json_parse(at->json, at->root.data, at->root.size, &OPTIONS, &node, NULL) != WM_OK ||
        !wm_json_is_text(wm_json_member(node, "type"), "root"))
        return wm_error_set(at->err, WM_E_INVALID, NULL,
                            "unfinished record: the last line is not a root");
    if (at->claim.size == 0)
        return wm_error_set(at->err, WM_E_NOTFOUND, NULL, "there is no claim `%s`", at->name);
    wm_merkle_root_of((const uint8_t *)at->leaves.data, count, expected);
    if (!wm_field_hex(wm_json_member(node, "merkle_root"), found) ||
        memcmp(found, expected, sizeof found) != 0 ||
        wm_field_count(wm_json_member(node, "claim_count")) != count)
        return wm_error_set(at->err, WM_E_INVALID, NULL, "the root is not over these claims");
    return WM_OK;
}

static wm_status emit_proof(making *at, wm_emit *emit, void *context)
{
    uint8_t path[WM_MERKLE_PATH_MAX * WM_SHA256_SIZE];
    size_t count = 0;
    wm_node node = WM_NODE_EMPTY;
    wm_status status =
        wm_merkle_prove_inclusion((const uint8_t *)at->leaves.data,
                                  at->leaves.size / WM_SHA256_SIZE, at->index, path, &count);
    wm_node_begin_object(&node);
    wm_node_text(&node, "format", PROOF_FORMAT);
    wm_node_count(&node, "index", at->index);
    wm_node_open_array(&node, "path");
    for (size_t i = 0; i < count; i++)
        wm_node_hex(&node, NULL, path + i * WM_SHA256_SIZE);
    wm_node_close_array(&node);
    if (status == WM_OK)
        status = wm_node_finish(&node);
    if (status == WM_OK)
        status = wm_buffer_putc(&node.text, '\n');
    if (status == WM_OK)
        status = emit(context, node.text.data, node.text.size);
    if (status == WM_OK)
        status = emit(context, at->claim.data, at->claim.size);
    if (status == WM_OK)
        status = emit(context, at->root.data, at->root.size);
    wm_node_clear(&node);
    return status;
}

/* Opens the evidence of a record, given its folder or its evidence.jsonl. */
static wm_status open_evidence(const char *path, wm_source *source, wm_error *err)
{
    wm_dir dir;
    wm_status status = wm_dir_open(path, &dir);
    if (status == WM_OK) {
        status = wm_dir_open_in(&dir, "evidence.jsonl", source);
        wm_dir_close(&dir);
    } else if (status == WM_E_INVALID) {
        status = wm_dir_open_file(path, source);
    }
    if (status == WM_OK)
        return WM_OK;
    if (status == WM_E_INVALID)
        return wm_error_set(err, WM_E_OPEN, path, "the evidence is not a plain file");
    return wm_error_set(err, WM_E_OPEN, path, "cannot open the evidence: %s", strerror(errno));
}

wm_status wm_proof_make(const char *path, const char *name, wm_emit *emit, void *context,
                        wm_error *err)
{
    making at;
    wm_source source;
    wm_status status;
    if (path == NULL || name == NULL || emit == NULL)
        return wm_error_set(err, WM_E_ARG, NULL, "%s is NULL",
                            path == NULL   ? "path"
                            : name == NULL ? "name"
                                           : "emit");
    status = open_evidence(path, &source, err);
    if (status != WM_OK)
        return status;
    memset(&at, 0, sizeof at);
    at.name = name;
    at.err = err;
    at.json = wm_json_new();
    status = at.json == NULL ? WM_E_NOMEM : read_evidence(&at, &source);
    if (status == WM_OK)
        status = check_root(&at);
    if (status == WM_OK)
        status = emit_proof(&at, emit, context);
    if (status == WM_E_NOMEM || status == WM_E_IO)
        status = wm_error_set(err, status, path, "%s", wm_status_text(status));
    wm_json_free(at.json);
    wm_buffer_clear(&at.leaves);
    wm_buffer_clear(&at.claim);
    wm_buffer_clear(&at.root);
    wm_dir_close_file(&source);
    return status;
}

/* ---- checking -------------------------------------------------------------------------------- */

/* A proof under check. */
typedef struct checking {
    wm_json *json;
    wm_proof *proof;
    wm_error *err;
    uint8_t leaf[WM_SHA256_SIZE];
    uint8_t merkle_root[WM_SHA256_SIZE];
    uint8_t path[WM_MERKLE_PATH_MAX * WM_SHA256_SIZE];
    size_t path_count;
} checking;

static wm_status refuse(const checking *at, const char *words)
{
    return wm_error_set(at->err, WM_E_INVALID, NULL, "%s", words);
}

/* Reads the first line: index of the claim, and path from it. */
static wm_status check_head(checking *at, const wm_json_value *node)
{
    const wm_json_value *index = wm_json_member(node, "index");
    const wm_json_value *path = wm_json_member(node, "path");
    if (node->count != 3 || !wm_json_is_text(wm_json_member(node, "format"), PROOF_FORMAT))
        return refuse(at, "line 1 is not the first line of a proof of format " PROOF_FORMAT);
    if (index == NULL || !wm_field_is(index, WM_FIELD_COUNT) || path == NULL ||
        path->kind != WM_JSON_ARRAY || path->count > WM_MERKLE_PATH_MAX)
        return refuse(at, "line 1 has no `index` or no `path`");
    at->proof->index = wm_field_count(index);
    for (const wm_json_value *hash = path->first; hash != NULL; hash = hash->next)
        if (!wm_field_hex(hash, at->path + at->path_count++ * WM_SHA256_SIZE))
            return refuse(at, "an element of `path` is not 64 hex digits");
    return WM_OK;
}

static wm_status check_claim(checking *at, const wm_json_value *node)
{
    const wm_json_value *name = wm_json_member(node, "name"), *text = wm_json_member(node, "text");
    if (!wm_json_is_text(wm_json_member(node, "type"), "claim") || name == NULL ||
        name->kind != WM_JSON_STRING || name->text_size >= sizeof at->proof->name || text == NULL ||
        !wm_field_is(text, WM_FIELD_TEXT))
        return refuse(at, "line 2 is not a claim");
    (void)wm_field_text(name, at->proof->name, sizeof at->proof->name);
    (void)wm_field_text(text, at->proof->text, sizeof at->proof->text);
    return WM_OK;
}

static wm_status check_proof_root(checking *at, const wm_json_value *node)
{
    const wm_json_value *count = wm_json_member(node, "claim_count");
    if (!wm_json_is_text(wm_json_member(node, "type"), "root") || count == NULL ||
        !wm_field_is(count, WM_FIELD_COUNT) ||
        !wm_field_hex(wm_json_member(node, "merkle_root"), at->merkle_root))
        return refuse(at, "line 3 is not a root");
    if (!wm_json_is_text(wm_json_member(node, "format"), WM_TABLES_FORMAT))
        return refuse(at, "the root is not of format " WM_TABLES_FORMAT);
    at->proof->claim_count = wm_field_count(count);
    return WM_OK;
}

/* Checks one of the three lines, newline included. */
static wm_status check_line(checking *at, unsigned number, const char *line, size_t size)
{
    static wm_status (*const CHECK[])(checking *, const wm_json_value *) = {check_head, check_claim,
                                                                            check_proof_root};
    const wm_json_value *node = NULL;
    uint8_t id[WM_SHA256_SIZE];
    char format[64];
    wm_status status;
    if (size > WM_INTAKE_LINE_MAX)
        return refuse(at, "a line has more than 1,048,576 bytes");
    if (number == 2) {
        status = wm_intake_other_format(at->json, line, size, format);
        if (status != WM_OK)
            return wm_error_set(at->err, status, NULL, "the record is of format %s", format);
    }
    status = wm_jcs_parse(at->json, line, size - 1, &OPTIONS, &node, NULL);
    if (status == WM_E_NOMEM)
        return status;
    if (status != WM_OK || node->kind != WM_JSON_OBJECT)
        return wm_error_set(at->err, WM_E_INVALID, NULL, "line %u is not a canonical JSON object",
                            number + 1);
    if (!wm_intake_has_keys(node))
        return wm_error_set(at->err, WM_E_INVALID, NULL, "a key of line %u is not of [a-z0-9_]+",
                            number + 1);
    if (number == 1)
        wm_merkle_leaf(line, size, at->leaf);
    wm_sha256_hash(line, size, id);
    wm_sha256_to_hex(id, at->proof->root);
    return CHECK[number](at, node);
}

static wm_status check_lines(checking *at, const char *text, size_t size)
{
    for (unsigned number = 0; number < 3; number++) {
        const size_t length = wm_lines_first(text, size);
        wm_status status;
        if (length == 0 || text[length - 1] != '\n')
            return refuse(at, "a proof has three lines that end with a newline");
        status = check_line(at, number, text, length);
        if (status != WM_OK)
            return status;
        text += length;
        size -= length;
    }
    if (size != 0)
        return refuse(at, "a proof has three lines, and something follows them");
    if (wm_merkle_check_inclusion(at->leaf, at->proof->index, at->proof->claim_count, at->path,
                                  at->path_count, at->merkle_root) != WM_OK)
        return wm_error_set(at->err, WM_E_MISMATCH, NULL,
                            "the path does not lead from the claim to the root");
    return WM_OK;
}

wm_status wm_proof_check(const char *text, size_t size, wm_proof *proof, wm_error *err)
{
    static const wm_sized SIZED = {"wm_proof", sizeof(wm_proof), sizeof(wm_proof)};
    wm_proof found;
    wm_status status = wm_sized_check(&SIZED, proof, err);
    checking at;
    if (status == WM_OK && text == NULL)
        status = wm_error_set(err, WM_E_ARG, NULL, "text is NULL");
    if (status != WM_OK)
        return status;
    memset(&at, 0, sizeof at);
    memset(&found, 0, sizeof found);
    at.proof = &found;
    at.err = err;
    at.json = wm_json_new();
    status = at.json == NULL ? WM_E_NOMEM : check_lines(&at, text, size);
    wm_json_free(at.json);
    if (status == WM_E_NOMEM)
        status = wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    if (status != WM_OK)
        memset(&found, 0, sizeof found);
    wm_sized_give(&SIZED, &found, proof);
    return status;
}
