/* Warnings about a record's repeats, in words. */
#include "report/views/warnings.h"

#include "base/code_point.h"

#include "record/laws/rule.h"
#include "report/document/data.h"
#include "report/document/style.h"

#include <stdio.h>
#include <string.h>

/* The same as of `run`: measure/busy.h. */
static const double PRESSURE = 0.1;

void wm_warnings_flags(const wm_model *model, char words[WM_WARNINGS_SIZE])
{
    const char *lead = ": ";
    size_t used;
    words[0] = '\0';
    if (model->disturbed_count == 0)
        return;
    used = (size_t)snprintf(words, WM_WARNINGS_SIZE, "%zu of %zu repeat%s flagged",
                            model->disturbed_count, model->repeat_count,
                            wm_style_plural(model->repeat_count));
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++) {
        const size_t count = wm_model_flagged(model, (wm_flag)i);
        if (count == 0 || used >= WM_WARNINGS_SIZE)
            continue;
        used += (size_t)snprintf(words + used, WM_WARNINGS_SIZE - used, "%s%zu %s", lead, count,
                                 wm_rule_flag_word((wm_flag)i));
        lead = ", ";
    }
}

const char *wm_warnings_counts(const size_t counts[WM_FLAG_WORDS], wm_document *to)
{
    const char *words = "";
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
        if (counts[i] > 0)
            words = wm_document_text(to, "%s%s%zu %s", words, words[0] != '\0' ? ", " : "",
                                     counts[i], wm_rule_flag_word((wm_flag)i));
    return words;
}

void wm_warnings_unknown(const wm_model *model, char words[WM_WARNINGS_SIZE])
{
    const wm_wrapped_flags *wrapped = &model->wrapped_flags;
    wm_observations_tally all = {.measured = wrapped->measured, .unknown = wrapped->unknown};
    for (size_t i = 0; i < model->item_count; i++) {
        const wm_observations_tally one = wm_observations_count(wm_model_repeats(&model->item[i]));
        all.measured += one.measured;
        all.unknown += one.unknown;
    }
    words[0] = '\0';
    if (all.unknown > 0)
        (void)snprintf(words, WM_WARNINGS_SIZE, "flags unknown: %zu of %zu repeats", all.unknown,
                       all.measured);
}

void wm_warnings_pressure(double share, char words[WM_WARNINGS_SIZE])
{
    words[0] = '\0';
    if (share > PRESSURE)
        (void)snprintf(words, WM_WARNINGS_SIZE,
                       "machine busy: tasks waited for a processor %.0f %% of the time",
                       100 * share);
}

void wm_warnings_all(const wm_model *model, double pressure, char words[WM_WARNINGS_SIZE])
{
    const bool is_held = wm_model_flagged(model, WM_FLAG_STARVED) > 0 ||
                         wm_model_flagged(model, WM_FLAG_STOPPED) > 0 ||
                         wm_model_flagged(model, WM_FLAG_SHARED) > 0;
    char flags[WM_WARNINGS_SIZE], busy[WM_WARNINGS_SIZE];
    const char *follows = "";
    wm_warnings_flags(model, flags);
    wm_warnings_pressure(pressure, busy);
    if (model->item_count == 0)
        follows = wm_model_flagged(model, WM_FLAG_CLOCK_DIFFERS) > 0 ? "; times are not true"
                  : is_held                                          ? "; times may be far too long"
                  : busy[0] != '\0'                                  ? "; times may be too long"
                                                                     : "";
    else if (wm_model_is_of_trials(model))
        follows = ""; /* it has no rates */
    else if (is_held)
        follows = "; rates may be far too low";
    else if (busy[0] != '\0')
        follows = "; rates may be too low";
    (void)snprintf(words, WM_WARNINGS_SIZE, "%.*s%s%.*s%s", WM_FIT(flags, 400),
                   flags[0] != '\0' && busy[0] != '\0' ? "; " : "", WM_FIT(busy, 128), follows);
}

void wm_warnings_add(const char *words, wm_document *to)
{
    wm_words *line = wm_words_item(to);
    wm_words_word(line, WM_EMPHASIS_ODD, "WARNING");
    wm_words_add(line, "  ");
    wm_words_lead(line, WM_BREAKS_WIDTH, "         ");
    wm_words_data(line, words);
}

void wm_warnings_before_sessions(const wm_sessions *sessions, const char *name, wm_document *to)
{
    for (size_t i = 0; i < sessions->warning_count; i++) {
        const wm_sessions_warning *warning = &sessions->warning[i];
        const char *when = warning->session == 0
                               ? "before the run"
                               : wm_document_text(to, "before resumption %zu", warning->session);
        wm_warnings_add(wm_document_text(to, "%s%s: %s", name, when, warning->text), to);
    }
}

void wm_warnings_before(const wm_model *model, const char *name, wm_document *to)
{
    wm_warnings_before_sessions(&model->sessions, name, to);
}

void wm_warnings_export_sessions(const wm_sessions *sessions, wm_document *to)
{
    wm_data_list(to, "warnings");
    for (size_t i = 0; i < sessions->warning_count; i++) {
        wm_data_object(to, NULL);
        wm_data_count(to, "session", sessions->warning[i].session);
        wm_data_text(to, "text", sessions->warning[i].text);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

void wm_warnings_export(const wm_model *model, wm_document *to)
{
    wm_warnings_export_sessions(&model->sessions, to);
}

wm_sessions wm_warnings_copy(const wm_sessions *sessions, wm_document *to)
{
    wm_sessions copy = {.count = sessions->count, .unwatched = sessions->unwatched};
    copy.warning = wm_document_alloc(to, (sessions->warning_count + 1) * sizeof *copy.warning);
    for (size_t i = 0; copy.warning != NULL && i < sessions->warning_count; i++) {
        const size_t size = strlen(sessions->warning[i].text) + 1;
        char *text = wm_document_alloc(to, size);
        if (text == NULL)
            break;
        memcpy(text, sessions->warning[i].text, size);
        copy.warning[copy.warning_count++] =
            (wm_sessions_warning){sessions->warning[i].session, text};
    }
    return copy;
}
