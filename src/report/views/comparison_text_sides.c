/* The comparison of two sides in words: records, facts, the table. */
#include "base/code_point.h"
#include "report/views/comparison.h"

#include "report/document/words.h"
#include "report/views/cells.h"

#include <math.h>
#include <string.h>

/* ---- the records ----------------------------------------------------------------------------- */

/* Adds a text of several words behind a lead. */
static void add_prose(wm_words *line, const char *lead, const char *text)
{
    wm_words_add(line, "%s", lead);
    wm_words_lead(line, WM_BREAKS_NARROW, "    ");
    wm_words_data(line, text);
}

static void add_records(const wm_comparison *comparison, wm_document *to)
{
    const wm_model *first = comparison->model;
    bool is_one_device = strcmp(first->device, "none") != 0;
    for (size_t i = 0; i < comparison->count; i++) {
        wm_comparison_text_record(comparison, i, to);
        is_one_device = is_one_device && strcmp(first->device, comparison->model[i].device) == 0;
    }
    if (comparison->count == 2 && strcmp(first[0].report.root, first[1].report.root) == 0)
        wm_words_say(to, "A and B are the same record");
    if (is_one_device)
        add_prose(wm_words_item(to), comparison->count == 2 ? "both on " : "all on ",
                  first->device);
    wm_comparison_text_warnings(comparison, to);
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* A value in words. */
static const char *words_of(const wm_comparison_value *value, wm_document *to)
{
    if (value->text != NULL)
        return value->text[0] != '\0' ? value->text : "(empty)";
    return value->reason != NULL ? wm_document_text(to, "n/a (%.*s)", WM_FIT(value->reason, 400))
                                 : "none";
}

/* Whether a fact is a part of an imported file, in base64. */
static bool is_raw(const wm_comparison_fact *fact)
{
    return strncmp(fact->name, "import.raw.", 11) == 0;
}

/* Base64 in words: a reader can compare its digest. */
static const char *digest_of(const wm_comparison_value *value, wm_document *to)
{
    uint8_t digest[WM_SHA256_SIZE];
    char hex[WM_SHA256_HEX_SIZE + 1];
    if (value->text == NULL)
        return words_of(value, to);
    wm_sha256_hash(value->text, strlen(value->text), digest);
    wm_sha256_to_hex(digest, hex);
    return wm_document_text(to, "base64 with SHA-256 %.12s", hex);
}

/* Adds the first part of an imported file that changed, and how many more did. Returns how many
 * facts these are. */
static size_t add_raw(const wm_comparison *comparison, size_t first, wm_document *to)
{
    const wm_comparison_fact *fact = &comparison->fact[first];
    const char *name = fact->name;
    size_t count = 1;
    while (first + count < comparison->fact_count && is_raw(fact + count))
        count++;
    if (count > 1)
        name = wm_document_text(to, "%s and %zu more", name, count - 1);
    wm_words_change(to, name, digest_of(&fact->base, to), digest_of(&fact->other, to));
    return count;
}

static void add_facts(const wm_comparison *comparison, wm_document *to)
{
    const size_t count = comparison->fact_count, all = count + comparison->same_facts;
    wm_words_gap(to, WM_GAP_LINE);
    wm_words_say(to, "%zu of %zu facts changed%s", count, all,
                 count == 0               ? ""
                 : comparison->count == 2 ? ", A -> B:"
                                          : ", first of A -> first of B:");
    for (size_t i = 0; i < count; i++) {
        const wm_comparison_fact *fact = &comparison->fact[i];
        if (is_raw(fact)) {
            i += add_raw(comparison, i, to) - 1;
            continue;
        }
        wm_words_change(to, fact->name, words_of(&fact->base, to), words_of(&fact->other, to));
    }
    wm_comparison_text_names("facts that differ within A:", &comparison->mixed[0], to);
    wm_comparison_text_names("facts that differ within B:", &comparison->mixed[1], to);
}

/* ---- the table of two sides ------------------------------------------------------------------ */

/* A ratio with the digits that a reader compares. */
static const char *ratio_text(wm_document *to, const wm_result *ratio)
{
    const bool is_fixed = ratio->number >= 0.01 && ratio->number < 1000;
    return wm_document_text(to, is_fixed ? "%.4f" : "%.3g", ratio->number);
}

/* Adds the number of a side: of one run its claim, of several their geometric mean. */
static void add_number(wm_table *table, const wm_comparison *comparison,
                       const wm_comparison_row *row, bool is_b)
{
    const size_t first = is_b ? comparison->split : 0;
    const size_t end = is_b ? comparison->count : comparison->split;
    const wm_comparison_run *run = &row->run[first];
    if (end - first == 1)
        wm_cells_claim(table, run->model, run->claim);
    else
        wm_comparison_text_number(table, &row->mean[is_b], row->unit, row->ratio_why);
}

static void add_ratio(wm_table *table, const wm_comparison_row *row)
{
    const wm_comparison_range *ratio = &row->ratio;
    wm_document *to = table->document;
    if (ratio->median.kind == WM_RESULT_NUMBER)
        wm_table_add(table, ratio_text(to, &ratio->median), NULL, WM_EMPHASIS_NONE);
    else
        wm_table_add(table, NULL, row->ratio_why, WM_EMPHASIS_ODD);
    if (ratio->low.kind == WM_RESULT_NUMBER && ratio->high.kind == WM_RESULT_NUMBER)
        wm_table_add(table,
                     wm_document_text(to, "%s .. %s", ratio_text(to, &ratio->low),
                                      ratio_text(to, &ratio->high)),
                     row->remark, WM_EMPHASIS_NONE);
    else
        wm_table_add(table, NULL, row->ratio_why, WM_EMPHASIS_ODD);
    wm_table_add(table, wm_comparison_change_word(row->change), row->why,
                 row->change == WM_COMPARISON_FASTER   ? WM_EMPHASIS_GOOD
                 : row->change == WM_COMPARISON_SLOWER ? WM_EMPHASIS_ODD
                                                       : WM_EMPHASIS_NONE);
}

static void add_limit(wm_table *table, const wm_comparison *comparison,
                      const wm_comparison_row *row)
{
    static const char *const WORDS[] = {[WM_COMPARISON_OPEN] = "undecided",
                                        [WM_COMPARISON_WITHIN] = "no",
                                        [WM_COMPARISON_BEYOND] = "yes"};
    if (isnan(comparison->slower))
        return;
    if (row->limit == WM_COMPARISON_NOT_ASKED)
        wm_table_add(table, NULL, row->limit_why, WM_EMPHASIS_NONE);
    else
        wm_table_add(table, WORDS[row->limit], NULL,
                     row->limit == WM_COMPARISON_BEYOND ? WM_EMPHASIS_BAD : WM_EMPHASIS_NONE);
}

static const char OWN[] = "own numbers have none";

/* Adds a class, `S1`, or `S1 -> undetermined: starved`. */
static void add_class(wm_table *table, const wm_comparison *comparison,
                      const wm_comparison_row *row, bool is_numerical)
{
    wm_document *to = table->document;
    const size_t split = comparison->split;
    const char *a, *b;
    wm_cell *cell;
    if (row->run[0].item == NULL) {
        wm_table_add(table, NULL, OWN, WM_EMPHASIS_NONE);
        return;
    }
    a = wm_comparison_text_class(row->run, split, is_numerical, to);
    b = wm_comparison_text_class(row->run + split, comparison->count - split, is_numerical, to);
    if (strcmp(a, b) == 0)
        cell = wm_table_add(table, a, NULL, wm_cells_emphasis(a));
    else
        cell = wm_table_add(table, wm_document_text(to, "%s -> %s", a, b), NULL, WM_EMPHASIS_ODD);
    if (cell->text != NULL && strlen(cell->text) > 13 && strchr(a, ':') != NULL)
        wm_table_brief(table, strcspn(a, ":"));
}

/* Whether any run of a side has a wrong output. */
static bool is_wrong(const wm_comparison_run *run, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (run[i].verdict != NULL && strcmp(run[i].verdict, "wrong") == 0)
            return true;
    return false;
}

/* Adds the comparison of the outputs; a wrong output comes first. */
static void add_output(wm_table *table, const wm_comparison *comparison,
                       const wm_comparison_row *row)
{
    const bool of_a = is_wrong(row->run, comparison->split);
    const bool of_b = is_wrong(row->run + comparison->split, comparison->count - comparison->split);
    const char *word = wm_comparison_output_word(row->output);
    if (of_a || of_b)
        wm_table_add(table,
                     wm_document_text(table->document, "%s WRONG, %s",
                                      !of_b   ? "A"
                                      : !of_a ? "B"
                                              : "A and B",
                                      word),
                     row->output_why, WM_EMPHASIS_BAD);
    else
        wm_table_add(table, word, row->output == WM_COMPARISON_NONE ? OWN : row->output_why,
                     row->output == WM_COMPARISON_DIFFERENT      ? WM_EMPHASIS_BAD
                     : row->output == WM_COMPARISON_NOT_COMPARED ? WM_EMPHASIS_ODD
                                                                 : WM_EMPHASIS_GOOD);
}

/* Adds the flags of the repeats of both sides. */
static void add_flags(wm_table *table, const wm_comparison *comparison,
                      const wm_comparison_row *row)
{
    wm_document *to = table->document;
    const size_t split = comparison->split;
    const char *a = wm_comparison_flags(row->run, split, to);
    const char *b = wm_comparison_flags(row->run + split, comparison->count - split, to);
    if (a[0] == '\0' && b[0] == '\0')
        wm_table_add(table, NULL, "no repeat has one", WM_EMPHASIS_NONE);
    else
        wm_table_write(table, "%s%s%s%s%s", a[0] != '\0' ? "A: " : "", a,
                       a[0] != '\0' && b[0] != '\0' ? "; " : "", b[0] != '\0' ? "B: " : "", b);
}

static void add_table(const wm_comparison *comparison, wm_document *to)
{
    const bool is_single = comparison->count == 2;
    wm_table *table = wm_table_apart(to, NULL);
    wm_table_columns(table, "Item", ">A", ">B", ">?B / A",
                     is_single ? ">?within runs" : ">?99 % interval", "?B is", NULL);
    if (!isnan(comparison->slower))
        wm_table_columns(table, wm_document_text(to, "Slower by > %g %%", 100 * comparison->slower),
                         NULL);
    wm_table_columns(table, "?Class", "?Output", ">?Floor ratio", "?Numerical", "?Flags", NULL);
    for (size_t i = 0; i < comparison->row_count; i++) {
        const wm_comparison_row *row = &comparison->row[i];
        const bool has_floors = row->floor_ratio.kind == WM_RESULT_NUMBER;
        wm_table_add(table, row->label, NULL, WM_EMPHASIS_NONE);
        add_number(table, comparison, row, false);
        add_number(table, comparison, row, true);
        add_ratio(table, row);
        add_limit(table, comparison, row);
        add_class(table, comparison, row, false);
        add_output(table, comparison, row);
        wm_cells_number(table, has_floors ? row->floor_ratio.number : (double)NAN, WM_TEXT_FIXED4,
                        has_floors ? NULL : row->floor_ratio.text);
        add_class(table, comparison, row, true);
        add_flags(table, comparison, row);
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

/* Says what the intervals cover, and what to do if there is no direction. */
static void add_caution(const wm_comparison *comparison, wm_document *to)
{
    static const char ONE[] = "an interval covers the repeats of these two runs; two runs of one "
                              "program can differ by more. For a direction, make three runs or "
                              "more of each side, in turns, and: "
                              "witnessmark compare A1 A2 A3 -- B1 B2 B3";
    static const char SEVERAL[] = "A and B are geometric means of the runs; an interval holds the "
                                  "true ratio of one item with 99 %";
    wm_words_gap(to, WM_GAP_LIST);
    add_prose(wm_words_item(to), "", comparison->count == 2 ? ONE : SEVERAL);
}

void wm_comparison_text_sides(const wm_comparison *comparison, wm_document *to)
{
    add_records(comparison, to);
    wm_comparison_text_different(comparison, to);
    add_facts(comparison, to);
    add_table(comparison, to);
    if (comparison->row_count > 0) {
        add_mean(comparison, to);
        add_caution(comparison, to);
    }
    wm_comparison_text_names("only in A:", &comparison->only_base, to);
    wm_comparison_text_names("only in B:", &comparison->only_other, to);
}
