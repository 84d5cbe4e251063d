/* Shows a record of `run --against`: two builds, the ratios of their rates, what speaks against.
 *
 * A direction needs an interval that does not hold 1, and pairs that were not disturbed. Where most
 * of them are flagged, the machine decides what the interval shows, and no direction is named. */
#include "report/views/paired_view.h"

#include "model/mask.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/table.h"
#include "report/views/cells.h"
#include "report/views/warnings.h"
#include "report/views/wrapped_flag_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- results --------------------------------------------------------------------------------- */

static wm_paired_result result_of(const wm_paired_item *item, wm_wrapped_interval ends)
{
    if (item->absent > 0)
        return WM_PAIRED_ABSENT;
    if (isnan(ends.low))
        return WM_PAIRED_FEW;
    if (2 * item->disturbed > item->pairs)
        return WM_PAIRED_DISTURBED;
    return ends.high < 1 ? WM_PAIRED_SLOWER : ends.low > 1 ? WM_PAIRED_FASTER : WM_PAIRED_NOT_SHOWN;
}

wm_paired_ratio wm_paired_view_ratio(const wm_paired_item *item)
{
    const wm_wrapped_interval ends =
        wm_wrapped_interval_find(item->ratios, item->pairs, item->room);
    return (wm_paired_ratio){ends, result_of(item, ends)};
}

const char *wm_paired_view_word(wm_paired_result result)
{
    static const char *const WORDS[] = {
        [WM_PAIRED_NOT_SHOWN] = "no difference shown",
        [WM_PAIRED_SLOWER] = "slower",
        [WM_PAIRED_FASTER] = "faster",
        [WM_PAIRED_FEW] = "fewer than 6 pairs",
        [WM_PAIRED_DISTURBED] = "no direction",
        [WM_PAIRED_ABSENT] = "no ratio",
    };
    return WORDS[result];
}

wm_wrapped_slower wm_paired_view_slower(const wm_paired *paired, double share)
{
    wm_wrapped_slower found = paired->count > 0 ? WM_WRAPPED_NOT_SLOWER : WM_WRAPPED_UNDECIDED;
    for (size_t i = 0; i < paired->count; i++) {
        const wm_paired_ratio ratio = wm_paired_view_ratio(&paired->item[i]);
        const bool is_bare = ratio.result <= WM_PAIRED_FASTER; /* nothing speaks against it */
        if (is_bare && ratio.ends.high < 1 - share)
            return WM_WRAPPED_SLOWER;
        if (!is_bare || !(ratio.ends.low >= 1 - share))
            found = WM_WRAPPED_UNDECIDED;
    }
    return found;
}

/* ---- the verdict ----------------------------------------------------------------------------- */

static size_t wrong_of(const wm_paired_item *item)
{
    return item->wrong[0] + item->wrong[1];
}

/* How many items have a wrong output, and the first of them. */
static size_t find_wrong(const wm_paired *paired, const wm_paired_item **first)
{
    size_t count = 0;
    for (size_t i = 0; i < paired->count; i++)
        if (wrong_of(&paired->item[i]) > 0 && count++ == 0)
            *first = &paired->item[i];
    return count;
}

static size_t count_absent(const wm_paired *paired)
{
    size_t count = 0;
    for (size_t i = 0; i < paired->count; i++)
        count += paired->item[i].absent > 0;
    return count;
}

static void say_wrong(const wm_paired_item *first, size_t count, wm_words *line)
{
    wm_words_add(line, "wrong outputs of %zu item%s; ", count, wm_style_plural(count));
    wm_words_data(line, first->name);
    wm_words_add(line, ": %zu of A, %zu of B in %zu pair%s", first->wrong[0], first->wrong[1],
                 first->pairs, wm_style_plural(first->pairs));
}

/* What became of the runs of both sides. A run that the limit of time ended decides nothing: the
 * limit is that of the study. */
typedef struct {
    size_t failed[WM_PAIRED_SIDES], all_failed;
    size_t ended[WM_PAIRED_SIDES], all_ended;
} run_counts;

static run_counts count_runs(const wm_wrapped *wrapped)
{
    run_counts counts = {.all_failed = 0};
    for (size_t i = 0; i < WM_PAIRED_SIDES && i <= wrapped->others; i++) {
        const wm_wrapped *side = i == 0 ? wrapped : &wrapped->other[i - 1];
        counts.ended[i] = side->timed_out;
        counts.failed[i] = side->failed - side->timed_out;
        counts.all_ended += counts.ended[i];
        counts.all_failed += counts.failed[i];
    }
    return counts;
}

size_t wm_paired_view_measured(const wm_wrapped *wrapped)
{
    size_t count = 0;
    for (size_t i = 0; wrapped->others > 0 && i < wrapped->repeats; i++)
        count += i < wrapped->other[0].repeats && isfinite(wrapped->values[WM_WRAPPED_WALL][i]) &&
                 isfinite(wrapped->other[0].values[WM_WRAPPED_WALL][i]);
    return count;
}

size_t wm_paired_view_timed_out(const wm_wrapped *wrapped)
{
    return count_runs(wrapped).all_ended;
}

/* Whether it was ended before the least number of pairs. Without an item that can have a ratio it
 * ends by itself. */
static bool is_cut(const wm_wrapped *wrapped)
{
    return wrapped->repeats < wrapped->planned &&
           count_absent(&wrapped->paired) < wrapped->paired.count;
}

const char *wm_paired_view_verdict(const wm_wrapped *wrapped)
{
    const wm_paired_item *first = NULL;
    const run_counts counts = count_runs(wrapped);
    if (find_wrong(&wrapped->paired, &first) > 0 || counts.all_failed > 0)
        return "fail";
    if (counts.all_ended > 0)
        return "inconclusive";
    if (is_cut(wrapped))
        return "interrupted";
    return count_absent(&wrapped->paired) > 0 ? "inconclusive" : "pass";
}

/* Says how many runs have no result, and how many pairs have one all the same. */
static void say_lost(const wm_wrapped *wrapped, const run_counts *counts, wm_words *line)
{
    const size_t runs = wrapped->repeats, measured = wm_paired_view_measured(wrapped);
    if (counts->all_failed > 0)
        wm_words_add(line, "%zu of A's and %zu of B's %zu run%s failed", counts->failed[0],
                     counts->failed[1], runs, wm_style_plural(runs));
    else
        wm_words_add(line, "the budget ended %zu of A's and %zu of B's %zu run%s", counts->ended[0],
                     counts->ended[1], runs, wm_style_plural(runs));
    wm_words_add(line, "; %zu pair%s measured", measured, wm_style_plural(measured));
}

static void add_word(const char *verdict, wm_words *line)
{
    if (strcmp(verdict, "pass") == 0)
        wm_words_word(line, WM_EMPHASIS_GOOD, "PASS");
    else if (strcmp(verdict, "fail") == 0)
        wm_words_word(line, WM_EMPHASIS_BAD, "FAIL");
    else
        wm_words_word(line, WM_EMPHASIS_ODD, "INCONCLUSIVE");
}

void wm_paired_view_add_verdict(const wm_wrapped *wrapped, bool is_claim, wm_document *to)
{
    const wm_paired *paired = &wrapped->paired;
    const size_t pairs = wrapped->repeats, absent = count_absent(paired);
    const run_counts counts = count_runs(wrapped);
    const wm_paired_item *first = NULL;
    const size_t wrong = find_wrong(paired, &first);
    const char *s = wm_style_plural(pairs);
    wm_words *line = wm_words_item(to);
    add_word(wm_paired_view_verdict(wrapped), line);
    wm_words_add(line, "  ");
    wm_words_lead(line, WM_BREAKS_WIDTH, "      ");
    if (wrong > 0)
        say_wrong(first, wrong, line);
    else if (counts.all_failed + counts.all_ended > 0)
        say_lost(wrapped, &counts, line);
    else if (is_cut(wrapped))
        wm_words_add(line, "interrupted after %zu pair%s, before %zu", pairs, s, wrapped->planned);
    else if (absent > 0)
        wm_words_add(line, "no ratio of %zu of %zu item%s in %zu pair%s", absent, paired->count,
                     wm_style_plural(paired->count), pairs, s);
    else
        wm_words_add(line, "%zu pair%s of runs, %zu item%s, no wrong output", pairs, s,
                     paired->count, wm_style_plural(paired->count));
    wm_wrapped_flag_words_add(wrapped, line);
    if (is_claim)
        wm_words_add(line, "; the producer's claim");
}

/* ---- the builds ------------------------------------------------------------------------------ */

static void copy_fact(const wm_model *model, const char *base, size_t side, const char *rest,
                      char text[256])
{
    char name[WM_WRAPPED_NAME];
    wm_wrapped_name(base, side, rest, name);
    wm_mask_text(wm_wrapped_fact_of(model, name).text, text, 256);
}

/* Whether both programs have the same bytes. */
static bool is_same_file(const wm_model *model)
{
    const wm_text a = wm_wrapped_fact_in(model, 0, ".executable.sha256").text,
                  b = wm_wrapped_fact_in(model, 1, ".executable.sha256").text;
    return a.bytes != NULL && b.bytes != NULL && a.size == b.size &&
           memcmp(a.bytes, b.bytes, a.size) == 0;
}

void wm_paired_view_add_builds(const wm_model *model, wm_document *to)
{
    char path[256], version[256], revision[256], digest[256];
    for (size_t i = 0; i < WM_PAIRED_SIDES; i++) {
        copy_fact(model, "wrap", i, ".executable", path);
        copy_fact(model, "against", i, ".version", version);
        copy_fact(model, "against", i, ".revision", revision);
        copy_fact(model, "wrap", i, ".executable.sha256", digest);
        wm_words_say(to, "%c: %s, %s, revision %.12s%s, SHA-256 %.12s", wm_wrapped_letter(i), path,
                     version, revision, strchr(revision, '+') != NULL ? " with changes" : "",
                     digest);
    }
    if (is_same_file(model))
        wm_words_say(to, "A and B are the same program: a difference between them is one of chance "
                         "or of the machine");
}

/* ---- the table ------------------------------------------------------------------------------- */

/* The word of a result, with why. */
static void add_result(const wm_paired_item *item, const wm_paired_ratio *ratio, wm_table *table)
{
    wm_emphasis emphasis = ratio->result == WM_PAIRED_SLOWER ? WM_EMPHASIS_BAD : WM_EMPHASIS_NONE;
    if (ratio->result == WM_PAIRED_ABSENT)
        wm_table_add(table, NULL, item->reason, WM_EMPHASIS_NONE);
    else
        wm_table_add(table, wm_paired_view_word(ratio->result), NULL, emphasis);
}

static const char *ends_text(wm_wrapped_interval ends, wm_document *to)
{
    return isnan(ends.low) ? NULL : wm_document_text(to, "%.4f .. %.4f", ends.low, ends.high);
}

/* A median that is null is so for one pair; the reason is that pair's. */
static void add_median(const wm_model *model, const wm_paired_item *item, const wm_claim *claim,
                       wm_table *table)
{
    if (wm_claims_has_value(claim))
        wm_cells_claim(table, model, claim);
    else
        wm_table_add(table, NULL, item->reason, WM_EMPHASIS_NONE);
}

static void add_row(const wm_model *model, const wm_paired_item *item, wm_table *table)
{
    const wm_paired_ratio ratio = wm_paired_view_ratio(item);
    const char *ends = ends_text(ratio.ends, table->document);
    wm_table_text(table, item->name);
    add_median(model, item, item->rate[0], table);
    add_median(model, item, item->rate[1], table);
    add_median(model, item, item->ratio, table);
    wm_table_add(table, ends,
                 ends != NULL       ? NULL
                 : item->absent > 0 ? item->reason
                                    : wm_paired_view_word(WM_PAIRED_FEW),
                 WM_EMPHASIS_NONE);
    wm_table_write(table, "%zu of %zu", item->disturbed, item->pairs);
    add_result(item, &ratio, table);
}

/* Says which flags the pairs have, of all items together. */
static void add_flags(const wm_paired *paired, wm_document *to)
{
    size_t flags[WM_FLAG_WORDS] = {0}, flagged = 0, unknown = 0, pairs = 0;
    for (size_t i = 0; i < paired->count; i++) {
        for (unsigned flag = 0; flag < WM_FLAG_WORDS; flag++)
            flags[flag] += paired->item[i].flags[flag];
        flagged += paired->item[i].flagged;
        unknown += paired->item[i].unknown;
        pairs += paired->item[i].pairs;
    }
    if (flagged > 0)
        wm_words_say(to, "disturbed: %zu of %zu ratios have a flag: %s", flagged, pairs,
                     wm_warnings_counts(flags, to));
    if (unknown > 0)
        wm_words_say(to, "disturbed: of %zu of %zu ratios the flags are not known", unknown, pairs);
    if (2 * (flagged + unknown) > pairs)
        wm_words_say(to, "where most pairs are disturbed there is no direction");
}

void wm_paired_view_add_table(const wm_model *model, const wm_paired *paired, wm_document *to)
{
    wm_table *table = wm_table_apart(to, NULL);
    wm_table_columns(table, "item", ">?A", ">?B", ">rate, B / A", ">95 % interval", "?disturbed",
                     "B is", NULL);
    for (size_t i = 0; i < paired->count; i++)
        add_row(model, &paired->item[i], table);
    wm_words_gap(to, WM_GAP_LIST);
    add_flags(paired, to);
    if (paired->count > 1)
        wm_words_say(to,
                     "each interval holds the true ratio in 95 of 100 studies: of %zu items of "
                     "equal builds %.2g have a direction by chance",
                     paired->count, 0.05 * (double)paired->count);
}

/* ---- in a line ------------------------------------------------------------------------------- */

void wm_paired_view_add_interval(const wm_paired *paired, const wm_claim *claim, wm_words *line)
{
    for (size_t i = 0; i < paired->count; i++) {
        const wm_paired_item *item = &paired->item[i];
        const wm_paired_ratio ratio = wm_paired_view_ratio(item);
        const char *ends = ends_text(ratio.ends, line->document);
        if (item->ratio != claim && item->rate[0] != claim && item->rate[1] != claim)
            continue;
        if (item->ratio != claim)
            wm_words_add(line, ", no interval (a rate beside another one; the ratio has it)");
        else if (ends == NULL)
            wm_words_add(line, ", no interval (%s)", wm_paired_view_word(ratio.result));
        else
            wm_words_add(line, ", 95 %% interval %s, B to A: %s", ends,
                         wm_paired_view_word(ratio.result));
        wm_words_add(line, ", %zu of %zu pairs disturbed", item->disturbed, item->pairs);
    }
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void export_builds(const wm_model *model, wm_document *to)
{
    char text[256];
    wm_data_list(to, "builds");
    for (size_t i = 0; i < WM_PAIRED_SIDES; i++) {
        const char letter[] = {wm_wrapped_letter(i), '\0'};
        wm_data_object(to, NULL);
        wm_data_text(to, "letter", letter);
        copy_fact(model, "against", i, ".version", text);
        wm_data_word(to, "version", text);
        copy_fact(model, "against", i, ".revision", text);
        wm_data_word(to, "revision", text);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

static void export_item(const wm_paired_item *item, wm_document *to)
{
    const wm_paired_ratio ratio = wm_paired_view_ratio(item);
    wm_data_object(to, NULL);
    wm_data_text(to, "item", item->name);
    wm_data_text(to, "claim", item->ratio != NULL ? item->ratio->name : NULL);
    wm_data_text(to, "unit", item->rate[0] != NULL ? item->rate[0]->unit : NULL);
    wm_data_number(to, "rate_a", wm_claims_number(item->rate[0]));
    wm_data_number(to, "rate_b", wm_claims_number(item->rate[1]));
    wm_data_number(to, "ratio", wm_claims_number(item->ratio));
    wm_data_number(to, "low", ratio.ends.low);
    wm_data_number(to, "high", ratio.ends.high);
    wm_data_text(to, "result",
                 ratio.result != WM_PAIRED_ABSENT ? wm_paired_view_word(ratio.result) : NULL);
    wm_data_word(to, "reason", item->reason);
    wm_data_count(to, "wrong_a", item->wrong[0]);
    wm_data_count(to, "wrong_b", item->wrong[1]);
    wm_data_count(to, "pairs", item->pairs);
    wm_data_count(to, "pairs_flagged", item->flagged);
    wm_data_count(to, "pairs_unknown", item->unknown);
    wm_data_object(to, "flags");
    for (unsigned flag = 0; flag < WM_FLAG_WORDS; flag++)
        if (item->flags[flag] > 0)
            wm_data_count(to, wm_rule_flag_word((wm_flag)flag), item->flags[flag]);
    wm_data_end_object(to);
    wm_data_list(to, "ratios");
    for (size_t i = 0; i < item->pairs; i++)
        wm_data_number(to, NULL, item->ratios[i]);
    wm_data_end_list(to);
    wm_data_end_object(to);
}

void wm_paired_view_export(const wm_model *model, const wm_paired *paired, wm_document *to)
{
    export_builds(model, to);
    wm_data_list(to, "items");
    for (size_t i = 0; i < paired->count; i++)
        export_item(&paired->item[i], to);
    wm_data_end_list(to);
}

static void add_plain(const wm_paired_item *item, const char *key, const wm_claim *claim,
                      wm_wrapped_interval ends, wm_table *table)
{
    if (claim == NULL)
        return;
    wm_table_write(table, "%s %s", key, item->name);
    wm_table_text(table, claim->unit);
    wm_cells_digits(table, wm_claims_number(claim));
    wm_cells_digits(table, ends.low);
    wm_cells_digits(table, ends.high);
    wm_table_text(table, "");
    wm_table_write(table, "%zu", item->pairs);
    wm_table_text(table, "");
    wm_table_write(table, "%zu", item->absent);
    wm_table_text(table, item->reason);
    wm_table_text(table, "");
    wm_table_write(table, "%zu", item->flagged);
    wm_table_text(table, wm_warnings_counts(item->flags, table->document));
}

void wm_paired_view_add_rows(const wm_paired *paired, wm_table *table)
{
    const wm_wrapped_interval none = {(double)NAN, (double)NAN};
    for (size_t i = 0; i < paired->count; i++) {
        const wm_paired_item *item = &paired->item[i];
        add_plain(item, "ratio", item->ratio, wm_paired_view_ratio(item).ends, table);
        add_plain(item, "rate of A,", item->rate[0], none, table);
        add_plain(item, "rate of B,", item->rate[1], none, table);
    }
}
