/* Shows a record of `wrap`: the command, its repeats, their median with its interval, warnings. */
#include "report/views/wrapped_view.h"

#include "model/mask.h"
#include "record/laws/statistic.h"
#include "record/laws/text.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/table.h"
#include "report/document/words.h"
#include "report/views/cells.h"
#include "report/views/comparison.h"
#include "report/views/paired_view.h"
#include "report/views/warnings.h"
#include "report/views/wrapped_flag_words.h"
#include "report/views/wrapped_interval.h"
#include "report/views/wrapped_revision.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARNINGS = 1 + (3 + WM_WRAPPED_FLAG_WARNINGS) * WM_WRAPPED_COMMANDS, COMMAND_SHOWN = 1000 };

static const double SHORT_S = 5e-3;

/* ---- the verdict ----------------------------------------------------------------------------- */

typedef enum { PASSED, FAILED, STOPPED, UNREAD } outcome;

static outcome outcome_of(const wm_wrapped *of)
{
    return of->failed > 0          ? FAILED
           : wm_wrapped_is_cut(of) ? STOPPED
           : of->unread > 0        ? UNREAD
                                   : PASSED;
}

/* The command that decides: the first with a failed repeat, else one that was ended early, else one
 * without a metric. */
static const wm_wrapped *find_worst(const wm_wrapped *of)
{
    static const int rank[] = {[PASSED] = 0, [UNREAD] = 1, [STOPPED] = 2, [FAILED] = 3};
    const wm_wrapped *worst = of;
    for (size_t i = 0; i < of->others; i++)
        if (rank[outcome_of(&of->other[i])] > rank[outcome_of(worst)])
            worst = &of->other[i];
    return worst;
}

void wm_wrapped_view_add_verdict(const wm_wrapped *wrapped, bool is_claim, wm_document *to)
{
    static const struct {
        const char *word;
        wm_emphasis emphasis;
    } words[] = {[PASSED] = {"PASS", WM_EMPHASIS_GOOD},
                 [FAILED] = {"FAIL", WM_EMPHASIS_BAD},
                 [STOPPED] = {"INCONCLUSIVE", WM_EMPHASIS_ODD},
                 [UNREAD] = {"INCONCLUSIVE", WM_EMPHASIS_ODD}};
    const wm_wrapped *worst = find_worst(wrapped);
    const outcome what = outcome_of(worst);
    const size_t repeats = worst->repeats,
                 planned = repeats > worst->planned ? repeats : worst->planned;
    char of[16] = "", each[32] = "";
    wm_words *line;
    if (wrapped->is_paired) {
        wm_paired_view_add_verdict(wrapped, is_claim, to);
        return;
    }
    line = wm_words_item(to);
    if (wrapped->others > 0) {
        (void)snprintf(of, sizeof of, " of %c", wm_wrapped_letter(worst->command));
        (void)snprintf(each, sizeof each, " of each of %zu commands", wrapped->others + 1);
    }
    wm_words_word(line, words[what].emphasis, words[what].word);
    wm_words_add(line, "  ");
    wm_words_lead(line, WM_BREAKS_WIDTH, "      ");
    if (what == FAILED)
        wm_words_add(line, "%zu of %zu repeat%s%s failed", worst->failed, repeats,
                     wm_style_plural(repeats), of);
    else if (what == STOPPED && repeats < worst->planned)
        wm_words_add(line, "interrupted after %zu of %zu repeat%s%s", repeats, planned,
                     wm_style_plural(planned), of);
    else if (what == STOPPED)
        wm_words_add(line, "interrupted after %zu repeat%s%s, before %g s", repeats,
                     wm_style_plural(repeats), of, worst->least_s);
    else if (what == UNREAD)
        wm_words_add(line, "no metric in %zu of %zu repeat%s%s", worst->unread, repeats,
                     wm_style_plural(repeats), of);
    else
        wm_words_add(line, "%zu of %zu repeat%s%s ended%s", repeats, planned,
                     wm_style_plural(planned), each,
                     worst->counts_failures ? "" : " with exit status 0");
    wm_wrapped_flag_words_add(wrapped, line);
    if (is_claim)
        wm_words_add(line, "; the producer's claim");
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Appends an argument as a shell reads it; of one that is absent its reason: `[redacted]`. */
static wm_status append_argument(wm_wrapped_fact argument, wm_buffer *text)
{
    char plain[4097], word[WM_STYLE_SHELL_WORD];
    if (argument.text.bytes != NULL)
        return wm_buffer_puts(text, wm_style_shell_argument(
                                        wm_member_copy(argument.text, plain, sizeof plain), word));
    (void)wm_member_copy(argument.reason, plain, sizeof plain);
    return wm_buffer_printf(text, "[%.*s]", (int)strcspn(plain, ":"), plain);
}

static bool is_there(wm_wrapped_fact fact)
{
    return fact.text.bytes != NULL || fact.reason.bytes != NULL;
}

/* A command as words of a shell. */
static const char *command_of(const wm_model *model, size_t command, wm_document *to)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status = WM_OK;
    for (size_t i = 0; status == WM_OK && is_there(wm_wrapped_argument(model, command, i)); i++) {
        if (i > 0)
            status = wm_buffer_putc(&text, ' ');
        if (status == WM_OK)
            status = append_argument(wm_wrapped_argument(model, command, i), &text);
    }
    wm_document_fail(to, status);
    return wm_document_take(to, &text);
}

static bool is_script(const wm_model *model, size_t command)
{
    return wm_member_is(wm_wrapped_fact_in(model, command, ".kind").text, "script");
}

/* Adds why the first repeat failed, or has no metric. */
static void add_cause(const wm_wrapped *wrapped, const char *output, wm_document *to)
{
    wm_words *line;
    if (wrapped->failed == 0 && wrapped->unread == 0)
        return;
    line = wm_words_item(to);
    wm_words_data(line, wrapped->failed > 0 ? wrapped->failure : wrapped->absence);
    if (wrapped->failed > 0 && output != NULL && output[0] != '\0') {
        wm_words_add(line, ": ");
        wm_words_data(line, output);
    }
}

/* A command's words, cut where they are long. */
static const char *shown_command(const wm_model *model, size_t command, wm_document *to)
{
    const char *words = command_of(model, command, to);
    char shown[COMMAND_SHOWN + 1];
    wm_mask_copy(words, strlen(words), shown, sizeof shown);
    return wm_document_text(to, "%s%s", shown,
                            strlen(words) > COMMAND_SHOWN ? " ...; --json has all" : "");
}

void wm_wrapped_view_add_command(const wm_model *model, const wm_wrapped *wrapped,
                                 const char *output, wm_document *to)
{
    add_cause(find_worst(wrapped), output, to);
    if (wrapped->is_paired) {
        wm_paired_view_add_builds(model, to);
        return;
    }
    for (size_t i = 0; i <= wrapped->others; i++) {
        char letter[16] = "";
        if (wrapped->others > 0)
            (void)snprintf(letter, sizeof letter, " %c", wm_wrapped_letter(i));
        wm_words_tell(to, "command%s%s: %s", letter, is_script(model, i) ? " (a script)" : "",
                      shown_command(model, i, to));
        wm_wrapped_revision_add(model, i, to);
    }
    wm_wrapped_revision_add_folder(model, to);
}

/* ---- rows ------------------------------------------------------------------------------------ */

typedef struct {
    const char *title, *key;
    wm_wrapped_value value;
    const char *median, *spread; /* ends of names of claims; spread may be NULL */
} row;

static const row ROWS[] = {
    {"wall time", "wall", WM_WRAPPED_WALL, ".median_wall", ".relative_mad_wall"},
    {"user time", "user", WM_WRAPPED_USER, ".median_user", NULL},
    {"system time", "system", WM_WRAPPED_SYSTEM, ".median_system", NULL},
    {"metric", "metric", WM_WRAPPED_METRIC, ".median_metric", ".relative_mad_metric"},
};

enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0] };

/* A claim about a command, from the beginning and the end of its name: `x.wrap`, `.median_wall`. */
static const wm_claim *find_claim(const wm_model *model, const char *base, size_t command,
                                  const char *rest)
{
    char name[WM_WRAPPED_NAME];
    wm_wrapped_name(base, command, rest, name);
    return wm_claims_named(&model->claims, name);
}

/* The same about its repeats; NULL: there is none with a value. */
static const wm_claim *claim_of(const wm_model *model, size_t command, const char *rest)
{
    const wm_claim *claim = rest != NULL ? find_claim(model, "x.wrap", command, rest) : NULL;
    return wm_claims_has_value(claim) ? claim : NULL;
}

static const wm_claim *pair_claim(const wm_model *model, const wm_wrapped *of)
{
    return find_claim(model, "x.pair", of->command, ".median_ratio");
}

/* The command of an index; 0: the first. */
static const wm_wrapped *command_at(const wm_wrapped *first, size_t index)
{
    return index == 0 ? first : &first->other[index - 1];
}

/* The format of a claim's text. */
static wm_text_format format_of(const wm_model *model, const wm_claim *claim, wm_document *to)
{
    wm_content content;
    const wm_status status = wm_reader_read(model->reader, claim->line, &content, NULL);
    wm_document_fail(to, status);
    return status == WM_OK
               ? wm_tables_text(content.of.claim.format.bytes, content.of.claim.format.size)
               : WM_TEXT_COUNT;
}

/* Both ends of an interval with the digits of the claim, the unit once if it is the same; NULL:
 * there is none. */
static const char *interval_text(const wm_model *model, const wm_claim *claim,
                                 wm_wrapped_interval ends, wm_document *to)
{
    const wm_text_format format = format_of(model, claim, to);
    const wm_result low = wm_result_number(ends.low), high = wm_result_number(ends.high);
    char text[2][WM_TEXT_SIZE];
    const char *unit[2];
    if (isnan(ends.low) || format == WM_TEXT_COUNT)
        return NULL;
    wm_text_write(&low, format, claim->unit, text[0]);
    wm_text_write(&high, format, claim->unit, text[1]);
    unit[0] = strchr(text[0], ' ');
    unit[1] = strchr(text[1], ' ');
    if (unit[0] != NULL && unit[1] != NULL && strcmp(unit[0], unit[1]) == 0)
        return wm_document_text(to, "%.*s .. %s", (int)(unit[0] - text[0]), text[0], text[1]);
    return wm_document_text(to, "%s .. %s", text[0], text[1]);
}

static const char FEW[] = "fewer than 6 repeats";

/* why: there is no interval. */
static void add_interval(wm_table *table, const wm_model *model, const wm_claim *claim,
                         wm_wrapped_interval ends, const char *why)
{
    const char *text = interval_text(model, claim, ends, table->document);
    wm_table_add(table, text, text == NULL ? why : NULL, WM_EMPHASIS_NONE);
}

/* letter: of the command; 0: it is the only one. */
static void add_row(wm_table *table, const wm_model *model, const wm_wrapped *of, char letter,
                    const row *r)
{
    const wm_claim *median = claim_of(model, of->command, r->median),
                   *spread = claim_of(model, of->command, r->spread);
    if (median == NULL)
        return;
    if (letter != 0)
        wm_table_write(table, "%c %s", letter, r->title);
    else
        wm_table_text(table, r->title);
    wm_cells_claim(table, model, median);
    add_interval(table, model, median, wm_wrapped_interval_of(of, r->value), FEW);
    if (spread != NULL && of->repeats > 1)
        wm_cells_claim(table, model, spread);
    else
        wm_table_text(table, "");
    wm_table_series(table, of->values[r->value], of->repeats);
}

/* ---- memory and warnings --------------------------------------------------------------------- */

/* Adds the peak memory. The kernel counts that of this program into it. */
static void add_memory(const wm_model *model, const wm_wrapped *of, char letter, wm_document *to)
{
    const wm_claim *claim = claim_of(model, of->command, ".maximum_rss");
    const char whose[] = {' ', 'o', 'f', ' ', letter, '\0'};
    bool is_hidden = true;
    for (size_t i = 0; i < of->repeats; i++)
        is_hidden =
            is_hidden && !(of->values[WM_WRAPPED_RSS][i] > of->values[WM_WRAPPED_RSS_FLOOR][i]);
    if (claim != NULL)
        wm_words_say(to, "peak memory%s: %s%s", letter != 0 ? whose : "",
                     is_hidden ? "at most " : "", claim->text);
}

/* ---- pairs ----------------------------------------------------------------------------------- */

/* The ratio of each command's time to that of the first. */
static void add_pairs(const wm_model *model, const wm_wrapped *first, wm_document *to)
{
    wm_table *table;
    if (first->others == 0)
        return;
    table = wm_table_apart(to, NULL);
    wm_table_columns(table, "pairs", ">wall time, ratio", ">?95 % interval", "result", NULL);
    for (size_t i = 0; i < first->others; i++) {
        const wm_wrapped *of = &first->other[i];
        const wm_claim *median = pair_claim(model, of);
        const wm_wrapped_interval ends = wm_wrapped_interval_pairs(of);
        if (!wm_claims_has_value(median))
            continue;
        wm_table_write(table, "%c / %c", wm_wrapped_letter(of->command), wm_wrapped_letter(0));
        wm_cells_claim(table, model, median);
        add_interval(table, model, median, ends,
                     of->contradicted > 0 ? "ratios that are not those of the times" : FEW);
        wm_table_text(table, wm_wrapped_interval_words(of));
    }
}

/* Adds the warnings about one command. */
static size_t find_own(const wm_model *model, const wm_wrapped *of, bool is_alone, wm_document *to,
                       const char *warnings[WARNINGS])
{
    const wm_wrapped_fact digest = wm_wrapped_fact_in(model, of->command, ".executable.sha256");
    const double median = wm_claims_number(claim_of(model, of->command, ".median_wall"));
    char reason[160], whose[16] = "";
    size_t count;
    if (!is_alone)
        (void)snprintf(whose, sizeof whose, " of %c", wm_wrapped_letter(of->command));
    count = wm_wrapped_flag_words_warn(of, whose, to, warnings);
    if (of->failed == 0 && !of->is_paired && wm_comparison_own_interval(of->repeats) == 0)
        warnings[count++] = wm_document_text(
            to, "too few repeats%s for a 95 %% interval: %zu of at least 6", whose, of->repeats);
    if (median < SHORT_S)
        warnings[count++] = wm_document_text(
            to,
            "a run%s takes less than 5 ms: the start of a process is a part of it, and over so "
            "little time clocks are not compared",
            whose);
    if (digest.text.bytes == NULL) {
        wm_mask_text(digest.reason, reason, sizeof reason);
        warnings[count++] =
            wm_document_text(to, "no SHA-256 of the %s%s: %s",
                             is_script(model, of->command) ? "script" : "executable", whose,
                             reason[0] != '\0' ? reason : "not recorded");
    }
    return count;
}

/* What a reader should know before the numbers; the texts are of the document. Returns how many. */
static size_t find_warnings(const wm_model *model, const wm_wrapped *first, wm_document *to,
                            const char *warnings[WARNINGS])
{
    char words[WM_WARNINGS_SIZE];
    size_t count = 0;
    wm_warnings_pressure(model->pressure.mean, words);
    if (words[0] != '\0')
        warnings[count++] = wm_document_copy(to, words);
    for (size_t i = 0; i <= first->others; i++)
        count += find_own(model, command_at(first, i), first->others == 0, to, warnings + count);
    return count;
}

void wm_wrapped_view_add_warnings(const wm_model *model, const wm_wrapped *wrapped, wm_document *to)
{
    const char *warnings[WARNINGS];
    const size_t count = find_warnings(model, wrapped, to, warnings);
    for (size_t i = 0; i < count; i++)
        wm_warnings_add(warnings[i], to);
}

/* The letter of a command; 0: it is the only one. */
static char letter_of(const wm_wrapped *first, size_t index)
{
    return first->others > 0 ? wm_wrapped_letter(index) : (char)0;
}

/* Says what the record hides. */
static void add_redacted(const wm_model *model, wm_document *to)
{
    char words[256];
    wm_mask_text(wm_wrapped_fact_of(model, "wrap.redacted").text, words, sizeof words);
    if (words[0] != '\0')
        wm_words_tell(to, "redacted: %s", words);
}

void wm_wrapped_view_add_table(const wm_model *model, const wm_wrapped *wrapped, wm_document *to)
{
    wm_table *table;
    wm_wrapped_view_add_warnings(model, wrapped, to);
    if (wrapped->is_paired) {
        wm_paired_view_add_table(model, &wrapped->paired, to);
        return;
    }
    table = wm_table_apart(to, NULL);
    table->is_one_block = true;
    wm_table_columns(table, "", ">median", ">?95 % interval", NULL);
    wm_table_rank_column(table, 3);
    wm_table_columns(table, ">?spread", NULL);
    wm_table_rank_column(table, 1);
    wm_table_columns(table, "repeats", NULL);
    wm_table_rank_column(table, 2);
    for (size_t i = 0; i < ROW_COUNT; i++)
        for (size_t j = 0; j <= wrapped->others; j++)
            add_row(table, model, command_at(wrapped, j), letter_of(wrapped, j), &ROWS[i]);
    add_pairs(model, wrapped, to);
    wm_words_gap(to, WM_GAP_LIST);
    for (size_t j = 0; j <= wrapped->others; j++)
        add_memory(model, command_at(wrapped, j), letter_of(wrapped, j), to);
    add_redacted(model, to);
}

/* ---- in a line ------------------------------------------------------------------------------- */

static void say_interval(const wm_model *model, const wm_claim *claim, wm_wrapped_interval ends,
                         wm_words *line)
{
    const char *text = interval_text(model, claim, ends, line->document);
    if (text == NULL) {
        wm_words_add(line, ", no interval (%s)", FEW);
        return;
    }
    wm_words_add(line, ", 95 %% interval ");
    wm_words_quantity(line, text);
}

void wm_wrapped_view_add_interval(const wm_model *model, const wm_wrapped *wrapped,
                                  const wm_claim *claim, wm_words *line)
{
    if (!wm_claims_has_value(claim))
        return;
    wm_paired_view_add_interval(&wrapped->paired, claim, line);
    for (size_t j = 0; j <= wrapped->others; j++) {
        const wm_wrapped *of = command_at(wrapped, j);
        for (size_t i = 0; i < ROW_COUNT; i++)
            if (claim_of(model, j, ROWS[i].median) == claim)
                say_interval(model, claim, wm_wrapped_interval_of(of, ROWS[i].value), line);
        if (j > 0 && pair_claim(model, of) == claim) {
            say_interval(model, claim, wm_wrapped_interval_pairs(of), line);
            wm_words_add(line, ", %c to %c: %s", wm_wrapped_letter(j), wm_wrapped_letter(0),
                         wm_wrapped_interval_words(of));
        }
    }
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void add_fact(wm_document *to, const char *key, wm_wrapped_fact fact)
{
    char text[4097];
    wm_data_text(to, key,
                 fact.text.bytes != NULL ? wm_member_copy(fact.text, text, sizeof text) : NULL);
}

static void export_median(const wm_claim *median, wm_wrapped_interval ends, wm_document *to)
{
    wm_data_number(to, "median", wm_claims_number(median));
    wm_data_number(to, "low", ends.low);
    wm_data_number(to, "high", ends.high);
}

static void export_list(const char *key, const double *values, size_t count, wm_document *to)
{
    wm_data_list(to, key);
    for (size_t i = 0; i < count; i++)
        wm_data_number(to, NULL, values[i]);
    wm_data_end_list(to);
}

static void export_row(const wm_model *model, const wm_wrapped *of, const row *r, wm_document *to)
{
    const wm_claim *median = claim_of(model, of->command, r->median);
    if (median == NULL)
        return;
    wm_data_object(to, NULL);
    wm_data_text(to, "quantity", r->key);
    wm_data_text(to, "claim", median->name);
    wm_data_text(to, "unit", median->unit);
    export_median(median, wm_wrapped_interval_of(of, r->value), to);
    wm_data_number(to, "spread", wm_claims_number(claim_of(model, of->command, r->spread)));
    export_list("repeats", of->values[r->value], of->repeats, to);
    wm_data_end_object(to);
}

/* The members that each command has. */
static void export_command(const wm_model *model, const wm_wrapped *of, wm_document *to)
{
    const size_t command = of->command;
    wm_data_list(to, "command");
    for (size_t i = 0; is_there(wm_wrapped_argument(model, command, i)); i++)
        add_fact(to, NULL, wm_wrapped_argument(model, command, i));
    wm_data_end_list(to);
    add_fact(to, "kind", wm_wrapped_fact_in(model, command, ".kind"));
    add_fact(to, "executable", wm_wrapped_fact_in(model, command, ".executable"));
    add_fact(to, "executable_sha256", wm_wrapped_fact_in(model, command, ".executable.sha256"));
    wm_wrapped_revision_export(model, command, to);
    wm_data_count(to, "repeats", of->repeats);
    wm_data_count(to, "repeats_planned", of->planned);
    wm_data_count(to, "repeats_failed", of->failed);
    wm_data_count(to, "metrics_absent", of->unread);
    wm_data_word(to, "failure", of->failure);
    wm_data_word(to, "metric_reason", of->absence);
    wm_wrapped_flag_words_export(of, to);
    wm_data_list(to, "quantities");
    for (size_t i = 0; i < ROW_COUNT; i++)
        export_row(model, of, &ROWS[i], to);
    wm_data_end_list(to);
}

/* A command beside the first, with the ratio of their times. */
static void export_other(const wm_model *model, const wm_wrapped *of, wm_document *to)
{
    const char letter[] = {wm_wrapped_letter(of->command), '\0'};
    wm_data_object(to, NULL);
    wm_data_text(to, "letter", letter);
    export_command(model, of, to);
    wm_data_object(to, "pairs");
    export_median(pair_claim(model, of), wm_wrapped_interval_pairs(of), to);
    wm_data_text(to, "result",
                 wm_claims_has_value(pair_claim(model, of)) ? wm_wrapped_interval_words(of) : NULL);
    export_list("ratios", of->ratio, of->pairs, to);
    wm_data_end_object(to);
    wm_data_end_object(to);
}

void wm_wrapped_view_export(const wm_model *model, const wm_wrapped *wrapped, wm_document *to)
{
    static const char *const words[] = {"pass", "fail", "interrupted", "inconclusive"};
    const char *warnings[WARNINGS];
    const size_t count = find_warnings(model, wrapped, to, warnings);
    wm_data_object(to, "wrapped");
    wm_data_text(to, "verdict",
                 wrapped->is_paired ? wm_paired_view_verdict(wrapped)
                                    : words[outcome_of(find_worst(wrapped))]);
    add_fact(to, "redacted", wm_wrapped_fact_of(model, "wrap.redacted"));
    wm_wrapped_revision_export_folder(model, to);
    wm_data_list(to, "warnings");
    for (size_t i = 0; i < count; i++)
        wm_data_text(to, NULL, warnings[i]);
    wm_data_end_list(to);
    export_command(model, wrapped, to);
    wm_data_list(to, "others");
    for (size_t i = 0; i < wrapped->others; i++)
        export_other(model, &wrapped->other[i], to);
    wm_data_end_list(to);
    if (wrapped->is_paired)
        wm_paired_view_export(model, &wrapped->paired, to);
    wm_data_end_object(to);
}

/* Adds a row of a command; nothing without the claim. */
static void add_plain(wm_table *table, const wm_model *model, const wm_wrapped *of, const char *key,
                      const wm_claim *median, wm_wrapped_interval ends, const char *spread,
                      size_t count)
{
    if (median == NULL)
        return;
    if (!wm_claims_has_value(median))
        ends = (wm_wrapped_interval){(double)NAN, (double)NAN};
    wm_table_text(table, key);
    wm_table_text(table, median->unit);
    wm_cells_digits(table, wm_claims_number(median));
    wm_cells_digits(table, ends.low);
    wm_cells_digits(table, ends.high);
    wm_cells_digits(table, wm_claims_number(claim_of(model, of->command, spread)));
    wm_table_write(table, "%zu", count);
    wm_table_write(table, "%zu", of->planned);
    wm_table_write(table, "%zu", of->failed);
    wm_table_text(table, of->failure);
    wm_table_text(table, command_of(model, of->command, table->document));
    wm_table_write(table, "%zu", of->flags.flagged);
    wm_table_text(table, wm_warnings_counts(of->flags.count, table->document));
}

void wm_wrapped_view_add_rows(const wm_model *model, const wm_wrapped *wrapped, wm_document *to)
{
    wm_table *table = wm_table_new(to, NULL);
    wm_table_columns(table, "quantity", "unit", "median", "low", "high", "spread", "repeats",
                     "repeats_planned", "repeats_failed", "failure", "command", "repeats_flagged",
                     "flags", NULL);
    for (size_t j = 0; j <= wrapped->others; j++) {
        const wm_wrapped *of = command_at(wrapped, j);
        for (size_t i = 0; i < ROW_COUNT; i++)
            add_plain(table, model, of, ROWS[i].key, find_claim(model, "x.wrap", j, ROWS[i].median),
                      wm_wrapped_interval_of(of, ROWS[i].value), ROWS[i].spread, of->repeats);
        if (j > 0)
            add_plain(table, model, of, "ratio", pair_claim(model, of),
                      wm_wrapped_interval_pairs(of), NULL, of->pairs);
    }
    wm_paired_view_add_rows(&wrapped->paired, table);
}
