/* Finds the observations of a prior's item behind a claim about a link. */
#include "report/views/prior_trace.h"

#include "model/model_read.h"
#include "report/document/data.h"
#include "report/views/node_summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One prior, and what is done with each observation of the item. */
typedef struct {
    wm_reader *prior;
    unsigned number; /* from 1 */
    bool is_here;    /* in a differential, prior 1 is the own side */
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
static wm_status take_prior(const wm_model *model, unsigned number, trace *at, wm_error *err)
{
    wm_model prior;
    const wm_model_item *item;
    wm_status status = wm_model_read_prior(model, number - 1, &prior, err);
    at->number = number;
    at->prior = prior.reader;
    if (status == WM_OK)
        wm_words_add(wm_words_new(at->to), "  %s: prior/%u.jsonl", at->is_here ? "here" : "there",
                     number);
    item = status == WM_OK ? wm_model_item_named(&prior, at->label) : NULL;
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

wm_status wm_prior_trace_add(const wm_model *model, const wm_claim *claim, wm_document *to,
                             wm_error *err)
{
    trace at = {.to = to, .is_here = true};
    wm_status status = WM_OK;
    unsigned number;
    if (!is_link(claim, &number, &at.label))
        return WM_OK;
    at.function = claim->quantity->function;
    wm_data_list(to, "priors");
    if (model->item_count == 0) /* a differential */
        status = take_prior(model, 1, &at, err);
    at.is_here = false;
    if (status == WM_OK)
        status = take_prior(model, number, &at, err);
    wm_data_end_list(to);
    return status;
}
