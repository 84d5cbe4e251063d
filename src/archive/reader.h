/* Reads a record: its nodes by line, by id and by name. */
#ifndef WM_ARCHIVE_READER_H
#define WM_ARCHIVE_READER_H

#include <witnessmark.h>

#include "record/nodes/contents.h"

/* A record that is open for reading. The reader checks only what it needs to find nodes: audit the
 * record first. */
typedef struct wm_reader wm_reader;

typedef enum wm_reader_type {
    WM_READER_OBSERVATION,
    WM_READER_REDUCTION,
    WM_READER_CLAIM,
    WM_READER_ROOT
} wm_reader_type;

/* The place of one node. Lines are counted from 1, as in sed. */
typedef struct wm_reader_node {
    uint64_t offset; /* of its line in evidence.jsonl */
    uint32_t size;   /* of its line, newline included */
    wm_reader_type type;
    uint8_t id[WM_SHA256_SIZE];
} wm_reader_node;

/* Opens a record by its folder or its evidence.jsonl, and hashes every line. Errors: OPEN (absent,
 * or neither a folder nor a regular file), IO, LIMIT (a line over 1 MiB, more than 2^32 - 2 lines),
 * SYNTAX (a line that is not a JSON object of a known type; the place is FILE:LINE), NOMEM. Memory:
 * 48 bytes a node, 8 in the index. Ownership: wm_reader_close. */
WM_MUST_CHECK wm_status wm_reader_open(const char *path, wm_reader **reader, wm_error *err);

/* Closes a record; NULL is allowed. */
void wm_reader_close(wm_reader *reader);

/* The path of its evidence.jsonl. */
const char *wm_reader_evidence(const wm_reader *reader);

/* Number of lines. */
uint32_t wm_reader_lines(const wm_reader *reader);

/* The node on a line, or NULL if there is no such line. */
const wm_reader_node *wm_reader_at(const wm_reader *reader, uint32_t line);

/* The line of the node with this id; 0 if there is none. */
uint32_t wm_reader_find(const wm_reader *reader, const uint8_t id[WM_SHA256_SIZE]);

/* The lines of the claims: [first, end), empty if first == end. */
void wm_reader_claims(const wm_reader *reader, uint32_t *first, uint32_t *end);

/* The line of the claim with this name, or of the only node whose id begins with these 8 to 64 hex
 * digits. Errors: NOTFOUND (neither), INVALID (several ids begin with them), IO, NOMEM. */
WM_MUST_CHECK wm_status wm_reader_resolve(wm_reader *reader, const char *name, uint32_t *line,
                                          wm_error *err);

/* Reads a line as a node of an audited record. Its pointers are valid until the next call on this
 * reader. Errors: those of wm_reader_text; INVALID (not a node of a known kind and form). */
WM_MUST_CHECK wm_status wm_reader_read(wm_reader *reader, uint32_t line, wm_content *content,
                                       wm_error *err);

/* Reads the text of a line. It is valid until the next call on this reader. Errors: ARG (no such
 * line), IO (also if the file changed since it was opened), NOMEM. */
WM_MUST_CHECK wm_status wm_reader_text(wm_reader *reader, uint32_t line, const char **text,
                                       wm_error *err);

/* Reads a line as a node, as wm_reader_read does, and its text. */
WM_MUST_CHECK wm_status wm_reader_read_line(wm_reader *reader, uint32_t line, wm_content *content,
                                            const char **text, wm_error *err);

#endif
