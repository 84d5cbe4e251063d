/* What a record of `wrap` says: its command, and each of its repeats. */
#include "model/wrapped.h"

#include "base/status.h"
#include "model/mask.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES[WM_WRAPPED_VALUES] = {
    [WM_WRAPPED_WALL] = "wall_seconds",     [WM_WRAPPED_USER] = "user_seconds",
    [WM_WRAPPED_SYSTEM] = "system_seconds", [WM_WRAPPED_METRIC] = "metric",
    [WM_WRAPPED_RSS] = "max_rss_bytes",     [WM_WRAPPED_RSS_FLOOR] = "max_rss_floor_bytes",
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

wm_wrapped_fact wm_wrapped_argument(const wm_model *model, size_t index)
{
    char name[64];
    (void)snprintf(name, sizeof name, "wrap.argument.%03zu", index);
    return wm_wrapped_fact_of(model, name);
}

static size_t planned_of(const wm_model *model)
{
    char text[32];
    (void)wm_member_copy(wm_wrapped_fact_of(model, "wrap.repeats").text, text, sizeof text);
    return (size_t)strtoul(text, NULL, 10);
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
    (void)wm_member_copy(wm_member_reason(values->numbers), reason, sizeof reason);
    if (isnan(wrapped->values[WM_WRAPPED_WALL][index])) {
        if (wrapped->failed++ == 0) {
            const int used =
                snprintf(wrapped->failure, sizeof wrapped->failure, "repeat %zu: ", index + 1);
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
    wrapped->memory = calloc(most * WM_WRAPPED_VALUES + 1, sizeof *wrapped->memory);
    for (size_t i = 0; i < WM_WRAPPED_VALUES && wrapped->memory != NULL; i++)
        wrapped->values[i] = wrapped->memory + i * most;
    return wrapped->memory != NULL;
}

/* Whether the record has the form that `wrap` gives it. */
static bool is_wrapped(const wm_model *model)
{
    const wm_wrapped_fact program = wm_wrapped_argument(model, 0);
    return model->item_count == 0 && strcmp(model->plan_name, "wrap") == 0 &&
           wm_claims_named(&model->claims, "x.wrap.failed_share") != NULL &&
           (program.text.bytes != NULL || program.reason.bytes != NULL) && planned_of(model) > 0;
}

wm_status wm_wrapped_read(const wm_model *model, wm_wrapped *wrapped, wm_error *err)
{
    const bool has_metric = wm_claims_named(&model->claims, "x.wrap.median_metric") != NULL;
    wm_status status = WM_OK;
    const wm_reader_node *node;
    *wrapped = (wm_wrapped){.planned = planned_of(model)};
    if (!is_wrapped(model))
        return WM_OK;
    if (!allocate(wrapped, wm_reader_lines(model->reader)))
        return wm_error_set(err, WM_E_NOMEM, model->path, "out of memory");
    for (uint32_t line = 3; status == WM_OK && (node = wm_reader_at(model->reader, line)) != NULL &&
                            node->type == WM_READER_OBSERVATION;
         line++) {
        wm_content content;
        status = wm_reader_read(model->reader, line, &content, err);
        if (status == WM_OK && wm_contents_is_of(&content, &wm_kind_external) &&
            wm_member_is(content.of.external.series, "wrap"))
            take(wrapped, &content.of.external.values, has_metric);
    }
    wrapped->counts_failures =
        wm_member_is(wm_wrapped_fact_of(model, "wrap.failures").text, "counted as results");
    return status;
}

void wm_wrapped_clear(wm_wrapped *wrapped)
{
    free(wrapped->memory);
    *wrapped = (wm_wrapped){.repeats = 0};
}
