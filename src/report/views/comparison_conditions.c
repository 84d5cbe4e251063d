/* Finds what must be equal and is not, before numbers of several runs are compared.
 *
 * Over all records: how long a repeat lasts at least, and how many there are. Within a side: line 1
 * and the method, because the spread of a side must be that of one thing. Between the sides these
 * may differ: they are what is compared. */
#include "base/code_point.h"
#include "report/views/comparison.h"

#include "standards/number.h"

#include <stdio.h>
#include <string.h>

/* Whether two records are of one run. */
static bool is_same_run(const wm_model *a, const wm_model *b)
{
    const wm_hex *of_a = &a->head.plan.content.of.plan.run,
                 *of_b = &b->head.plan.content.of.plan.run;
    return strcmp(a->report.root, b->report.root) == 0 ||
           (a->item_count > 0 && b->item_count > 0 && of_a->is_there && of_b->is_there &&
            memcmp(of_a->bytes, of_b->bytes, sizeof of_a->bytes) == 0);
}

static bool is_same_method(const wm_comparison_run *a, const wm_comparison_run *b)
{
    return memcmp(a->side.method, b->side.method, sizeof a->side.method) == 0;
}

/* How a run differs in length from the first one; NULL: it does not. */
static const char *length_of(const wm_comparison_run *first, const wm_comparison_run *run,
                             wm_document *to)
{
    const double a = first->model->plan.repeat_seconds, b = run->model->plan.repeat_seconds;
    char of_a[WM_NUMBER_TEXT_SIZE], of_b[WM_NUMBER_TEXT_SIZE];
    if (first->item != NULL && !(a == b)) {
        of_a[wm_number_format(a, of_a)] = of_b[wm_number_format(b, of_b)] = '\0';
        return wm_document_text(to, "repeat_seconds differ: %s and %s", of_a, of_b);
    }
    if (first->length != run->length ||
        (first->item != NULL && first->item->item->repeats != run->item->item->repeats))
        return wm_document_text(to, "numbers of %s differ: %zu and %zu",
                                first->item != NULL ? "repeats" : "values", first->length,
                                run->length);
    return NULL;
}

/* Why two own numbers of one name are not the same quantity. */
static const char *quantity_of(const wm_comparison_run *first, const wm_comparison_run *run)
{
    if (first->item != NULL)
        return NULL;
    if (strcmp(first->claim->unit, run->claim->unit) != 0)
        return "the units differ";
    if (first->function != run->function)
        return "the functions differ";
    return strcmp(first->field, run->field) == 0 ? NULL : "the fields differ";
}

/* How the runs of one side, or of a fleet, differ in what must be equal there. */
static const char *mix_of(const wm_comparison *comparison, const wm_comparison_row *row,
                          size_t first, size_t end)
{
    static const char *const SIDES[] = {"A", "B"};
    const bool is_b = first > 0;
    const wm_comparison_names *mixed = &comparison->mixed[is_b];
    if (mixed->count > 0)
        return wm_document_text(comparison->to, "%s: its runs differ in %.*s%s", SIDES[is_b],
                                WM_FIT(mixed->name[0], 60), mixed->count > 1 ? " and more" : "");
    for (size_t i = first + 1; row->run[first].item != NULL && i < end; i++)
        if (!is_same_method(&row->run[first], &row->run[i]))
            return wm_document_text(comparison->to, "%s: its runs differ in the method",
                                    SIDES[is_b]);
    return NULL;
}

/* A record that is given twice would make the spread too small. */
static void bar_copies(const wm_comparison *comparison, wm_comparison_row *row)
{
    for (size_t i = 1; i < comparison->count; i++)
        for (size_t j = 0; j < i; j++)
            if (row->run[i].bar == NULL && is_same_run(row->run[i].model, row->run[j].model))
                row->run[i].bar =
                    wm_document_text(comparison->to, "the same run is given twice: %.*s and %.*s",
                                     WM_FIT(wm_comparison_name(comparison, j), 60),
                                     WM_FIT(wm_comparison_name(comparison, i), 60));
}

void wm_comparison_conditions_check(const wm_comparison *comparison, wm_comparison_row *row)
{
    const size_t count = comparison->count, split = comparison->split;
    for (size_t i = 1; i < count && row->differs == NULL; i++)
        row->differs = quantity_of(&row->run[0], &row->run[i]);
    for (size_t i = 1; i < count && row->differs == NULL; i++)
        row->differs = length_of(&row->run[0], &row->run[i], comparison->to);
    if (split > 0 && row->differs == NULL)
        row->differs = mix_of(comparison, row, 0, split);
    if (split > 0 && row->differs == NULL)
        row->differs = mix_of(comparison, row, split, count);
    bar_copies(comparison, row);
}
