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
#include "report/views/warnings.h"
#include "standards/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WARNINGS = 4, COMMAND_SHOWN = 1000 };

/* ---- the verdict ----------------------------------------------------------------------------- */

typedef enum { PASSED, FAILED, STOPPED, UNREAD } outcome;

static outcome outcome_of(const wm_wrapped *of)
{
    return of->failed > 0              ? FAILED
           : of->repeats < of->planned ? STOPPED
           : of->unread > 0            ? UNREAD
                                       : PASSED;
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
    const outcome what = outcome_of(wrapped);
    const size_t repeats = wrapped->repeats, planned = wrapped->planned;
    wm_words *line = wm_words_item(to);
    wm_words_word(line, words[what].emphasis, words[what].word);
    if (what == FAILED)
        wm_words_add(line, "  %zu of %zu repeat%s failed", wrapped->failed, repeats,
                     wm_style_plural(repeats));
    else if (what == STOPPED)
        wm_words_add(line, "  interrupted after %zu of %zu repeat%s", repeats, planned,
                     wm_style_plural(planned));
    else if (what == UNREAD)
        wm_words_add(line, "  no metric in %zu of %zu repeat%s", wrapped->unread, repeats,
                     wm_style_plural(repeats));
    else
        wm_words_add(line, "  %zu of %zu repeat%s ended%s", repeats, planned,
                     wm_style_plural(planned),
                     wrapped->counts_failures ? "" : " with exit status 0");
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

/* The command as words of a shell. */
static const char *command_of(const wm_model *model, wm_document *to)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status = WM_OK;
    for (size_t i = 0; status == WM_OK && is_there(wm_wrapped_argument(model, i)); i++) {
        if (i > 0)
            status = wm_buffer_putc(&text, ' ');
        if (status == WM_OK)
            status = append_argument(wm_wrapped_argument(model, i), &text);
    }
    wm_document_fail(to, status);
    return wm_document_take(to, &text);
}

static bool is_script(const wm_model *model)
{
    return wm_member_is(wm_wrapped_fact_of(model, "wrap.kind").text, "script");
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

void wm_wrapped_view_add_command(const wm_model *model, const wm_wrapped *wrapped,
                                 const char *output, wm_document *to)
{
    const char *command = command_of(model, to);
    char shown[COMMAND_SHOWN + 1];
    add_cause(wrapped, output, to);
    wm_mask_copy(command, strlen(command), shown, sizeof shown);
    wm_words_tell(to, "command%s: %s%s", is_script(model) ? " (a script)" : "", shown,
                  strlen(command) > COMMAND_SHOWN ? " ...; --json has all" : "");
}

/* ---- rows ------------------------------------------------------------------------------------ */

typedef struct {
    const char *title, *key;
    wm_wrapped_value value;
    const char *median, *spread; /* names of claims; spread may be NULL */
} row;

static const row ROWS[] = {
    {"wall time", "wall", WM_WRAPPED_WALL, "x.wrap.median_wall", "x.wrap.relative_mad_wall"},
    {"user time", "user", WM_WRAPPED_USER, "x.wrap.median_user", NULL},
    {"system time", "system", WM_WRAPPED_SYSTEM, "x.wrap.median_system", NULL},
    {"metric", "metric", WM_WRAPPED_METRIC, "x.wrap.median_metric", "x.wrap.relative_mad_metric"},
};

enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0] };

static const wm_claim *claim_of(const wm_model *model, const char *name)
{
    const wm_claim *claim = name != NULL ? wm_claims_named(&model->claims, name) : NULL;
    return wm_claims_has_value(claim) ? claim : NULL;
}

/* The interval of a median. */
typedef struct {
    double low, high; /* NaN: there is none */
} interval;

/* Finds it by order statistics. A claim with a value has no repeat without one. */
static interval find_interval(const wm_wrapped *of, wm_wrapped_value value, wm_document *to)
{
    const size_t low = wm_comparison_own_interval(of->repeats);
    interval found = {(double)NAN, (double)NAN};
    double *sorted = wm_document_alloc(to, of->repeats * sizeof *sorted);
    if (low == 0 || sorted == NULL)
        return found;
    memcpy(sorted, of->values[value], of->repeats * sizeof *sorted);
    wm_statistic_sort(sorted, of->repeats);
    return (interval){sorted[low - 1], sorted[of->repeats - low]};
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

/* Adds both ends of an interval with the digits of the claim; the unit once if it is the same. */
static void add_interval(wm_table *table, const wm_model *model, const wm_claim *claim,
                         interval ends)
{
    const wm_text_format format = format_of(model, claim, table->document);
    const wm_result low = wm_result_number(ends.low), high = wm_result_number(ends.high);
    char text[2][WM_TEXT_SIZE];
    const char *unit[2];
    if (isnan(ends.low) || format == WM_TEXT_COUNT) {
        wm_table_add(table, NULL, "fewer than 6 repeats", WM_EMPHASIS_NONE);
        return;
    }
    wm_text_write(&low, format, claim->unit, text[0]);
    wm_text_write(&high, format, claim->unit, text[1]);
    unit[0] = strchr(text[0], ' ');
    unit[1] = strchr(text[1], ' ');
    if (unit[0] != NULL && unit[1] != NULL && strcmp(unit[0], unit[1]) == 0)
        wm_table_write(table, "%.*s .. %s", (int)(unit[0] - text[0]), text[0], text[1]);
    else
        wm_table_write(table, "%s .. %s", text[0], text[1]);
}

static void add_row(wm_table *table, const wm_model *model, const wm_wrapped *of, const row *r)
{
    const wm_claim *median = claim_of(model, r->median), *spread = claim_of(model, r->spread);
    if (median == NULL)
        return;
    wm_table_text(table, r->title);
    wm_cells_claim(table, model, median);
    add_interval(table, model, median, find_interval(of, r->value, table->document));
    if (spread != NULL && of->repeats > 1)
        wm_cells_claim(table, model, spread);
    else
        wm_table_text(table, "");
    wm_table_series(table, of->values[r->value], of->repeats);
}

/* ---- memory and warnings --------------------------------------------------------------------- */

/* Adds the peak memory. The kernel counts that of this program into it. */
static void add_memory(const wm_model *model, const wm_wrapped *of, wm_document *to)
{
    const wm_claim *claim = claim_of(model, "x.wrap.maximum_rss");
    bool is_hidden = true;
    for (size_t i = 0; i < of->repeats; i++)
        is_hidden =
            is_hidden && !(of->values[WM_WRAPPED_RSS][i] > of->values[WM_WRAPPED_RSS_FLOOR][i]);
    if (claim != NULL)
        wm_words_say(to, "peak memory: %s%s", is_hidden ? "at most " : "", claim->text);
}

/* What a reader should know before the numbers; the texts are of the document. Returns how many. */
static size_t find_warnings(const wm_model *model, const wm_wrapped *of, wm_document *to,
                            const char *warnings[WARNINGS])
{
    const wm_wrapped_fact digest = wm_wrapped_fact_of(model, "wrap.executable.sha256");
    char words[WM_WARNINGS_SIZE], reason[160];
    size_t count = 0;
    wm_warnings_pressure(model->pressure.mean, words);
    if (words[0] != '\0')
        warnings[count++] = wm_document_copy(to, words);
    if (of->failed == 0 && wm_comparison_own_interval(of->repeats) == 0)
        warnings[count++] = wm_document_text(
            to, "too few repeats for a 95 %% interval: %zu of at least 6", of->repeats);
    if (digest.text.bytes == NULL) {
        wm_mask_text(digest.reason, reason, sizeof reason);
        warnings[count++] = wm_document_text(to, "no SHA-256 of the %s: %s",
                                             is_script(model) ? "script" : "executable",
                                             reason[0] != '\0' ? reason : "not recorded");
    }
    return count;
}

void wm_wrapped_view_add_warnings(const wm_model *model, const wm_wrapped *wrapped, wm_document *to)
{
    const char *warnings[WARNINGS];
    const size_t count = find_warnings(model, wrapped, to, warnings);
    for (size_t i = 0; i < count; i++)
        wm_warnings_add(warnings[i], to);
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
    table = wm_table_apart(to, NULL);
    table->is_one_block = true;
    wm_table_columns(table, "", ">median", ">?95 % interval", NULL);
    wm_table_rank_column(table, 3);
    wm_table_columns(table, ">?spread", NULL);
    wm_table_rank_column(table, 1);
    wm_table_columns(table, "repeats", NULL);
    wm_table_rank_column(table, 2);
    for (size_t i = 0; i < ROW_COUNT; i++)
        add_row(table, model, wrapped, &ROWS[i]);
    wm_words_gap(to, WM_GAP_LIST);
    add_memory(model, wrapped, to);
    add_redacted(model, to);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void add_fact(wm_document *to, const char *key, wm_wrapped_fact fact)
{
    char text[4097];
    wm_data_text(to, key,
                 fact.text.bytes != NULL ? wm_member_copy(fact.text, text, sizeof text) : NULL);
}

static void export_row(const wm_model *model, const wm_wrapped *of, const row *r, wm_document *to)
{
    const wm_claim *median = claim_of(model, r->median);
    interval ends;
    if (median == NULL)
        return;
    ends = find_interval(of, r->value, to);
    wm_data_object(to, NULL);
    wm_data_text(to, "quantity", r->key);
    wm_data_text(to, "claim", median->name);
    wm_data_text(to, "unit", median->unit);
    wm_data_number(to, "median", wm_claims_number(median));
    wm_data_number(to, "low", ends.low);
    wm_data_number(to, "high", ends.high);
    wm_data_number(to, "spread", wm_claims_number(claim_of(model, r->spread)));
    wm_data_list(to, "repeats");
    for (size_t i = 0; i < of->repeats; i++)
        wm_data_number(to, NULL, of->values[r->value][i]);
    wm_data_end_list(to);
    wm_data_end_object(to);
}

void wm_wrapped_view_export(const wm_model *model, const wm_wrapped *wrapped, wm_document *to)
{
    static const char *const words[] = {"pass", "fail", "interrupted", "inconclusive"};
    const char *warnings[WARNINGS];
    const size_t count = find_warnings(model, wrapped, to, warnings);
    wm_data_object(to, "wrapped");
    wm_data_text(to, "verdict", words[outcome_of(wrapped)]);
    wm_data_list(to, "command");
    for (size_t i = 0; is_there(wm_wrapped_argument(model, i)); i++)
        add_fact(to, NULL, wm_wrapped_argument(model, i));
    wm_data_end_list(to);
    add_fact(to, "kind", wm_wrapped_fact_of(model, "wrap.kind"));
    add_fact(to, "executable", wm_wrapped_fact_of(model, "wrap.executable"));
    add_fact(to, "executable_sha256", wm_wrapped_fact_of(model, "wrap.executable.sha256"));
    add_fact(to, "redacted", wm_wrapped_fact_of(model, "wrap.redacted"));
    wm_data_count(to, "repeats", wrapped->repeats);
    wm_data_count(to, "repeats_planned", wrapped->planned);
    wm_data_count(to, "repeats_failed", wrapped->failed);
    wm_data_count(to, "metrics_absent", wrapped->unread);
    wm_data_word(to, "failure", wrapped->failure);
    wm_data_word(to, "metric_reason", wrapped->absence);
    wm_data_list(to, "warnings");
    for (size_t i = 0; i < count; i++)
        wm_data_text(to, NULL, warnings[i]);
    wm_data_end_list(to);
    wm_data_list(to, "quantities");
    for (size_t i = 0; i < ROW_COUNT; i++)
        export_row(model, wrapped, &ROWS[i], to);
    wm_data_end_list(to);
    wm_data_end_object(to);
}

/* Adds a number with all digits; nothing for NaN. */
static void add_number(wm_table *table, double number)
{
    char text[WM_NUMBER_TEXT_SIZE];
    wm_table_text(table, wm_number_format(number, text) != 0 ? text : "");
}

void wm_wrapped_view_add_rows(const wm_model *model, const wm_wrapped *wrapped, wm_document *to)
{
    wm_table *table = wm_table_new(to, NULL);
    const char *command = command_of(model, to);
    wm_table_columns(table, "quantity", "unit", "median", "low", "high", "spread", "repeats",
                     "repeats_planned", "repeats_failed", "failure", "command", NULL);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const wm_claim *median = wm_claims_named(&model->claims, ROWS[i].median);
        const bool has_value = claim_of(model, ROWS[i].median) != NULL;
        const interval none = {(double)NAN, (double)NAN};
        interval ends = has_value ? find_interval(wrapped, ROWS[i].value, to) : none;
        if (median == NULL)
            continue;
        wm_table_text(table, ROWS[i].key);
        wm_table_text(table, median->unit);
        add_number(table, wm_claims_number(median));
        add_number(table, ends.low);
        add_number(table, ends.high);
        add_number(table, wm_claims_number(claim_of(model, ROWS[i].spread)));
        wm_table_write(table, "%zu", wrapped->repeats);
        wm_table_write(table, "%zu", wrapped->planned);
        wm_table_write(table, "%zu", wrapped->failed);
        wm_table_text(table, wrapped->failure);
        wm_table_text(table, command);
    }
}
