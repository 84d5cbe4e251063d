/* What the flags of repeats of `wrap` say. */
#include "report/views/wrapped_flag_words.h"

#include "report/document/data.h"
#include "report/document/style.h"
#include "report/views/warnings.h"

#include <math.h>

/* ---- counts ---------------------------------------------------------------------------------- */

static void say(size_t count, const wm_wrapped_flags *flags, const char *lead, const char *whose,
                wm_words *line)
{
    if (count > 0)
        wm_words_add(line, "%s%zu of %zu%s flagged: %s", lead, count, flags->measured, whose,
                     wm_warnings_counts(flags->count, line->document));
}

void wm_wrapped_flag_words_add(const wm_wrapped *first, wm_words *line)
{
    wm_wrapped_flags all = {.measured = 0};
    for (size_t i = 0; i <= first->others; i++) {
        const wm_wrapped_flags *of = i == 0 ? &first->flags : &first->other[i - 1].flags;
        all.measured += of->measured;
        all.barred += of->barred;
        for (unsigned flag = 0; flag < WM_FLAG_WORDS; flag++)
            all.count[flag] += wm_wrapped_flags_bar(1u << flag) ? of->count[flag] : 0;
    }
    say(all.barred, &all, "; ", "", line);
}

void wm_wrapped_flag_words_quote(const wm_wrapped *of, const char *whose, wm_words *line)
{
    say(of->flags.flagged, &of->flags, ", ", wm_document_text(line->document, " repeats%s", whose),
        line);
}

/* ---- warnings -------------------------------------------------------------------------------- */

/* The values that compare clocks. */
static const struct {
    wm_wrapped_value value;
    const char *name;
} CLOCKS[] = {
#define CLOCK(id, name) {WM_WRAPPED_CLOCK_##id, name},
    WM_WRAPPED_CLOCK_LIST(CLOCK)
#undef CLOCK
};

enum { CLOCK_COUNT = sizeof CLOCKS / sizeof CLOCKS[0] };

/* The largest difference of a clock, in words. */
static const char *difference_of(const wm_wrapped *of, wm_document *to)
{
    const char *name = CLOCKS[0].name;
    double largest = 0;
    for (size_t i = 0; i < CLOCK_COUNT; i++)
        for (size_t j = 0; j < of->repeats; j++)
            if (fabs(of->values[CLOCKS[i].value][j]) > fabs(largest)) { /* a NaN loses */
                largest = of->values[CLOCKS[i].value][j];
                name = CLOCKS[i].name;
            }
    return wm_document_text(to, "clock_differs: %s is %.3g %% %s; the times are not true", name,
                            100 * fabs(largest), largest > 0 ? "ahead" : "behind");
}

static const char *stops_of(const wm_wrapped *of, wm_document *to)
{
    double stops = 0;
    for (size_t j = 0; j < of->repeats; j++)
        if (of->values[WM_WRAPPED_STOPS][j] > 0)
            stops += of->values[WM_WRAPPED_STOPS][j];
    return wm_document_text(to, "stopped, at least %.0f time%s in all; the times are too long",
                            stops, stops > 1 ? "s" : "");
}

static const char *meaning_of(const wm_wrapped *of, wm_flag flag, wm_document *to)
{
    if (flag == WM_FLAG_CLOCK_DIFFERS)
        return difference_of(of, to);
    if (flag == WM_FLAG_STOPPED)
        return stops_of(of, to);
    return flag == WM_FLAG_STARVED
               ? "starved (its first thread waited for a processor); times may be too long"
               : "steal (the hypervisor took time); times may be too long";
}

size_t wm_wrapped_flag_words_warn(const wm_wrapped *of, const char *whose, wm_document *to,
                                  const char *warnings[WM_WRAPPED_FLAG_WARNINGS])
{
    const wm_wrapped_flags *flags = &of->flags;
    const char *s = wm_style_plural(flags->measured);
    size_t count = 0;
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
        if (flags->count[i] > 0)
            warnings[count++] =
                wm_document_text(to, "%zu of %zu repeat%s%s %s", flags->count[i], flags->measured,
                                 s, whose, meaning_of(of, (wm_flag)i, to));
    if (flags->unknown > 0)
        warnings[count++] = wm_document_text(to, "flags unknown: %zu of %zu repeat%s%s",
                                             flags->unknown, flags->measured, s, whose);
    return count;
}

/* ---- for programs ---------------------------------------------------------------------------- */

void wm_wrapped_flag_words_export_counts(const char *key, const wm_wrapped_flags *flags,
                                         wm_document *to)
{
    wm_data_object(to, key);
    for (unsigned i = 0; i < WM_FLAG_WORDS; i++)
        if (flags->count[i] > 0)
            wm_data_count(to, wm_rule_flag_word((wm_flag)i), flags->count[i]);
    wm_data_end_object(to);
}

static void export_values(const wm_wrapped *of, const char *key, wm_wrapped_value value,
                          wm_document *to)
{
    wm_data_list(to, key);
    for (size_t j = 0; j < of->repeats; j++)
        wm_data_number(to, NULL, of->values[value][j]);
    wm_data_end_list(to);
}

void wm_wrapped_flag_words_export(const wm_wrapped *of, wm_document *to)
{
    wm_data_count(to, "repeats_flagged", of->flags.flagged);
    wm_data_count(to, "repeats_unknown", of->flags.unknown);
    wm_wrapped_flag_words_export_counts("flags", &of->flags, to);
    for (size_t i = 0; i < CLOCK_COUNT; i++)
        export_values(of, CLOCKS[i].name, CLOCKS[i].value, to);
    export_values(of, "stops", WM_WRAPPED_STOPS, to);
}
