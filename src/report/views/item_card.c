/* All that a record says about one item.
 *
 * The rows are the item's claims in the order of the table of quantities, so the card of any kind
 * of item has all of them, by the names that `show RECORD CLAIM` takes. What is not a claim is read
 * from the repeats' lines, and their numbers stand beside. */
#include "report/views/item_card.h"

#include "base/status.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/views/cells.h"
#include "report/views/export.h"
#include "report/views/overview_tables.h"
#include "report/views/quotation.h"
#include "report/views/reasons.h"
#include "report/views/summary.h"
#include "report/views/warnings.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS_LISTED = 24, DIGITS = 16, P95_LEAST = 20, P99_LEAST = 100 };

/* A repeat, as its line says. */
typedef struct {
    const wm_observation *of;
    double seconds; /* of an iteration, or of a profile; NaN: it failed */
    bool has_digest;
    uint8_t digest[WM_SHA256_SIZE];
    const char *reason; /* why it failed, or NULL */
} repeat;

typedef struct {
    wm_model *model;
    const wm_model_item *item;
    const wm_view *view;
    wm_document *to;
    repeat *repeats;
    size_t count;
    size_t outputs, distinct, first_alike; /* digests; those like the first one */
    double *seconds;                       /* of those that did not fail, ascending */
    size_t timed;
    wm_observations_pressure pressure;
} card;

/* ---- the repeats' lines ---------------------------------------------------------------------- */

static void take_repeat(card *of, const wm_content *content, repeat *one)
{
    const wm_workload_node *node = &content->of.workload;
    char reason[WM_REASONS_SIZE];
    if (wm_contents_is(content, &wm_kind_workload_ok)) {
        one->seconds = node->seconds / node->iterations;
        one->has_digest = true;
        memcpy(one->digest, node->output_digest.bytes, sizeof one->digest);
        wm_observations_add_pressure(&of->pressure, content);
    } else if (wm_contents_is(content, &wm_kind_profile_ok)) {
        one->seconds = content->of.profile.seconds;
    } else {
        const bool is_profile = wm_contents_is_of(content, &wm_kind_profile);
        (void)wm_member_copy(is_profile ? content->of.profile.reason : node->reason, reason,
                             sizeof reason);
        one->reason = wm_document_mask(of->to, reason);
    }
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Whether an earlier repeat has the same output. */
static bool is_seen(const card *of, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (of->repeats[i].has_digest &&
            memcmp(of->repeats[i].digest, of->repeats[index].digest, WM_SHA256_SIZE) == 0)
            return true;
    return false;
}

static bool is_like_first(const card *of, const repeat *one)
{
    for (size_t i = 0; i < of->count; i++)
        if (of->repeats[i].has_digest)
            return one->has_digest &&
                   memcmp(of->repeats[i].digest, one->digest, WM_SHA256_SIZE) == 0;
    return false;
}

static void count_repeats(card *of)
{
    for (size_t i = 0; i < of->count; i++) {
        const repeat *one = &of->repeats[i];
        if (!isnan(one->seconds))
            of->seconds[of->timed++] = one->seconds;
        of->outputs += one->has_digest;
        of->distinct += one->has_digest && !is_seen(of, i);
        of->first_alike += is_like_first(of, one);
    }
    qsort(of->seconds, of->timed, sizeof *of->seconds, compare_numbers);
}

static wm_status read_repeats(card *of, wm_error *err)
{
    const wm_observations *series = wm_model_repeats(of->item);
    wm_status status = WM_OK;
    of->count = series->count;
    of->repeats = wm_document_alloc(of->to, (of->count + 1) * sizeof *of->repeats);
    of->seconds = wm_document_alloc(of->to, (of->count + 1) * sizeof *of->seconds);
    if (of->repeats == NULL || of->seconds == NULL)
        return wm_error_set(err, WM_E_NOMEM, of->model->path, "out of memory");
    for (size_t i = 0; i < of->count && status == WM_OK; i++) {
        wm_content content;
        of->repeats[i] = (repeat){.of = &series->at[i], .seconds = (double)NAN};
        status = wm_reader_read(of->model->reader, series->at[i].line, &content, err);
        if (status == WM_OK)
            take_repeat(of, &content, &of->repeats[i]);
    }
    if (status == WM_OK)
        count_repeats(of);
    return status;
}

/* ---- heading --------------------------------------------------------------------------------- */

/* Whether a claim is about this item, or compares it. */
static bool is_of(const card *of, const wm_claim *claim)
{
    return claim != NULL && wm_model_item_behind(of->model, claim) == of->item;
}

/* Whether a finding is about this item, a claim that compares it, or its repeats. */
static bool is_finding_of(const card *of, const wm_model_finding *finding)
{
    return is_of(of, finding->claim) || wm_model_names_repeats(finding, of->item);
}

static void add_verdict(const card *of)
{
    wm_words *line = wm_words_item(of->to);
    wm_quotation_add_objection(of->model, of->item, "", line);
    if (line->count == 0) {
        const bool has_output = wm_plan_has_output(of->item->item);
        wm_words_word(line, has_output ? WM_EMPHASIS_GOOD : WM_EMPHASIS_NONE,
                      has_output ? "PASS" : "MEASURED");
        wm_words_add(line, ": ");
    }
    wm_words_data(line, of->item->label);
}

/* Adds workload, shape, and how many of the repeats there are. */
static void add_plan(const card *of)
{
    const wm_item *item = of->item->item;
    const wm_variant *variant = item->variant;
    wm_words *line = wm_words_item(of->to);
    wm_words_add(line, "%s %s", variant->workload, variant->variant);
    for (size_t i = 0; i < variant->dimension_count; i++)
        wm_words_add(line, ", %s %" PRIu64, variant->dimension[i].name, item->dimension[i]);
    if (wm_plan_procedure(item) == WM_PROCEDURE_TRIALS)
        wm_words_add(line, "; %" PRIu32 " trial%s", item->repeats, wm_style_plural(item->repeats));
    else
        wm_words_add(line, "; %zu of %" PRIu32 " repeat%s", of->timed, item->repeats,
                     wm_style_plural(item->repeats));
    if (item->fault.kind != WM_FAULT_NONE)
        wm_words_add(line, "; fault at row %" PRIu64 ", column %" PRIu64, (uint64_t)item->fault.row,
                     (uint64_t)item->fault.column);
}

static void add_outputs(const card *of)
{
    char hex[WM_SHA256_HEX_SIZE + 1];
    if (of->outputs == 0)
        return;
    for (size_t i = 0; i < of->count; i++)
        if (of->repeats[i].has_digest) {
            wm_sha256_to_hex(of->repeats[i].digest, hex);
            break;
        }
    if (of->distinct == 1)
        wm_words_say(of->to, "outputs: %zu, all %.*s", of->outputs, DIGITS, hex);
    else
        wm_words_say(of->to, "outputs: %zu, %zu different ones, %zu like the first %.*s",
                     of->outputs, of->distinct, of->first_alike, DIGITS, hex);
}

/* Adds a warning of segments with flags, or with unknown ones. */
static void add_segments(const card *of)
{
    const wm_observations *segments = &of->item->series[WM_OBSERVATIONS_SEGMENTS];
    const wm_observations_tally tally = wm_observations_count(segments);
    wm_words *line;
    if (tally.flagged == 0 && tally.unknown == 0)
        return;
    line = wm_words_item(of->to);
    wm_words_word(line, WM_EMPHASIS_ODD, "WARNING");
    wm_words_add(line, "  ");
    wm_words_lead(line, WM_BREAKS_WIDTH, "         ");
    wm_quotation_add_segments(of->item, line);
}

/* Adds what speaks against the items that this one is compared with. */
static wm_status add_other_sides(const card *of, wm_error *err)
{
    wm_claims_group group = {NULL, 0};
    wm_status status = WM_OK;
    wm_data_list(of->to, "sides");
    while (status == WM_OK && wm_claims_next(&of->model->claims, &group))
        if (is_of(of, group.claim))
            status = wm_quotation_add_sides(of->model, group.claim, of->to, err);
    wm_data_end_list(of->to);
    return status;
}

static void add_warnings(const card *of)
{
    char words[WM_WARNINGS_SIZE];
    wm_warnings_export(of->model, of->to);
    wm_warnings_before(of->model, "", of->to);
    wm_warnings_pressure(of->pressure.mean, words);
    if (words[0] != '\0')
        wm_warnings_add(words, of->to);
    wm_reasons_disturbed(of->item, words);
    if (words[0] != '\0')
        wm_warnings_add(wm_document_text(of->to, "disturbed repeats: %s", words), of->to);
    wm_reasons_unknown(of->item, words);
    if (words[0] != '\0')
        wm_warnings_add(words, of->to);
    add_segments(of);
    for (int is_faster = 0; is_faster <= 1; is_faster++) {
        const char *far = wm_summary_rates_far(of->item, is_faster, of->to);
        if (far != NULL)
            wm_warnings_add(far, of->to);
    }
    for (size_t i = 0; i < of->model->finding_count; i++)
        if (is_finding_of(of, &of->model->finding[i]))
            wm_overview_finding(of->model, &of->model->finding[i], of->to);
}

/* The value that `share` of the repeats do not exceed: the nearest rank. */
static double percentile(const card *of, unsigned percent)
{
    const size_t rank = (of->timed * percent + 99) / 100;
    return of->seconds[rank - 1];
}

static void add_percentile(const card *of, unsigned percent, size_t least, wm_words *line)
{
    const wm_result result = {WM_RESULT_NUMBER, of->timed > 0 ? percentile(of, percent) : 0, NULL};
    char text[WM_TEXT_SIZE];
    if (of->timed < least)
        return;
    wm_text_write(&result, WM_TEXT_SI4, "s", text);
    wm_words_add(line, "%s p%u ", percent == 95 ? "time of a repeat's iteration:" : ",", percent);
    wm_words_quantity(line, text);
}

/* Adds percentiles of times. Few repeats have none. */
static void add_percentiles(const card *of)
{
    wm_words *line;
    if (of->timed < P95_LEAST)
        return;
    line = wm_words_item(of->to);
    add_percentile(of, 95, P95_LEAST, line);
    add_percentile(of, 99, P99_LEAST, line);
    wm_words_add(line, " (of %zu repeats; not a claim)", of->timed);
}

/* ---- claims ---------------------------------------------------------------------------------- */

static void add_value(const card *of, wm_table *table, const wm_claim *claim)
{
    char words[WM_REASONS_SIZE];
    if (claim->quantity->function != WM_FUNCTION_THROTTLE_REASONS || claim->value == NULL) {
        wm_cells_claim(table, of->model, claim);
        return;
    }
    wm_reasons_throttle((unsigned)strtoul(claim->value, NULL, 10), false, words);
    wm_table_text(table, words[0] != '\0' ? words : "none")->claim = claim;
}

/* Adds the claims about a subject, a row for each. Those about the item itself have no title. */
static void add_group(const card *of, const wm_claims_group *group)
{
    const bool is_own = group->claim == of->item->claims.claim;
    wm_table *table =
        wm_table_apart(of->to, is_own ? NULL : wm_document_copy(of->to, group->claim->label));
    if (group->claim->subject == WM_SUBJECT_POINT)
        table->title = "Point of operation";
    if (group->claim->subject == WM_SUBJECT_SLOPE)
        table->title = "Rate against clock";
    wm_table_columns(table, "Quantity", ">Value", ">Line", NULL);
    for (size_t i = 0; i < group->count; i++) {
        wm_table_text(table, group->claim[i].quantity->name);
        add_value(of, table, &group->claim[i]);
        wm_table_write(table, "%" PRIu32, group->claim[i].line);
    }
}

static void add_claims(const card *of)
{
    wm_claims_group group = {NULL, 0};
    wm_data_list(of->to, "claims");
    while (wm_claims_next(&of->model->claims, &group)) {
        if (!is_of(of, group.claim))
            continue;
        add_group(of, &group);
        for (size_t i = 0; i < group.count; i++)
            wm_export_claim(of->to, of->model, &group.claim[i]);
    }
    wm_data_end_list(of->to);
}

/* ---- repeats --------------------------------------------------------------------------------- */

static void add_flags(wm_table *table, const wm_observation *one)
{
    const char *without = one->lacks_flags ? "unknown" : "none";
    wm_buffer words = WM_BUFFER_EMPTY;
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
        if (one->flags >> i & 1u)
            wm_document_fail(table->document,
                             wm_buffer_printf(&words, "%s%s", words.size > 0 ? ", " : "",
                                              wm_rule_flag_word((wm_flag)i)));
    wm_table_text(table, words.size > 0 ? wm_document_take(table->document, &words) : without);
    wm_buffer_clear(&words);
}

static void add_repeat(wm_table *table, const repeat *one)
{
    char hex[WM_SHA256_HEX_SIZE + 1], text[WM_TEXT_SIZE];
    const wm_result seconds = {WM_RESULT_NUMBER, one->seconds, NULL};
    wm_table_value(table, one->of->number, "%" PRIu32, one->of->number);
    wm_table_value(table, one->of->line, "%" PRIu32, one->of->line);
    wm_text_write(&seconds, WM_TEXT_SI4, "s", text);
    if (isnan(one->seconds))
        wm_table_tell(table, wm_table_add(table, NULL, one->reason, WM_EMPHASIS_ODD), NULL);
    else
        wm_table_value(table, one->seconds, "%s", text);
    add_flags(table, one->of);
    if (one->has_digest) {
        wm_sha256_to_hex(one->digest, hex);
        wm_table_tell(table, wm_table_write(table, "%.*s", DIGITS, hex), hex);
    } else {
        wm_table_tell(table, wm_table_text(table, NULL), NULL);
    }
    wm_table_tell(table, wm_table_text(table, NULL), one->reason);
}

/* Whether a repeat has a row. */
static bool is_listed(const card *of, const repeat *one)
{
    return of->count <= REPEATS_LISTED || of->view->is_verbose || one->of->flags != 0 ||
           one->of->has_failed ||
           (one->has_digest && of->first_alike > of->outputs / 2 && !is_like_first(of, one));
}

/* Whether the item's one observation has trials, which have neither times nor flags. */
static bool is_of_trials(const card *of)
{
    return wm_plan_procedure(of->item->item) == WM_PROCEDURE_TRIALS;
}

static void add_repeats(const card *of)
{
    static const struct {
        const char *title, *key;
    } COLUMNS[] = {{">Repeat", "repeat"}, {">Line", "line"},           {">Time", "seconds"},
                   {"Flags", NULL},       {"Output", "output_digest"}, {NULL, "reason"}};
    wm_table *table = wm_table_apart(of->to, "Repeats, each with the time of an iteration");
    for (size_t i = 0; i < sizeof COLUMNS / sizeof COLUMNS[0]; i++) {
        if (COLUMNS[i].title != NULL)
            wm_table_columns(table, COLUMNS[i].title, NULL);
        else
            wm_table_add_column(table, NULL, WM_SIDE_LEFT, false);
        if (COLUMNS[i].key != NULL)
            wm_table_key_column(table, COLUMNS[i].key);
    }
    if (!wm_plan_has_output(of->item->item))
        table->title = "Profiles, each with its time";
    for (size_t i = 0; i < of->count && !is_of_trials(of); i++)
        if (is_listed(of, &of->repeats[i]))
            add_repeat(table, &of->repeats[i]);
    if (wm_table_rows(table) < of->count && !is_of_trials(of))
        wm_words_say(of->to, "%zu of %zu repeats are not listed; -v lists them",
                     of->count - wm_table_rows(table), of->count);
    wm_data_table(of->to, "observed", table);
}

/* ---- lines of evidence ----------------------------------------------------------------------- */

/* Adds the lines of a series, those that follow one another as one range, and a command for the
 * first. */
static void add_lines(const card *of, wm_table *table, const char *name,
                      const wm_observations *series)
{
    char word[WM_STYLE_SHELL_WORD];
    wm_buffer lines = WM_BUFFER_EMPTY, places = WM_BUFFER_EMPTY;
    const char *evidence =
        of->view->evidence != NULL ? of->view->evidence : wm_reader_evidence(of->model->reader);
    for (size_t i = 0, end; i < series->count; i = end) {
        const char *lead = i > 0 ? ", " : "";
        for (end = i + 1;
             end < series->count && series->at[end].line == series->at[end - 1].line + 1;)
            end++;
        wm_document_fail(of->to, wm_buffer_printf(&lines, "%s%" PRIu32, lead, series->at[i].line));
        wm_document_fail(
            of->to, wm_buffer_printf(&places, "%s%" PRIu32, i > 0 ? "p;" : "", series->at[i].line));
        if (end > i + 1) {
            const uint32_t last = series->at[end - 1].line;
            wm_document_fail(of->to, wm_buffer_printf(&lines, " to %" PRIu32, last));
            wm_document_fail(of->to, wm_buffer_printf(&places, ",%" PRIu32, last));
        }
    }
    if (series->count > 0) {
        const char *place = wm_document_take(of->to, &places);
        wm_table_text(table, is_of_trials(of) ? "trials" : name);
        wm_table_write(table, "%zu", series->count);
        wm_table_text(table, wm_document_take(of->to, &lines));
        wm_words_command(of->to, "  ",
                         wm_document_text(of->to, "sed -n '%sp' %s", place,
                                          wm_style_shell_record(evidence, word)),
                         NULL, NULL);
    }
    wm_buffer_clear(&lines);
    wm_buffer_clear(&places);
}

static void add_evidence(const card *of)
{
    static const char *const NAMES[WM_OBSERVATIONS_CLASSES] = {
        "repeats", "profiles", "segments", "calibrations", "stages", "revisits"};
    wm_table *table = wm_table_apart(of->to, "Lines of evidence");
    wm_table_columns(table, "Observations", ">Number", "Lines", NULL);
    wm_table_key_column(table, NULL);
    wm_words_gap(of->to, WM_GAP_LINE);
    if (of->view->unpack != NULL)
        wm_words_command(of->to, "  ", of->view->unpack, NULL, NULL);
    for (size_t i = 0; i < WM_OBSERVATIONS_CLASSES; i++)
        add_lines(of, table, NAMES[i], &of->item->series[i]);
    wm_data_object(of->to, "lines");
    for (size_t i = 0; i < WM_OBSERVATIONS_CLASSES; i++) {
        wm_data_list(of->to, NAMES[i]);
        for (size_t j = 0; j < of->item->series[i].count; j++)
            wm_data_count(of->to, NULL, of->item->series[i].at[j].line);
        wm_data_end_list(of->to);
    }
    wm_data_end_object(of->to);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void add_head_members(const card *of)
{
    wm_data_begin(of->to, "item", "valid");
    wm_data_text(of->to, "root", of->model->report.root);
    wm_data_text(of->to, "item", of->item->label);
    wm_data_text(of->to, "verdict", wm_summary_verdict(of->item));
    wm_data_list(of->to, "findings");
    for (size_t i = 0; i < of->model->finding_count; i++)
        if (is_finding_of(of, &of->model->finding[i]))
            wm_export_finding(of->to, of->model, &of->model->finding[i]);
    wm_data_end_list(of->to);
    wm_export_item(of->to, of->item);
}

static void add_repeat_members(const card *of)
{
    wm_data_number(of->to, "pressure", of->pressure.mean);
    wm_data_number(of->to, "seconds_p95",
                   of->timed >= P95_LEAST ? percentile(of, 95) : (double)NAN);
    wm_data_number(of->to, "seconds_p99",
                   of->timed >= P99_LEAST ? percentile(of, 99) : (double)NAN);
    wm_data_count(of->to, "outputs", of->outputs);
    wm_data_count(of->to, "different_outputs", of->distinct);
}

wm_status wm_item_card_add(wm_model *model, const wm_model_item *item, const wm_view *view,
                           wm_document *to, wm_error *err)
{
    card of = {.model = model, .item = item, .view = view, .to = to, .pressure = {(double)NAN, 0}};
    wm_status status = read_repeats(&of, err);
    if (status != WM_OK)
        return status;
    add_head_members(&of);
    add_repeat_members(&of);
    add_verdict(&of);
    status = add_other_sides(&of, err);
    add_plan(&of);
    wm_machine_line_add(model, to);
    add_outputs(&of);
    add_percentiles(&of);
    add_warnings(&of);
    wm_words_say(to, "root %s", model->report.root);
    add_claims(&of);
    add_repeats(&of);
    wm_overview_stages_add_item(model, item, to);
    wm_export_stages(to, model, item);
    add_evidence(&of);
    return status != WM_OK ? status : to->status;
}
