/* Keeps the lines of a record in one buffer beside its graph. */
#include "support/memory_record.h"

#include "record/audit/audit.h"
#include "measure/facts/machine.h"
#include "measure/schedule_file.h"
#include "support/cmocka.h"

#include <stdio.h>
#include <string.h>

static const char RUN[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

void memory_record_clear(memory_record *record)
{
    wm_graph_free(record->graph);
    record->graph = NULL;
    wm_buffer_clear(&record->evidence);
    record->line_count = 0;
}

void memory_record_begin(memory_record *record)
{
    wm_graph_free(record->graph);
    record->graph = wm_graph_new();
    assert_non_null(record->graph);
    record->evidence.size = 0;
    record->line_count = 0;
}

static wm_status keep(memory_record *record, const char *line, size_t size)
{
    assert_true(record->line_count < MEMORY_RECORD_LINES);
    assert_int_equal(wm_buffer_append(&record->evidence, line, size), WM_OK);
    record->line_end[record->line_count++] = record->evidence.size;
    return WM_OK;
}

wm_status memory_record_append(void *context, const char *json, size_t size, char id[WM_ID_SIZE],
                               wm_error *err)
{
    memory_record *record = context;
    wm_line line;
    wm_status status;
    if (record->line_limit != 0 && record->line_count >= record->line_limit)
        return WM_E_IO;
    status = wm_graph_add(record->graph, json, size, &line, err);
    if (status != WM_OK)
        return status;
    if (id != NULL)
        memcpy(id, line.id, WM_ID_SIZE);
    return keep(record, line.text, line.size);
}

static void append_line(memory_record *record, wm_buffer *line, wm_status status,
                        char id[WM_ID_SIZE])
{
    wm_error err = {WM_OK, "", ""};
    assert_int_equal(status, WM_OK);
    status = memory_record_append(record, line->data, line->size, id, &err);
    if (status != WM_OK)
        fail_msg("%s: %s", err.place, err.message);
    line->size = 0;
}

void memory_record_plan(memory_record *record, wm_device *device, const char *items)
{
    static char text[4096];
    wm_schedule schedule;
    wm_buffer line = WM_BUFFER_EMPTY;
    wm_error err = {WM_OK, "", ""};
    memory_record_begin(record);
    (void)snprintf(text, sizeof text,
                   "{\"name\":\"t\",\"repeats\":3,\"repeat_seconds\":1e-9,\"items\":[%s]}", items);
    if (wm_schedule_file_parse(text, strlen(text), "t", &schedule, &err) != WM_OK)
        fail_msg("%s: %s", err.place, err.message);
    append_line(record, &line, wm_machine_write(device, NULL, NULL, &line), record->environment);
    append_line(record, &line, wm_schedule_write(&schedule, record->environment, RUN, &line),
                record->plan);
    wm_buffer_clear(&line);
    wm_schedule_clear(&schedule);
}

static wm_status emit(void *context, const char *data, size_t size)
{
    return keep(context, data, size);
}

static void add_finding(void *context, const wm_finding *finding)
{
    memory_record *record = context;
    const size_t used = strlen(record->findings);
    (void)snprintf(record->findings + used, sizeof record->findings - used, "%s %s\n",
                   finding->claim == NULL ? "of the record:" : finding->claim, finding->text);
}

static wm_status read_evidence(void *context, uint64_t offset, void *data, size_t size)
{
    const memory_record *record = context;
    memcpy(data, record->evidence.data + offset, size);
    return WM_OK;
}

void memory_record_seal(memory_record *record)
{
    const wm_audit_options options = {
        .size = sizeof options, .finding = add_finding, .context = record};
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_graph_file files[2];
    char root[WM_ID_SIZE];
    wm_error err = {WM_OK, "", ""};
    wm_source whole = {record, 0, read_evidence};
    const wm_seal seal = {sizeof seal, files, 2, NULL, 0, emit, record};
    for (size_t i = 0; i < 2; i++) {
        files[i].path = wm_checker_at(i)->path;
        memcpy(files[i].sha256, wm_checker_at(i)->sha256, WM_ID_SIZE);
    }
    if (wm_graph_seal(record->graph, &seal, root, &err) != WM_OK)
        fail_msg("%s: %s", err.place, err.message);
    whole.size_bytes = record->evidence.size;
    record->findings[0] = '\0';
    if (wm_audit_source(&whole, &options, &report, &err) != WM_OK)
        fail_msg("line %lu: %s: %s", (unsigned long)report.failure.line, report.failure.tag,
                 report.failure.words);
}

void memory_record_expect(memory_record *record, const char *findings)
{
    memory_record_seal(record);
    assert_string_equal(record->findings, findings);
}
