/* Runs a plan in memory on the CPU device with some operations replaced. */
#include "support/bent_run.h"

#include "backend/registry.h"
#include "support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bent_run bent;

/* The CPU device with the replaced operations. */
static wm_status open_bent(const wm_device_options *options, wm_device **opened, char reason[256])
{
    const wm_status status = bent.honest->open(options, opened, reason);
    if (status == WM_OK)
        (*opened)->ops = &bent.ops;
    return status;
}

int bent_run_set_up(void **state)
{
    (void)state;
    bent.honest = wm_registry_find("cpu");
    bent.ops = *bent.honest;
    bent.ops.open = open_bent;
    if (bent.ops.open(&(wm_device_options){.threads = 1}, &bent.device, NULL) != WM_OK)
        return -1;
    bent.runs = bent.at = 0;
    bent.record.line_limit = 0;
    bent.settings = (wm_settings){
        .device = &bent.device, .device_options = {.threads = 1}, .memory_bytes = (double)NAN};
    bent.plan = (wm_run_plan){.settings = &bent.settings,
                              .repeat = {.repeat_seconds = 1e-9, .processors = 2}};
    return 0;
}

int bent_run_tear_down(void **state)
{
    (void)state;
    bent.honest->close(bent.device);
    memory_record_clear(&bent.record);
    return 0;
}

void bent_run_use_record(void)
{
    bent.plan.sink = (wm_sink){&bent.record, memory_record_append, bent.record.graph,
                               bent.record.environment, bent.record.plan};
}

void bent_run_begin(const char *items)
{
    memory_record_plan(&bent.record, bent.device, items);
    bent_run_use_record();
}

void bent_run_expect(const char *expected)
{
    memory_record_expect(&bent.record, expected);
}

void bent_run_expect_text(const char *claim, const char *text)
{
    char name[128], shown[64];
    const char *line = bent.record.evidence.data;
    (void)snprintf(name, sizeof name, "\"name\":\"%s\"", claim);
    (void)snprintf(shown, sizeof shown, "\"text\":\"%s\"", text);
    for (size_t i = 0; i < bent.record.line_count;
         line = bent.record.evidence.data + bent.record.line_end[i++]) {
        const size_t size = (size_t)(bent.record.evidence.data + bent.record.line_end[i] - line);
        if (memmem(line, size, name, strlen(name)) != NULL) {
            assert_non_null(memmem(line, size, shown, strlen(shown)));
            return;
        }
    }
    fail_msg("no claim %s", claim);
}

wm_status bent_run_wrong_gemm(wm_device *on, const wm_gemm *gemm)
{
    const wm_status status = bent.honest->gemm(on, gemm);
    bent.runs++;
    if (status == WM_OK && (bent.at == 0 || bent.runs == bent.at))
        return bent.honest->flip_bits(on, gemm->C, 10 * 2, 0x7c00, 2);
    return status;
}
