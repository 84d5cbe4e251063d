/* The metrics of a screen, in the text format of Prometheus.
 *
 * Every state has a series, 0 or 1, so that an alert on one ends when the state does. */
#include "report/views/screen_report.h"

#include "base/status.h"

#include <math.h>

/* Appends `{device="cpu",uuid="..."` without its end. Values have `\`, `"` and newlines escaped. */
static wm_status begin_labels(wm_buffer *text, const wm_screened_device *device)
{
    const char *const values[] = {device->name, device->uuid};
    const char *const names[] = {"{device=\"", "\",uuid=\""};
    wm_status status = WM_OK;
    for (size_t i = 0; i < 2 && status == WM_OK; i++) {
        status = wm_buffer_puts(text, names[i]);
        for (const char *c = values[i]; *c != '\0' && status == WM_OK; c++)
            status = *c == '\n'                ? wm_buffer_puts(text, "\\n")
                     : *c == '"' || *c == '\\' ? wm_buffer_printf(text, "\\%c", *c)
                                               : wm_buffer_putc(text, *c);
    }
    return status == WM_OK ? wm_buffer_puts(text, "\"") : status;
}

/* A sample: NAME{device,uuid[,KEY="WORD"]} VALUE. */
static wm_status add(wm_buffer *text, const wm_screened_device *device, const char *name,
                     const char *key, const char *word, double value)
{
    wm_status status = wm_buffer_printf(text, "witnessmark_screen_%s", name);
    if (status == WM_OK)
        status = begin_labels(text, device);
    if (status == WM_OK && key != NULL)
        status = wm_buffer_printf(text, ",%s=\"%s\"", key, word);
    return status == WM_OK ? wm_buffer_printf(text, "} %.17g\n", value) : status;
}

static wm_status add_head(wm_buffer *text, const char *name, const char *help)
{
    return wm_buffer_printf(text,
                            "# HELP witnessmark_screen_%s %s\n# TYPE witnessmark_screen_%s gauge\n",
                            name, help, name);
}

static wm_status add_states(const wm_screened *screened, wm_buffer *text)
{
    wm_status status = add_head(text, "state", "1 for the state that the last screen found.");
    for (size_t i = 0; i < screened->count; i++)
        for (int state = 0; state < WM_SCREENED_STATES && status == WM_OK; state++)
            status = add(text, &screened->device[i], "state", "state",
                         wm_screened_word((wm_screened_state)state),
                         screened->device[i].state == (wm_screened_state)state);
    return status;
}

static wm_status add_outputs(const wm_screened *screened, wm_buffer *text)
{
    wm_status status = add_head(text, "outputs", "Outputs that the last screen compared.");
    for (size_t i = 0; i < screened->count && status == WM_OK; i++) {
        const wm_screened_counts all = wm_screened_count(&screened->device[i]);
        status = add(text, &screened->device[i], "outputs", "result", "right", (double)all.right);
        if (status == WM_OK)
            status =
                add(text, &screened->device[i], "outputs", "result", "wrong", (double)all.wrong);
    }
    return status;
}

static wm_status add_ratios(const wm_screened *screened, wm_buffer *text)
{
    wm_status status =
        add_head(text, "rate_ratio", "Rate of an item, relative to the baseline's median.");
    for (size_t i = 0; i < screened->count; i++)
        for (size_t k = 0; k < screened->device[i].item_count && status == WM_OK; k++) {
            const wm_screened_item *item = &screened->device[i].item[k];
            if (!isnan(item->ratio))
                status =
                    add(text, &screened->device[i], "rate_ratio", "item", item->label, item->ratio);
        }
    return status;
}

wm_status wm_screen_metrics(const wm_screened *screened, wm_buffer *text)
{
    wm_status status = add_states(screened, text);
    if (status == WM_OK)
        status = add_head(text, "last_run_timestamp_seconds", "When the last screen began.");
    for (size_t i = 0; i < screened->count && status == WM_OK; i++)
        status = add(text, &screened->device[i], "last_run_timestamp_seconds", NULL, NULL,
                     screened->begin_at);
    if (status == WM_OK)
        status = add_head(text, "last_success_timestamp_seconds",
                          "When the last screen began that found the device ok or slow.");
    for (size_t i = 0; i < screened->count && status == WM_OK; i++)
        if (!isnan(screened->device[i].success_at))
            status = add(text, &screened->device[i], "last_success_timestamp_seconds", NULL, NULL,
                         screened->device[i].success_at);
    if (status == WM_OK)
        status = add_head(text, "duration_seconds", "What the last screen took.");
    for (size_t i = 0; i < screened->count && status == WM_OK; i++)
        status = add(text, &screened->device[i], "duration_seconds", NULL, NULL, screened->seconds);
    if (status == WM_OK)
        status = add_outputs(screened, text);
    return status == WM_OK && screened->has_baseline ? add_ratios(screened, text) : status;
}
