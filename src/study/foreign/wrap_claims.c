/* The claims of a record of `wrap`. */
#include "study/foreign/wrap_claims.h"

#include "record/tables/tables.h"

#include <stdio.h>

/* A claim to ask for, and the value beside which its spread is shown. */
typedef struct {
    const char *name, *function, *field, *unit, *format;
    bool has_spread;
} claim;

static const claim SHARE = {"failed_share", "mean_of", "failed", "1", "percent3", false};

/* Asks for a claim about a series of a command: `x.wrap.b.median_wall`. */
static wm_status ask(wm_graph *graph, const char *base, size_t number, const claim *c,
                     wm_error *err)
{
    char series[WM_WRAPPED_NAME], name[2 * WM_WRAPPED_NAME];
    const wm_own_value beside[] = {{series, c->field, "minimum_of"},
                                   {series, c->field, "maximum_of"},
                                   {series, c->field, "relative_mad_of"}};
    wm_own_claim own = WM_OWN_CLAIM_INIT;
    wm_wrapped_name(base, number, "", series);
    (void)snprintf(name, sizeof name, "x.%s.%s", series, c->name);
    own.name = name;
    own.unit = c->unit;
    own.format = c->format;
    own.value = (wm_own_value){series, c->field, c->function};
    own.beside = c->has_spread ? beside : NULL;
    own.beside_count = c->has_spread ? sizeof beside / sizeof beside[0] : 0;
    return wm_graph_claim(graph, &own, err);
}

/* Claims about the work of a command are made only if none of its repeats failed. */
static wm_status ask_command(wm_graph *graph, const wm_wrap *wrap, size_t number,
                             const wm_wrap_tally *tally, wm_error *err)
{
    static const claim MEDIAN = {"median_wall", "median_of", "wall_seconds", "s", "si4", true},
                       WARMUP = {
                           "median_elapsed", "median_of", "elapsed_seconds", "s", "si4", true};
    static const claim GOOD[] = {
        {"minimum_wall", "minimum_of", "wall_seconds", "s", "si4", false},
        {"maximum_wall", "maximum_of", "wall_seconds", "s", "si4", false},
        {"relative_mad_wall", "relative_mad_of", "wall_seconds", "1", "percent3", false},
        {"median_user", "median_of", "user_seconds", "s", "si4", true},
        {"median_system", "median_of", "system_seconds", "s", "si4", true},
        {"maximum_rss", "maximum_of", "max_rss_bytes", "B", "si4", true},
    };
    const char *unit = wrap->metric != NULL ? wrap->metric->unit : "1";
    const char *format = wm_tables_own_format(unit, tally->least_metric);
    const claim metrics[] = {
        {"median_metric", "median_of", "metric", unit, format, true},
        {"minimum_metric", "minimum_of", "metric", unit, format, false},
        {"maximum_metric", "maximum_of", "metric", unit, format, false},
        {"relative_mad_metric", "relative_mad_of", "metric", "1", "percent3", false}};
    wm_status status = ask(graph, "wrap", number, &MEDIAN, err);
    const bool is_good = tally->failed == 0;
    for (size_t i = 0; is_good && i < sizeof GOOD / sizeof GOOD[0] && status == WM_OK; i++)
        status = ask(graph, "wrap", number, &GOOD[i], err);
    for (size_t i = 0; wrap->metric != NULL && i < 4 && status == WM_OK; i++)
        status = i == 0 || (is_good && tally->unread == 0)
                     ? ask(graph, "wrap", number, &metrics[i], err)
                     : WM_OK;
    if (status == WM_OK)
        status = ask(graph, "wrap", number, &SHARE, err);
    return status == WM_OK && wrap->warmups > 0 ? ask(graph, "warmup", number, &WARMUP, err)
                                                : status;
}

/* A study of what runs leave has claims about that. How long a run took is none: it measures as
 * long as it was asked to. */
static wm_status ask_study(wm_graph *graph, const wm_wrap *wrap, wm_error *err)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < wrap->target_count && status == WM_OK; i++)
        status = ask(graph, "wrap", i, &SHARE, err);
    return status == WM_OK ? wrap->study->ask(wrap->study->context, graph, err) : status;
}

wm_status wm_wrap_claims_ask(wm_graph *graph, const wm_wrap *wrap, const wm_wrap_tally *tally,
                             wm_error *err)
{
    static const claim RATIO = {"median_ratio", "median_of", "ratio", "1", "fixed4", true};
    wm_status status = WM_OK;
    if (wrap->study != NULL)
        return ask_study(graph, wrap, err);
    for (size_t i = 0; i < wrap->target_count && status == WM_OK; i++)
        status = ask_command(graph, wrap, i, &tally[i], err);
    for (size_t i = 1; i < wrap->target_count && status == WM_OK; i++)
        status = ask(graph, "pair", i, &RATIO, err);
    return status;
}
