/* Points of operation over time: rate, temperature and power of each segment under load. */
#include "report/views/figures.h"

#include "standards/number.h"

#include <math.h>
#include <string.h>

/* A segment, as its line says. NAN: absent. */
typedef struct segment {
    const wm_model_item *item;
    uint32_t line, number;
    wm_figure_state state;
    unsigned flags;
    uint64_t started_at_ns;
    double seconds, rate, temperature, power, errors;
    const char *work; /* the field of the rate */
} segment;

typedef struct stress {
    wm_figures_call *call;
    wm_figure *figure;
    segment *at;
    size_t count, failed;
    double products, errors;
    uint64_t first_ns;
} stress;

static double maximum_of(const wm_covariates_node *covariates, wm_covariate_name name)
{
    const wm_covariate_node *one = &covariates->each[name];
    return covariates->is_there && one->is_there && one->reason.bytes == NULL ? one->maximum
                                                                              : (double)NAN;
}

static void take_segment(stress *of, const wm_content *content, segment *one)
{
    const wm_stress_node *node = &content->of.stress;
    char work[WM_NUMBER_TEXT_SIZE];
    if (!wm_contents_is(content, &wm_kind_stress_ok)) {
        of->failed++;
        return;
    }
    one->started_at_ns = wm_figures_time(node->started_at);
    one->seconds = node->seconds;
    one->errors = node->errors;
    one->rate = node->products > 0 ? wm_plan_work(one->item->item) * node->products / node->seconds
                                   : (double)NAN;
    one->temperature = maximum_of(&node->covariates, WM_COVARIATE_TEMPERATURE);
    one->power = maximum_of(&node->covariates, WM_COVARIATE_POWER);
    (void)wm_number_format(wm_plan_work(one->item->item), work);
    one->work = wm_document_text(of->call->to, "%s*products/seconds", work);
    of->products += node->products;
    of->errors += node->errors;
    if (one->item->verdict.is_wrong || node->errors > 0)
        one->state = WM_FIGURE_WRONG;
    else if (one->item->verdict.is_unknown)
        one->state = WM_FIGURE_UNJUDGED;
    if (of->first_ns == 0)
        of->first_ns = one->started_at_ns;
    of->count++;
}

static wm_status read_segments(stress *of)
{
    const wm_model *model = of->call->model;
    size_t count = 0;
    wm_status status = WM_OK;
    for (size_t i = 0; i < model->item_count; i++)
        count += model->item[i].series[WM_OBSERVATIONS_SEGMENTS].count;
    of->at = wm_document_alloc(of->call->to, (count + 1) * sizeof *of->at);
    if (of->at == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_observations *series = &model->item[i].series[WM_OBSERVATIONS_SEGMENTS];
        for (size_t s = 0; s < series->count && status == WM_OK; s++) {
            wm_content content;
            of->at[of->count] =
                (segment){.item = &model->item[i],
                          .line = series->at[s].line,
                          .number = series->at[s].number,
                          .flags = series->at[s].flags,
                          .state = series->at[s].flags != 0 ? WM_FIGURE_FLAGGED : WM_FIGURE_SOUND};
            status = wm_reader_read(model->reader, series->at[s].line, &content, of->call->err);
            if (status == WM_OK)
                take_segment(of, &content, &of->at[of->count]);
        }
    }
    return status;
}

/* A quantity of segments. */
typedef struct quantity {
    const char *title, *unit, *field; /* field NULL: a rate, of the items with this unit */
    size_t offset;
    double height;
} quantity;

/* What a series is called: the word of its point, which ends the label; the label where the points
 * are of several items. */
static const char *name_of(const stress *of, const wm_model_item *item)
{
    const char *dot = strrchr(item->label, '.');
    const size_t head = dot != NULL ? (size_t)(dot - item->label) : 0;
    for (size_t i = 0; i < of->count; i++)
        if (strncmp(of->at[i].item->label, item->label, head) != 0)
            return item->label;
    return dot != NULL ? dot + 1 : item->label;
}

static double value_of(const segment *one, const quantity *what)
{
    return *(const double *)(const void *)((const char *)one + what->offset);
}

/* Whether an item has the quantity in its unit. */
static bool has_quantity(const wm_model_item *item, const quantity *what)
{
    return what->field != NULL || strcmp(wm_figures_unit(item), what->unit) == 0;
}

static void set_segment(const stress *of, wm_figure_series *series, const segment *one,
                        const quantity *what)
{
    const double value = value_of(one, what);
    const double begin = wm_figures_seconds(of->first_ns, one->started_at_ns);
    const char *field = wm_figures_time_field(of->call->to, of->first_ns);
    wm_figure_point *point;
    if (!wm_figure_is_number(value))
        return;
    point = wm_figure_add_point(
        series, one->state,
        wm_document_text(of->call->to, "%s, segment %u", one->item->label, one->number));
    wm_figure_set(series, point, WM_FIGURE_LOW, begin, wm_figure_on(one->line, field));
    wm_figure_set(series, point, WM_FIGURE_HIGH, begin + one->seconds,
                  wm_figure_on(one->line, wm_document_text(of->call->to, "%s+seconds", field)));
    wm_figure_set(series, point, WM_FIGURE_Y, value,
                  wm_figure_on(one->line, what->field != NULL ? what->field : one->work));
}

static void add_quantity(const stress *of, const quantity *what)
{
    const wm_model *model = of->call->model;
    wm_figure_panel *panel = wm_figure_add_panel(of->figure, NULL);
    unsigned number = 0;
    panel->height = what->height;
    wm_figure_axis_is(&panel->y, WM_FIGURE_LINEAR, what->title, what->unit);
    panel->y.has_zero = what->field == NULL;
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_model_item *item = &model->item[i];
        wm_figure_series *series;
        if (item->series[WM_OBSERVATIONS_SEGMENTS].count == 0)
            continue;
        number++; /* so an item has one colour in all panels */
        if (!has_quantity(item, what))
            continue;
        series = wm_figure_add_series(panel, WM_FIGURE_STEP, name_of(of, item),
                                      (number - 1) % WM_FIGURE_COLOURS + 1);
        series->is_dashed = (number - 1) / WM_FIGURE_COLOURS % 2 == 1;
        series->is_across = true;
        for (size_t s = 0; s < of->count; s++)
            if (of->at[s].item == item)
                set_segment(of, series, &of->at[s], what);
    }
}

/* Whether a segment has the quantity. */
static bool is_there(const stress *of, const quantity *what)
{
    for (size_t i = 0; i < of->count; i++)
        if (has_quantity(of->at[i].item, what) && wm_figure_is_number(value_of(&of->at[i], what)))
            return true;
    return false;
}

/* Whether a segment before this one is of an item with the same unit. */
static bool is_unit_seen(const stress *of, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(wm_figures_unit(of->at[i].item), wm_figures_unit(of->at[index].item)) == 0)
            return true;
    return false;
}

/* Adds a panel of rates for each unit, then temperature and power of all. */
static void add_quantities(const stress *of)
{
    static const quantity STATES[] = {
        {"Highest temperature",
         "\xc2\xb0"
         "C",
         "covariates.temperature.maximum", offsetof(segment, temperature), 7},
        {"Highest power", "W", "covariates.power.maximum", offsetof(segment, power), 7},
    };
    for (size_t i = 0; i < of->count; i++) {
        const quantity rate = {"Rate, checks included", wm_figures_unit(of->at[i].item), NULL,
                               offsetof(segment, rate), 9};
        if (!is_unit_seen(of, i) && is_there(of, &rate))
            add_quantity(of, &rate);
    }
    for (size_t i = 0; i < sizeof STATES / sizeof STATES[0]; i++)
        if (is_there(of, &STATES[i]))
            add_quantity(of, &STATES[i]);
        else
            wm_figure_say(of->figure, "%s: not in the record.", STATES[i].title);
    wm_figure_axis_is(&wm_figure_last_panel(of->figure)->x, WM_FIGURE_LINEAR,
                      "Time since the first segment began", "s");
}

/* Says what speaks against the items that are drawn. */
static void say_items(const stress *of)
{
    const wm_model *model = of->call->model;
    for (size_t i = 0; i < model->item_count; i++)
        if (model->item[i].series[WM_OBSERVATIONS_SEGMENTS].count > 0)
            wm_figures_say_verdict(of->figure, &model->item[i]);
}

static void say_flags(const stress *of)
{
    size_t flagged = 0;
    const char *words = "";
    for (size_t i = 0; i < of->count; i++)
        flagged += of->at[i].flags != 0;
    for (unsigned flag = 0; flag < WM_FLAG_WORDS; flag++) {
        size_t count = 0;
        for (size_t i = 0; i < of->count; i++)
            count += of->at[i].flags >> flag & 1u;
        if (count > 0)
            words =
                wm_document_text(of->call->to, "%s%s%zu %s", words, words[0] != '\0' ? ", " : "",
                                 count, wm_rule_flag_word((wm_flag)flag));
    }
    if (flagged > 0)
        wm_figure_say(of->figure, "Flagged segments, with a hollow point: %zu of %zu: %s.", flagged,
                      of->count, words);
    if (of->failed > 0)
        wm_figure_say(of->figure, "Segments that failed and are not drawn: %zu.", of->failed);
}

wm_status wm_figure_stress_fill(wm_figures_call *call)
{
    stress of = {.call = call};
    const wm_model *model = call->model;
    wm_status status = read_segments(&of);
    if (status != WM_OK)
        return status;
    if (of.count == 0)
        return wm_figures_lack(call, of.failed > 0 ? "every segment failed"
                                                   : "no item has segments under load");
    of.figure =
        wm_figure_new(call->to, "stress", "Points of operation over time", model->report.root);
    if (of.figure == NULL)
        return WM_E_NOMEM;
    add_quantities(&of);
    say_items(&of);
    if (of.errors > 0)
        wm_figure_say(of.figure, "WRONG: %.0f of %.0f outputs under load differ from the first.",
                      of.errors, of.products);
    else if (of.products > 0)
        wm_figure_say(of.figure, "All %.0f outputs under load are identical to the first.",
                      of.products);
    wm_figure_say(of.figure, "A line is one segment, as long as it took; n = %zu.", of.count);
    say_flags(&of);
    wm_figures_say_record(of.figure, model);
    return call->to->status;
}
