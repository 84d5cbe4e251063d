/* The folder of a run on several devices. */
#include "cli/cards_folder.h"

#include "archive/disk.h"
#include "archive/writer.h"
#include "base/status.h"
#include "measure/facts/redact.h"
#include "measure/schedule_file.h"
#include "report/document/data.h"
#include "report/print/printers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char CARDS[] = "cards.json", NEW[] = ".cards.json", PLAN[] = "plan.json";

const char *wm_cards_folder_replaces(const wm_cards_folder *folder)
{
    return folder->plan[0] != '\0' ? "--device --output --resume --in-turn --json --color --plan"
                                   : "--device --output --resume --in-turn --json --color";
}

/* ---- what is in it --------------------------------------------------------------------------- */

static bool is_builtin(const char *plan)
{
    for (size_t i = 0; wm_schedule_builtin_at(i) != NULL; i++)
        if (strcmp(wm_schedule_builtin_at(i)->name, plan) == 0)
            return true;
    return false;
}

/* Reads the plan's file and checks it, so that every child gets the same plan. */
static wm_status read_plan(wm_cards_folder *folder, wm_buffer *text, wm_error *err)
{
    const wm_run_options *ask = folder->ask;
    wm_schedule schedule = {.item_count = 0};
    wm_status status;
    int size;
    folder->plan[0] = '\0';
    if (ask->continues != NULL || ask->plan == NULL || is_builtin(ask->plan))
        return WM_OK;
    size = snprintf(folder->plan, sizeof folder->plan, "%s/%s", ask->path, PLAN);
    if (size < 0 || (size_t)size >= sizeof folder->plan)
        return wm_error_set(err, WM_E_ARG, "-o", "the path is too long");
    status = wm_run_options_read_file(ask->plan, text, err);
    if (status == WM_OK)
        status = wm_schedule_file_parse(text->data, text->size, ask->plan, &schedule, err);
    wm_schedule_clear(&schedule);
    return status;
}

/* Adds the options that every child has. */
static void add_options(const wm_cards_folder *folder, wm_document *to)
{
    char **words = folder->ask->words;
    const size_t count = wm_run_options_words(folder->ask, wm_cards_folder_replaces(folder), words);
    wm_data_list(to, "options");
    for (size_t i = 0; i < count; i++) {
        wm_data_object(to, NULL);
        wm_data_text(to, "word", words[i]);
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
}

/* Describes the run: a resumed run must have the same description. */
static wm_status describe(const wm_cards_folder *folder, const wm_cards *cards,
                          const wm_buffer *plan, wm_buffer *about)
{
    uint8_t digest[WM_SHA256_SIZE];
    wm_document described = {.status = WM_OK}, *to = &described;
    wm_status status;
    wm_data_text(to, "schema", "witnessmark-cards-folder/1");
    wm_data_text(to, "backend", folder->ask->backend);
    wm_data_text(to, "mode", wm_cards_mode(cards));
    wm_data_list(to, "cards");
    for (size_t i = 0; i < cards->count; i++) {
        wm_data_object(to, NULL);
        wm_data_text(to, "card", cards->card[i].name);
        if ((folder->ask->hidden & WM_REDACT_UUID) == 0)
            wm_data_text(to, "uuid", cards->card[i].uuid);
        else
            wm_data_null(to, "uuid");
        wm_data_end_object(to);
    }
    wm_data_end_list(to);
    add_options(folder, to);
    if (folder->plan[0] != '\0') {
        wm_sha256_hash(plan->data, plan->size, digest);
        wm_data_hex(to, "plan", digest);
    }
    status = wm_print_json_write(to, about);
    wm_document_clear(to);
    return status == WM_OK ? wm_buffer_putc(about, '\n') : status;
}

/* ---- making and finding it ------------------------------------------------------------------- */

static wm_status fail(const wm_cards_folder *folder, const char *what, wm_error *err)
{
    return wm_error_set(err, WM_E_IO, folder->ask->path, "%s: %s", what, strerror(errno));
}

/* Writes the description under its name when it is whole. */
static wm_status put_cards(int at, const wm_buffer *about)
{
    wm_status status;
    if (faccessat(at, CARDS, F_OK, 0) == 0)
        return WM_OK;
    status = wm_disk_put(at, NEW, about->data, about->size);
    return status == WM_OK ? wm_disk_rename(at, NEW, CARDS) : status;
}

/* Writes the description and the plan, and makes the folders of the passes, unless they are there.
 */
static wm_status fill(const wm_cards_folder *folder, const wm_buffer *plan, const wm_buffer *about,
                      wm_error *err)
{
    wm_status status;
    const int at = open(folder->ask->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (at < 0)
        return fail(folder, "cannot open the folder", err);
    status = put_cards(at, about);
    if (status == WM_OK && folder->plan[0] != '\0')
        status = wm_disk_put(at, PLAN, plan->data, plan->size);
    if (status == WM_OK && ((mkdirat(at, "pass1", 0755) != 0 && errno != EEXIST) ||
                            (mkdirat(at, "pass2", 0755) != 0 && errno != EEXIST)))
        status = WM_E_IO;
    if (status == WM_OK)
        status = wm_disk_sync(at);
    if (status != WM_OK)
        status = fail(folder, "cannot write", err);
    (void)close(at);
    return status;
}

/* Checks that the folder has this run. A folder in which nothing was begun is made again. */
static wm_status find(const wm_cards_folder *folder, const wm_buffer *about, wm_error *err)
{
    const char *path = folder->ask->path;
    const int at = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    char file[WM_CARDS_PATH + 16];
    wm_buffer found = WM_BUFFER_EMPTY;
    wm_status status;
    if (at < 0)
        return wm_error_set(err, WM_E_NOTFOUND, path, "nothing to resume: %s", strerror(errno));
    if (faccessat(at, CARDS, F_OK, 0) != 0) {
        (void)unlinkat(at, NEW, 0);
        (void)close(at);
        if (rmdir(path) == 0 && mkdir(path, 0755) == 0)
            return WM_OK;
        return wm_error_set(err, WM_E_MISMATCH, path, "has no cards.json: it cannot be resumed");
    }
    (void)close(at);
    (void)snprintf(file, sizeof file, "%s/%s", path, CARDS);
    status = wm_run_options_read_file(file, &found, err);
    if (status == WM_OK &&
        (found.size != about->size || memcmp(found.data, about->data, found.size) != 0))
        status = wm_error_set(err, WM_E_MISMATCH, file,
                              "the run had another plan, other options or devices; "
                              "resume with the same");
    wm_buffer_clear(&found);
    return status;
}

wm_status wm_cards_folder_open(const wm_run_options *ask, const wm_cards *cards,
                               wm_cards_folder *folder, wm_error *err)
{
    wm_buffer plan = WM_BUFFER_EMPTY, about = WM_BUFFER_EMPTY;
    wm_status status;
    folder->ask = ask;
    if (strlen(ask->path) + 128 >= WM_CARDS_PATH)
        return wm_error_set(err, WM_E_ARG, "-o", "the path is too long");
    status = read_plan(folder, &plan, err);
    if (status == WM_OK && describe(folder, cards, &plan, &about) != WM_OK)
        status = wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    if (status == WM_OK && ask->resume)
        status = find(folder, &about, err);
    else if (status == WM_OK)
        status = wm_writer_probe(ask->path, 0, err);
    if (status == WM_OK && !ask->resume && mkdir(ask->path, 0755) != 0)
        status = fail(folder, "cannot create the folder", err);
    if (status == WM_OK)
        status = fill(folder, &plan, &about, err);
    wm_buffer_clear(&plan);
    wm_buffer_clear(&about);
    return status;
}

/* ---- removing -------------------------------------------------------------------------------- */

void wm_cards_folder_remove(const wm_cards_folder *folder)
{
    static const char *const files[] = {NEW, CARDS, PLAN};
    const char *path = folder->ask->path;
    const int at = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_empty = at >= 0;
    for (unsigned pass = 1; is_empty && pass <= WM_CARDS_PASSES; pass++) {
        char name[16];
        (void)snprintf(name, sizeof name, "pass%u", pass);
        is_empty = unlinkat(at, name, AT_REMOVEDIR) == 0 || errno == ENOENT;
    }
    for (unsigned i = 0; is_empty && i < sizeof files / sizeof *files; i++)
        (void)unlinkat(at, files[i], 0);
    if (at >= 0)
        (void)close(at);
    if (is_empty)
        (void)rmdir(path);
}
