/* A claim with its reductions and observations, and the commands that check it by hand. */
#include "report/views/claim_trace.h"

#include "base/array.h"
#include "base/status.h"
#include "report/print/json_output.h"
#include "report/views/node_summary.h"
#include "report/views/prior_trace.h"
#include "report/print/prose.h"
#include "report/views/reasons.h"

#include <stdlib.h>
#include <string.h>

/* A line of the evidence and its depth: 0 for the claim, 1 for its reductions, 2 for their
 * observations. */
typedef struct link {
    uint32_t line;
    unsigned depth;
} link;

typedef struct chain {
    link *item;
    size_t count, capacity;
} chain;

static bool push(chain *links, uint32_t line, unsigned depth)
{
    link *item = wm_array_grow(links->item, &links->capacity, links->count + 1, sizeof *item);
    if (item == NULL)
        return false;
    links->item = item;
    item[links->count++] = (link){line, depth};
    return true;
}

static bool push_id(const wm_model *model, const uint8_t id[WM_SHA256_SIZE], unsigned depth,
                    chain *links)
{
    return push(links, wm_reader_find(model->reader, id), depth);
}

/* Pushes the lines that a list of ids names. */
static bool push_list(const wm_model *model, wm_list ids, unsigned depth, chain *links)
{
    uint8_t id[WM_SHA256_SIZE];
    while (wm_member_next_hex(&ids, id))
        if (!push_id(model, id, depth, links))
            return false;
    return true;
}

/* Pushes the reductions that a claim names. */
static bool push_reductions(const wm_model *model, const wm_claim_node *claim, chain *links)
{
    return (!claim->asserts.is_there || push_id(model, claim->asserts.id, 1, links)) &&
           push_list(model, claim->beside, 1, links);
}

/* Pushes a reduction and its inputs. */
static wm_status collect_reduction(wm_model *model, uint32_t line, unsigned depth, chain *links,
                                   wm_error *err)
{
    wm_content content;
    wm_status status = wm_reader_read(model->reader, line, &content, err);
    if (status != WM_OK)
        return status;
    if (!push(links, line, depth) ||
        (wm_contents_is_of(&content, &wm_kind_reduction) &&
         !push_list(model, content.of.reduction.inputs, depth + 1, links)))
        status = wm_error_set(err, WM_E_NOMEM, model->path, "out of memory");
    return status;
}

/* Collects a node and, depth first, the nodes that it names. */
static wm_status collect(wm_model *model, uint32_t line, chain *links, wm_error *err)
{
    chain reductions = {NULL, 0, 0};
    wm_content content;
    wm_status status = wm_reader_read(model->reader, line, &content, err);
    if (status != WM_OK)
        return status;
    if (!wm_contents_is_of(&content, &wm_kind_claim))
        return collect_reduction(model, line, 0, links, err);
    if (!push(links, line, 0) || !push_reductions(model, &content.of.claim, &reductions))
        status = wm_error_set(err, WM_E_NOMEM, model->path, "out of memory");
    for (size_t i = 0; status == WM_OK && i < reductions.count; i++)
        status = collect_reduction(model, reductions.item[i].line, 1, links, err);
    free(reductions.item);
    return status;
}

/* Prints a node's line, its id and its summary, in lines of the view's width. */
static wm_status print_summary(const wm_model *model, const link *at, const wm_content *content,
                               wm_function function, const wm_view *view, FILE *out)
{
    char hex[WM_SHA256_HEX_SIZE + 1], lead[64], hang[16];
    char *summary = NULL;
    size_t size = 0;
    FILE *words = open_memstream(&summary, &size);
    if (words == NULL)
        return WM_E_NOMEM;
    wm_node_summary_print(content, function, words);
    if (fclose(words) != 0 || summary == NULL) {
        free(summary);
        return WM_E_NOMEM;
    }
    wm_sha256_to_hex(wm_reader_at(model->reader, at->line)->id, hex);
    (void)snprintf(lead, sizeof lead, "%*sline %-5u %.12s  ", (int)(2 * at->depth), "", at->line,
                   hex);
    (void)snprintf(hang, sizeof hang, "%*s", (int)(2 * at->depth + 2), "");
    wm_prose_print(summary, lead, hang, wm_view_width(view), out);
    free(summary);
    return WM_OK;
}

static wm_status print_links(wm_model *model, const chain *links, const wm_view *view, FILE *out,
                             wm_error *err)
{
    wm_function function = WM_FUNCTION_NONE;
    for (size_t i = 0; i < links->count; i++) {
        const link *at = &links->item[i];
        wm_content content;
        wm_status status = wm_reader_read(model->reader, at->line, &content, err);
        if (status != WM_OK)
            return status;
        if (wm_contents_is_of(&content, &wm_kind_reduction))
            function = wm_tables_function(content.of.reduction.function.bytes,
                                          content.of.reduction.function.size);
        status = print_summary(model, at, &content, function, view, out);
        if (status != WM_OK)
            return wm_error_set(err, status, model->path, "out of memory");
    }
    return WM_OK;
}

/* Prints a command with its output; on a terminal below it, if the line would be too long. */
static void print_command(const char *command, const char *hex, const wm_view *view, FILE *out)
{
    const size_t width = (size_t)wm_view_width(view);
    const size_t one_line = strlen("  ") + wm_prose_width(command) + strlen("   # ") + strlen(hex);
    if (!view->is_terminal || one_line <= width) {
        fprintf(out, "  %s   # %s\n", command, hex);
        return;
    }
    wm_view_command(view, out, "  ", command);
    if (strlen("  # ") + strlen(hex) <= width)
        fprintf(out, "  # %s\n", hex);
    else
        fprintf(out, "  # %.*s...\n", (int)(width - strlen("  # ...")), hex);
}

static void print_commands(const wm_model *model, const chain *links, const wm_view *view,
                           FILE *out)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    const char *evidence =
        view->evidence != NULL ? view->evidence : wm_reader_evidence(model->reader);
    char word[WM_STYLE_SHELL_WORD], command[WM_STYLE_SHELL_WORD + 64];
    unsigned depth = 0;
    size_t i;
    fputc('\n', out);
    wm_view_say(view, out,
                "By hand: the SHA-256 of a line is its id, and a node names its inputs by their "
                "ids.");
    if (view->unpack != NULL)
        wm_view_command(view, out, "  ", view->unpack);
    for (i = 0; i < links->count; i++) {
        if (i != 0 && links->item[i].depth < depth)
            continue; /* one example of an input is enough */
        if (i != 0 && links->item[i].depth == depth)
            continue;
        depth = links->item[i].depth;
        wm_sha256_to_hex(wm_reader_at(model->reader, links->item[i].line)->id, hex);
        (void)snprintf(command, sizeof command, "sed -n %up %s | sha256sum", links->item[i].line,
                       wm_style_shell_record(evidence, word));
        print_command(command, hex, view, out);
    }
}

/* Prints a line of the evidence: byte for byte, but masked on a terminal. */
static wm_status print_line(wm_model *model, uint32_t line, const wm_view *view, FILE *out,
                            wm_error *err)
{
    const char *text;
    wm_status status = wm_reader_text(model->reader, line, &text, err);
    if (status == WM_OK && view->is_terminal)
        wm_style_print(text, wm_reader_at(model->reader, line)->size - 1, out);
    else if (status == WM_OK)
        (void)fwrite(text, 1, wm_reader_at(model->reader, line)->size - 1, out);
    if (status == WM_OK)
        fputc('\n', out);
    return status;
}

/* The claim on a line, or NULL. */
static const wm_claim *claim_on(const wm_model *model, uint32_t line)
{
    for (size_t i = 0; i < model->claims.count; i++)
        if (model->claims.claim[i].line == line)
            return &model->claims.claim[i];
    return NULL;
}

/* Why the claim on a line has no value or no class, or NULL. */
static const char *find_reason(wm_model *model, uint32_t line, char room[WM_REASONS_SIZE])
{
    const wm_claim *claim = claim_on(model, line);
    if (claim == NULL)
        return NULL;
    return wm_reasons_find(model, claim, room);
}

static void print_claim(wm_model *model, uint32_t line, const wm_view *view, FILE *out)
{
    const wm_claim *claim = claim_on(model, line);
    char room[WM_REASONS_SIZE];
    const char *reason = find_reason(model, line, room);
    if (claim == NULL)
        return;
    wm_view_say(view, out, "%s%s = %s%s%s%s%s", wm_style_on(WM_EMPHASIS_HEAD, view->is_coloured),
                claim->name, claim->text, wm_style_off(WM_EMPHASIS_HEAD, view->is_coloured),
                reason != NULL ? " (" : "", reason != NULL ? reason : "",
                reason != NULL ? ")" : "");
    fputc('\n', out);
}

wm_status wm_claim_trace_print(wm_model *model, uint32_t line, const wm_view *view, FILE *out,
                               wm_error *err)
{
    chain links = {NULL, 0, 0};
    wm_reader_type type = wm_reader_at(model->reader, line)->type;
    wm_status status;
    if (type != WM_READER_CLAIM && type != WM_READER_REDUCTION)
        return print_line(model, line, view, out, err);
    status = collect(model, line, &links, err);
    if (status == WM_OK && type == WM_READER_CLAIM)
        print_claim(model, line, view, out);
    if (status == WM_OK)
        status = print_links(model, &links, view, out, err);
    if (status == WM_OK)
        status = wm_prior_trace_print(model, claim_on(model, line), out, err);
    if (status == WM_OK)
        print_commands(model, &links, view, out);
    free(links.item);
    return status;
}

static wm_status add_link(wm_node *node, wm_model *model, const link *at, wm_error *err)
{
    const wm_reader_node *place = wm_reader_at(model->reader, at->line);
    const char *text;
    const wm_status status = wm_reader_text(model->reader, at->line, &text, err);
    if (status != WM_OK)
        return status;
    wm_node_open_object(node, NULL);
    wm_node_count(node, "line", at->line);
    wm_node_count(node, "depth", at->depth);
    wm_node_hex(node, "id", place->id);
    wm_node_json(node, "node", text, place->size - 1);
    wm_node_close_object(node);
    return WM_OK;
}

wm_status wm_claim_trace_export(wm_model *model, uint32_t line, FILE *out, wm_error *err)
{
    wm_node node = WM_NODE_EMPTY;
    chain links = {NULL, 0, 0};
    wm_status status = collect(model, line, &links, err);
    char room[WM_REASONS_SIZE];
    const char *reason = find_reason(model, line, room);
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", "witnessmark-chain/1");
    wm_node_text(&node, "status", "valid");
    wm_node_text(&node, "root", model->report.root);
    if (reason != NULL)
        wm_node_text(&node, "reason", reason);
    wm_node_open_array(&node, "chain");
    for (size_t i = 0; status == WM_OK && i < links.count; i++)
        status = add_link(&node, model, &links.item[i], err);
    wm_node_close_array(&node);
    if (status == WM_OK)
        status = wm_prior_trace_export(model, claim_on(model, line), &node, err);
    if (status == WM_OK && (status = wm_json_output_print(&node, out)) != WM_OK)
        status = wm_error_set(err, status, model->path, "%s", wm_status_text(status));
    wm_node_clear(&node);
    free(links.item);
    return status;
}
