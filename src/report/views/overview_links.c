/* The tables of links: for each prior its summary, and a row for each link. */
#include "report/views/overview_tables.h"

#include "report/views/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOT_SHOWN = 12 };

/* The claims about one link or one prior, which follow each other. */
typedef struct {
    const wm_model *model;
    size_t first, end;
} group;

/* The group that begins at a claim. */
static group group_at(const wm_model *model, size_t first)
{
    const wm_claim *claim = &model->claims.claim[first];
    group of = {model, first, first + 1};
    while (of.end < model->claims.count && model->claims.claim[of.end].subject == claim->subject &&
           model->claims.claim[of.end].index == claim->index)
        of.end++;
    return of;
}

/* The claim of a group on a quantity, or NULL. */
static const wm_claim *find(const group *of, const char *quantity)
{
    for (size_t i = of->first; i < of->end; i++)
        if (strcmp(of->model->claims.claim[i].quantity->name, quantity) == 0)
            return &of->model->claims.claim[i];
    return NULL;
}

/* The number of the prior that a claim about a link or a prior names: `link.P.LABEL`, `prior.P`. */
static unsigned prior_of(const wm_claim *claim)
{
    return (unsigned)(strchr(claim->label, '.')[1] - '0');
}

static const char *text_of(const group *of, const char *quantity)
{
    const wm_claim *claim = find(of, quantity);
    return claim == NULL ? "n/a" : claim->text;
}

/* ---- a prior --------------------------------------------------------------------------------- */

/* What of a prior's floors and classes came again, and how many rates did not. */
static void add_recovered(const group *of, wm_document *to)
{
    const wm_claim *low = find(of, "floor_ratio_low");
    const char *lost = text_of(of, "rates_lost"), *ratios = "";
    if (low != NULL && low->value != NULL)
        ratios = wm_document_text(to, " (ratios %.20s .. %.20s)", low->text,
                                  text_of(of, "floor_ratio_high"));
    wm_words_data(
        wm_words_item(to),
        wm_document_text(to,
                         "recovered: %.20s of %.20s floors%s, %.20s of %.20s numerical classes: "
                         "%.20s; lost: %.20s rate%s",
                         text_of(of, "floors_recovered"), text_of(of, "floors"), ratios,
                         text_of(of, "classes_recovered"), text_of(of, "classes"),
                         text_of(of, "recoverable_fraction"), lost,
                         strcmp(lost, "1") == 0 ? "" : "s"));
}

/* Adds which record a prior is, and how its links agree. */
static void add_prior(const group *of, wm_document *to)
{
    const unsigned number = prior_of(&of->model->claims.claim[of->first]);
    const wm_prior_summary *prior = &of->model->prior[number - 1];
    wm_words_gap(to, WM_GAP_PART);
    wm_words_data(wm_words_item(to), wm_document_text(to, "prior %u: %.*s, %s", number, ROOT_SHOWN,
                                                      prior->root, prior->device));
    wm_words_data(
        wm_words_item(to),
        wm_document_text(to,
                         "links: %.20s; %.20s identical, %.20s within rounding, %.20s different, "
                         "%.20s not comparable",
                         text_of(of, "links"), text_of(of, "identical"),
                         text_of(of, "within_rounding"), text_of(of, "different"),
                         text_of(of, "not_comparable")));
    add_recovered(of, to);
    wm_words_data(wm_words_item(to), wm_document_text(to, "evidence preserving: %.40s",
                                                      text_of(of, "evidence_preserving")));
}

/* ---- its links ------------------------------------------------------------------------------- */

/* Adds the tolerance of the difference, as claims show a tolerance. */
static void add_limit(wm_table *table, const wm_claim *difference)
{
    const char *limit = difference == NULL ? NULL : difference->tolerance;
    wm_cells_number(table, limit == NULL ? (double)NAN : strtod(limit, NULL), WM_TEXT_SCI3, NULL);
}

/* Adds both ends of the rate ratio's interval. */
static void add_interval(wm_table *table, const group *of)
{
    const wm_claim *low = find(of, "rate_ratio_low"), *high = find(of, "rate_ratio_high");
    if (low == NULL || low->value == NULL || high == NULL || high->value == NULL)
        wm_cells_claim(table, of->model, low == NULL || low->value == NULL ? low : high);
    else
        wm_table_write(table, "%.40s .. %.40s", low->text, high->text);
}

static void add_link(wm_table *table, const group *of)
{
    const char *label = of->model->claims.claim[of->first].label;
    wm_table_add(table, label + strlen("link.1."), NULL, WM_EMPHASIS_NONE);
    wm_cells_claim(table, of->model, find(of, "agreement"));
    wm_cells_claim(table, of->model, find(of, "difference"));
    add_limit(table, find(of, "difference"));
    wm_cells_claim(table, of->model, find(of, "rate_ratio"));
    add_interval(table, of);
    wm_cells_claim(table, of->model, find(of, "floor_ratio"));
    wm_cells_claim(table, of->model, find(of, "class_kept"));
    wm_cells_claim(table, of->model, find(of, "numerical_class_kept"));
    wm_cells_claim(table, of->model, find(of, "methods"));
}

/* Adds the links of a prior. */
static void add_links(const wm_model *model, unsigned number, wm_document *to)
{
    wm_table *table = wm_table_apart(to, NULL);
    wm_table_columns(table, "Item", "Agreement", ">Difference", ">Limit", ">?Rate ratio",
                     ">?its interval", ">?Floor ratio", "?Class", "?Numerical", "?Method", NULL);
    for (size_t i = 0; i < model->claims.count;) {
        const group of = group_at(model, i);
        if (model->claims.claim[i].subject == WM_SUBJECT_LINK &&
            prior_of(&model->claims.claim[i]) == number)
            add_link(table, &of);
        i = of.end;
    }
}

void wm_overview_links_add(const wm_model *model, wm_document *to)
{
    for (size_t i = 0; i < model->claims.count;) {
        const group of = group_at(model, i);
        if (model->claims.claim[i].subject == WM_SUBJECT_PRIOR) {
            add_prior(&of, to);
            add_links(model, prior_of(&model->claims.claim[i]), to);
        }
        i = of.end;
    }
}
