/* The state of a writer, for the files of the writer alone. */
#ifndef WM_ARCHIVE_WRITER_STATE_H
#define WM_ARCHIVE_WRITER_STATE_H

#include "archive/disk.h"
#include "archive/prior_copy.h"
#include "base/buffer.h"
#include "standards/json.h"
#include "standards/sha256.h"

#define WM_WRITER_STATE_EVIDENCE "evidence.jsonl"
#define WM_WRITER_STATE_MANIFEST "manifest.sha256"

struct wm_writer {
    wm_disk_place place; /* the final name and its folder, which also holds the partial */
    char partial[256];   /* the partial's name in that folder */
    char path[600];      /* the partial's path, for messages */
    int folder;          /* the partial */
    int file;            /* its evidence.jsonl, locked */
    wm_json *json;
    wm_graph *graph;
    bool is_lent; /* the graph belongs to the caller */
    uint64_t lines;
    uint64_t size_bytes; /* of whole lines in the file */
    wm_sha256 hash;      /* of these bytes */
    wm_buffer derived;   /* derived lines that are not written yet */
    bool is_broken;      /* a write failed, or the record is sealed: no more lines */
    bool is_published;   /* the record has its final name */
    wm_prior_copy priors;
};

/* Describes a failed call of the system. Returns code. */
wm_status wm_writer_state_fail(const struct wm_writer *writer, wm_status code, const char *what,
                               wm_error *err);

/* Refuses files that are not part of a record: the audit would refuse the record, but now it can
 * still be resumed. Errors: INVALID, IO. */
WM_MUST_CHECK wm_status wm_writer_state_refuse_strays(const struct wm_writer *writer,
                                                      wm_error *err);

/* Updates the count, the size and the hash for a line in the file. */
void wm_writer_state_count(struct wm_writer *writer, const char *line, size_t size);

#endif
