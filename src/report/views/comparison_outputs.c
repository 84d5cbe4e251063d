/* Compares the outputs of an item by the digests of all its repeats.
 *
 * Outputs are identical if every repeat of every record has one digest. A segment of a point has no
 * digest of its own, but counts the outputs that differ from repeat 0. */
#include "report/views/comparison.h"

#include <string.h>

static bool has_same_method(const wm_comparison_run *a, const wm_comparison_run *b)
{
    return memcmp(a->side.method, b->side.method, sizeof a->side.method) == 0;
}

/* Whether one device with one method made both. */
static bool has_same_device(const wm_comparison_run *a, const wm_comparison_run *b)
{
    return a->side.has_device && b->side.has_device &&
           memcmp(a->side.device, b->side.device, sizeof a->side.device) == 0;
}

/* Why equal inputs must give equal bits in two runs; NULL: they need not. */
static const char *why_identical(const wm_comparison_run *a, const wm_comparison_run *b)
{
    const wm_variant *variant = a->item->item->variant;
    if (wm_tables_has(variant, WM_TRAIT_EXACT))
        return "exact: every correct device gives the same output";
    return !wm_tables_has(variant, WM_TRAIT_CHANCE) && has_same_method(a, b) &&
                   has_same_device(a, b)
               ? "same backend, device model and method"
               : NULL;
}

/* Why outputs that differ need not be identical. */
static const char *why_apart(const wm_comparison_run *a, const wm_comparison_run *b)
{
    if (wm_tables_has(a->item->item->variant, WM_TRAIT_CHANCE))
        return "the order of the additions is left to chance";
    if (!has_same_method(a, b))
        return "digests differ, and so do the methods";
    if (!a->side.has_device || !b->side.has_device)
        return "digests differ, and a device model is not known";
    return "digests differ, and so do the device models";
}

/* Whether the outputs of a run's segments are those of its repeats; NULL claims: it has none. */
static bool has_steady_segments(const wm_comparison_run *run)
{
    const wm_claim *errors;
    if (run->item->item->point == WM_POINT_NONE)
        return true;
    errors = wm_model_claim_of(run->model, WM_SUBJECT_POINT, run->item->index, "errors");
    return errors != NULL && errors->value != NULL && strcmp(errors->value, "0") == 0;
}

/* Why the outputs of two runs cannot be compared; NULL: they can. */
static const char *what_lacks(const wm_comparison_run *a, const wm_comparison_run *b)
{
    if (!wm_plan_has_output(a->item->item))
        return "this workload has no output";
    if (strcmp(a->model->plan.nonce, b->model->plan.nonce) != 0)
        return "other nonce";
    return a->digest_count == 0 || b->digest_count == 0 ? "repeat failed" : NULL;
}

/* Compares the outputs of two runs, which may be one run: then of its repeats. */
static wm_comparison_output compare(const wm_comparison_run *a, const wm_comparison_run *b,
                                    const char **why)
{
    const bool is_one = a->digest_count == 1 && b->digest_count == 1 &&
                        memcmp(a->digest[0].bytes, b->digest[0].bytes, WM_SHA256_SIZE) == 0;
    const bool is_steady = has_steady_segments(a) && has_steady_segments(b);
    *why = what_lacks(a, b);
    if (*why != NULL)
        return WM_COMPARISON_NOT_COMPARED;
    if (is_one && is_steady && !a->side.has_failed && !b->side.has_failed)
        return WM_COMPARISON_IDENTICAL;
    if (is_one && is_steady) {
        *why = "repeat failed";
        return WM_COMPARISON_NOT_COMPARED;
    }
    *why = why_identical(a, b);
    if (*why != NULL)
        return WM_COMPARISON_DIFFERENT;
    *why = is_one ? "outputs under load differ" : why_apart(a, b);
    return WM_COMPARISON_NOT_COMPARED;
}

/* ---- two sides ------------------------------------------------------------------------------- */

/* Keeps the worst of all pairs: outputs that differ, else the first that could not be compared. */
static void compare_all(const wm_comparison *comparison, wm_comparison_row *row)
{
    row->output = WM_COMPARISON_IDENTICAL;
    for (size_t i = 0; i < comparison->count; i++)
        for (size_t j = i; j < comparison->count; j++) {
            const char *why;
            const wm_comparison_output one = compare(&row->run[i], &row->run[j], &why);
            if (one == WM_COMPARISON_IDENTICAL || row->output == WM_COMPARISON_DIFFERENT ||
                (row->output == WM_COMPARISON_NOT_COMPARED && one != WM_COMPARISON_DIFFERENT))
                continue;
            row->output = one;
            row->output_why = why;
        }
}

/* ---- a fleet --------------------------------------------------------------------------------- */

/* The number of runs that have the first digest of this one. */
static size_t votes_for(const wm_comparison *comparison, const wm_comparison_row *row, size_t run)
{
    const char *why;
    size_t votes = 0;
    for (size_t i = 0; i < comparison->count; i++)
        votes += compare(&row->run[run], &row->run[i], &why) == WM_COMPARISON_IDENTICAL;
    return votes;
}

/* Compares each output with that of most records. Without most, no record is right. */
static void compare_with_most(const wm_comparison *comparison, wm_comparison_row *row)
{
    const size_t count = comparison->count;
    size_t most = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t votes = votes_for(comparison, row, i);
        if (votes > most) {
            most = votes;
            row->reference = i;
        }
    }
    row->has_reference = 2 * most > count;
    row->output = WM_COMPARISON_IDENTICAL;
    for (size_t i = 0; i < count; i++) {
        const char *why;
        wm_comparison_run *run = &row->run[i];
        run->output = compare(&row->run[row->reference], run, &why);
        if (run->output == WM_COMPARISON_IDENTICAL || row->output == WM_COMPARISON_DIFFERENT ||
            (row->output == WM_COMPARISON_NOT_COMPARED && run->output != WM_COMPARISON_DIFFERENT))
            continue;
        row->output = run->output;
        row->output_why = why;
    }
    for (size_t i = 0; i < count && !row->has_reference; i++)
        if (row->output == WM_COMPARISON_DIFFERENT && row->run[i].output == WM_COMPARISON_IDENTICAL)
            row->run[i].output = WM_COMPARISON_DIFFERENT;
}

void wm_comparison_outputs_compare(const wm_comparison *comparison, wm_comparison_row *row)
{
    if (row->run[0].item == NULL)
        return;
    if (comparison->split > 0)
        compare_all(comparison, row);
    else
        compare_with_most(comparison, row);
}
