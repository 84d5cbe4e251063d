/* Finds the observations of a prior's item behind a claim about a link. */
#include "report/views/prior_trace.h"

#include "base/status.h"
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
    FILE *out;            /* to print; NULL: to export */
    wm_node *node;        /* to export */
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

/* The number of the prior's item with the label; -1 if it has none. */
static wm_status find_item(const trace *at, double *found, wm_error *err)
{
    wm_content content;
    wm_list items;
    wm_item item;
    const wm_status status = wm_reader_read(at->prior, 2, &content, err);
    *found = -1;
    if (status != WM_OK)
        return status;
    items = content.of.plan.items;
    for (double index = 0; wm_kind_plan_next(&items, &item); index++) {
        char label[WM_PLAN_LABEL_SIZE];
        wm_plan_label(&item, label);
        if (strcmp(label, at->label) == 0)
            *found = index;
    }
    return WM_OK;
}

/* Whether an observation of the item is one that the claim compares. */
static bool is_compared(const trace *at, const wm_content *content, double item)
{
    if (at->function == WM_FUNCTION_FLOOR_RATIO)
        return wm_contents_is_of(content, &wm_kind_calibration) &&
               content->of.calibration.item == item;
    if (wm_contents_is_of(content, &wm_kind_workload))
        return content->of.workload.item == item;
    return wm_contents_is_of(content, &wm_kind_profile) && content->of.profile.item == item;
}

static wm_status take_line(const trace *at, uint32_t line, const wm_content *content,
                           const char *text)
{
    const wm_reader_node *place = wm_reader_at(at->prior, line);
    char hex[WM_SHA256_HEX_SIZE + 1], file[32];
    if (at->out != NULL) {
        wm_sha256_to_hex(place->id, hex);
        fprintf(at->out, "    line %-5u %.12s  ", line, hex);
        wm_node_summary_print(content, at->function, at->out);
        fputc('\n', at->out);
        return WM_OK;
    }
    (void)snprintf(file, sizeof file, "prior/%u.jsonl", at->number);
    wm_node_open_object(at->node, NULL);
    wm_node_text(at->node, "file", file);
    wm_node_count(at->node, "line", line);
    wm_node_hex(at->node, "id", place->id);
    wm_node_json(at->node, "node", text, place->size - 1);
    wm_node_close_object(at->node);
    return at->node->status;
}

static wm_status take_lines(const trace *at, wm_error *err)
{
    double item;
    wm_status status = find_item(at, &item, err);
    if (status == WM_OK && at->out != NULL)
        fprintf(at->out, "  %s: prior/%u.jsonl\n", at->is_here ? "here" : "there", at->number);
    for (uint32_t line = 3; status == WM_OK && line <= wm_reader_lines(at->prior); line++) {
        wm_content content;
        const char *text;
        if (wm_reader_at(at->prior, line)->type != WM_READER_OBSERVATION)
            continue;
        status = wm_reader_read_line(at->prior, line, &content, &text, err);
        if (status == WM_OK && is_compared(at, &content, item))
            status = take_line(at, line, &content, text);
    }
    return status;
}

/* Takes the lines of one prior. */
static wm_status take_prior(const wm_model *model, unsigned number, trace *at, wm_error *err)
{
    uint8_t root[WM_SHA256_SIZE];
    wm_status status;
    if (number > model->prior_count ||
        !wm_sha256_from_hex(model->prior[number - 1].root, WM_SHA256_HEX_SIZE, root))
        return wm_error_set(err, WM_E_INVALID, model->path, "the record has no prior %u", number);
    at->number = number;
    status = wm_prior_summary_open(model->reader, number - 1, root, &at->prior, err);
    if (status == WM_OK)
        status = take_lines(at, err);
    wm_reader_close(at->prior);
    return status;
}

static wm_status take(const wm_model *model, const wm_claim *claim, trace *at, wm_error *err)
{
    unsigned number;
    wm_status status = WM_OK;
    if (!is_link(claim, &number, &at->label))
        return WM_OK;
    at->function = claim->quantity->function;
    at->is_here = true;
    if (model->item_count == 0) /* a differential */
        status = take_prior(model, 1, at, err);
    at->is_here = false;
    return status == WM_OK ? take_prior(model, number, at, err) : status;
}

wm_status wm_prior_trace_print(const wm_model *model, const wm_claim *claim, FILE *out,
                               wm_error *err)
{
    trace at = {.out = out};
    return take(model, claim, &at, err);
}

wm_status wm_prior_trace_export(const wm_model *model, const wm_claim *claim, wm_node *node,
                                wm_error *err)
{
    trace at = {.node = node};
    unsigned number;
    wm_status status;
    if (!is_link(claim, &number, &at.label))
        return WM_OK;
    wm_node_open_array(node, "priors");
    status = take(model, claim, &at, err);
    wm_node_close_array(node);
    return status;
}
