/* Comparisons for other programs: members, and a table of rows. */
#include "report/views/comparison.h"

#include "model/tally.h"
#include "report/document/data.h"
#include "report/views/warnings.h"
#include "standards/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- JSON: a row ----------------------------------------------------------------------------- */

static void add_result(wm_document *to, const char *key, const wm_result *result)
{
    if (result->kind == WM_RESULT_NUMBER)
        wm_data_number(to, key, result->number);
    else if (result->kind == WM_RESULT_WORD)
        wm_data_text(to, key, result->text);
    else
        wm_data_null(to, key);
}

static void add_digests(wm_document *to, const wm_comparison_run *run)
{
    wm_data_list(to, "output_digests");
    for (size_t i = 0; i < run->digest_count; i++) {
        wm_data_object(to, NULL);
        wm_data_hex(to, "digest", run->digest[i].bytes);
        wm_data_count(to, "repeats", run->digest[i].repeats);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

/* Adds a number of one record, with what the record says about it. */
static void add_run(wm_document *to, const wm_comparison *comparison, const wm_comparison_run *run)
{
    wm_data_object(to, NULL);
    wm_data_text(to, "record", run->model->path);
    add_result(to, "median", &run->range.median);
    add_result(to, "low", &run->range.low);
    add_result(to, "high", &run->range.high);
    wm_data_count(to, "length", run->length);
    wm_data_text(to, "no_direction", run->bar);
    wm_data_text(to, "flags", wm_comparison_flags(run, 1, to));
    if (run->item != NULL) {
        add_result(to, "performance_class", &run->side.performance_class);
        add_result(to, "numerical_class", &run->side.numerical_class);
        wm_data_text(to, "verdict", run->verdict);
        add_result(to, "floor", &run->side.floor);
        add_digests(to, run);
    }
    if (comparison->split == 0) {
        wm_data_number(to, "ratio", run->ratio);
        wm_data_flag(to, "odd", run->is_odd);
        if (run->item != NULL)
            wm_data_text(to, "output", wm_comparison_output_word(run->output));
    }
    wm_data_end_object(to);
}

/* Adds the runs of a side or of a fleet, with the number that they have together. */
static void add_runs(wm_document *to, const char *key, const wm_comparison *comparison,
                     const wm_comparison_row *row, size_t first, size_t end)
{
    wm_data_object(to, key);
    add_result(to, "mean", &row->mean[first > 0]);
    wm_data_list(to, "runs");
    for (size_t i = first; i < end; i++)
        add_run(to, comparison, &row->run[i]);
    wm_data_end_list(to);
    wm_data_end_object(to);
}

static const char *limit_word(wm_comparison_limit limit)
{
    static const char *const WORDS[] = {"undecided", "no", "yes", NULL};
    return WORDS[limit];
}

static void add_sides(wm_document *to, const wm_comparison *comparison,
                      const wm_comparison_row *row)
{
    add_runs(to, "base", comparison, row, 0, comparison->split);
    add_runs(to, "other", comparison, row, comparison->split, comparison->count);
    add_result(to, "ratio", &row->ratio.median);
    add_result(to, "ratio_low", &row->ratio.low);
    add_result(to, "ratio_high", &row->ratio.high);
    wm_data_text(to, "change", wm_comparison_change_word(row->change));
    if (row->ratio_why != NULL)
        wm_data_text(to, "ratio_reason", row->ratio_why);
    if (row->remark != NULL)
        wm_data_text(to, "remark", row->remark);
    if (!isnan(comparison->slower))
        wm_data_text(to, "slower_than_limit", limit_word(row->limit));
    if (row->run[0].item != NULL) {
        add_result(to, "floor_ratio", &row->floor_ratio);
        wm_data_text(to, "method", row->is_same_method ? "same" : "other");
    }
}

static void add_fleet(wm_document *to, const wm_comparison *comparison,
                      const wm_comparison_row *row)
{
    add_result(to, "median", &row->fleet.median);
    add_result(to, "least", &row->fleet.low);
    add_result(to, "largest", &row->fleet.high);
    wm_data_count(to, "judged", row->judged);
    wm_data_count(to, "odd_count", row->odd);
    wm_data_number(to, "odd_beyond", row->odd_limit);
    wm_data_list(to, "runs");
    for (size_t i = 0; i < comparison->count; i++)
        add_run(to, comparison, &row->run[i]);
    wm_data_end_list(to);
}

static void add_row(wm_document *to, const wm_comparison *comparison, const wm_comparison_row *row)
{
    wm_data_object(to, NULL);
    wm_data_text(to, row->run[0].item != NULL ? "item" : "claim", row->label);
    wm_data_word(to, "unit", row->unit);
    if (comparison->split > 0)
        add_sides(to, comparison, row);
    else
        add_fleet(to, comparison, row);
    if (row->why != NULL)
        wm_data_text(to, "reason", row->why);
    if (row->run[0].item != NULL) {
        wm_data_text(to, "output", wm_comparison_output_word(row->output));
        if (row->output_why != NULL)
            wm_data_text(to, "output_reason", row->output_why);
    }
    wm_data_end_object(to);
}

/* Adds the rows that are items, or the others. */
static void add_rows(wm_document *to, const char *key, const wm_comparison *comparison,
                     bool are_items)
{
    wm_data_list(to, key);
    for (size_t i = 0; i < comparison->row_count; i++)
        if ((comparison->row[i].run[0].item != NULL) == are_items)
            add_row(to, comparison, &comparison->row[i]);
    wm_data_end_list(to);
}

/* ---- JSON: the rest -------------------------------------------------------------------------- */

static void add_value(wm_document *to, const char *key, const wm_comparison_value *value)
{
    char name[32];
    if (value->text != NULL && value->is_number)
        wm_data_json(to, key, value->text, strlen(value->text));
    else if (value->text != NULL)
        wm_data_text(to, key, value->text);
    else
        wm_data_null(to, key);
    (void)snprintf(name, sizeof name, "%s_reason", key);
    if (value->reason != NULL)
        wm_data_text(to, name, value->reason);
}

static void add_names(wm_document *to, const char *key, const wm_comparison_names *names)
{
    wm_data_list(to, key);
    for (size_t i = 0; i < names->count; i++)
        wm_data_text(to, NULL, names->name[i]);
    wm_data_end_list(to);
}

static void add_facts(wm_document *to, const wm_comparison *comparison)
{
    if (comparison->split == 0) {
        add_names(to, "mixed_facts", &comparison->mixed[0]);
        return;
    }
    wm_data_count(to, "same_facts", comparison->same_facts);
    wm_data_list(to, "facts");
    for (size_t i = 0; i < comparison->fact_count; i++) {
        wm_data_object(to, NULL);
        wm_data_text(to, "name", comparison->fact[i].name);
        add_value(to, "base", &comparison->fact[i].base);
        add_value(to, "other", &comparison->fact[i].other);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
    add_names(to, "mixed_base", &comparison->mixed[0]);
    add_names(to, "mixed_other", &comparison->mixed[1]);
}

static void add_records(wm_document *to, const char *key, const wm_comparison *comparison,
                        size_t first, size_t end)
{
    wm_data_list(to, key);
    for (size_t i = first; i < end; i++) {
        const wm_model *model = &comparison->model[i];
        wm_data_object(to, NULL);
        wm_data_text(to, "record", model->path);
        wm_data_text(to, "root", model->report.root);
        wm_data_count(to, "items_wrong", wm_tally_count(model).wrong);
        wm_data_count(to, "findings", wm_tally_notable(model));
        wm_data_count(to, "environments", model->environments.count);
        wm_data_count(to, "repeats_flagged", model->disturbed_count);
        wm_data_count(to, "repeats_clock_differs", wm_model_flagged(model, WM_FLAG_CLOCK_DIFFERS));
        wm_data_count(to, "repeats_starved", wm_model_flagged(model, WM_FLAG_STARVED));
        wm_data_count(to, "repeats_stopped", wm_model_flagged(model, WM_FLAG_STOPPED));
        wm_data_count(to, "repeats_shared", wm_model_flagged(model, WM_FLAG_SHARED));
        wm_data_number(to, "pressure", model->pressure.mean);
        wm_warnings_export(model, to);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

/* Adds how many rows have each word. */
static void add_counts(wm_document *to, const wm_comparison *comparison)
{
    static const char *const CHANGES[WM_COMPARISON_CHANGES] = {
        [WM_COMPARISON_NO_DIRECTION] = "without_direction",
        [WM_COMPARISON_NOT_SHOWN] = "no_difference_shown",
        [WM_COMPARISON_FASTER] = "faster",
        [WM_COMPARISON_SLOWER] = "slower",
        [WM_COMPARISON_HIGHER] = "higher",
        [WM_COMPARISON_LOWER] = "lower",
    };
    size_t odd = 0;
    wm_data_object(to, "counts");
    for (size_t i = 0; comparison->split > 0 && i < WM_COMPARISON_CHANGES; i++)
        wm_data_count(to, CHANGES[i], comparison->changes[i]);
    for (size_t i = 0; i < comparison->row_count; i++)
        odd += comparison->row[i].odd;
    if (comparison->split == 0)
        wm_data_count(to, "odd", odd);
    wm_data_count(to, "identical", comparison->outputs[WM_COMPARISON_IDENTICAL]);
    wm_data_count(to, "different", comparison->outputs[WM_COMPARISON_DIFFERENT]);
    wm_data_count(to, "not_compared", comparison->outputs[WM_COMPARISON_NOT_COMPARED]);
    wm_data_end_object(to);
}

void wm_comparison_export_json(const wm_comparison *comparison, wm_document *to)
{
    const size_t split = comparison->split, count = comparison->count;
    wm_data_begin(to, "compare", wm_comparison_status(comparison));
    if (split > 0) {
        add_records(to, "base", comparison, 0, split);
        add_records(to, "other", comparison, split, count);
    } else {
        add_records(to, "records", comparison, 0, count);
    }
    if (!isnan(comparison->slower))
        wm_data_number(to, "fail_slower", comparison->slower);
    add_counts(to, comparison);
    if (split > 0)
        add_result(to, "geometric_mean", &comparison->geometric_mean);
    add_facts(to, comparison);
    add_rows(to, "items", comparison, true);
    add_rows(to, "own", comparison, false);
    if (split > 0) {
        add_names(to, "only_base", &comparison->only_base);
        add_names(to, "only_other", &comparison->only_other);
    }
    add_names(to, "partial", &comparison->partial);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Adds a number with all digits, or a word; a null is empty. */
static void add_cell(wm_table *table, const wm_result *cell)
{
    char number[WM_NUMBER_TEXT_SIZE];
    const char *text = cell->kind == WM_RESULT_WORD ? cell->text : NULL;
    if (cell->kind == WM_RESULT_NUMBER && wm_number_format(cell->number, number) != 0)
        text = number;
    wm_table_text(table, text);
}

/* Adds what is of the row, the same for each of its records. */
static void add_row_cells(wm_table *table, const wm_comparison *comparison,
                          const wm_comparison_row *row)
{
    if (comparison->split > 0) {
        const wm_result *const cells[] = {&row->ratio.median, &row->ratio.low, &row->ratio.high};
        for (size_t i = 0; i < 3; i++)
            add_cell(table, cells[i]);
        wm_table_text(table, row->ratio_why);
        wm_table_text(table, wm_comparison_change_word(row->change));
        wm_table_text(table, row->why);
        if (!isnan(comparison->slower))
            wm_table_text(table, limit_word(row->limit));
        add_cell(table, &row->floor_ratio);
        wm_table_text(table, row->run[0].item == NULL ? NULL
                             : row->is_same_method    ? "same"
                                                      : "other");
    } else {
        const wm_result limit = wm_result_number(row->odd_limit);
        add_cell(table, &row->fleet.median);
        add_cell(table, &limit);
        wm_table_text(table, row->why);
    }
    wm_table_text(table, wm_comparison_output_word(row->output));
    wm_table_text(table, row->output_why);
}

/* Adds a row of the table: an item or own number in one record. */
static void add_run_row(wm_table *table, const wm_comparison *comparison,
                        const wm_comparison_row *row, size_t record)
{
    const wm_comparison_run *run = &row->run[record];
    const char *flags = wm_comparison_flags(run, 1, table->document);
    const wm_result length = wm_result_number((double)run->length);
    const wm_result *const cells[] = {&run->range.median, &run->range.low, &run->range.high,
                                      &length};
    wm_table_text(table, row->label);
    wm_table_text(table, row->unit);
    if (comparison->split > 0)
        wm_table_text(table, record < comparison->split ? "A" : "B");
    wm_table_text(table, run->model->path);
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
        add_cell(table, cells[i]);
    wm_table_text(table, run->item != NULL ? run->side.performance_class.text : NULL);
    wm_table_text(table, run->item != NULL ? run->side.numerical_class.text : NULL);
    wm_table_text(table, run->verdict);
    wm_table_text(table, flags[0] != '\0' ? flags : NULL);
    wm_table_text(table, run->bar);
    if (comparison->split == 0) {
        const wm_result ratio =
            isnan(run->ratio) ? wm_result_null("") : wm_result_number(run->ratio);
        add_cell(table, &ratio);
        wm_table_text(table, run->is_odd ? "yes" : "no");
        wm_table_text(table, wm_comparison_output_word(run->output));
    }
    add_row_cells(table, comparison, row);
}

/* Adds what some records alone have: rows with a label and a reason. */
static void add_name_rows(wm_table *table, const wm_comparison_names *names, const char *reason)
{
    for (size_t i = 0; i < names->count; i++)
        for (size_t column = 0; column < table->column_count; column++)
            wm_table_text(table, column == 0 ? names->name[i]
                                 : strcmp(table->column[column].title, "reason") == 0 ? reason
                                                                                      : NULL);
}

void wm_comparison_export_rows(const wm_comparison *comparison, wm_document *to)
{
    wm_table *table = wm_table_new(to, NULL);
    wm_table_columns(table, "item", "unit", NULL);
    if (comparison->split > 0)
        wm_table_columns(table, "side", NULL);
    wm_table_columns(table, "record", "median", "low", "high", "length", "class", "numerical_class",
                     "verdict", "flags", "no_direction", NULL);
    if (comparison->split > 0) {
        wm_table_columns(table, "ratio", "ratio_low", "ratio_high", "ratio_reason", "change",
                         "reason", NULL);
        if (!isnan(comparison->slower))
            wm_table_columns(table, "slower_than_limit", NULL);
        wm_table_columns(table, "floor_ratio", "method", NULL);
    } else {
        wm_table_columns(table, "record_ratio", "odd", "record_output", "fleet_median",
                         "odd_beyond", "reason", NULL);
    }
    wm_table_columns(table, "output", "output_reason", NULL);
    for (size_t i = 0; i < comparison->row_count; i++)
        for (size_t record = 0; record < comparison->count; record++)
            add_run_row(table, comparison, &comparison->row[i], record);
    add_name_rows(table, &comparison->only_base, "only in A");
    add_name_rows(table, &comparison->only_other, "only in B");
    add_name_rows(table, &comparison->partial, "not in every record");
}
