/* `witnessmark import`: seals the numbers of another tool's file. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/new_path.h"
#include "cli/terminal.h"
#include "cli/trouble.h"
#include "report/document/data.h"
#include "report/document/words.h"
#include "report/document/style.h"

#include "archive/writer.h"
#include "base/status.h"
#include "study/foreign/import.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOM_BYTES = 16 << 20 };

/* The command line. */
typedef struct {
    const char *format, *file, *output;
    char path[WM_NEW_PATH_SIZE];
    bool as_json;
} request;

static int complain(const request *ask, wm_status status, const wm_error *err)
{
    return wm_trouble_error("import", ask->as_json, status, err);
}

/* Reads what is open, up to the limit. */
static wm_status read_open(int file, const char *path, wm_buffer *text, wm_error *err)
{
    enum { BLOCK = 1 << 16 };
    for (;;) {
        ssize_t got;
        if (wm_buffer_reserve(text, BLOCK) != WM_OK)
            return wm_error_set(err, WM_E_NOMEM, path, "%s", wm_status_text(WM_E_NOMEM));
        got = read(file, text->data + text->size, BLOCK);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return wm_error_set(err, WM_E_IO, path, "cannot be read: %s", strerror(errno));
        if (got == 0)
            return WM_OK;
        text->size += (size_t)got;
        if (text->size > WM_IMPORT_BYTES)
            return wm_error_set(err, WM_E_LIMIT, path, "larger than 64 MiB, the limit");
    }
}

/* Reads the file, or the standard input for `-`. */
static wm_status read_file(const char *path, wm_buffer *text, wm_error *err)
{
    struct stat about;
    int file;
    wm_status status;
    if (strcmp(path, "-") == 0)
        return read_open(STDIN_FILENO, path, text, err);
    file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return wm_error_set(err, WM_E_OPEN, path, "cannot be opened: %s", strerror(errno));
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        status = wm_error_set(err, WM_E_OPEN, path, "not a regular file");
    else
        status = read_open(file, path, text, err);
    (void)close(file);
    return status;
}

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

static int import_file(request *ask, const wm_import_format *format)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_document to = {.status = WM_OK};
    wm_import_outcome outcome;
    wm_error err = {WM_OK, "", ""};
    wm_status status = wm_writer_probe(ask->path, ROOM_BYTES, &err);
    if (status == WM_OK)
        status = read_file(ask->file, &text, &err);
    if (status == WM_OK) {
        const wm_import import = {ask->path, format, text.data != NULL ? text.data : "", text.size};
        status = wm_import_run(&import, &outcome, &err);
        if (status != WM_OK && status != WM_E_IO && status != WM_E_OPEN && status != WM_E_EXISTS)
            (void)wm_error_place(&err, status, "%s", ask->file);
    }
    wm_buffer_clear(&text);
    if (status != WM_OK)
        return complain(ask, status, &err);
    add_data(ask, &outcome, &to);
    add_words(ask, &outcome, &to);
    status = wm_terminal_print(&to, ask->as_json, false);
    if (status != WM_OK)
        return wm_trouble_say("import", ask->as_json, "", wm_status_text(status));
    return wm_terminal_finish(stdout, "import") ? WM_EXIT_YES : WM_EXIT_TROUBLE;
}

int wm_cmd_import(int argc, char **argv)
{
    request ask = {.format = NULL};
    const wm_argument table[] = {
        {.name = "--output", .value = &ask.output},
        {.name = "--json", .flag = &ask.as_json},
        {.name = "FORMAT", .value = &ask.format, .is_needed = true},
        {.name = "FILE", .value = &ask.file},
        {.name = NULL},
    };
    const wm_import_format *format = NULL;
    int answer = wm_arguments_read("import", table, argc, argv);
    if (answer == WM_EXIT_YES) {
        format = wm_import_format_named(ask.format);
        if (format == NULL)
            answer = wm_trouble_value("import", ask.as_json, "FORMAT",
                                      "hyperfine, google-benchmark, nvbench or csv", ask.format);
        else if (ask.file == NULL) /* behind FORMAT: often the format is what was forgotten */
            answer = wm_trouble_say("import", ask.as_json, "FILE",
                                    "missing argument; see `witnessmark import --help`");
    }
    if (answer == WM_EXIT_YES)
        answer =
            wm_new_path_choose("import", ask.as_json, ask.output, "witnessmark-import", ask.path);
    return answer == WM_EXIT_YES ? import_file(&ask, format) : answer;
}
