/* The answer of a screen for people and for programs. */
#include "report/views/screen_report.h"

#include "report/document/data.h"
#include "report/document/table.h"
#include "report/document/words.h"

#include <math.h>
#include <string.h>

static wm_emphasis emphasis_of(wm_screened_state state)
{
    if (state == WM_SCREENED_WRONG)
        return WM_EMPHASIS_BAD;
    return state == WM_SCREENED_OK ? WM_EMPHASIS_GOOD : WM_EMPHASIS_ODD;
}

/* The first line; never broken, so that a hook can take it. */
static void add_line(const wm_screened *screened, wm_document *to)
{
    const char *title = wm_screened_title(screened->state);
    wm_words *line = wm_words_new(to);
    char text[81];
    wm_screened_line(screened, text);
    wm_words_word(line, emphasis_of(screened->state), title);
    wm_words_data(line, text + strlen(title));
}

/* ---- a device -------------------------------------------------------------------------------- */

/* The rate beside the baseline: `0.998 (0.981 .. 1.010)`. */
static void add_ratio(wm_table *table, const wm_screened_item *item, wm_document *to)
{
    if (isnan(item->ratio))
        wm_table_text(table, NULL);
    else
        wm_table_text(table, wm_document_text(to, "%.3f (%.3f .. %.3f)", item->ratio,
                                              item->ratio_low, item->ratio_high));
}

static void add_count(wm_table *table, uint64_t count)
{
    wm_table_value(table, (double)count, "%llu", (unsigned long long)count);
}

static void add_items(const wm_screened *screened, const wm_screened_device *device,
                      wm_document *to)
{
    wm_table *table = wm_table_apart(to, screened->count > 1 ? device->name : NULL);
    wm_table_add_column(table, "item", WM_SIDE_LEFT, false);
    wm_table_add_column(table, "right", WM_SIDE_RIGHT, false);
    wm_table_add_column(table, "wrong", WM_SIDE_RIGHT, false);
    if (screened->has_baseline)
        wm_table_add_column(table, "of the baseline", WM_SIDE_LEFT, false);
    for (size_t i = 0; i < device->item_count; i++) {
        const wm_screened_item *item = &device->item[i];
        if (item->right + item->wrong == 0)
            continue;
        wm_table_text(table, item->label);
        add_count(table, item->right);
        add_count(table, item->wrong);
        if (screened->has_baseline)
            add_ratio(table, item, to);
    }
}

/* What did not run, or not whole. */
static void add_missing(const wm_screened_device *device, wm_document *to)
{
    for (size_t i = 0; i < device->item_count; i++)
        if (!device->item[i].is_complete)
            wm_words_tell(to, "not %s: %s: %s",
                          device->item[i].right + device->item[i].wrong > 0 ? "whole" : "run",
                          device->item[i].label, device->item[i].reason);
}

static void add_tries(const wm_screened_device *device, wm_document *to)
{
    for (size_t i = 0; i < device->try_count; i++) {
        const wm_screened_try *one = &device->again[i];
        if (one->has_answer)
            wm_words_tell(to, "tried again, %s: %s  %s", one->name,
                          one->is_rejected ? "WRONG" : "right", one->record);
        else
            wm_words_tell(to, "tried again, %s: no answer: %s", one->name, one->reason);
    }
}

static void add_record(const wm_screened_device *device, wm_document *to)
{
    wm_words *line;
    if (device->root[0] == '\0')
        return;
    line = wm_words_new(to);
    wm_words_add(line, "record ");
    wm_words_path(line, device->record, 20);
    wm_words_add(line, ", root %.12s", device->root);
}

static void add_device(const wm_screened *screened, const wm_screened_device *device,
                       wm_document *to)
{
    if (screened->count > 1) {
        wm_words *line = wm_words_new(to);
        wm_words_word(line, emphasis_of(device->state), wm_screened_title(device->state));
        wm_words_add(line, " %s ", device->name);
        wm_words_data(line, device->words);
    }
    if (device->item_count > 0)
        add_items(screened, device, to);
    add_missing(device, to);
    add_tries(device, to);
    add_record(device, to);
}

/* ---- members --------------------------------------------------------------------------------- */

static void export_item(const wm_screened_item *item, wm_document *to)
{
    wm_data_object(to, NULL);
    wm_data_text(to, "item", item->label);
    wm_data_count(to, "right", item->right);
    wm_data_count(to, "wrong", item->wrong);
    wm_data_flag(to, "complete", item->is_complete);
    wm_data_word(to, "reason", item->reason);
    wm_data_flag(to, "disturbed", item->is_disturbed);
    wm_data_number(to, "rate_ratio", item->ratio);
    wm_data_number(to, "rate_ratio_low", item->ratio_low);
    wm_data_number(to, "rate_ratio_high", item->ratio_high);
    wm_data_end_object(to);
}

static void export_try(const wm_screened_try *one, wm_document *to)
{
    wm_data_object(to, NULL);
    wm_data_text(to, "try", one->name);
    wm_data_text(to, "result",
                 !one->has_answer   ? "no answer"
                 : one->is_rejected ? "wrong"
                                    : "right");
    wm_data_word(to, "reason", one->reason);
    wm_data_text(to, "record", one->record);
    wm_data_word(to, "root", one->root);
    wm_data_end_object(to);
}

static void export_device(const wm_screened_device *device, wm_document *to)
{
    const wm_screened_counts all = wm_screened_count(device);
    wm_data_object(to, NULL);
    wm_data_text(to, "device", device->name);
    wm_data_text(to, "backend", device->backend);
    wm_data_word(to, "uuid", device->uuid);
    wm_data_word(to, "model", device->model);
    wm_data_text(to, "state", wm_screened_word(device->state));
    wm_data_text(to, "found", device->words);
    wm_data_count(to, "right", all.right);
    wm_data_count(to, "wrong", all.wrong);
    wm_data_list(to, "items");
    for (size_t i = 0; i < device->item_count; i++)
        export_item(&device->item[i], to);
    wm_data_end_list(to);
    wm_data_list(to, "tries");
    for (size_t i = 0; i < device->try_count; i++)
        export_try(&device->again[i], to);
    wm_data_end_list(to);
    wm_data_text(to, "record", device->root[0] != '\0' ? device->record : NULL);
    wm_data_word(to, "root", device->root);
    wm_data_end_object(to);
}

void wm_screen_report_add(const wm_screened *screened, bool is_brief, wm_document *to)
{
    char text[81];
    wm_screened_line(screened, text);
    add_line(screened, to);
    for (size_t i = 0; i < screened->count && !is_brief; i++)
        add_device(screened, &screened->device[i], to);
    wm_data_begin(to, "screen", wm_screened_word(screened->state));
    wm_data_text(to, "line", text);
    wm_data_number(to, "seconds", screened->seconds);
    wm_data_number(to, "budget_seconds", screened->budget_seconds);
    wm_data_list(to, "devices");
    for (size_t i = 0; i < screened->count; i++)
        export_device(&screened->device[i], to);
    wm_data_end_list(to);
}
