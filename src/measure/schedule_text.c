/* Writes a plan as the JSON file that `run --plan` reads. */
#include "measure/schedule_text.h"

#include <stdio.h>
#include <stdlib.h>

/* A number with the fewest digits that read back as the same. */
static void write_number(double value, char text[32])
{
    for (int digits = 1; digits <= 17; digits++) {
        (void)snprintf(text, 32, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

static wm_status write_fault(const wm_item *item, wm_buffer *out)
{
    const wm_planned_fault *fault = &item->fault;
    wm_status status = wm_buffer_printf(out, ", \"fault\": {\"kind\": \"%s\", \"when\": \"%s\"",
                                        wm_tables_fault(fault->kind),
                                        fault->in_repeats ? "repeats" : "transcript");
    if (status == WM_OK && wm_tables_fault_has_place(fault->kind))
        status =
            wm_buffer_printf(out, ", \"row\": %llu, \"column\": %llu",
                             (unsigned long long)fault->row, (unsigned long long)fault->column);
    return status == WM_OK ? wm_buffer_putc(out, '}') : status;
}

static wm_status write_item(const wm_item *item, wm_buffer *out)
{
    const wm_variant *variant = item->variant;
    wm_status status =
        wm_buffer_printf(out, "    {\"workload\": \"%s\", \"variant\": \"%s\", \"shape\": {",
                         variant->workload, variant->variant);
    for (unsigned i = 0; i < variant->dimension_count && status == WM_OK; i++)
        status = wm_buffer_printf(out, "%s\"%s\": %lu", i > 0 ? ", " : "",
                                  variant->dimension[i].name, (unsigned long)item->dimension[i]);
    if (status == WM_OK)
        status = wm_buffer_printf(out, "}, \"repeats\": %lu", (unsigned long)item->repeats);
    if (status == WM_OK && item->point != WM_POINT_NONE)
        status = wm_buffer_printf(out, ", \"point\": \"%s\"", wm_tables_point(item->point));
    if (status == WM_OK && item->minutes > 0)
        status = wm_buffer_printf(out, ", \"minutes\": %lu", (unsigned long)item->minutes);
    if (status == WM_OK && item->fault.kind != WM_FAULT_NONE)
        status = write_fault(item, out);
    return status == WM_OK ? wm_buffer_putc(out, '}') : status;
}

wm_status wm_schedule_text_write(const wm_schedule *schedule, wm_buffer *out)
{
    char seconds[32];
    wm_status status;
    write_number(schedule->repeat_seconds, seconds);
    status = wm_buffer_printf(out,
                              "{\n  \"name\": \"%s\",\n  \"nonce\": \"%s\",\n"
                              "  \"repeat_seconds\": %s,\n  \"items\": [\n",
                              schedule->name, schedule->nonce, seconds);
    for (size_t i = 0; i < schedule->item_count && status == WM_OK; i++) {
        status = write_item(&schedule->items[i], out);
        if (status == WM_OK)
            status = wm_buffer_puts(out, i + 1 < schedule->item_count ? ",\n" : "\n");
    }
    return status == WM_OK ? wm_buffer_puts(out, "  ]\n}\n") : status;
}
