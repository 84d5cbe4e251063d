/* What a record of `wrap` says: its command, and each of its repeats. */
#include "model/wrapped.h"

#include "base/status.h"
#include "model/mask.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES[WM_WRAPPED_VALUES] = {
    [WM_WRAPPED_WALL] = "wall_seconds",       [WM_WRAPPED_USER] = "user_seconds",
    [WM_WRAPPED_SYSTEM] = "system_seconds",   [WM_WRAPPED_METRIC] = "metric",
    [WM_WRAPPED_RSS] = "max_rss_bytes",       [WM_WRAPPED_RSS_FLOOR] = "max_rss_floor_bytes",
    [WM_WRAPPED_ELAPSED] = "elapsed_seconds", [WM_WRAPPED_STOPS] = "stops",
#define CLOCK_NAME(id, name) [WM_WRAPPED_CLOCK_##id] = name,
    WM_WRAPPED_CLOCK_LIST(CLOCK_NAME)
#undef CLOCK_NAME
};

/* ---- facts ----------------------------------------------------------------------------------- */

wm_wrapped_fact wm_wrapped_fact_of(const wm_model *model, const char *name)
{
    wm_list facts = wm_model_environment(model)->facts;
    wm_wrapped_fact found = {{NULL, 0}, {NULL, 0}};
    wm_fact_node fact;
    while (wm_kind_environment_next(&facts, &fact))
        if (wm_member_is(fact.name, name))
            found = (wm_wrapped_fact){fact.value.text, fact.reason};
    return found;
}

wm_wrapped_fact wm_wrapped_fact_in(const wm_model *model, size_t command, const char *rest)
{
    char name[WM_WRAPPED_NAME];
    wm_wrapped_name("wrap", command, rest, name);
    return wm_wrapped_fact_of(model, name);
}

wm_wrapped_fact wm_wrapped_argument(const wm_model *model, size_t command, size_t index)
{
    char rest[32];
    (void)snprintf(rest, sizeof rest, ".argument.%03zu", index);
    return wm_wrapped_fact_in(model, command, rest);
}

/* A fact that is a number; 0: there is none. */
static double number_of(const wm_model *model, const char *name)
{
    char text[32];
    (void)wm_member_copy(wm_wrapped_fact_of(model, name).text, text, sizeof text);
    return strtod(text, NULL);
}

/* A count, which a hostile record may have as any number. */
static size_t count_of(const wm_model *model, const char *name, double most)
{
    const double number = number_of(model, name);
    return number >= 1 && number <= most ? (size_t)number : 0;
}

static size_t planned_of(const wm_model *model)
{
    return count_of(model, "wrap.repeats", 1e9);
}

/* ---- repeats --------------------------------------------------------------------------------- */

/* Copies a part of a reason, masked: behind `lead`, up to the next one. */
static void copy_reason(const char *reason, const char *lead, char *words, size_t size)
{
    char part[WM_WRAPPED_WORDS];
    const char *begin = strstr(reason, lead), *end;
    if (begin == NULL)
        return;
    begin += strlen(lead);
    end = strstr(begin, "; ");
    (void)snprintf(part, sizeof part, "%.*s", (int)(end != NULL ? end - begin : 400), begin);
    wm_mask_text(wm_member_text(part), words, size);
}

/* Takes the values of a repeat, which the caller made room for. */
static void take(wm_wrapped *wrapped, const wm_values *values, bool has_metric)
{
    const wm_wrapped_flags_repeat found = wm_wrapped_flags_of(values);
    const size_t index = wrapped->repeats++;
    wm_list numbers = values->numbers;
    wm_named_number number;
    char reason[2048];
    for (size_t i = 0; i < WM_WRAPPED_VALUES; i++)
        wrapped->values[i][index] = (double)NAN;
    while (wm_member_next_value(&numbers, &number))
        for (size_t i = 0; i < WM_WRAPPED_VALUES; i++)
            if (wm_member_is(number.name, NAMES[i]))
                wrapped->values[i][index] = number.number;
    wrapped->bars[index] = wm_wrapped_flags_bars(found);
    wm_wrapped_flags_add(&wrapped->flags, found);
    (void)wm_member_copy(wm_member_reason(values->numbers), reason, sizeof reason);
    if (isnan(wrapped->values[WM_WRAPPED_WALL][index])) {
        wrapped->timed_out +=
            strncmp(reason, WM_WRAPPED_TIMED_OUT, strlen(WM_WRAPPED_TIMED_OUT)) == 0;
        if (wrapped->failed++ == 0) {
            const char letter = wm_wrapped_letter(wrapped->command);
            const int used = wrapped->is_among ? snprintf(wrapped->failure, sizeof wrapped->failure,
                                                          "repeat %zu of %c: ", index + 1, letter)
                                               : snprintf(wrapped->failure, sizeof wrapped->failure,
                                                          "repeat %zu: ", index + 1);
            copy_reason(reason, "", wrapped->failure + used,
                        sizeof wrapped->failure - (size_t)used);
        }
    } else if (has_metric && isnan(wrapped->values[WM_WRAPPED_METRIC][index])) {
        if (wrapped->unread++ == 0)
            copy_reason(reason, "metric: ", wrapped->absence, sizeof wrapped->absence);
    }
}

/* Makes room for so many repeats. */
static bool allocate(wm_wrapped *wrapped, size_t most)
{
    wrapped->memory = calloc(most * (WM_WRAPPED_VALUES + 2) + 1, sizeof *wrapped->memory);
    wrapped->bars = calloc(most + 1, sizeof *wrapped->bars);
    if (wrapped->memory != NULL) {
        wrapped->ratio = wrapped->memory + most * WM_WRAPPED_VALUES;
        wrapped->room = wrapped->ratio + most;
    }
    for (size_t i = 0; i < WM_WRAPPED_VALUES && wrapped->memory != NULL; i++)
        wrapped->values[i] = wrapped->memory + i * most;
    return wrapped->memory != NULL && wrapped->bars != NULL;
}

/* Whether the record has the form that `wrap` gives it, or `run --against`. */
static bool is_wrapped(const wm_model *model)
{
    const wm_wrapped_fact program = wm_wrapped_argument(model, 0, 0);
    return (wm_paired_is(model) ||
            (model->item_count == 0 && strcmp(model->plan_name, "wrap") == 0)) &&
           wm_claims_named(&model->claims, "x.wrap.failed_share") != NULL &&
           (program.text.bytes != NULL || program.reason.bytes != NULL) && planned_of(model) > 0;
}

/* Takes an observation of a series of this command. */
static void take_line(wm_wrapped *wrapped, const wm_external_node *line, bool has_metric)
{
    char repeats[WM_WRAPPED_NAME], pairs[WM_WRAPPED_NAME];
    wm_list numbers = line->values.numbers;
    wm_named_number number;
    wm_wrapped_name("wrap", wrapped->command, "", repeats);
    wm_wrapped_name("pair", wrapped->command, "", pairs);
    if (wm_member_is(line->series, repeats))
        take(wrapped, &line->values, has_metric);
    if (wrapped->command == 0 || !wm_member_is(line->series, pairs))
        return;
    wrapped->ratio[wrapped->pairs] = (double)NAN;
    while (wm_member_next_value(&numbers, &number))
        if (wm_member_is(number.name, "ratio"))
            wrapped->ratio[wrapped->pairs] = number.number;
    wrapped->pairs++;
}

/* Reads the repeats of one command. */
static wm_status read_command(const wm_model *model, size_t command, bool is_among,
                              wm_wrapped *wrapped, wm_error *err)
{
    const bool has_metric = wm_claims_named(&model->claims, "x.wrap.median_metric") != NULL;
    wm_status status = WM_OK;
    const wm_reader_node *node;
    *wrapped = (wm_wrapped){.command = command,
                            .is_among = is_among,
                            .planned = planned_of(model),
                            .least_s = number_of(model, "wrap.min_time"),
                            .is_paired = wm_paired_is(model)};
    if (!allocate(wrapped, wm_reader_lines(model->reader)))
        return wm_error_set(err, WM_E_NOMEM, model->path, "out of memory");
    for (uint32_t line = 3; status == WM_OK && (node = wm_reader_at(model->reader, line)) != NULL &&
                            node->type == WM_READER_OBSERVATION;
         line++) {
        wm_content content;
        status = wm_reader_read(model->reader, line, &content, err);
        if (status != WM_OK || !wm_contents_is_of(&content, &wm_kind_external))
            continue;
        take_line(wrapped, &content.of.external, has_metric);
        if (wrapped->is_paired && command == 0)
            status = wm_paired_take(model, &content.of.external, &wrapped->paired);
    }
    if (status == WM_E_NOMEM || status == WM_E_LIMIT)
        status = wm_error_set(err, status, model->path, "%s", wm_status_text(status));
    wrapped->counts_failures =
        wm_member_is(wm_wrapped_fact_of(model, "wrap.failures").text, "counted as results");
    return status;
}

/* Counts the pairs that say nothing about a direction. A ratio is a number of the record's own, and
 * the two times are beside it: a producer cannot have both. */
static void check_pairs(const wm_wrapped *first, wm_wrapped *of)
{
    for (size_t i = 0; i < of->pairs && i < of->repeats && i < first->repeats; i++) {
        const double ratio = of->values[WM_WRAPPED_WALL][i] / first->values[WM_WRAPPED_WALL][i];
        of->barred += first->bars[i] || of->bars[i];
        if (of->ratio[i] == ratio || (isnan(of->ratio[i]) && isnan(ratio)))
            continue;
        of->ratio[i] = (double)NAN;
        of->contradicted++;
    }
}

wm_status wm_wrapped_read(const wm_model *model, wm_wrapped *wrapped, wm_error *err)
{
    const size_t others = count_of(model, "wrap.commands", WM_WRAPPED_COMMANDS);
    wm_status status;
    *wrapped = (wm_wrapped){.planned = planned_of(model)};
    if (!is_wrapped(model))
        return WM_OK;
    status = read_command(model, 0, others > 1, wrapped, err);
    if (status != WM_OK || others < 2)
        return status;
    wrapped->other = calloc(others - 1, sizeof *wrapped->other);
    if (wrapped->other == NULL)
        return wm_error_set(err, WM_E_NOMEM, model->path, "out of memory");
    for (size_t i = 1; i < others && status == WM_OK; i++) {
        wrapped->others++;
        status = read_command(model, i, true, &wrapped->other[i - 1], err);
        check_pairs(wrapped, &wrapped->other[i - 1]);
    }
    return status;
}

bool wm_wrapped_is_cut(const wm_wrapped *wrapped)
{
    double elapsed_s = 0;
    if (wrapped->is_paired) /* its study also ends when nothing is left to compare */
        return false;
    for (size_t i = 0; i < wrapped->repeats; i++)
        if (isfinite(wrapped->values[WM_WRAPPED_ELAPSED][i]))
            elapsed_s += wrapped->values[WM_WRAPPED_ELAPSED][i];
    return wrapped->repeats < wrapped->planned ||
           (wrapped->least_s > 0 && elapsed_s < wrapped->least_s && wrapped->failed == 0 &&
            wrapped->repeats < WM_WRAPPED_REPEATS);
}

void wm_wrapped_clear(wm_wrapped *wrapped)
{
    for (size_t i = 0; i < wrapped->others; i++) {
        free(wrapped->other[i].bars);
        free(wrapped->other[i].memory);
    }
    free(wrapped->other);
    free(wrapped->bars);
    free(wrapped->memory);
    wm_paired_clear(&wrapped->paired);
    *wrapped = (wm_wrapped){.repeats = 0};
}
