/* A lineage over time: what was found again of each prior.
 *
 * A link is a line from the date of the prior to that of the record that continues it. The figure
 * of one record has its links. That of several also has a row for each record, and the rate of each
 * item over that of the first record. Runs that follow each other make no direction: rates have
 * intervals and no verdict. */
#include "report/views/figures.h"
#include "report/views/lineage.h"

#include "base/status.h"
#include "standards/number.h"

#include <math.h>
#include <string.h>

enum { SHORT = 12, LONG = 16, FIRST_COLOUR = 4, RATE_HEIGHT = 4, LEAST_SECONDS = 150 };

typedef struct chart {
    const wm_lineage *lineage;
    wm_document *to;
    wm_figure *figure;
    double low, high; /* dates */
    size_t links;     /* that have both dates */
    bool is_one;      /* record */
    bool has_rates;
} chart;

/* What is drawn of a link. */
static const struct {
    wm_lineage_quantity quantity;
    const char *name;
    unsigned panel, colour;
} SERIES[] = {
    {WM_LINEAGE_FLOOR_RATIO_LOW, "least floor ratio", 0, 1},
    {WM_LINEAGE_FLOOR_RATIO_HIGH, "largest floor ratio", 0, 2},
    {WM_LINEAGE_IDENTICAL, "identical", 1, 1},
    {WM_LINEAGE_WITHIN_ROUNDING, "within rounding", 1, 3},
    {WM_LINEAGE_DIFFERENT, "different", 1, 2},
    {WM_LINEAGE_NOT_COMPARABLE, "not comparable", 1, 6},
    {WM_LINEAGE_RECOVERABLE, "recovered share", 2, 4},
};

enum { KINDS = sizeof SERIES / sizeof SERIES[0] };

static const char *hex_of(const chart *of, const uint8_t root[WM_SHA256_SIZE], int digits)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_sha256_to_hex(root, hex);
    return wm_document_text(of->to, "%.*s", digits, hex);
}

/* ---- places in the evidence ------------------------------------------------------------------ */

static wm_figure_source place_of(const chart *of, const wm_lineage_record *record, uint32_t line,
                                 const char *field)
{
    return (wm_figure_source){
        .line = line, .field = field, .root = hex_of(of, record->root, WM_SHA256_HEX_SIZE)};
}

/* Sets a part to the date of a record, or of its prior with this number. */
static void set_date(const chart *of, wm_figure_series *series, wm_figure_point *point,
                     wm_figure_part part, const wm_lineage_record *record)
{
    wm_figure_set(series, point, part, (double)record->started_at_ns / 1e9,
                  place_of(of, record, record->started_line, "started_at/1e9"));
}

static void set_prior_date(const chart *of, wm_figure_series *series, wm_figure_point *point,
                           const wm_lineage_record *record, size_t number)
{
    const wm_lineage_link *link = &record->links[number];
    wm_figure_source place = place_of(of, record, link->started_line, "started_at/1e9");
    place.file = wm_document_text(of->to, "prior/%zu.jsonl", number + 1);
    wm_figure_set(series, point, WM_FIGURE_LOW, (double)link->started_at_ns / 1e9, place);
}

/* Sets a part to the value of a claim over a number. */
static void set_claim(const chart *of, wm_figure_series *series, wm_figure_point *point,
                      wm_figure_part part, const wm_lineage_record *record, const wm_claim *claim,
                      double over)
{
    char number[WM_NUMBER_TEXT_SIZE];
    const char *field = "value";
    wm_figure_source place;
    if (!wm_claims_has_value(claim))
        return;
    if (over != 1) {
        (void)wm_number_format(over, number);
        field = wm_document_text(of->to, "value/%s", number);
    }
    place = place_of(of, record, claim->line, field);
    place.claim = claim->name;
    wm_figure_set(series, point, part, wm_claims_number(claim) / over, place);
}

/* ---- links ----------------------------------------------------------------------------------- */

static bool has_dates(const wm_lineage_record *record, size_t link)
{
    return record->started_at_ns != 0 && record->links[link].started_at_ns != 0;
}

static void widen(chart *of, uint64_t ns)
{
    of->low = fmin(of->low, (double)ns / 1e9);
    of->high = fmax(of->high, (double)ns / 1e9);
}

static void find_dates(chart *of)
{
    double room;
    of->low = (double)INFINITY;
    of->high = -(double)INFINITY;
    for (size_t i = 0; i < of->lineage->count; i++) {
        const wm_lineage_record *record = &of->lineage->records[i];
        if (record->started_at_ns != 0)
            widen(of, record->started_at_ns);
        for (size_t j = 0; j < record->link_count; j++)
            if (has_dates(record, j)) {
                widen(of, record->links[j].started_at_ns);
                of->links++;
            }
    }
    room = fmax(0.06 * (of->high - of->low), (LEAST_SECONDS - (of->high - of->low)) / 2);
    of->low -= room;
    of->high += room;
}

/* The state of what a link says. */
static wm_figure_state state_of(const wm_lineage_link *link, wm_lineage_quantity quantity)
{
    if (quantity == WM_LINEAGE_DIFFERENT && wm_claims_number(&link->kept[quantity]) > 0)
        return WM_FIGURE_WRONG;
    return link->state == WM_LINEAGE_OTHER ? WM_FIGURE_UNJUDGED : WM_FIGURE_SOUND;
}

static const char *name_of(const chart *of, const wm_lineage_record *record, size_t link)
{
    return of->is_one ? wm_document_text(of->to, "prior %zu", link + 1)
                      : wm_document_text(of->to, "%s continues %s", hex_of(of, record->root, SHORT),
                                         hex_of(of, record->links[link].root, SHORT));
}

/* Adds a line for a link, without its height. */
static wm_figure_point *add_link(const chart *of, wm_figure_series *series, wm_figure_state state,
                                 const wm_lineage_record *record, size_t link)
{
    wm_figure_point *point = wm_figure_add_point(series, state, name_of(of, record, link));
    set_prior_date(of, series, point, record, link);
    set_date(of, series, point, WM_FIGURE_HIGH, record);
    return point;
}

static void add_series(const chart *of, wm_figure_panel *panel, size_t kind)
{
    const wm_lineage_quantity quantity = SERIES[kind].quantity;
    wm_figure_series *series =
        wm_figure_add_series(panel, WM_FIGURE_STEP, SERIES[kind].name, SERIES[kind].colour);
    series->is_across = series->is_direct = true;
    series->is_dashed = quantity == WM_LINEAGE_FLOOR_RATIO_HIGH;
    for (size_t i = 0; i < of->lineage->count; i++) {
        const wm_lineage_record *record = &of->lineage->records[i];
        for (size_t j = 0; j < record->link_count; j++) {
            const wm_lineage_link *link = &record->links[j];
            if (has_dates(record, j) && wm_claims_has_value(&link->kept[quantity]))
                set_claim(of, series, add_link(of, series, state_of(link, quantity), record, j),
                          WM_FIGURE_Y, record, &link->kept[quantity], 1);
        }
    }
}

static wm_figure_panel *add_panel(const chart *of, const char *title)
{
    wm_figure_panel *panel = wm_figure_add_panel(of->figure, title);
    wm_figure_axis_is(&panel->x, WM_FIGURE_DATE, NULL, NULL);
    panel->x.low = of->low;
    panel->x.high = of->high;
    return panel;
}

static void add_links(const chart *of)
{
    static const struct {
        const char *title, *unit;
    } PANELS[] = {{"Residual floor of the record / of its prior", NULL},
                  {"Outputs, by how they agree", NULL},
                  {"Evidence that was found again", "%"}};
    for (unsigned p = 0; p < 3; p++) {
        wm_figure_panel *panel = add_panel(of, NULL);
        panel->height = p == 2 && of->is_one ? 4 : 7;
        wm_figure_axis_is(&panel->y, WM_FIGURE_LINEAR, PANELS[p].title, PANELS[p].unit);
        panel->y.has_zero = p > 0;
        for (size_t kind = 0; kind < KINDS; kind++)
            if (SERIES[kind].panel == p)
                add_series(of, panel, kind);
    }
}

/* ---- records and devices --------------------------------------------------------------------- */

static const char *device_of(const chart *of, const wm_lineage_record *record)
{
    return wm_document_text(of->to, "%s (%s)%s%.*s", record->device, record->backend,
                            record->uuid[0] != '\0' ? " " : "", SHORT, record->uuid);
}

static bool is_same_device(const wm_lineage_record *a, const wm_lineage_record *b)
{
    return strcmp(a->backend, b->backend) == 0 && strcmp(a->device, b->device) == 0 &&
           strcmp(a->uuid, b->uuid) == 0;
}

/* The first record of a record's device. */
static size_t first_of_device(const chart *of, size_t index)
{
    size_t first = 0;
    while (!is_same_device(&of->lineage->records[first], &of->lineage->records[index]))
        first++;
    return first;
}

/* The number of devices that come before that of a record. */
static unsigned devices_before(const chart *of, size_t index)
{
    const size_t end = first_of_device(of, index);
    unsigned count = 0;
    for (size_t i = 0; i < end; i++)
        count += first_of_device(of, i) == i;
    return count;
}

/* A series of the device that a record is the first of. */
static wm_figure_series *add_device(const chart *of, wm_figure_panel *panel, wm_figure_mark mark,
                                    size_t first)
{
    return wm_figure_add_series(panel, mark, device_of(of, &of->lineage->records[first]),
                                (devices_before(of, first) + FIRST_COLOUR) % WM_FIGURE_COLOURS + 1);
}

/* Adds a row for each record, with its links. */
static void add_records(const chart *of)
{
    const wm_lineage *lineage = of->lineage;
    wm_figure_panel *panel = add_panel(of, "Records");
    wm_figure_series *links = wm_figure_add_series(panel, WM_FIGURE_STEP, "continues", 0);
    wm_figure_axis_is(&panel->y, WM_FIGURE_CATEGORY, NULL, NULL);
    links->is_across = true;
    for (size_t i = 0; i < lineage->count; i++) {
        const wm_lineage_record *record = &lineage->records[i];
        if (record->started_at_ns == 0)
            continue;
        (void)wm_figure_add_category(panel, &panel->y, hex_of(of, record->root, SHORT));
        for (size_t j = 0; j < record->link_count; j++)
            if (has_dates(record, j))
                add_link(of, links, state_of(&record->links[j], WM_LINEAGE_LINKS), record, j)
                    ->at[WM_FIGURE_Y] = (double)i;
    }
    for (size_t first = 0; first < lineage->count; first++) {
        wm_figure_series *series;
        if (first_of_device(of, first) != first || lineage->records[first].started_at_ns == 0)
            continue;
        series = add_device(of, panel, WM_FIGURE_POINTS, first);
        for (size_t i = first; i < lineage->count; i++) {
            const wm_lineage_record *record = &lineage->records[i];
            wm_figure_point *point;
            if (first_of_device(of, i) != first || record->started_at_ns == 0)
                continue;
            point = wm_figure_add_point(series, WM_FIGURE_SOUND, hex_of(of, record->root, SHORT));
            set_date(of, series, point, WM_FIGURE_X, record);
            point->at[WM_FIGURE_Y] = (double)i; /* those without a date come last */
        }
    }
}

/* ---- rates ----------------------------------------------------------------------------------- */

/* The rate of an item in a record, if it is to be drawn; else NULL. */
static const wm_lineage_rate *rate_in(const wm_lineage_record *record, const char *item)
{
    const wm_lineage_rate *rate = wm_lineage_rate_in(record, item);
    return rate == NULL || rate->has_fault || record->started_at_ns == 0 ? NULL : rate;
}

/* Whether a later record has the rate too. */
static bool is_again(const chart *of, size_t first, const char *item)
{
    for (size_t i = first + 1; i < of->lineage->count; i++)
        if (rate_in(&of->lineage->records[i], item) != NULL)
            return true;
    return false;
}

static void add_rate(const chart *of, wm_figure_series *series, const wm_lineage_record *record,
                     const wm_lineage_rate *rate, double over)
{
    const char *class = rate->class.text != NULL ? rate->class.text : "n/a";
    wm_figure_point *point =
        wm_figure_add_point(series, rate->state,
                            wm_document_text(of->to, "%s of %s, class %s", rate->item,
                                             hex_of(of, record->root, SHORT), class));
    set_date(of, series, point, WM_FIGURE_X, record);
    set_claim(of, series, point, WM_FIGURE_Y, record, &rate->rate, over);
    if (wm_claims_has_value(&rate->low) && wm_claims_has_value(&rate->high)) {
        set_claim(of, series, point, WM_FIGURE_LOW, record, &rate->low, over);
        set_claim(of, series, point, WM_FIGURE_HIGH, record, &rate->high, over);
    }
}

/* Adds a panel of an item's rates over that of the first record that has it. */
static void add_item(chart *of, size_t first, const wm_lineage_rate *base)
{
    const wm_lineage *lineage = of->lineage;
    const double over = wm_claims_number(&base->rate);
    wm_figure_panel *panel;
    wm_figure_series *equal;
    if (!(over > 0) || !is_again(of, first, base->item))
        return;
    of->has_rates = true;
    panel = add_panel(of, base->item);
    panel->height = RATE_HEIGHT;
    wm_figure_axis_is(&panel->y, WM_FIGURE_LINEAR,
                      wm_document_text(of->to, "Median rate / that of %s",
                                       hex_of(of, lineage->records[first].root, SHORT)),
                      NULL);
    equal = wm_figure_add_series(panel, WM_FIGURE_RULE, "equal", 0);
    equal->is_silent = true;
    wm_figure_add_point(equal, WM_FIGURE_SOUND, "equal")->at[WM_FIGURE_Y] = 1;
    for (size_t device = 0; device < lineage->count; device++) {
        wm_figure_series *series;
        if (first_of_device(of, device) != device)
            continue;
        series = add_device(of, panel, WM_FIGURE_INTERVAL, device);
        for (size_t i = device; i < lineage->count; i++) {
            const wm_lineage_rate *rate = rate_in(&lineage->records[i], base->item);
            if (rate != NULL && first_of_device(of, i) == device)
                add_rate(of, series, &lineage->records[i], rate, over);
        }
    }
}

/* Adds the items in the order in which they come first. */
static void add_rates(chart *of)
{
    for (size_t i = 0; i < of->lineage->count; i++) {
        const wm_lineage_record *record = &of->lineage->records[i];
        for (size_t j = 0; j < record->rate_count; j++)
            if (rate_in(record, record->rate[j].item) != NULL &&
                wm_lineage_first(of->lineage, record->rate[j].item) == i)
                add_item(of, i, &record->rate[j]);
    }
}

/* ---- the caption ----------------------------------------------------------------------------- */

static const char *day_of(const chart *of, uint64_t ns)
{
    const char *date = wm_lineage_date(ns, "%Y-%m-%d", of->to);
    return date != NULL ? date : "no date";
}

static const char *within(const chart *of, const wm_lineage_record *record)
{
    return wm_document_text(of->to, " in %s", hex_of(of, record->root, SHORT));
}

/* Says what speaks against a record and its links. */
static void say_faults(const chart *of, const wm_lineage_record *record)
{
    const char *lead = of->is_one ? "" : within(of, record);
    for (size_t i = 0; i < record->link_count; i++) {
        const wm_lineage_link *link = &record->links[i];
        if (link->state == WM_LINEAGE_OTHER)
            wm_figure_say(of->figure,
                          "REBUILT: prior/%zu.jsonl%s has other bytes than the given record with "
                          "root %s.",
                          i + 1, lead, hex_of(of, link->root, LONG));
        if (state_of(link, WM_LINEAGE_DIFFERENT) == WM_FIGURE_WRONG)
            wm_figure_say(of->figure, "WRONG: outputs%s differ from those of prior %zu.", lead,
                          i + 1);
    }
    if (record->wrong != NULL)
        wm_figure_say(of->figure, "WRONG%s, an output failed a check: %s.", lead, record->wrong);
}

static void say_unjudged(const chart *of, const wm_lineage_record *record)
{
    if (record->unjudged != NULL)
        wm_figure_say(of->figure, "NOT JUDGED%s, the check was not decided: %s.",
                      of->is_one ? "" : within(of, record), record->unjudged);
}

/* Says which record it is, and of each prior whether it is kept. */
static void say_record(const chart *of, const wm_lineage_record *record)
{
    wm_figure_say(of->figure, "%s: %s, %s.", hex_of(of, record->root, LONG),
                  day_of(of, record->started_at_ns), device_of(of, record));
    for (size_t i = 0; i < record->link_count; i++) {
        const wm_lineage_link *link = &record->links[i];
        const char *kept = link->kept[WM_LINEAGE_EVIDENCE_PRESERVING].text;
        const bool is_told = !of->is_one && link->state != WM_LINEAGE_ABSENT;
        const char *more =
            is_told ? ""
                    : wm_document_text(of->to, ", %s, %s%s", day_of(of, link->started_at_ns),
                                       link->device, of->is_one ? "" : ", which is not given");
        wm_figure_say(of->figure, "Prior %zu: %s%s; evidence preserving: %s%s.", i + 1,
                      hex_of(of, link->root, LONG), more, kept != NULL ? kept : "n/a",
                      has_dates(record, i) ? "" : "; no session, so not drawn");
    }
}

static void say_all(const chart *of)
{
    const wm_lineage *lineage = of->lineage;
    unsigned devices = 0;
    for (size_t i = 0; i < lineage->count; i++)
        say_faults(of, &lineage->records[i]);
    for (size_t i = 0; i < lineage->count; i++)
        say_unjudged(of, &lineage->records[i]);
    wm_figure_say(of->figure, "A line is one link, from the date of the prior to that of the "
                              "record.");
    if (of->has_rates)
        wm_figure_say(of->figure, "95 %% intervals from the repeats of one run each. Two runs make "
                                  "no direction: how much runs differ is not in them.");
    for (size_t i = 0; i < lineage->count; i++)
        devices += first_of_device(of, i) == i;
    if (devices > WM_FIGURE_COLOURS)
        wm_figure_say(of->figure, "%u devices share %d colours.", devices, WM_FIGURE_COLOURS);
    for (size_t i = 0; i < lineage->count; i++)
        say_record(of, &lineage->records[i]);
}

/* ---- the figure ------------------------------------------------------------------------------ */

/* Why there is no figure; NULL: there is one. */
static const char *lack_of(const chart *of)
{
    if (of->is_one && of->lineage->records[0].link_count == 0)
        return "the record continues no other";
    if (of->is_one && of->lineage->records[0].started_at_ns == 0)
        return "the record has no session, so no date";
    return of->links == 0 ? "no record with a date continues another" : NULL;
}

wm_status wm_figure_lineage_add(const wm_lineage *lineage, wm_document *to, wm_error *err)
{
    chart of = {.lineage = lineage, .to = to, .is_one = lineage->count == 1};
    const char *lack;
    find_dates(&of);
    lack = lack_of(&of);
    if (lack != NULL)
        return wm_error_set(err, WM_E_NOTFOUND, of.is_one ? lineage->records[0].path : NULL,
                            "no such figure: %s", lack);
    of.figure =
        wm_figure_new(to, "lineage", "What was found again of each prior",
                      of.is_one ? hex_of(&of, lineage->records[0].root, WM_SHA256_HEX_SIZE) : NULL);
    if (of.figure == NULL)
        return WM_E_NOMEM;
    of.figure->is_wide = !of.is_one;
    of.figure->columns = of.is_one ? 1 : 2;
    if (!of.is_one)
        add_records(&of);
    add_links(&of);
    if (!of.is_one)
        add_rates(&of);
    for (size_t i = 0; i < of.figure->panel_count; i++) /* the lowest of each column */
        if (i + of.figure->columns >= of.figure->panel_count)
            of.figure->panel[i]->x.title = "Date of the record, UTC";
    say_all(&of);
    return to->status;
}

wm_status wm_figure_lineage_fill(wm_figures_call *call)
{
    wm_lineage lineage = {.to = call->to, .has_dates = true};
    const wm_status status = wm_lineage_add(&lineage, call->model, call->model->path, call->err);
    if (status != WM_OK)
        return status;
    wm_lineage_check(&lineage);
    return wm_figure_lineage_add(&lineage, call->to, call->err);
}
