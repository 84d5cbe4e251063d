/* Compares trials that were made again with those of a record.
 *
 * They are the same if every check rejected in the same trials, and if an attack has the same
 * numbers; or if they failed for the same reason both times, which is counted apart. All of it
 * follows from the seed and the device's arithmetic: another backend, or another library, may
 * differ where a residual is next to its tolerance. So the answer names the items. Times do not
 * come out again: flags, errors and costs of attacks on rates are left out. */
#include "cli/attack_again.h"

#include "cli/terminal.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "record/nodes/kinds_plain.h"
#include "report/document/data.h"
#include "report/document/table.h"
#include "report/document/words.h"

#include "base/status.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What the trials of an item say. */
typedef struct said {
    bool is_there, has_failed;
    char failure[sizeof((wm_model_item *)NULL)->failure];
    uint32_t trials;
    char bits[WM_CHECKS][WM_TABLES_REPEATS / 4 + 1]; /* hex digits; empty: not asked */
    double number[9];                                /* of an attack and a pair; NaN: null */
} said;

/* ---- a record -------------------------------------------------------------------------------- */

static void keep_seen(wm_list list, said *to)
{
    wm_seen_node seen;
    while (wm_kind_next(&list, &wm_kind_seen, &seen))
        for (unsigned c = 0; c < WM_CHECKS; c++)
            if (wm_member_is(seen.check, wm_tables_check((wm_check_word)c)))
                (void)wm_member_copy(seen.trials, to->bits[c], sizeof to->bits[c]);
}

/* Reads the trials of an item, which has one observation of them. */
static wm_status read_said(const wm_model *model, const wm_model_item *item, said *to)
{
    const wm_observations *series = wm_model_repeats(item);
    wm_content content;
    wm_error err;
    wm_status status;
    memset(to, 0, sizeof *to);
    to->trials = item->item->repeats;
    if (series->count != 1)
        return WM_OK;
    status = wm_reader_read(model->reader, series->at[0].line, &content, &err);
    if (status != WM_OK || !wm_contents_is_of(&content, &wm_kind_trials))
        return status;
    to->is_there = true;
    to->has_failed = series->at[0].has_failed;
    memcpy(to->failure, item->failure, sizeof to->failure);
    if (to->has_failed)
        return WM_OK;
    keep_seen(content.of.trials.seen, to);
    if (content.of.trials.attack.is_there) {
        to->number[0] = content.of.trials.attack.committed;
        to->number[1] = content.of.trials.attack.cost;
        to->number[2] = content.of.trials.attack.derived;
        to->number[3] = content.of.trials.attack.error;
    }
    if (content.of.trials.pair.is_there) {
        to->number[4] = content.of.trials.pair.divergence_least;
        to->number[5] = content.of.trials.pair.divergence_most;
        to->number[6] = content.of.trials.pair.faulty_residual;
        to->number[7] = content.of.trials.pair.honest_derived;
        to->number[8] = content.of.trials.pair.honest_residual;
    }
    if (wm_tables_trial(item->item->trial.word)->is_rate) {
        to->bits[WM_CHECK_FLAGS][0] = '\0';
        to->number[1] = to->number[3] = 0;
    }
    return WM_OK;
}

/* ---- the comparison -------------------------------------------------------------------------- */

/* In how many trials two strings of bits differ. */
static unsigned differing(const char *a, const char *b)
{
    static const char DIGITS[] = "0123456789abcdef";
    unsigned count = 0;
    for (size_t i = 0; a[i] != '\0' && b[i] != '\0'; i++) {
        unsigned bits =
            (unsigned)((strchr(DIGITS, a[i]) - DIGITS) ^ (strchr(DIGITS, b[i]) - DIGITS));
        for (; bits != 0; bits &= bits - 1)
            count++;
    }
    return count;
}

static void add_words(char words[256], const char *format, const char *name, unsigned count)
{
    const size_t used = strlen(words);
    if (used > 0 && used < 250)
        memcpy(words + used, ", ", 3);
    (void)snprintf(words + strlen(words), 256 - strlen(words), format, name, count);
}

static bool has_failed_alike(const said *a, const said *b)
{
    return a->has_failed && b->has_failed && strcmp(a->failure, b->failure) == 0;
}

static bool have_other_numbers(const said *a, const said *b)
{
    for (size_t i = 0; i < sizeof a->number / sizeof a->number[0]; i++)
        if (isnan(a->number[i]) != isnan(b->number[i]) ||
            (!isnan(a->number[i]) && a->number[i] != b->number[i]))
            return true;
    return false;
}

/* Writes where two differ; "" if nowhere. */
static void compare(const said *a, const said *b, char words[256])
{
    words[0] = '\0';
    if (has_failed_alike(a, b))
        return;
    if (a->has_failed || b->has_failed || !a->is_there || !b->is_there) {
        (void)snprintf(words, 256, "%s",
                       a->has_failed && b->has_failed ? "failed both times, for other reasons"
                       : a->has_failed                ? "failed in the record"
                       : b->has_failed                ? "failed now"
                                                      : "no trials");
        return;
    }
    if (a->trials != b->trials) { /* --budget: equal digits may be of fewer trials */
        (void)snprintf(words, 256, "%u trials in place of %u", (unsigned)b->trials,
                       (unsigned)a->trials);
        return;
    }
    for (unsigned c = 0; c < WM_CHECKS; c++) {
        const char *name = wm_tables_check((wm_check_word)c);
        if (strlen(a->bits[c]) != strlen(b->bits[c]))
            add_words(words, "%s in all trials", name, 0);
        else if (strcmp(a->bits[c], b->bits[c]) != 0)
            add_words(words, "%s in %u", name, differing(a->bits[c], b->bits[c]));
    }
    if (have_other_numbers(a, b))
        add_words(words, "%s", "numbers of the attack", 0);
}

/* Of how many items the trials are the same, and how many failed the same way. */
typedef struct counts {
    size_t same, failed;
} counts;

/* Compares all items of the new record, and adds a row for each that differs. */
static wm_status compare_all(const wm_model *before, const wm_model *after, wm_table *table,
                             counts *found)
{
    for (size_t i = 0; i < after->item_count; i++) {
        const wm_model_item *item = &after->item[i];
        const wm_model_item *other = wm_model_item_named(before, item->label);
        static said old, new;
        char words[256];
        wm_status status = read_said(after, item, &new);
        memset(&old, 0, sizeof old);
        if (status == WM_OK && other != NULL)
            status = read_said(before, other, &old);
        if (status != WM_OK)
            return status;
        compare(&old, &new, words);
        if (words[0] == '\0') {
            (*(has_failed_alike(&old, &new) ? &found->failed : &found->same))++;
            continue;
        }
        (void)wm_table_text(table, item->label);
        (void)wm_table_text(table, words);
    }
    return WM_OK;
}

/* ---- the answer ------------------------------------------------------------------------------ */

typedef struct verdict {
    int exit_status;
    const char *words, *status; /* for a reader, and in JSON */
} verdict;

/* Where every item failed alike there were no trials to compare. */
static const verdict *verdict_of(const counts *found, size_t items)
{
    static const verdict same = {WM_EXIT_YES, "SAME", "same"},
                         different = {WM_EXIT_NO, "DIFFERENT", "different"},
                         none = {WM_EXIT_INCONCLUSIVE, "INCONCLUSIVE", "inconclusive"};
    if (found->same + found->failed < items)
        return &different;
    return found->same == 0 ? &none : &same;
}

static wm_status answer(const wm_run_options *ask, const wm_model *before, const wm_model *after,
                        int *exit_status)
{
    counts found = {0, 0};
    const verdict *says;
    wm_document to = {.status = WM_OK};
    wm_words *line = wm_words_new(&to);
    wm_table *table;
    wm_status status;
    (void)wm_words_tell(&to, "record %s, root %.12s", ask->path, after->report.root);
    table = wm_table_apart(&to, NULL);
    wm_table_add_column(table, "Item", WM_SIDE_LEFT, false);
    wm_table_key_column(table, "item");
    wm_table_add_column(table, "Differs in", WM_SIDE_LEFT, false);
    wm_table_key_column(table, "differs_in");
    status = compare_all(before, after, table, &found);
    if (status != WM_OK) {
        wm_document_clear(&to);
        return status;
    }
    says = verdict_of(&found, after->item_count);
    *exit_status = says->exit_status;
    wm_words_word(line, says->exit_status == WM_EXIT_YES ? WM_EMPHASIS_GOOD : WM_EMPHASIS_BAD,
                  says->words);
    wm_words_add(line, "  %zu of %zu items have the trials of ", found.same, after->item_count);
    wm_words_path(line, ask->again_given, 0);
    if (found.failed > 0)
        wm_words_add(line, "; %zu failed the same way both times", found.failed);
    wm_data_begin(&to, "attack-again", says->status);
    wm_data_text(&to, "record", ask->path);
    wm_data_text(&to, "root", after->report.root);
    wm_data_text(&to, "again", ask->again_given);
    wm_data_text(&to, "again_root", before->report.root);
    wm_data_count(&to, "items", after->item_count);
    wm_data_count(&to, "items_same", found.same);
    wm_data_count(&to, "items_failed_alike", found.failed);
    wm_data_table(&to, "different", table);
    return wm_terminal_print(ask->call, &to);
}

int wm_attack_again_report(const wm_run_options *ask)
{
    static wm_model before, after;
    wm_error err = {WM_OK, "", ""};
    int exit_status = WM_EXIT_TROUBLE;
    wm_status status = wm_model_read(ask->again, NULL, &before, &err);
    if (status == WM_OK)
        status = wm_model_read(ask->path, NULL, &after, &err);
    if (status == WM_OK)
        status = answer(ask, &before, &after, &exit_status);
    wm_model_close(&before);
    wm_model_close(&after);
    if (status != WM_OK)
        return wm_trouble_error(ask->call, status, &err);
    return exit_status;
}
