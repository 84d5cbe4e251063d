/* Comparisons in words. */
#include "report/views/comparison.h"

#include "record/tables/exit_status.h"
#include "report/document/style.h"
#include "report/document/table.h"
#include "report/document/words.h"
#include "report/views/cells.h"
#include "report/views/plan_origin.h"
#include "model/tally.h"
#include "report/views/warnings.h"
#include "study/foreign/import.h"

#include <math.h>
#include <string.h>

enum { ROOT_SHOWN = 12 };

/* ---- the verdict ----------------------------------------------------------------------------- */

/* Adds `N word` behind *lead, if N is not 0; the next lead is a comma. */
static void add_count(wm_words *line, const char **lead, size_t count, const char *word)
{
    if (count == 0)
        return;
    wm_words_add(line, "%s%zu %s", *lead, count, word);
    *lead = ", ";
}

/* Counts the directions and the outputs. */
static void add_counts(const wm_comparison *comparison, wm_words *line)
{
    const size_t *changes = comparison->changes, *outputs = comparison->outputs;
    const char *lead = "";
    for (unsigned i = WM_COMPARISON_FASTER; i < WM_COMPARISON_CHANGES; i++)
        add_count(line, &lead, changes[i], wm_comparison_change_word((wm_comparison_change)i));
    add_count(line, &lead, changes[WM_COMPARISON_NOT_SHOWN],
              wm_comparison_change_word(WM_COMPARISON_NOT_SHOWN));
    add_count(line, &lead, changes[WM_COMPARISON_UNKNOWN], "without an interval");
    lead = "; outputs: ";
    for (unsigned i = WM_COMPARISON_IDENTICAL; i < WM_COMPARISON_OUTPUTS; i++)
        add_count(line, &lead, outputs[i], wm_comparison_output_word((wm_comparison_output)i));
}

/* Adds the verdict on one line; it names the other record if there are several. */
static void add_verdict(const wm_comparison *comparison, bool is_named, wm_document *to)
{
    static const struct {
        const char *word;
        wm_emphasis emphasis;
    } VERDICTS[] = {
        [WM_EXIT_YES] = {"COMPARED", WM_EMPHASIS_GOOD},
        [WM_EXIT_NO] = {"DIFFERENT", WM_EMPHASIS_BAD},
        [WM_EXIT_INCONCLUSIVE] = {"NOT COMPARABLE", WM_EMPHASIS_ODD},
    };
    const int verdict = wm_comparison_exit(comparison);
    wm_words *line = wm_words_item(to);
    wm_words_word(line, VERDICTS[verdict].emphasis, VERDICTS[verdict].word);
    wm_words_add(line, "  ");
    wm_words_lead(line, WM_BREAKS_NARROW, "    ");
    if (is_named) {
        wm_words_path(line, comparison->other->path,
                      strlen(VERDICTS[verdict].word) + strlen("  ") + 5);
        wm_words_add(line, ": ");
    }
    if (comparison->row_count == 0)
        wm_words_add(line, "the records have no item and no own number in common");
    add_counts(comparison, line);
}

/* ---- the records ----------------------------------------------------------------------------- */

/* Adds `A  root  path`; the path may be cut at its left. */
static void add_record(const char *letter, const wm_model *model, wm_document *to)
{
    const size_t notable = wm_tally_notable(model);
    wm_words *line = wm_words_item(to);
    const char *note = "";
    line->breaks = WM_BREAKS_NEVER;
    if (notable > 0)
        note = wm_document_text(to, "  (%zu finding%s)", notable, wm_style_plural(notable));
    else if (wm_plan_origin_is_imported(&model->plan, model->plan_name))
        note = "  (" WM_IMPORT_MARK ")";
    wm_words_add(line, "%s  %.*s  ", letter, ROOT_SHOWN, model->report.root);
    wm_words_path(line, model->path, strlen("A  ") + ROOT_SHOWN + 2 + strlen(note));
    wm_words_add(line, "%s", note);
    if (model->environments.count > 1)
        wm_words_say(to, "%s  has %zu environments; facts are those of the first", letter,
                     model->environments.count)
            ->breaks = WM_BREAKS_NEVER;
}

/* Warns of repeats that were disturbed, and of a busy machine. */
static void add_warning(const char *letter, const wm_model *model, wm_document *to)
{
    char words[WM_WARNINGS_SIZE];
    wm_warnings_all(model, model->pressure.mean, words);
    if (words[0] != '\0')
        wm_warnings_add(wm_document_text(to, "%s: %s", letter, words), to);
}

/* Adds a text of several words behind a lead. */
static void add_prose(wm_words *line, const char *lead, const char *text)
{
    wm_words_add(line, "%s", lead);
    wm_words_lead(line, WM_BREAKS_NARROW, "    ");
    wm_words_data(line, text);
}

static void add_records(const wm_comparison *comparison, wm_document *to)
{
    const wm_model *base = comparison->base, *other = comparison->other;
    add_record("A", base, to);
    add_record("B", other, to);
    if (strcmp(base->report.root, other->report.root) == 0)
        wm_words_say(to, "A and B are the same record");
    if (strcmp(base->device, other->device) == 0 && strcmp(base->device, "none") != 0)
        add_prose(wm_words_item(to), "both on ", base->device);
    add_warning("A", base, to);
    add_warning("B", other, to);
}

/* ---- outputs that differ --------------------------------------------------------------------- */

static void add_different(const wm_comparison *comparison, wm_document *to)
{
    char a[WM_SHA256_HEX_SIZE + 1], b[WM_SHA256_HEX_SIZE + 1], word[WM_STYLE_SHELL_WORD];
    if (comparison->outputs[WM_COMPARISON_DIFFERENT] == 0)
        return;
    wm_words_gap(to, WM_GAP_PART);
    for (size_t i = 0; i < comparison->row_count; i++) {
        const wm_comparison_row *row = &comparison->row[i];
        wm_words *line;
        if (row->output != WM_COMPARISON_DIFFERENT)
            continue;
        wm_sha256_to_hex(row->base_side->digest, a);
        wm_sha256_to_hex(row->other_side->digest, b);
        line = wm_words_item(to);
        line->breaks = WM_BREAKS_NEVER;
        wm_words_word(line, WM_EMPHASIS_BAD, "different");
        wm_words_add(line, "  ");
        wm_words_data(line, row->label);
        add_prose(wm_words_new(to), "  must be identical: ", row->output_why);
        wm_words_add(wm_words_new(to), "  A %.*s, B %.*s", ROOT_SHOWN, a, ROOT_SHOWN, b);
    }
    wm_words_command(to, "next: ",
                     wm_document_text(to, "witnessmark reverify --product %s",
                                      wm_style_shell_word(comparison->other->path, word)),
                     NULL, NULL);
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* A value in words. */
static const char *words_of(const wm_comparison_value *value, wm_document *to)
{
    if (value->text != NULL)
        return value->text[0] != '\0' ? value->text : "(empty)";
    return value->reason != NULL ? wm_document_text(to, "n/a (%.400s)", value->reason) : "none";
}

static void add_facts(const wm_comparison *comparison, wm_document *to)
{
    const size_t count = comparison->fact_count, all = count + comparison->same_facts;
    wm_words_gap(to, WM_GAP_LINE);
    wm_words_say(to, "%zu of %zu facts changed%s", count, all, count > 0 ? ", A -> B:" : "");
    for (size_t i = 0; i < count; i++) {
        const wm_comparison_fact *fact = &comparison->fact[i];
        wm_words_change(to, fact->name, words_of(&fact->base, to), words_of(&fact->other, to));
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

/* A ratio with the digits that a reader compares. */
static const char *ratio_text(wm_document *to, const wm_result *ratio)
{
    const bool is_fixed = ratio->number >= 0.01 && ratio->number < 1000;
    return wm_document_text(to, is_fixed ? "%.4f" : "%.3g", ratio->number);
}

static void add_ratio(wm_table *table, const wm_comparison_row *row)
{
    const wm_comparison_range *ratio = &row->ratio;
    wm_document *to = table->document;
    if (ratio->median.kind == WM_RESULT_NUMBER)
        wm_table_add(table, ratio_text(to, &ratio->median), NULL, WM_EMPHASIS_NONE);
    else
        wm_table_add(table, NULL, row->why, WM_EMPHASIS_ODD);
    if (row->change == WM_COMPARISON_UNKNOWN) {
        wm_table_add(table, NULL, row->why, WM_EMPHASIS_ODD);
        wm_table_add(table, NULL, row->why, WM_EMPHASIS_ODD);
        return;
    }
    wm_table_add(
        table,
        wm_document_text(to, "%s .. %s", ratio_text(to, &ratio->low), ratio_text(to, &ratio->high)),
        row->remark, WM_EMPHASIS_NONE);
    wm_table_add(table, wm_comparison_change_word(row->change), NULL,
                 row->change == WM_COMPARISON_FASTER   ? WM_EMPHASIS_GOOD
                 : row->change == WM_COMPARISON_SLOWER ? WM_EMPHASIS_ODD
                                                       : WM_EMPHASIS_NONE);
}

/* Adds a class, `S1`, or `S1 -> undetermined` with the reasons as a note. */
static void add_class(wm_table *table, const wm_result *base, const wm_result *other)
{
    const wm_result *sides[] = {base, other};
    wm_document *to = table->document;
    const char *word[2], *note[2], *text, *both;
    for (size_t i = 0; i < 2; i++) {
        const char *of = sides[i]->text, *colon = strstr(of, ": ");
        const bool is_word = sides[i]->kind == WM_RESULT_WORD;
        const int size = colon == NULL ? 31 : (int)(colon - of);
        word[i] = is_word ? wm_document_text(to, "%.*s", size, of) : "n/a";
        note[i] = !is_word ? of : colon != NULL ? colon + 2 : "";
    }
    text = strcmp(word[0], word[1]) == 0 ? word[0]
                                         : wm_document_text(to, "%s -> %s", word[0], word[1]);
    both = strcmp(note[0], note[1]) == 0
               ? note[0]
               : wm_document_text(to, "%s%.90s%s%s%.90s", note[0][0] != '\0' ? "A: " : "", note[0],
                                  note[0][0] != '\0' && note[1][0] != '\0' ? "; " : "",
                                  note[1][0] != '\0' ? "B: " : "", note[1]);
    if (strcmp(text, "n/a") == 0)
        wm_table_add(table, NULL, both, WM_EMPHASIS_ODD);
    else
        wm_table_add(table, text, both[0] != '\0' ? both : NULL,
                     text == word[0] ? WM_EMPHASIS_NONE : WM_EMPHASIS_ODD);
}

static const char OWN[] = "own numbers have none";

static void add_output(wm_table *table, const wm_comparison_row *row)
{
    wm_table_add(table, wm_comparison_output_word(row->output),
                 row->output == WM_COMPARISON_NONE ? OWN : row->output_why,
                 row->output == WM_COMPARISON_DIFFERENT      ? WM_EMPHASIS_BAD
                 : row->output == WM_COMPARISON_NOT_COMPARED ? WM_EMPHASIS_ODD
                                                             : WM_EMPHASIS_GOOD);
}

/* Adds the floors and classes of an item. */
static void add_classes(wm_table *table, const wm_comparison_row *row)
{
    const bool has_floors = row->floor_ratio.kind == WM_RESULT_NUMBER;
    if (row->base_side == NULL) {
        for (unsigned i = 0; i < 3; i++)
            wm_table_add(table, NULL, OWN, WM_EMPHASIS_NONE);
        return;
    }
    wm_cells_number(table, has_floors ? row->floor_ratio.number : (double)NAN, WM_TEXT_FIXED4,
                    has_floors ? NULL : row->floor_ratio.text);
    add_class(table, &row->base_side->performance_class, &row->other_side->performance_class);
    add_class(table, &row->base_side->numerical_class, &row->other_side->numerical_class);
}

static void add_table(const wm_comparison *comparison, wm_document *to)
{
    wm_table *table = wm_table_apart(to, NULL);
    wm_table_columns(table, "Item", ">?B / A", ">?its interval", "B is", "?Output", ">?A", ">?B",
                     ">?Floor ratio", "?Class", "?Numerical", NULL);
    for (size_t i = 0; i < comparison->row_count; i++) {
        const wm_comparison_row *row = &comparison->row[i];
        wm_table_add(table, row->label, NULL, WM_EMPHASIS_NONE);
        add_ratio(table, row);
        add_output(table, row);
        wm_cells_claim(table, comparison->base, row->base);
        wm_cells_claim(table, comparison->other, row->other);
        add_classes(table, row);
    }
}

static void add_mean(const wm_comparison *comparison, wm_document *to)
{
    if (comparison->ratio_count < 2 || comparison->geometric_mean.kind != WM_RESULT_NUMBER)
        return;
    wm_words_gap(to, WM_GAP_LIST);
    wm_words_say(to, "geometric mean of B / A, %zu items: %s", comparison->ratio_count,
                 ratio_text(to, &comparison->geometric_mean));
}

/* Says what an interval does not cover, if one shows a difference. */
static void add_caution(const wm_comparison *comparison, wm_document *to)
{
    static const char TEXT[] = "an interval covers one run's repeats; two runs of a machine can "
                               "differ by more";
    const size_t *changes = comparison->changes;
    if (changes[WM_COMPARISON_FASTER] + changes[WM_COMPARISON_SLOWER] +
            changes[WM_COMPARISON_HIGHER] + changes[WM_COMPARISON_LOWER] ==
        0)
        return;
    wm_words_gap(to, WM_GAP_LIST);
    add_prose(wm_words_item(to), "", TEXT);
}

/* ---- what one record alone has --------------------------------------------------------------- */

enum { NAMES_SHOWN = 16 }; /* --json and --csv list all */

/* Adds the first names, and how many more there are. */
static void add_names(const char *title, const wm_comparison_names *names, wm_document *to)
{
    const size_t shown = names->count < NAMES_SHOWN ? names->count : NAMES_SHOWN;
    wm_words *line;
    if (names->count == 0)
        return;
    wm_words_gap(to, WM_GAP_PART);
    line = wm_words_item(to);
    wm_words_lead(line, WM_BREAKS_NARROW, "    ");
    wm_words_add(line, "%s", title);
    for (size_t i = 0; i < shown; i++) {
        wm_words_add(line, "%s ", i > 0 ? "," : "");
        wm_words_data(line, wm_document_text(to, "%.120s", names->name[i]));
    }
    if (names->count > shown)
        wm_words_add(line, ", and %zu more; --json lists all", names->count - shown);
}

void wm_comparison_text_add(const wm_comparison *comparisons, size_t count, bool is_quiet,
                            wm_document *to)
{
    for (const wm_comparison *one = comparisons; one < comparisons + count; one++) {
        if (one > comparisons && !is_quiet)
            wm_words_gap(to, WM_GAP_PART);
        add_verdict(one, count > 1, to);
        if (is_quiet)
            continue;
        add_records(one, to);
        add_different(one, to);
        add_facts(one, to);
        add_table(one, to);
        add_mean(one, to);
        add_caution(one, to);
        add_names("only in A:", &one->only_base, to);
        add_names("only in B:", &one->only_other, to);
    }
}
