/* The evidence graph of one item: observations, reductions, claims, root. Source: paper, figure 1.
 *
 * It begins at the claims and follows the ids that each line names, so an arrow is in the drawing
 * if and only if it is in the evidence. Of many repeats the first and the last are drawn. */
#include "report/views/figures.h"

#include "standards/sha256.h"

#include <stdlib.h>
#include <string.h>

enum { OBSERVATIONS, REDUCTIONS, CLAIMS, ROOT, ID_SHOWN = 8, ROOT_SHOWN = 16, REPEATS_MOST = 5 };

static const char *const QUANTITIES[] = {"rate", "performance_class", "residual", "verified",
                                         "transcript"};

enum { PATHS = sizeof QUANTITIES / sizeof QUANTITIES[0] };

/* A claim with what it rests on. */
typedef struct path {
    const wm_claim *claim;
    uint32_t reduction; /* its line */
    const char *function;
    uint32_t *input; /* lines */
    size_t inputs;
    size_t box; /* of the reduction */
} path;

typedef struct graph {
    wm_figures_call *call;
    wm_figure *figure;
    path at[PATHS];
    size_t count;
    uint32_t *line; /* of the observations, ascending */
    size_t *box;    /* of each */
    size_t lines;
    size_t dots; /* box of those that are left out; SIZE_MAX: none is */
} graph;

/* ---- reading --------------------------------------------------------------------------------- */

static wm_status read_inputs(graph *of, path *one, wm_list inputs)
{
    uint8_t id[WM_SHA256_SIZE];
    one->input = wm_document_alloc(of->call->to, (inputs.count + (size_t)1) * sizeof *one->input);
    if (one->input == NULL)
        return WM_E_NOMEM;
    while (wm_member_next_hex(&inputs, id)) {
        const uint32_t line = wm_reader_find(of->call->model->reader, id);
        if (line != 0)
            one->input[one->inputs++] = line;
    }
    return WM_OK;
}

/* Reads the reduction that a claim asserts. */
static wm_status read_path(graph *of, const wm_claim *claim)
{
    wm_reader *reader = of->call->model->reader;
    path *one = &of->at[of->count];
    wm_content content;
    char function[64];
    wm_status status = wm_reader_read(reader, claim->line, &content, of->call->err);
    *one = (path){.claim = claim};
    if (status == WM_OK)
        one->reduction = wm_reader_find(reader, content.of.claim.asserts.id);
    if (status == WM_OK && one->reduction == 0)
        return WM_OK;
    if (status == WM_OK)
        status = wm_reader_read(reader, one->reduction, &content, of->call->err);
    if (status == WM_OK) {
        (void)wm_member_copy(content.of.reduction.function, function, sizeof function);
        one->function = wm_document_mask(of->call->to, function);
        status = read_inputs(of, one, content.of.reduction.inputs);
        of->count++;
    }
    return status;
}

static int by_line(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Collects the lines of all inputs, each once. */
static wm_status collect(graph *of)
{
    size_t all = 1;
    for (size_t i = 0; i < of->count; i++)
        all += of->at[i].inputs;
    of->line = wm_document_alloc(of->call->to, all * sizeof *of->line);
    of->box = wm_document_alloc(of->call->to, all * sizeof *of->box);
    if (of->line == NULL || of->box == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < of->count; i++)
        for (size_t k = 0; k < of->at[i].inputs; k++)
            of->line[of->lines++] = of->at[i].input[k];
    qsort(of->line, of->lines, sizeof *of->line, by_line);
    all = of->lines;
    of->lines = 0;
    for (size_t i = 0; i < all; i++)
        if (of->lines == 0 || of->line[of->lines - 1] != of->line[i])
            of->line[of->lines++] = of->line[i];
    return WM_OK;
}

/* ---- boxes ----------------------------------------------------------------------------------- */

/* The id of a line, all digits. */
static const char *id_of(const graph *of, uint32_t line)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_sha256_to_hex(wm_reader_at(of->call->model->reader, line)->id, hex);
    return wm_document_text(of->call->to, "%s", hex);
}

static size_t add_box(const graph *of, unsigned column, unsigned colour, uint32_t line,
                      const char *title, const char *lead, wm_figure_state state)
{
    const char *id = id_of(of, line);
    const wm_figure_box box = {
        .column = column,
        .colour = colour,
        .state = state,
        .title = title,
        .detail = wm_document_text(of->call->to, "%s%.*s\xe2\x80\xa6", lead,
                                   column == ROOT ? ROOT_SHOWN : ID_SHOWN, id),
        .name = wm_document_text(of->call->to, "%s, line %u", title, line),
        .of = {.line = line, .field = "id", .text = id},
    };
    return wm_figure_add_box(of->figure, &box);
}

/* The repeat on a line; NULL: it is of another kind. */
static const wm_observation *repeat_on(const graph *of, uint32_t line)
{
    const wm_observations *repeats = wm_model_repeats(of->call->item);
    for (size_t i = 0; i < repeats->count; i++)
        if (repeats->at[i].line == line)
            return &repeats->at[i];
    return NULL;
}

static wm_status add_observation(graph *of, size_t index)
{
    const wm_observation *repeat = repeat_on(of, of->line[index]);
    wm_content content;
    const char *title, *stage;
    wm_status status =
        wm_reader_read(of->call->model->reader, of->line[index], &content, of->call->err);
    if (status != WM_OK)
        return status;
    stage = wm_transcripts_stage(&content);
    title = repeat != NULL     ? wm_document_text(of->call->to, "repeat %u%s", repeat->number,
                                              repeat->has_failed   ? ", failed"
                                                  : repeat->flags != 0 ? ", flagged"
                                                                       : "")
            : stage[0] != '\0' ? wm_document_text(of->call->to, "stage %s", stage)
            : content.kind->name != NULL ? content.kind->name
                                         : content.kind->type;
    of->box[index] =
        add_box(of, OBSERVATIONS, 1, of->line[index], title, "",
                repeat != NULL && repeat->has_failed ? WM_FIGURE_FAILED : WM_FIGURE_SOUND);
    return WM_OK;
}

static void add_dots(graph *of, size_t left_out)
{
    const wm_figure_box box = {
        .column = OBSERVATIONS,
        .is_dots = true,
        .title = wm_document_text(of->call->to, "\xe2\x80\xa6 %zu more repeats", left_out)};
    of->dots = wm_figure_add_box(of->figure, &box);
}

static wm_status add_observations(graph *of)
{
    size_t repeats = 0, seen = 0;
    wm_status status = WM_OK;
    for (size_t i = 0; i < of->lines; i++)
        repeats += repeat_on(of, of->line[i]) != NULL;
    for (size_t i = 0; i < of->lines && status == WM_OK; i++) {
        const bool is_repeat = repeat_on(of, of->line[i]) != NULL;
        seen += is_repeat;
        if (!is_repeat || repeats <= REPEATS_MOST || seen <= 3 || seen == repeats) {
            status = add_observation(of, i);
            continue;
        }
        if (of->dots == SIZE_MAX)
            add_dots(of, repeats - 4);
        of->box[i] = of->dots;
    }
    return status;
}

/* The size of a claim's text; without the reason of a class. */
static int text_size(const wm_claim *claim)
{
    const char *reason = claim->is_word ? strstr(claim->text, ": ") : NULL;
    return (int)(reason != NULL ? (size_t)(reason - claim->text) : strlen(claim->text));
}

static wm_figure_state claim_state(const graph *of, const wm_claim *claim)
{
    const bool is_check = strcmp(claim->quantity->name, "verified") == 0 ||
                          strcmp(claim->quantity->name, "transcript") == 0;
    if (!is_check)
        return claim->value != NULL ? WM_FIGURE_SOUND : WM_FIGURE_UNJUDGED;
    if (claim->value == NULL)
        return WM_FIGURE_UNJUDGED;
    return of->call->item->verdict.is_wrong ? WM_FIGURE_WRONG : WM_FIGURE_SOUND;
}

/* ---- arrows ---------------------------------------------------------------------------------- */

static size_t box_of(const graph *of, uint32_t line)
{
    for (size_t i = 0; i < of->lines; i++)
        if (of->line[i] == line)
            return of->box[i];
    return 0;
}

static void add_inputs(const graph *of, const path *one)
{
    bool has_dots = false;
    for (size_t k = 0; k < one->inputs; k++) {
        const size_t from = box_of(of, one->input[k]);
        wm_figure_arrow arrow = {.from = from, .to = one->box, .is_soft = from == of->dots};
        if (arrow.is_soft && has_dots)
            continue;
        has_dots = has_dots || arrow.is_soft;
        if (!arrow.is_soft)
            arrow.of = (wm_figure_source){.line = one->reduction,
                                          .field = wm_document_text(of->call->to, "inputs.%zu", k),
                                          .text = id_of(of, one->input[k])};
        wm_figure_add_arrow(of->figure, &arrow);
    }
}

/* Adds the claims, their arrows, and the root that binds them. */
static wm_status add_claims(graph *of)
{
    const uint32_t last = wm_reader_lines(of->call->model->reader);
    wm_content content;
    size_t box[PATHS], root;
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_status status;
    for (size_t i = 0; i < of->count; i++) {
        const wm_claim *claim = of->at[i].claim;
        box[i] = add_box(of, CLAIMS, 3, claim->line,
                         wm_document_text(of->call->to, "%s: %.*s", claim->quantity->name,
                                          text_size(claim), claim->text),
                         claim->class != NULL
                             ? wm_document_text(of->call->to, "class %.12s  ", claim->class)
                             : "",
                         claim_state(of, claim));
    }
    root = add_box(of, ROOT, 4, last, "last line", "", WM_FIGURE_SOUND);
    status = wm_reader_read(of->call->model->reader, last, &content, of->call->err);
    if (status != WM_OK)
        return status;
    wm_sha256_to_hex(content.of.root.merkle_root.bytes, hex);
    for (size_t i = 0; i < of->count; i++) {
        const wm_figure_arrow asserted = {.from = of->at[i].box,
                                          .to = box[i],
                                          .of = {.line = of->at[i].claim->line,
                                                 .field = "asserts",
                                                 .text = id_of(of, of->at[i].reduction),
                                                 .claim = of->at[i].claim->name}};
        const wm_figure_arrow bound = {
            .from = box[i], .to = root, .of = {.line = last, .field = "merkle_root", .text = hex}};
        wm_figure_add_arrow(of->figure, &asserted);
        wm_figure_add_arrow(of->figure, &bound);
    }
    return WM_OK;
}

static wm_status draw(graph *of)
{
    static const char *const HEADINGS[] = {"observations", "reductions", "claims", "root"};
    wm_status status = add_observations(of);
    for (size_t i = 0; i < 4; i++)
        wm_figure_add_heading(of->figure, HEADINGS[i]);
    for (size_t i = 0; i < of->count && status == WM_OK; i++)
        of->at[i].box = add_box(of, REDUCTIONS, 6, of->at[i].reduction, of->at[i].function, "",
                                WM_FIGURE_SOUND);
    for (size_t i = 0; i < of->count && status == WM_OK; i++)
        add_inputs(of, &of->at[i]);
    return status == WM_OK ? add_claims(of) : status;
}

wm_status wm_figure_graph_fill(wm_figures_call *call)
{
    graph of = {.call = call, .dots = SIZE_MAX};
    wm_status status = WM_OK;
    for (size_t i = 0; i < PATHS && status == WM_OK; i++) {
        const wm_claim *claim = wm_claims_on(&call->item->claims, QUANTITIES[i]);
        if (claim != NULL)
            status = read_path(&of, claim);
    }
    if (status == WM_OK && of.count == 0)
        return wm_figures_lack(call, "the item has no rate and no check");
    if (status == WM_OK)
        status = collect(&of);
    if (status != WM_OK)
        return status;
    of.figure =
        wm_figure_new(call->to, "graph",
                      wm_document_text(call->to, "The evidence graph of %s", call->item->label),
                      call->model->report.root);
    if (of.figure == NULL)
        return WM_E_NOMEM;
    of.figure->is_wide = true;
    status = draw(&of);
    wm_figures_say_item(of.figure, call->model, call->item);
    wm_figure_say(of.figure,
                  "Each line of the evidence names those that it rests on by their ids; 8 digits "
                  "of each are shown. A dashed arrow is of the repeats that are left out.");
    wm_figures_say_record(of.figure, call->model);
    return status != WM_OK ? status : call->to->status;
}
