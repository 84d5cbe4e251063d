/* The tables of links: for each prior its summary, and a row for each link. */
#include "report/views/overview_tables.h"

#include "report/document/style.h"
#include "report/views/cells.h"
#include "report/views/claim_sides.h"
#include "report/views/row_label.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOT_SHOWN = 12, NAMES_SHOWN = 3 };

static const char *text_of(const wm_claims_group *of, const char *quantity)
{
    const wm_claim *claim = wm_claims_on(of, quantity);
    return claim == NULL ? "n/a" : claim->text;
}

/* ---- a prior --------------------------------------------------------------------------------- */

/* Adds which record a prior is, how its links agree, and what of its floors, classes and rates came
 * again. */
static void add_prior(const wm_model *model, const wm_claims_group *of, wm_document *to)
{
    const unsigned number = wm_claim_sides_prior(of->claim);
    const wm_model_prior *prior = &model->prior[number - 1];
    const wm_claim *low = wm_claims_on(of, "floor_ratio_low");
    const char *lost = text_of(of, "rates_lost"), *ratios = "";
    if (low != NULL && low->value != NULL)
        ratios = wm_document_text(to, " (ratios %.20s .. %.20s)", low->text,
                                  text_of(of, "floor_ratio_high"));
    wm_words_gap(to, WM_GAP_PART);
    wm_words_tell(to, "prior %u: %.*s, %s", number, ROOT_SHOWN, prior->root, prior->device);
    wm_words_tell(to,
                  "links: %.20s; %.20s identical, %.20s within rounding, %.20s different, %.20s "
                  "not comparable",
                  text_of(of, "links"), text_of(of, "identical"), text_of(of, "within_rounding"),
                  text_of(of, "different"), text_of(of, "not_comparable"));
    wm_words_tell(to,
                  "recovered: %.20s of %.20s floors%s, %.20s of %.20s numerical classes: %.20s; of "
                  "those measured on both sides: %.20s; lost: %.20s rate%s",
                  text_of(of, "floors_recovered"), text_of(of, "floors"), ratios,
                  text_of(of, "classes_recovered"), text_of(of, "classes"),
                  text_of(of, "recoverable_fraction"), text_of(of, "recovered_of_measured"), lost,
                  strcmp(lost, "1") == 0 ? "" : "s");
    wm_words_tell(to, "evidence preserving: %.40s", text_of(of, "evidence_preserving"));
}

/* ---- its links ------------------------------------------------------------------------------- */

/* Adds the tolerance of the difference, as claims show a tolerance. */
static void add_limit(wm_table *table, const wm_claim *difference)
{
    const char *limit = difference == NULL ? NULL : difference->tolerance;
    wm_cells_number(table, limit == NULL ? (double)NAN : strtod(limit, NULL), WM_TEXT_SCI3, NULL);
}

/* Adds both ends of the rate ratio's interval. */
static void add_interval(wm_table *table, const wm_model *model, const wm_claims_group *of)
{
    const wm_claim *low = wm_claims_on(of, "rate_ratio_low");
    const wm_claim *high = wm_claims_on(of, "rate_ratio_high");
    if (!wm_claims_has_value(low) || !wm_claims_has_value(high))
        wm_cells_claim(table, model, !wm_claims_has_value(low) ? low : high);
    else
        wm_table_write(table, "%.40s .. %.40s", low->text, high->text);
}

static void add_link(wm_table *table, const wm_model *model, const wm_claims_group *of,
                     bool is_marked)
{
    static const char *const behind[] = {"floor_ratio", "class_kept", "numerical_class_kept",
                                         "methods"};
    const char *label = of->claim->label + strlen("link.1.");
    if (is_marked)
        wm_row_label_add(table, model, wm_model_item_behind(model, of->claim), of->claim, label);
    else
        wm_table_text(table, label);
    wm_cells_claim(table, model, wm_claims_on(of, "agreement"));
    wm_cells_claim(table, model, wm_claims_on(of, "difference"));
    add_limit(table, wm_claims_on(of, "difference"));
    wm_cells_claim(table, model, wm_claims_on(of, "rate_ratio"));
    add_interval(table, model, of);
    for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++)
        wm_cells_claim(table, model, wm_claims_on(of, behind[i]));
}

/* Whether the prior's item is in no plan here: then every other cell of its row is empty. */
static bool is_not_here(const wm_claims_group *of)
{
    return strcmp(text_of(of, "agreement"), "not comparable: not here") == 0;
}

/* Names the first items of a prior that are not here, and counts the others. */
static void add_not_here(const wm_model *model, unsigned number, wm_document *to)
{
    const char *names = "";
    wm_claims_group of = {NULL, 0};
    size_t count = 0;
    while (wm_claims_next(&model->claims, &of))
        if (of.claim->subject == WM_SUBJECT_LINK && wm_claim_sides_prior(of.claim) == number &&
            is_not_here(&of) && count++ < NAMES_SHOWN)
            names = wm_document_text(to, "%s%s %s", names, count > 1 ? "," : "",
                                     of.claim->label + strlen("link.1."));
    if (count > NAMES_SHOWN)
        names = wm_document_text(to, "%s and %zu more", names, count - NAMES_SHOWN);
    if (count > 0)
        wm_words_tell(to, "not here: %zu item%s:%s", count, wm_style_plural(count), names);
}

/* Adds the links of a prior. */
static void add_links(const wm_model *model, unsigned number, bool is_marked, wm_document *to)
{
    wm_table *table;
    wm_claims_group of = {NULL, 0};
    add_not_here(model, number, to);
    table = wm_table_apart(to, NULL);
    wm_table_columns(table, "Item", "Agreement", ">Difference", ">Limit", ">?Rate ratio",
                     ">?its interval", ">?Floor ratio", "?Class", "?Numerical", "?Method", NULL);
    while (wm_claims_next(&model->claims, &of))
        if (of.claim->subject == WM_SUBJECT_LINK && wm_claim_sides_prior(of.claim) == number &&
            !is_not_here(&of))
            add_link(table, model, &of, is_marked);
}

void wm_overview_links_add(const wm_model *model, bool is_marked, wm_document *to)
{
    wm_claims_group of = {NULL, 0};
    while (wm_claims_next(&model->claims, &of))
        if (of.claim->subject == WM_SUBJECT_PRIOR) {
            add_prior(model, &of, to);
            add_links(model, wm_claim_sides_prior(of.claim), is_marked, to);
        }
}
