/* Prints comparisons as text and Markdown. */
#include "report/views/comparison_text.h"

#include "model/mask.h"
#include "record/tables/exit_status.h"
#include "report/document/style.h"
#include "report/document/table.h"
#include "report/views/cells.h"
#include "report/views/plan_origin.h"
#include "report/document/style.h"
#include "model/tally.h"
#include "report/views/warnings.h"
#include "study/foreign/import.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROOT_SHOWN = 12, WORDS = 512 };

/* ---- the verdict ----------------------------------------------------------------------------- */

/* Appends `N word`, if N is not 0. */
static void add_count(char words[WORDS], size_t count, const char *word)
{
    const size_t used = strlen(words);
    if (count == 0)
        return;
    (void)snprintf(words + used, WORDS - used, "%s%zu %s",
                   used == 0 || words[used - 1] == ' ' ? "" : ", ", count, word);
}

/* Counts the directions and the outputs. */
static void count_rows(const wm_comparison *comparison, char words[WORDS])
{
    const size_t *outputs = comparison->outputs;
    size_t used;
    words[0] = '\0';
    for (unsigned i = WM_COMPARISON_FASTER; i < WM_COMPARISON_CHANGES; i++)
        add_count(words, comparison->changes[i],
                  wm_comparison_change_word((wm_comparison_change)i));
    add_count(words, comparison->changes[WM_COMPARISON_NOT_SHOWN],
              wm_comparison_change_word(WM_COMPARISON_NOT_SHOWN));
    add_count(words, comparison->changes[WM_COMPARISON_UNKNOWN], "without an interval");
    used = strlen(words);
    if (outputs[WM_COMPARISON_NONE] < comparison->row_count)
        (void)snprintf(words + used, WORDS - used, "; outputs: ");
    for (unsigned i = WM_COMPARISON_IDENTICAL; i < WM_COMPARISON_OUTPUTS; i++)
        add_count(words, outputs[i], wm_comparison_output_word((wm_comparison_output)i));
}

void wm_comparison_text_verdict(const wm_comparison *comparison, const char *name, wm_document *to)
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
    char words[WORDS];
    count_rows(comparison, words);
    wm_words_word(line, VERDICTS[verdict].emphasis, VERDICTS[verdict].word);
    wm_words_add(line, "  ");
    wm_words_lead(line, WM_BREAKS_NARROW, "    ");
    if (name != NULL) {
        wm_words_path(line, name, strlen(VERDICTS[verdict].word) + strlen("  ") + 5);
        wm_words_add(line, ": ");
    }
    wm_words_data(line, comparison->row_count == 0
                            ? "the records have no item and no own number in common"
                            : words);
}

/* ---- the records ----------------------------------------------------------------------------- */

/* Adds `A  root  path`; the path may be cut at its left. */
static void add_record(const char *letter, const wm_comparison_record *record, wm_document *to)
{
    const wm_model *model = record->model;
    const size_t notable = wm_tally_notable(record->model);
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
    if (record->model->environments.count > 1)
        wm_words_say(to, "%s  has %zu environments; facts are those of the first", letter,
                     record->model->environments.count)
            ->breaks = WM_BREAKS_NEVER;
}

/* Warns of repeats that were disturbed, and of a busy machine. */
static void add_warning(const char *letter, const wm_comparison_record *record, wm_document *to)
{
    char words[WM_WARNINGS_SIZE];
    wm_warnings_all(record->model, record->model->pressure.mean, words);
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
    const wm_model *base = comparison->base->model, *other = comparison->other->model;
    add_record("A", comparison->base, to);
    add_record("B", comparison->other, to);
    if (strcmp(base->report.root, other->report.root) == 0)
        wm_words_say(to, "A and B are the same record");
    if (strcmp(base->device, other->device) == 0 && strcmp(base->device, "none") != 0)
        add_prose(wm_words_item(to), "both on ", base->device);
    add_warning("A", comparison->base, to);
    add_warning("B", comparison->other, to);
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
                                      wm_style_shell_word(comparison->other->model->path, word)),
                     NULL, NULL);
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* A value in words. Returns room or the text. */
static const char *words_of(const wm_comparison_value *value, char room[WORDS])
{
    if (value->text != NULL)
        return value->text[0] != '\0' ? value->text : "(empty)";
    (void)snprintf(room, WORDS, value->reason != NULL ? "n/a (%.400s)" : "none%s",
                   value->reason != NULL ? value->reason : "");
    return room;
}

static void add_facts(const wm_comparison *comparison, wm_document *to)
{
    const size_t count = comparison->fact_count, all = count + comparison->same_facts;
    wm_words_gap(to, WM_GAP_LINE);
    wm_words_say(to, "%zu of %zu facts changed%s", count, all, count > 0 ? ", A -> B:" : "");
    for (size_t i = 0; i < count; i++) {
        const wm_comparison_fact *fact = &comparison->fact[i];
        char base[WORDS], other[WORDS];
        wm_words_change(to, fact->name, words_of(&fact->base, base), words_of(&fact->other, other));
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

/* Writes a ratio with the digits that a reader compares. */
static void write_ratio(double ratio, char *text, size_t size)
{
    (void)snprintf(text, size, ratio >= 0.01 && ratio < 1000 ? "%.4f" : "%.3g", ratio);
}

static void add_ratio(wm_table *table, const wm_comparison_row *row)
{
    const char *word = wm_comparison_change_word(row->change);
    const wm_emphasis emphasis = row->change == WM_COMPARISON_FASTER   ? WM_EMPHASIS_GOOD
                                 : row->change == WM_COMPARISON_SLOWER ? WM_EMPHASIS_ODD
                                                                       : WM_EMPHASIS_NONE;
    char low[32], high[32];
    if (row->ratio.median.kind == WM_RESULT_NUMBER) {
        write_ratio(row->ratio.median.number, low, sizeof low);
        wm_table_add(table, low, NULL, WM_EMPHASIS_NONE);
    } else {
        wm_table_add(table, NULL, row->why, WM_EMPHASIS_ODD);
    }
    if (row->change == WM_COMPARISON_UNKNOWN) {
        wm_table_add(table, NULL, row->why, WM_EMPHASIS_ODD);
        wm_table_add(table, NULL, row->why, WM_EMPHASIS_ODD);
        return;
    }
    write_ratio(row->ratio.low.number, low, sizeof low);
    write_ratio(row->ratio.high.number, high, sizeof high);
    wm_table_add(table, wm_document_text(table->document, "%s .. %s", low, high),
                 row->remark[0] != '\0' ? row->remark : NULL, WM_EMPHASIS_NONE);
    wm_table_add(table, word, NULL, emphasis);
}

/* Adds a class, `S1`, or `S1 -> undetermined` with the reasons as a note. */
static void add_class(wm_table *table, const wm_result *base, const wm_result *other)
{
    const wm_result *sides[] = {base, other};
    char word[2][32], note[2][96] = {"", ""}, text[80], both[224];
    for (size_t i = 0; i < 2; i++) {
        const char *of = sides[i]->text, *colon = strstr(of, ": ");
        const bool is_word = sides[i]->kind == WM_RESULT_WORD;
        (void)snprintf(word[i], sizeof word[i], "%.*s",
                       is_word ? colon == NULL ? 31 : (int)(colon - of) : 3, is_word ? of : "n/a");
        if (!is_word || colon != NULL)
            (void)snprintf(note[i], sizeof note[i], "%.90s", is_word ? colon + 2 : of);
    }
    (void)snprintf(text, sizeof text, strcmp(word[0], word[1]) == 0 ? "%s" : "%s -> %s", word[0],
                   word[1]);
    if (strcmp(note[0], note[1]) == 0)
        (void)snprintf(both, sizeof both, "%s", note[0]);
    else
        (void)snprintf(both, sizeof both, "%s%s%s%s%s", note[0][0] != '\0' ? "A: " : "", note[0],
                       note[0][0] != '\0' && note[1][0] != '\0' ? "; " : "",
                       note[1][0] != '\0' ? "B: " : "", note[1]);
    if (strcmp(text, "n/a") == 0)
        wm_table_add(table, NULL, both, WM_EMPHASIS_ODD);
    else
        wm_table_add(table, text, both[0] != '\0' ? both : NULL,
                     strcmp(word[0], word[1]) == 0 ? WM_EMPHASIS_NONE : WM_EMPHASIS_ODD);
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
        wm_cells_claim(table, comparison->base->model, row->base);
        wm_cells_claim(table, comparison->other->model, row->other);
        add_classes(table, row);
    }
}

static void add_mean(const wm_comparison *comparison, wm_document *to)
{
    char ratio[32];
    if (comparison->ratio_count < 2 || comparison->geometric_mean.kind != WM_RESULT_NUMBER)
        return;
    write_ratio(comparison->geometric_mean.number, ratio, sizeof ratio);
    wm_words_gap(to, WM_GAP_LIST);
    wm_words_say(to, "geometric mean of B / A, %zu items: %s", comparison->ratio_count, ratio);
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

void wm_comparison_text_add(const wm_comparison *comparison, wm_document *to)
{
    add_records(comparison, to);
    add_different(comparison, to);
    add_facts(comparison, to);
    add_table(comparison, to);
    add_mean(comparison, to);
    add_caution(comparison, to);
    add_names("only in A:", &comparison->only_base, to);
    add_names("only in B:", &comparison->only_other, to);
}
