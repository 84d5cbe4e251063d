/* The table of figures, and what they share.
 *
 * A figure goes where its record is not, so its caption says the device and the root, and first
 * what speaks against its numbers. */
#include "report/views/figures.h"

#include "base/status.h"
#include "report/views/cells.h"
#include "report/views/reasons.h"
#include "report/views/warnings.h"
#include "standards/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOT_DIGITS = 16, NAMES_MOST = 6 };

const wm_figures_row wm_figures_table[] = {
    {"graph", WM_FIGURES_OF_ITEM, wm_figure_graph_fill},
    {"clock", WM_FIGURES_OF_EITHER, wm_figure_clock_fill},
    {"archive", WM_FIGURES_OF_RECORD, wm_figure_archive_fill},
    {"repeats", WM_FIGURES_OF_ITEM, wm_figure_repeats_fill},
    {"floors", WM_FIGURES_OF_RECORD, wm_figure_floors_fill},
    {"access", WM_FIGURES_OF_RECORD, wm_figure_access_fill},
    {"devices", WM_FIGURES_OF_RECORD, wm_figure_devices_fill},
    {"stress", WM_FIGURES_OF_RECORD, wm_figure_stress_fill},
    {"lineage", WM_FIGURES_OF_RECORD, wm_figure_lineage_fill},
    {"detection", WM_FIGURES_OF_RECORD, wm_figure_detection_fill},
    {"sizes", WM_FIGURES_OF_RECORD, wm_figure_sizes_fill},
    {"probes", WM_FIGURES_OF_RECORD, wm_figure_probes_fill},
    {"attacks", WM_FIGURES_OF_RECORD, wm_figure_attacks_fill},
    {NULL, WM_FIGURES_OF_RECORD, NULL},
};

wm_status wm_figures_lack(wm_figures_call *call, const char *what)
{
    return wm_error_set(call->err, WM_E_NOTFOUND, call->model->path, "no such figure: %s", what);
}

/* Adds the figure to one document and its numbers to another. */
static wm_status add_data(const wm_figures_row *row, wm_figures_call *call, wm_document *to)
{
    wm_document drawn = {.status = WM_OK};
    wm_status status;
    call->to = &drawn;
    status = row->fill(call);
    for (size_t i = 0; i < drawn.block_count && status == WM_OK; i++)
        if (drawn.block[i].kind == WM_BLOCK_FIGURE)
            wm_figure_data_add(drawn.block[i].of.figure, to);
    if (status == WM_OK)
        status = drawn.status;
    wm_document_clear(&drawn);
    return status;
}

wm_status wm_figures_add(const wm_figures_row *row, const wm_figures_call *call, bool is_data)
{
    wm_figures_call of = *call;
    if (call->item != NULL && row->of == WM_FIGURES_OF_RECORD)
        return wm_error_set(call->err, WM_E_ARG, NULL, "the figure '%s' is of the whole record",
                            row->name);
    if (call->item == NULL && row->of == WM_FIGURES_OF_ITEM) {
        if (call->model->item_count == 0)
            return wm_figures_lack(&of, "the plan has no item");
        of.item = &call->model->item[0];
    }
    return is_data ? add_data(row, &of, call->to) : row->fill(&of);
}

/* ---- captions -------------------------------------------------------------------------------- */

void wm_figures_say_record(wm_figure *figure, const wm_model *model)
{
    wm_figure_say(figure, "%s; root %.*s.", model->device, ROOT_DIGITS, model->report.root);
}

void wm_figures_say_verdict(wm_figure *figure, const wm_model_item *item)
{
    const wm_planned_fault *fault = &item->item->fault;
    if (fault->kind != WM_FAULT_NONE)
        wm_figure_say(figure, "FAULT ON PURPOSE: the plan injects %s into %s of %s.",
                      wm_tables_fault(fault->kind),
                      fault->in_repeats ? "every repeat" : "the transcript", item->label);
    if (item->verdict.is_wrong)
        wm_figure_say(figure, "WRONG: an output of %s failed a check.", item->label);
    else if (item->verdict.is_unknown)
        wm_figure_say(figure, "NOT JUDGED: the check of %s was not decided.", item->label);
}

void wm_figures_say_item(wm_figure *figure, const wm_model *model, const wm_model_item *item)
{
    const wm_claim *rate = wm_claims_on(&item->claims, "rate");
    const wm_claim *class = wm_claims_on(&item->claims, "performance_class");
    const char *ends =
        wm_cells_ends(figure->document, rate, wm_claims_on(&item->claims, "rate_low"),
                      wm_claims_on(&item->claims, "rate_high"));
    const size_t count = wm_model_repeats(item)->count;
    const char *doubt = ends != NULL ? wm_reasons_narrow(item) : NULL;
    char room[WM_REASONS_SIZE];
    wm_figures_say_verdict(figure, item);
    if (rate != NULL)
        wm_figure_say(figure, "%s: median rate %s, 95 %% interval %s%s%s%s, n = %zu, class %s.",
                      item->label, rate->text, ends != NULL ? ends : "n/a",
                      doubt != NULL ? " (" : "", doubt != NULL ? doubt : "",
                      doubt != NULL ? ")" : "", count, class != NULL ? class->text : "n/a");
    wm_reasons_disturbed(item, room);
    if (room[0] != '\0')
        wm_figure_say(figure, "Flagged repeats, hollow: %s.", room);
    wm_reasons_unknown(item, room);
    if (room[0] != '\0')
        wm_figure_say(figure, "%s.", room);
    (void)model;
}

const char *wm_figures_names(wm_document *to, const wm_model *model, bool is_wrong)
{
    wm_buffer names = WM_BUFFER_EMPTY;
    const char *text = NULL;
    size_t count = 0;
    wm_status status = WM_OK;
    for (size_t i = 0; i < model->item_count && status == WM_OK; i++) {
        const wm_model_item *item = &model->item[i];
        const bool is_one =
            is_wrong ? item->verdict.is_wrong : item->verdict.is_unknown && !item->verdict.is_wrong;
        if (item->item->fault.kind != WM_FAULT_NONE || !is_one)
            continue;
        if (count++ < NAMES_MOST)
            status = wm_buffer_printf(&names, "%s%s", count > 1 ? ", " : "", item->label);
    }
    if (count > NAMES_MOST && status == WM_OK)
        status = wm_buffer_printf(&names, " and %zu more", count - NAMES_MOST);
    wm_document_fail(to, status);
    if (count > 0)
        text = wm_document_take(to, &names);
    wm_buffer_clear(&names);
    return text;
}

void wm_figures_say_states(wm_figure *figure, const wm_model *model, bool has_rates)
{
    const char *wrong = wm_figures_names(figure->document, model, true);
    const char *unjudged = wm_figures_names(figure->document, model, false);
    char words[WM_WARNINGS_SIZE];
    if (wrong != NULL)
        wm_figure_say(figure, "WRONG, an output failed a check: %s.", wrong);
    if (unjudged != NULL)
        wm_figure_say(figure, "NOT JUDGED, the check was not decided: %s.", unjudged);
    wm_warnings_flags(model, words);
    if (has_rates && words[0] != '\0')
        wm_figure_say(figure, "Hollow points have flagged repeats: %s.", words);
    wm_warnings_unknown(model, words);
    if (has_rates && words[0] != '\0')
        wm_figure_say(figure, "%s.", words);
}

wm_figure_state wm_figures_state(const wm_model_item *item)
{
    const wm_observations *repeats = wm_model_repeats(item);
    if (item->verdict.is_wrong)
        return WM_FIGURE_WRONG;
    if (item->verdict.is_unknown)
        return WM_FIGURE_UNJUDGED;
    for (size_t i = 0; i < repeats->count; i++)
        if (repeats->at[i].flags != 0)
            return WM_FIGURE_FLAGGED;
    return WM_FIGURE_SOUND;
}

/* ---- numbers --------------------------------------------------------------------------------- */

bool wm_figures_set_claim(wm_figure_series *series, wm_figure_point *point, wm_figure_part part,
                          const wm_claim *claim)
{
    const double number = wm_claims_number(claim);
    if (!wm_figure_is_number(number))
        return false;
    wm_figure_set(series, point, part, number,
                  (wm_figure_source){.line = claim->line, .field = "value", .claim = claim->name});
    return true;
}

uint64_t wm_figures_time(wm_text started_at)
{
    char text[32];
    return strtoull(wm_member_copy(started_at, text, sizeof text), NULL, 10);
}

double wm_figures_seconds(uint64_t from_ns, uint64_t to_ns)
{
    return to_ns >= from_ns ? (double)(to_ns - from_ns) / 1e9 : -((double)(from_ns - to_ns) / 1e9);
}

const char *wm_figures_rate_field(wm_document *document, const wm_item *item)
{
    char work[WM_NUMBER_TEXT_SIZE];
    (void)wm_number_format(wm_plan_work(item), work);
    return wm_document_text(document, "%s*iterations/seconds", work);
}

const char *wm_figures_time_field(wm_document *document, uint64_t from_ns)
{
    return wm_document_text(document, "(started_at-%llu)/1e9", (unsigned long long)from_ns);
}

const char *wm_figures_unit(const wm_model_item *item)
{
    const wm_claim *rate = wm_claims_on(&item->claims, "rate");
    return rate != NULL && rate->unit != NULL ? rate->unit : "1/s";
}

/* ---- repeats --------------------------------------------------------------------------------- */

static double median_of(const wm_covariates_node *covariates, wm_covariate_name name)
{
    const wm_covariate_node *one = &covariates->each[name];
    return covariates->is_there && one->is_there && one->reason.bytes == NULL ? one->median
                                                                              : (double)NAN;
}

static void take_repeat(wm_figures_call *call, const wm_model_item *item, const wm_content *content,
                        wm_figures_repeat *one)
{
    const wm_workload_node *node = &content->of.workload;
    char reason[WM_REASONS_SIZE];
    one->rate = one->clock = one->temperature = one->power = (double)NAN;
    if (!wm_contents_is(content, &wm_kind_workload_ok)) {
        one->state = WM_FIGURE_FAILED;
        if (wm_contents_is_of(content, &wm_kind_workload))
            one->reason =
                wm_document_mask(call->to, wm_member_copy(node->reason, reason, sizeof reason));
        return;
    }
    one->state = one->of->flags != 0 ? WM_FIGURE_FLAGGED : WM_FIGURE_SOUND;
    one->started_at_ns = wm_figures_time(node->started_at);
    one->rate = wm_plan_work(item->item) * node->iterations / node->seconds;
    one->clock = median_of(&node->covariates, WM_COVARIATE_CLOCK);
    one->temperature = median_of(&node->covariates, WM_COVARIATE_TEMPERATURE);
    one->power = median_of(&node->covariates, WM_COVARIATE_POWER);
}

wm_status wm_figures_read(wm_figures_call *call, const wm_model_item *item,
                          wm_figures_repeat **repeats, size_t *count)
{
    const wm_observations *series = &item->series[WM_OBSERVATIONS_REPEATS];
    wm_status status = WM_OK;
    *count = series->count;
    *repeats = wm_document_alloc(call->to, (series->count + 1) * sizeof **repeats);
    if (*repeats == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < series->count && status == WM_OK; i++) {
        wm_content content;
        (*repeats)[i].of = &series->at[i];
        status = wm_reader_read(call->model->reader, series->at[i].line, &content, call->err);
        if (status == WM_OK)
            take_repeat(call, item, &content, &(*repeats)[i]);
    }
    return status;
}
