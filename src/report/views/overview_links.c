/* The tables of links: for each prior its summary, and a row for each link. */
#include "report/views/overview_tables.h"

#include "model/model_read.h"

#include "report/document/style.h"
#include "report/views/cells.h"
#include "report/views/claim_sides.h"
#include "report/views/links_alone.h"
#include "report/views/row_label.h"
#include "report/views/warnings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOT_SHOWN = 12, NAMES_SHOWN = 3 };

static const char *text_of(const wm_claims_group *of, const char *quantity)
{
    const wm_claim *claim = wm_claims_on(of, quantity);
    return claim == NULL ? "n/a" : claim->text;
}

/* ---- why evidence was lost ------------------------------------------------------------------- */

/* How many links of a prior have each cause of `no`. Source: record.md section 4,
 * evidence_preserving. */
typedef struct {
    size_t different, floors, classes, wrong;
} losses;

static bool has_text(const wm_claims_group *of, const char *quantity, const char *text)
{
    return strcmp(text_of(of, quantity), text) == 0;
}

static void count_link(const wm_model *model, const wm_claims_group *of, losses *sums,
                       wm_document *to)
{
    const double floors = wm_claims_number(wm_claims_on(of, "floor_ratio"));
    const char *verdict = NULL;
    wm_error err;
    sums->different += has_text(of, "agreement", "different");
    sums->classes += has_text(of, "numerical_class_kept", "changed");
    sums->floors += floors < 0.5 || floors > 2;
    wm_document_fail(to, wm_claim_sides_verdict(model, of->claim, &verdict, &err));
    sums->wrong += verdict != NULL && strcmp(verdict, "wrong") == 0;
}

/* Appends a cause with its count. */
static const char *with_cause(const char *words, size_t count, const char *one, const char *many,
                              wm_document *to)
{
    if (count == 0)
        return words;
    return wm_document_text(to, "%s%s %zu %s", words, words[0] == '\0' ? ":" : ",", count,
                            count == 1 ? one : many);
}

/* Why the evidence of a prior was not preserved: `: 2 outputs differ, 1 output is wrong`. Empty
 * where the word is another one, which has its reason. */
static const char *why_lost(const wm_model *model, const wm_claims_group *prior, wm_document *to)
{
    const unsigned number = wm_claim_sides_prior(prior->claim);
    losses sums = {.different = 0};
    wm_claims_group of = {NULL, 0};
    const char *words = "";
    if (!has_text(prior, "evidence_preserving", "no"))
        return words;
    while (wm_claims_next(&model->claims, &of))
        if (of.claim->subject == WM_SUBJECT_LINK && wm_claim_sides_prior(of.claim) == number)
            count_link(model, &of, &sums, to);
    words = with_cause(words, sums.different, "output differs", "outputs differ", to);
    words = with_cause(words, sums.wrong, "output is wrong", "outputs are wrong", to);
    words =
        with_cause(words, sums.classes, "numerical class changed", "numerical classes changed", to);
    return with_cause(words, sums.floors, "floor is off", "floors are off", to);
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
    wm_words_tell(to, "evidence preserving: %.40s%s", text_of(of, "evidence_preserving"),
                  why_lost(model, of, to));
}

/* Adds what the producer of a prior warned of before each start of its run. */
static void add_warnings(const wm_model *model, unsigned number, wm_document *to)
{
    const wm_model *prior;
    const wm_status status = wm_model_read_kept(model, number - 1, &prior, NULL);
    wm_document_fail(to, status);
    if (status == WM_OK)
        wm_warnings_before(prior, wm_document_text(to, "prior %u: ", number), to);
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

/* The text of a quantity of an item; NULL: it has none. */
static const char *quantity_of(const wm_model_item *item, const char *quantity)
{
    const wm_claim *claim = item != NULL ? wm_claims_on(&item->claims, quantity) : NULL;
    return wm_claims_has_value(claim) ? claim->text : NULL;
}

/* Adds whether a class came again. If not, a note has the words of both sides. */
static void add_class(wm_table *table, const wm_model *model, const wm_claims_group *of,
                      const char *kept, const char *quantity)
{
    const wm_claim *claim = wm_claims_on(of, kept);
    const char *here, *there;
    wm_claim_sides all;
    wm_error err;
    wm_status status;
    if (!wm_claims_has_value(claim) || strcmp(claim->text, "kept") == 0) {
        wm_cells_claim(table, model, claim);
        return;
    }
    status = wm_claim_sides_find(model, of->claim, &all, &err);
    wm_document_fail(table->document, status);
    if (status != WM_OK)
        return;
    here = quantity_of(all.count > 1 ? all.at[0].item : wm_model_item_behind(model, of->claim),
                       quantity);
    there = quantity_of(all.at[all.count - 1].item, quantity);
    wm_table_add(table, claim->text,
                 here == NULL || there == NULL ? NULL
                 : strcmp(here, there) == 0
                     ? wm_document_text(table->document, "%s, on both sides", here)
                     : wm_document_text(table->document, "here %s; there %s", here, there),
                 wm_cells_emphasis(claim->text))
        ->claim = claim;
}

static void add_link(wm_table *table, const wm_model *model, const wm_claims_group *of)
{
    wm_row_label_add(table, model, wm_model_item_behind(model, of->claim), of->claim,
                     of->claim->label + strlen("link.1."));
    wm_cells_claim(table, model, wm_claims_on(of, "agreement"));
    wm_cells_claim(table, model, wm_claims_on(of, "difference"));
    add_limit(table, wm_claims_on(of, "difference"));
    wm_cells_claim(table, model, wm_claims_on(of, "rate_ratio"));
    add_interval(table, model, of);
    wm_cells_claim(table, model, wm_claims_on(of, "floor_ratio"));
    add_class(table, model, of, "class_kept", "performance_class");
    add_class(table, model, of, "numerical_class_kept", "numerical_class");
    wm_cells_claim(table, model, wm_claims_on(of, "methods"));
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
static void add_links(const wm_model *model, unsigned number, wm_document *to)
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
            add_link(table, model, &of);
}

void wm_overview_links_add(const wm_model *model, wm_document *to)
{
    wm_claims_group of = {NULL, 0};
    if (wm_model_is_differential(model)) { /* the others are compared with its first prior */
        add_warnings(model, 1, to);
        wm_links_alone_add(model, to);
    }
    while (wm_claims_next(&model->claims, &of))
        if (of.claim->subject == WM_SUBJECT_PRIOR) {
            add_prior(model, &of, to);
            add_warnings(model, wm_claim_sides_prior(of.claim), to);
            add_links(model, wm_claim_sides_prior(of.claim), to);
        }
}
