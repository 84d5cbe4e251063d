/* A claim with its reductions and observations, and the commands that check it by hand. */
#include "report/views/claim_trace.h"

#include "base/array.h"
#include "base/status.h"
#include "model/model_read.h"
#include "report/views/node_summary.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/views/quotation.h"
#include "report/views/reasons.h"
#include "report/views/warnings.h"

#include <stdio.h>
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

/* Pushes the lines that a list of ids names. */
static bool push_list(const wm_model *model, wm_list ids, unsigned depth, chain *links)
{
    uint8_t id[WM_SHA256_SIZE];
    while (wm_member_next_hex(&ids, id))
        if (!push(links, wm_reader_find(model->reader, id), depth))
            return false;
    return true;
}

/* Collects a node and, depth first, the nodes that it names: a claim's reductions, their inputs. */
static wm_status collect(const wm_model *model, uint32_t line, unsigned depth, chain *links,
                         wm_error *err)
{
    chain reductions = {NULL, 0, 0};
    wm_content content;
    wm_status status = wm_reader_read(model->reader, line, &content, err);
    bool is_kept = push(links, line, depth);
    if (status == WM_OK && wm_contents_is_of(&content, &wm_kind_claim)) {
        const wm_claim_node *claim = &content.of.claim;
        is_kept = is_kept &&
                  (!claim->asserts.is_there ||
                   push(&reductions, wm_reader_find(model->reader, claim->asserts.id), 1)) &&
                  push_list(model, claim->beside, 1, &reductions);
    } else if (status == WM_OK && wm_contents_is_of(&content, &wm_kind_reduction)) {
        is_kept = is_kept && push_list(model, content.of.reduction.inputs, depth + 1, links);
    }
    if (status == WM_OK && !is_kept)
        status = wm_error_set(err, WM_E_NOMEM, model->path, "out of memory");
    for (size_t i = 0; status == WM_OK && i < reductions.count; i++)
        status = collect(model, reductions.item[i].line, 1, links, err);
    free(reductions.item);
    return status;
}

/* Adds the line of a node: its number, its id and its summary. */
static void add_summary(const link *at, const char *id, const wm_content *content,
                        wm_function function, wm_document *to)
{
    char hang[16];
    wm_words *line = wm_words_item(to);
    wm_words_add(line, "%*sline %-5u %.12s  ", (int)(2 * at->depth), "", at->line, id);
    (void)snprintf(hang, sizeof hang, "%*s", (int)(2 * at->depth + 2), "");
    wm_words_lead(line, WM_BREAKS_WIDTH, hang);
    wm_node_summary_add(content, function, line);
}

/* Whether the node on a line is made from others. */
static bool is_derived(const wm_model *model, uint32_t line)
{
    const wm_reader_type type = wm_reader_at(model->reader, line)->type;
    return type == WM_READER_CLAIM || type == WM_READER_REDUCTION;
}

/* Adds a node. An observation alone is shown as its line. */
static wm_status add_link(wm_model *model, const link *at, wm_function *function, wm_document *to,
                          wm_error *err)
{
    const wm_reader_node *place = wm_reader_at(model->reader, at->line);
    const bool is_alone = at->depth == 0 && !is_derived(model, at->line);
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_content content;
    const char *text;
    const wm_status status = wm_reader_read_line(model->reader, at->line, &content, &text, err);
    if (status != WM_OK)
        return status;
    if (wm_contents_is_of(&content, &wm_kind_reduction))
        *function = wm_tables_function(content.of.reduction.function.bytes,
                                       content.of.reduction.function.size);
    wm_sha256_to_hex(place->id, hex);
    if (is_alone)
        wm_words_evidence(to, text, place->size - 1);
    else
        add_summary(at, hex, &content, *function, to);
    wm_data_object(to, NULL);
    wm_data_count(to, "line", at->line);
    wm_data_count(to, "depth", at->depth);
    wm_data_text(to, "id", hex);
    wm_data_json(to, "node", text, place->size - 1);
    wm_data_end_object(to);
    return WM_OK;
}

static wm_status add_links(wm_model *model, const chain *links, wm_document *to, wm_error *err)
{
    wm_function function = WM_FUNCTION_NONE;
    wm_status status = WM_OK;
    wm_data_list(to, "chain");
    for (size_t i = 0; i < links->count && status == WM_OK; i++)
        status = add_link(model, &links->item[i], &function, to, err);
    wm_data_end_list(to);
    return status;
}

static void add_commands(const wm_model *model, const chain *links, const wm_view *view,
                         wm_document *to)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    const char *evidence =
        view->evidence != NULL ? view->evidence : wm_reader_evidence(model->reader);
    char word[WM_STYLE_SHELL_WORD];
    unsigned depth = 0;
    wm_words_gap(to, WM_GAP_PART);
    wm_words_say(to, "By hand: the SHA-256 of a line is its id, and a node names its inputs by "
                     "their ids.");
    if (view->unpack != NULL)
        wm_words_command(to, "  ", view->unpack, NULL, NULL);
    for (size_t i = 0; i < links->count; i++) {
        const link *at = &links->item[i];
        if (i != 0 && at->depth <= depth)
            continue; /* one example of an input is enough */
        depth = at->depth;
        wm_sha256_to_hex(wm_reader_at(model->reader, at->line)->id, hex);
        wm_words_command(to, "  ",
                         wm_document_text(to, "sed -n %up %s | sha256sum", at->line,
                                          wm_style_shell_record(evidence, word)),
                         hex, NULL);
    }
}

/* ---- the other side of a link ---------------------------------------------------------------- */

/* The observations of a prior's item behind a claim about a link. */
typedef struct {
    wm_reader *prior;
    unsigned number; /* from 1 */
    const char *label;
    wm_function function; /* whose fields are printed */
    wm_document *to;
} trace;

/* The number of the prior in a label, `link.P.LABEL`, and the label of its item. False for a claim
 * about another subject. */
static bool is_link(const wm_claim *claim, unsigned *number, const char **label)
{
    static const char LEAD[] = "link.";
    char *end;
    if (claim == NULL ||
        (claim->subject != WM_SUBJECT_LINK && claim->subject != WM_SUBJECT_RECALL) ||
        strncmp(claim->label, LEAD, sizeof LEAD - 1) != 0)
        return false;
    *number = (unsigned)strtoul(claim->label + sizeof LEAD - 1, &end, 10);
    *label = end + 1;
    return *number >= 1 && *number <= WM_TABLES_CONTINUES && *end == '.';
}

static void take_line(const trace *at, uint32_t line, const wm_content *content, const char *text)
{
    const wm_reader_node *place = wm_reader_at(at->prior, line);
    wm_words *words = wm_words_new(at->to);
    char hex[WM_SHA256_HEX_SIZE + 1];
    words->breaks = WM_BREAKS_WIDTH;
    wm_sha256_to_hex(place->id, hex);
    wm_words_add(words, "    line %-5u %.12s  ", line, hex);
    wm_node_summary_add(content, at->function, words);
    wm_data_object(at->to, NULL);
    wm_data_text(at->to, "file", wm_document_text(at->to, "prior/%u.jsonl", at->number));
    wm_data_count(at->to, "line", line);
    wm_data_text(at->to, "id", hex);
    wm_data_json(at->to, "node", text, place->size - 1);
    wm_data_end_object(at->to);
}

/* The observations that the claim compares. */
static const wm_observations *compared(const trace *at, const wm_model_item *item)
{
    return at->function == WM_FUNCTION_FLOOR_RATIO ? &item->series[WM_OBSERVATIONS_CALIBRATIONS]
                                                   : wm_model_repeats(item);
}

/* Takes the lines of one prior. */
static wm_status take_prior(const wm_model *model, unsigned number, const char *side, trace *at,
                            wm_error *err)
{
    wm_model prior;
    const wm_model_item *item = NULL;
    wm_status status = wm_model_read_prior(model, number - 1, &prior, err);
    at->number = number;
    at->prior = prior.reader;
    if (status == WM_OK) {
        wm_words_add(wm_words_new(at->to), "  %s: prior/%u.jsonl", side, number);
        item = wm_model_item_named(&prior, at->label);
    }
    for (size_t i = 0; item != NULL && i < compared(at, item)->count && status == WM_OK; i++) {
        const uint32_t line = compared(at, item)->at[i].line;
        const char *text;
        wm_content content;
        status = wm_reader_read_line(at->prior, line, &content, &text, err);
        if (status == WM_OK)
            take_line(at, line, &content, text);
    }
    wm_model_close(&prior);
    return status;
}

/* Adds the repeats, profiles or calibration of the prior's item that a claim about a link compares,
 * below a line that names the file, and as the list `priors`. A differential also has those of
 * prior 1, its own side. Nothing for any other claim. */
static wm_status add_priors(const wm_model *model, const wm_claim *claim, wm_document *to,
                            wm_error *err)
{
    trace at = {.to = to};
    wm_status status = WM_OK;
    unsigned number;
    if (!is_link(claim, &number, &at.label))
        return WM_OK;
    at.function = claim->quantity->function;
    wm_data_list(to, "priors");
    if (model->item_count == 0) /* a differential */
        status = take_prior(model, 1, "here", &at, err);
    if (status == WM_OK)
        status = take_prior(model, number, "there", &at, err);
    wm_data_end_list(to);
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* The claim on a line, or NULL. */
static const wm_claim *claim_on(const wm_model *model, uint32_t line)
{
    for (size_t i = 0; i < model->claims.count; i++)
        if (model->claims.claim[i].line == line)
            return &model->claims.claim[i];
    return NULL;
}

/* Adds what speaks against its item, the claim, why it has no value or no class, and what the
 * producer was warned of. */
static void add_claim(wm_model *model, const wm_claim *claim, wm_document *to)
{
    char room[WM_REASONS_SIZE];
    const char *reason = wm_reasons_find(model, claim, room);
    const wm_model_item *item = wm_model_item_behind(model, claim);
    wm_words *line = wm_words_item(to);
    if (item != NULL)
        wm_quotation_add_objection(model, item, "", line);
    wm_words_word(line, WM_EMPHASIS_HEAD,
                  wm_document_text(to, "%s = %s", claim->name, claim->text));
    if (reason != NULL)
        wm_words_add(line, " (%s)", reason);
    wm_warnings_before(model, "", to);
    wm_words_gap(to, WM_GAP_PART);
    if (reason != NULL)
        wm_data_text(to, "reason", reason);
}

wm_status wm_claim_trace_add(wm_model *model, uint32_t line, const wm_view *view, wm_document *to,
                             wm_error *err)
{
    const wm_claim *claim = claim_on(model, line);
    chain links = {NULL, 0, 0};
    wm_status status = collect(model, line, 0, &links, err);
    wm_data_begin(to, "chain", "valid");
    wm_data_text(to, "root", model->report.root);
    wm_warnings_export(model, to);
    wm_data_list(to, "sides");
    if (status == WM_OK && claim != NULL)
        status = wm_quotation_add_sides(model, claim, to, err);
    wm_data_end_list(to);
    if (status == WM_OK && claim != NULL)
        add_claim(model, claim, to);
    if (status == WM_OK)
        status = add_links(model, &links, to, err);
    if (status == WM_OK)
        status = add_priors(model, claim, to, err);
    if (status == WM_OK && is_derived(model, line))
        add_commands(model, &links, view, to);
    free(links.item);
    return status;
}
