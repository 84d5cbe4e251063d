/* `witnessmark prove`: prints a proof that a claim is in a record. */
#include "cli/arguments.h"
#include "cli/record_argument.h"
#include "cli/terminal.h"
#include "cli/trouble.h"

#include "base/buffer.h"
#include "model/model_read.h"
#include "report/print/printers.h"
#include "report/views/proof_text.h"
#include "report/views/warnings.h"

/* A proof from an invalid record is worthless, so the record is audited first. */
static int audit(const wm_call *call, const wm_record_argument *record, wm_model *model)
{
    wm_error err = {WM_OK, "", ""};
    const wm_status status = wm_model_read(record->path, NULL, model, &err);
    if (status == WM_OK)
        return WM_EXIT_YES;
    return wm_trouble_record(call, record->given, status, &model->report, &err, stderr);
}

static wm_status keep(void *context, const char *data, size_t size)
{
    return wm_buffer_append(context, data, size);
}

/* Says on stderr what the proof says, as `check` does, and what the record warns of, which is in no
 * proof. */
static wm_status say(const wm_model *model, const wm_buffer *text, wm_error *err)
{
    const wm_paper paper = wm_terminal_paper(stderr, false);
    wm_proof proof = WM_PROOF_INIT;
    wm_document to = {.status = WM_OK};
    wm_status status = wm_proof_check(text->data, text->size, &proof, err);
    if (status != WM_OK)
        return status;
    wm_proof_text_outputs(&proof, &to);
    wm_proof_text_claim(&proof, &to);
    wm_warnings_before(model, "", &to);
    status = wm_print_terminal(&to, &paper, stderr);
    wm_document_clear(&to);
    return status;
}

static int prove(const wm_call *call, const wm_record_argument *record, const wm_model *model,
                 const char *claim)
{
    wm_buffer proof = WM_BUFFER_EMPTY;
    wm_error err = {WM_OK, "", ""};
    wm_status status = wm_proof_make(record->path, claim, keep, &proof, &err);
    int result;
    if (status == WM_OK)
        status = say(model, &proof, &err);
    if (status == WM_OK) {
        result = wm_trouble_text(call, &proof);
    } else {
        (void)wm_trouble_say(call, record->given,
                             err.message[0] != '\0' ? err.message : wm_status_text(status));
        result = status == WM_E_INVALID ? WM_EXIT_NO : WM_EXIT_TROUBLE;
    }
    wm_buffer_clear(&proof);
    return result;
}

int wm_cmd_prove(wm_call *call)
{
    const char *given = NULL, *claim = NULL;
    wm_record_argument record;
    wm_model model;
    const wm_argument table[] = {
        {.name = "RECORD", .value = &given, .is_needed = true},
        {.name = "CLAIM", .value = &claim, .is_needed = true},
        {.name = NULL},
    };
    int result = wm_arguments_read(call, table);
    if (result == WM_EXIT_YES)
        result = wm_record_argument_open(call, given, &record);
    if (result != WM_EXIT_YES)
        return result;
    result = audit(call, &record, &model);
    if (result == WM_EXIT_YES)
        result = prove(call, &record, &model, claim);
    wm_model_close(&model);
    return result;
}
