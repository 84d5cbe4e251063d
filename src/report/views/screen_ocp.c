/* A screen as the lines of the OCP Test & Validation output, version 2.0.
 *
 * A device is a hardware of the machine under test and has a step of its own. What could not be
 * decided is UNKNOWN: a reader must not take it for a pass. */
#include "report/views/screen_report.h"

#include "base/status.h"
#include "standards/jcs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* The output so far. */
typedef struct {
    wm_buffer *text;
    unsigned long next; /* sequence number */
    char when[32];
    wm_status status;
} lines;

static void put(lines *to, const char *words)
{
    if (to->status == WM_OK)
        to->status = wm_buffer_puts(to->text, words);
}

/* Adds a string with its quotes. */
static void put_text(lines *to, const char *words)
{
    if (to->status == WM_OK)
        to->status = wm_jcs_append_string(to->text, words, strlen(words));
}

/* Adds `"KEY":"TEXT"`, with a comma in front. */
static void put_member(lines *to, const char *key, const char *words)
{
    put(to, ",\"");
    put(to, key);
    put(to, "\":");
    put_text(to, words);
}

static void begin(lines *to)
{
    if (to->status == WM_OK)
        to->status = wm_buffer_printf(to->text, "{\"sequenceNumber\":%lu,\"timestamp\":\"%s\",",
                                      to->next++, to->when);
}

/* Begins a line about the step of a device. */
static void begin_step(lines *to, size_t device)
{
    begin(to);
    if (to->status == WM_OK)
        to->status =
            wm_buffer_printf(to->text, "\"testStepArtifact\":{\"testStepId\":\"%zu\",", device);
}

static void put_start(lines *to, const wm_screened *screened, const char *version,
                      const char *command)
{
    begin(to);
    put(to, "\"schemaVersion\":{\"major\":2,\"minor\":0}}\n");
    begin(to);
    put(to, "\"testRunArtifact\":{\"testRunStart\":{\"name\":\"witnessmark screen\"");
    put_member(to, "version", version);
    put_member(to, "commandLine", command);
    put(to, ",\"parameters\":{\"budget_seconds\":");
    if (to->status == WM_OK)
        to->status = wm_jcs_append_number(to->text, screened->budget_seconds);
    put(to, "},\"dutInfo\":{\"dutInfoId\":\"node\",\"hardwareInfos\":[");
    for (size_t i = 0; i < screened->count; i++) {
        const wm_screened_device *device = &screened->device[i];
        put(to, i > 0 ? ",{\"name\":" : "{\"name\":");
        put_text(to, device->model[0] != '\0' ? device->model : device->name);
        put_member(to, "hardwareInfoId", device->name);
        if (device->uuid[0] != '\0')
            put_member(to, "serialNumber", device->uuid);
        put(to, "}");
    }
    put(to, "]}}}}\n");
}

static const char *type_of(wm_screened_state state)
{
    if (state == WM_SCREENED_WRONG)
        return "FAIL";
    return state == WM_SCREENED_OK ? "PASS" : "UNKNOWN";
}

static void put_count(lines *to, const wm_screened_device *device, size_t index, const char *name,
                      uint64_t count)
{
    begin_step(to, index);
    put(to, "\"measurement\":{\"name\":");
    put_text(to, name);
    if (to->status == WM_OK)
        to->status = wm_buffer_printf(to->text, ",\"value\":%llu,\"unit\":\"outputs\"",
                                      (unsigned long long)count);
    put_member(to, "hardwareInfoId", device->name);
    put(to, "}}}\n");
}

static void put_device(lines *to, const wm_screened_device *device, size_t index)
{
    const wm_screened_counts all = wm_screened_count(device);
    begin_step(to, index);
    put(to, "\"testStepStart\":{\"name\":");
    put_text(to, device->name);
    put(to, "}}}\n");
    put_count(to, device, index, "right", all.right);
    put_count(to, device, index, "wrong", all.wrong);
    if (device->state == WM_SCREENED_TROUBLE) {
        begin_step(to, index);
        put(to, "\"error\":{\"symptom\":\"device-trouble\"");
        put_member(to, "message", device->words);
        put(to, "}}}\n");
    }
    begin_step(to, index);
    put(to, "\"diagnosis\":{\"verdict\":");
    put_text(to, wm_screened_word(device->state));
    put_member(to, "type", type_of(device->state));
    put_member(to, "message", device->words);
    put_member(to, "hardwareInfoId", device->name);
    put(to, "}}}\n");
    begin_step(to, index);
    put(to, device->state == WM_SCREENED_TROUBLE ? "\"testStepEnd\":{\"status\":\"ERROR\"}}}\n"
            : device->item_count == 0            ? "\"testStepEnd\":{\"status\":\"SKIP\"}}}\n"
                                                 : "\"testStepEnd\":{\"status\":\"COMPLETE\"}}}\n");
}

/* A whole run that passed or failed, or one with nothing to say. */
static void put_end(lines *to, wm_screened_state state)
{
    const int answer = wm_screened_exit(state);
    begin(to);
    put(to, "\"testRunArtifact\":{\"testRunEnd\":{\"status\":");
    put(to, state == WM_SCREENED_TROUBLE ? "\"ERROR\",\"result\":" : "\"COMPLETE\",\"result\":");
    put(to, answer == 0   ? "\"PASS\"}}}\n"
            : answer == 1 ? "\"FAIL\"}}}\n"
                          : "\"NOT_APPLICABLE\"}}}\n");
}

wm_status wm_screen_ocp(const wm_screened *screened, const char *version, const char *command,
                        wm_buffer *text)
{
    const time_t now = (time_t)(screened->begin_at + screened->seconds);
    lines to = {.text = text, .status = WM_OK};
    struct tm parts = {0};
    (void)gmtime_r(&now, &parts);
    (void)strftime(to.when, sizeof to.when, "%Y-%m-%dT%H:%M:%SZ", &parts);
    put_start(&to, screened, version, command);
    for (size_t i = 0; i < screened->count; i++)
        put_device(&to, &screened->device[i], i);
    put_end(&to, screened->state);
    return to.status;
}
