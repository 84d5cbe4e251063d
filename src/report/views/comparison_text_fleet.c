/* The comparison of many records in words: one table against the median, the odd ones named. */
#include "base/code_point.h"
#include "report/views/comparison.h"

#include "model/tally.h"
#include "report/document/style.h"
#include "report/document/words.h"

#include <string.h>

enum { ODD_SHOWN = 4, LEFT_OUT_SHOWN = 3 };

/* Adds ` name words` behind a list. */
static const char *listed(wm_document *to, const char *list, const char *name, const char *words)
{
    return wm_document_text(to, "%s%s%s %s", list, list[0] != '\0' ? ", " : "", name, words);
}

/* How far a record is from the median, as `+40 %`. */
static const char *distance(wm_document *to, double ratio)
{
    return wm_document_text(to, ratio < 10 ? "%+.3g %%" : "%+.2g %%", 100 * (ratio - 1));
}

/* Adds the odd records. Where none can be odd, the cell is absent and says why. */
static void add_odd(wm_table *table, const wm_comparison *comparison, const wm_comparison_row *row)
{
    wm_document *to = table->document;
    const char *words = "";
    size_t shown = 0;
    if (row->why != NULL) {
        wm_table_add(table, NULL, row->why, WM_EMPHASIS_ODD);
        return;
    }
    for (size_t i = 0; i < comparison->count && shown < ODD_SHOWN; i++)
        if (row->run[i].is_odd) {
            words = listed(to, words, wm_comparison_name(comparison, i),
                           distance(to, row->run[i].ratio));
            shown++;
        }
    if (row->odd > shown)
        words = wm_document_text(to, "%s, and %zu more", words, row->odd - shown);
    wm_table_add(table, row->odd > 0 ? words : "none", NULL,
                 row->odd > 0 ? WM_EMPHASIS_ODD : WM_EMPHASIS_NONE);
}

/* Adds the distances beyond which a record is odd, as `-47.9 % .. +92 %`. */
static void add_odd_limit(wm_table *table, const wm_comparison_row *row)
{
    wm_document *to = table->document;
    if (row->why != NULL)
        wm_table_add(table, NULL, row->why, WM_EMPHASIS_ODD);
    else
        wm_table_write(table, "%s .. %s", distance(to, 1 / row->odd_limit),
                       distance(to, row->odd_limit));
}

/* Adds how many records are judged, with the first ones that are not as a note. */
static void add_judged(wm_table *table, const wm_comparison *comparison,
                       const wm_comparison_row *row)
{
    wm_document *to = table->document;
    const size_t out = comparison->count - row->judged;
    const char *words = "";
    size_t shown = 0;
    for (size_t i = 0; i < comparison->count && shown < LEFT_OUT_SHOWN; i++)
        if (row->run[i].bar != NULL) {
            words = listed(to, words, wm_comparison_name(comparison, i),
                           wm_document_text(to, "(%.*s)", WM_FIT(row->run[i].bar, 80)));
            shown++;
        }
    if (out > shown)
        words = wm_document_text(to, "%s, and %zu more", words, out - shown);
    if (out > 0)
        words = wm_document_text(to, "left out: %s", words);
    wm_table_add(table, wm_document_text(to, "%zu of %zu", row->judged, comparison->count),
                 out > 0 ? words : NULL, WM_EMPHASIS_NONE);
}

/* Adds the least and the largest number, in the unit of the row. */
static void add_range(wm_table *table, const wm_comparison_row *row)
{
    wm_document *to = table->document;
    if (row->fleet.low.kind == WM_RESULT_NUMBER && row->unit != NULL)
        wm_table_write(table, "%s .. %s", wm_comparison_text_value(&row->fleet.low, row->unit, to),
                       wm_comparison_text_value(&row->fleet.high, row->unit, to));
    else
        wm_table_add(table, NULL, row->why, WM_EMPHASIS_ODD);
}

static void add_table(const wm_comparison *comparison, wm_document *to)
{
    wm_table *table = wm_table_apart(to, NULL);
    wm_table_columns(table, "Item", ">Median", ">?Range", "Odd", ">Odd beyond", "Judged", "?Class",
                     "?Output", NULL);
    for (size_t i = 0; i < comparison->row_count; i++) {
        const wm_comparison_row *row = &comparison->row[i];
        const char *class = row->run[0].item != NULL
                                ? wm_comparison_text_class(row->run, comparison->count, false, to)
                                : NULL;
        wm_table_add(table, row->label, NULL, WM_EMPHASIS_NONE);
        wm_comparison_text_number(table, &row->fleet.median, row->unit, row->why);
        add_range(table, row);
        add_odd(table, comparison, row);
        add_odd_limit(table, row);
        add_judged(table, comparison, row);
        wm_table_add(table, class, class == NULL ? "own numbers have none" : NULL,
                     WM_EMPHASIS_NONE);
        wm_table_add(table, wm_comparison_output_word(row->output),
                     row->output == WM_COMPARISON_NONE ? "own numbers have none" : row->output_why,
                     row->output == WM_COMPARISON_DIFFERENT ? WM_EMPHASIS_BAD : WM_EMPHASIS_NONE);
    }
}

/* Adds `outputs: 49 identical; n17 DIFFERENT`. */
static void add_outputs(const wm_comparison *comparison, wm_document *to)
{
    const size_t identical = wm_comparison_records(comparison, WM_COMPARISON_IDENTICAL);
    const size_t apart = wm_comparison_records(comparison, WM_COMPARISON_NOT_COMPARED);
    const char *lead = "";
    wm_words *line;
    if (wm_comparison_records(comparison, WM_COMPARISON_NONE) == comparison->count)
        return;
    wm_words_gap(to, WM_GAP_LIST);
    line = wm_words_item(to);
    wm_words_add(line, "outputs: ");
    wm_words_lead(line, WM_BREAKS_NARROW, "    ");
    if (identical > 0) {
        wm_words_add(line, "%zu identical", identical);
        lead = "; ";
    }
    if (apart > 0) {
        wm_words_add(line, "%s%zu not compared", lead, apart);
        lead = "; ";
    }
    for (size_t i = 0; i < comparison->count; i++) {
        if (wm_comparison_record_output(comparison, i) != WM_COMPARISON_DIFFERENT)
            continue;
        wm_words_add(line, "%s", lead);
        wm_words_data(line, comparison->model[i].path);
        wm_words_add(line, " ");
        wm_words_word(line, WM_EMPHASIS_BAD, "DIFFERENT");
        lead = ", ";
    }
}

/* Names the records with a wrong output, then those with other findings; warns of busy ones. */
static void add_notable(const wm_comparison *comparison, wm_document *to)
{
    const char **names = wm_document_alloc(to, comparison->count * sizeof *names);
    wm_comparison_names found = {names, 0, comparison->count};
    for (size_t i = 0; names != NULL && i < comparison->count; i++) {
        const wm_model *model = &comparison->model[i];
        if (wm_tally_count(model).wrong > 0)
            wm_comparison_text_record(comparison, i, to);
        else if (wm_tally_notable(model) > 0)
            names[found.count++] = model->path;
    }
    wm_comparison_text_names("records with findings:", &found, to);
    wm_comparison_text_warnings(comparison, to);
}

void wm_comparison_text_fleet(const wm_comparison *comparison, wm_document *to)
{
    add_notable(comparison, to);
    wm_comparison_text_different(comparison, to);
    add_table(comparison, to);
    add_outputs(comparison, to);
    wm_comparison_text_names("facts that differ:", &comparison->mixed[0], to);
}
