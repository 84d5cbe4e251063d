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

static void print_line(const char *line, const wm_view *view, FILE *out)
{
    if (view->form == WM_TABLE_PLAIN) {
        wm_view_say(view, out, "%s", line);
        return;
    }
    fputs(view->form == WM_TABLE_MARKDOWN ? "- " : "", out);
    wm_table_print_words(line, view->form, out);
    fputc('\n', out);
}

/* What of a prior's floors and classes came again, and how many rates did not. */
static void write_recovered(const group *of, char *line, size_t size)
{
    const wm_claim *low = find(of, "floor_ratio_low");
    const char *lost = text_of(of, "rates_lost");
    char ratios[64] = "";
    if (low != NULL && low->value != NULL)
        (void)snprintf(ratios, sizeof ratios, " (ratios %.20s .. %.20s)", low->text,
                       text_of(of, "floor_ratio_high"));
    (void)snprintf(line, size,
                   "recovered: %.20s of %.20s floors%s, %.20s of %.20s numerical classes: %.20s; "
                   "lost: %.20s rate%s",
                   text_of(of, "floors_recovered"), text_of(of, "floors"), ratios,
                   text_of(of, "classes_recovered"), text_of(of, "classes"),
                   text_of(of, "recoverable_fraction"), lost, strcmp(lost, "1") == 0 ? "" : "s");
}

/* Prints which record a prior is, and how its links agree. */
static void print_prior(const group *of, const wm_view *view, FILE *out)
{
    const unsigned number = prior_of(&of->model->claims.claim[of->first]);
    const wm_prior_summary *prior = &of->model->prior[number - 1];
    char line[640];
    fputc('\n', out);
    (void)snprintf(line, sizeof line, "prior %u: %.*s, %s", number, ROOT_SHOWN, prior->root,
                   prior->device);
    print_line(line, view, out);
    (void)snprintf(line, sizeof line,
                   "links: %.20s; %.20s identical, %.20s within rounding, %.20s different, %.20s "
                   "not comparable",
                   text_of(of, "links"), text_of(of, "identical"), text_of(of, "within_rounding"),
                   text_of(of, "different"), text_of(of, "not_comparable"));
    print_line(line, view, out);
    write_recovered(of, line, sizeof line);
    print_line(line, view, out);
    (void)snprintf(line, sizeof line, "evidence preserving: %.40s",
                   text_of(of, "evidence_preserving"));
    print_line(line, view, out);
}

/* ---- its links ------------------------------------------------------------------------------- */

static void add_columns(wm_table *table)
{
    wm_table_add_column(table, "Item", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "Agreement", WM_TABLE_LEFT, false);
    wm_table_add_column(table, "Difference", WM_TABLE_RIGHT, false);
    wm_table_add_column(table, "Limit", WM_TABLE_RIGHT, false);
    wm_table_add_column(table, "Rate ratio", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "its interval", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Floor ratio", WM_TABLE_RIGHT, true);
    wm_table_add_column(table, "Class", WM_TABLE_LEFT, true);
    wm_table_add_column(table, "Numerical", WM_TABLE_LEFT, true);
    wm_table_add_column(table, "Method", WM_TABLE_LEFT, true);
}

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
    char text[96];
    if (low == NULL || low->value == NULL || high == NULL || high->value == NULL) {
        wm_cells_claim(table, of->model, low == NULL || low->value == NULL ? low : high);
        return;
    }
    (void)snprintf(text, sizeof text, "%.40s .. %.40s", low->text, high->text);
    wm_table_add(table, text, NULL, WM_EMPHASIS_NONE);
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

/* Prints the links of a prior. */
static wm_status print_links(const wm_model *model, unsigned number, const wm_view *view, FILE *out)
{
    wm_table table = {0};
    add_columns(&table);
    for (size_t i = 0; i < model->claims.count;) {
        const group of = group_at(model, i);
        if (model->claims.claim[i].subject == WM_SUBJECT_LINK &&
            prior_of(&model->claims.claim[i]) == number)
            add_link(&table, &of);
        i = of.end;
    }
    return wm_cells_print(&table, view, out);
}

wm_status wm_overview_links_print(const wm_model *model, const wm_view *view, FILE *out)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < model->claims.count && status == WM_OK;) {
        const group of = group_at(model, i);
        if (model->claims.claim[i].subject == WM_SUBJECT_PRIOR) {
            print_prior(&of, view, out);
            status = print_links(model, prior_of(&model->claims.claim[i]), view, out);
        }
        i = of.end;
    }
    return status;
}
