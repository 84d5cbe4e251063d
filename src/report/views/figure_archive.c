/* The record as an archive: its files, each with its size and hash, under one root. Source: paper,
 * figure 3. */
#include "report/views/figures.h"

#include "base/dir.h"
#include "base/status.h"
#include "standards/sha256.h"

#include <stdio.h>
#include <string.h>

enum { CHUNK = 65536, HEX_SHOWN = 16 };

/* A file that was read. */
typedef struct member {
    uint64_t size;
    char hex[WM_SHA256_HEX_SIZE + 1];
} member;

static wm_status read_member(const wm_dir *dir, const char *path, member *of)
{
    wm_source source;
    wm_sha256 hash;
    uint8_t digest[WM_SHA256_SIZE];
    char room[CHUNK];
    wm_status status = wm_dir_open_in(dir, path, &source);
    if (status != WM_OK)
        return status;
    of->size = source.size_bytes;
    wm_sha256_init(&hash);
    for (uint64_t at = 0; at < of->size && status == WM_OK; at += CHUNK) {
        const size_t size = of->size - at < CHUNK ? (size_t)(of->size - at) : CHUNK;
        status = source.read(source.context, at, room, size);
        wm_sha256_update(&hash, room, size);
    }
    wm_dir_close_file(&source);
    wm_sha256_final(&hash, digest);
    wm_sha256_to_hex(digest, of->hex);
    return status;
}

static const char *size_text(wm_document *document, uint64_t size)
{
    static const char *const UNITS[] = {"B", "kB", "MB", "GB", "TB"};
    double value = (double)size;
    size_t unit = 0;
    while (value >= 1000 && unit + 1 < sizeof UNITS / sizeof UNITS[0]) {
        value /= 1000;
        unit++;
    }
    return wm_document_text(document, unit == 0 ? "%.0f %s" : "%.3g %s", value, UNITS[unit]);
}

/* How many lines of each type the evidence has. */
static const char *evidence_text(const wm_figures_call *call)
{
    const wm_reader *reader = call->model->reader;
    size_t count[WM_READER_ROOT + 1] = {0};
    for (uint32_t line = 1; line <= wm_reader_lines(reader); line++)
        count[wm_reader_at(reader, line)->type]++;
    return wm_document_text(call->to, "%zu observations, %zu reductions, %zu claims, 1 root",
                            count[WM_READER_OBSERVATION], count[WM_READER_REDUCTION],
                            count[WM_READER_CLAIM]);
}

static const char *words_of(const wm_figures_call *call, const char *path)
{
    unsigned prior = 0;
    if (strcmp(path, "manifest.sha256") == 0)
        return wm_document_text(call->to, "names every file; head: root %.*s", HEX_SHOWN,
                                call->model->report.root);
    if (strcmp(path, "evidence.jsonl") == 0)
        return evidence_text(call);
    if (sscanf(path, "prior/%u.jsonl", &prior) == 1 && prior > 0 &&
        prior <= call->model->prior_count)
        return wm_document_text(call->to, "the evidence of %s, root %.*s",
                                call->model->prior[prior - 1].device, HEX_SHOWN,
                                call->model->prior[prior - 1].root);
    return "a checker that needs nothing of the program";
}

static unsigned colour_of(const char *path)
{
    return strcmp(path, "manifest.sha256") == 0  ? 4
           : strcmp(path, "evidence.jsonl") == 0 ? 1
           : strncmp(path, "prior/", 6) == 0     ? 2
                                                 : 3;
}

static void add_member(wm_figures_call *call, wm_figure *figure, const char *path, const member *of)
{
    const char *size = wm_document_text(call->to, "%llu", (unsigned long long)of->size);
    const wm_figure_box box = {
        .colour = colour_of(path),
        .title = path,
        .right = wm_document_text(call->to, "%s, sha256 %.*s", size_text(call->to, of->size),
                                  HEX_SHOWN, of->hex),
        .detail = words_of(call, path),
        .name = path,
        .of = {.file = path, .field = "sha256", .text = of->hex},
        .also = {.file = path, .field = "size", .text = size},
    };
    (void)wm_figure_add_box(figure, &box);
}

static wm_status add_members(wm_figures_call *call, const wm_dir *dir, wm_figure *figure)
{
    static const char *const FIRST[] = {"manifest.sha256", "evidence.jsonl"};
    const char *path = FIRST[0];
    wm_status status = WM_OK;
    for (size_t i = 0; path != NULL && status == WM_OK; i++) {
        member of;
        status = read_member(dir, path, &of);
        if (status == WM_OK)
            add_member(call, figure, path, &of);
        path = i < 1
                   ? FIRST[i + 1]
                   : wm_kind_root_path(i - 1, call->model->plan.is_light, call->model->prior_count);
    }
    return status;
}

wm_status wm_figure_archive_fill(wm_figures_call *call)
{
    wm_figure *figure;
    wm_dir dir;
    wm_status status = wm_dir_open(call->model->path, &dir);
    if (status == WM_E_INVALID)
        return wm_figures_lack(call, "the record is one file, not a folder");
    if (status != WM_OK)
        return wm_error_set(call->err, status, call->model->path, "cannot be opened");
    figure = wm_figure_new(call->to, "archive", "The record as an archive under one root",
                           call->model->report.root);
    status = figure != NULL ? add_members(call, &dir, figure) : WM_E_NOMEM;
    wm_dir_close(&dir);
    if (status != WM_OK)
        return wm_error_set(call->err, status, call->model->path, "a file cannot be read");
    wm_figure_say(figure,
                  "Every file of the record, with its size and the first 16 digits of its hash. "
                  "The manifest binds the files; the root, the last line of the evidence, binds "
                  "every claim and the checkers.");
    wm_figures_say_states(figure, call->model, false);
    wm_figures_say_record(figure, call->model);
    return call->to->status;
}
