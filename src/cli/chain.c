/* One claim with everything that it rests on, and how to check that by hand. */
#include "cli/chain.h"

#include "base/status.h"
#include "evidence/node.h"

#include <stdlib.h>
#include <string.h>

/* Lines of a chain with their depth: the claim 0, its reductions 1, their observations 2. */
typedef struct link {
    uint32_t line;
    unsigned depth;
} link;

typedef struct chain {
    link *item;
    size_t count;
} chain;

static bool push(chain *links, uint32_t line, unsigned depth)
{
    link *item = realloc(links->item, (links->count + 1) * sizeof *item);
    if (item == NULL)
        return false;
    links->item = item;
    item[links->count].line = line;
    item[links->count++].depth = depth;
    return true;
}

/* Pushes the lines that a list of ids names, or a single id. */
static bool push_ids(wm_results *results, const wm_json_value *ids, unsigned depth, chain *links)
{
    const wm_json_value *id;
    if (ids != NULL && ids->kind == WM_JSON_STRING)
        return push(links, wm_reader_find_value(results->reader, ids), depth);
    for (id = ids != NULL ? ids->first : NULL; id != NULL; id = id->next)
        if (!push(links, wm_reader_find_value(results->reader, id), depth))
            return false;
    return true;
}

/* Collects the chain of a node: itself, then depth first what it rests on. */
static wm_status collect(wm_results *results, uint32_t line, chain *links, wm_error *err)
{
    chain reductions = {NULL, 0};
    const wm_json_value *node;
    wm_status status = wm_reader_parse(results->reader, line, &node, NULL, err);
    bool is_fit = true;
    size_t i;
    if (status != WM_OK)
        return status;
    is_fit = push(links, line, 0) &&
             push_ids(results, wm_json_member(node, "asserts"), 1, &reductions) &&
             push_ids(results, wm_json_member(node, "beside"), 1, &reductions);
    if (is_fit && wm_reader_at(results->reader, line)->type == WM_READER_REDUCTION)
        is_fit = push_ids(results, wm_json_member(node, "inputs"), 1, links);
    for (i = 0; is_fit && status == WM_OK && i < reductions.count; i++) {
        is_fit = push(links, reductions.item[i].line, 1);
        status = wm_reader_parse(results->reader, reductions.item[i].line, &node, NULL, err);
        if (is_fit && status == WM_OK)
            is_fit = push_ids(results, wm_json_member(node, "inputs"), 2, links);
    }
    free(reductions.item);
    return is_fit ? status : wm_error_set(err, WM_E_NOMEM, results->path, "out of memory");
}

/* A scalar field as text, masked; "" if there is none. */
static const char *field(const wm_json_value *node, const char *name, char room[128])
{
    const wm_json_value *value = wm_json_member(node, name);
    size_t size = value != NULL && value->text != NULL ? value->text_size : 0;
    if (value != NULL && value->kind == WM_JSON_NULL)
        return "null";
    if (size > 127)
        size = 127;
    if (size > 0)
        memcpy(room, value->text, size);
    room[size] = '\0';
    wm_style_mask(room, size);
    return room;
}

/* What an observation says that its reductions may need, in a few words. */
static void print_observation(const wm_json_value *node, FILE *out)
{
    char a[128], b[128], c[128];
    if (wm_json_is_text(wm_json_member(node, "kind"), "workload")) {
        fprintf(out, "repeat %s: ", field(node, "repeat", a));
        if (wm_json_is_text(wm_json_member(node, "status"), "ok"))
            fprintf(out, "%s iterations in %s s", field(node, "iterations", b),
                    field(node, "seconds", c));
        else
            fprintf(out, "failed: %s", field(node, "reason", b));
    } else if (wm_json_is_text(wm_json_member(node, "kind"), "external")) {
        fprintf(out, "series %s, number %s", field(node, "series", a), field(node, "index", b));
    } else if (wm_json_is_text(wm_json_member(node, "kind"), "stage")) {
        fprintf(out, "stage %s %s", field(node, "stage", a), field(node, "decision", b));
    } else {
        fputs(field(node, "kind", a), out);
    }
}

static void print_node(const wm_json_value *node, wm_reader_type type, FILE *out)
{
    char a[128], b[128], c[128];
    if (type == WM_READER_CLAIM) {
        fprintf(out, "claim: text %s, value %s, unit %s", field(node, "text", a),
                field(node, "value", b), field(node, "unit", c));
    } else if (type == WM_READER_REDUCTION) {
        fprintf(out, "reduction %s", field(node, "function", a));
        if (wm_json_member(node, "field") != NULL)
            fprintf(out, " of %s", field(node, "field", c));
        fprintf(out, ": %s", field(node, "value", b));
    } else {
        print_observation(node, out);
    }
    if (type != WM_READER_OBSERVATION && wm_json_member(node, "reason") != NULL)
        fprintf(out, " (%s)", field(node, "reason", a));
}

static wm_status print_links(wm_results *results, const chain *links, FILE *out, wm_error *err)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    size_t i;
    for (i = 0; i < links->count; i++) {
        const wm_reader_node *place = wm_reader_at(results->reader, links->item[i].line);
        const wm_json_value *node;
        wm_status status = wm_reader_parse(results->reader, links->item[i].line, &node, NULL, err);
        if (status != WM_OK)
            return status;
        wm_sha256_to_hex(place->id, hex);
        fprintf(out, "%*sline %-5u %.12s  ", (int)(2 * links->item[i].depth), "",
                links->item[i].line, hex);
        print_node(node, place->type, out);
        fputc('\n', out);
    }
    return WM_OK;
}

/* A path as one word of a shell. */
static void print_quoted(const char *path, FILE *out)
{
    fputc('\'', out);
    for (; *path != '\0'; path++) {
        if (*path == '\'')
            fputs("'\\''", out);
        else
            fputc((unsigned char)*path < 0x20 || *path == 0x7f ? '?' : *path, out);
    }
    fputc('\'', out);
}

static void print_commands(const wm_results *results, const chain *links, FILE *out)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    const char *evidence = wm_reader_evidence(results->reader);
    unsigned depth = 0;
    size_t i;
    fputs("\nBy hand: the SHA-256 of a line is its id, and a node names by their ids what it rests "
          "on.\n",
          out);
    for (i = 0; i < links->count; i++) {
        if (i != 0 && links->item[i].depth < depth)
            continue; /* one path down is enough to see how it goes */
        if (i != 0 && links->item[i].depth == depth)
            continue;
        depth = links->item[i].depth;
        wm_sha256_to_hex(wm_reader_at(results->reader, links->item[i].line)->id, hex);
        fprintf(out, "  sed -n %up ", links->item[i].line);
        print_quoted(evidence, out);
        fprintf(out, " | sha256sum   # %s\n", hex);
    }
}

/* A node that is no claim, as it stands. */
static wm_status print_raw(wm_results *results, uint32_t line, FILE *out, wm_error *err)
{
    const wm_json_value *node;
    const char *text;
    wm_status status = wm_reader_parse(results->reader, line, &node, &text, err);
    if (status == WM_OK)
        (void)fwrite(text, 1, wm_reader_at(results->reader, line)->size, out);
    return status;
}

wm_status wm_chain_print(wm_results *results, uint32_t line, bool is_coloured, FILE *out,
                         wm_error *err)
{
    chain links = {NULL, 0};
    wm_reader_type type = wm_reader_at(results->reader, line)->type;
    const wm_json_value *node;
    char name[128], text[128];
    wm_status status;
    if (type != WM_READER_CLAIM && type != WM_READER_REDUCTION)
        return print_raw(results, line, out, err);
    status = collect(results, line, &links, err);
    if (status == WM_OK && type == WM_READER_CLAIM)
        status = wm_reader_parse(results->reader, line, &node, NULL, err);
    if (status == WM_OK && type == WM_READER_CLAIM)
        fprintf(out, "%s%s = %s%s\n\n", wm_style_on(WM_EMPHASIS_HEAD, is_coloured),
                field(node, "name", name), field(node, "text", text),
                wm_style_off(WM_EMPHASIS_HEAD, is_coloured));
    if (status == WM_OK)
        status = print_links(results, &links, out, err);
    if (status == WM_OK)
        print_commands(results, &links, out);
    free(links.item);
    return status;
}

wm_status wm_chain_export(wm_results *results, uint32_t line, FILE *out, wm_error *err)
{
    wm_node node = WM_NODE_EMPTY;
    chain links = {NULL, 0};
    wm_status status = collect(results, line, &links, err);
    size_t i;
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", "witnessmark-chain/1");
    wm_node_text(&node, "status", "valid");
    wm_node_text(&node, "root", results->report.root);
    wm_node_open_array(&node, "chain");
    for (i = 0; status == WM_OK && i < links.count; i++) {
        const wm_reader_node *place = wm_reader_at(results->reader, links.item[i].line);
        const wm_json_value *value;
        const char *text;
        status = wm_reader_parse(results->reader, links.item[i].line, &value, &text, err);
        if (status != WM_OK)
            break;
        wm_node_open_object(&node, NULL);
        wm_node_count(&node, "line", links.item[i].line);
        wm_node_count(&node, "depth", links.item[i].depth);
        wm_node_hex(&node, "id", place->id);
        wm_node_json(&node, "node", text, place->size - 1);
        wm_node_close_object(&node);
    }
    wm_node_close_array(&node);
    if (status == WM_OK && (status = wm_node_finish(&node)) != WM_OK)
        status = wm_error_set(err, status, results->path, "out of memory");
    if (status == WM_OK) {
        (void)fwrite(node.text.data, 1, node.text.size, out);
        fputc('\n', out);
    }
    wm_node_clear(&node);
    free(links.item);
    return status;
}
