/* Comparisons for other programs: JSON and CSV. */
#include "report/views/comparison_export.h"

#include "record/tables/exit_status.h"
#include "report/print/json_output.h"
#include "report/views/run_verdict.h"
#include "report/print/table.h"
#include "model/tally.h"
#include "standards/number.h"

#include <math.h>
#include <string.h>

/* ---- JSON ------------------------------------------------------------------------------------ */

static const char *status_word(int verdict)
{
    static const char *const WORDS[] = {[WM_EXIT_YES] = "compared",
                                        [WM_EXIT_NO] = "different",
                                        [WM_EXIT_INCONCLUSIVE] = "not comparable"};
    return WORDS[verdict];
}

static void add_result(wm_node *node, const char *key, const wm_result *result)
{
    if (result->kind == WM_RESULT_NUMBER)
        wm_node_number(node, key, result->number);
    else if (result->kind == WM_RESULT_WORD)
        wm_node_text(node, key, result->text);
    else
        wm_node_null(node, key);
}

static void add_word(wm_node *node, const char *key, const char *word)
{
    if (word != NULL && word[0] != '\0')
        wm_node_text(node, key, word);
    else
        wm_node_null(node, key);
}

/* Adds one side of a row: the median with its interval, and the classes and digest of an item. */
static void add_side(wm_node *node, const char *key, const wm_comparison_range *range,
                     const wm_link_side *side)
{
    wm_node_open_object(node, key);
    add_result(node, "median", &range->median);
    add_result(node, "low", &range->low);
    add_result(node, "high", &range->high);
    if (side != NULL) {
        add_result(node, "performance_class", &side->performance_class);
        add_result(node, "numerical_class", &side->numerical_class);
        add_result(node, "floor", &side->floor);
        if (side->has_first)
            wm_node_hex(node, "output_digest", side->digest);
        else
            wm_node_null(node, "output_digest");
    }
    wm_node_close_object(node);
}

static void add_row(wm_node *node, const wm_comparison_row *row)
{
    wm_node_open_object(node, NULL);
    wm_node_text(node, row->base_side != NULL ? "item" : "claim", row->label);
    add_word(node, "unit", row->base != NULL ? row->base->unit : NULL);
    add_side(node, "base", &row->base_range, row->base_side);
    add_side(node, "other", &row->other_range, row->other_side);
    add_result(node, "ratio", &row->ratio.median);
    add_result(node, "ratio_low", &row->ratio.low);
    add_result(node, "ratio_high", &row->ratio.high);
    add_word(node, "change", wm_comparison_change_word(row->change));
    if (row->why[0] != '\0')
        wm_node_text(node, "reason", row->why);
    if (row->remark[0] != '\0')
        wm_node_text(node, "remark", row->remark);
    if (row->base_side != NULL) {
        wm_node_text(node, "output", wm_comparison_output_word(row->output));
        if (row->output_why != NULL)
            wm_node_text(node, "output_reason", row->output_why);
        add_result(node, "floor_ratio", &row->floor_ratio);
        wm_node_text(node, "method", row->is_same_method ? "same" : "other");
    }
    wm_node_close_object(node);
}

static void add_value(wm_node *node, const char *key, const wm_comparison_value *value)
{
    char name[32];
    if (value->text != NULL && value->is_number)
        wm_node_json(node, key, value->text, strlen(value->text));
    else if (value->text != NULL)
        wm_node_text(node, key, value->text);
    else
        wm_node_null(node, key);
    (void)snprintf(name, sizeof name, "%s_reason", key);
    if (value->reason != NULL)
        wm_node_text(node, name, value->reason);
}

static void add_facts(wm_node *node, const wm_comparison *comparison)
{
    wm_node_count(node, "same_facts", comparison->same_facts);
    wm_node_open_array(node, "facts");
    for (size_t i = 0; i < comparison->fact_count; i++) {
        wm_node_open_object(node, NULL);
        wm_node_text(node, "name", comparison->fact[i].name);
        add_value(node, "base", &comparison->fact[i].base);
        add_value(node, "other", &comparison->fact[i].other);
        wm_node_close_object(node);
    }
    wm_node_close_array(node);
}

static void add_names(wm_node *node, const char *key, const wm_comparison_names *names)
{
    wm_node_open_array(node, key);
    for (size_t i = 0; i < names->count; i++)
        wm_node_text(node, NULL, names->name[i]);
    wm_node_close_array(node);
}

static void add_record(wm_node *node, const wm_comparison_record *record)
{
    wm_json_output_text(node, "record", record->model->path);
    wm_node_text(node, "root", record->model->report.root);
    wm_node_count(node, "findings", wm_tally_notable(record->model));
    wm_node_count(node, "environments", record->model->environments.count);
    wm_node_count(node, "repeats_flagged", record->model->disturbed_count);
    wm_node_count(node, "repeats_starved", wm_model_flagged(record->model, WM_FLAG_STARVED));
    if (isnan(record->model->pressure.mean))
        wm_node_null(node, "pressure");
    else
        wm_node_number(node, "pressure", record->model->pressure.mean);
}

/* Adds how many rows have each word. */
static void add_counts(wm_node *node, const wm_comparison *comparison)
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
    wm_node_open_object(node, "counts");
    for (size_t i = 0; i < sizeof CHANGES / sizeof CHANGES[0]; i++)
        wm_node_count(node, CHANGES[i].key, comparison->changes[CHANGES[i].change]);
    wm_node_count(node, "identical", comparison->outputs[WM_COMPARISON_IDENTICAL]);
    wm_node_count(node, "different", comparison->outputs[WM_COMPARISON_DIFFERENT]);
    wm_node_count(node, "not_compared", comparison->outputs[WM_COMPARISON_NOT_COMPARED]);
    wm_node_close_object(node);
}

static void add_comparison(wm_node *node, const wm_comparison *comparison)
{
    wm_node_open_object(node, NULL);
    add_record(node, comparison->other);
    wm_node_text(node, "status", status_word(wm_comparison_exit(comparison)));
    add_counts(node, comparison);
    add_result(node, "geometric_mean", &comparison->geometric_mean);
    add_facts(node, comparison);
    wm_node_open_array(node, "items");
    for (size_t i = 0; i < comparison->row_count; i++)
        if (comparison->row[i].base_side != NULL)
            add_row(node, &comparison->row[i]);
    wm_node_close_array(node);
    wm_node_open_array(node, "own");
    for (size_t i = 0; i < comparison->row_count; i++)
        if (comparison->row[i].base_side == NULL)
            add_row(node, &comparison->row[i]);
    wm_node_close_array(node);
    add_names(node, "only_base", &comparison->only_base);
    add_names(node, "only_other", &comparison->only_other);
    wm_node_close_object(node);
}

wm_status wm_comparison_export_json(const wm_comparison *comparisons, size_t count, FILE *out)
{
    wm_node node = WM_NODE_EMPTY;
    wm_node_begin_object(&node);
    wm_node_text(&node, "schema", "witnessmark-compare/1");
    wm_node_text(&node, "status", status_word(wm_comparison_exit_of(comparisons, count)));
    wm_node_open_object(&node, "base");
    add_record(&node, comparisons[0].base);
    wm_node_close_object(&node);
    wm_node_open_array(&node, "compared");
    for (size_t i = 0; i < count; i++)
        add_comparison(&node, &comparisons[i]);
    wm_node_close_array(&node);
    return wm_json_output_print(&node, out);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

static void add_columns(wm_table *table)
{
    static const char *const TITLES[] = {"record",
                                         "item",
                                         "unit",
                                         "base",
                                         "base_low",
                                         "base_high",
                                         "other",
                                         "other_low",
                                         "other_high",
                                         "ratio",
                                         "ratio_low",
                                         "ratio_high",
                                         "change",
                                         "reason",
                                         "output",
                                         "output_reason",
                                         "floor_ratio",
                                         "base_class",
                                         "other_class",
                                         "base_numerical_class",
                                         "other_numerical_class",
                                         "method"};
    for (size_t i = 0; i < sizeof TITLES / sizeof TITLES[0]; i++)
        wm_table_add_column(table, TITLES[i], WM_TABLE_LEFT, false);
}

static void add_cell(wm_table *table, const char *text)
{
    wm_table_add(table, text, NULL, WM_EMPHASIS_NONE);
}

/* Adds a number with all digits, or a word; a null is empty. */
static void add_cell_of(wm_table *table, const wm_result *result)
{
    char text[WM_NUMBER_TEXT_SIZE];
    if (result->kind == WM_RESULT_NUMBER)
        (void)wm_number_format(result->number, text);
    add_cell(table, result->kind == WM_RESULT_NUMBER ? text
                    : result->kind == WM_RESULT_WORD ? result->text
                                                     : NULL);
}

static void add_cells(wm_table *table, const wm_comparison_range *range)
{
    add_cell_of(table, &range->median);
    add_cell_of(table, &range->low);
    add_cell_of(table, &range->high);
}

static void add_csv_row(wm_table *table, const char *path, const wm_comparison_row *row)
{
    const wm_link_side *base = row->base_side, *other = row->other_side;
    add_cell(table, path);
    add_cell(table, row->label);
    add_cell(table, row->base != NULL ? row->base->unit : NULL);
    add_cells(table, &row->base_range);
    add_cells(table, &row->other_range);
    add_cells(table, &row->ratio);
    add_cell(table, wm_comparison_change_word(row->change));
    add_cell(table, row->why);
    add_cell(table, wm_comparison_output_word(row->output));
    add_cell(table, row->output_why);
    if (base == NULL) {
        for (unsigned i = 0; i < 6; i++)
            add_cell(table, NULL);
        return;
    }
    add_cell_of(table, &row->floor_ratio);
    add_cell_of(table, &base->performance_class);
    add_cell_of(table, &other->performance_class);
    add_cell_of(table, &base->numerical_class);
    add_cell_of(table, &other->numerical_class);
    add_cell(table, row->is_same_method ? "same" : "other");
}

/* Adds what one record alone has: rows with a label and a reason. */
static void add_csv_names(wm_table *table, const char *path, const wm_comparison_names *names,
                          const char *reason)
{
    enum { BEFORE = 11, BEHIND = 8 }; /* empty cells on both sides of the reason */
    for (size_t i = 0; i < names->count; i++) {
        add_cell(table, path);
        add_cell(table, names->name[i]);
        for (unsigned cell = 0; cell < BEFORE; cell++)
            add_cell(table, NULL);
        add_cell(table, reason);
        for (unsigned cell = 0; cell < BEHIND; cell++)
            add_cell(table, NULL);
    }
}

wm_status wm_comparison_export_csv(const wm_comparison *comparisons, size_t count, FILE *out)
{
    wm_table table = {0};
    wm_status status;
    add_columns(&table);
    for (size_t i = 0; i < count; i++) {
        const char *path = comparisons[i].other->model->path;
        for (size_t row = 0; row < comparisons[i].row_count; row++)
            add_csv_row(&table, path, &comparisons[i].row[row]);
        add_csv_names(&table, path, &comparisons[i].only_base, "only in the base");
        add_csv_names(&table, path, &comparisons[i].only_other, "only in this record");
    }
    status = wm_table_print(&table, WM_TABLE_CSV, false, out);
    wm_table_clear(&table);
    return status;
}
