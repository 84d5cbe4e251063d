/* `witnessmark import`: seals the numbers of another tool's file. */
#include "cli/arguments.h"
#include "cli/input.h"
#include "cli/new_path.h"
#include "cli/trouble.h"
#include "report/document/data.h"
#include "report/document/style.h"
#include "report/document/words.h"

#include "archive/writer.h"
#include "base/status.h"
#include "study/foreign/import.h"

enum { ROOM_BYTES = 16 << 20 };

/* The command line. */
typedef struct {
    const char *format, *file, *output;
    char path[WM_NEW_PATH_SIZE];
} request;

/* ---- the answer ------------------------------------------------------------------------------ */

static void add_data(const request *ask, const wm_import_outcome *outcome, wm_document *to)
{
    wm_data_begin(to, "import", "imported, not witnessed");
    wm_data_text(to, "record", ask->path);
    wm_data_text(to, "root", outcome->root);
    wm_data_text(to, "format", ask->format);
    wm_data_count(to, "series", outcome->series);
    wm_data_count(to, "observations", outcome->observations);
    wm_data_count(to, "observations_with_absent_values", outcome->absent);
    wm_data_count(to, "observations_failed", outcome->failed);
    wm_data_text(to, "left_out", outcome->left_out);
}

static void add_words(const request *ask, const wm_import_outcome *outcome, wm_document *to)
{
    char word[WM_STYLE_SHELL_WORD];
    wm_words *line;
    wm_words_add(wm_words_new(to), "IMPORTED  %zu series, %zu observation%s; not witnessed",
                 outcome->series, outcome->observations, wm_style_plural(outcome->observations));
    if (outcome->absent > 0)
        wm_words_add(wm_words_new(to), "absent values: in %zu observation%s", outcome->absent,
                     wm_style_plural(outcome->absent));
    if (outcome->failed > 0)
        wm_words_add(wm_words_new(to), "failed runs: %zu of %zu; their medians have no value",
                     outcome->failed, outcome->observations);
    line = outcome->left_out[0] != '\0' ? wm_words_new(to) : NULL;
    if (line != NULL) {
        wm_words_add(line, "left out: ");
        wm_words_data(line, outcome->left_out);
    }
    line = wm_words_new(to);
    wm_words_add(line, "record ");
    wm_words_data(line, ask->path);
    wm_words_add(line, ", root %.12s", outcome->root);
    wm_words_add(wm_words_new(to), "next: witnessmark show %s",
                 wm_style_shell_word(ask->path, word));
}

static int import_file(const wm_call *call, const request *ask, const wm_import_format *format)
{
    const wm_input input = {ask->file,          false,           "cannot be opened: ",
                            "cannot be read: ", WM_IMPORT_BYTES, "larger than 64 MiB, the limit"};
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_document to = {.status = WM_OK};
    wm_import_outcome outcome;
    wm_error err = {WM_OK, "", ""};
    wm_status status = wm_writer_probe(ask->path, ROOM_BYTES, &err);
    if (status == WM_OK) {
        status = wm_input_read(&input, &text, &err);
        (void)wm_error_place(&err, status, "%s", ask->file);
    }
    if (status == WM_OK) {
        const wm_import import = {ask->path, ask->file, format, text.data != NULL ? text.data : "",
                                  text.size};
        status = wm_import_run(&import, &outcome, &err);
    }
    wm_buffer_clear(&text);
    if (status != WM_OK)
        return wm_trouble_error(call, status, &err);
    add_data(ask, &outcome, &to);
    add_words(ask, &outcome, &to);
    return wm_trouble_answer(call, &to, WM_EXIT_YES);
}

int wm_cmd_import(wm_call *call)
{
    request ask = {.format = NULL};
    const wm_argument table[] = {
        {.name = "--output", .value = &ask.output},
        {.name = "FORMAT", .value = &ask.format, .is_needed = true},
        {.name = "FILE", .value = &ask.file},
        {.name = NULL},
    };
    const wm_import_format *format;
    int answer = wm_arguments_read(call, table);
    if (answer != WM_EXIT_YES)
        return answer;
    format = wm_import_format_named(ask.format);
    if (format == NULL)
        return wm_trouble_value(call, "FORMAT", "hyperfine, google-benchmark, nvbench or csv",
                                ask.format);
    if (ask.file == NULL) /* behind FORMAT: often the format is what was forgotten */
        return wm_trouble_say(call, "FILE", "missing argument; see `witnessmark import --help`");
    answer = wm_new_path_choose(call, ask.output, "witnessmark-import", ask.path);
    return answer == WM_EXIT_YES ? import_file(call, &ask, format) : answer;
}
