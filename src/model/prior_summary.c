/* Reads what a record's priors are. */
#include "model/prior_summary.h"

#include "base/buffer.h"
#include "base/status.h"
#include "model/mask.h"

#include <stdio.h>
#include <string.h>

/* The path of prior number index, beside the record's evidence. */
static wm_status find_prior(const wm_reader *reader, size_t index, wm_buffer *path)
{
    const char *evidence = wm_reader_evidence(reader), *name = strrchr(evidence, '/');
    const int folder = name == NULL ? 0 : (int)(name - evidence) + 1;
    return wm_buffer_printf(path, "%.*sprior/%zu.jsonl", folder, evidence, index + 1);
}

/* Copies the device of the environment on line 1. */
static wm_status take_device(wm_reader *prior, wm_prior_summary *summary, wm_error *err)
{
    wm_content content;
    char name[192], backend[16];
    const wm_status status = wm_reader_read(prior, 1, &content, err);
    if (status != WM_OK)
        return status;
    (void)wm_member_copy(content.of.environment.device, name, sizeof name);
    (void)wm_member_copy(content.of.environment.backend, backend, sizeof backend);
    wm_mask_bytes(name, strlen(name));
    (void)snprintf(summary->device, sizeof summary->device, "%s (%s)",
                   name[0] != '\0' ? name : "no device", backend);
    return WM_OK;
}

/* Opens a path, whose last line must have the root. */
static wm_status open_path(const char *path, const uint8_t root[WM_SHA256_SIZE], wm_reader **prior,
                           wm_error *err)
{
    const wm_reader_node *last;
    const wm_status status = wm_reader_open(path, prior, err);
    if (status != WM_OK)
        return status;
    last = wm_reader_at(*prior, wm_reader_lines(*prior));
    if (last != NULL && memcmp(last->id, root, WM_SHA256_SIZE) == 0)
        return WM_OK;
    wm_reader_close(*prior);
    *prior = NULL;
    return wm_error_set(err, WM_E_IO, path, "the file changed after the audit");
}

wm_status wm_prior_summary_open(const wm_reader *reader, size_t index,
                                const uint8_t root[WM_SHA256_SIZE], wm_reader **prior,
                                wm_error *err)
{
    wm_buffer path = WM_BUFFER_EMPTY;
    wm_status status = find_prior(reader, index, &path);
    *prior = NULL;
    if (status == WM_OK && wm_buffer_text(&path) != NULL)
        status = open_path(path.data, root, prior, err);
    else
        status = wm_error_set(err, WM_E_NOMEM, NULL, "out of memory");
    wm_buffer_clear(&path);
    return status;
}

wm_status wm_prior_summary_read(wm_reader *reader, const wm_roots *roots,
                                wm_prior_summary priors[WM_TABLES_CONTINUES], wm_error *err)
{
    wm_status status = WM_OK;
    for (size_t i = 0; status == WM_OK && i < roots->count; i++) {
        wm_reader *prior;
        status = wm_prior_summary_open(reader, i, roots->root[i], &prior, err);
        if (status == WM_OK)
            status = take_device(prior, &priors[i], err);
        wm_reader_close(prior);
    }
    return status;
}
