/* `witnessmark prove`: prints a proof that a claim is in a record. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/record_argument.h"
#include "cli/trouble.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/buffer.h"

static int complain(const char *place, const char *words)
{
    return wm_trouble_say("prove", false, place, words);
}

static wm_status keep(void *context, const char *data, size_t size)
{
    return wm_buffer_append(context, data, size);
}

/* A proof from an invalid record is worthless, so the record is audited first. */
static int audit(const wm_record_argument *record)
{
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err = {WM_OK, "", ""};
    const wm_status status = wm_audit_path(record->path, NULL, &report, &err);
    if (status == WM_OK)
        return WM_EXIT_YES;
    return wm_trouble_record("prove", false, record->given, status, &report, &err, stderr);
}

static int prove(const wm_record_argument *record, const char *claim)
{
    wm_buffer proof = WM_BUFFER_EMPTY;
    wm_error err = {WM_OK, "", ""};
    const wm_status status = wm_proof_make(record->path, claim, keep, &proof, &err);
    int result = WM_EXIT_YES;
    if (status != WM_OK) {
        result = complain(record->given, err.message);
        if (status == WM_E_INVALID)
            result = WM_EXIT_NO;
    } else if (fwrite(proof.data, 1, proof.size, stdout) != proof.size || fflush(stdout) != 0) {
        result = complain("standard output", strerror(errno));
    }
    wm_buffer_clear(&proof);
    return result;
}

int wm_cmd_prove(int argc, char **argv)
{
    const char *given = NULL, *claim = NULL;
    wm_record_argument record;
    const wm_argument table[] = {
        {.name = "RECORD", .value = &given, .is_needed = true},
        {.name = "CLAIM", .value = &claim, .is_needed = true},
        {.name = NULL},
    };
    int result = wm_arguments_read("prove", table, argc, argv);
    if (result == WM_EXIT_YES)
        result = wm_record_argument_open("prove", false, given, &record);
    if (result == WM_EXIT_YES)
        result = audit(&record);
    return result != WM_EXIT_YES ? result : prove(&record, claim);
}
