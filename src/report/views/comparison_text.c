/* A comparison in words: its verdict, and lines that two sides and a fleet have. */
#include "base/code_point.h"
#include "report/views/comparison.h"

#include "record/laws/text.h"
#include "record/tables/exit_status.h"
#include "report/document/style.h"
#include "report/document/words.h"
#include "report/views/plan_origin.h"
#include "model/tally.h"
#include "report/views/warnings.h"
#include "study/foreign/import.h"

#include <math.h>
#include <string.h>

enum { ROOT_SHOWN = 12, NAMES_SHOWN = 16 }; /* --json and --csv list all names */

/* ---- the verdict ----------------------------------------------------------------------------- */

/* Adds `N word` behind *lead, if N is not 0; the next lead is a comma. */
static void add_count(wm_words *line, const char **lead, size_t count, const char *word)
{
    if (count == 0)
        return;
    wm_words_add(line, "%s%zu %s", *lead, count, word);
    *lead = ", ";
}

/* The reason why no row has an answer, if all have the same one; else NULL. */
static const char *common_why(const wm_comparison *comparison)
{
    const char *why = comparison->row_count > 0 ? comparison->row[0].why : NULL;
    for (size_t i = 1; i < comparison->row_count && why != NULL; i++)
        if (comparison->row[i].why == NULL || strcmp(comparison->row[i].why, why) != 0)
            why = NULL;
    return why;
}

/* Counts the numbers by the limit of --fail-slower, and those of A that B or another run lacks. */
static void add_limits(const wm_comparison *comparison, const char **lead, wm_words *line)
{
    size_t counts[WM_COMPARISON_NOT_ASKED + 1] = {0};
    const char *why = comparison->row[0].limit_why;
    for (size_t i = 0; i < comparison->row_count; i++) {
        const char *other = comparison->row[i].limit_why;
        counts[comparison->row[i].limit]++;
        if (why == NULL || other == NULL || strcmp(why, other) != 0)
            why = NULL;
    }
    add_count(
        line, lead, counts[WM_COMPARISON_BEYOND],
        wm_document_text(comparison->to, "slower by more than %g %%", 100 * comparison->slower));
    add_count(line, lead, counts[WM_COMPARISON_WITHIN],
              wm_document_text(comparison->to, "not slower by more than %g %%",
                               100 * comparison->slower));
    add_count(line, lead, counts[WM_COMPARISON_OPEN], "undecided");
    if (counts[WM_COMPARISON_NOT_ASKED] == comparison->row_count) {
        wm_words_add(line, "no number that counts on both sides");
        if (why != NULL)
            wm_words_add(line, " (%s)", why);
        *lead = ", ";
    }
    add_count(line, lead, comparison->lacking, "not in every run");
}

/* Counts the directions. */
static void add_changes(const wm_comparison *comparison, const char **lead, wm_words *line)
{
    const size_t *changes = comparison->changes;
    for (unsigned i = WM_COMPARISON_FASTER; i < WM_COMPARISON_CHANGES; i++)
        add_count(line, lead, changes[i], wm_comparison_change_word((wm_comparison_change)i));
    add_count(line, lead, changes[WM_COMPARISON_NOT_SHOWN],
              wm_comparison_change_word(WM_COMPARISON_NOT_SHOWN));
    add_count(line, lead, changes[WM_COMPARISON_NO_DIRECTION], "without a direction");
}

/* Counts the odd numbers of a fleet. */
static void add_odd(const wm_comparison *comparison, wm_words *line)
{
    size_t odd = 0, judged = 0;
    for (size_t i = 0; i < comparison->row_count; i++) {
        odd += comparison->row[i].odd;
        judged += comparison->row[i].why == NULL ? comparison->row[i].judged : 0;
    }
    wm_words_add(line, "%zu records, %zu item%s", comparison->count, comparison->row_count,
                 wm_style_plural(comparison->row_count));
    if (judged > 0)
        wm_words_add(line, ": %zu odd of %zu numbers", odd, judged);
}

static void add_counts(const wm_comparison *comparison, wm_words *line)
{
    const char *why = common_why(comparison), *lead = "";
    if (comparison->split == 0)
        add_odd(comparison, line);
    else if (!isnan(comparison->slower))
        add_limits(comparison, &lead, line);
    if (comparison->split > 0 && why == NULL)
        add_changes(comparison, &lead, line);
    if (why != NULL)
        wm_words_add(line, "%s%s", comparison->split == 0 ? ": " : lead, why);
    lead = "; outputs: ";
    for (unsigned i = WM_COMPARISON_IDENTICAL; i < WM_COMPARISON_OUTPUTS; i++)
        add_count(line, &lead, comparison->outputs[i],
                  wm_comparison_output_word((wm_comparison_output)i));
}

/* Adds the verdict on one line: the status in capitals. */
static void add_verdict(const wm_comparison *comparison, wm_document *to)
{
    static const wm_emphasis EMPHASES[] = {[WM_EXIT_YES] = WM_EMPHASIS_GOOD,
                                           [WM_EXIT_NO] = WM_EMPHASIS_BAD,
                                           [WM_EXIT_INCONCLUSIVE] = WM_EMPHASIS_ODD};
    static const char *const WORDS[][2] = {{"compared", "COMPARED"},
                                           {"different", "DIFFERENT"},
                                           {"slower", "SLOWER"},
                                           {"not slower", "NOT SLOWER"},
                                           {"inconclusive", "INCONCLUSIVE"}};
    const char *status = wm_comparison_status(comparison);
    wm_words *line = wm_words_item(to);
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        if (strcmp(WORDS[i][0], status) == 0)
            wm_words_word(line, EMPHASES[wm_comparison_exit(comparison)], WORDS[i][1]);
    wm_words_add(line, "  ");
    wm_words_lead(line, WM_BREAKS_NARROW, "    ");
    if (comparison->row_count == 0)
        wm_words_add(line, "the records have no item and no own number in common");
    else
        add_counts(comparison, line);
}

/* ---- the records ----------------------------------------------------------------------------- */

/* What a reader must know of a record before its numbers; empty: nothing. */
static const char *note_on(const wm_model *model, wm_document *to)
{
    const size_t wrong = wm_tally_count(model).wrong, notable = wm_tally_notable(model);
    if (wrong > 0)
        return wm_document_text(to, "  (WRONG: %zu output%s; %zu finding%s)", wrong,
                                wm_style_plural(wrong), notable, wm_style_plural(notable));
    if (notable > 0)
        return wm_document_text(to, "  (%zu finding%s)", notable, wm_style_plural(notable));
    return wm_plan_origin_is_imported(&model->plan, model->plan_name) ? "  (" WM_IMPORT_MARK ")"
                                                                      : "";
}

/* Adds `A  root  path`; the path may be cut at its left. */
void wm_comparison_text_record(const wm_comparison *comparison, size_t record, wm_document *to)
{
    const wm_model *model = &comparison->model[record];
    const char *name = wm_comparison_name(comparison, record), *note = note_on(model, to);
    wm_words *line = wm_words_item(to);
    line->breaks = WM_BREAKS_NEVER;
    wm_words_add(line, "%s  %.*s  ", name, ROOT_SHOWN, model->report.root);
    wm_words_path(line, model->path, strlen(name) + 2 + ROOT_SHOWN + 2 + strlen(note));
    wm_words_add(line, "%s", note);
    if (model->environments.count > 1)
        wm_words_say(to, "%s  has %zu environments; facts are those of the first", name,
                     model->environments.count)
            ->breaks = WM_BREAKS_NEVER;
}

/* Warns of one record's disturbed repeats, and of a busy machine. */
static void add_warning(const wm_comparison *comparison, size_t record, wm_document *to)
{
    const wm_model *model = &comparison->model[record];
    char words[WM_WARNINGS_SIZE];
    wm_warnings_before(model, wm_document_text(to, "%s: ", wm_comparison_name(comparison, record)),
                       to);
    wm_warnings_all(model, model->pressure.mean, words);
    if (words[0] != '\0')
        wm_warnings_add(
            wm_document_text(to, "%s: %s", wm_comparison_name(comparison, record), words), to);
}

/* Warns of all records in one line: the sum of their flagged repeats, the busiest machine. */
static void add_one_warning(const wm_comparison *comparison, wm_document *to)
{
    size_t records = 0, flagged = 0, repeats = 0, warned = 0;
    double pressure = (double)NAN;
    const char *words = "";
    char busy[WM_WARNINGS_SIZE];
    for (size_t i = 0; i < comparison->count; i++) {
        const wm_model *model = &comparison->model[i];
        wm_warnings_pressure(model->pressure.mean, busy);
        records += model->disturbed_count > 0 || busy[0] != '\0';
        flagged += model->disturbed_count;
        warned += model->sessions.warning_count > 0;
        repeats += model->repeat_count;
        pressure = fmax(pressure, model->pressure.mean); /* a NaN loses */
    }
    wm_warnings_pressure(pressure, busy);
    if (flagged > 0)
        words = wm_document_text(to, "%zu of %zu repeats flagged", flagged, repeats);
    if (busy[0] != '\0')
        words = wm_document_text(to, "%s%s%s (the busiest)", words, flagged > 0 ? "; " : "", busy);
    if (warned > 0)
        wm_warnings_add(wm_document_text(to,
                                         "%zu of %zu records have warnings before their run; "
                                         "`witnessmark show RECORD` says which",
                                         warned, comparison->count),
                        to);
    if (records > 0)
        wm_warnings_add(
            wm_document_text(to, "%zu of %zu records: %s", records, comparison->count, words), to);
}

void wm_comparison_text_warnings(const wm_comparison *comparison, wm_document *to)
{
    if (comparison->count > 2) {
        add_one_warning(comparison, to);
        return;
    }
    add_warning(comparison, 0, to);
    add_warning(comparison, 1, to);
}

/* ---- outputs that differ --------------------------------------------------------------------- */

/* Adds the first digests of a record's repeats, and how many repeats have each. */
static void add_digests(const wm_comparison *comparison, const wm_comparison_run *run,
                        size_t record, wm_document *to)
{
    enum { SHOWN = 3 };
    wm_words *line = wm_words_new(to);
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_words_add(line, "  ");
    wm_words_data(line, wm_comparison_name(comparison, record));
    for (size_t i = 0; i < run->digest_count && i < SHOWN; i++) {
        wm_sha256_to_hex(run->digest[i].bytes, hex);
        wm_words_add(line, "%s %.*s (%zu repeat%s)", i > 0 ? "," : "", ROOT_SHOWN, hex,
                     run->digest[i].repeats, wm_style_plural(run->digest[i].repeats));
    }
    if (run->digest_count > SHOWN)
        wm_words_add(line, ", and %zu more digests", run->digest_count - SHOWN);
    line->breaks = WM_BREAKS_NEVER;
}

/* Whether the digests of a record are shown: of two sides all, of a fleet those that differ. */
static bool is_shown(const wm_comparison *comparison, const wm_comparison_row *row, size_t record)
{
    return comparison->split > 0 || row->run[record].output == WM_COMPARISON_DIFFERENT ||
           (row->has_reference && record == row->reference);
}

void wm_comparison_text_different(const wm_comparison *comparison, wm_document *to)
{
    char word[WM_STYLE_SHELL_WORD];
    const wm_model *suspect = &comparison->model[comparison->count - 1];
    if (comparison->outputs[WM_COMPARISON_DIFFERENT] == 0)
        return;
    wm_words_gap(to, WM_GAP_PART);
    for (size_t i = 0; i < comparison->row_count; i++) {
        const wm_comparison_row *row = &comparison->row[i];
        wm_words *line;
        if (row->output != WM_COMPARISON_DIFFERENT)
            continue;
        line = wm_words_item(to);
        line->breaks = WM_BREAKS_NEVER;
        wm_words_word(line, WM_EMPHASIS_BAD, "different");
        wm_words_add(line, "  ");
        wm_words_data(line, row->label);
        line = wm_words_new(to);
        wm_words_add(line, "  must be identical: ");
        wm_words_lead(line, WM_BREAKS_NARROW, "    ");
        wm_words_data(line, row->output_why);
        for (size_t record = 0; record < comparison->count; record++) {
            if (is_shown(comparison, row, record))
                add_digests(comparison, &row->run[record], record, to);
            if (row->run[record].output == WM_COMPARISON_DIFFERENT ||
                row->run[record].digest_count > 1)
                suspect = &comparison->model[record];
        }
    }
    wm_words_command(to, "next: ",
                     wm_document_text(to, "witnessmark reverify --product %s",
                                      wm_style_shell_word(suspect->path, word)),
                     NULL, NULL);
}

/* ---- cells ----------------------------------------------------------------------------------- */

const char *wm_comparison_text_class(const wm_comparison_run *run, size_t count, bool is_numerical,
                                     wm_document *to)
{
    const char *words = "";
    for (size_t i = 0; i < count; i++) {
        const wm_result *class =
            is_numerical ? &run[i].side.numerical_class : &run[i].side.performance_class;
        const char *one = class->text;
        bool is_known = false;
        for (size_t j = 0; j < i; j++) {
            const wm_result *other =
                is_numerical ? &run[j].side.numerical_class : &run[j].side.performance_class;
            is_known = is_known || strcmp(other->text, one) == 0;
        }
        if (!is_known)
            words = wm_document_text(to, "%s%s%.*s", words, words[0] != '\0' ? "; " : "",
                                     WM_FIT(one, 60));
    }
    return words;
}

const char *wm_comparison_text_value(const wm_result *number, const char *unit, wm_document *to)
{
    const char *format = wm_tables_own_format(unit, number->number);
    char text[WM_TEXT_SIZE];
    wm_text_write(number, wm_tables_text(format, strlen(format)), unit, text);
    return wm_document_text(to, "%s", text);
}

void wm_comparison_text_number(wm_table *table, const wm_result *number, const char *unit,
                               const char *reason)
{
    if (number->kind == WM_RESULT_NUMBER && unit != NULL)
        wm_table_text(table, wm_comparison_text_value(number, unit, table->document));
    else
        wm_table_add(table, NULL, reason, WM_EMPHASIS_ODD);
}

/* ---- what one record alone has --------------------------------------------------------------- */

void wm_comparison_text_names(const char *title, const wm_comparison_names *names, wm_document *to)
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
        wm_words_data(line, wm_document_text(to, "%.*s", WM_FIT(names->name[i], 120)));
    }
    if (names->count > shown)
        wm_words_add(line, ", and %zu more; --json lists all", names->count - shown);
}

void wm_comparison_text_add(const wm_comparison *comparison, bool is_quiet, wm_document *to)
{
    add_verdict(comparison, to);
    if (is_quiet)
        return;
    if (comparison->split > 0)
        wm_comparison_text_sides(comparison, to);
    else
        wm_comparison_text_fleet(comparison, to);
    wm_comparison_text_names("not in every record:", &comparison->partial, to);
}
