/* Comparisons for other programs: members, and a table of rows. */
#include "report/views/comparison.h"

#include "record/tables/exit_status.h"
#include "report/document/data.h"
#include "report/document/table.h"
#include "model/tally.h"
#include "standards/number.h"

#include <stdio.h>
#include <string.h>

/* ---- JSON ------------------------------------------------------------------------------------ */

static const char *status_word(int verdict)
{
    static const char *const WORDS[] = {[WM_EXIT_YES] = "compared",
                                        [WM_EXIT_NO] = "different",
                                        [WM_EXIT_INCONCLUSIVE] = "not comparable"};
    return WORDS[verdict];
}

static void add_result(wm_document *to, const char *key, const wm_result *result)
{
    if (result->kind == WM_RESULT_NUMBER)
        wm_data_number(to, key, result->number);
    else if (result->kind == WM_RESULT_WORD)
        wm_data_text(to, key, result->text);
    else
        wm_data_null(to, key);
}

/* Adds one side of a row: the median with its interval, and the classes and digest of an item. */
static void add_side(wm_document *to, const char *key, const wm_comparison_range *range,
                     const wm_link_side *side)
{
    wm_data_object(to, key);
    add_result(to, "median", &range->median);
    add_result(to, "low", &range->low);
    add_result(to, "high", &range->high);
    if (side != NULL) {
        add_result(to, "performance_class", &side->performance_class);
        add_result(to, "numerical_class", &side->numerical_class);
        add_result(to, "floor", &side->floor);
        if (side->has_first)
            wm_data_hex(to, "output_digest", side->digest);
        else
            wm_data_null(to, "output_digest");
    }
    wm_data_end_object(to);
}

static void add_row(wm_document *to, const wm_comparison_row *row)
{
    wm_data_object(to, NULL);
    wm_data_text(to, row->base_side != NULL ? "item" : "claim", row->label);
    wm_data_word(to, "unit", row->base != NULL ? row->base->unit : NULL);
    add_side(to, "base", &row->base_range, row->base_side);
    add_side(to, "other", &row->other_range, row->other_side);
    add_result(to, "ratio", &row->ratio.median);
    add_result(to, "ratio_low", &row->ratio.low);
    add_result(to, "ratio_high", &row->ratio.high);
    wm_data_word(to, "change", wm_comparison_change_word(row->change));
    if (row->why != NULL)
        wm_data_text(to, "reason", row->why);
    if (row->remark != NULL)
        wm_data_text(to, "remark", row->remark);
    if (row->base_side != NULL) {
        wm_data_text(to, "output", wm_comparison_output_word(row->output));
        if (row->output_why != NULL)
            wm_data_text(to, "output_reason", row->output_why);
        add_result(to, "floor_ratio", &row->floor_ratio);
        wm_data_text(to, "method", row->is_same_method ? "same" : "other");
    }
    wm_data_end_object(to);
}

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

static void add_facts(wm_document *to, const wm_comparison *comparison)
{
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
}

static void add_names(wm_document *to, const char *key, const wm_comparison_names *names)
{
    wm_data_list(to, key);
    for (size_t i = 0; i < names->count; i++)
        wm_data_text(to, NULL, names->name[i]);
    wm_data_end_list(to);
}

static void add_record(wm_document *to, const wm_model *model)
{
    wm_data_text(to, "record", model->path);
    wm_data_text(to, "root", model->report.root);
    wm_data_count(to, "findings", wm_tally_notable(model));
    wm_data_count(to, "environments", model->environments.count);
    wm_data_count(to, "repeats_flagged", model->disturbed_count);
    wm_data_count(to, "repeats_starved", wm_model_flagged(model, WM_FLAG_STARVED));
    wm_data_number(to, "pressure", model->pressure.mean);
}

/* Adds how many rows have each word. */
static void add_counts(wm_document *to, const wm_comparison *comparison)
{
    static const struct {
        const char *key;
        wm_comparison_change change;
    } CHANGES[] = {
        {"faster", WM_COMPARISON_FASTER},
        {"slower", WM_COMPARISON_SLOWER},
        {"higher", WM_COMPARISON_HIGHER},
        {"lower", WM_COMPARISON_LOWER},
        {"no_difference_shown", WM_COMPARISON_NOT_SHOWN},
        {"without_interval", WM_COMPARISON_UNKNOWN},
    };
    wm_data_object(to, "counts");
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++)
        wm_data_count(to, CHANGES[i].key, comparison->changes[CHANGES[i].change]);
    wm_data_count(to, "identical", comparison->outputs[WM_COMPARISON_IDENTICAL]);
    wm_data_count(to, "different", comparison->outputs[WM_COMPARISON_DIFFERENT]);
    wm_data_count(to, "not_compared", comparison->outputs[WM_COMPARISON_NOT_COMPARED]);
    wm_data_end_object(to);
}

/* Adds the rows that are items, or the others. */
static void add_rows(wm_document *to, const char *key, const wm_comparison *comparison,
                     bool are_items)
{
    wm_data_list(to, key);
    for (size_t i = 0; i < comparison->row_count; i++)
        if ((comparison->row[i].base_side != NULL) == are_items)
            add_row(to, &comparison->row[i]);
    wm_data_end_list(to);
}

static void add_comparison(wm_document *to, const wm_comparison *comparison)
{
    wm_data_object(to, NULL);
    add_record(to, comparison->other);
    wm_data_text(to, "status", status_word(wm_comparison_exit(comparison)));
    add_counts(to, comparison);
    add_result(to, "geometric_mean", &comparison->geometric_mean);
    add_facts(to, comparison);
    add_rows(to, "items", comparison, true);
    add_rows(to, "own", comparison, false);
    add_names(to, "only_base", &comparison->only_base);
    add_names(to, "only_other", &comparison->only_other);
    wm_data_end_object(to);
}

void wm_comparison_export_json(const wm_comparison *comparisons, size_t count, wm_document *to)
{
    wm_data_begin(to, "compare", status_word(wm_comparison_exit_of(comparisons, count)));
    wm_data_object(to, "base");
    add_record(to, comparisons[0].base);
    wm_data_end_object(to);
    wm_data_list(to, "compared");
    for (size_t i = 0; i < count; i++)
        add_comparison(to, &comparisons[i]);
    wm_data_end_list(to);
}

/* ---- rows ------------------------------------------------------------------------------------ */

enum { COLUMNS = 22, LABEL = 1, REASON = 13 };

/* Adds a row: numbers with all digits, and words; a null is empty. */
static void add_cells(wm_table *table, const wm_result cells[COLUMNS])
{
    for (size_t i = 0; i < COLUMNS; i++) {
        char number[WM_NUMBER_TEXT_SIZE];
        const char *text = cells[i].kind == WM_RESULT_WORD ? cells[i].text : NULL;
        if (cells[i].kind == WM_RESULT_NUMBER && wm_number_format(cells[i].number, number) != 0)
            text = number;
        wm_table_add(table, text, NULL, WM_EMPHASIS_NONE);
    }
}

static void add_row_cells(wm_table *table, const char *path, const wm_comparison_row *row)
{
    static const wm_link_side NONE; /* all null */
    const bool is_item = row->base_side != NULL;
    const wm_link_side *base = is_item ? row->base_side : &NONE;
    const wm_link_side *other = is_item ? row->other_side : &NONE;
    const wm_result cells[COLUMNS] = {
        wm_result_word(path),
        wm_result_word(row->label),
        wm_result_word(row->base != NULL ? row->base->unit : NULL),
        row->base_range.median,
        row->base_range.low,
        row->base_range.high,
        row->other_range.median,
        row->other_range.low,
        row->other_range.high,
        row->ratio.median,
        row->ratio.low,
        row->ratio.high,
        wm_result_word(wm_comparison_change_word(row->change)),
        wm_result_word(row->why),
        wm_result_word(wm_comparison_output_word(row->output)),
        wm_result_word(row->output_why),
        row->floor_ratio,
        base->performance_class,
        other->performance_class,
        base->numerical_class,
        other->numerical_class,
        wm_result_word(!is_item              ? NULL
                       : row->is_same_method ? "same"
                                             : "other"),
    };
    add_cells(table, cells);
}

/* Adds what one record alone has: rows with a label and a reason. */
static void add_name_rows(wm_table *table, const char *path, const wm_comparison_names *names,
                          const char *reason)
{
    for (size_t i = 0; i < names->count; i++) {
        const wm_result cells[COLUMNS] = {
            wm_result_word(path), [LABEL] = wm_result_word(names->name[i]),
            [REASON] = wm_result_word(reason)};
        add_cells(table, cells);
    }
}

void wm_comparison_export_rows(const wm_comparison *comparisons, size_t count, wm_document *to)
{
    wm_table *table = wm_table_new(to, NULL);
    wm_table_columns(table, "record", "item", "unit", "base", "base_low", "base_high", "other",
                     "other_low", "other_high", "ratio", "ratio_low", "ratio_high", "change",
                     "reason", "output", "output_reason", "floor_ratio", "base_class",
                     "other_class", "base_numerical_class", "other_numerical_class", "method",
                     NULL);
    for (size_t i = 0; i < count; i++) {
        const char *path = comparisons[i].other->path;
        for (size_t row = 0; row < comparisons[i].row_count; row++)
            add_row_cells(table, path, &comparisons[i].row[row]);
        add_name_rows(table, path, &comparisons[i].only_base, "only in the base");
        add_name_rows(table, path, &comparisons[i].only_other, "only in this record");
    }
}
