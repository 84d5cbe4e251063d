/* `witnessmark publish`: writes a folder for a paper or a page from a record. */
#include "archive/new_folder.h"
#include "base/status.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/publish_sealed.h"
#include "cli/record_argument.h"
#include "cli/trouble.h"
#include "model/model_read.h"
#include "report/document/data.h"
#include "report/document/words.h"
#include "report/publish/page.h"
#include "report/publish/publication.h"

#include <stdlib.h>

/* A signal's handler reads it. */
static wm_new_folder folder = {.place = {.folder = -1}, .folder = -1};

static void remove_folder(void)
{
    wm_new_folder_remove(&folder);
}

static wm_status put(void *context, const char *path, const void *data, size_t size, wm_error *err)
{
    return wm_new_folder_put(context, path, data, size, err);
}

/* Writes the folder and fills the answer. */
static wm_status write_folder(const wm_publish_sealed *ask, wm_model *model, wm_document *to,
                              wm_error *err)
{
    wm_status status;
    wm_interrupt_clean(remove_folder);
    status = wm_new_folder_open(ask->output, &folder, err);
    if (status == WM_OK)
        status = wm_publication_make(model, ask->license, put, &folder, to, err);
    if (status == WM_OK)
        status = wm_new_folder_finish(&folder, err);
    wm_new_folder_drop(&folder);
    return status;
}

static int publish(const wm_publish_sealed *ask, wm_model *model)
{
    wm_document to = {.status = WM_OK};
    wm_error err = {WM_OK, "", ""};
    wm_words *line;
    wm_status status;
    wm_data_begin(&to, "publish", "published");
    wm_data_text(&to, "record", ask->given);
    wm_data_text(&to, "folder", ask->output);
    wm_data_text(&to, "root", model->report.root);
    line = wm_words_new(&to);
    wm_words_add(line, "published ");
    wm_words_root(line, model->report.root);
    wm_words_add(line, " in ");
    wm_words_data(line, ask->output);
    status = write_folder(ask, model, &to, &err);
    if (status != WM_OK) {
        wm_document_clear(&to);
        (void)wm_trouble_error(ask->call, status, &err);
        return status == WM_E_INVALID ? WM_EXIT_NO : WM_EXIT_TROUBLE;
    }
    if (wm_page_lacks(model) != NULL)
        fprintf(stderr, "witnessmark publish: report.html %s\n", wm_page_lacks(model));
    return wm_trouble_answer(ask->call, &to, WM_EXIT_YES);
}

/* Checks which options go together. */
static int check(const wm_publish_sealed *ask)
{
    if (ask->output == NULL)
        return wm_trouble_say(ask->call, "-o", "name the new folder, as -o DIR");
    if (ask->source_count > 0 && ask->document == NULL)
        return wm_trouble_say(ask->call, "--sources", "needs --document FILE");
    return WM_EXIT_YES;
}

static int run(wm_publish_sealed *ask)
{
    wm_record_argument record;
    wm_model model;
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    int answer = wm_record_argument_open(ask->call, ask->given, &record);
    if (answer != WM_EXIT_YES)
        return answer;
    ask->record = record.path;
    status = wm_model_read(record.path, NULL, &model, &err);
    if (status != WM_OK)
        answer = wm_trouble_record(ask->call, ask->given, status, &model.report, &err, stderr);
    else
        answer = ask->document != NULL ? wm_publish_sealed_run(ask, &model) : publish(ask, &model);
    wm_model_close(&model);
    return answer;
}

int wm_cmd_publish(wm_call *call)
{
    const char **sources = calloc((size_t)call->argc + 1, sizeof *sources);
    wm_publish_sealed ask = {.call = call, .sources = sources};
    const wm_argument table[] = {
        {.name = "--output", .value = &ask.output},
        {.name = "--document", .value = &ask.document},
        {.name = "--sources",
         .value = sources,
         .count = &ask.source_count,
         .most = (size_t)call->argc},
        {.name = "--license", .value = &ask.license},
        {.name = "RECORD", .value = &ask.given, .is_needed = true},
        {.name = NULL},
    };
    int answer;
    if (sources == NULL)
        return wm_trouble_say(call, "", wm_status_text(WM_E_NOMEM));
    answer = wm_arguments_read(call, table);
    if (answer == WM_EXIT_YES)
        answer = check(&ask);
    if (answer == WM_EXIT_YES)
        answer = run(&ask);
    free(sources);
    return answer;
}
