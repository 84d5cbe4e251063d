/* code/verify.c: audits a witnessmark record, witnessmark 0.1.0.
 *
 *     cc -std=c99 -O2 -ffp-contract=off verify.c -o verify -lm
 *     ./verify RECORD_FOLDER
 *
 * Made by tools/amalgamate from the sources of witnessmark, which are under the Apache License, Version 2.0. */

/* ======== base/buffer.c ======== */
/* A growable run of bytes. */
#ifndef WM_BASE_BUFFER_H
#define WM_BASE_BUFFER_H

/* The public interface of libwitnessmark: statuses and errors here, graphs, audit and proofs below. */
#ifndef WITNESSMARK_H
#define WITNESSMARK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WM_VERSION "0.1.0"

#if defined(__GNUC__)
#define WM_MUST_CHECK __attribute__((warn_unused_result))
#define WM_PRINTF(format_index, first) __attribute__((format(printf, format_index, first)))
#else
#define WM_MUST_CHECK
#define WM_PRINTF(format_index, first)
#endif

/* Every status with its text. The numbers are part of the interface: new ones go at the end. */
#define WM_STATUS_LIST(X)                                              \
    X(WM_OK, "ok")                                                     \
    X(WM_E_ARG, "the caller passed a wrong argument")                  \
    X(WM_E_NOMEM, "out of memory")                                     \
    X(WM_E_OPEN, "cannot open")                                        \
    X(WM_E_IO, "reading or writing failed")                            \
    X(WM_E_SYNTAX, "not well-formed")                                  \
    X(WM_E_CANON, "not in canonical form")                             \
    X(WM_E_INVALID, "breaks a rule of the format")                     \
    X(WM_E_MISMATCH, "does not agree with what it is checked against") \
    X(WM_E_LIMIT, "a limit was exceeded")                              \
    X(WM_E_NEWER, "a newer format than this program knows")            \
    X(WM_E_UNSUPPORTED, "not supported here")                          \
    X(WM_E_DEVICE, "the device failed")                                \
    X(WM_E_INTERRUPTED, "interrupted")                                 \
    X(WM_E_EXISTS, "exists already")                                   \
    X(WM_E_NOTFOUND, "not found")

/* What a function that can fail returns. */
typedef enum wm_status {
#define WM_STATUS_ENUM(code, text) code,
    WM_STATUS_LIST(WM_STATUS_ENUM)
#undef WM_STATUS_ENUM
        WM_STATUS_COUNT
} wm_status;

/* What went wrong, for a human: set on failure only, where a function takes one (it may be NULL). */
typedef struct wm_error {
    wm_status code;
    char place[128];   /* where: a file and line, a field, a device; may be empty */
    char message[384]; /* one line, control characters masked */
} wm_error;

/* The status's text: a constant, never NULL, also for a number that is no status. */
const char *wm_status_text(wm_status status);

/* The library's version, as in WM_VERSION. */
const char *wm_version(void);

/* ---- Evidence: docs/formats/record.md -------------------------------------------------------------------------------- */

/* Room for an id, 64 lower-case hex digits, with its NUL. */
enum { WM_ID_SIZE = 65 };

/* Takes bytes as they are made; anything but WM_OK stops the maker, which returns it. */
typedef wm_status wm_emit(void *context, const char *data, size_t size);

/* A file that ships in every record: a checker. */
typedef struct wm_checker {
    const char *path; /* in the record, `code/verify.c` */
    const unsigned char *data;
    size_t size_bytes;
    char sha256[WM_ID_SIZE];
} wm_checker;

/* Checker number index of this release, in the order of their paths; NULL past the last. */
const wm_checker *wm_checkers_get(size_t index);

/* ---- Graphs: from observations to a root ----------------------------------------------------------------------------- */

/* A graph under construction. It takes observations, refuses what the format refuses, and derives all the rest. */
typedef struct wm_graph wm_graph;

/* A new, empty graph, or NULL when out of memory. */
wm_graph *wm_graph_new(void);

/* Gives a graph back; NULL is nothing. */
void wm_graph_free(wm_graph *graph);

/* A node as it stands in evidence.jsonl. The text is the graph's, until the next call with the graph. */
typedef struct wm_line {
    const char *text;    /* canonical, with its newline */
    size_t size;         /* bytes, newline included */
    char id[WM_ID_SIZE]; /* what other nodes name it by */
} wm_line;

/* Adds one observation, any JSON text of it: first an environment, then the plan, then the others in an order that edges
 * allow. After a failure the graph is as before. line may be NULL.
 * Errors: SYNTAX, LIMIT (no JSON, too deep, too long), CANON (a number that overflows), INVALID (a rule of the format; the
 * message has its tag), ARG (the graph is sealed, or this is no observation), NOMEM. */
WM_MUST_CHECK wm_status wm_graph_add(wm_graph *graph, const char *json, size_t size, wm_line *line,
                                     wm_error *err);

/* A reduction over one field of the external observations of a series. The functions are `median_of`, `minimum_of`,
 * `maximum_of`, `mean_of`, `standard_deviation_of`, and `relative_mad_of`. */
typedef struct wm_own_value {
    const char *series;
    const char *field;
    const char *function;
} wm_own_value;

/* A claim about numbers from elsewhere. */
typedef struct wm_own_claim {
    const char *name;   /* with its `x.` */
    const char *unit;   /* 1 to 16 of [A-Za-z0-9/%]; `1` for a bare number */
    const char *format; /* `si4`, `sci3`, `fixed2`, `signed2`, `percent3` */
    wm_own_value value;
    const wm_own_value *beside; /* shown with it; may be NULL */
    size_t beside_count;        /* at most 16 */
} wm_own_claim;

/* Asks for a claim about numbers that were added as external observations; it is made when the graph is sealed, in the
 * order of the calls. Errors: ARG (a name twice, an unknown function or format, a series or field that is not there), NOMEM. */
WM_MUST_CHECK wm_status wm_graph_claim(wm_graph *graph, const wm_own_claim *claim, wm_error *err);

/* A file that the root names. */
typedef struct wm_graph_file {
    const char *path;
    char sha256[WM_ID_SIZE];
} wm_graph_file;

/* How a graph is sealed. The files are the record's checkers, normally those of this release. */
typedef struct wm_seal {
    const wm_graph_file *files;
    size_t file_count;
    const char *continues; /* the id of the root that this record extends, or NULL */
    wm_emit *emit;         /* takes the derived lines, one a call */
    void *context;
} wm_seal;

/* Derives all reductions, the claims of the plan's expansion (null where an item failed), the claims asked for, and the
 * root, and emits them line by line behind the observations, which are not emitted again. root receives the root's id.
 * After it the graph takes no more.
 * Errors: INVALID (observations are missing; the message has the tag and names what), ARG, NOMEM, and what emit returns. */
WM_MUST_CHECK wm_status wm_graph_seal(wm_graph *graph, const wm_seal *seal, char root[WM_ID_SIZE],
                                      wm_error *err);

/* Seals a graph into a record: a folder with the evidence, the manifest and this release's checkers. Nothing stands at path
 * until all of it is written; what is there already is never replaced. continues as in wm_seal; root receives the root's id.
 * Errors: those of wm_graph_seal; EXISTS, OPEN (the folder that path is in), LIMIT (the disk is too full), IO. */
WM_MUST_CHECK wm_status wm_record_write(const char *path, wm_graph *graph, const char *continues,
                                        char root[WM_ID_SIZE], wm_error *err);

/* ---- Audit ----------------------------------------------------------------------------------------------------------- */

/* Bytes that can be read at any offset. read fills all of data (offset + size is at most size_bytes) or returns IO. */
typedef struct wm_source {
    void *context;
    uint64_t size_bytes;
    wm_status (*read)(void *context, uint64_t offset, void *data, size_t size);
} wm_source;

/* What an intact record says of a check that did not pass. */
typedef struct wm_finding {
    const char *claim; /* the claim's name: LABEL.verified, LABEL.transcript */
    const char *text;  /* what it is: FAIL, reject, repaired, n/a */
} wm_finding;

/* All fields may be zero. */
typedef struct wm_audit_options {
    /* A root held from elsewhere, or a prefix of it with at least 8 digits. */
    const char *root;
    /* Called for each finding of a valid record, in order. */
    void (*finding)(void *context, const wm_finding *finding);
    /* Called about every 16 MiB, with bytes of evidence. */
    void (*progress)(void *context, uint64_t done, uint64_t size);
    void *context;
} wm_audit_options;

/* Whether the record's checkers are those of this release. */
typedef enum wm_checkers { WM_CHECKERS_NOT_SEEN, WM_CHECKERS_OWN, WM_CHECKERS_DIFFER } wm_checkers;

/* What an audit found. */
typedef struct wm_audit_report {
    char root[WM_ID_SIZE]; /* of a valid record; else empty */
    char format[64];       /* the root's, where it could be read */
    uint64_t nodes;
    uint64_t claims;
    uint64_t findings;
    uint64_t size_bytes; /* of evidence.jsonl */
    wm_checkers checkers;
    struct {
        char file[256]; /* from the record's folder; empty if nothing was refused */
        uint64_t line;  /* from 1; 0 for a file without lines */
        char tag[16];
        char words[512];
    } failure;
} wm_audit_report;

/* Audits a record: its folder, or an evidence.jsonl alone. report is filled in every case.
 * Errors: INVALID, MISMATCH (valid, but not the root held), NEWER (report->failure says where and why of these three), OPEN,
 * IO, ARG (options->root is no prefix), LIMIT (more than 2^32 - 2 lines), NOMEM. */
WM_MUST_CHECK wm_status wm_audit_path(const char *path, const wm_audit_options *options,
                                      wm_audit_report *report, wm_error *err);

/* Audits an evidence.jsonl from any place. Errors: as wm_audit_path. Cost: linear; about 100 bytes of memory a node. */
WM_MUST_CHECK wm_status wm_audit_source(const wm_source *source, const wm_audit_options *options,
                                        wm_audit_report *report, wm_error *err);

/* ---- Proofs that one claim is in a record ---------------------------------------------------------------------------- */

/* What a proof proves. */
typedef struct wm_proof {
    char root[WM_ID_SIZE]; /* the record's */
    char name[96];         /* the claim's */
    char text[4200];       /* as displayed */
    uint64_t index;        /* among claim_count, from 0 */
    uint64_t claim_count;
} wm_proof;

/* Makes the proof for the claim with this name of a record (its folder or its evidence.jsonl) and emits its three lines. The
 * record is not audited beyond what the proof needs. Source: record.md section 9.
 * Errors: NOTFOUND (no such claim), INVALID (no root, or one that is not over these claims), OPEN, IO, NOMEM, and what emit
 * returns. */
WM_MUST_CHECK wm_status wm_proof_make(const char *path, const char *name, wm_emit *emit,
                                      void *context, wm_error *err);

/* Checks a proof. The caller compares proof->root with the one that they hold.
 * Errors: INVALID (not of the form of a proof), MISMATCH (the path does not lead to the root), NEWER, NOMEM. */
WM_MUST_CHECK wm_status wm_proof_check(const char *text, size_t size, wm_proof *proof,
                                       wm_error *err);

#ifdef __cplusplus
}
#endif

#endif

/* Zero-initialise or use WM_BUFFER_EMPTY. After a failed append the contents are as before it. */
typedef struct wm_buffer {
    char *data;      /* NULL while nothing was ever reserved; not NUL-terminated unless asked for */
    size_t size;     /* bytes in use */
    size_t capacity; /* bytes owned */
} wm_buffer;

#define WM_BUFFER_EMPTY \
    {                   \
        NULL, 0, 0      \
    }

/* Gives the memory back and leaves an empty buffer. */
void wm_buffer_clear(wm_buffer *buffer);

/* Makes room for extra more bytes. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_buffer_reserve(wm_buffer *buffer, size_t extra);

/* Appends size bytes. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_buffer_append(wm_buffer *buffer, const void *data, size_t size);

/* Appends a string without its NUL. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_buffer_puts(wm_buffer *buffer, const char *text);

/* Appends one byte. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_buffer_putc(wm_buffer *buffer, char byte);

/* Appends as printf would. Errors: NOMEM, ARG (a format that cannot be printed). */
WM_MUST_CHECK wm_status wm_buffer_printf(wm_buffer *buffer, const char *format, ...)
    WM_PRINTF(2, 3);

/* Puts a NUL behind the contents without counting it, and returns them; NULL when out of memory. */
const char *wm_buffer_text(wm_buffer *buffer);

#endif
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* A growable run of bytes. */


enum { FIRST_CAPACITY_buffer = 256 };

void wm_buffer_clear(wm_buffer *buffer)
{
    free(buffer->data);
    buffer->data = NULL;
    buffer->size = 0;
    buffer->capacity = 0;
}

wm_status wm_buffer_reserve(wm_buffer *buffer, size_t extra)
{
    size_t needed, capacity;
    char *data;
    if (extra <= buffer->capacity - buffer->size && buffer->data != NULL)
        return WM_OK;
    if (extra > SIZE_MAX / 2 || buffer->size > SIZE_MAX / 2 - extra)
        return WM_E_NOMEM;
    needed = buffer->size + extra;
    capacity = buffer->capacity < FIRST_CAPACITY_buffer ? FIRST_CAPACITY_buffer : buffer->capacity;
    while (capacity < needed)
        capacity *= 2;
    data = realloc(buffer->data, capacity);
    if (data == NULL)
        return WM_E_NOMEM;
    buffer->data = data;
    buffer->capacity = capacity;
    return WM_OK;
}

wm_status wm_buffer_append(wm_buffer *buffer, const void *data, size_t size)
{
    wm_status status = wm_buffer_reserve(buffer, size);
    if (status != WM_OK)
        return status;
    if (size != 0)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    return WM_OK;
}

wm_status wm_buffer_puts(wm_buffer *buffer, const char *text)
{
    return wm_buffer_append(buffer, text, strlen(text));
}

wm_status wm_buffer_putc(wm_buffer *buffer, char byte)
{
    return wm_buffer_append(buffer, &byte, 1);
}

wm_status wm_buffer_printf(wm_buffer *buffer, const char *format, ...)
{
    va_list arguments;
    wm_status status;
    int length;
    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        return WM_E_ARG;
    status = wm_buffer_reserve(buffer, (size_t)length + 1);
    if (status != WM_OK)
        return status;
    va_start(arguments, format);
    (void)vsnprintf(buffer->data + buffer->size, (size_t)length + 1, format, arguments);
    va_end(arguments);
    buffer->size += (size_t)length;
    return WM_OK;
}

const char *wm_buffer_text(wm_buffer *buffer)
{
    if (wm_buffer_reserve(buffer, 1) != WM_OK)
        return NULL;
    buffer->data[buffer->size] = '\0';
    return buffer->data;
}

/* ======== base/status.c ======== */
/* Statuses' texts and the filling of errors. */
#ifndef WM_BASE_STATUS_H
#define WM_BASE_STATUS_H



/* Fills *err (which may be NULL) and returns code, so that a failure is one line: return wm_error_set(...).
 * place may be NULL for none. Control characters in place and message become '?', overlong text is cut. */
wm_status wm_error_set(wm_error *err, wm_status code, const char *place, const char *format, ...)
    WM_PRINTF(4, 5);

#ifdef __clang_analyzer__
/* An analyzer that sees one file at a time is told that the code comes back. */
#define wm_error_set(err, code, ...) ((void)wm_error_set(err, code, __VA_ARGS__), (code))
#endif

/* As wm_error_set, with a va_list. */
wm_status wm_error_vset(wm_error *err, wm_status code, const char *place, const char *format,
                        va_list arguments) WM_PRINTF(4, 0);

/* Replaces the place of an error that is set already, where the caller knows it better; returns err's code.
 * err may be NULL: then code is returned. */
wm_status wm_error_place(wm_error *err, wm_status code, const char *format, ...) WM_PRINTF(3, 4);

#endif
/* Statuses' texts and the filling of errors. */


#undef wm_error_set

const char *wm_status_text(wm_status status)
{
    static const char *const texts[] = {
#define WM_STATUS_TEXT(code, text) text,
        WM_STATUS_LIST(WM_STATUS_TEXT)
#undef WM_STATUS_TEXT
    };
    if ((int)status < 0 || (int)status >= (int)WM_STATUS_COUNT)
        return "unknown status";
    return texts[status];
}

const char *wm_version(void)
{
    return WM_VERSION;
}

/* Control characters could forge lines of output or drive a terminal. */
static void mask_controls_status(char *text)
{
    unsigned char *byte;
    for (byte = (unsigned char *)text; *byte != 0; byte++)
        if (*byte < 0x20 || *byte == 0x7f)
            *byte = '?';
}

wm_status wm_error_vset(wm_error *err, wm_status code, const char *place, const char *format,
                        va_list arguments)
{
    if (err == NULL)
        return code;
    err->code = code;
    (void)snprintf(err->place, sizeof err->place, "%s", place != NULL ? place : "");
    (void)vsnprintf(err->message, sizeof err->message, format, arguments);
    mask_controls_status(err->place);
    mask_controls_status(err->message);
    return code;
}

wm_status wm_error_set(wm_error *err, wm_status code, const char *place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)wm_error_vset(err, code, place, format, arguments);
    va_end(arguments);
    return code;
}

wm_status wm_error_place(wm_error *err, wm_status code, const char *format, ...)
{
    va_list arguments;
    if (err == NULL)
        return code;
    va_start(arguments, format);
    (void)vsnprintf(err->place, sizeof err->place, format, arguments);
    va_end(arguments);
    mask_controls_status(err->place);
    return code;
}

/* ======== standards/base64.c ======== */
/* Base64 with padding, one text for each run of bytes (RFC 4648, sections 4 and 3.5). */
#ifndef WM_STANDARDS_BASE64_H
#define WM_STANDARDS_BASE64_H


/* The length of the text of size bytes. */
size_t wm_base64_size(size_t size);

/* Appends the text of some bytes. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_base64_encode(wm_buffer *out, const void *data, size_t size);

/* Reads a whole text into data, which has room for capacity bytes, and tells how many there were.
 * Strict: only the alphabet, padding present, the unused bits zero. data may be touched on failure.
 * Errors: SYNTAX (not such a text), LIMIT (more than capacity bytes). */
WM_MUST_CHECK wm_status wm_base64_decode(const char *text, size_t text_size, uint8_t *data,
                                         size_t capacity, size_t *size);

#endif
/* Base64 with padding, one text for each run of bytes (RFC 4648, sections 4 and 3.5). */

static const char alphabet_base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

size_t wm_base64_size(size_t size)
{
    return (size / 3 + (size % 3 != 0)) * 4;
}

wm_status wm_base64_encode(wm_buffer *out, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    char *text;
    size_t i;
    wm_status status = wm_buffer_reserve(out, wm_base64_size(size));
    if (status != WM_OK)
        return status;
    text = out->data + out->size;
    for (i = 0; i < size; i += 3) {
        size_t left = size - i;
        uint32_t group = (uint32_t)bytes[i] << 16;
        if (left > 1)
            group |= (uint32_t)bytes[i + 1] << 8;
        if (left > 2)
            group |= (uint32_t)bytes[i + 2];
        *text++ = alphabet_base64[group >> 18];
        *text++ = alphabet_base64[group >> 12 & 63];
        *text++ = left > 1 ? alphabet_base64[group >> 6 & 63] : '=';
        *text++ = left > 2 ? alphabet_base64[group & 63] : '=';
    }
    out->size += wm_base64_size(size);
    return WM_OK;
}

/* The value of a character of the alphabet, or 64. */
static uint32_t sextet_base64(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (uint32_t)(c - 'A');
    if (c >= 'a' && c <= 'z')
        return (uint32_t)(c - 'a') + 26;
    if (c >= '0' && c <= '9')
        return (uint32_t)(c - '0') + 52;
    if (c == '+')
        return 62;
    return c == '/' ? 63 : 64;
}

/* Reads a group of four with the given number of data bytes, 1 to 3. */
static wm_status decode_group_base64(const char *text, size_t bytes, uint8_t *data)
{
    uint32_t group = 0, value;
    size_t i;
    for (i = 0; i < 4; i++) {
        value = i <= bytes ? sextet_base64(text[i]) : 0;
        if (value == 64)
            return WM_E_SYNTAX;
        group = group << 6 | value;
    }
    /* RFC 4648, section 3.5: the bits that are not used must be zero, or one content would have several texts. */
    if ((group & ((1u << 8 * (3 - bytes)) - 1)) != 0)
        return WM_E_SYNTAX;
    for (i = 0; i < bytes; i++)
        data[i] = (uint8_t)(group >> (16 - 8 * i));
    return WM_OK;
}

wm_status wm_base64_decode(const char *text, size_t text_size, uint8_t *data, size_t capacity,
                           size_t *size)
{
    size_t padding = 0, total, i;
    if (text_size % 4 != 0)
        return WM_E_SYNTAX;
    if (text_size != 0 && text[text_size - 1] == '=')
        padding = text[text_size - 2] == '=' ? 2 : 1;
    total = text_size / 4 * 3 - padding;
    if (total > capacity)
        return WM_E_LIMIT;
    for (i = 0; i < text_size; i += 4) {
        size_t bytes = i + 4 == text_size ? 3 - padding : 3;
        wm_status status = decode_group_base64(text + i, bytes, data + i / 4 * 3);
        if (status != WM_OK)
            return status;
    }
    *size = total;
    return WM_OK;
}

/* ======== standards/jcs.c ======== */
/* The canonical image of JSON (RFC 8785, JCS). */
#ifndef WM_STANDARDS_JCS_H
#define WM_STANDARDS_JCS_H

/* A strict JSON reader (RFC 8259) into a tree that is reused from text to text. */
#ifndef WM_STANDARDS_JSON_H
#define WM_STANDARDS_JSON_H


#include <stdbool.h>

typedef enum wm_json_kind {
    WM_JSON_NULL,
    WM_JSON_FALSE,
    WM_JSON_TRUE,
    WM_JSON_NUMBER,
    WM_JSON_STRING,
    WM_JSON_ARRAY,
    WM_JSON_OBJECT
} wm_json_kind;

/* One value of the tree. text and key are not NUL-terminated, may hold any byte, and live as long as the parsed text and
 * the reader do, until the next parse. */
typedef struct wm_json_value {
    wm_json_kind kind;
    bool is_integer;                   /* number: neither fraction nor exponent in its text */
    uint32_t count;                    /* array: elements; object: members */
    const struct wm_json_value *first; /* array, object: first child, or NULL */
    const struct wm_json_value *next;  /* the next child of the same parent, or NULL */
    const char *key; /* child of an object: its name, escapes decoded; else NULL */
    size_t key_size;
    const char
        *text; /* string: its UTF-8, escapes decoded; anything else: as it stands in the source */
    size_t text_size;
    double number; /* number: correctly rounded; an infinity where it overflows */
} wm_json_value;

enum {
    WM_JSON_UNIQUE_KEYS = 1,    /* refuse an object with two equal names */
    WM_JSON_NO_SURROGATES = 2,  /* refuse an escape that is half of a surrogate pair */
    WM_JSON_NOTE_CANONICAL = 4, /* note where the text first departs from its RFC 8785 image */
    WM_JSON_STRICT = 1 | 2      /* I-JSON (RFC 7493), what RFC 8785 asks for */
};

/* Limits and flags of a parse. Zero means: no limit but the reader's own (depth 1,000,000, size 4 GiB - 1). */
typedef struct wm_json_options {
    unsigned flags;
    uint32_t
        depth_max;   /* arrays and objects around a value, itself included; a lone number is at 0 */
    size_t size_max; /* bytes of text */
} wm_json_options;

/* A reader: the arena that trees stand in. Make with wm_json_new, give back with wm_json_free. */
typedef struct wm_json wm_json;

/* A new reader, or NULL when out of memory. A million texts can be parsed with one; memory is kept between them. */
wm_json *wm_json_new(void);

/* Gives a reader back with all its trees; NULL is nothing. */
void wm_json_free(wm_json *json);

/* Parses one value with nothing but white space around it. The tree replaces the reader's former one.
 * Well-formed UTF-8 is always asked for. Without WM_JSON_NO_SURROGATES half a pair decodes to its three bytes (WTF-8), so
 * that nothing is lost; the canonical image refuses it.
 * Errors: SYNTAX (the message names the byte), LIMIT (depth, size), NOMEM. Cost: linear, but n log n for the names of an
 * object that are out of order. */
WM_MUST_CHECK wm_status wm_json_parse(wm_json *json, const char *text, size_t size,
                                      const wm_json_options *options, const wm_json_value **root,
                                      wm_error *err);

/* Where the last parse failed: an offset in its text; the text's size if it did not. */
size_t wm_json_offset(const wm_json *json);

/* After a parse with WM_JSON_NOTE_CANONICAL: the offset of the first departure from the RFC 8785 image, and in *reason
 * (where not NULL) what it is; SIZE_MAX and "" if the text is its own canonical image. */
size_t wm_json_departure(const wm_json *json, const char **reason);

/* The member of an object with this name (NUL-terminated), or NULL if it has none or is no object. */
const wm_json_value *wm_json_member(const wm_json_value *object, const char *name);

/* Whether a value is a string with exactly these bytes (NUL-terminated). */
bool wm_json_is_text(const wm_json_value *value, const char *text);

#endif

/* Appends the canonical image of a tree, without a newline; on failure the buffer is as before.
 * Source: RFC 8785, section 3.2. Names are sorted by UTF-16 code units, numbers written as ECMAScript does.
 * Errors: CANON (a number that overflows, half a surrogate pair, two equal names), NOMEM. */
WM_MUST_CHECK wm_status wm_jcs_append(wm_buffer *out, const wm_json_value *value, wm_error *err);

/* Parses a text and checks that it is its own canonical image, in one pass with no image made: the auditor's hot path.
 * The parse is strict (WM_JSON_STRICT) whatever options->flags say; a text that is no JSON is SYNTAX or LIMIT, one that is JSON
 * but not canonical is CANON, and then the tree is there nevertheless.
 * Errors: SYNTAX, LIMIT, CANON (the message names the byte and what is wrong), NOMEM. */
WM_MUST_CHECK wm_status wm_jcs_parse(wm_json *json, const char *text, size_t size,
                                     const wm_json_options *options, const wm_json_value **root,
                                     wm_error *err);

/* Appends a string as JCS writes it, quotes and escapes included. text must be well-formed UTF-8.
 * Errors: CANON (it is not), NOMEM. Source: RFC 8785, section 3.2.2.2. */
WM_MUST_CHECK wm_status wm_jcs_append_string(wm_buffer *out, const char *text, size_t size);

/* Appends a number as JCS writes it. Errors: CANON (not finite), NOMEM. Source: RFC 8785, section 3.2.2.3. */
WM_MUST_CHECK wm_status wm_jcs_append_number(wm_buffer *out, double value);

#endif
/* Numbers between binary64 and decimal text, as ECMAScript writes them (RFC 8785, section 3.2.2.3). */
#ifndef WM_STANDARDS_NUMBER_H
#define WM_STANDARDS_NUMBER_H



/* Room for any number's text with a NUL: the longest is -1.7976931348623157e-308 at 24 characters. */
enum { WM_NUMBER_TEXT_SIZE = 32 };

/* Writes value as Number::toString does, the shortest text that reads back as value, and a NUL; returns its length.
 * Source: ECMA-262, Number::toString; RFC 8785, section 3.2.2.3. Zero of either sign is "0".
 * Returns 0 and writes an empty string if value is not finite: JSON has no such number. */
size_t wm_number_format(double value, char text[WM_NUMBER_TEXT_SIZE]);

/* Reads one number of JSON's grammar (RFC 8259, section 6), correctly rounded to nearest, ties to even, whatever the
 * locale. The whole slice must be the number. Overflow gives an infinity, underflow a zero or subnormal: both WM_OK.
 * Errors: SYNTAX (not one number of that grammar). */
WM_MUST_CHECK wm_status wm_number_parse(const char *text, size_t size, double *value);

/* Whether text is exactly what wm_number_format writes for the value that it reads as. */
bool wm_number_is_canonical(const char *text, size_t size);

/* What a scan of a number at the head of a text found. */
typedef struct wm_number_scan {
    double value;      /* correctly rounded */
    size_t size;       /* bytes of text that the number takes */
    bool is_integer;   /* has neither fraction nor exponent in its text */
    bool is_canonical; /* as by wm_number_is_canonical; false unless asked for */
} wm_number_scan;

/* Scans the number that begins at text, as far as it goes: the parser's step. The text ends at end.
 * Errors: SYNTAX (no number here; scan->size is then the offset of the offending byte). */
WM_MUST_CHECK wm_status wm_number_scan_at(const char *text, const char *end, bool want_canonical,
                                          wm_number_scan *scan);

#endif
/* UTF-8: well-formedness, and the order of its text in UTF-16. */
#ifndef WM_STANDARDS_UTF8_H
#define WM_STANDARDS_UTF8_H


/* The length of the sequence that begins at text, of which size > 0 bytes are there; 0 if it is not well-formed.
 * Source: RFC 3629, section 4. */
size_t wm_utf8_length(const char *text, size_t size);

/* The order of two texts by their UTF-16 code units: below, at, or above 0. Source: RFC 8785, section 3.2.3. */
int wm_utf8_compare(const char *a, size_t a_size, const char *b, size_t b_size);

#endif
/* The canonical image of JSON (RFC 8785, JCS). */



/* Each byte below 0x20 as an escape. RFC 8785, section 3.2.2.2. */
static wm_status append_control_jcs(wm_buffer *out, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    static const char controls[] = "\b\t\n\f\r", letters[] = "btnfr";
    char escape[6] = {'\\', 'u', '0', '0', '0', '0'};
    const char *found = c != 0 ? strchr(controls, c) : NULL;
    if (found != NULL) {
        escape[1] = letters[found - controls];
        return wm_buffer_append(out, escape, 2);
    }
    escape[4] = hex[c >> 4];
    escape[5] = hex[c & 15];
    return wm_buffer_append(out, escape, 6);
}

static wm_status append_escaped_jcs(wm_buffer *out, char c)
{
    char escape[2] = {'\\', c};
    if (c == '"' || c == '\\')
        return wm_buffer_append(out, escape, 2);
    return append_control_jcs(out, (unsigned char)c);
}

static bool needs_escape_jcs(char c)
{
    return (unsigned char)c < 0x20 || c == '"' || c == '\\';
}

static wm_status append_characters_jcs(wm_buffer *out, const char *text, size_t size)
{
    size_t from = 0, at = 0;
    wm_status status;
    while (at < size) {
        size_t length = wm_utf8_length(text + at, size - at);
        if (length == 0)
            return WM_E_CANON;
        if (needs_escape_jcs(text[at])) {
            status = wm_buffer_append(out, text + from, at - from);
            if (status == WM_OK)
                status = append_escaped_jcs(out, text[at]);
            if (status != WM_OK)
                return status;
            from = at + 1;
        }
        at += length;
    }
    return wm_buffer_append(out, text + from, size - from);
}

wm_status wm_jcs_append_string(wm_buffer *out, const char *text, size_t size)
{
    size_t before = out->size;
    wm_status status = wm_buffer_putc(out, '"');
    if (status == WM_OK)
        status = append_characters_jcs(out, text, size);
    if (status == WM_OK)
        status = wm_buffer_putc(out, '"');
    if (status != WM_OK)
        out->size = before;
    return status;
}

wm_status wm_jcs_append_number(wm_buffer *out, double value)
{
    char text[WM_NUMBER_TEXT_SIZE];
    size_t size = wm_number_format(value, text);
    if (size == 0)
        return WM_E_CANON;
    return wm_buffer_append(out, text, size);
}

/* An array or object whose image is begun: its children in the image's order. */
typedef struct level_jcs {
    const wm_json_value *container;
    const wm_json_value **sorted; /* object: its members by name; array: NULL */
    const wm_json_value *child;   /* array: the next element */
    uint32_t done;
} level_jcs;

/* A walk over the tree without recursion: depth is the text's choice, not ours. */
typedef struct walk_jcs {
    wm_buffer *out;
    level_jcs *levels;
    size_t depth, capacity;
    wm_error *err;
} walk_jcs;

static int compare_names_jcs(const void *a, const void *b)
{
    const wm_json_value *x = *(const wm_json_value *const *)a;
    const wm_json_value *y = *(const wm_json_value *const *)b;
    return wm_utf8_compare(x->key, x->key_size, y->key, y->key_size);
}

/* RFC 8785, section 3.2.3. */
static wm_status sort_members_jcs(walk_jcs *w, level_jcs *top)
{
    const wm_json_value *child;
    uint32_t i = 0;
    top->sorted = malloc(top->container->count * sizeof *top->sorted);
    if (top->sorted == NULL)
        return WM_E_NOMEM;
    for (child = top->container->first; child != NULL; child = child->next)
        top->sorted[i++] = child;
    qsort(top->sorted, i, sizeof *top->sorted, compare_names_jcs);
    for (; i > 1; i--)
        if (compare_names_jcs(&top->sorted[i - 1], &top->sorted[i - 2]) == 0)
            return wm_error_set(w->err, WM_E_CANON, NULL, "an object with two equal names");
    return WM_OK;
}

static wm_status enter_jcs(walk_jcs *w, const wm_json_value *container)
{
    level_jcs *top;
    if (w->depth == w->capacity) {
        size_t capacity = w->capacity < 16 ? 16 : 2 * w->capacity;
        level_jcs *levels = realloc(w->levels, capacity * sizeof *levels);
        if (levels == NULL)
            return WM_E_NOMEM;
        w->levels = levels;
        w->capacity = capacity;
    }
    top = &w->levels[w->depth++];
    memset(top, 0, sizeof *top);
    top->container = container;
    top->child = container->first;
    if (container->kind == WM_JSON_OBJECT && container->count > 0)
        return sort_members_jcs(w, top);
    return WM_OK;
}

static wm_status append_scalar_jcs(walk_jcs *w, const wm_json_value *value)
{
    wm_status status;
    switch (value->kind) {
    case WM_JSON_STRING:
        status = wm_jcs_append_string(w->out, value->text, value->text_size);
        if (status == WM_E_CANON)
            (void)wm_error_set(w->err, status, NULL, "half of a surrogate pair");
        return status;
    case WM_JSON_NUMBER:
        status = wm_jcs_append_number(w->out, value->number);
        if (status == WM_E_CANON)
            (void)wm_error_set(w->err, status, NULL, "a number that overflows");
        return status;
    case WM_JSON_TRUE:
        return wm_buffer_puts(w->out, "true");
    case WM_JSON_FALSE:
        return wm_buffer_puts(w->out, "false");
    default:
        return wm_buffer_puts(w->out, "null");
    }
}

static wm_status append_value_jcs(walk_jcs *w, const wm_json_value *value)
{
    wm_status status;
    if (value->kind != WM_JSON_ARRAY && value->kind != WM_JSON_OBJECT)
        return append_scalar_jcs(w, value);
    status = wm_buffer_putc(w->out, value->kind == WM_JSON_ARRAY ? '[' : '{');
    return status == WM_OK ? enter_jcs(w, value) : status;
}

static wm_status append_name_jcs(walk_jcs *w, const wm_json_value *member)
{
    wm_status status = wm_jcs_append_string(w->out, member->key, member->key_size);
    if (status == WM_E_CANON)
        (void)wm_error_set(w->err, status, NULL, "half of a surrogate pair");
    return status == WM_OK ? wm_buffer_putc(w->out, ':') : status;
}

/* The next child of the innermost container, or its end. */
static wm_status step_jcs(walk_jcs *w)
{
    level_jcs *top = &w->levels[w->depth - 1];
    bool is_object = top->container->kind == WM_JSON_OBJECT;
    const wm_json_value *child;
    wm_status status = WM_OK;
    if (top->done == top->container->count) {
        free(top->sorted);
        w->depth--;
        return wm_buffer_putc(w->out, is_object ? '}' : ']');
    }
    child = is_object ? top->sorted[top->done] : top->child;
    top->child = is_object ? NULL : child->next;
    if (top->done++ > 0)
        status = wm_buffer_putc(w->out, ',');
    if (status == WM_OK && is_object)
        status = append_name_jcs(w, child);
    return status == WM_OK ? append_value_jcs(w, child) : status;
}

wm_status wm_jcs_append(wm_buffer *out, const wm_json_value *value, wm_error *err)
{
    size_t before = out->size;
    wm_status status;
    walk_jcs w;
    memset(&w, 0, sizeof w);
    w.out = out;
    w.err = err;
    status = append_value_jcs(&w, value);
    while (status == WM_OK && w.depth > 0)
        status = step_jcs(&w);
    while (w.depth > 0)
        free(w.levels[--w.depth].sorted);
    free(w.levels);
    if (status != WM_OK)
        out->size = before;
    if (status == WM_E_NOMEM)
        (void)wm_error_set(err, status, NULL, "out of memory");
    return status;
}

wm_status wm_jcs_parse(wm_json *json, const char *text, size_t size, const wm_json_options *options,
                       const wm_json_value **root, wm_error *err)
{
    wm_json_options strict = *options;
    const char *reason;
    size_t departure;
    wm_status status;
    strict.flags |= WM_JSON_STRICT | WM_JSON_NOTE_CANONICAL;
    status = wm_json_parse(json, text, size, &strict, root, err);
    if (status != WM_OK)
        return status;
    departure = wm_json_departure(json, &reason);
    if (departure == SIZE_MAX)
        return WM_OK;
    return wm_error_set(err, WM_E_CANON, NULL, "byte %lu: %s", (unsigned long)departure, reason);
}

/* ======== standards/json.c ======== */
/* A strict JSON reader (RFC 8259) into a tree that is reused from text to text. */



enum { BLOCK_COUNT_json = 26, FIRST_BLOCK_json = 128, DEPTH_CAP_json = 1000000 };

/* An array or object that is not closed yet. */
typedef struct frame_json {
    wm_json_value *container;
    wm_json_value *last; /* its newest child */
    bool is_ascending;   /* every name so far is above the one before it, so none occurs twice */
} frame_json;

/* Values stand in blocks that double in size and never move, so pointers to them stay good while the tree grows. */
struct wm_json {
    wm_json_value *blocks[BLOCK_COUNT_json];
    uint32_t block, used; /* where the next value goes */
    frame_json *frames;
    size_t frame_capacity;
    char *decoded; /* strings that had escapes */
    size_t decoded_size, decoded_capacity;
    const wm_json_value **names; /* room to sort the names of one object */
    size_t name_capacity;
    size_t offset, departure;
    const char *reason;
};

/* A parse in progress. */
typedef struct parser_json {
    wm_json *json;
    const char *start, *at, *end;
    const char *name; /* where the newest name begins */
    unsigned flags;
    uint32_t depth, depth_max;
    wm_json_value *root;
    wm_error *err;
} parser_json;

wm_json *wm_json_new(void)
{
    return calloc(1, sizeof(wm_json));
}

void wm_json_free(wm_json *json)
{
    int i;
    if (json == NULL)
        return;
    for (i = 0; i < BLOCK_COUNT_json; i++)
        free(json->blocks[i]);
    free(json->frames);
    free(json->decoded);
    free(json->names);
    free(json);
}

size_t wm_json_offset(const wm_json *json)
{
    return json->offset;
}

size_t wm_json_departure(const wm_json *json, const char **reason)
{
    if (reason != NULL)
        *reason = json->reason;
    return json->departure;
}

static wm_status fail_json(parser_json *p, wm_status code, const char *at, const char *words)
{
    p->json->offset = (size_t)(at - p->start);
    return wm_error_set(p->err, code, NULL, "byte %lu: %s", (unsigned long)p->json->offset, words);
}

/* The first byte that is not in the canonical image is remembered, and reading goes on. */
static void depart_json(parser_json *p, const char *at, const char *reason)
{
    if (p->json->departure == SIZE_MAX) {
        p->json->departure = (size_t)(at - p->start);
        p->json->reason = reason;
    }
}

static void skip_space_json(parser_json *p)
{
    const char *from = p->at;
    while (p->at != p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r'))
        p->at++;
    if (p->at != from)
        depart_json(p, from, "white space");
}

/* Makes room for count elements of the given size; the capacity at least doubles. */
static wm_status grow_json(void **array, size_t *capacity, size_t count, size_t size)
{
    size_t wanted = *capacity < 64 ? 64 : *capacity * 2;
    void *moved;
    if (count <= *capacity)
        return WM_OK;
    while (wanted < count)
        wanted *= 2;
    moved = realloc(*array, wanted * size);
    if (moved == NULL)
        return WM_E_NOMEM;
    *array = moved;
    *capacity = wanted;
    return WM_OK;
}

static wm_json_value *new_value_json(wm_json *json, wm_json_kind kind)
{
    wm_json_value *value;
    if (json->used == (uint32_t)FIRST_BLOCK_json << json->block) {
        if (json->block + 1 == BLOCK_COUNT_json)
            return NULL;
        json->block++;
        json->used = 0;
    }
    if (json->blocks[json->block] == NULL)
        json->blocks[json->block] = malloc(((size_t)FIRST_BLOCK_json << json->block) * sizeof *value);
    if (json->blocks[json->block] == NULL)
        return NULL;
    value = json->blocks[json->block] + json->used++;
    memset(value, 0, sizeof *value);
    value->kind = kind;
    return value;
}

/* Four hex digits; -1 if they are not there. */
static int32_t read_hex4_json(const char *at, const char *end)
{
    int32_t value = 0;
    int i;
    if (end - at < 4)
        return -1;
    for (i = 0; i < 4; i++) {
        char c = at[i];
        if (c >= '0' && c <= '9')
            value = value * 16 + (c - '0');
        else if (c >= 'a' && c <= 'f')
            value = value * 16 + (c - 'a' + 10);
        else if (c >= 'A' && c <= 'F')
            value = value * 16 + (c - 'A' + 10);
        else
            return -1;
    }
    return value;
}

/* Appends a code point; half a pair gives its three bytes (WTF-8). The room was made before. */
static void put_code_point_json(wm_json *json, uint32_t c)
{
    char *out = json->decoded + json->decoded_size;
    if (c < 0x80) {
        *out++ = (char)c;
    } else if (c < 0x800) {
        *out++ = (char)(0xc0 | c >> 6);
        *out++ = (char)(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        *out++ = (char)(0xe0 | c >> 12);
        *out++ = (char)(0x80 | (c >> 6 & 0x3f));
        *out++ = (char)(0x80 | (c & 0x3f));
    } else {
        *out++ = (char)(0xf0 | c >> 18);
        *out++ = (char)(0x80 | (c >> 12 & 0x3f));
        *out++ = (char)(0x80 | (c >> 6 & 0x3f));
        *out++ = (char)(0x80 | (c & 0x3f));
    }
    json->decoded_size = (size_t)(out - json->decoded);
}

/* RFC 8785, section 3.2.2.2: only control characters without a short escape are written so, in lower case. */
static bool is_canonical_unicode_escape_json(const char *hex, int32_t unit)
{
    return unit < 0x20 && unit != '\b' && unit != '\t' && unit != '\n' && unit != '\f' &&
           unit != '\r' && (hex[3] < 'A' || hex[3] > 'F');
}

/* \uXXXX, and the second half where it begins a pair; p->at stands at the u. */
static wm_status read_unicode_escape_json(parser_json *p)
{
    const char *hex = p->at + 1;
    int32_t unit = read_hex4_json(hex, p->end), low = -1;
    if (unit < 0)
        return fail_json(p, WM_E_SYNTAX, p->at - 1, "an escape \\u needs four hex digits");
    if (!is_canonical_unicode_escape_json(hex, unit))
        depart_json(p, p->at - 1, "an escape that is not needed, or in upper case");
    p->at += 5;
    if (unit >= 0xd800 && unit < 0xdc00 && p->end - p->at >= 6 && p->at[0] == '\\' &&
        p->at[1] == 'u') {
        low = read_hex4_json(p->at + 2, p->end);
        if (low >= 0xdc00 && low < 0xe000) {
            p->at += 6;
            put_code_point_json(p->json,
                           0x10000 + ((uint32_t)(unit - 0xd800) << 10) + (uint32_t)(low - 0xdc00));
            return WM_OK;
        }
    }
    if (unit >= 0xd800 && unit < 0xe000 && (p->flags & WM_JSON_NO_SURROGATES) != 0)
        return fail_json(p, WM_E_SYNTAX, hex - 2, "half of a surrogate pair");
    put_code_point_json(p->json, (uint32_t)unit);
    return WM_OK;
}

/* p->at stands behind the backslash. */
static wm_status read_escape_json(parser_json *p)
{
    static const char letters[] = "\"\\bfnrt", meanings[] = "\"\\\b\f\n\r\t";
    const char *letter;
    if (p->at == p->end)
        return fail_json(p, WM_E_SYNTAX, p->at, "the text ends in a string");
    if (*p->at == 'u')
        return read_unicode_escape_json(p);
    if (*p->at == '/') {
        depart_json(p, p->at - 1, "an escape that is not needed");
        put_code_point_json(p->json, '/');
        p->at++;
        return WM_OK;
    }
    letter = *p->at != '\0' ? strchr(letters, *p->at) : NULL;
    if (letter == NULL)
        return fail_json(p, WM_E_SYNTAX, p->at - 1, "an unknown escape");
    put_code_point_json(p->json, (uint32_t)meanings[letter - letters]);
    p->at++;
    return WM_OK;
}

/* Whether a byte of a string stands for itself and is ASCII. */
static bool is_plain_json(char byte)
{
    unsigned char c = (unsigned char)byte;
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

/* Passes over bytes that stand for themselves; ends at a quote or a backslash. */
static wm_status pass_plain_json(parser_json *p)
{
    for (;;) {
        size_t length;
        while (p->at != p->end && is_plain_json(*p->at))
            p->at++;
        if (p->at == p->end)
            return fail_json(p, WM_E_SYNTAX, p->at, "the text ends in a string");
        if (*p->at == '"' || *p->at == '\\')
            return WM_OK;
        if ((unsigned char)*p->at < 0x20)
            return fail_json(p, WM_E_SYNTAX, p->at, "a control character in a string");
        length = wm_utf8_length(p->at, (size_t)(p->end - p->at));
        if (length == 0)
            return fail_json(p, WM_E_SYNTAX, p->at, "not well-formed UTF-8");
        p->at += length;
    }
}

/* The part of a string from its first escape on; from is its first byte. Decoded text is never longer than its source, so
 * room for the whole source is room enough, and what was decoded before does not move. */
static wm_status read_escaped_json(parser_json *p, const char *from, const char **text, size_t *size)
{
    wm_json *json = p->json;
    size_t begin = json->decoded_size;
    wm_status status =
        grow_json((void **)&json->decoded, &json->decoded_capacity, (size_t)(p->end - p->start), 1);
    if (status != WM_OK)
        return fail_json(p, status, p->at, "out of memory");
    for (;;) {
        memcpy(json->decoded + json->decoded_size, from, (size_t)(p->at - from));
        json->decoded_size += (size_t)(p->at - from);
        if (*p->at == '"')
            break;
        p->at++;
        status = read_escape_json(p);
        if (status != WM_OK)
            return status;
        from = p->at;
        status = pass_plain_json(p);
        if (status != WM_OK)
            return status;
    }
    *text = json->decoded + begin;
    *size = json->decoded_size - begin;
    return WM_OK;
}

/* A string, p->at behind its first quote; afterwards behind its last. */
static wm_status read_string_json(parser_json *p, const char **text, size_t *size)
{
    const char *from = p->at;
    wm_status status = pass_plain_json(p);
    if (status != WM_OK)
        return status;
    if (*p->at == '"') {
        *text = from;
        *size = (size_t)(p->at - from);
    } else {
        status = read_escaped_json(p, from, text, size);
        if (status != WM_OK)
            return status;
    }
    p->at++;
    return WM_OK;
}

static wm_status read_number_json(parser_json *p, wm_json_value *value)
{
    wm_number_scan scan;
    bool note = (p->flags & WM_JSON_NOTE_CANONICAL) != 0;
    if (wm_number_scan_at(p->at, p->end, note, &scan) != WM_OK)
        return fail_json(p, WM_E_SYNTAX, p->at + scan.size, "not a number of JSON");
    if (note && !scan.is_canonical)
        depart_json(p, p->at, "a number that is not in its shortest form");
    value->number = scan.value;
    value->is_integer = scan.is_integer;
    value->text = p->at;
    value->text_size = scan.size;
    p->at += scan.size;
    return WM_OK;
}

static wm_status read_word_json(parser_json *p, wm_json_value *value, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(p->end - p->at) < size || memcmp(p->at, word, size) != 0)
        return fail_json(p, WM_E_SYNTAX, p->at, "not a value of JSON");
    value->text = p->at;
    value->text_size = size;
    p->at += size;
    return WM_OK;
}

static wm_json_kind kind_of_json(char first)
{
    switch (first) {
    case '{':
        return WM_JSON_OBJECT;
    case '[':
        return WM_JSON_ARRAY;
    case '"':
        return WM_JSON_STRING;
    case 't':
        return WM_JSON_TRUE;
    case 'f':
        return WM_JSON_FALSE;
    case 'n':
        return WM_JSON_NULL;
    default:
        return WM_JSON_NUMBER;
    }
}

/* Hangs a value under the container that is open, or makes it the root. */
static void attach_json(parser_json *p, wm_json_value *value, const char *key, size_t key_size)
{
    frame_json *top;
    value->key = key;
    value->key_size = key_size;
    if (p->depth == 0) {
        p->root = value;
        return;
    }
    top = &p->json->frames[p->depth - 1];
    if (top->last == NULL) {
        top->container->first = value;
    } else {
        top->last->next = value;
        if (key != NULL &&
            wm_utf8_compare(top->last->key, top->last->key_size, key, key_size) >= 0) {
            top->is_ascending = false;
            depart_json(p, p->name, "names that are not in order");
        }
    }
    top->last = value;
    top->container->count++;
}

static wm_status open_container_json(parser_json *p, wm_json_value *value)
{
    frame_json *top;
    wm_status status;
    if (p->depth == p->depth_max)
        return fail_json(p, WM_E_LIMIT, p->at, "nested too deep");
    status = grow_json((void **)&p->json->frames, &p->json->frame_capacity, (size_t)p->depth + 1,
                  sizeof *top);
    if (status != WM_OK)
        return fail_json(p, status, p->at, "out of memory");
    top = &p->json->frames[p->depth++];
    top->container = value;
    top->last = NULL;
    top->is_ascending = true;
    value->text = p->at++;
    return WM_OK;
}

static int compare_names_json(const void *a, const void *b)
{
    const wm_json_value *x = *(const wm_json_value *const *)a;
    const wm_json_value *y = *(const wm_json_value *const *)b;
    return wm_utf8_compare(x->key, x->key_size, y->key, y->key_size);
}

static wm_status check_unique_json(parser_json *p, const wm_json_value *object)
{
    const wm_json_value *child;
    size_t count = 0;
    wm_status status = grow_json((void **)&p->json->names, &p->json->name_capacity, object->count,
                            sizeof *p->json->names);
    if (status != WM_OK)
        return fail_json(p, status, p->at, "out of memory");
    for (child = object->first; child != NULL; child = child->next)
        p->json->names[count++] = child;
    qsort(p->json->names, count, sizeof *p->json->names, compare_names_json);
    for (; count > 1; count--)
        if (compare_names_json(&p->json->names[count - 1], &p->json->names[count - 2]) == 0)
            return fail_json(p, WM_E_SYNTAX, p->at, "an object with two equal names");
    return WM_OK;
}

/* p->at stands at the closing bracket. */
static wm_status close_container_json(parser_json *p)
{
    const frame_json *top = &p->json->frames[p->depth - 1];
    wm_status status;
    if (!top->is_ascending && (p->flags & WM_JSON_UNIQUE_KEYS) != 0) {
        status = check_unique_json(p, top->container);
        if (status != WM_OK)
            return status;
    }
    p->at++;
    top->container->text_size = (size_t)(p->at - top->container->text);
    p->depth--;
    return WM_OK;
}

/* The name of a member and its colon. */
static wm_status read_name_json(parser_json *p, const char **key, size_t *key_size)
{
    wm_status status;
    if (p->at == p->end || *p->at != '"')
        return fail_json(p, WM_E_SYNTAX, p->at, "expected a name in quotes");
    p->name = p->at++;
    status = read_string_json(p, key, key_size);
    if (status != WM_OK)
        return status;
    skip_space_json(p);
    if (p->at == p->end || *p->at != ':')
        return fail_json(p, WM_E_SYNTAX, p->at, "expected a colon");
    p->at++;
    skip_space_json(p);
    return WM_OK;
}

/* One value, of an array or object only its opening. */
static wm_status read_value_json(parser_json *p, const char *key, size_t key_size)
{
    wm_json_value *value;
    if (p->at == p->end)
        return fail_json(p, WM_E_SYNTAX, p->at, "the text ends where a value is expected");
    value = new_value_json(p->json, kind_of_json(*p->at));
    if (value == NULL)
        return fail_json(p, WM_E_NOMEM, p->at, "out of memory");
    attach_json(p, value, key, key_size);
    switch (value->kind) {
    case WM_JSON_OBJECT:
    case WM_JSON_ARRAY:
        return open_container_json(p, value);
    case WM_JSON_STRING:
        p->at++;
        return read_string_json(p, &value->text, &value->text_size);
    case WM_JSON_TRUE:
        return read_word_json(p, value, "true");
    case WM_JSON_FALSE:
        return read_word_json(p, value, "false");
    case WM_JSON_NULL:
        return read_word_json(p, value, "null");
    default:
        return read_number_json(p, value);
    }
}

/* What stands between values: a comma or the closing bracket. Tells whether a child follows. */
static wm_status read_separator_json(parser_json *p, bool *child_follows)
{
    const frame_json *top = &p->json->frames[p->depth - 1];
    bool is_array = top->container->kind == WM_JSON_ARRAY;
    skip_space_json(p);
    *child_follows = false;
    if (p->at == p->end)
        return fail_json(p, WM_E_SYNTAX, p->at, "the text ends in an array or object");
    if (*p->at == (is_array ? ']' : '}'))
        return close_container_json(p);
    if (top->last != NULL) {
        if (*p->at != ',')
            return fail_json(p, WM_E_SYNTAX, p->at, "expected a comma or the closing bracket");
        p->at++;
        skip_space_json(p);
    }
    *child_follows = true;
    return WM_OK;
}

static wm_status read_tree_json(parser_json *p)
{
    wm_status status;
    skip_space_json(p);
    status = read_value_json(p, NULL, 0);
    while (status == WM_OK && p->depth > 0) {
        const char *key = NULL;
        size_t key_size = 0;
        bool child_follows;
        status = read_separator_json(p, &child_follows);
        if (status != WM_OK || !child_follows)
            continue;
        if (p->json->frames[p->depth - 1].container->kind == WM_JSON_OBJECT)
            status = read_name_json(p, &key, &key_size);
        if (status == WM_OK)
            status = read_value_json(p, key, key_size);
    }
    if (status != WM_OK)
        return status;
    skip_space_json(p);
    if (p->at != p->end)
        return fail_json(p, WM_E_SYNTAX, p->at, "something follows the value");
    return WM_OK;
}

wm_status wm_json_parse(wm_json *json, const char *text, size_t size,
                        const wm_json_options *options, const wm_json_value **root, wm_error *err)
{
    parser_json p;
    wm_status status;
    memset(&p, 0, sizeof p);
    p.json = json;
    p.start = p.at = text;
    p.end = text + size;
    p.flags = options->flags;
    p.depth_max =
        options->depth_max == 0 || options->depth_max > DEPTH_CAP_json ? DEPTH_CAP_json : options->depth_max;
    p.err = err;
    json->block = json->used = 0;
    json->decoded_size = 0;
    json->departure = SIZE_MAX;
    json->reason = "";
    *root = NULL;
    if (size > UINT32_MAX || (options->size_max != 0 && size > options->size_max))
        return fail_json(&p, WM_E_LIMIT, text, "the text is too long");
    status = read_tree_json(&p);
    if (status != WM_OK)
        return status;
    json->offset = size;
    *root = p.root;
    return WM_OK;
}

const wm_json_value *wm_json_member(const wm_json_value *object, const char *name)
{
    size_t size = strlen(name);
    const wm_json_value *child;
    if (object == NULL || object->kind != WM_JSON_OBJECT)
        return NULL;
    for (child = object->first; child != NULL; child = child->next)
        if (child->key_size == size && memcmp(child->key, name, size) == 0)
            return child;
    return NULL;
}

bool wm_json_is_text(const wm_json_value *value, const char *text)
{
    return value != NULL && value->kind == WM_JSON_STRING && value->text_size == strlen(text) &&
           memcmp(value->text, text, value->text_size) == 0;
}

/* ======== standards/merkle.c ======== */
/* Merkle trees with SHA-256 and their proofs (RFC 6962, section 2.1; RFC 9162, section 2.1). */
#ifndef WM_STANDARDS_MERKLE_H
#define WM_STANDARDS_MERKLE_H

/* SHA-256 as in FIPS 180-4. */
#ifndef WM_STANDARDS_SHA256_H
#define WM_STANDARDS_SHA256_H



enum { WM_SHA256_SIZE = 32, WM_SHA256_HEX_SIZE = 64, WM_SHA256_BLOCK = 64 };

/* A hash in progress, in the caller's memory. */
typedef struct wm_sha256 {
    uint32_t state[8];
    uint64_t size_bytes;
    uint8_t block[WM_SHA256_BLOCK];
} wm_sha256;

/* Begins a message. Source: FIPS 180-4, section 5.3.3. */
void wm_sha256_init(wm_sha256 *hash);

/* Adds bytes to the message; data may be NULL if size is 0. */
void wm_sha256_update(wm_sha256 *hash, const void *data, size_t size);

/* Ends the message and gives its digest; begin again with wm_sha256_init. */
void wm_sha256_final(wm_sha256 *hash, uint8_t digest[WM_SHA256_SIZE]);

/* The digest of one message. */
void wm_sha256_hash(const void *data, size_t size, uint8_t digest[WM_SHA256_SIZE]);

/* Writes a digest as 64 lower-case hex digits and a NUL. */
void wm_sha256_to_hex(const uint8_t digest[WM_SHA256_SIZE], char hex[WM_SHA256_HEX_SIZE + 1]);

/* Reads exactly 64 lower-case hex digits; false, with digest untouched, for anything else. */
WM_MUST_CHECK bool wm_sha256_from_hex(const char *hex, size_t size, uint8_t digest[WM_SHA256_SIZE]);

/* The constants K of the 64 rounds. Source: FIPS 180-4, section 4.2.2. */
extern const uint32_t wm_sha256_rounds[64];

/* Takes count blocks of 64 bytes into the state. Source: FIPS 180-4, section 6.2.2. */
typedef void wm_sha256_compress(uint32_t state[8], const uint8_t *blocks, size_t count);

/* Puts another compression function in the portable one's place; NULL brings the portable one back.
 * To be called before threads start: the choice is one for the process. */
void wm_sha256_plug(wm_sha256_compress *compress);

#endif

/* Hashes stand in arrays one behind the other, 32 bytes each; counts are of hashes. */

/* The longest path of an inclusion proof, and of a consistency proof, with counts of 64 bits. */
enum { WM_MERKLE_PATH_MAX = 64, WM_MERKLE_CONSISTENCY_MAX = 65 };

/* A tree that grows leaf by leaf, in constant memory. */
typedef struct wm_merkle {
    uint64_t count; /* leaves so far */
    uint8_t stack
        [64]
        [WM_SHA256_SIZE]; /* roots of the full subtrees, largest first: one a set bit of count */
} wm_merkle;

/* The hash of a leaf: SHA-256(0x00 || data). */
void wm_merkle_leaf(const void *data, size_t size, uint8_t hash[WM_SHA256_SIZE]);

/* The hash of an inner node: SHA-256(0x01 || left || right). */
void wm_merkle_node(const uint8_t left[WM_SHA256_SIZE], const uint8_t right[WM_SHA256_SIZE],
                    uint8_t hash[WM_SHA256_SIZE]);

/* Begins an empty tree. */
void wm_merkle_init(wm_merkle *tree);

/* Adds a leaf by its data. */
void wm_merkle_add(wm_merkle *tree, const void *data, size_t size);

/* Adds a leaf by its hash. */
void wm_merkle_add_hash(wm_merkle *tree, const uint8_t leaf[WM_SHA256_SIZE]);

/* The tree hash of the leaves so far; the tree can grow on. The empty tree's is SHA-256 of nothing. */
void wm_merkle_root(const wm_merkle *tree, uint8_t root[WM_SHA256_SIZE]);

/* The tree hash of an array of leaf hashes. */
void wm_merkle_root_of(const uint8_t *leaves, uint64_t count, uint8_t root[WM_SHA256_SIZE]);

/* Writes the inclusion path of leaf index, leaf to root order. path has room for WM_MERKLE_PATH_MAX hashes.
 * Errors: ARG (index is not below count). Cost: count - 1 node hashes. */
WM_MUST_CHECK wm_status wm_merkle_prove_inclusion(const uint8_t *leaves, uint64_t count,
                                                  uint64_t index, uint8_t *path,
                                                  size_t *path_count);

/* Follows an inclusion path to the root that it leads to; the path must be used up exactly. root is untouched on failure.
 * Source: RFC 9162, section 2.1.3.2. Errors: INVALID (index or path length impossible). */
WM_MUST_CHECK wm_status wm_merkle_follow_inclusion(const uint8_t leaf[WM_SHA256_SIZE],
                                                   uint64_t index, uint64_t count,
                                                   const uint8_t *path, size_t path_count,
                                                   uint8_t root[WM_SHA256_SIZE]);

/* Checks that the leaf is number index of the count leaves under root; the path must be used up exactly.
 * Source: RFC 9162, section 2.1.3.2. Errors: INVALID (index or path length impossible), MISMATCH (leads elsewhere). */
WM_MUST_CHECK wm_status wm_merkle_check_inclusion(const uint8_t leaf[WM_SHA256_SIZE],
                                                  uint64_t index, uint64_t count,
                                                  const uint8_t *path, size_t path_count,
                                                  const uint8_t root[WM_SHA256_SIZE]);

/* Writes the proof that the tree of the first old_count leaves is a prefix of that of all count leaves. path has room for
 * WM_MERKLE_CONSISTENCY_MAX hashes. An old_count of count has an empty proof. Errors: ARG (old_count is 0 or above count). */
WM_MUST_CHECK wm_status wm_merkle_prove_consistency(const uint8_t *leaves, uint64_t count,
                                                    uint64_t old_count, uint8_t *path,
                                                    size_t *path_count);

/* Checks a consistency proof; the path must be used up exactly. That a tree extends the empty one says nothing, and is
 * refused.
 * Source: RFC 9162, section 2.1.4.2. Errors: INVALID (counts or path length impossible), MISMATCH (leads elsewhere). */
WM_MUST_CHECK wm_status wm_merkle_check_consistency(uint64_t old_count, uint64_t count,
                                                    const uint8_t *path, size_t path_count,
                                                    const uint8_t old_root[WM_SHA256_SIZE],
                                                    const uint8_t root[WM_SHA256_SIZE]);

#endif
/* Merkle trees with SHA-256 and their proofs (RFC 6962, section 2.1; RFC 9162, section 2.1). */


void wm_merkle_leaf(const void *data, size_t size, uint8_t hash[WM_SHA256_SIZE])
{
    wm_sha256 sha;
    wm_sha256_init(&sha);
    wm_sha256_update(&sha, "\0", 1);
    wm_sha256_update(&sha, data, size);
    wm_sha256_final(&sha, hash);
}

void wm_merkle_node(const uint8_t left[WM_SHA256_SIZE], const uint8_t right[WM_SHA256_SIZE],
                    uint8_t hash[WM_SHA256_SIZE])
{
    uint8_t data[1 + 2 * WM_SHA256_SIZE];
    data[0] = 1;
    memcpy(data + 1, left, WM_SHA256_SIZE);
    memcpy(data + 1 + WM_SHA256_SIZE, right, WM_SHA256_SIZE);
    wm_sha256_hash(data, sizeof data, hash);
}

void wm_merkle_init(wm_merkle *tree)
{
    tree->count = 0;
}

void wm_merkle_add(wm_merkle *tree, const void *data, size_t size)
{
    uint8_t hash[WM_SHA256_SIZE];
    wm_merkle_leaf(data, size, hash);
    wm_merkle_add_hash(tree, hash);
}

static size_t count_bits_merkle(uint64_t x)
{
    size_t bits = 0;
    for (; x != 0; x &= x - 1)
        bits++;
    return bits;
}

/* Adding one to the count carries through its low set bits, each of which joins two full subtrees of one size. */
void wm_merkle_add_hash(wm_merkle *tree, const uint8_t leaf[WM_SHA256_SIZE])
{
    uint8_t hash[WM_SHA256_SIZE];
    size_t height = count_bits_merkle(tree->count);
    uint64_t carry;
    memcpy(hash, leaf, sizeof hash);
    for (carry = tree->count; (carry & 1) != 0; carry >>= 1) {
        height--;
        wm_merkle_node(tree->stack[height], hash, hash);
    }
    memcpy(tree->stack[height], hash, sizeof hash);
    tree->count++;
}

void wm_merkle_root(const wm_merkle *tree, uint8_t root[WM_SHA256_SIZE])
{
    size_t height = count_bits_merkle(tree->count);
    uint8_t hash[WM_SHA256_SIZE];
    if (height == 0) {
        wm_sha256_hash(NULL, 0, root);
        return;
    }
    memcpy(hash, tree->stack[height - 1], sizeof hash);
    for (height--; height > 0; height--)
        wm_merkle_node(tree->stack[height - 1], hash, hash);
    memcpy(root, hash, sizeof hash);
}

void wm_merkle_root_of(const uint8_t *leaves, uint64_t count, uint8_t root[WM_SHA256_SIZE])
{
    wm_merkle tree;
    uint64_t i;
    wm_merkle_init(&tree);
    for (i = 0; i < count; i++)
        wm_merkle_add_hash(&tree, leaves + i * WM_SHA256_SIZE);
    wm_merkle_root(&tree, root);
}

/* The largest power of two below count, which is at least 2. */
static uint64_t split_point_merkle(uint64_t count)
{
    uint64_t split = 1;
    while (split < count - split)
        split *= 2;
    return split;
}

/* RFC 6962, section 2.1.1, from the root down: the siblings come in reverse and are turned round at the end. */
wm_status wm_merkle_prove_inclusion(const uint8_t *leaves, uint64_t count, uint64_t index,
                                    uint8_t *path, size_t *path_count)
{
    uint8_t siblings[WM_MERKLE_PATH_MAX][WM_SHA256_SIZE];
    size_t depth = 0, i;
    if (index >= count)
        return WM_E_ARG;
    while (count > 1) {
        uint64_t split = split_point_merkle(count);
        const uint8_t *right = leaves + split * WM_SHA256_SIZE;
        if (index < split) {
            wm_merkle_root_of(right, count - split, siblings[depth++]);
            count = split;
        } else {
            wm_merkle_root_of(leaves, split, siblings[depth++]);
            leaves = right;
            index -= split;
            count -= split;
        }
    }
    for (i = 0; i < depth; i++)
        memcpy(path + i * WM_SHA256_SIZE, siblings[depth - 1 - i], WM_SHA256_SIZE);
    *path_count = depth;
    return WM_OK;
}

/* A walk up from a leaf: the position at the present level and that of the level's last node. */
typedef struct walk_merkle {
    uint64_t position;
    uint64_t last;
} walk_merkle;

/* Whether the next element of the path stands to the left of what was hashed so far. Levels at which the node has no
 * sibling, being last at an even position, are passed over. RFC 9162, section 2.1.3.2, step 4. */
static bool sibling_is_left_merkle(walk_merkle *at)
{
    bool left = (at->position & 1) != 0 || at->position == at->last;
    if (left) {
        while ((at->position & 1) == 0 && at->position != 0) {
            at->position >>= 1;
            at->last >>= 1;
        }
    }
    at->position >>= 1;
    at->last >>= 1;
    return left;
}

wm_status wm_merkle_follow_inclusion(const uint8_t leaf[WM_SHA256_SIZE], uint64_t index,
                                     uint64_t count, const uint8_t *path, size_t path_count,
                                     uint8_t root[WM_SHA256_SIZE])
{
    uint8_t hash[WM_SHA256_SIZE];
    walk_merkle at;
    size_t i;
    if (index >= count)
        return WM_E_INVALID;
    at.position = index;
    at.last = count - 1;
    memcpy(hash, leaf, sizeof hash);
    for (i = 0; i < path_count; i++) {
        const uint8_t *sibling = path + i * WM_SHA256_SIZE;
        if (at.last == 0)
            return WM_E_INVALID; /* the path is too long */
        if (sibling_is_left_merkle(&at))
            wm_merkle_node(sibling, hash, hash);
        else
            wm_merkle_node(hash, sibling, hash);
    }
    if (at.last != 0)
        return WM_E_INVALID; /* the path is too short */
    memcpy(root, hash, sizeof hash);
    return WM_OK;
}

wm_status wm_merkle_check_inclusion(const uint8_t leaf[WM_SHA256_SIZE], uint64_t index,
                                    uint64_t count, const uint8_t *path, size_t path_count,
                                    const uint8_t root[WM_SHA256_SIZE])
{
    uint8_t hash[WM_SHA256_SIZE];
    wm_status status = wm_merkle_follow_inclusion(leaf, index, count, path, path_count, hash);
    if (status != WM_OK)
        return status;
    return memcmp(hash, root, sizeof hash) == 0 ? WM_OK : WM_E_MISMATCH;
}

/* RFC 9162, section 2.1.4.1: SUBPROOF from the root down. whole tells whether the old tree is still a full subtree here,
 * whose hash the checker has already. */
wm_status wm_merkle_prove_consistency(const uint8_t *leaves, uint64_t count, uint64_t old_count,
                                      uint8_t *path, size_t *path_count)
{
    uint8_t nodes[WM_MERKLE_CONSISTENCY_MAX][WM_SHA256_SIZE];
    size_t depth = 0, i;
    bool whole = true;
    if (old_count == 0 || old_count > count)
        return WM_E_ARG;
    while (old_count != count) {
        uint64_t split = split_point_merkle(count);
        const uint8_t *right = leaves + split * WM_SHA256_SIZE;
        if (old_count <= split) {
            wm_merkle_root_of(right, count - split, nodes[depth++]);
            count = split;
        } else {
            wm_merkle_root_of(leaves, split, nodes[depth++]);
            leaves = right;
            old_count -= split;
            count -= split;
            whole = false;
        }
    }
    if (!whole)
        wm_merkle_root_of(leaves, count, nodes[depth++]);
    for (i = 0; i < depth; i++)
        memcpy(path + i * WM_SHA256_SIZE, nodes[depth - 1 - i], WM_SHA256_SIZE);
    *path_count = depth;
    return WM_OK;
}

/* RFC 9162, section 2.1.4.2, steps 3 to 6: both roots are rebuilt side by side from the subtree that they share. */
static wm_status rebuild_both_merkle(walk_merkle at, const uint8_t *path, size_t path_count,
                              const uint8_t first[WM_SHA256_SIZE], uint8_t old_hash[WM_SHA256_SIZE],
                              uint8_t hash[WM_SHA256_SIZE])
{
    size_t i;
    memcpy(old_hash, first, WM_SHA256_SIZE);
    memcpy(hash, first, WM_SHA256_SIZE);
    for (i = 0; i < path_count; i++) {
        const uint8_t *sibling = path + i * WM_SHA256_SIZE;
        if (at.last == 0)
            return WM_E_INVALID;
        if (sibling_is_left_merkle(&at)) {
            wm_merkle_node(sibling, old_hash, old_hash);
            wm_merkle_node(sibling, hash, hash);
        } else {
            wm_merkle_node(hash, sibling, hash);
        }
    }
    return at.last == 0 ? WM_OK : WM_E_INVALID;
}

wm_status wm_merkle_check_consistency(uint64_t old_count, uint64_t count, const uint8_t *path,
                                      size_t path_count, const uint8_t old_root[WM_SHA256_SIZE],
                                      const uint8_t root[WM_SHA256_SIZE])
{
    uint8_t old_hash[WM_SHA256_SIZE], hash[WM_SHA256_SIZE];
    const uint8_t *first = old_root;
    wm_status status;
    walk_merkle at;
    if (old_count == 0 || old_count > count)
        return WM_E_INVALID;
    if (old_count == count) {
        if (path_count != 0)
            return WM_E_INVALID;
        return memcmp(old_root, root, sizeof hash) == 0 ? WM_OK : WM_E_MISMATCH;
    }
    at.position = old_count - 1;
    at.last = count - 1;
    while ((at.position & 1) != 0) {
        at.position >>= 1;
        at.last >>= 1;
    }
    if (at.position !=
        0) { /* else the old tree is itself a full subtree, and its root is the start */
        if (path_count == 0)
            return WM_E_INVALID;
        first = path;
        path += WM_SHA256_SIZE;
        path_count--;
    }
    status = rebuild_both_merkle(at, path, path_count, first, old_hash, hash);
    if (status != WM_OK)
        return status;
    if (memcmp(old_hash, old_root, sizeof hash) != 0 || memcmp(hash, root, sizeof hash) != 0)
        return WM_E_MISMATCH;
    return WM_OK;
}

/* ======== standards/nearest.c ======== */
/* The binary64 nearest to a decimal. */
#ifndef WM_STANDARDS_NEAREST_H
#define WM_STANDARDS_NEAREST_H


/* digits * 10^exponent, rounded to nearest, ties to even; an infinity where it overflows. All 19-digit integers fit. */
double wm_nearest_find(uint64_t digits, int64_t exponent);

/* The same of a decimal of any length: text is digits with at most one point among them, exponent that of the last digit.
 * Cost: some microseconds; wm_number_parse comes here only if 19 digits do not decide. */
double wm_nearest_exact(const char *text, size_t size, int64_t exponent);

#endif
/* Powers of ten as 128-bit significands. */
#ifndef WM_STANDARDS_POW10_H
#define WM_STANDARDS_POW10_H


/* The exponents that reading and writing of binary64 need: 19 digits down to 2^-1075, 17 digits up to 2^1024. */
enum { WM_POW10_MIN = -342, WM_POW10_MAX = 324 };

/* 10^k = (high * 2^64 + low + d) * 2^(floor(log2(10^k)) - 127) with 0 <= d < 1 and high >= 2^63. */
typedef struct wm_pow10 {
    uint64_t high;
    uint64_t low;
} wm_pow10;

/* The significand of 10^k, k in [WM_POW10_MIN, WM_POW10_MAX], rounded down. */
const wm_pow10 *wm_pow10_get(int k);

/* Whether the significand of 10^k is exact (d = 0): 5^k has at most 128 bits. */
static inline bool wm_pow10_is_exact(int k)
{
    return k >= 0 && k <= 55;
}

/* floor(log2(10^k)) for |k| <= 1233. Source: R. Giulietti, The Schubfach way to render doubles, section 8. */
static inline int wm_pow10_log2(int k)
{
    return k >= 0 ? k * 1741647 / 524288 : -((-k * 1741647 + 524287) / 524288);
}

#endif
/* The 128-bit product of two 64-bit integers. */
#ifndef WM_STANDARDS_WIDE_H
#define WM_STANDARDS_WIDE_H


/* The low half of a * b, and in *high the high half. WM_WIDE_PORTABLE chooses plain C99 also where the compiler has a
 * 128-bit type: both ways are tested. */
static inline uint64_t wm_wide_multiply(uint64_t a, uint64_t b, uint64_t *high)
{
#if defined(__SIZEOF_INT128__) && !defined(WM_WIDE_PORTABLE)
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    uint64_t a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32); /* at most (2^32-1)^2 + 2^32-1: fits */
    uint64_t cross = a0 * b1 + (middle & 0xffffffff);
    *high = a1 * b1 + (middle >> 32) + (cross >> 32);
    return cross << 32 | (low & 0xffffffff);
#endif
}

#endif
#include <float.h>
/* The binary64 nearest to a decimal. */



/* Beyond these a nonzero decimal of one digit and more is infinite, or less than half the least subnormal. */
enum { EXPONENT10_MAX_nearest = 309, EXPONENT10_MIN_nearest = -343 };

static double from_bits_nearest(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static const uint64_t infinity_bits_nearest = (uint64_t)0x7ff << 52;

/* Rounds a number in [2^exponent, 2^(exponent+1)) whose first 63 or 64 bits are in top; tail tells whether nonzero bits
 * follow those. */
static double round_bits_nearest(uint64_t top, bool tail, int exponent)
{
    int width = (top >> 63) != 0 ? 64 : 63;
    int kept = exponent >= -1022 ? 53 : 53 + 1022 + exponent;
    int dropped = width - kept;
    uint64_t significand, rest, half;
    if (kept < 0)
        return 0;
    significand = dropped < 64 ? top >> dropped : 0;
    rest = dropped < 64 ? top & (((uint64_t)1 << dropped) - 1) : top;
    half = (uint64_t)1 << (dropped - 1);
    if (rest > half || (rest == half && (tail || (significand & 1) != 0)))
        significand++;
    if (exponent < -1022) /* a carry makes it the least normal number, whose bits are just these */
        return from_bits_nearest(significand);
    if (significand >> 53 != 0) {
        significand >>= 1;
        exponent++;
    }
    if (exponent > 1023)
        return from_bits_nearest(infinity_bits_nearest);
    return from_bits_nearest((uint64_t)(exponent + 1023) << 52 | (significand & 0xfffffffffffff));
}

/* W. Clinger's fast path: both factors are exact doubles, so the one operation rounds once. */
#if FLT_EVAL_METHOD == 0
static bool find_by_one_operation_nearest(uint64_t digits, int exponent, double *value)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (digits > (uint64_t)1 << 53 || exponent < -22 || exponent > 22)
        return false;
    if (exponent < 0)
        *value = (double)digits / powers[-exponent];
    else
        *value = (double)digits * powers[exponent];
    return true;
}
#endif

/* One 64 x 128-bit product. The power is rounded down by less than a unit, so the true product lies in
 * [product, product + 2^64): only if the middle word is all ones can that reach into the top word, and then this
 * declines. */
static bool find_by_product_nearest(uint64_t digits, int exponent, double *value)
{
    const wm_pow10 *power = wm_pow10_get(exponent);
    bool exact = wm_pow10_is_exact(exponent);
    uint64_t top, middle, carry, low;
    int shift = 0, step;
    for (step = 32; step > 0; step /= 2) {
        if (digits >> (64 - step) == 0) {
            digits <<= step;
            shift += step;
        }
    }
    middle = wm_wide_multiply(digits, power->high, &top);
    low = wm_wide_multiply(digits, power->low, &carry);
    middle += carry;
    top += middle < carry;
    if (!exact && middle == UINT64_MAX)
        return false;
    *value = round_bits_nearest(top, middle != 0 || low != 0 || !exact,
                        wm_pow10_log2(exponent) - shift + ((top >> 63) != 0 ? 64 : 63));
    return true;
}

/* A natural number of up to 5,120 bits: 10^1145 with the room that division by it needs. */
enum { LIMBS_nearest = 160, DIGITS_MAX_nearest = 800 };
typedef struct natural_nearest {
    uint32_t limbs[LIMBS_nearest];
    int size;
    bool tail; /* something above zero and below one was dropped */
} natural_nearest;

static void multiply_add_nearest(natural_nearest *x, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    int i;
    for (i = 0; i < x->size; i++) {
        carry += (uint64_t)x->limbs[i] * factor;
        x->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0)
        x->limbs[x->size++] = (uint32_t)carry;
}

static void divide_nearest(natural_nearest *x, uint32_t divisor)
{
    uint64_t rest = 0;
    int i;
    for (i = x->size - 1; i >= 0; i--) {
        rest = rest << 32 | x->limbs[i];
        x->limbs[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (x->size > 0 && x->limbs[x->size - 1] == 0)
        x->size--;
    x->tail = x->tail || rest != 0;
}

static int count_bits_nearest(const natural_nearest *x)
{
    int bits = 32 * (x->size - 1);
    uint32_t head = x->limbs[x->size - 1];
    for (; head != 0; head >>= 1)
        bits++;
    return bits;
}

static void shift_up_limbs_nearest(natural_nearest *x, int count)
{
    memmove(x->limbs + count, x->limbs, (size_t)x->size * sizeof x->limbs[0]);
    memset(x->limbs, 0, (size_t)count * sizeof x->limbs[0]);
    x->size += count;
}

/* The highest 64 bits of a number that has as many; what is below goes into the tail. */
static uint64_t top_word_nearest(natural_nearest *x)
{
    int i, head = x->size - 1, shift = 0;
    uint64_t top = (uint64_t)x->limbs[head] << 32 | x->limbs[head - 1];
    uint32_t next = head >= 2 ? x->limbs[head - 2] : 0;
    while ((top << shift >> 63) == 0)
        shift++;
    if (shift != 0)
        top = top << shift | next >> (32 - shift);
    if ((uint32_t)(next << shift) != 0)
        x->tail = true;
    for (i = head - 3; i >= 0; i--)
        x->tail = x->tail || x->limbs[i] != 0;
    return top;
}

/* Reads at most DIGITS_MAX digits into x, from the first that is not zero; the exponent grows by those left out. No
 * midpoint between two doubles has more than 767 digits, so what is left out matters only as being there. */
static int64_t read_digits_nearest(natural_nearest *x, const char *text, size_t size, int64_t exponent)
{
    int used = 0;
    size_t i;
    memset(x, 0, sizeof *x);
    for (i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            continue;
        if (used == 0 && text[i] == '0')
            continue;
        if (used < DIGITS_MAX_nearest) {
            multiply_add_nearest(x, 10, (uint32_t)(text[i] - '0'));
            used++;
        } else {
            exponent++;
            x->tail = x->tail || text[i] != '0';
        }
    }
    return exponent;
}

double wm_nearest_exact(const char *text, size_t size, int64_t exponent)
{
    natural_nearest x;
    uint64_t top;
    int shift = 0;
    int64_t left;
    exponent = read_digits_nearest(&x, text, size, exponent);
    if (x.size == 0 || exponent < EXPONENT10_MIN_nearest - DIGITS_MAX_nearest)
        return 0;
    if (exponent > EXPONENT10_MAX_nearest)
        return from_bits_nearest(infinity_bits_nearest);
    for (left = exponent; left > 0; left--)
        multiply_add_nearest(&x, 10, 0);
    if (exponent < 0) { /* 96 bits above the divisor: at least 64 of the quotient remain */
        int wanted = (int)(-exponent * 10 / 3) + 128 - count_bits_nearest(&x);
        shift = wanted > 0 ? (wanted + 31) / 32 : 0;
        shift_up_limbs_nearest(&x, shift);
    } else {
        shift = 2; /* so that a small number too has 64 bits */
        shift_up_limbs_nearest(&x, shift);
    }
    for (left = -exponent; left >= 9; left -= 9)
        divide_nearest(&x, 1000000000);
    for (; left > 0; left--)
        divide_nearest(&x, 10);
    left = count_bits_nearest(&x) - 1 - 32 * shift;
    if (left > 1023)
        return from_bits_nearest(infinity_bits_nearest);
    if (left < -1075)
        return 0;
    top = top_word_nearest(&x); /* before the tail is read: it adds to it */
    return round_bits_nearest(top, x.tail, (int)left);
}

/* Digits of an integer as text; returns how many. */
static size_t write_integer_nearest(uint64_t digits, char text[20])
{
    size_t size = 0, i;
    for (; digits != 0; digits /= 10)
        text[size++] = (char)('0' + digits % 10);
    for (i = 0; i < size / 2; i++) {
        char swapped = text[i];
        text[i] = text[size - 1 - i];
        text[size - 1 - i] = swapped;
    }
    return size;
}

double wm_nearest_find(uint64_t digits, int64_t exponent)
{
    char text[20];
    double value;
    if (digits == 0 || exponent < WM_POW10_MIN)
        return 0;
    if (exponent > EXPONENT10_MAX_nearest)
        return from_bits_nearest(infinity_bits_nearest);
#if FLT_EVAL_METHOD == 0
    if (find_by_one_operation_nearest(digits, (int)exponent, &value))
        return value;
#endif
    if (find_by_product_nearest(digits, (int)exponent, &value))
        return value;
    return wm_nearest_exact(text, write_integer_nearest(digits, text), exponent);
}

/* ======== standards/number.c ======== */
/* The shortest decimal that reads back as a given binary64. */
#ifndef WM_STANDARDS_SHORTEST_H
#define WM_STANDARDS_SHORTEST_H


/* digits * 10^exponent; digits has at most 17 decimal digits, and none of its last is zero (but for 0 itself). */
typedef struct wm_shortest {
    uint64_t digits;
    int exponent;
} wm_shortest;

/* The decimal with the fewest digits that rounds to value; of several the nearest to it; of two as near the even one.
 * value is finite and above zero. Source: ECMA-262, Number::toString, step 5 with its note; R. Giulietti, The Schubfach
 * way to render doubles. */
wm_shortest wm_shortest_find(double value);

#endif
#include <assert.h>
/* Numbers between binary64 and decimal text, as ECMAScript writes them (RFC 8785, section 3.2.2.3). */



/* A decimal exponent past this is an overflow or an underflow whatever the digits: the reader's counts stay in range. */
enum { EXPONENT_CAP_number = 1000000000 };

/* What the text of a number says. */
typedef struct parts_number {
    const char *digits;   /* the first digit */
    size_t digits_size;   /* to the last, point included */
    uint64_t significand; /* the first 19 significant digits as an integer */
    int64_t exponent;     /* of the significand's last digit */
    int64_t dropped;      /* significant digits beyond those */
    bool is_negative;
    bool is_integer;
} parts_number;

static bool is_digit_number(char c)
{
    return c >= '0' && c <= '9';
}

/* Takes digits into the significand; returns the first byte that is none. */
static const char *take_digits_number(const char *at, const char *end, uint64_t *significand)
{
    uint64_t value = *significand;
    for (; at != end && is_digit_number(*at); at++)
        value = value * 10 + (uint64_t)(*at - '0');
    *significand = value;
    return at;
}

/* More than 19 digits: takes the first 19 that count again, and counts the others. */
static void retake_digits_number(parts_number *number)
{
    const char *at = number->digits, *end = at + number->digits_size;
    int taken = 0;
    number->significand = 0;
    for (; at != end; at++) {
        if (*at == '.' || (taken == 0 && *at == '0'))
            continue;
        if (taken < 19) {
            number->significand = number->significand * 10 + (uint64_t)(*at - '0');
            taken++;
        } else {
            number->dropped++;
        }
    }
}

/* The part behind an e; NULL if it is not there. */
static const char *take_exponent_number(const char *at, const char *end, int64_t *exponent)
{
    int64_t value = 0;
    bool negative = false;
    if (at != end && (*at == '+' || *at == '-'))
        negative = *at++ == '-';
    if (at == end || !is_digit_number(*at))
        return NULL;
    for (; at != end && is_digit_number(*at); at++)
        if (value < EXPONENT_CAP_number)
            value = value * 10 + (*at - '0');
    *exponent += negative ? -value : value;
    return at;
}

/* Takes a number apart by RFC 8259, section 6; returns its end, or NULL with *bad at the byte that does not fit. */
static const char *take_apart_number(const char *at, const char *end, parts_number *number, const char **bad)
{
    const char *first, *point;
    memset(number, 0, sizeof *number);
    number->is_integer = true;
    if (at != end && *at == '-') {
        number->is_negative = true;
        at++;
    }
    number->digits = first = at;
    *bad = at;
    at = take_digits_number(at, end, &number->significand);
    if (at == first)
        return NULL;
    if (*first == '0' && at - first > 1) {
        *bad = first + 1;
        return NULL;
    }
    if (at != end && *at == '.') {
        point = at++;
        number->is_integer = false;
        *bad = at;
        at = take_digits_number(at, end, &number->significand);
        if (at == point + 1)
            return NULL;
        number->exponent = -(int64_t)(at - point - 1);
    }
    number->digits_size = (size_t)(at - first);
    if (at != end && (*at == 'e' || *at == 'E')) {
        number->is_integer = false;
        *bad = at + 1;
        at = take_exponent_number(at + 1, end, &number->exponent);
    }
    if (number->digits_size > 19)
        retake_digits_number(number);
    return at;
}

static double read_value_number(const parts_number *number)
{
    double value;
    if (number->dropped == 0) {
        value = wm_nearest_find(number->significand, number->exponent);
    } else { /* the true decimal lies between two of 19 digits: if both read alike, so does it */
        double above;
        value = wm_nearest_find(number->significand, number->exponent + number->dropped);
        above = wm_nearest_find(number->significand + 1, number->exponent + number->dropped);
        if (!(value == above))
            value = wm_nearest_exact(number->digits, number->digits_size, number->exponent);
    }
    return number->is_negative ? -value : value;
}

/* Writes the decimal digits of an integer above zero; returns how many. */
static int write_digits_number(uint64_t digits, char text[20])
{
    char room[20];
    char *first = room + sizeof room;
    int size;
    for (; digits >= 100; digits /= 100) {
        unsigned pair = (unsigned)(digits % 100);
        *--first = (char)('0' + pair % 10);
        *--first = (char)('0' + pair / 10);
    }
    for (; digits != 0; digits /= 10)
        *--first = (char)('0' + digits % 10);
    size = (int)(room + sizeof room - first);
    memcpy(text, first, (size_t)size);
    return size;
}

/* Appends count bytes; returns the place behind them. */
static char *put_number(char *out, const char *bytes, int count)
{
    memcpy(out, bytes, (size_t)count);
    return out + count;
}

static char *put_zeros_number(char *out, int count)
{
    memset(out, '0', (size_t)count);
    return out + count;
}

/* d.ddde+x: ECMA-262, Number::toString, steps 9 to 11. */
static char *put_scientific_number(char *out, const char *digits, int count, int exponent)
{
    char text[20];
    int size = write_digits_number((uint64_t)(exponent < 0 ? -exponent : exponent), text);
    *out++ = digits[0];
    if (count > 1) {
        *out++ = '.';
        out = put_number(out, digits + 1, count - 1);
    }
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    return put_number(out, text, size);
}

/* ECMA-262, Number::toString, steps 6 to 11, where k is count, and n is where the point stands in the digits. */
static size_t write_decimal_number(wm_shortest decimal, bool is_negative, char *text)
{
    char digits[20];
    char *out = text;
    int count = write_digits_number(decimal.digits, digits);
    int n = count + decimal.exponent;
    assert(count > 0);
    if (is_negative)
        *out++ = '-';
    if (count <= n && n <= 21) {
        out = put_number(out, digits, count);
        out = put_zeros_number(out, n - count);
    } else if (0 < n && n < count) { /* and so n <= 21 */
        out = put_number(out, digits, n);
        *out++ = '.';
        out = put_number(out, digits + n, count - n);
    } else if (-6 < n && n <= 0) {
        *out++ = '0';
        *out++ = '.';
        out = put_zeros_number(out, -n);
        out = put_number(out, digits, count);
    } else {
        out = put_scientific_number(out, digits, count, n - 1);
    }
    *out = '\0';
    return (size_t)(out - text);
}

size_t wm_number_format(double value, char text[WM_NUMBER_TEXT_SIZE])
{
    bool is_negative = value < 0;
    double magnitude = is_negative ? -value : value;
    text[0] = '\0';
    if (!(magnitude <= 1.7976931348623157e308))
        return 0;
    if (!(magnitude > 0)) {
        memcpy(text, "0", 2);
        return 1;
    }
    return write_decimal_number(wm_shortest_find(magnitude), is_negative, text);
}

/* Whether the text of these parts is what write_decimal writes. A decimal of at most 15 significant digits is always the
 * shortest for its value where doubles have their full precision, so it need not be searched for. */
static bool is_canonical_number(const parts_number *number, const char *text, size_t size, double value)
{
    char written[WM_NUMBER_TEXT_SIZE];
    double magnitude = value < 0 ? -value : value;
    wm_shortest decimal;
    if (number->significand == 0)
        return size == 1 && text[0] == '0';
    if (number->dropped != 0 && number->exponent + number->dropped < 0)
        return false;
    if (!(magnitude <= 1.7976931348623157e308) || !(magnitude > 0))
        return false;
    if (number->dropped == 0 && number->significand < 1000000000000000 &&
        magnitude >= 2.2250738585072014e-308) {
        decimal.digits = number->significand;
        decimal.exponent = (int)number->exponent;
        for (; decimal.digits % 10 == 0; decimal.digits /= 10)
            decimal.exponent++;
    } else {
        decimal = wm_shortest_find(magnitude);
    }
    return write_decimal_number(decimal, number->is_negative, written) == size &&
           memcmp(written, text, size) == 0;
}

wm_status wm_number_scan_at(const char *text, const char *end, bool want_canonical,
                            wm_number_scan *scan)
{
    parts_number number;
    const char *bad;
    const char *behind = take_apart_number(text, end, &number, &bad);
    if (behind == NULL) {
        scan->size = (size_t)(bad - text);
        return WM_E_SYNTAX;
    }
    scan->size = (size_t)(behind - text);
    scan->value = read_value_number(&number);
    scan->is_integer = number.is_integer;
    scan->is_canonical = want_canonical && is_canonical_number(&number, text, scan->size, scan->value);
    return WM_OK;
}

wm_status wm_number_parse(const char *text, size_t size, double *value)
{
    wm_number_scan scan;
    wm_status status = wm_number_scan_at(text, text + size, false, &scan);
    if (status != WM_OK)
        return status;
    if (scan.size != size)
        return WM_E_SYNTAX;
    *value = scan.value;
    return WM_OK;
}

bool wm_number_is_canonical(const char *text, size_t size)
{
    wm_number_scan scan;
    return wm_number_scan_at(text, text + size, true, &scan) == WM_OK && scan.size == size &&
           scan.is_canonical;
}

/* ======== standards/philox.c ======== */
/* Philox4x32-10, a counter-based random generator, keyed by a 32-byte seed as docs/formats/inputs.md section 2 lays it out.
 *
 * Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11, section 3.3. */
#ifndef WM_STANDARDS_PHILOX_H
#define WM_STANDARDS_PHILOX_H


/* One stream of words: the key, and the two counter words that the seed fixes. */
typedef struct {
    uint32_t key[2];
    uint32_t high[2]; /* counter words 2 and 3 */
} wm_philox;

/* The stream of a seed; bytes 16 to 31 of the seed are not used. Source: ours, docs/formats/inputs.md section 2. */
wm_philox wm_philox_from_seed(const uint8_t seed[32]);

/* The bare function: ten rounds over one counter. */
void wm_philox_words(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* Block number `block` of the stream: four words. */
void wm_philox_block(const wm_philox *stream, uint64_t block, uint32_t out[4]);

/* 16-bit index number `element`. */
uint16_t wm_philox_index16(const wm_philox *stream, uint64_t element);

/* 32-bit word number `element`. */
uint32_t wm_philox_word(const wm_philox *stream, uint64_t element);

/* Bounded integer number `element`, in [0, bound); bound in [1, 2^32]. */
uint64_t wm_philox_bounded(const wm_philox *stream, uint64_t element, uint64_t bound);

#endif
/* Philox4x32-10 and the three ways in which the format reads its words. */

/* The multipliers and Weyl constants of Philox4x32 (SC'11, table 2 and section 3.3). */
static const uint32_t MULTIPLIER_philox[2] = {0xD2511F53u, 0xCD9E8D57u};
static const uint32_t WEYL_philox[2] = {0x9E3779B9u, 0xBB67AE85u}; /* golden ratio, sqrt(3) - 1 */

static uint32_t little_endian_32_philox(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

wm_philox wm_philox_from_seed(const uint8_t seed[32])
{
    wm_philox stream;
    stream.key[0] = little_endian_32_philox(seed);
    stream.key[1] = little_endian_32_philox(seed + 4);
    stream.high[0] = little_endian_32_philox(seed + 8);
    stream.high[1] = little_endian_32_philox(seed + 12);
    return stream;
}

void wm_philox_words(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        const uint64_t left = (uint64_t)MULTIPLIER_philox[0] * c0;
        const uint64_t right = (uint64_t)MULTIPLIER_philox[1] * c2;
        c0 = (uint32_t)(right >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)right;
        c2 = (uint32_t)(left >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)left;
        k0 += WEYL_philox[0];
        k1 += WEYL_philox[1];
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

void wm_philox_block(const wm_philox *stream, uint64_t block, uint32_t out[4])
{
    uint32_t counter[4];
    counter[0] = (uint32_t)block;
    counter[1] = (uint32_t)(block >> 32);
    counter[2] = stream->high[0];
    counter[3] = stream->high[1];
    wm_philox_words(counter, stream->key, out);
}

uint16_t wm_philox_index16(const wm_philox *stream, uint64_t element)
{
    uint32_t words[4];
    wm_philox_block(stream, element / 8, words);
    const uint32_t word = words[element % 8 / 2];
    return (uint16_t)(element % 2 == 0 ? word : word >> 16);
}

uint32_t wm_philox_word(const wm_philox *stream, uint64_t element)
{
    uint32_t words[4];
    wm_philox_block(stream, element / 4, words);
    return words[element % 4];
}

uint64_t wm_philox_bounded(const wm_philox *stream, uint64_t element, uint64_t bound)
{
    /* word < 2^32 and bound <= 2^32, so the product fits; bound = 2^32 gives the word itself. */
    const uint64_t word = wm_philox_word(stream, element);
    return bound >> 32 != 0 ? word : (word * bound) >> 32;
}

/* ======== standards/pow10.c ======== */
/* Powers of ten as 128-bit significands. */


/* 2^(32 * (LIMBS - 1)) over 10^342 still has 128 bits (1344 - 1137 = 207), and 10^324 has 1077 bits. */
enum { LIMBS_pow10 = 43, COUNT_pow10 = WM_POW10_MAX - WM_POW10_MIN + 1 };

static wm_pow10 table_pow10[COUNT_pow10];
static bool table_is_ready_pow10;

static void multiply_by_10_pow10(uint32_t limbs[LIMBS_pow10])
{
    uint64_t carry = 0;
    int i;
    for (i = 0; i < LIMBS_pow10; i++) {
        carry += (uint64_t)limbs[i] * 10;
        limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void divide_by_10_pow10(uint32_t limbs[LIMBS_pow10])
{
    uint64_t rest = 0;
    int i;
    for (i = LIMBS_pow10 - 1; i >= 0; i--) {
        rest = rest << 32 | limbs[i];
        limbs[i] = (uint32_t)(rest / 10);
        rest %= 10;
    }
}

/* Limb i, zero below the lowest. */
static uint32_t limb_at_pow10(const uint32_t limbs[LIMBS_pow10], int i)
{
    return i >= 0 ? limbs[i] : 0;
}

/* The highest 128 bits, the uppermost of them set. */
static wm_pow10 top_bits_pow10(const uint32_t limbs[LIMBS_pow10])
{
    uint32_t words[5];
    wm_pow10 top;
    int i, head = LIMBS_pow10 - 1, shift = 0;
    while (limbs[head] == 0)
        head--;
    while ((limbs[head] << shift & 0x80000000u) == 0)
        shift++;
    for (i = 0; i < 5; i++)
        words[i] = limb_at_pow10(limbs, head - i);
    for (i = 0; i < 4 && shift != 0; i++)
        words[i] = words[i] << shift | words[i + 1] >> (32 - shift);
    top.high = (uint64_t)words[0] << 32 | words[1];
    top.low = (uint64_t)words[2] << 32 | words[3];
    return top;
}

/* Upwards 1, 10, 100... exactly; downwards floor(2^1344 / 10^j), exact since floor(floor(x / a) / b) = floor(x / ab). */
static void build_table_pow10(void)
{
    uint32_t limbs[LIMBS_pow10];
    int k;
    memset(limbs, 0, sizeof limbs);
    limbs[0] = 1;
    for (k = 0; k <= WM_POW10_MAX; k++, multiply_by_10_pow10(limbs))
        table_pow10[k - WM_POW10_MIN] = top_bits_pow10(limbs);
    memset(limbs, 0, sizeof limbs);
    limbs[LIMBS_pow10 - 1] = 1;
    for (k = -1; k >= WM_POW10_MIN; k--) {
        divide_by_10_pow10(limbs);
        table_pow10[k - WM_POW10_MIN] = top_bits_pow10(limbs);
    }
    table_is_ready_pow10 = true;
}

/* Before main, so that no two threads build at once; where a compiler or a loader has no such thing, at first use. */
#if defined(__GNUC__)
__attribute__((constructor)) static void build_early(void)
{
    if (!table_is_ready_pow10)
        build_table_pow10();
}
#endif

const wm_pow10 *wm_pow10_get(int k)
{
    if (!table_is_ready_pow10)
        build_table_pow10();
    return &table_pow10[k - WM_POW10_MIN];
}

/* ======== standards/sha256.c ======== */
/* SHA-256 as in FIPS 180-4. */


/* FIPS 180-4, section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes;
 * floor(cbrt(p) * 2^32) mod 2^32, which the tests recompute with integers. */
const uint32_t wm_sha256_rounds[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate_right_sha256(uint32_t x, unsigned n)
{
    return (x >> n) | (x << (32 - n));
}

static uint32_t load_big_endian_sha256(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
           (uint32_t)bytes[3];
}

static void store_big_endian_sha256(uint8_t *bytes, uint32_t x)
{
    bytes[0] = (uint8_t)(x >> 24);
    bytes[1] = (uint8_t)(x >> 16);
    bytes[2] = (uint8_t)(x >> 8);
    bytes[3] = (uint8_t)x;
}

/* FIPS 180-4, section 6.2.2, step 1. */
static void expand_block_sha256(const uint8_t *block, uint32_t w[64])
{
    int t;
    for (t = 0; t < 16; t++)
        w[t] = load_big_endian_sha256(block + 4 * t);
    for (t = 16; t < 64; t++) {
        uint32_t s0 = rotate_right_sha256(w[t - 15], 7) ^ rotate_right_sha256(w[t - 15], 18) ^ (w[t - 15] >> 3);
        uint32_t s1 = rotate_right_sha256(w[t - 2], 17) ^ rotate_right_sha256(w[t - 2], 19) ^ (w[t - 2] >> 10);
        w[t] = s1 + w[t - 7] + s0 + w[t - 16];
    }
}

/* One round, after which the names move on by one: the caller turns them, so that nothing is copied. */
#define ROUND(a, b, c, d, e, f, g, h, t)                                        \
    do {                                                                        \
        h += (rotate_right_sha256(e, 6) ^ rotate_right_sha256(e, 11) ^ rotate_right_sha256(e, 25)) + \
             (g ^ (e & (f ^ g))) + wm_sha256_rounds[t] + w[t];                  \
        d += h;                                                                 \
        h += (rotate_right_sha256(a, 2) ^ rotate_right_sha256(a, 13) ^ rotate_right_sha256(a, 22)) + \
             ((a & b) | (c & (a | b)));                                         \
    } while (0)

/* FIPS 180-4, section 6.2.2, steps 2 to 4. */
static void compress_block_sha256(uint32_t state[8], const uint8_t *block)
{
    uint32_t w[64];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    int t;
    expand_block_sha256(block, w);
    for (t = 0; t < 64; t += 8) {
        ROUND(a, b, c, d, e, f, g, h, t);
        ROUND(h, a, b, c, d, e, f, g, t + 1);
        ROUND(g, h, a, b, c, d, e, f, t + 2);
        ROUND(f, g, h, a, b, c, d, e, t + 3);
        ROUND(e, f, g, h, a, b, c, d, t + 4);
        ROUND(d, e, f, g, h, a, b, c, t + 5);
        ROUND(c, d, e, f, g, h, a, b, t + 6);
        ROUND(b, c, d, e, f, g, h, a, t + 7);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

#undef ROUND

static void compress_portable_sha256(uint32_t state[8], const uint8_t *blocks, size_t count)
{
    for (; count > 0; count--, blocks += WM_SHA256_BLOCK)
        compress_block_sha256(state, blocks);
}

static wm_sha256_compress *compress_blocks_sha256 = compress_portable_sha256;

void wm_sha256_plug(wm_sha256_compress *compress)
{
    compress_blocks_sha256 = compress != NULL ? compress : compress_portable_sha256;
}

void wm_sha256_init(wm_sha256 *hash)
{
    /* FIPS 180-4, section 5.3.3: floor(sqrt(p) * 2^32) mod 2^32 of the first 8 primes. */
    static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(hash->state, initial, sizeof initial);
    hash->size_bytes = 0;
}

void wm_sha256_update(wm_sha256 *hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    size_t held = (size_t)(hash->size_bytes % WM_SHA256_BLOCK);
    size_t whole;
    if (size == 0)
        return;
    hash->size_bytes += size;
    if (held != 0) {
        size_t room = WM_SHA256_BLOCK - held;
        size_t taken = size < room ? size : room;
        memcpy(hash->block + held, bytes, taken);
        if (taken < room)
            return;
        compress_blocks_sha256(hash->state, hash->block, 1);
        bytes += taken;
        size -= taken;
    }
    whole = size / WM_SHA256_BLOCK;
    if (whole != 0)
        compress_blocks_sha256(hash->state, bytes, whole);
    if (size % WM_SHA256_BLOCK != 0)
        memcpy(hash->block, bytes + whole * WM_SHA256_BLOCK, size % WM_SHA256_BLOCK);
}

/* FIPS 180-4, section 5.1.1: a 1 bit, zeros, and the length in bits in the last eight bytes. */
void wm_sha256_final(wm_sha256 *hash, uint8_t digest[WM_SHA256_SIZE])
{
    uint8_t tail[2 * WM_SHA256_BLOCK];
    size_t held = (size_t)(hash->size_bytes % WM_SHA256_BLOCK);
    size_t size = held < WM_SHA256_BLOCK - 8 ? WM_SHA256_BLOCK : 2 * WM_SHA256_BLOCK;
    uint64_t bits = hash->size_bytes * 8;
    int i;
    memset(tail, 0, sizeof tail);
    memcpy(tail, hash->block, held);
    tail[held] = 0x80;
    store_big_endian_sha256(tail + size - 8, (uint32_t)(bits >> 32));
    store_big_endian_sha256(tail + size - 4, (uint32_t)bits);
    compress_blocks_sha256(hash->state, tail, size / WM_SHA256_BLOCK);
    for (i = 0; i < 8; i++)
        store_big_endian_sha256(digest + 4 * i, hash->state[i]);
}

void wm_sha256_hash(const void *data, size_t size, uint8_t digest[WM_SHA256_SIZE])
{
    wm_sha256 hash;
    wm_sha256_init(&hash);
    wm_sha256_update(&hash, data, size);
    wm_sha256_final(&hash, digest);
}

void wm_sha256_to_hex(const uint8_t digest[WM_SHA256_SIZE], char hex[WM_SHA256_HEX_SIZE + 1])
{
    static const char digits[] = "0123456789abcdef";
    int i;
    for (i = 0; i < WM_SHA256_SIZE; i++) {
        hex[2 * i] = digits[digest[i] >> 4];
        hex[2 * i + 1] = digits[digest[i] & 15];
    }
    hex[WM_SHA256_HEX_SIZE] = '\0';
}

/* The value of a lower-case hex digit, or 255. */
static uint8_t hex_value_sha256(char digit)
{
    if (digit >= '0' && digit <= '9')
        return (uint8_t)(digit - '0');
    if (digit >= 'a' && digit <= 'f')
        return (uint8_t)(digit - 'a' + 10);
    return 255;
}

bool wm_sha256_from_hex(const char *hex, size_t size, uint8_t digest[WM_SHA256_SIZE])
{
    uint8_t bytes[WM_SHA256_SIZE];
    int i;
    if (size != WM_SHA256_HEX_SIZE)
        return false;
    for (i = 0; i < WM_SHA256_SIZE; i++) {
        uint8_t high = hex_value_sha256(hex[2 * i]);
        uint8_t low = hex_value_sha256(hex[2 * i + 1]);
        if (high == 255 || low == 255)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    memcpy(digest, bytes, sizeof bytes);
    return true;
}

/* ======== standards/shortest.c ======== */
/* The shortest decimal that reads back as a given binary64. */



/* value = significand * 2^exponent. */
typedef struct binary_shortest {
    uint64_t significand;
    int exponent;
    bool lower_is_closer; /* a power of two: the neighbour below is half as far as the one above */
} binary_shortest;

static binary_shortest take_apart_shortest(double value)
{
    uint64_t bits, fraction;
    int biased;
    binary_shortest v;
    memcpy(&bits, &value, sizeof bits);
    fraction = bits & 0xfffffffffffff;
    biased = (int)(bits >> 52 & 0x7ff);
    v.significand = biased != 0 ? fraction | (uint64_t)1 << 52 : fraction;
    v.exponent = (biased != 0 ? biased : 1) - 1075;
    v.lower_is_closer = fraction == 0 && biased > 1;
    return v;
}

/* floor(log10(2^q)), or floor(log10(3/4 * 2^q)) where the lower neighbour is closer. Giulietti, section 8. */
static int decimal_exponent_shortest(const binary_shortest *v)
{
    int64_t scaled = (int64_t)v->exponent * 1262611 - (v->lower_is_closer ? 524031 : 0);
    int64_t quotient = scaled / 4194304;
    return (int)(scaled % 4194304 < 0 ? quotient - 1 : quotient);
}

/* floor(g * c / 2^128) with its lowest bit set if the product was no integer: enough to compare by. g is an upper bound
 * within one unit, which the test `> 1` allows for. Giulietti, section 9.9.1. */
static uint64_t round_to_odd_shortest(const wm_pow10 *g, uint64_t c)
{
    uint64_t carried, high, low;
    (void)wm_wide_multiply(g->low, c, &carried);
    low = wm_wide_multiply(g->high, c, &high);
    low += carried;
    high += low < carried;
    return high | (low > 1);
}

/* Giulietti, section 9.8 and figure 7: bounds and value are scaled by 4 * 10^-k, so that the candidates of the finer
 * grid are the multiples of 4 next to vb, and of the coarser grid those of 40. */
static wm_shortest choose_shortest(uint64_t lower, uint64_t vb, uint64_t upper, int k)
{
    uint64_t fine = vb / 4, coarse = vb / 40;
    bool below_fits, above_fits, up;
    wm_shortest result;
    if (fine >= 10) {
        below_fits = lower <= 40 * coarse;
        above_fits = 40 * coarse + 40 <= upper;
        if (below_fits != above_fits) {
            result.digits = coarse + above_fits;
            result.exponent = k + 1;
            return result;
        }
    }
    below_fits = lower <= 4 * fine;
    above_fits = 4 * fine + 4 <= upper;
    if (below_fits != above_fits)
        up = above_fits;
    else
        up = vb > 4 * fine + 2 || (vb == 4 * fine + 2 && (fine & 1) != 0);
    result.digits = fine + up;
    result.exponent = k;
    return result;
}

/* A shorter decimal lies on the coarser grid too, so it shows as zeros at the end. */
static void strip_zeros_shortest(wm_shortest *result)
{
    while (result->digits % 10 == 0) {
        result->digits /= 10;
        result->exponent++;
    }
}

wm_shortest wm_shortest_find(double value)
{
    binary_shortest v = take_apart_shortest(value);
    int k = decimal_exponent_shortest(&v);
    int shift = v.exponent + wm_pow10_log2(-k) + 1;
    uint64_t odd =
        v.significand & 1; /* the bounds themselves read back as value only if it is even */
    uint64_t c = 4 * v.significand, lower, upper;
    wm_pow10 g = *wm_pow10_get(-k);
    wm_shortest result;
    if (!wm_pow10_is_exact(-k)) {
        g.low++;
        g.high += g.low == 0;
    }
    lower = round_to_odd_shortest(&g, (c - (v.lower_is_closer ? 1 : 2)) << shift) + odd;
    upper = round_to_odd_shortest(&g, (c + 2) << shift) - odd;
    result = choose_shortest(lower, round_to_odd_shortest(&g, c << shift), upper, k);
    strip_zeros_shortest(&result);
    return result;
}

/* ======== standards/utf8.c ======== */
/* UTF-8: well-formedness, and the order of its text in UTF-16. */


static bool is_continuation_utf8(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

size_t wm_utf8_length(const char *text, size_t size)
{
    unsigned first = (unsigned char)text[0], second;
    if (first < 0x80)
        return 1;
    if (size < 2 || first < 0xc2 || first > 0xf4 || !is_continuation_utf8(text[1]))
        return 0;
    if (first < 0xe0)
        return 2;
    second = (unsigned char)text[1];
    if (first < 0xf0) /* no overlong forms, no surrogates */
        return size < 3 || !is_continuation_utf8(text[2]) || (first == 0xe0 && second < 0xa0) ||
                       (first == 0xed && second > 0x9f)
                   ? 0
                   : 3;
    return size < 4 || !is_continuation_utf8(text[2]) || !is_continuation_utf8(text[3]) ||
                   (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)
               ? 0
               : 4;
}

/* UTF-8 sorts as code points do; UTF-16 puts those above U+FFFF, whose first byte is F0 to F4, before U+E000 to U+FFFF,
 * whose first byte is EE or EF. */
int wm_utf8_compare(const char *a, size_t a_size, const char *b, size_t b_size)
{
    size_t shared = a_size < b_size ? a_size : b_size, i;
    for (i = 0; i < shared && a[i] == b[i]; i++) {
    }
    if (i < shared) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        bool is_swapped = x >= 0xee && y >= 0xee && (x >= 0xf0) != (y >= 0xf0);
        return (x < y) != is_swapped ? -1 : 1;
    }
    return (a_size > b_size) - (a_size < b_size);
}

/* ======== evidence/audit.c ======== */
/* The audit of evidence, for those who audit more beside it: the record's folder. */
#ifndef WM_EVIDENCE_AUDIT_H
#define WM_EVIDENCE_AUDIT_H


/* Takes one line of evidence: its form, its id, its place in the order, and then what its type and kind demand. */
#ifndef WM_EVIDENCE_INTAKE_H
#define WM_EVIDENCE_INTAKE_H

/* What an audit knows of the lines before the one it looks at: nodes by id, items, series.
 *
 * One entry of 72 bytes a node, and a table of ids beside it. Lines are not kept: where an observation is needed again it is
 * read again from the source, but for the values of recent external observations. */
#ifndef WM_EVIDENCE_LEDGER_H
#define WM_EVIDENCE_LEDGER_H

/* The rules of the format, one name each, and the one way to refuse a record.
 *
 * Every rule that the auditor applies stands in this list, with the tag that its refusal carries. A build with WM_MUTATE can
 * switch off one of them, so that a test can show for each that a forgery passes without it. Source: ours, record.md. */
#ifndef WM_EVIDENCE_REFUSAL_H
#define WM_EVIDENCE_REFUSAL_H



/* identifier, name, tag, what it demands */
#define WM_RULE_LIST(X)                                                                            \
    X(LINE_LENGTH, "line.length", "line", "a line has at most 1,048,576 bytes")                    \
    X(LINE_NEWLINE, "line.newline", "line", "the last line ends with a newline")                   \
    X(LINE_EMPTY, "line.empty", "line", "no line is empty")                                        \
    X(LINE_JSON, "line.json", "line", "a line is one JSON object within the limits")               \
    X(LINE_KEY, "line.key", "line", "a key matches [a-z0-9_]+")                                    \
    X(CANONICAL, "canonical", "canonical", "a line is its own canonical image")                    \
    X(DUPLICATE, "duplicate", "duplicate", "no line is equal to an earlier one")                   \
    X(SCHEMA_TYPE, "schema.type", "schema", "the type is one of four")                             \
    X(SCHEMA_KIND, "schema.kind", "schema", "the kind is one of the table's")                      \
    X(SCHEMA_FUNCTION, "schema.function", "reduction", "the function is one of the tables'")       \
    X(SCHEMA_MISSING, "schema.missing", "schema", "no field is missing")                           \
    X(SCHEMA_UNKNOWN, "schema.unknown", "schema", "no field is unknown")                           \
    X(SCHEMA_VALUE, "schema.value", "schema", "a field has its type and range")                    \
    X(SCHEMA_WORD, "schema.word", "schema", "a word is one of its table")                          \
    X(SCHEMA_LENGTH, "schema.length", "schema", "an array or object has its number of elements")   \
    X(SCHEMA_FACTS, "schema.facts", "schema", "facts are sorted by name, each once")               \
    X(SCHEMA_FACT, "schema.fact", "schema", "the required facts are there")                        \
    X(SCHEMA_COVARIATE, "schema.covariate", "schema", "minimum <= median <= maximum")              \
    X(NULL_MISSING, "null.missing", "null", "an object with a null has a reason")                  \
    X(NULL_EXTRA, "null.extra", "null", "an object without a null has no reason")                  \
    X(NULL_REASON, "null.reason", "null", "the reason for a null is text, not empty")              \
    X(NULL_CLAIM, "null.claim", "null", "a claim's reason is its reduction's")                     \
    X(EDGE_KNOWN, "edge.known", "edge", "an edge names an earlier line")                           \
    X(EDGE_TYPE, "edge.type", "edge", "an edge names a node of its type and kind")                 \
    X(ORDER_HEAD, "order.head", "order", "an environment, then the plan, the only one")            \
    X(ORDER_CLAIMS, "order.claims", "order", "nothing but claims between the claims and the root") \
    X(ORDER_ROOT, "order.root", "order", "the last line is the root, the only one")                \
    X(PLAN_VARIANT, "plan.variant", "plan", "workload and variant are a row of the table")         \
    X(PLAN_SHAPE, "plan.shape", "plan", "the shape has the row's dimensions, in range")            \
    X(PLAN_REPEATS, "plan.repeats", "plan", "repeats are 1 to 1000")                               \
    X(PLAN_OPENINGS, "plan.openings", "plan", "a gemm output has at most 2^32 chunks")             \
    X(PLAN_FAULT, "plan.fault", "plan", "a fault begins inside the output")                        \
    X(PLAN_LABEL, "plan.label", "plan", "no two items have one label")                             \
    X(ENVIRONMENT_SAME, "environment.same", "environment",                                         \
      "an item's observations name one environment")                                               \
    X(WORKLOAD_ITEM, "workload.item", "workload", "item is an index into the plan's items")        \
    X(WORKLOAD_AGREE, "workload.agree", "workload", "workload, variant and shape are the item's")  \
    X(WORKLOAD_REPEAT, "workload.repeat", "workload", "repeats come in order, each once")          \
    X(WORKLOAD_SECONDS, "workload.seconds", "workload", "a repeat lasts as long as planned")       \
    X(WORKLOAD_COMPLETE, "workload.complete", "workload", "all repeats are there")                 \
    X(DIGEST_DIVERGENCE, "digest.divergence", "digest", "equal outputs have divergence 0")         \
    X(FLAGS, "flags", "flags", "the flags are those whose rule holds")                             \
    X(CALIBRATION_ITEM, "calibration.item", "calibration", "item is a gemm item of the plan")      \
    X(CALIBRATION_PRODUCT, "calibration.product", "calibration", "product is the item's repeat 0") \
    X(CALIBRATION_ONCE, "calibration.once", "calibration", "an item has at most one calibration")  \
    X(CALIBRATION_THERE, "calibration.there", "calibration",                                       \
      "whole gemm items have one, no other")                                                       \
    X(STAGE_ITEM, "stage.item", "stage", "item is an index into the plan's items")                 \
    X(STAGE_ORDER, "stage.order", "stage", "index and previous link the stages")                   \
    X(STAGE_SEQUENCE, "stage.sequence", "stage", "the stages follow each other as they must")      \
    X(STAGE_PRODUCT, "stage.product", "stage", "the product is the first rejected or last repeat") \
    X(STAGE_DIGEST, "stage.digest", "stage", "the acquired digest is the product's")               \
    X(STAGE_FAULT, "stage.fault", "stage", "a fault is the one that the plan asks for")            \
    X(STAGE_THERE, "stage.there", "stage", "a whole item has a whole transcript")                  \
    X(STAGE_ABSENT, "stage.absent", "stage", "a failed item has none")                             \
    X(WITNESS_DIGEST, "witness.digest", "witness", "a witness is of the digest before it")         \
    X(WITNESS_RESIDUAL, "witness.residual", "witness",                                             \
      "the first witness has the product's residual")                                              \
    X(WITNESS_CALIBRATION, "witness.calibration", "witness", "the calibration is the item's")      \
    X(DECISION, "decision", "decision", "a decision follows from the witness before it")           \
    X(OPENING_PLACE, "opening.place", "opening", "row and chunk are as drawn")                     \
    X(OPENING_DATA, "opening.data", "opening", "the data is base64 of the chunk's length")         \
    X(OPENING_PATH, "opening.path", "opening", "the paths lead to the output digest")              \
    X(SERIES_INDEX, "series.index", "series", "the indices of a series count up from 0")           \
    X(SERIES_CLOSED, "series.closed", "series", "nothing is added to a reduced series")            \
    X(SERIES_INPUTS, "series.inputs", "series", "inputs are all of one series, in order")          \
    X(SERIES_FIELD, "series.field", "series", "every observation of it has the field")             \
    X(REDUCTION_INPUTS, "reduction.inputs", "reduction", "inputs are those of the function")       \
    X(REDUCTION_VALUE, "reduction.value", "reduction", "the value is what is recomputed")          \
    X(REDUCTION_REASON, "reduction.reason", "reduction", "the reason is what is recomputed")       \
    X(CLAIM_MISSING, "claim.missing", "claim", "no claim of the expansion is missing")             \
    X(CLAIM_NAME, "claim.name", "claim", "no claim is beyond the expansion")                       \
    X(CLAIM_ASSERTS, "claim.asserts", "claim", "a claim asserts its item's reduction")             \
    X(CLAIM_OWN_NAME, "claim.own_name", "claim", "behind `x.` stands a name")                      \
    X(CLAIM_TWICE, "claim.twice", "claim", "no two x. claims have one name")                       \
    X(CLAIM_SOURCE, "claim.source", "claim", "an x. claim rests on external observations")         \
    X(VALUE, "value", "value", "a claim's value is its reduction's")                               \
    X(UNIT, "unit", "unit", "a claim's unit is the table's")                                       \
    X(UNIT_OWN, "unit.own", "unit", "an x. claim's unit is of the allowed characters")             \
    X(TEXT, "text", "text", "a claim's text is its value in its format")                           \
    X(CLASS, "class", "class", "a claim's class is what is recomputed")                            \
    X(TOLERANCE, "tolerance", "tolerance", "a claim's tolerance is what is recomputed")            \
    X(REACHABLE_ENVIRONMENT, "reachable.environment", "reachable", "environments are named")       \
    X(REACHABLE_REDUCTION, "reachable.reduction", "reachable", "reductions are named by claims")   \
    X(REACHABLE_EXTERNAL, "reachable.external", "reachable", "external observations are reduced")  \
    X(CLAIM_COUNT, "count", "count", "claim_count is the number of claims")                        \
    X(MERKLE, "merkle", "merkle", "merkle_root is the tree over the claims")                       \
    X(FILES_LIST, "files.list", "files", "the root's files are the two checkers")                  \
    X(FILES_HASH, "files.hash", "files", "the files have the hashes of the root")                  \
    X(MANIFEST_FORM, "manifest.form", "manifest", "the manifest has its form")                     \
    X(MANIFEST_FILES, "manifest.files", "files", "the manifest names exactly the record's files")  \
    X(MANIFEST_HASH, "manifest.hash", "manifest", "the files have the manifest's hashes")          \
    X(MANIFEST_ROOT, "manifest.root", "root", "the manifest names the root")                       \
    X(EXTRA, "extra", "extra", "nothing is there that the manifest does not name")                 \
    X(SYMLINK, "symlink", "symlink", "there are only plain files and their folders")               \
    X(ROOT_HELD, "root.held", "root", "the root is the one held from elsewhere")                   \
    X(NEWER, "newer", "newer", "the format is one that is known")

typedef enum wm_rule {
#define WM_RULE_ENUM(id, name, tag, words) WM_RULE_##id,
    WM_RULE_LIST(WM_RULE_ENUM)
#undef WM_RULE_ENUM
        WM_RULE_COUNT
} wm_rule;

/* Where an audit stands, and what it refused. */
typedef struct wm_refusal {
    const char *file; /* from the record's folder, or NULL where there is none to name */
    uint64_t line;    /* 0: the file has no lines */
    bool is_made;
    wm_rule rule;
    char words[512];
} wm_refusal;

/* Refuses for breaking a rule, at the place that the refusal stands at; the words say what was expected and found.
 * Returns true; false, with nothing done, only if the rule is switched off: then the caller goes on as well as it can. */
bool wm_refusal_make(wm_refusal *refusal, wm_rule rule, const char *format, ...) WM_PRINTF(3, 4);

/* A rule's name, tag and demand. */
const char *wm_refusal_name(wm_rule rule);
const char *wm_refusal_tag(wm_rule rule);
const char *wm_refusal_demand(wm_rule rule);

#ifdef WM_MUTATE
/* The rule that is switched off; WM_RULE_COUNT for none. */
extern wm_rule wm_refusal_off;
#endif

#endif
/* The rules of decision: what a residual is judged by, and what flags a repeat carries. */
#ifndef WM_EVIDENCE_RULE_H
#define WM_EVIDENCE_RULE_H

/* The pure functions that reduce observations to values.
 *
 * Arithmetic is + - * / sqrt and comparisons on binary64 in a stated order, so that every implementation gets the same bits.
 * In all structures here NaN stands for a null or an absent value: JSON has no NaN, and NaN loses every comparison.
 * Source: ours, record.md section 4. */
#ifndef WM_EVIDENCE_REDUCTION_H
#define WM_EVIDENCE_REDUCTION_H

/* A plan's items: their labels, work, outputs and bounds. */
#ifndef WM_EVIDENCE_PLAN_H
#define WM_EVIDENCE_PLAN_H


/* The closed tables of the format: workloads, reductions, quantities, text formats, constants.
 *
 * Writer and auditor read these tables and no others. Source: ours, docs/formats/record.md, sections 3 to 7, and
 * docs/formats/inputs.md, section 4. */
#ifndef WM_EVIDENCE_QUANTITY_H
#define WM_EVIDENCE_QUANTITY_H


#define WM_QUANTITY_FORMAT "witnessmark/1.0" /* the root's `format` */

enum {
    WM_QUANTITY_DIMENSIONS = 4,    /* most dimensions of a workload */
    WM_QUANTITY_OPERANDS = 3,      /* most operands of a workload */
    WM_QUANTITY_PROBES = 64,       /* probes of a calibration: 1 to 64; probe 0 is the witness's */
    WM_QUANTITY_OPENINGS = 32,     /* openings of a gemm witness */
    WM_QUANTITY_ITEMS = 1024,      /* most items of a plan */
    WM_QUANTITY_REPEATS = 1000,    /* most repeats of an item */
    WM_QUANTITY_VALUES = 64,       /* most values of an external observation */
    WM_QUANTITY_BESIDE = 16,       /* most reductions beside an x. claim */
    WM_QUANTITY_CHUNK_BYTES = 1024 /* bytes of a chunk of an output row */
};

/* One dimension of a workload's shape. */
typedef struct wm_dimension {
    const char *name; /* the field of `shape` */
    char letter;      /* in a label */
} wm_dimension;

/* How the work of a workload follows from its shape (record.md section 7). */
typedef enum wm_work {
    WM_WORK_GEMM,      /* 2*m*n*k */
    WM_WORK_TRIAD,     /* 12*n */
    WM_WORK_ATTENTION, /* 4*b*h*s*s*d */
    WM_WORK_REDUCTION, /* 4*n */
    WM_WORK_SCATTER,   /* n */
    WM_WORK_INDEX,     /* rows*columns */
    WM_WORK_ACCESS     /* lanes*steps */
} wm_work;

/* How the a-priori tolerance follows from the shape (record.md section 7). */
typedef enum wm_bound {
    WM_BOUND_NONE,
    WM_BOUND_ZERO,
    WM_BOUND_CONSTANT,  /* 2^-7 */
    WM_BOUND_FAST,      /* 4 * wm_plan_fast_rounding(k) */
    WM_BOUND_TERMS_F32, /* (4 * sqrt(terms)) * 2^-24 */
    WM_BOUND_TERMS_F64  /* (4 * sqrt(terms)) * 2^-53 */
} wm_bound;

/* A row of record.md section 7 with what inputs.md section 4 says of it: one variant of one workload. */
typedef struct wm_variant {
    const char *workload;
    const char *variant;
    bool is_gemm;
    unsigned dimension_count;
    wm_dimension dimension[WM_QUANTITY_DIMENSIONS]; /* in label order */
    wm_work work;
    const char *unit; /* of the rate */
    wm_bound bound;
    unsigned operand_count;
    const char *operand[WM_QUANTITY_OPERANDS];
    const char *operand_format; /* as in a challenge's context */
    const char *output_format;
    const char *layout;
    unsigned output_size_bytes; /* of one element of the output */
    double predicted_floor;     /* 0 where there is none */
} wm_variant;

/* All variants, in the order of the documents' tables. */
size_t wm_quantity_variant_count(void);
const wm_variant *wm_quantity_variant_at(size_t index);

/* The variant with these names (any bytes, not NUL-terminated), or NULL. */
const wm_variant *wm_quantity_variant(const char *workload, size_t workload_size,
                                      const char *variant, size_t variant_size);

/* Whether a gemm variant's witness computes in binary32; else in binary64. Source: inputs.md section 4. */
bool wm_quantity_is_witnessed_in_f32(const wm_variant *variant);

/* What a reduction's inputs are (record.md section 4). */
typedef enum wm_inputs {
    WM_INPUTS_REPEATS,     /* W */
    WM_INPUTS_CALIBRATION, /* K, gemm only */
    WM_INPUTS_TOLERANCE,   /* K for gemm, else W */
    WM_INPUTS_VERDICT,     /* W then K for gemm, else W */
    WM_INPUTS_DECISION,    /* D */
    WM_INPUTS_SERIES       /* all external observations of one series */
} wm_inputs;

/* The reductions: identifier, name, inputs. */
#define WM_FUNCTION_LIST(X)                                             \
    X(MEDIAN_RATE, "median_rate", WM_INPUTS_REPEATS)                    \
    X(RATE_LOW, "rate_low", WM_INPUTS_REPEATS)                          \
    X(RATE_HIGH, "rate_high", WM_INPUTS_REPEATS)                        \
    X(RELATIVE_MAD, "relative_mad", WM_INPUTS_REPEATS)                  \
    X(MEDIAN_CLOCK, "median_clock", WM_INPUTS_REPEATS)                  \
    X(CLOCK_CORRELATION, "clock_correlation", WM_INPUTS_REPEATS)        \
    X(PERFORMANCE_CLASS, "performance_class", WM_INPUTS_REPEATS)        \
    X(DIVERGENCE, "divergence", WM_INPUTS_REPEATS)                      \
    X(NUMERICAL_CLASS, "numerical_class", WM_INPUTS_REPEATS)            \
    X(FLOOR, "floor", WM_INPUTS_CALIBRATION)                            \
    X(PREDICTED_FLOOR, "predicted_floor", WM_INPUTS_CALIBRATION)        \
    X(BASIS, "basis", WM_INPUTS_CALIBRATION)                            \
    X(TOLERANCE, "tolerance", WM_INPUTS_TOLERANCE)                      \
    X(RESIDUAL, "residual", WM_INPUTS_REPEATS)                          \
    X(ROW_STATISTIC, "row_statistic", WM_INPUTS_REPEATS)                \
    X(ROW_THRESHOLD, "row_threshold", WM_INPUTS_CALIBRATION)            \
    X(VERIFIED, "verified", WM_INPUTS_VERDICT)                          \
    X(TRANSCRIPT, "transcript", WM_INPUTS_DECISION)                     \
    X(MEDIAN_POWER, "median_power", WM_INPUTS_REPEATS)                  \
    X(MEDIAN_TEMPERATURE, "median_temperature", WM_INPUTS_REPEATS)      \
    X(PEAK_MEMORY, "peak_memory", WM_INPUTS_REPEATS)                    \
    X(MEDIAN_OF, "median_of", WM_INPUTS_SERIES)                         \
    X(MINIMUM_OF, "minimum_of", WM_INPUTS_SERIES)                       \
    X(MAXIMUM_OF, "maximum_of", WM_INPUTS_SERIES)                       \
    X(MEAN_OF, "mean_of", WM_INPUTS_SERIES)                             \
    X(STANDARD_DEVIATION_OF, "standard_deviation_of", WM_INPUTS_SERIES) \
    X(RELATIVE_MAD_OF, "relative_mad_of", WM_INPUTS_SERIES)

typedef enum wm_function {
#define WM_FUNCTION_ENUM(id, name, inputs) WM_FUNCTION_##id,
    WM_FUNCTION_LIST(WM_FUNCTION_ENUM)
#undef WM_FUNCTION_ENUM
        WM_FUNCTION_COUNT,
    WM_FUNCTION_NONE = WM_FUNCTION_COUNT
} wm_function;

const char *wm_quantity_function_name(wm_function function);
wm_inputs wm_quantity_function_inputs(wm_function function);

/* The function with this name, or WM_FUNCTION_NONE. */
wm_function wm_quantity_function(const char *name, size_t size);

/* The text formats: identifier, name. */
#define WM_TEXT_LIST(X)     \
    X(SI4, "si4")           \
    X(SCI3, "sci3")         \
    X(FIXED2, "fixed2")     \
    X(SIGNED2, "signed2")   \
    X(PERCENT3, "percent3") \
    X(WORD, "word")

typedef enum wm_text_format {
#define WM_TEXT_ENUM(id, name) WM_TEXT_##id,
    WM_TEXT_LIST(WM_TEXT_ENUM)
#undef WM_TEXT_ENUM
        WM_TEXT_COUNT
} wm_text_format;

const char *wm_quantity_text_name(wm_text_format format);

/* The format with this name, or WM_TEXT_COUNT. */
wm_text_format wm_quantity_text(const char *name, size_t size);

/* The quantities, in the order of an item's claims:
 * name, gemm only, function, unit (NULL: the workload's), text format, class, tolerance. */
#define WM_QUANTITY_LIST(X)                                                       \
    X("rate", false, MEDIAN_RATE, NULL, SI4, PERFORMANCE_CLASS, RELATIVE_MAD)     \
    X("rate_low", false, RATE_LOW, NULL, SI4, NONE, NONE)                         \
    X("rate_high", false, RATE_HIGH, NULL, SI4, NONE, NONE)                       \
    X("dispersion", false, RELATIVE_MAD, "1", PERCENT3, NONE, NONE)               \
    X("clock", false, MEDIAN_CLOCK, "Hz", SI4, NONE, NONE)                        \
    X("clock_correlation", false, CLOCK_CORRELATION, "1", SIGNED2, NONE, NONE)    \
    X("performance_class", false, PERFORMANCE_CLASS, "class", WORD, NONE, NONE)   \
    X("divergence", false, DIVERGENCE, "1", SCI3, NONE, NONE)                     \
    X("numerical_class", false, NUMERICAL_CLASS, "class", WORD, NONE, DIVERGENCE) \
    X("floor", true, FLOOR, "1", SCI3, NONE, NONE)                                \
    X("predicted_floor", true, PREDICTED_FLOOR, "1", SCI3, NONE, NONE)            \
    X("basis", true, BASIS, "class", WORD, NONE, NONE)                            \
    X("tolerance", false, TOLERANCE, "1", SCI3, NONE, NONE)                       \
    X("residual", false, RESIDUAL, "1", SCI3, NUMERICAL_CLASS, TOLERANCE)         \
    X("row_statistic", true, ROW_STATISTIC, "1", FIXED2, NONE, NONE)              \
    X("row_threshold", true, ROW_THRESHOLD, "1", FIXED2, NONE, NONE)              \
    X("verified", false, VERIFIED, "class", WORD, NUMERICAL_CLASS, TOLERANCE)     \
    X("transcript", false, TRANSCRIPT, "class", WORD, NONE, NONE)                 \
    X("power", false, MEDIAN_POWER, "W", SI4, NONE, NONE)                         \
    X("temperature", false, MEDIAN_TEMPERATURE, "degC", FIXED2, NONE, NONE)       \
    X("peak_memory", false, PEAK_MEMORY, "B", SI4, NONE, NONE)

/* A row of the table of quantities. */
typedef struct wm_quantity {
    const char *name;
    bool gemm_only;
    wm_function function;
    const char *unit; /* NULL: the workload's */
    wm_text_format text;
    wm_function class_function;     /* or WM_FUNCTION_NONE */
    wm_function tolerance_function; /* or WM_FUNCTION_NONE */
} wm_quantity;

/* All quantities, in order. */
size_t wm_quantity_count(void);
const wm_quantity *wm_quantity_at(size_t index);

/* The covariates of a repeat, in the order of their names: identifier, name, whether it may be left out, whether it is sampled
 * all through the repeat (else a gap in its samples is none). Source: record.md section 3, workload. */
#define WM_OBSERVED_COVARIATE_LIST(X)                    \
    X(CLOCK, "clock", false, false)                      \
    X(CONTEXT_SWITCHES, "context_switches", false, true) \
    X(ECC_CORRECTED, "ecc_corrected", true, false)       \
    X(ECC_UNCORRECTED, "ecc_uncorrected", true, false)   \
    X(ENERGY, "energy", false, true)                     \
    X(KERNEL_CLOCK, "kernel_clock", true, false)         \
    X(MEMORY, "memory", false, true)                     \
    X(MEMORY_CLOCK, "memory_clock", true, true)          \
    X(PCIE_GENERATION, "pcie_generation", true, false)   \
    X(PCIE_REPLAYS, "pcie_replays", true, false)         \
    X(PCIE_WIDTH, "pcie_width", true, false)             \
    X(POWER, "power", false, true)                       \
    X(PRESSURE, "pressure", false, true)                 \
    X(READ_TIME, "read_time", true, true)                \
    X(STEAL, "steal", false, true)                       \
    X(TEMPERATURE, "temperature", false, true)           \
    X(THROTTLE, "throttle", false, true)                 \
    X(THROTTLE_REASONS, "throttle_reasons", true, true)

typedef enum wm_observed_covariate_name {
#define WM_OBSERVED_COVARIATE_ENUM(id, name, may_miss, throughout) WM_OBSERVED_##id,
    WM_OBSERVED_COVARIATE_LIST(WM_OBSERVED_COVARIATE_ENUM)
#undef WM_OBSERVED_COVARIATE_ENUM
        WM_OBSERVED_COVARIATES
} wm_observed_covariate_name;

const char *wm_quantity_covariate(wm_observed_covariate_name name);

/* Whether a covariate is sampled all through a repeat. */
bool wm_quantity_is_throughout(wm_observed_covariate_name name);

/* The reasons of `throttle_reasons`: identifier, bit, words, whether it makes `throttle` 1. Source: record.md section 3, workload. */
#define WM_THROTTLE_LIST(X)                                      \
    X(IDLE, 1, "idle", false)                                    \
    X(APPLICATION_CLOCK, 2, "application clocks setting", false) \
    X(POWER_CAP, 4, "software power cap", true)                  \
    X(HARDWARE, 8, "hardware slowdown", true)                    \
    X(SYNC_BOOST, 16, "sync boost", true)                        \
    X(SOFTWARE_THERMAL, 32, "software thermal slowdown", true)   \
    X(HARDWARE_THERMAL, 64, "hardware thermal slowdown", true)   \
    X(POWER_BRAKE, 128, "hardware power brake", true)            \
    X(DISPLAY_CLOCK, 256, "display clocks setting", false)

enum {
#define WM_THROTTLE_ENUM(id, bit, words, counts) WM_THROTTLE_##id = (bit),
    WM_THROTTLE_LIST(WM_THROTTLE_ENUM)
#undef WM_THROTTLE_ENUM
#define WM_THROTTLE_HARMLESS_BIT(id, bit, words, counts) | ((counts) ? 0 : (bit))
        WM_THROTTLE_HARMLESS = 0 WM_THROTTLE_LIST(WM_THROTTLE_HARMLESS_BIT)
#undef WM_THROTTLE_HARMLESS_BIT
};

/* The faults that are made on purpose: identifier, word, whether it begins at a place, what it does.
 * Source: record.md section 3, inject. */
#define WM_FAULT_LIST(X)                                                                  \
    X(BIT, "bit", true, "flips one bit, the lowest of the exponent, of one element")      \
    X(BITS, "bits", true, "flips three bits of one element: sign, exponent and fraction") \
    X(ELEMENT, "element", true, "negates one element")                                    \
    X(ROW, "row", true, "negates the elements of a row from the place on")                \
    X(TILE, "tile", true, "negates a block of 16 by 16 elements")                         \
    X(NAN, "nan", true, "puts a NaN in the place of one element")                         \
    X(STALE, "stale", false, "leaves the output of another problem of the same shape")    \
    X(OPERAND, "operand", false, "computes with two operands exchanged")                  \
    X(PRECISION, "precision", false, "computes a product with its operands rounded to e4m3")

typedef enum wm_fault_kind {
    WM_FAULT_NONE,
#define WM_FAULT_ENUM(id, word, has_place, text) WM_FAULT_##id,
    WM_FAULT_LIST(WM_FAULT_ENUM)
#undef WM_FAULT_ENUM
        WM_FAULT_COUNT
} wm_fault_kind;

/* The word of a kind, "" for NONE; the kind of a word, NONE for none; and whether a kind begins at a place. */
const char *wm_quantity_fault(wm_fault_kind kind);
wm_fault_kind wm_quantity_fault_named(const char *word, size_t size);
bool wm_quantity_fault_has_place(wm_fault_kind kind);

/* The row threshold's t for a number of rows of C. Source: record.md section 7. */
double wm_quantity_row_quantile(double rows);

#endif

enum { WM_PLAN_LABEL_SIZE = 96 }; /* room for any label with its NUL */

/* A fault that the plan asks for in an item's output. Source: record.md section 3, plan. */
typedef struct wm_planned_fault {
    wm_fault_kind kind; /* NONE: no fault is asked for */
    bool in_repeats; /* in the output of every repeat; else in that which the transcript acquires */
    uint64_t row, column; /* where it begins; 0 for a kind without a place */
} wm_planned_fault;

/* One item: what to run, and how often. */
typedef struct wm_item {
    const wm_variant *variant;
    uint32_t
        dimension[WM_QUANTITY_DIMENSIONS]; /* in label order, each 1 to 2^31-1; unused ones 0 */
    uint32_t repeats;                      /* 1 to 1000 */
    wm_planned_fault fault;
} wm_item;

/* A plan, as its observation says it. */
typedef struct wm_plan {
    char nonce[65];        /* 0 to 64 lower-case hex digits */
    double repeat_seconds; /* how long a repeat lasts at least */
    size_t item_count;
    wm_item *items;
} wm_plan;

/* The output of an item as it is digested and opened. */
typedef struct wm_output {
    uint64_t rows;
    uint64_t columns;      /* elements of a row */
    uint64_t last_columns; /* elements of the last row: of a vector's, perhaps fewer */
    uint64_t row_bytes;
    uint64_t chunks; /* of a row of row_bytes */
} wm_output;

/* Whether a fault can begin there in the item's output. Source: record.md section 3, inject. */
bool wm_plan_fault_fits(const wm_item *item, const wm_planned_fault *fault);

/* Reads an item of an audited plan. Returns false if it is not one. */
bool wm_plan_item_read(const wm_json_value *value, wm_item *item);

/* Writes the item's label, `gemm.fp16.n4096`, and a NUL. Source: record.md section 7. */
void wm_plan_label(const wm_item *item, char label[WM_PLAN_LABEL_SIZE]);

/* The work of one iteration in the unit that the rate counts. Source: record.md section 7. */
double wm_plan_work(const wm_item *item);

/* The a-priori tolerance; NaN where the variant has none. Source: record.md section 7. */
double wm_plan_bound(const wm_item *item);

/* The relative root-mean-square error that a correct product of depth k may have where the device's reduced-precision fp8
 * accumulator made it: that of the output's rounding and that of the sum. Source: inputs.md section 7. */
double wm_plan_fast_rounding(double k);

/* The threshold of the row statistic of a gemm item. Source: record.md section 4, row_threshold. */
double wm_plan_row_threshold(const wm_item *item);

/* How the output is cut into rows and chunks. Source: inputs.md section 5. */
void wm_plan_output(const wm_item *item, wm_output *output);

/* Reads a `shape` object: exactly the variant's dimensions, each 1 to 2^31-1. Returns false if it is not one. */
bool wm_plan_shape_read(const wm_json_value *shape, const wm_variant *variant,
                        uint32_t dimension[WM_QUANTITY_DIMENSIONS]);

/* Appends the item's `shape` object, canonical. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_plan_shape_json(const wm_item *item, wm_buffer *out);

/* Appends the item as an element of the plan's `items`, canonical. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_plan_item_json(const wm_item *item, wm_buffer *out);

#endif

/* A residual of one probe. */
typedef struct wm_observed_residual {
    double difference_max;
    double reference_max;
    double row_statistic; /* gemm only */
    uint64_t row;         /* gemm only: where it is largest */
} wm_observed_residual;

/* A workload observation, as far as reductions need it. */
typedef struct wm_observed_repeat {
    bool ok;
    double seconds;
    double iterations;
    double divergence;
    double clock; /* medians of covariates */
    double power;
    double temperature;
    double peak_resident_bytes;
    wm_observed_residual residual;
    uint8_t output_digest[WM_SHA256_SIZE];
} wm_observed_repeat;

/* A calibration observation. */
typedef struct wm_observed_calibration {
    bool ok;
    double difference_max[WM_QUANTITY_PROBES];
    double reference_max[WM_QUANTITY_PROBES];
} wm_observed_calibration;

/* What a decide stage says. */
typedef enum wm_decision {
    WM_DECISION_NONE,
    WM_DECISION_ACCEPT,
    WM_DECISION_REJECT,
    WM_DECISION_UNDECIDED
} wm_decision;

/* All that was observed of one plan item. */
typedef struct wm_observed_item {
    const wm_item *item;
    uint32_t repeat_count; /* seen so far */
    const wm_observed_repeat *repeats;
    bool has_failed; /* some repeat failed */
    const wm_observed_calibration
        *calibration; /* NULL while not seen, and for other workloads than gemm */
    bool is_injected; /* the transcript has an inject stage */
    unsigned decision_count;
    wm_decision decision[2]; /* of the transcript, in order */
} wm_observed_item;

/* What a reduction comes to. */
typedef enum wm_result_kind { WM_RESULT_NULL, WM_RESULT_NUMBER, WM_RESULT_WORD } wm_result_kind;

typedef struct wm_result {
    wm_result_kind kind;
    double number;    /* NUMBER: finite, never -0 */
    const char *text; /* WORD: the word; NULL: the reason; a constant */
} wm_result;

/* Computes a function of a plan item (any but those over a series). For a function of the calibration where there is none
 * yet, or of the decision where there is none, the result is null with the reason `not there`, which no record has. */
wm_result wm_reduction_of_item(wm_function function, const wm_observed_item *item);

/* Computes a function over the count >= 1 values of a series, in the order of its indices. values are sorted in place by
 * some functions. NaN among them is a null value. */
wm_result wm_reduction_of_series(wm_function function, double *values, size_t count);

/* The rate of a repeat in the workload's unit. */
double wm_reduction_rate(const wm_item *item, const wm_observed_repeat *repeat);

/* difference_max / (reference_max + 1e-30); NaN if one is null. */
double wm_reduction_ratio(double difference_max, double reference_max);

#endif

/* What the residuals of one item are judged by. */
typedef struct wm_limits {
    bool is_gemm;
    double tolerance;     /* NaN: null, nothing can be accepted */
    double row_threshold; /* gemm only */
} wm_limits;

/* The limits of an item, from its calibration or its workload's bound. Source: record.md sections 4 and 5. */
wm_limits wm_rule_limits(const wm_observed_item *item);

/* The decision on one residual. Source: record.md section 5. */
wm_decision wm_rule_decide(const wm_limits *limits, const wm_observed_residual *residual);

/* The repeat that a transcript is about: the lowest one that is rejected, else the last. Source: record.md section 3, acquire. */
uint32_t wm_rule_product(const wm_observed_item *item);

/* The word of a decision, as in a decide stage. */
const char *wm_rule_decision_word(wm_decision decision);

/* One covariate of a repeat, as its flags need it. */
typedef struct wm_observed_covariate {
    bool present;
    double median;
    double maximum;
    double samples;
} wm_observed_covariate;

/* The flags of a repeat, in the order of their words: identifier, bit, word. */
#define WM_FLAG_LIST(X)                \
    X(ECC, 1, "ecc")                   \
    X(SAMPLING_GAP, 2, "sampling_gap") \
    X(STEAL, 4, "steal")               \
    X(THROTTLED, 8, "throttled")

enum {
#define WM_FLAG_ENUM(id, bit, word) WM_FLAG_##id = (bit),
    WM_FLAG_LIST(WM_FLAG_ENUM)
#undef WM_FLAG_ENUM
};

/* Which flags hold. Source: record.md section 3. */
unsigned wm_rule_flags(double seconds,
                       const wm_observed_covariate covariate[WM_OBSERVED_COVARIATES]);

#endif
/* The fields of an object: which, of what type, null or not. */
#ifndef WM_EVIDENCE_SCHEMA_H
#define WM_EVIDENCE_SCHEMA_H


/* The types of record.md section 2, and those that their own rules look into. */
typedef enum wm_field_type {
    WM_FIELD_WORD,     /* a string whose words have a table of their own */
    WM_FIELD_TEXT,     /* 0 to 4096 bytes */
    WM_FIELD_FULL,     /* text, not empty */
    WM_FIELD_NAME,     /* [a-z0-9_.]{1,64} */
    WM_FIELD_DECIMAL,  /* a string, 0 or [1-9][0-9]{0,19} */
    WM_FIELD_NONCE,    /* [0-9a-f]{0,64} */
    WM_FIELD_HEX,      /* 64 lower-case hex digits */
    WM_FIELD_INT,      /* within +-(2^53-1), neither fraction nor exponent */
    WM_FIELD_COUNT,    /* int >= 0 */
    WM_FIELD_POSITIVE, /* int >= 1 */
    WM_FIELD_NUMBER,
    WM_FIELD_SIZE,     /* number >= 0 */
    WM_FIELD_DURATION, /* number > 0 */
    WM_FIELD_VALUE,    /* number or string */
    WM_FIELD_OBJECT,
    WM_FIELD_ARRAY,
    WM_FIELD_REASON /* text, not empty: there if and only if a field that may be null is */
} wm_field_type;

enum { WM_FIELD_NULLABLE = 1, WM_FIELD_OPTIONAL = 2 };

/* One field of an object. Tables of them are in ascending order of keys. */
typedef struct wm_field {
    const char *key;
    size_t key_size;
    wm_field_type type;
    unsigned flags;
} wm_field;

#define WM_FIELD(key, type, flags)                  \
    {                                               \
        key, sizeof key - 1, WM_FIELD_##type, flags \
    }
#define WM_FIELD_TABLE_SIZE(table) (sizeof(table) / sizeof(table)[0])

enum { WM_SCHEMA_FIELDS = 24 }; /* most fields of any object */

/* Matches an object, whose keys ascend, against a table: exactly these fields, of these types. values[i] is the value of field i, or NULL
 * if it is absent (or, where a rule is switched off, unfit). Rules: schema.missing, schema.unknown, schema.value, null.missing, null.extra, null.reason.
 * what names the object in words. Returns false if something was refused. */
bool wm_schema_match(wm_refusal *refusal, const char *what, const wm_json_value *object,
                     const wm_field *fields, size_t count, const wm_json_value **values);

/* An object that was matched: its table, and its values as wm_schema_match leaves them. */
typedef struct wm_matched {
    const wm_field *fields;
    size_t count;
    const wm_json_value *values[WM_SCHEMA_FIELDS];
} wm_matched;

/* wm_schema_match, with table and values kept together. */
bool wm_schema_take(wm_refusal *refusal, const char *what, const wm_json_value *object,
                    const wm_field *fields, size_t count, wm_matched *matched);

/* The value of a field of a matched object; NULL where it is absent, or its table has no such field. */
const wm_json_value *wm_schema_of(const wm_matched *matched, const char *key);

/* Whether a value is of a type. */
bool wm_schema_is(const wm_json_value *value, wm_field_type type);

/* Demands a reason if and only if there is a null. Rules: null.missing, null.extra. */
bool wm_schema_reason(wm_refusal *refusal, const char *what, bool has_null, bool has_reason);

/* Values with a stand-in where there is none: NaN, 0. */
double wm_schema_number(const wm_json_value *value);
uint64_t wm_schema_count(const wm_json_value *value);

/* Whether a value is null, as opposed to absent. */
bool wm_schema_is_null(const wm_json_value *value);

/* Reads a hex value; false for anything else. */
bool wm_schema_hex(const wm_json_value *value, uint8_t digest[WM_SHA256_SIZE]);

/* Whether two values are equal, all the way down. Either may be NULL. */
bool wm_schema_equal(const wm_json_value *a, const wm_json_value *b);

/* A string's bytes with a NUL, cut to fit, for words; "" if it is no string. */
const char *wm_schema_text(const wm_json_value *value, char *out, size_t size);

#endif

#define WM_LEDGER_NONE UINT32_MAX /* no entry, no item, no series */

enum {
    WM_LEDGER_STAGES = 8,     /* room for an item's stages; a valid transcript has 3 to 7 */
    WM_LEDGER_REPEATS = 1024, /* room for an item's repeats */
    WM_LEDGER_RECENT =
        16384, /* external observations whose values are kept: as many as one line can name */
    WM_LEDGER_SHAPES = 64 /* lists of field names that are kept */
};

/* What a node is, as bits so that edges can allow several. */
typedef enum wm_class {
    WM_CLASS_ENVIRONMENT = 1,
    WM_CLASS_PLAN = 2,
    WM_CLASS_WORKLOAD = 4,
    WM_CLASS_CALIBRATION = 8,
    WM_CLASS_STAGE = 16,
    WM_CLASS_EXTERNAL = 32,
    WM_CLASS_REDUCTION = 64,
    WM_CLASS_CLAIM = 128,
    WM_CLASS_ROOT = 256
} wm_class;

/* A node on an earlier line. */
typedef struct wm_entry {
    uint8_t id[WM_SHA256_SIZE];
    uint64_t offset; /* of its line in the source */
    uint32_t size;   /* of its line, newline included */
    uint32_t line;   /* from 1 */
    uint32_t owner;  /* item, or series; NONE */
    uint32_t
        part; /* workload: repeat; stage: index; external: index; reduction of a series: its result */
    uint16_t class;
    uint8_t function;
    bool is_of_series; /* a reduction over external observations */
    bool is_used;      /* named by another node */
} wm_entry;

/* A set of digests, each with a number. */
typedef struct wm_digest_set {
    uint32_t *slots; /* number + 1, or 0 */
    size_t capacity; /* a power of two, or 0 */
    size_t count;
} wm_digest_set;

/* One stage of a transcript. */
typedef enum wm_stage_name {
    WM_STAGE_ACQUIRE,
    WM_STAGE_INJECT,
    WM_STAGE_WITNESS,
    WM_STAGE_DECIDE,
    WM_STAGE_REPAIR,
    WM_STAGE_NAMES
} wm_stage_name;

typedef struct wm_observed_stage {
    wm_stage_name name;
    uint32_t entry;
    uint32_t repeat;                       /* acquire: of the product */
    uint8_t output_digest[WM_SHA256_SIZE]; /* all but decide */
    wm_observed_residual residual;         /* witness */
} wm_observed_stage;

/* What was seen of a plan item. */
typedef struct wm_ledger_item {
    wm_item item;
    char label[WM_PLAN_LABEL_SIZE];
    uint32_t environment_entry; /* that its first observation names, or NONE */
    wm_observed_item observed;  /* points into what follows */
    wm_observed_repeat *repeats;
    uint32_t *repeat_entries;
    uint32_t capacity; /* of both */
    wm_observed_calibration *calibration;
    uint32_t calibration_entry;
    bool is_judged; /* its transcript was reduced */
    unsigned stage_count;
    wm_observed_stage stages[WM_LEDGER_STAGES];
} wm_ledger_item;

/* What was seen of a series of external observations. */
typedef struct wm_series {
    uint8_t name_hash[WM_SHA256_SIZE]; /* first, for the set of names */
    char name[65];
    bool is_reduced;
    bool is_wanted; /* by a claim of a graph under construction */
    uint32_t count;
    uint32_t first; /* entry of index 0 */
} wm_series;

/* The field names of external observations, in order. */
typedef struct wm_value_shape {
    uint64_t number; /* counts up; a recent observation whose shape was replaced is read again */
    unsigned count;
    uint8_t size[WM_QUANTITY_VALUES];
    char name[WM_QUANTITY_VALUES][64];
} wm_value_shape;

/* The values of a recent external observation, NaN for null. */
typedef struct wm_recent {
    uint32_t entry;
    uint64_t shape;
    double value[WM_QUANTITY_VALUES];
} wm_recent;

/* Where in the order of a record an audit stands. */
typedef enum wm_phase {
    WM_PHASE_ENVIRONMENT, /* line 1 */
    WM_PHASE_PLAN,        /* line 2 */
    WM_PHASE_BODY,
    WM_PHASE_CLAIMS,
    WM_PHASE_END
} wm_phase;

typedef struct wm_ledger {
    wm_refusal refusal;
    wm_status status; /* the first trouble: NOMEM, IO */
    wm_source source; /* to read lines again */
    wm_phase phase;
    uint64_t line;  /* being looked at, from 1 */
    wm_json *json;  /* of the line being looked at */
    wm_json *again; /* of a line read again */
    wm_buffer again_text;

    wm_entry *entries;
    uint32_t entry_count, entry_capacity;
    wm_digest_set ids;

    wm_plan plan;
    uint32_t plan_entry;
    wm_ledger_item *items; /* plan.item_count of them */

    wm_series *series;
    uint32_t series_count, series_capacity;
    wm_digest_set series_names;
    uint32_t last_series;
    wm_recent *recent;      /* WM_LEDGER_RECENT of them, by entry modulo that */
    wm_value_shape *shapes; /* WM_LEDGER_SHAPES of them, by number modulo that */
    uint64_t shape_count;

    wm_result *results; /* of reductions over series */
    uint32_t result_count, result_capacity;
    double *values; /* of the series being reduced */
    size_t value_capacity;
    wm_buffer inputs; /* the text of the latest inputs that were found to be a whole series, */
    uint32_t *
        input_entries; /* and what they are: reductions over one series tend to follow each other */
    size_t input_capacity;
    uint32_t input_count;

    uint32_t next_item, next_quantity; /* of the expansion, the next claim */
    wm_digest_set own_names;           /* of x. claims */
    uint8_t (*own_name_hashes)[WM_SHA256_SIZE];
    size_t own_name_capacity;
    wm_merkle claims;
    wm_buffer findings; /* name NUL text NUL, one behind the other */
    uint64_t finding_count;

    uint8_t root[WM_SHA256_SIZE]; /* once the root was seen */
    uint8_t files[2][WM_SHA256_SIZE];
} wm_ledger;

/* Begins with nothing seen. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_ledger_init(wm_ledger *ledger);

/* Gives all memory back. */
void wm_ledger_clear(wm_ledger *ledger);

/* Whether the audit can go on: nothing refused, no trouble. */
bool wm_ledger_is_well(const wm_ledger *ledger);

/* Notes trouble; returns false, for the caller to return. */
bool wm_ledger_fail(wm_ledger *ledger, wm_status status);

/* Makes room for one more element in a growing array. False with trouble noted when out of memory. */
bool wm_ledger_grow(wm_ledger *ledger, void **array, size_t element, size_t count,
                    size_t *capacity);

/* The entry with this id, or WM_LEDGER_NONE. */
uint32_t wm_ledger_find(const wm_ledger *ledger, const uint8_t id[WM_SHA256_SIZE]);

/* Adds an entry and gives its index in *index; false with trouble noted when out of memory. */
bool wm_ledger_add(wm_ledger *ledger, const wm_entry *entry, uint32_t *index);

/* The item with this index, or NULL. */
wm_ledger_item *wm_ledger_item_at(wm_ledger *ledger, uint32_t index);

/* Resolves an edge: *entry is the node that a value names, of one of the classes; NONE where a rule is switched off.
 * Rules: edge.known, edge.type. False if something was refused. */
bool wm_ledger_edge(wm_ledger *ledger, const char *field, const wm_json_value *value,
                    unsigned classes, uint32_t *entry);

/* Reads and parses the line of an entry again. The tree lives until the next call. NULL, with trouble noted, on failure. */
const wm_json_value *wm_ledger_read_again(wm_ledger *ledger, uint32_t entry);

/* The number of a digest in a set over hashes that stand in memory `stride` bytes apart; WM_LEDGER_NONE if it is not there. */
uint32_t wm_ledger_set_find(const wm_digest_set *set, const void *hashes, size_t stride,
                            const uint8_t digest[WM_SHA256_SIZE]);

/* Adds number `number`, whose digest stands in hashes already and is not in the set. False when out of memory. */
bool wm_ledger_set_add(wm_digest_set *set, const void *hashes, size_t stride, uint32_t number);

#endif

enum { WM_INTAKE_LINE_MAX = 1048576, WM_INTAKE_DEPTH_MAX = 16 };

/* Takes the next line, at an offset of the source, with its newline if it has one, which only the last may lack.
 * False if something was refused (ledger->refusal), or on trouble (ledger->status). Source: record.md section 2. */
bool wm_intake_line(wm_ledger *ledger, const char *text, size_t size, uint64_t offset);

/* Ends the evidence: demands a root and that everything was reached. False as above. */
bool wm_intake_end(wm_ledger *ledger);

/* Whether a line is the root of a format that is not known here; then its `format` stands in format. */
bool wm_intake_is_newer(wm_json *json, const char *text, size_t size, char format[64]);

#endif

/* Audits evidence into a fresh ledger, which the caller clears. report->size_bytes and ->format are filled.
 * Errors: INVALID, NEWER (ledger->refusal has both), IO, NOMEM, LIMIT. */
WM_MUST_CHECK wm_status wm_audit_ledger(wm_ledger *ledger, const wm_source *source,
                                        const wm_audit_options *options, wm_audit_report *report);

/* Whether the options can be understood. Errors: ARG. */
WM_MUST_CHECK wm_status wm_audit_check_options(const wm_audit_options *options, wm_error *err);

/* Ends an audit that came to status so far: compares the root held, tells the findings, fills report and err. Returns the
 * final status. */
WM_MUST_CHECK wm_status wm_audit_conclude(wm_ledger *ledger, wm_status status,
                                          const wm_audit_options *options, wm_audit_report *report,
                                          wm_error *err);

/* Puts a refusal into a report. */
void wm_audit_report_failure(wm_audit_report *report, const wm_refusal *refusal);

#endif
/* A source read piece by piece and handed out line by line. */
#ifndef WM_EVIDENCE_WINDOW_H
#define WM_EVIDENCE_WINDOW_H


typedef struct wm_window {
    const wm_source *source;
    char *data;
    size_t capacity;
    size_t begin, end; /* of what was read and not handed out */
    uint64_t offset;   /* in the source, of begin */
} wm_window;

/* Begins at the start of a source, which must outlive the window. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_window_open(const wm_source *source, wm_window *window);

/* Gives the memory back. */
void wm_window_close(wm_window *window);

/* Hands out the next line with its newline; *size is 0 at the end. One without a newline is the last, or longer than a line of
 * evidence may be and then cut. The text lives until the next call. Errors: NOMEM, IO. */
WM_MUST_CHECK wm_status wm_window_next(wm_window *window, const char **text, size_t *size);

#endif
/* The audit of an evidence file: one pass over its lines. */



enum { PROGRESS_STEP_audit = 1 << 24, PREFIX_MIN_audit = 8 };

/* Reads the last line and looks whether it is a root of a newer format. */
static wm_status look_ahead_audit(wm_ledger *ledger, wm_audit_report *report)
{
    const wm_source *source = &ledger->source;
    const uint64_t size =
        source->size_bytes < WM_INTAKE_LINE_MAX ? source->size_bytes : WM_INTAKE_LINE_MAX;
    size_t end = (size_t)size, begin;
    char *data;
    wm_status status;
    if (size == 0)
        return WM_OK;
    data = malloc((size_t)size);
    if (data == NULL)
        return WM_E_NOMEM;
    status = source->read(source->context, source->size_bytes - size, data, (size_t)size);
    if (status == WM_OK) {
        end -= data[end - 1] == '\n';
        for (begin = end; begin > 0 && data[begin - 1] != '\n';)
            begin--;
        if ((begin > 0 || size == source->size_bytes) &&
            wm_intake_is_newer(ledger->json, data + begin, end - begin, report->format) &&
            wm_refusal_make(&ledger->refusal, WM_RULE_NEWER,
                            "the record is of format %s, which is newer than %s", report->format,
                            WM_QUANTITY_FORMAT))
            status = WM_E_NEWER;
    }
    free(data);
    return status;
}

/* Counts the lines, so that a refusal of the last one can name it. */
static wm_status count_lines_audit(wm_window *at, wm_ledger *ledger)
{
    wm_status status;
    const char *text;
    size_t size = 0;
    do {
        status = wm_window_next(at, &text, &size);
        if (status == WM_OK && size > 0)
            ledger->refusal.line = ++ledger->line;
    } while (status == WM_OK && size > 0 && size <= WM_INTAKE_LINE_MAX);
    return status;
}

/* Takes line after line until something is wrong. */
static wm_status take_lines_audit(wm_window *at, wm_ledger *ledger, const wm_audit_options *options)
{
    uint64_t told = 0;
    for (;;) {
        const uint64_t offset = at->offset;
        const char *text;
        size_t size;
        wm_status status = wm_window_next(at, &text, &size);
        if (status != WM_OK || size == 0)
            return status;
        if (!wm_intake_line(ledger, text, size, offset))
            return WM_OK; /* the ledger knows what it is */
        if (options != NULL && options->progress != NULL && at->offset - told >= PROGRESS_STEP_audit) {
            told = at->offset;
            options->progress(options->context, at->offset, at->source->size_bytes);
        }
    }
}

wm_status wm_audit_ledger(wm_ledger *ledger, const wm_source *source,
                          const wm_audit_options *options, wm_audit_report *report)
{
    wm_window at;
    wm_status status;
    ledger->source = *source;
    report->size_bytes = source->size_bytes;
    status = wm_window_open(&ledger->source, &at);
    if (status != WM_OK)
        return status;
    status = look_ahead_audit(ledger, report);
    if (status == WM_E_NEWER) {
        const wm_status counted = count_lines_audit(&at, ledger);
        if (counted != WM_OK)
            status = counted;
    } else if (status == WM_OK) {
        status = take_lines_audit(&at, ledger, options);
        if (status == WM_OK && wm_ledger_is_well(ledger))
            (void)wm_intake_end(ledger);
        if (status == WM_OK)
            status = ledger->refusal.is_made ? WM_E_INVALID : ledger->status;
    }
    wm_window_close(&at);
    return status;
}

/* ---- reports --------------------------------------------------------------------------------------------------------- */

void wm_audit_report_failure(wm_audit_report *report, const wm_refusal *refusal)
{
    snprintf(report->failure.file, sizeof report->failure.file, "%s",
             refusal->file == NULL ? "" : refusal->file);
    report->failure.line = refusal->line;
    snprintf(report->failure.tag, sizeof report->failure.tag, "%s", wm_refusal_tag(refusal->rule));
    snprintf(report->failure.words, sizeof report->failure.words, "%s", refusal->words);
}

/* Whether text is 8 to 64 lower-case hex digits. */
static bool is_prefix_audit(const char *text)
{
    const size_t size = strlen(text);
    return size >= PREFIX_MIN_audit && size < WM_ID_SIZE && strspn(text, "0123456789abcdef") == size;
}

wm_status wm_audit_check_options(const wm_audit_options *options, wm_error *err)
{
    if (options == NULL || options->root == NULL || is_prefix_audit(options->root))
        return WM_OK;
    return wm_error_set(err, WM_E_ARG, NULL,
                        "a root is given by 8 to 64 lower-case hex digits, not by `%.80s`",
                        options->root);
}

/* Compares the root with the one that the reader holds. */
static wm_status check_held_audit(wm_ledger *ledger, const wm_audit_options *options, const char *root)
{
    if (options == NULL || options->root == NULL ||
        strncmp(options->root, root, strlen(options->root)) == 0)
        return WM_OK;
    ledger->refusal.file = "evidence.jsonl";
    ledger->refusal.line = ledger->line;
    return wm_refusal_make(&ledger->refusal, WM_RULE_ROOT_HELD,
                           "the root is %s and not the one held, %s", root, options->root)
               ? WM_E_MISMATCH
               : WM_OK;
}

static void tell_findings_audit(const wm_ledger *ledger, const wm_audit_options *options)
{
    const char *at = ledger->findings.data, *end;
    if (options == NULL || options->finding == NULL || ledger->findings.size == 0)
        return;
    end = at + ledger->findings.size;
    while (at < end) {
        wm_finding finding;
        finding.claim = at;
        at += strlen(at) + 1;
        finding.text = at;
        at += strlen(at) + 1;
        options->finding(options->context, &finding);
    }
}

wm_status wm_audit_conclude(wm_ledger *ledger, wm_status status, const wm_audit_options *options,
                            wm_audit_report *report, wm_error *err)
{
    char root[WM_ID_SIZE];
    report->nodes = ledger->entry_count;
    report->claims = ledger->claims.count;
    report->findings = ledger->finding_count;
    if (status == WM_OK) {
        wm_sha256_to_hex(ledger->root, root);
        status = check_held_audit(ledger, options, root);
    }
    if (status == WM_OK) {
        memcpy(report->root, root, sizeof root);
        snprintf(report->format, sizeof report->format, "%s", WM_QUANTITY_FORMAT);
        tell_findings_audit(ledger, options);
        return WM_OK;
    }
    if (!ledger->refusal.is_made)
        return wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    wm_audit_report_failure(report, &ledger->refusal);
    return wm_error_set(err, status, report->failure.file, "line %lu: [%s] %s",
                        (unsigned long)report->failure.line, report->failure.tag,
                        report->failure.words);
}

wm_status wm_audit_source(const wm_source *source, const wm_audit_options *options,
                          wm_audit_report *report, wm_error *err)
{
    wm_ledger ledger;
    wm_status status;
    memset(report, 0, sizeof *report);
    status = wm_audit_check_options(options, err);
    if (status != WM_OK)
        return status;
    status = wm_ledger_init(&ledger);
    if (status != WM_OK)
        return wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    status = wm_audit_ledger(&ledger, source, options, report);
    status = wm_audit_conclude(&ledger, status, options, report, err);
    wm_ledger_clear(&ledger);
    return status;
}

/* ======== evidence/chunk.c ======== */
/* The openings of a witness: chunks of an output with their paths to its digest. */
#ifndef WM_EVIDENCE_CHUNK_H
#define WM_EVIDENCE_CHUNK_H


/* Checks the openings of a gemm output: drawn from its digest, of the right length, leading to it.
 * Rules: opening.place, opening.data, opening.path, and those of fields. False if something was refused, or on trouble.
 * Source: record.md section 3, witness; inputs.md sections 5 and 6. */
bool wm_chunk_check(wm_ledger *ledger, const wm_item *item, const wm_json_value *openings,
                    const uint8_t output_digest[WM_SHA256_SIZE]);

#endif
/* Seeds and challenges, derived from a plan's item and an output's digest. */
#ifndef WM_EVIDENCE_DERIVE_H
#define WM_EVIDENCE_DERIVE_H


/* The seed of the item's operand number `operand` (in the order of variant->operand). nonce is the plan's, NUL-terminated.
 * Source: inputs.md section 1. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_derive_seed(const wm_item *item, const char *nonce, unsigned operand,
                                       uint8_t seed[WM_SHA256_SIZE]);

/* Appends the context of all challenges to the output with this digest. Source: inputs.md section 6. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_derive_context(const wm_item *item, const char *nonce,
                                          const uint8_t output_digest[WM_SHA256_SIZE],
                                          wm_buffer *context);

/* The seed of probe number j (0: the witness's, 1 to 64: the calibration's). Source: inputs.md section 6. */
void wm_derive_probe(const wm_buffer *context, unsigned j, uint8_t seed[WM_SHA256_SIZE]);

/* The other challenges that follow from a context. */
typedef enum wm_challenge {
    WM_CHALLENGE_OPENING, /* which chunks of C are opened */
    WM_CHALLENGE_WEIGHTS, /* the checksum's weights */
    WM_CHALLENGE_ROWS     /* which rows of attention are recomputed */
} wm_challenge;

/* The seed of a challenge. Source: inputs.md section 6. */
void wm_derive_challenge(const wm_buffer *context, wm_challenge challenge,
                         uint8_t seed[WM_SHA256_SIZE]);

/* Opening number t (0 to 31) of an output under an opening seed: which row, which chunk of it.
 * Source: inputs.md section 6. output->rows * output->chunks must be at most 2^32. */
void wm_derive_opening(const uint8_t seed[WM_SHA256_SIZE], const wm_output *output, unsigned t,
                       uint64_t *row, uint64_t *chunk);

#endif
/* Checking opened chunks of an output. */



/* What all openings of one witness share. */
typedef struct opened_chunk {
    wm_ledger *ledger;
    wm_output output;
    uint8_t seed[WM_SHA256_SIZE];
    const uint8_t *output_digest;
} opened_chunk;

/* Reads an array of hashes; false if it is not one or too long for any path. */
static bool read_path_chunk(const wm_json_value *array, uint8_t path[WM_MERKLE_PATH_MAX * WM_SHA256_SIZE],
                      size_t *count)
{
    *count = 0;
    if (array == NULL || array->count > WM_MERKLE_PATH_MAX)
        return false;
    for (const wm_json_value *hash = array->first; hash != NULL; hash = hash->next)
        if (!wm_schema_hex(hash, path + *count * WM_SHA256_SIZE))
            return false;
        else
            ++*count;
    return true;
}

/* Whether the paths lead from a chunk over its row to the output's digest. */
static bool leads_to_digest_chunk(const opened_chunk *all, const uint8_t *data, size_t size, uint64_t row,
                            uint64_t chunk, const wm_json_value *row_path,
                            const wm_json_value *matrix_path)
{
    uint8_t path[WM_MERKLE_PATH_MAX * WM_SHA256_SIZE], hash[WM_SHA256_SIZE];
    uint8_t row_digest[WM_SHA256_SIZE];
    size_t count;
    wm_merkle_leaf(data, size, hash);
    if (!read_path_chunk(row_path, path, &count) ||
        wm_merkle_follow_inclusion(hash, chunk, all->output.chunks, path, count, row_digest) !=
            WM_OK)
        return false;
    wm_merkle_leaf(row_digest, sizeof row_digest, hash);
    return read_path_chunk(matrix_path, path, &count) &&
           wm_merkle_check_inclusion(hash, row, all->output.rows, path, count,
                                     all->output_digest) == WM_OK;
}

/* The bytes of a chunk of a row: all but a row's last have the full size. */
static size_t chunk_size_chunk(const wm_output *output, uint64_t chunk)
{
    const uint64_t left = output->row_bytes - chunk * WM_QUANTITY_CHUNK_BYTES;
    return left < WM_QUANTITY_CHUNK_BYTES ? (size_t)left : WM_QUANTITY_CHUNK_BYTES;
}

static bool check_opening_chunk(const opened_chunk *all, unsigned number, const wm_json_value *opening)
{
    static const wm_field FIELDS[] = {WM_FIELD("chunk", COUNT, 0), WM_FIELD("data", WORD, 0),
                                      WM_FIELD("matrix_path", ARRAY, 0), WM_FIELD("row", COUNT, 0),
                                      WM_FIELD("row_path", ARRAY, 0)};
    wm_refusal *refusal = &all->ledger->refusal;
    const wm_json_value *values[5];
    uint8_t data[WM_QUANTITY_CHUNK_BYTES];
    uint64_t row, chunk;
    size_t size = 0, expected;
    if (opening->kind != WM_JSON_OBJECT &&
        wm_refusal_make(refusal, WM_RULE_SCHEMA_VALUE, "an opening is not an object"))
        return false;
    if (!wm_schema_match(refusal, "an opening", opening, FIELDS, 5, values))
        return false;
    if (values[0] == NULL || values[1] == NULL || values[2] == NULL || values[3] == NULL ||
        values[4] == NULL)
        return true; /* a rule of fields is off */
    wm_derive_opening(all->seed, &all->output, number, &row, &chunk);
    if (wm_schema_count(values[3]) != row || wm_schema_count(values[0]) != chunk) {
        if (wm_refusal_make(refusal, WM_RULE_OPENING_PLACE,
                            "opening %u is of row %.0f, chunk %.0f and not of row %.0f, chunk %.0f",
                            number, values[3]->number, values[0]->number, (double)row,
                            (double)chunk))
            return false;
        row = wm_schema_count(values[3]);
        chunk = wm_schema_count(values[0]);
        if (row >= all->output.rows || chunk >= all->output.chunks)
            return true;
    }
    expected = chunk_size_chunk(&all->output, chunk);
    if ((wm_base64_decode(values[1]->text, values[1]->text_size, data, sizeof data, &size) !=
             WM_OK ||
         size != expected) &&
        wm_refusal_make(refusal, WM_RULE_OPENING_DATA,
                        "the data of opening %u is not base64 of %lu bytes", number,
                        (unsigned long)expected))
        return false;
    return leads_to_digest_chunk(all, data, size < sizeof data ? size : sizeof data, row, chunk,
                           values[4], values[2]) ||
           !wm_refusal_make(refusal, WM_RULE_OPENING_PATH,
                            "the paths of opening %u do not lead to the output digest", number);
}

bool wm_chunk_check(wm_ledger *ledger, const wm_item *item, const wm_json_value *openings,
                    const uint8_t output_digest[WM_SHA256_SIZE])
{
    wm_buffer context = WM_BUFFER_EMPTY;
    unsigned number = 0;
    opened_chunk all;
    wm_status status;
    if (openings == NULL)
        return true; /* a rule of fields is off */
    if (openings->count != WM_QUANTITY_OPENINGS &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_LENGTH,
                        "there are %lu openings and not 32", (unsigned long)openings->count))
        return false;
    all.ledger = ledger;
    all.output_digest = output_digest;
    wm_plan_output(item, &all.output);
    status = wm_derive_context(item, ledger->plan.nonce, output_digest, &context);
    if (status == WM_OK)
        wm_derive_challenge(&context, WM_CHALLENGE_OPENING, all.seed);
    wm_buffer_clear(&context);
    if (status != WM_OK)
        return wm_ledger_fail(ledger, status);
    for (const wm_json_value *opening = openings->first;
         opening != NULL && number < WM_QUANTITY_OPENINGS; opening = opening->next)
        if (!check_opening_chunk(&all, number++, opening))
            return false;
    return true;
}

/* ======== evidence/claim.c ======== */
/* Checks of claims against the plan's expansion, and of the root against the claims. */
#ifndef WM_EVIDENCE_CLAIM_H
#define WM_EVIDENCE_CLAIM_H


/* Takes a claim, checks it, and enters it in the ledger. image is its line with the newline. entry has id, offset, size and line already.
 * False if something was refused, or on trouble. Source: record.md section 6. */
bool wm_claim_take(wm_ledger *ledger, const wm_json_value *node, const char *image, size_t size,
                   wm_entry *entry);

/* Takes the root. */
bool wm_claim_root(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry);

/* The item and quantity of the next claim of the expansion; false if it is at its end. */
bool wm_claim_next(wm_ledger *ledger, const wm_quantity **quantity);

/* Demands, after the root, that every node was reached. */
bool wm_claim_reach(wm_ledger *ledger);

/* The paths that the root's files have, in order. */
const char *wm_claim_file(size_t index);

#endif
/* Checks of reduction nodes: the right inputs, and the value that they come to. */
#ifndef WM_EVIDENCE_REDUCED_H
#define WM_EVIDENCE_REDUCED_H


/* Takes a reduction, recomputes it, and enters it in the ledger. entry has id, offset, size and line already.
 * False if something was refused, or on trouble. Source: record.md section 4. */
bool wm_reduced_take(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry);

/* Input number i of a function of an item, or WM_LEDGER_NONE past the last and where the inputs are not there. */
uint32_t wm_reduced_input(const wm_ledger_item *item, wm_function function, uint32_t i);

/* Whether a value (and the reason beside it) is a result. */
bool wm_reduced_is(const wm_json_value *value, const wm_result *result);

/* A result as words, for what was expected. */
const char *wm_reduced_words(const wm_result *result, char *out, size_t size);

#endif
/* Values as a claim displays them. */
#ifndef WM_EVIDENCE_TEXT_H
#define WM_EVIDENCE_TEXT_H


enum {
    WM_TEXT_SIZE = 512
}; /* room for any text with its NUL: fixed2 of 1.8e308 has 312 characters */

/* Writes a value in a format with its unit, and a NUL. A null is `n/a`. Rounding is half-even on the exact value.
 * unit is at most 64 bytes, NUL-terminated. Source: ours, record.md section 6, text formats. */
void wm_text_write(const wm_result *value, wm_text_format format, const char *unit,
                   char text[WM_TEXT_SIZE]);

#endif
/* Claims and the root. */



/* ---- what is compared with the tables -------------------------------------------------------------------------------- */

static bool check_result_claim(wm_ledger *ledger, wm_rule rule, const char *field,
                         const wm_json_value *value, const wm_result *result, const char *name)
{
    char expected[160];
    if (value == NULL || wm_reduced_is(value, result))
        return true;
    return !wm_refusal_make(&ledger->refusal, rule, "the %s of %s is %s", field, name,
                            wm_reduced_words(result, expected, sizeof expected));
}

static bool check_text_claim(wm_ledger *ledger, const wm_json_value *text, const wm_result *result,
                       wm_text_format format, const char *unit, const char *name)
{
    char expected[WM_TEXT_SIZE];
    wm_text_write(result, format, unit, expected);
    return text == NULL || wm_json_is_text(text, expected) ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_TEXT, "the text of %s is `%s`", name,
                            expected);
}

/* The reason is that of the first of these results that is null. */
static bool check_reason_claim(wm_ledger *ledger, const wm_json_value *reason, const wm_result *results,
                         size_t count, const char *name)
{
    if (reason == NULL)
        return true;
    for (size_t i = 0; i < count; i++)
        if (results[i].kind == WM_RESULT_NULL)
            return wm_json_is_text(reason, results[i].text) ||
                   !wm_refusal_make(&ledger->refusal, WM_RULE_NULL_CLAIM,
                                    "the reason of %s is `%s`", name, results[i].text);
    return true;
}

/* ---- claims of the expansion ----------------------------------------------------------------------------------------- */

bool wm_claim_next(wm_ledger *ledger, const wm_quantity **quantity)
{
    while (ledger->next_item < ledger->plan.item_count) {
        *quantity = wm_quantity_at(ledger->next_quantity);
        if (*quantity != NULL &&
            (!(*quantity)->gemm_only || ledger->items[ledger->next_item].item.variant->is_gemm))
            return true;
        ledger->next_quantity++;
        if (*quantity == NULL) {
            ledger->next_quantity = 0;
            ledger->next_item++;
        }
    }
    *quantity = NULL;
    return false;
}

/* Writes the name of the next claim. */
static void next_name_claim(const wm_ledger *ledger, const wm_quantity *quantity, char *name, size_t size)
{
    snprintf(name, size, "%s.%s", ledger->items[ledger->next_item].label, quantity->name);
}

static bool refuse_missing_claim(wm_ledger *ledger, const char *name)
{
    return !wm_refusal_make(&ledger->refusal, WM_RULE_CLAIM_MISSING, "the claim %s is missing here",
                            name);
}

/* Moves to the claim of the expansion that has the name of the one found; *quantity is NULL if it is ignored, a rule being off. */
static bool find_in_expansion_claim(wm_ledger *ledger, const wm_json_value *found,
                              const wm_quantity **quantity)
{
    const uint32_t item = ledger->next_item, number = ledger->next_quantity;
    char name[WM_PLAN_LABEL_SIZE + 32], first[WM_PLAN_LABEL_SIZE + 32] = "", text[96];
    while (wm_claim_next(ledger, quantity)) {
        next_name_claim(ledger, *quantity, name, sizeof name);
        if (wm_json_is_text(found, name))
            return first[0] == '\0' || refuse_missing_claim(ledger, first);
        if (first[0] == '\0')
            memcpy(first, name, sizeof first);
        ledger->next_quantity++;
    }
    ledger->next_item = item;
    ledger->next_quantity = number;
    *quantity = NULL;
    return !wm_refusal_make(&ledger->refusal, WM_RULE_CLAIM_NAME,
                            "%s is not a claim of the plan's expansion at this place%s%s",
                            wm_schema_text(found, text, sizeof text),
                            first[0] == '\0' ? "" : "; here stands ", first);
}

/* The fields of a claim of one quantity. */
typedef struct claim_values_claim {
    const wm_json_value *asserts, *class, *reason, *text, *tolerance, *unit, *value;
} claim_values_claim;

static bool match_claim_claim(wm_ledger *ledger, const wm_json_value *node, const wm_quantity *quantity,
                        const char *name, claim_values_claim *claim)
{
    static const wm_field ALL[] = {
        WM_FIELD("asserts", HEX, 0),
        WM_FIELD("class", WORD, WM_FIELD_NULLABLE),
        WM_FIELD("name", WORD, 0),
        WM_FIELD("reason", REASON, 0),
        WM_FIELD("text", TEXT, 0),
        WM_FIELD("tolerance", NUMBER, WM_FIELD_NULLABLE),
        WM_FIELD("type", WORD, 0),
        WM_FIELD("unit", TEXT, 0),
        WM_FIELD("value", VALUE, WM_FIELD_NULLABLE),
    };
    enum { CLASS = 1, TOLERANCE = 5, FIELDS = 9 };
    const wm_json_value *values[FIELDS], *all[FIELDS] = {NULL};
    wm_field fields[FIELDS];
    size_t place[FIELDS], count = 0;
    for (size_t i = 0; i < FIELDS; i++)
        if ((i != CLASS || quantity->class_function != WM_FUNCTION_NONE) &&
            (i != TOLERANCE || quantity->tolerance_function != WM_FUNCTION_NONE)) {
            place[count] = i;
            fields[count++] = ALL[i];
        }
    if (!wm_schema_match(&ledger->refusal, name, node, fields, count, values))
        return false;
    for (size_t i = 0; i < count; i++)
        all[place[i]] = values[i];
    claim->asserts = all[0];
    claim->class = all[CLASS];
    claim->reason = all[3];
    claim->text = all[4];
    claim->tolerance = all[TOLERANCE];
    claim->unit = all[7];
    claim->value = all[8];
    return true;
}

/* A claim rests on the reduction of its own item and function. */
static bool check_asserts_claim(wm_ledger *ledger, const wm_quantity *quantity, const char *name,
                          const wm_json_value *asserts)
{
    const wm_entry *reduction;
    uint32_t entry;
    if (!wm_ledger_edge(ledger, "asserts", asserts, WM_CLASS_REDUCTION, &entry))
        return false;
    if (entry == WM_LEDGER_NONE)
        return true; /* a rule is off */
    reduction = &ledger->entries[entry];
    if (!reduction->is_of_series && reduction->function == (uint8_t)quantity->function &&
        reduction->owner == ledger->next_item)
        return true;
    return !wm_refusal_make(&ledger->refusal, WM_RULE_CLAIM_ASSERTS,
                            "%s asserts the reduction on line %lu, which is not %s of %s", name,
                            (unsigned long)reduction->line,
                            wm_quantity_function_name(quantity->function),
                            ledger->items[ledger->next_item].label);
}

/* A verdict that is not the good one is a finding: shown, but no reason to refuse. */
static bool note_finding_claim(wm_ledger *ledger, const wm_quantity *quantity, const char *name,
                         const wm_result *result)
{
    char text[WM_TEXT_SIZE];
    const char *good = quantity->function == WM_FUNCTION_VERIFIED ? "PASS" : "accept";
    wm_status status;
    if (quantity->function != WM_FUNCTION_VERIFIED && quantity->function != WM_FUNCTION_TRANSCRIPT)
        return true;
    wm_text_write(result, quantity->text, "class", text);
    if (strcmp(text, good) == 0)
        return true;
    ledger->finding_count++;
    status = wm_buffer_append(&ledger->findings, name, strlen(name) + 1);
    if (status == WM_OK)
        status = wm_buffer_append(&ledger->findings, text, strlen(text) + 1);
    return status == WM_OK || wm_ledger_fail(ledger, status);
}

static bool take_expanded_claim(wm_ledger *ledger, const wm_json_value *node, const wm_quantity *quantity)
{
    const wm_ledger_item *item = &ledger->items[ledger->next_item];
    const wm_function functions[3] = {quantity->function, quantity->class_function,
                                      quantity->tolerance_function};
    const char *unit = quantity->unit == NULL ? item->item.variant->unit : quantity->unit;
    char name[WM_PLAN_LABEL_SIZE + 32];
    wm_result results[3] = {
        {WM_RESULT_WORD, 0, ""}, {WM_RESULT_WORD, 0, ""}, {WM_RESULT_WORD, 0, ""}};
    claim_values_claim claim;
    next_name_claim(ledger, quantity, name, sizeof name);
    for (unsigned i = 0; i < 3; i++)
        if (functions[i] != WM_FUNCTION_NONE)
            results[i] = wm_reduction_of_item(functions[i], &item->observed);
    if (!match_claim_claim(ledger, node, quantity, name, &claim) ||
        !check_asserts_claim(ledger, quantity, name, claim.asserts) ||
        !check_result_claim(ledger, WM_RULE_VALUE, "value", claim.value, &results[0], name) ||
        !check_result_claim(ledger, WM_RULE_CLASS, "class", claim.class, &results[1], name) ||
        !check_result_claim(ledger, WM_RULE_TOLERANCE, "tolerance", claim.tolerance, &results[2], name) ||
        !check_reason_claim(ledger, claim.reason, results, 3, name))
        return false;
    if (claim.unit != NULL && !wm_json_is_text(claim.unit, unit) &&
        wm_refusal_make(&ledger->refusal, WM_RULE_UNIT, "the unit of %s is `%s`", name, unit))
        return false;
    if (!check_text_claim(ledger, claim.text, &results[0], quantity->text, unit, name))
        return false;
    return note_finding_claim(ledger, quantity, name, &results[0]);
}

/* ---- x. claims ------------------------------------------------------------------------------------------------------- */

static bool is_own_claim(const wm_json_value *name)
{
    return name != NULL && name->kind == WM_JSON_STRING && name->text_size >= 2 &&
           memcmp(name->text, "x.", 2) == 0;
}

static bool is_own_unit_claim(const wm_json_value *unit)
{
    if (unit->text_size < 1 || unit->text_size > 16)
        return false;
    for (size_t i = 0; i < unit->text_size; i++) {
        const char c = unit->text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '/' || c == '%'))
            return false;
    }
    return true;
}

/* The rest of the name is a name, and no two are equal. */
static bool check_own_name_claim(wm_ledger *ledger, const wm_json_value *name, const char *text)
{
    wm_json_value rest = *name;
    uint8_t hash[WM_SHA256_SIZE];
    void *hashes = ledger->own_name_hashes;
    rest.text += 2;
    rest.text_size -= 2;
    if (!wm_schema_is(&rest, WM_FIELD_NAME) &&
        wm_refusal_make(&ledger->refusal, WM_RULE_CLAIM_OWN_NAME,
                        "%s is not `x.` and 1 to 64 of [a-z0-9_.]", text))
        return false;
    wm_sha256_hash(name->text, name->text_size, hash);
    if (wm_ledger_set_find(&ledger->own_names, hashes, sizeof hash, hash) != WM_LEDGER_NONE)
        return !wm_refusal_make(&ledger->refusal, WM_RULE_CLAIM_TWICE,
                                "there is a claim %s already", text);
    if (!wm_ledger_grow(ledger, &hashes, sizeof hash, ledger->own_names.count,
                        &ledger->own_name_capacity))
        return false;
    ledger->own_name_hashes = hashes;
    memcpy(ledger->own_name_hashes[ledger->own_names.count], hash, sizeof hash);
    return wm_ledger_set_add(&ledger->own_names, hashes, sizeof hash,
                             (uint32_t)ledger->own_names.count) ||
           wm_ledger_fail(ledger, WM_E_NOMEM);
}

/* Resolves a reduction over external observations. */
static bool check_own_source_claim(wm_ledger *ledger, const char *field, const wm_json_value *id,
                             uint32_t *entry)
{
    if (!wm_ledger_edge(ledger, field, id, WM_CLASS_REDUCTION, entry))
        return false;
    if (*entry == WM_LEDGER_NONE || ledger->entries[*entry].is_of_series)
        return true;
    *entry = WM_LEDGER_NONE;
    return !wm_refusal_make(&ledger->refusal, WM_RULE_CLAIM_SOURCE,
                            "`%s` names a reduction that is not over external observations", field);
}

static bool check_beside_claim(wm_ledger *ledger, const wm_json_value *beside)
{
    uint32_t entry;
    if (beside == NULL)
        return true;
    if ((beside->count < 1 || beside->count > WM_QUANTITY_BESIDE) &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_LENGTH, "`beside` has not 1 to 16 ids"))
        return false;
    for (const wm_json_value *id = beside->first; id != NULL; id = id->next)
        if (!check_own_source_claim(ledger, "beside", id, &entry))
            return false;
    return true;
}

/* Value, reason and text follow from the reduction and the format. */
static bool check_own_value_claim(wm_ledger *ledger, const wm_result *result,
                            const wm_json_value *const values[9], const char *name)
{
    const wm_json_value *format = values[2], *unit = values[7];
    wm_text_format text_format = WM_TEXT_WORD;
    char unit_text[20];
    if (format != NULL)
        text_format = wm_quantity_text(format->text, format->text_size);
    if (text_format == WM_TEXT_WORD || text_format == WM_TEXT_COUNT)
        return !wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_WORD,
                                "`format` of %s is none of its table", name);
    if (unit != NULL && !is_own_unit_claim(unit) &&
        wm_refusal_make(&ledger->refusal, WM_RULE_UNIT_OWN,
                        "the unit of %s is not 1 to 16 of [A-Za-z0-9/%%]", name))
        return false;
    return check_result_claim(ledger, WM_RULE_VALUE, "value", values[8], result, name) &&
           check_reason_claim(ledger, values[4], result, 1, name) &&
           check_text_claim(ledger, values[5], result, text_format,
                      wm_schema_text(unit, unit_text, sizeof unit_text), name);
}

static bool take_own_claim(wm_ledger *ledger, const wm_json_value *node)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("asserts", HEX, 0),
        WM_FIELD("beside", ARRAY, WM_FIELD_OPTIONAL),
        WM_FIELD("format", WORD, 0),
        WM_FIELD("name", WORD, 0),
        WM_FIELD("reason", REASON, 0),
        WM_FIELD("text", TEXT, 0),
        WM_FIELD("type", WORD, 0),
        WM_FIELD("unit", TEXT, 0),
        WM_FIELD("value", VALUE, WM_FIELD_NULLABLE),
    };
    const wm_json_value *values[9];
    char name[72];
    uint32_t entry;
    (void)wm_schema_text(wm_json_member(node, "name"), name, sizeof name);
    if (!wm_schema_match(&ledger->refusal, name, node, FIELDS, 9, values) ||
        !check_own_name_claim(ledger, wm_json_member(node, "name"), name) ||
        !check_own_source_claim(ledger, "asserts", values[0], &entry) || !check_beside_claim(ledger, values[1]))
        return false;
    return entry == WM_LEDGER_NONE ||
           check_own_value_claim(ledger, &ledger->results[ledger->entries[entry].part], values, name);
}

/* ---- any claim ------------------------------------------------------------------------------------------------------- */

bool wm_claim_take(wm_ledger *ledger, const wm_json_value *node, const char *image, size_t size,
                   wm_entry *entry)
{
    const wm_json_value *name = wm_json_member(node, "name");
    const wm_quantity *quantity;
    char first[WM_PLAN_LABEL_SIZE + 32];
    uint32_t index;
    if (is_own_claim(name)) {
        if (wm_claim_next(ledger, &quantity)) {
            next_name_claim(ledger, quantity, first, sizeof first);
            if (!refuse_missing_claim(ledger, first))
                return false;
        }
        if (!take_own_claim(ledger, node))
            return false;
    } else {
        if (!find_in_expansion_claim(ledger, name, &quantity) ||
            (quantity != NULL && !take_expanded_claim(ledger, node, quantity)))
            return false;
        ledger->next_quantity += quantity != NULL;
    }
    entry->class = WM_CLASS_CLAIM;
    if (!wm_ledger_add(ledger, entry, &index))
        return false;
    wm_merkle_add(&ledger->claims, image, size);
    return true;
}

/* ---- root ------------------------------------------------------------------------------------------------------------ */

const char *wm_claim_file(size_t index)
{
    static const char *const PATHS[] = {"code/verify.c", "code/verify_graph.py"};
    return index < sizeof PATHS / sizeof PATHS[0] ? PATHS[index] : NULL;
}

/* Whether `files` is exactly the checkers, in order; their hashes are kept. */
static bool read_files_claim(wm_ledger *ledger, const wm_json_value *files, bool *is_right)
{
    static const wm_field FIELDS[] = {WM_FIELD("path", TEXT, 0), WM_FIELD("sha256", HEX, 0)};
    const wm_json_value *values[2];
    size_t i = 0;
    *is_right = true;
    for (const wm_json_value *file = files == NULL ? NULL : files->first; file != NULL;
         file = file->next, i++) {
        if (file->kind != WM_JSON_OBJECT &&
            wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_VALUE, "a file is not an object"))
            return false;
        if (!wm_schema_match(&ledger->refusal, "a file", file, FIELDS, 2, values))
            return false;
        *is_right = *is_right && wm_claim_file(i) != NULL &&
                    wm_json_is_text(values[0], wm_claim_file(i)) &&
                    wm_schema_hex(values[1], ledger->files[i]);
    }
    *is_right = *is_right && wm_claim_file(i) == NULL;
    return true;
}

static bool check_root_claim(wm_ledger *ledger, const wm_json_value *count, const wm_json_value *merkle,
                       const wm_json_value *files)
{
    uint8_t expected[WM_SHA256_SIZE], found[WM_SHA256_SIZE];
    char hex[WM_SHA256_HEX_SIZE + 1];
    bool is_right;
    if (count != NULL && wm_schema_count(count) != ledger->claims.count &&
        wm_refusal_make(&ledger->refusal, WM_RULE_CLAIM_COUNT, "`claim_count` is %lu and not %.0f",
                        (unsigned long)ledger->claims.count, wm_schema_number(count)))
        return false;
    wm_merkle_root(&ledger->claims, expected);
    wm_sha256_to_hex(expected, hex);
    if (wm_schema_hex(merkle, found) && memcmp(found, expected, sizeof found) != 0 &&
        wm_refusal_make(&ledger->refusal, WM_RULE_MERKLE, "`merkle_root` is %s", hex))
        return false;
    return read_files_claim(ledger, files, &is_right) &&
           (is_right || !wm_refusal_make(&ledger->refusal, WM_RULE_FILES_LIST,
                                         "`files` is not code/verify.c, code/verify_graph.py"));
}

bool wm_claim_root(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("claim_count", COUNT, 0), WM_FIELD("continues", HEX, WM_FIELD_NULLABLE),
        WM_FIELD("files", ARRAY, 0),       WM_FIELD("format", WORD, 0),
        WM_FIELD("merkle_root", HEX, 0),   WM_FIELD("plan", HEX, 0),
        WM_FIELD("type", WORD, 0),
    };
    const wm_json_value *values[7];
    const wm_quantity *quantity;
    char first[WM_PLAN_LABEL_SIZE + 32];
    uint32_t index, plan;
    if (wm_claim_next(ledger, &quantity)) {
        next_name_claim(ledger, quantity, first, sizeof first);
        if (!refuse_missing_claim(ledger, first))
            return false;
    }
    if (!wm_schema_match(&ledger->refusal, "the root", node, FIELDS, 7, values) ||
        !wm_ledger_edge(ledger, "plan", values[5], WM_CLASS_PLAN, &plan))
        return false;
    if (values[3] != NULL && !wm_json_is_text(values[3], WM_QUANTITY_FORMAT) &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_WORD, "`format` is not `%s`",
                        WM_QUANTITY_FORMAT))
        return false;
    if (!check_root_claim(ledger, values[0], values[4], values[2]))
        return false;
    entry->class = WM_CLASS_ROOT;
    if (!wm_ledger_add(ledger, entry, &index))
        return false;
    memcpy(ledger->root, entry->id, sizeof ledger->root);
    return true;
}

/* ---- reachability ---------------------------------------------------------------------------------------------------- */

static bool refuse_unreached_claim(wm_ledger *ledger, const wm_entry *node, wm_rule rule,
                             const char *words)
{
    const uint64_t line = ledger->refusal.line;
    bool is_refused;
    ledger->refusal.line = node->line;
    is_refused = wm_refusal_make(&ledger->refusal, rule, "%s", words);
    if (!is_refused)
        ledger->refusal.line = line;
    return !is_refused;
}

static bool reach_claim(wm_ledger *ledger, const wm_entry *node)
{
    if (node->class == WM_CLASS_ENVIRONMENT && !node->is_used)
        return refuse_unreached_claim(ledger, node, WM_RULE_REACHABLE_ENVIRONMENT,
                                "no node names this environment");
    if (node->class == WM_CLASS_REDUCTION && !node->is_used)
        return refuse_unreached_claim(ledger, node, WM_RULE_REACHABLE_REDUCTION,
                                "no claim names this reduction");
    if (node->class == WM_CLASS_EXTERNAL && !ledger->series[node->owner].is_reduced)
        return refuse_unreached_claim(ledger, node, WM_RULE_REACHABLE_EXTERNAL,
                                "no reduction names this observation");
    return true;
}

bool wm_claim_reach(wm_ledger *ledger)
{
    for (uint32_t i = 0; i < ledger->entry_count; i++)
        if (!reach_claim(ledger, &ledger->entries[i]))
            return false;
    return true;
}

/* ======== evidence/derive.c ======== */
/* The hashes that seeds and challenges are. */



static void add_text_derive(wm_sha256 *hash, const char *text)
{
    wm_sha256_update(hash, text, strlen(text));
}

wm_status wm_derive_seed(const wm_item *item, const char *nonce, unsigned operand,
                         uint8_t seed[WM_SHA256_SIZE])
{
    wm_buffer image = WM_BUFFER_EMPTY;
    wm_sha256 hash;
    wm_status status = wm_buffer_puts(&image, "{\"shape\":");
    if (status == WM_OK)
        status = wm_plan_shape_json(item, &image);
    if (status == WM_OK)
        status = wm_buffer_printf(&image, ",\"variant\":\"%s\",\"workload\":\"%s\"}",
                                  item->variant->variant, item->variant->workload);
    if (status == WM_OK) {
        wm_sha256_init(&hash);
        add_text_derive(&hash, "witnessmark/1 input\n");
        wm_sha256_update(&hash, image.data, image.size);
        add_text_derive(&hash, "\n");
        add_text_derive(&hash, item->variant->operand[operand]);
        add_text_derive(&hash, "\n");
        add_text_derive(&hash, nonce);
        wm_sha256_final(&hash, seed);
    }
    wm_buffer_clear(&image);
    return status;
}

/* Appends the seeds of all operands as an array of hex. */
static wm_status add_seeds_derive(const wm_item *item, const char *nonce, wm_buffer *context)
{
    wm_status status = wm_buffer_puts(context, ",\"seeds\":[");
    for (unsigned i = 0; i < item->variant->operand_count && status == WM_OK; i++) {
        uint8_t seed[WM_SHA256_SIZE];
        char hex[WM_SHA256_HEX_SIZE + 1];
        status = wm_derive_seed(item, nonce, i, seed);
        if (status != WM_OK)
            break;
        wm_sha256_to_hex(seed, hex);
        status = wm_buffer_printf(context, "%s\"%s\"", i == 0 ? "" : ",", hex);
    }
    return status != WM_OK ? status : wm_buffer_puts(context, "],\"shape\":");
}

wm_status wm_derive_context(const wm_item *item, const char *nonce,
                            const uint8_t output_digest[WM_SHA256_SIZE], wm_buffer *context)
{
    const wm_variant *variant = item->variant;
    char hex[WM_SHA256_HEX_SIZE + 1];
    wm_status status;
    wm_sha256_to_hex(output_digest, hex);
    status = wm_buffer_printf(context,
                              "{\"layout\":\"%s\",\"nonce\":\"%s\",\"operand_format\":\"%s\","
                              "\"output_digest\":\"%s\",\"output_format\":\"%s\"",
                              variant->layout, nonce, variant->operand_format, hex,
                              variant->output_format);
    if (status == WM_OK)
        status = add_seeds_derive(item, nonce, context);
    if (status == WM_OK)
        status = wm_plan_shape_json(item, context);
    if (status == WM_OK)
        status = wm_buffer_printf(context, ",\"variant\":\"%s\",\"workload\":\"%s\"}",
                                  variant->variant, variant->workload);
    return status;
}

/* SHA-256( tag || context || tail ) */
static void hash_context_derive(const char *tag, const wm_buffer *context, const char *tail,
                         uint8_t seed[WM_SHA256_SIZE])
{
    wm_sha256 hash;
    wm_sha256_init(&hash);
    add_text_derive(&hash, tag);
    wm_sha256_update(&hash, context->data, context->size);
    add_text_derive(&hash, tail);
    wm_sha256_final(&hash, seed);
}

void wm_derive_probe(const wm_buffer *context, unsigned j, uint8_t seed[WM_SHA256_SIZE])
{
    char tail[32];
    snprintf(tail, sizeof tail, "\n8\n%u", j);
    hash_context_derive("witnessmark/1 probe\n", context, tail, seed);
}

void wm_derive_challenge(const wm_buffer *context, wm_challenge challenge,
                         uint8_t seed[WM_SHA256_SIZE])
{
    static const char *const TAGS[] = {"witnessmark/1 opening\n", "witnessmark/1 weights\n",
                                       "witnessmark/1 rows\n"};
    hash_context_derive(TAGS[challenge], context, "", seed);
}

void wm_derive_opening(const uint8_t seed[WM_SHA256_SIZE], const wm_output *output, unsigned t,
                       uint64_t *row, uint64_t *chunk)
{
    const wm_philox stream = wm_philox_from_seed(seed);
    const uint64_t draw = wm_philox_bounded(&stream, t, output->rows * output->chunks);
    *row = draw / output->chunks;
    *chunk = draw % output->chunks;
}

/* ======== evidence/folder.c ======== */
/* The audit of a record's folder: its evidence, its manifest, its files, and nothing else. */
#ifndef WM_EVIDENCE_FOLDER_H
#define WM_EVIDENCE_FOLDER_H


/* What stands at a path in a folder. */
typedef enum wm_folder_kind {
    WM_FOLDER_FILE,  /* a plain file */
    WM_FOLDER_EMPTY, /* a folder with nothing in it */
    WM_FOLDER_OTHER  /* a symbolic link, a device, a pipe, a socket */
} wm_folder_kind;

/* Told of everything in a folder but folders that hold something; path is relative to it. */
typedef void wm_folder_visit(void *context, const char *path, wm_folder_kind kind);

/* How a folder is read. C99 has no folders, so the one who has brings it. */
typedef struct wm_folder {
    void *context;
    /* Opens a plain file by its path in the folder. Errors: NOTFOUND, INVALID (no plain file), OPEN, NOMEM. */
    wm_status (*open)(void *context, const char *path, wm_source *source);
    void (*close)(void *context, wm_source *source);
    /* Visits everything below the folder. NULL: it cannot be listed, and extra files and links are not seen. */
    wm_status (*list)(void *context, wm_folder_visit *visit, void *visit_context);
} wm_folder;

/* Audits a record. Errors: as wm_audit_path. Source: record.md, all of it. */
WM_MUST_CHECK wm_status wm_folder_audit(const wm_folder *folder, const wm_audit_options *options,
                                        wm_audit_report *report, wm_error *err);

#endif
/* The record's folder: manifest, files, and what should not be there. */



static const char EVIDENCE_folder[] = "evidence.jsonl";
static const char MANIFEST_folder[] = "manifest.sha256";

enum { MANIFEST_MAX_folder = 1 << 20, NAMES_MAX_folder = 64, PATH_MAX_BYTES_folder = 255, HASH_WINDOW_folder = 1 << 16 };

/* A line of the manifest. */
typedef struct named_folder {
    char path[PATH_MAX_BYTES_folder + 1];
    uint8_t hash[WM_SHA256_SIZE];
    uint64_t line;
} named_folder;

/* The audit of one folder. */
typedef struct audited_folder {
    const wm_folder *folder;
    wm_ledger *ledger;
    wm_status status; /* trouble that is no refusal */
    size_t count;
    named_folder names[NAMES_MAX_folder];
    char offender[PATH_MAX_BYTES_folder + 1]; /* the first path by its bytes that should not be there */
    bool wants_plain;                  /* looking for extra files, not for what is no file */
} audited_folder;

static bool refuse_named_folder(audited_folder *at, const char *file, uint64_t line, wm_rule rule,
                         const char *words, const char *path)
{
    wm_refusal *refusal = &at->ledger->refusal;
    refusal->file = file;
    refusal->line = line;
    return !wm_refusal_make(refusal, rule, "%s%s", words, path);
}

static bool refuse_at_folder(audited_folder *at, const char *file, uint64_t line, wm_rule rule, const char *words)
{
    return refuse_named_folder(at, file, line, rule, words, "");
}

/* Opens a file that must be there; *is_open is false where it is not, a rule being off. */
static bool open_file_folder(audited_folder *at, const char *path, wm_source *source, bool *is_open)
{
    const wm_status status = at->folder->open(at->folder->context, path, source);
    *is_open = status == WM_OK;
    if (status == WM_OK)
        return true;
    if (status == WM_E_NOTFOUND)
        return refuse_at_folder(at, path, 0, WM_RULE_MANIFEST_FILES, "the file is not there");
    if (status == WM_E_INVALID)
        return refuse_at_folder(at, path, 0, WM_RULE_SYMLINK, "this is no plain file");
    at->ledger->refusal.file = path;
    at->status = status;
    return false;
}

/* ---- manifest -------------------------------------------------------------------------------------------------------- */

/* Whether a path is relative, of the allowed characters, without empty, `.` or `..` components. */
static bool is_path_folder(const char *text, size_t size)
{
    size_t start = 0;
    for (size_t i = 0; i <= size; i++) {
        const char c = i < size ? text[i] : '/';
        if (c == '/') {
            const size_t length = i - start;
            if (length == 0 || (length == 1 && text[start] == '.') ||
                (length == 2 && text[start] == '.' && text[start + 1] == '.'))
                return false;
            start = i + 1;
        } else if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     c == '.' || c == '_' || c == '-')) {
            return false;
        }
    }
    return size > 0 && size <= PATH_MAX_BYTES_folder;
}

/* Line 1 names the root. */
static bool check_first_line_folder(audited_folder *at, const char *line, size_t size)
{
    uint8_t root[WM_SHA256_SIZE];
    if (size != 7 + 64 || memcmp(line, "# root ", 7) != 0 ||
        !wm_sha256_from_hex(line + 7, 64, root))
        return refuse_at_folder(at, MANIFEST_folder, 1, WM_RULE_MANIFEST_FORM, "line 1 is not `# root ID`");
    return memcmp(root, at->ledger->root, sizeof root) == 0 ||
           refuse_at_folder(at, MANIFEST_folder, 1, WM_RULE_MANIFEST_ROOT,
                     "this is not the root of the evidence");
}

static bool check_line_folder(audited_folder *at, uint64_t number, const char *line, size_t size)
{
    named_folder *name = &at->names[at->count];
    if (size < 67 || memcmp(line + 64, "  ", 2) != 0 || !wm_sha256_from_hex(line, 64, name->hash) ||
        !is_path_folder(line + 66, size - 66))
        return refuse_at_folder(at, MANIFEST_folder, number, WM_RULE_MANIFEST_FORM,
                         "the line is not a SHA-256, two spaces and a path");
    memcpy(name->path, line + 66, size - 66);
    name->path[size - 66] = '\0';
    name->line = number;
    if (at->count > 0 && strcmp(at->names[at->count - 1].path, name->path) >= 0 &&
        !refuse_at_folder(at, MANIFEST_folder, number, WM_RULE_MANIFEST_FORM, "paths are not in ascending order"))
        return false;
    at->count++;
    return true;
}

static bool check_lines_folder(audited_folder *at, const char *text, size_t size)
{
    uint64_t number = 1;
    if (size == 0)
        return refuse_at_folder(at, MANIFEST_folder, 0, WM_RULE_MANIFEST_FORM, "the file is empty");
    while (size > 0) {
        const char *newline = memchr(text, '\n', size);
        const size_t line = newline == NULL ? size : (size_t)(newline - text);
        if (newline == NULL && !refuse_at_folder(at, MANIFEST_folder, number, WM_RULE_MANIFEST_FORM,
                                          "the last line does not end with a newline"))
            return false;
        if (number == 1 ? !check_first_line_folder(at, text, line) : !check_line_folder(at, number, text, line))
            return false;
        if (at->count == NAMES_MAX_folder)
            return refuse_at_folder(at, MANIFEST_folder, number, WM_RULE_MANIFEST_FILES, "too many files");
        text += newline == NULL ? line : line + 1;
        size -= newline == NULL ? line : line + 1;
        number++;
    }
    return true;
}

static bool read_manifest_folder(audited_folder *at)
{
    wm_source source;
    bool is_open, is_right = true;
    char *text;
    if (!open_file_folder(at, MANIFEST_folder, &source, &is_open))
        return false;
    if (!is_open)
        return true;
    if (source.size_bytes > MANIFEST_MAX_folder) {
        at->folder->close(at->folder->context, &source);
        return refuse_at_folder(at, MANIFEST_folder, 0, WM_RULE_MANIFEST_FORM, "the file is over 1 MiB");
    }
    text = malloc((size_t)source.size_bytes + 1);
    at->status =
        text == NULL ? WM_E_NOMEM : source.read(source.context, 0, text, (size_t)source.size_bytes);
    if (at->status == WM_OK)
        is_right = check_lines_folder(at, text, (size_t)source.size_bytes);
    free(text);
    at->folder->close(at->folder->context, &source);
    return is_right && at->status == WM_OK;
}

/* ---- files ----------------------------------------------------------------------------------------------------------- */

static const named_folder *find_name_folder(const audited_folder *at, const char *path)
{
    for (size_t i = 0; i < at->count; i++)
        if (strcmp(at->names[i].path, path) == 0)
            return &at->names[i];
    return NULL;
}

static bool is_of_record_folder(const char *path)
{
    for (size_t i = 0; wm_claim_file(i) != NULL; i++)
        if (strcmp(wm_claim_file(i), path) == 0)
            return true;
    return strcmp(path, EVIDENCE_folder) == 0;
}

/* The manifest names exactly the evidence and the root's files. */
static bool check_names_folder(audited_folder *at)
{
    for (size_t i = 0; i < at->count; i++)
        if (!is_of_record_folder(at->names[i].path) &&
            !refuse_named_folder(at, MANIFEST_folder, at->names[i].line, WM_RULE_MANIFEST_FILES,
                          "the root does not list ", at->names[i].path))
            return false;
    for (size_t i = 0; wm_claim_file(i) != NULL; i++)
        if (find_name_folder(at, wm_claim_file(i)) == NULL &&
            !refuse_named_folder(at, MANIFEST_folder, 0, WM_RULE_MANIFEST_FILES, "there is no line for ",
                          wm_claim_file(i)))
            return false;
    return find_name_folder(at, EVIDENCE_folder) != NULL ||
           refuse_named_folder(at, MANIFEST_folder, 0, WM_RULE_MANIFEST_FILES, "there is no line for ", EVIDENCE_folder);
}

static wm_status hash_source_folder(const wm_source *source, uint8_t digest[WM_SHA256_SIZE])
{
    uint8_t *data = malloc(HASH_WINDOW_folder);
    wm_status status = data == NULL ? WM_E_NOMEM : WM_OK;
    wm_sha256 hash;
    wm_sha256_init(&hash);
    for (uint64_t done = 0; status == WM_OK && done < source->size_bytes;) {
        const uint64_t left = source->size_bytes - done;
        const size_t size = left < HASH_WINDOW_folder ? (size_t)left : HASH_WINDOW_folder;
        status = source->read(source->context, done, data, size);
        if (status == WM_OK)
            wm_sha256_update(&hash, data, size);
        done += size;
    }
    free(data);
    if (status == WM_OK)
        wm_sha256_final(&hash, digest);
    return status;
}

/* Compares one file with the manifest and, where it is one of its files, the root. */
static bool check_file_folder(audited_folder *at, const char *path, const uint8_t *of_root)
{
    const named_folder *name = find_name_folder(at, path);
    uint8_t hash[WM_SHA256_SIZE];
    wm_source source;
    bool is_open;
    if (!open_file_folder(at, path, &source, &is_open))
        return false;
    if (!is_open)
        return true;
    at->status = hash_source_folder(&source, hash);
    at->folder->close(at->folder->context, &source);
    if (at->status != WM_OK) {
        at->ledger->refusal.file = path;
        return false;
    }
    if (name != NULL && memcmp(hash, name->hash, sizeof hash) != 0 &&
        !refuse_at_folder(at, path, 0, WM_RULE_MANIFEST_HASH,
                   "the file has not the SHA-256 of the manifest"))
        return false;
    return of_root == NULL || memcmp(hash, of_root, sizeof hash) == 0 ||
           refuse_at_folder(at, path, 0, WM_RULE_FILES_HASH, "the file has not the SHA-256 of the root");
}

/* ---- what should not be there ---------------------------------------------------------------------------------------- */

static void visit_folder(void *context, const char *path, wm_folder_kind kind)
{
    audited_folder *at = context;
    if ((kind == WM_FOLDER_FILE) != at->wants_plain)
        return;
    if (kind == WM_FOLDER_FILE && (strcmp(path, MANIFEST_folder) == 0 || find_name_folder(at, path) != NULL))
        return;
    if (at->offender[0] != '\0' && strncmp(at->offender, path, PATH_MAX_BYTES_folder) <= 0)
        return;
    strncpy(at->offender, path, PATH_MAX_BYTES_folder);
}

/* Looks for what is no plain file, or for plain files that the manifest does not name. */
static bool check_listing_folder(audited_folder *at, bool wants_plain)
{
    if (at->folder->list == NULL)
        return true;
    at->wants_plain = wants_plain;
    at->offender[0] = '\0';
    at->status = at->folder->list(at->folder->context, visit_folder, at);
    if (at->status != WM_OK)
        return false;
    if (at->offender[0] == '\0')
        return true;
    return wants_plain ? refuse_at_folder(at, at->offender, 0, WM_RULE_EXTRA,
                                   "the manifest does not name this file")
                       : refuse_at_folder(at, at->offender, 0, WM_RULE_SYMLINK,
                                   "this is neither a plain file nor a folder that holds one");
}

/* ---- all of it ------------------------------------------------------------------------------------------------------- */

static bool check_evidence_folder(audited_folder *at, const wm_audit_options *options, wm_audit_report *report)
{
    wm_source source;
    bool is_open;
    if (!open_file_folder(at, EVIDENCE_folder, &source, &is_open))
        return false;
    if (!is_open)
        return true;
    at->ledger->refusal.file = EVIDENCE_folder;
    at->status = wm_audit_ledger(at->ledger, &source, options, report);
    at->folder->close(at->folder->context, &source);
    return at->status == WM_OK;
}

/* A folder without evidence is no record, whatever else is in it. */
static bool check_there_folder(audited_folder *at)
{
    wm_source source;
    const wm_status status = at->folder->open(at->folder->context, EVIDENCE_folder, &source);
    if (status == WM_OK)
        at->folder->close(at->folder->context, &source);
    return status != WM_E_NOTFOUND ||
           refuse_at_folder(at, EVIDENCE_folder, 0, WM_RULE_MANIFEST_FILES, "the file is not there");
}

static bool check_all_folder(audited_folder *at, const wm_audit_options *options, wm_audit_report *report)
{
    if (!check_there_folder(at) || !check_listing_folder(at, false) || !check_evidence_folder(at, options, report) ||
        !read_manifest_folder(at) || !check_names_folder(at))
        return false;
    for (size_t i = 0; wm_claim_file(i) != NULL; i++)
        if (!check_file_folder(at, wm_claim_file(i), at->ledger->files[i]))
            return false;
    return check_file_folder(at, EVIDENCE_folder, NULL) && check_listing_folder(at, true);
}

wm_status wm_folder_audit(const wm_folder *folder, const wm_audit_options *options,
                          wm_audit_report *report, wm_error *err)
{
    wm_ledger ledger;
    audited_folder *at;
    wm_status status;
    memset(report, 0, sizeof *report);
    status = wm_audit_check_options(options, err);
    if (status != WM_OK)
        return status;
    at = calloc(1, sizeof *at);
    status = at == NULL ? WM_E_NOMEM : wm_ledger_init(&ledger);
    if (status != WM_OK) {
        free(at);
        return wm_error_set(err, status, NULL, "%s", wm_status_text(status));
    }
    at->folder = folder;
    at->ledger = &ledger;
    if (!check_all_folder(at, options, report))
        status = at->status != WM_OK ? at->status : WM_E_INVALID;
    status = wm_audit_conclude(&ledger, status, options, report, err);
    wm_ledger_clear(&ledger);
    free(at);
    return status;
}

/* ======== evidence/intake.c ======== */
/* Checks of what was measured for a plan item: repeats and calibrations. */
#ifndef WM_EVIDENCE_MEASURED_H
#define WM_EVIDENCE_MEASURED_H


/* Each takes a node of its kind, checks it, and enters it in the ledger. entry has id, offset, size and line already.
 * False if something was refused, or on trouble. Source: record.md section 3. */
bool wm_measured_workload(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry);
bool wm_measured_calibration(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry);

/* Reads a residual object of an item. False if something was refused. */
bool wm_measured_residual(wm_ledger *ledger, const wm_item *item, const wm_json_value *value,
                          wm_observed_residual *residual);

/* Whether a node has a `status` of "failed"; a word that is neither that nor "ok" is refused (schema.word). */
bool wm_measured_status(wm_ledger *ledger, const wm_json_value *node, bool *is_failed);

/* Demands, before the first claim, that every item has all its repeats, and its calibration if and only if it must. */
bool wm_measured_finish(wm_ledger *ledger);

#endif
/* Checks of the observations that no plan item owns: environments, the plan, external numbers. */
#ifndef WM_EVIDENCE_OBSERVATION_H
#define WM_EVIDENCE_OBSERVATION_H


/* Each takes a node of its kind, checks it, and enters it in the ledger. entry has id, offset, size and line already.
 * False if something was refused, or on trouble. Source: record.md section 3. */
bool wm_observation_environment(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry);
bool wm_observation_plan(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry);
bool wm_observation_external(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry);

/* Checks the edges that every observation of an item has, its environment, which is that of the item's others, and the plan, and gives
 * its item: NULL if the plan has none with that number, which is for the caller to refuse. Rule: environment.same. */
bool wm_observation_of_item(wm_ledger *ledger, const wm_matched *matched, wm_ledger_item **item);

/* The series with this name, or WM_LEDGER_NONE. */
uint32_t wm_observation_series(const wm_ledger *ledger, const char *name);

/* The value of a field of an external observation, by entry: from what is kept, or read again. *is_there tells whether it
 * has the field; NaN is a null. False on trouble. */
bool wm_observation_value(wm_ledger *ledger, uint32_t entry, const wm_json_value *field,
                          double *value, bool *is_there);

#endif
/* Checks of the stages of a transcript. */
#ifndef WM_EVIDENCE_STAGE_H
#define WM_EVIDENCE_STAGE_H


/* Takes a stage, checks it, and enters it in the ledger. entry has id, offset, size and line already.
 * False if something was refused, or on trouble. Source: record.md section 3. */
bool wm_stage_take(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry);

/* Demands, before the first claim, of every item the whole transcript of the right repeat if and only if it must have one. */
bool wm_stage_finish(wm_ledger *ledger);

#endif
/* Lines of evidence, one by one. */



/* ---- form ------------------------------------------------------------------------------------------------------------ */

/* Checks length and newline; *is_skipped where there is nothing to read, a rule being off. */
static bool check_bytes_intake(wm_ledger *ledger, const char *text, size_t size, bool *is_skipped)
{
    const bool has_newline = size > 0 && text[size - 1] == '\n';
    *is_skipped = size == 0 || (size == 1 && has_newline);
    if (*is_skipped)
        return !wm_refusal_make(&ledger->refusal, WM_RULE_LINE_EMPTY, "the line is empty");
    if (size > WM_INTAKE_LINE_MAX && wm_refusal_make(&ledger->refusal, WM_RULE_LINE_LENGTH,
                                                     "the line has more than 1,048,576 bytes"))
        return false;
    return has_newline || !wm_refusal_make(&ledger->refusal, WM_RULE_LINE_NEWLINE,
                                           "the last line does not end with a newline");
}

static bool is_key_intake(const wm_json_value *member)
{
    for (size_t i = 0; i < member->key_size; i++) {
        const char c = member->key[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'))
            return false;
    }
    return member->key_size > 0;
}

/* Whether all keys of a tree, whose depth is bounded, are of the allowed characters. */
static bool has_good_keys_intake(const wm_json_value *value)
{
    if (value->kind != WM_JSON_OBJECT && value->kind != WM_JSON_ARRAY)
        return true;
    for (const wm_json_value *child = value->first; child != NULL; child = child->next)
        if ((child->key != NULL && !is_key_intake(child)) || !has_good_keys_intake(child))
            return false;
    return true;
}

/* Parses the line; *node is NULL where it cannot be read, a rule being off. */
static bool parse_intake(wm_ledger *ledger, const char *text, size_t size, const wm_json_value **node)
{
    static const wm_json_options OPTIONS = {WM_JSON_STRICT, WM_INTAKE_DEPTH_MAX, 0};
    wm_error err;
    wm_status status;
    *node = NULL;
    err.message[0] = '\0';
    status = wm_jcs_parse(ledger->json, text, size, &OPTIONS, node, &err);
    switch (status) {
    case WM_OK:
        break;
    case WM_E_CANON: /* where both rules are broken, the one on keys says more */
        if (*node != NULL && !has_good_keys_intake(*node) &&
            wm_refusal_make(&ledger->refusal, WM_RULE_LINE_KEY, "a key is not of [a-z0-9_]+"))
            return false;
        if (wm_refusal_make(&ledger->refusal, WM_RULE_CANONICAL,
                            "the line is not its own canonical image: %s", err.message))
            return false;
        break;
    case WM_E_SYNTAX:
    case WM_E_LIMIT:
        *node = NULL;
        return !wm_refusal_make(&ledger->refusal, WM_RULE_LINE_JSON, "the line is not JSON: %s",
                                err.message);
    default:
        return wm_ledger_fail(ledger, status);
    }
    if (*node != NULL && (*node)->kind == WM_JSON_OBJECT)
        return true;
    *node = NULL;
    return !wm_refusal_make(&ledger->refusal, WM_RULE_LINE_JSON, "the line is no JSON object");
}

/* The id of a line, and that it is new; *is_skipped where it is not, the rule being off. */
static bool identify_intake(wm_ledger *ledger, const char *text, size_t size, wm_entry *entry,
                     bool *is_skipped)
{
    uint32_t earlier;
    if (text[size - 1] == '\n') {
        wm_sha256_hash(text, size, entry->id);
    } else {
        wm_sha256 hash;
        wm_sha256_init(&hash);
        wm_sha256_update(&hash, text, size);
        wm_sha256_update(&hash, "\n", 1);
        wm_sha256_final(&hash, entry->id);
    }
    earlier = wm_ledger_find(ledger, entry->id);
    *is_skipped = earlier != WM_LEDGER_NONE;
    return !*is_skipped ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_DUPLICATE, "the line is equal to line %lu",
                            (unsigned long)ledger->entries[earlier].line);
}

/* ---- order ----------------------------------------------------------------------------------------------------------- */

static bool refuse_order_intake(wm_ledger *ledger, wm_rule rule, const char *words)
{
    return !wm_refusal_make(&ledger->refusal, rule, "%s", words);
}

/* Checks what is demanded before the first claim, or the root of a record without claims. */
static bool begin_claims_intake(wm_ledger *ledger)
{
    if (ledger->phase >= WM_PHASE_CLAIMS)
        return true;
    ledger->phase = WM_PHASE_CLAIMS;
    return wm_measured_finish(ledger) && wm_stage_finish(ledger);
}

/* The first two lines are fixed; *is_skipped where a plan comes again, the rule being off. */
static bool check_head_intake(wm_ledger *ledger, wm_class class, bool *is_skipped)
{
    if (ledger->phase == WM_PHASE_ENVIRONMENT) {
        ledger->phase = class == WM_CLASS_PLAN ? WM_PHASE_BODY : WM_PHASE_PLAN;
        return class == WM_CLASS_ENVIRONMENT ||
               refuse_order_intake(ledger, WM_RULE_ORDER_HEAD, "line 1 is no environment");
    }
    if (class == WM_CLASS_PLAN) {
        *is_skipped = ledger->plan_entry != WM_LEDGER_NONE;
        ledger->phase = *is_skipped ? ledger->phase : WM_PHASE_BODY;
        return (!*is_skipped && ledger->line == 2) ||
               refuse_order_intake(ledger, WM_RULE_ORDER_HEAD,
                            "the plan stands on line 2 and nowhere else");
    }
    return ledger->phase != WM_PHASE_PLAN ||
           refuse_order_intake(ledger, WM_RULE_ORDER_HEAD, "line 2 is not the plan");
}

static bool check_order_intake(wm_ledger *ledger, wm_class class, bool *is_skipped)
{
    *is_skipped = ledger->phase == WM_PHASE_END;
    if (*is_skipped)
        return refuse_order_intake(ledger, WM_RULE_ORDER_ROOT, "there is a line after the root");
    if (!check_head_intake(ledger, class, is_skipped))
        return false;
    if (class != WM_CLASS_CLAIM && class != WM_CLASS_ROOT)
        return ledger->phase != WM_PHASE_CLAIMS ||
               refuse_order_intake(ledger, WM_RULE_ORDER_CLAIMS,
                            "an observation or reduction stands among the claims");
    return begin_claims_intake(ledger);
}

/* ---- type and kind --------------------------------------------------------------------------------------------------- */

static const struct {
    const char *kind;
    wm_class class;
} KINDS_intake[] = {{"environment", WM_CLASS_ENVIRONMENT},
             {"plan", WM_CLASS_PLAN},
             {"workload", WM_CLASS_WORKLOAD},
             {"calibration", WM_CLASS_CALIBRATION},
             {"stage", WM_CLASS_STAGE},
             {"external", WM_CLASS_EXTERNAL}};

/* What a node is; *class is 0 where it is nothing known, a rule being off. */
static bool classify_intake(wm_ledger *ledger, const wm_json_value *node, wm_class *class)
{
    const wm_json_value *type = wm_json_member(node, "type"), *kind;
    char text[64];
    *class = (wm_class)0;
    if (wm_json_is_text(type, "reduction"))
        *class = WM_CLASS_REDUCTION;
    else if (wm_json_is_text(type, "claim"))
        *class = WM_CLASS_CLAIM;
    else if (wm_json_is_text(type, "root"))
        *class = WM_CLASS_ROOT;
    else if (!wm_json_is_text(type, "observation"))
        return !wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_TYPE, "there is no type `%s`",
                                wm_schema_text(type, text, sizeof text));
    if (*class != 0)
        return true;
    kind = wm_json_member(node, "kind");
    for (size_t i = 0; i < sizeof KINDS_intake / sizeof KINDS_intake[0]; i++)
        if (wm_json_is_text(kind, KINDS_intake[i].kind))
            *class = KINDS_intake[i].class;
    return *class != 0 || !wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_KIND,
                                           "there is no observation of kind `%s`",
                                           wm_schema_text(kind, text, sizeof text));
}

static bool take_intake(wm_ledger *ledger, wm_class class, const wm_json_value *node, const char *text,
                 size_t size, wm_entry *entry)
{
    switch (class) {
    case WM_CLASS_ENVIRONMENT:
        return wm_observation_environment(ledger, node, entry);
    case WM_CLASS_PLAN:
        return wm_observation_plan(ledger, node, entry);
    case WM_CLASS_WORKLOAD:
        return wm_measured_workload(ledger, node, entry);
    case WM_CLASS_CALIBRATION:
        return wm_measured_calibration(ledger, node, entry);
    case WM_CLASS_STAGE:
        return wm_stage_take(ledger, node, entry);
    case WM_CLASS_EXTERNAL:
        return wm_observation_external(ledger, node, entry);
    case WM_CLASS_REDUCTION:
        return wm_reduced_take(ledger, node, entry);
    case WM_CLASS_CLAIM:
        return wm_claim_take(ledger, node, text, size, entry);
    case WM_CLASS_ROOT:
        ledger->phase = WM_PHASE_END;
        return wm_claim_root(ledger, node, entry);
    }
    return true;
}

bool wm_intake_line(wm_ledger *ledger, const char *text, size_t size, uint64_t offset)
{
    const size_t bare = size > 0 && text[size - 1] == '\n' ? size - 1 : size;
    const wm_json_value *node;
    bool is_skipped;
    wm_class class;
    wm_entry entry;
    ledger->refusal.line = ++ledger->line;
    memset(&entry, 0, sizeof entry);
    entry.offset = offset;
    entry.size = (uint32_t)size;
    entry.line = ledger->line < UINT32_MAX ? (uint32_t)ledger->line : UINT32_MAX;
    entry.owner = WM_LEDGER_NONE;
    if (size > UINT32_MAX)
        return wm_ledger_fail(ledger, WM_E_LIMIT);
    if (!check_bytes_intake(ledger, text, size, &is_skipped))
        return false;
    if (is_skipped)
        return true;
    if (!parse_intake(ledger, text, bare, &node))
        return false;
    if (node == NULL)
        return true;
    if (!identify_intake(ledger, text, size, &entry, &is_skipped))
        return false;
    if (is_skipped)
        return true;
    if (!classify_intake(ledger, node, &class))
        return false;
    if (class == 0)
        return true;
    if (!check_order_intake(ledger, class, &is_skipped))
        return false;
    return is_skipped || take_intake(ledger, class, node, text, size, &entry);
}

bool wm_intake_end(wm_ledger *ledger)
{
    ledger->refusal.line = ledger->line;
    if (ledger->phase != WM_PHASE_END) {
        if (ledger->line == 0)
            ledger->refusal.line = 0;
        if (wm_refusal_make(&ledger->refusal, WM_RULE_ORDER_ROOT,
                            ledger->line == 0 ? "the file is empty" : "the last line is no root"))
            return false;
    }
    return wm_claim_reach(ledger);
}

/* ---- newer formats --------------------------------------------------------------------------------------------------- */

/* Skips digits; false if there were none. */
static bool skip_digits_intake(const char **at, const char *end)
{
    const char *start = *at;
    while (*at < end && **at >= '0' && **at <= '9')
        ++*at;
    return *at > start;
}

bool wm_intake_is_newer(wm_json *json, const char *text, size_t size, char format[64])
{
    static const wm_json_options OPTIONS = {WM_JSON_STRICT, WM_INTAKE_DEPTH_MAX, 0};
    static const char PREFIX[] = "witnessmark/";
    const wm_json_value *node = NULL, *value;
    const char *at, *end;
    format[0] = '\0';
    if (size == 0 || size > WM_INTAKE_LINE_MAX ||
        wm_json_parse(json, text, size, &OPTIONS, &node, NULL) != WM_OK ||
        !wm_json_is_text(wm_json_member(node, "type"), "root"))
        return false;
    value = wm_json_member(node, "format");
    if (value == NULL || value->kind != WM_JSON_STRING || value->text_size >= 64)
        return false;
    (void)wm_schema_text(value, format, 64);
    if (strncmp(format, PREFIX, sizeof PREFIX - 1) != 0 || strcmp(format, WM_QUANTITY_FORMAT) == 0)
        return false;
    at = format + sizeof PREFIX - 1;
    end = format + strlen(format);
    return skip_digits_intake(&at, end) && at < end && *at++ == '.' && skip_digits_intake(&at, end) && at == end;
}

/* ======== evidence/ledger.c ======== */
/* Nodes by id, and the memory of an audit. */


wm_status wm_ledger_init(wm_ledger *ledger)
{
    memset(ledger, 0, sizeof *ledger);
    ledger->refusal.file = "evidence.jsonl";
    ledger->plan_entry = WM_LEDGER_NONE;
    ledger->last_series = WM_LEDGER_NONE;
    wm_merkle_init(&ledger->claims);
    ledger->json = wm_json_new();
    ledger->again = wm_json_new();
    if (ledger->json != NULL && ledger->again != NULL)
        return WM_OK;
    wm_ledger_clear(ledger);
    return WM_E_NOMEM;
}

void wm_ledger_clear(wm_ledger *ledger)
{
    if (ledger->items != NULL)
        for (size_t i = 0; i < ledger->plan.item_count; i++) {
            free(ledger->items[i].repeats);
            free(ledger->items[i].repeat_entries);
            free(ledger->items[i].calibration);
        }
    free(ledger->items);
    free(ledger->plan.items);
    free(ledger->entries);
    free(ledger->ids.slots);
    free(ledger->series);
    free(ledger->series_names.slots);
    free(ledger->recent);
    free(ledger->shapes);
    free(ledger->results);
    free(ledger->values);
    free(ledger->input_entries);
    wm_buffer_clear(&ledger->inputs);
    free(ledger->own_names.slots);
    free(ledger->own_name_hashes);
    wm_buffer_clear(&ledger->findings);
    wm_buffer_clear(&ledger->again_text);
    wm_json_free(ledger->json);
    wm_json_free(ledger->again);
    memset(ledger, 0, sizeof *ledger);
}

bool wm_ledger_is_well(const wm_ledger *ledger)
{
    return ledger->status == WM_OK && !ledger->refusal.is_made;
}

bool wm_ledger_fail(wm_ledger *ledger, wm_status status)
{
    if (ledger->status == WM_OK)
        ledger->status = status;
    return false;
}

bool wm_ledger_grow(wm_ledger *ledger, void **array, size_t element, size_t count, size_t *capacity)
{
    size_t wanted = *capacity < 16 ? 16 : *capacity;
    void *grown;
    if (count < *capacity)
        return true;
    while (wanted <= count) {
        if (wanted > SIZE_MAX / 2 / element)
            return wm_ledger_fail(ledger, WM_E_NOMEM);
        wanted *= 2;
    }
    grown = realloc(*array, wanted * element);
    if (grown == NULL)
        return wm_ledger_fail(ledger, WM_E_NOMEM);
    *array = grown;
    *capacity = wanted;
    return true;
}

/* ---- Sets of digests: open addressing, at most half full ------------------------------------------------------------- */

static const uint8_t *hash_at_ledger(const void *hashes, size_t stride, uint32_t number)
{
    return (const uint8_t *)hashes + stride * number;
}

/* A digest's first slot: its own bytes are as good as a hash of them. */
static size_t first_slot_ledger(const uint8_t *digest, size_t capacity)
{
    uint64_t bits;
    memcpy(&bits, digest, sizeof bits);
    return (size_t)(bits ^ (bits >> 32)) & (capacity - 1);
}

uint32_t wm_ledger_set_find(const wm_digest_set *set, const void *hashes, size_t stride,
                            const uint8_t digest[WM_SHA256_SIZE])
{
    size_t slot;
    if (set->capacity == 0)
        return WM_LEDGER_NONE;
    for (slot = first_slot_ledger(digest, set->capacity); set->slots[slot] != 0;
         slot = (slot + 1) & (set->capacity - 1)) {
        const uint32_t number = set->slots[slot] - 1;
        if (memcmp(hash_at_ledger(hashes, stride, number), digest, WM_SHA256_SIZE) == 0)
            return number;
    }
    return WM_LEDGER_NONE;
}

static void put_ledger(uint32_t *slots, size_t capacity, const uint8_t *digest, uint32_t number)
{
    size_t slot = first_slot_ledger(digest, capacity);
    while (slots[slot] != 0)
        slot = (slot + 1) & (capacity - 1);
    slots[slot] = number + 1;
}

static bool set_grow_ledger(wm_digest_set *set, const void *hashes, size_t stride)
{
    const size_t capacity = set->capacity == 0 ? 64 : set->capacity * 2;
    uint32_t *slots = calloc(capacity, sizeof *slots);
    if (slots == NULL)
        return false;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->slots[i] != 0)
            put_ledger(slots, capacity, hash_at_ledger(hashes, stride, set->slots[i] - 1), set->slots[i] - 1);
    free(set->slots);
    set->slots = slots;
    set->capacity = capacity;
    return true;
}

bool wm_ledger_set_add(wm_digest_set *set, const void *hashes, size_t stride, uint32_t number)
{
    if (set->count >= set->capacity / 2 && !set_grow_ledger(set, hashes, stride))
        return false;
    put_ledger(set->slots, set->capacity, hash_at_ledger(hashes, stride, number), number);
    set->count++;
    return true;
}

/* ---- Nodes ----------------------------------------------------------------------------------------------------------- */

uint32_t wm_ledger_find(const wm_ledger *ledger, const uint8_t id[WM_SHA256_SIZE])
{
    return wm_ledger_set_find(&ledger->ids, ledger->entries, sizeof *ledger->entries, id);
}

bool wm_ledger_add(wm_ledger *ledger, const wm_entry *entry, uint32_t *index)
{
    size_t capacity = ledger->entry_capacity;
    void *entries = ledger->entries;
    if (ledger->entry_count >= WM_LEDGER_NONE - 1)
        return wm_ledger_fail(ledger, WM_E_LIMIT);
    if (!wm_ledger_grow(ledger, &entries, sizeof *ledger->entries, ledger->entry_count, &capacity))
        return false;
    ledger->entries = entries;
    ledger->entry_capacity = capacity > UINT32_MAX ? UINT32_MAX : (uint32_t)capacity;
    ledger->entries[ledger->entry_count] = *entry;
    if (!wm_ledger_set_add(&ledger->ids, ledger->entries, sizeof *ledger->entries,
                           ledger->entry_count))
        return wm_ledger_fail(ledger, WM_E_NOMEM);
    *index = ledger->entry_count++;
    return true;
}

wm_ledger_item *wm_ledger_item_at(wm_ledger *ledger, uint32_t index)
{
    return index < ledger->plan.item_count ? &ledger->items[index] : NULL;
}

bool wm_ledger_edge(wm_ledger *ledger, const char *field, const wm_json_value *value,
                    unsigned classes, uint32_t *entry)
{
    uint8_t id[WM_SHA256_SIZE];
    *entry = WM_LEDGER_NONE;
    if (value == NULL || value->kind == WM_JSON_NULL)
        return true; /* its schema rule is off */
    if (wm_schema_hex(value, id))
        *entry = wm_ledger_find(ledger, id);
    if (*entry == WM_LEDGER_NONE)
        return !wm_refusal_make(&ledger->refusal, WM_RULE_EDGE_KNOWN, "`%s` names no earlier line",
                                field);
    if ((ledger->entries[*entry].class & classes) != 0) {
        ledger->entries[*entry].is_used = true;
        return true;
    }
    *entry = WM_LEDGER_NONE;
    return !wm_refusal_make(&ledger->refusal, WM_RULE_EDGE_TYPE,
                            "`%s` names a node of another type or kind", field);
}

const wm_json_value *wm_ledger_read_again(wm_ledger *ledger, uint32_t entry)
{
    const wm_entry *node = &ledger->entries[entry];
    const wm_json_options options = {WM_JSON_STRICT, 0, 0};
    const wm_json_value *root = NULL;
    uint8_t id[WM_SHA256_SIZE];
    wm_status status;
    ledger->again_text.size = 0;
    status = wm_buffer_reserve(&ledger->again_text, node->size);
    if (status == WM_OK)
        status = ledger->source.read(ledger->source.context, node->offset, ledger->again_text.data,
                                     node->size);
    if (status == WM_OK)
        status = wm_json_parse(ledger->again, ledger->again_text.data, node->size, &options, &root,
                               NULL);
    if (status == WM_OK)
        wm_sha256_hash(ledger->again_text.data, node->size, id);
    if (status == WM_E_SYNTAX || status == WM_E_LIMIT ||
        (status == WM_OK && memcmp(id, node->id, sizeof id) != 0))
        status = WM_E_IO; /* the file changed between two reads */
    if (status == WM_OK)
        return root;
    (void)wm_ledger_fail(ledger, status);
    return NULL;
}

/* ======== evidence/measured.c ======== */
#include <math.h>
/* Workload observations and calibrations. */



bool wm_measured_status(wm_ledger *ledger, const wm_json_value *node, bool *is_failed)
{
    const wm_json_value *status = wm_json_member(node, "status");
    *is_failed = status != NULL && wm_json_is_text(status, "failed");
    if (status == NULL || *is_failed || wm_json_is_text(status, "ok"))
        return true; /* an absent one is missed by the schema */
    return !wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_WORD,
                            "`status` is neither `ok` nor `failed`");
}

/* ---- residuals ------------------------------------------------------------------------------------------------------- */

bool wm_measured_residual(wm_ledger *ledger, const wm_item *item, const wm_json_value *value,
                          wm_observed_residual *residual)
{
    static const wm_field GEMM[] = {
        WM_FIELD("difference_max", SIZE, WM_FIELD_NULLABLE), WM_FIELD("reason", REASON, 0),
        WM_FIELD("reference_max", SIZE, WM_FIELD_NULLABLE), WM_FIELD("row", COUNT, 0),
        WM_FIELD("row_statistic", SIZE, WM_FIELD_NULLABLE)};
    const wm_json_value *values[5] = {NULL, NULL, NULL, NULL, NULL};
    if (!wm_schema_match(&ledger->refusal, "residual", value, GEMM, item->variant->is_gemm ? 5 : 3,
                         values))
        return false;
    residual->difference_max = wm_schema_number(values[0]);
    residual->reference_max = wm_schema_number(values[2]);
    residual->row = wm_schema_count(values[3]);
    residual->row_statistic = wm_schema_number(values[4]);
    return values[3] == NULL || residual->row < item->dimension[0] ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_VALUE,
                            "`row` is not below the rows of the output");
}

/* ---- covariates and flags -------------------------------------------------------------------------------------------- */

static bool check_covariate_measured(wm_ledger *ledger, const char *name, const wm_json_value *value,
                            wm_observed_covariate *covariate)
{
    static const wm_field ABSENT[] = {WM_FIELD("reason", FULL, 0)};
    static const wm_field PRESENT[] = {
        WM_FIELD("longest_gap_s", SIZE, 0), WM_FIELD("maximum", NUMBER, 0),
        WM_FIELD("median", NUMBER, 0),      WM_FIELD("minimum", NUMBER, 0),
        WM_FIELD("samples", POSITIVE, 0),
    };
    const wm_json_value *values[5];
    memset(covariate, 0, sizeof *covariate);
    covariate->median = (double)NAN;
    if (value == NULL)
        return true;
    if (wm_json_member(value, "reason") != NULL)
        return wm_schema_match(&ledger->refusal, name, value, ABSENT, 1, values);
    if (!wm_schema_match(&ledger->refusal, name, value, PRESENT, 5, values))
        return false;
    covariate->present = true;
    covariate->maximum = wm_schema_number(values[1]);
    covariate->median = wm_schema_number(values[2]);
    covariate->samples = wm_schema_number(values[4]);
    return (wm_schema_number(values[3]) <= covariate->median &&
            covariate->median <= covariate->maximum) ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_COVARIATE,
                            "the covariate `%s` is not minimum <= median <= maximum", name);
}

static bool check_covariates_measured(wm_ledger *ledger, const wm_json_value *value,
                             wm_observed_covariate covariate[WM_OBSERVED_COVARIATES])
{
    static const wm_field FIELDS[] = {
#define COVARIATE_FIELD(id, name, may_miss, throughout) \
    WM_FIELD(name, OBJECT, (may_miss) ? WM_FIELD_OPTIONAL : 0),
        WM_OBSERVED_COVARIATE_LIST(COVARIATE_FIELD)
#undef COVARIATE_FIELD
    };
    const wm_json_value *values[WM_OBSERVED_COVARIATES];
    if (!wm_schema_match(&ledger->refusal, "covariates", value, FIELDS, WM_OBSERVED_COVARIATES,
                         values))
        return false;
    for (unsigned i = 0; i < WM_OBSERVED_COVARIATES; i++)
        if (!check_covariate_measured(ledger, FIELDS[i].key, values[i], &covariate[i]))
            return false;
    return true;
}

/* The words of an array of strings, each behind a space, cut to fit. */
static const char *join_measured(const wm_json_value *words, char *out, size_t size)
{
    size_t used = 0;
    char word[32];
    out[0] = '\0';
    for (const wm_json_value *at = words->first; at != NULL && used + sizeof word + 1 < size;
         at = at->next)
        used +=
            (size_t)snprintf(out + used, size - used, " %s", wm_schema_text(at, word, sizeof word));
    return out;
}

static bool check_flags_measured(wm_ledger *ledger, const wm_json_value *flags, unsigned expected)
{
    static const struct {
        unsigned bit;
        const char *word;
    } WORDS[] = {
#define FLAG_ROW(id, bit, word) {WM_FLAG_##id, word},
        WM_FLAG_LIST(FLAG_ROW)
#undef FLAG_ROW
    };
    const wm_json_value *flag = flags == NULL ? NULL : flags->first;
    char expected_words[64] = "", found_words[160];
    size_t used = 0;
    bool is_right = true;
    for (unsigned i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        if ((expected & WORDS[i].bit) == 0)
            continue;
        used += (size_t)snprintf(expected_words + used, sizeof expected_words - used, " %s",
                                 WORDS[i].word);
        is_right = is_right && flag != NULL && wm_json_is_text(flag, WORDS[i].word);
        flag = flag == NULL ? NULL : flag->next;
    }
    return flags == NULL || (is_right && flag == NULL) ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_FLAGS, "the flags are%s and not%s",
                            used == 0 ? " none" : expected_words,
                            flags->count == 0 ? " none"
                                              : join_measured(flags, found_words, sizeof found_words));
}

/* ---- workload -------------------------------------------------------------------------------------------------------- */

/* The fields of a repeat that was measured. */
static const wm_field OK_TABLE_measured[] = {
    WM_FIELD("covariates", OBJECT, 0),  WM_FIELD("divergence", SIZE, WM_FIELD_NULLABLE),
    WM_FIELD("environment", HEX, 0),    WM_FIELD("flags", ARRAY, 0),
    WM_FIELD("item", COUNT, 0),         WM_FIELD("iterations", POSITIVE, 0),
    WM_FIELD("kind", WORD, 0),          WM_FIELD("method", TEXT, 0),
    WM_FIELD("output_digest", HEX, 0),  WM_FIELD("peak_resident_bytes", COUNT, WM_FIELD_NULLABLE),
    WM_FIELD("plan", HEX, 0),           WM_FIELD("reason", REASON, 0),
    WM_FIELD("repeat", COUNT, 0),       WM_FIELD("residual", OBJECT, 0),
    WM_FIELD("seconds", DURATION, 0),   WM_FIELD("shape", OBJECT, 0),
    WM_FIELD("started_at", DECIMAL, 0), WM_FIELD("status", WORD, 0),
    WM_FIELD("type", WORD, 0),          WM_FIELD("variant", WORD, 0),
    WM_FIELD("workload", WORD, 0),
};

/* The fields of a repeat that failed. */
static const wm_field FAILED_TABLE_measured[] = {
    WM_FIELD("environment", HEX, 0), WM_FIELD("item", COUNT, 0),    WM_FIELD("kind", WORD, 0),
    WM_FIELD("plan", HEX, 0),        WM_FIELD("reason", FULL, 0),   WM_FIELD("repeat", COUNT, 0),
    WM_FIELD("shape", OBJECT, 0),    WM_FIELD("status", WORD, 0),   WM_FIELD("type", WORD, 0),
    WM_FIELD("variant", WORD, 0),    WM_FIELD("workload", WORD, 0),
};

static bool match_repeat_measured(wm_ledger *ledger, const wm_json_value *node, bool is_failed,
                         wm_matched *matched)
{
    if (is_failed)
        return wm_schema_take(&ledger->refusal, "the failed repeat", node, FAILED_TABLE_measured,
                              WM_FIELD_TABLE_SIZE(FAILED_TABLE_measured), matched);
    return wm_schema_take(&ledger->refusal, "the repeat", node, OK_TABLE_measured,
                          WM_FIELD_TABLE_SIZE(OK_TABLE_measured), matched);
}

/* A repeat says again what its item is, and is the item's next. */
static bool check_repeat_measured(wm_ledger *ledger, const wm_matched *matched, const wm_ledger_item *item)
{
    const wm_json_value *number = wm_schema_of(matched, "item");
    const wm_json_value *repeat = wm_schema_of(matched, "repeat");
    uint32_t dimension[WM_QUANTITY_DIMENSIONS];
    const wm_variant *variant;
    if (item == NULL)
        return !wm_refusal_make(&ledger->refusal, WM_RULE_WORKLOAD_ITEM,
                                "the plan has no item %.0f", wm_schema_number(number));
    variant = item->item.variant;
    if ((!wm_json_is_text(wm_schema_of(matched, "workload"), variant->workload) ||
         !wm_json_is_text(wm_schema_of(matched, "variant"), variant->variant) ||
         !wm_plan_shape_read(wm_schema_of(matched, "shape"), variant, dimension) ||
         memcmp(dimension, item->item.dimension, variant->dimension_count * sizeof *dimension) !=
             0) &&
        wm_refusal_make(&ledger->refusal, WM_RULE_WORKLOAD_AGREE,
                        "workload, variant or shape are not those of item %.0f, %s",
                        wm_schema_number(number), item->label))
        return false;
    return (repeat != NULL && wm_schema_count(repeat) == item->observed.repeat_count &&
            item->observed.repeat_count < item->item.repeats) ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_WORKLOAD_REPEAT,
                            "%s is at repeat %lu of %lu and not at %.0f", item->label,
                            (unsigned long)item->observed.repeat_count,
                            (unsigned long)item->item.repeats, wm_schema_number(repeat));
}

/* Equal outputs are not different. */
static bool check_divergence_measured(wm_ledger *ledger, const wm_ledger_item *item,
                             const wm_observed_repeat *repeat)
{
    const wm_observed_repeat *first = item->observed.repeat_count == 0 ? repeat : item->repeats;
    if (!first->ok || memcmp(first->output_digest, repeat->output_digest, WM_SHA256_SIZE) != 0 ||
        repeat->divergence == 0)
        return true;
    return !wm_refusal_make(&ledger->refusal, WM_RULE_DIGEST_DIVERGENCE,
                            "the output is that of repeat 0 and its divergence is not 0");
}

/* A repeat that was cut short is none: the luckiest moments could be picked. */
static bool check_seconds_measured(wm_ledger *ledger, const wm_ledger_item *item, double seconds)
{
    return !(seconds < ledger->plan.repeat_seconds) ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_WORKLOAD_SECONDS,
                            "repeat %lu of %s lasted %.17g s, the plan asks for %.17g",
                            (unsigned long)item->observed.repeat_count, item->label, seconds,
                            ledger->plan.repeat_seconds);
}

/* Decodes a repeat that was measured. */
static bool decode_ok_measured(wm_ledger *ledger, const wm_matched *matched, const wm_ledger_item *item,
                      wm_observed_repeat *repeat)
{
    wm_observed_covariate covariate[WM_OBSERVED_COVARIATES];
    if (!check_covariates_measured(ledger, wm_schema_of(matched, "covariates"), covariate) ||
        !wm_measured_residual(ledger, &item->item, wm_schema_of(matched, "residual"),
                              &repeat->residual))
        return false;
    repeat->ok = true;
    repeat->seconds = wm_schema_number(wm_schema_of(matched, "seconds"));
    repeat->iterations = wm_schema_number(wm_schema_of(matched, "iterations"));
    repeat->divergence = wm_schema_number(wm_schema_of(matched, "divergence"));
    repeat->peak_resident_bytes = wm_schema_number(wm_schema_of(matched, "peak_resident_bytes"));
    repeat->clock = covariate[WM_OBSERVED_CLOCK].median;
    repeat->power = covariate[WM_OBSERVED_POWER].median;
    repeat->temperature = covariate[WM_OBSERVED_TEMPERATURE].median;
    if (!wm_schema_hex(wm_schema_of(matched, "output_digest"), repeat->output_digest))
        memset(repeat->output_digest, 0, sizeof repeat->output_digest);
    return check_seconds_measured(ledger, item, repeat->seconds) && check_divergence_measured(ledger, item, repeat) &&
           check_flags_measured(ledger, wm_schema_of(matched, "flags"),
                       wm_rule_flags(repeat->seconds, covariate));
}

/* Makes room for one more repeat. */
static bool grow_repeats_measured(wm_ledger *ledger, wm_ledger_item *item)
{
    size_t capacity = item->capacity, entry_capacity = item->capacity;
    void *repeats = item->repeats, *entries = item->repeat_entries;
    const size_t count = item->observed.repeat_count;
    bool is_grown = wm_ledger_grow(ledger, &repeats, sizeof *item->repeats, count, &capacity);
    item->repeats = repeats;
    item->observed.repeats = repeats;
    is_grown = is_grown && wm_ledger_grow(ledger, &entries, sizeof *item->repeat_entries, count,
                                          &entry_capacity);
    item->repeat_entries = entries;
    if (is_grown)
        item->capacity = (uint32_t)capacity;
    return is_grown;
}

bool wm_measured_workload(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry)
{
    wm_matched matched;
    wm_observed_repeat repeat;
    wm_ledger_item *item;
    bool is_failed;
    uint32_t index;
    memset(&repeat, 0, sizeof repeat);
    if (!wm_measured_status(ledger, node, &is_failed) ||
        !match_repeat_measured(ledger, node, is_failed, &matched) ||
        !wm_observation_of_item(ledger, &matched, &item) || !check_repeat_measured(ledger, &matched, item))
        return false;
    if (item != NULL && !is_failed && !decode_ok_measured(ledger, &matched, item, &repeat))
        return false;
    entry->class = WM_CLASS_WORKLOAD;
    if (item == NULL || item->observed.repeat_count == WM_LEDGER_REPEATS)
        return wm_ledger_add(ledger, entry, &index);
    entry->owner = (uint32_t)(item - ledger->items);
    entry->part = item->observed.repeat_count;
    if (!grow_repeats_measured(ledger, item) || !wm_ledger_add(ledger, entry, &index))
        return false;
    item->repeats[item->observed.repeat_count] = repeat;
    item->repeat_entries[item->observed.repeat_count++] = index;
    item->observed.has_failed = item->observed.has_failed || is_failed;
    return true;
}

/* ---- calibration ----------------------------------------------------------------------------------------------------- */

/* Reads one of the two arrays of a calibration; *has_null is set where an element is null. */
static bool read_probes_measured(wm_ledger *ledger, const char *name, const wm_matched *matched,
                        double values[WM_QUANTITY_PROBES], bool *has_null)
{
    const wm_json_value *array = wm_schema_of(matched, name);
    const wm_json_value *element = array == NULL ? NULL : array->first;
    if (array != NULL && array->count != WM_QUANTITY_PROBES &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_LENGTH, "`%s` has %lu elements and not 64",
                        name, (unsigned long)array->count))
        return false;
    for (unsigned i = 0; i < WM_QUANTITY_PROBES; i++) {
        values[i] = wm_schema_number(element);
        *has_null = *has_null || wm_schema_is_null(element);
        if (element != NULL && element->kind != WM_JSON_NULL &&
            !wm_schema_is(element, WM_FIELD_SIZE) &&
            wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_VALUE,
                            "`%s` has an element that is neither null nor a number >= 0", name))
            return false;
        element = element == NULL ? NULL : element->next;
    }
    return true;
}

static bool check_product_measured(wm_ledger *ledger, const wm_ledger_item *item, uint32_t product)
{
    if (product == WM_LEDGER_NONE || (item->observed.repeat_count > 0 &&
                                      product == item->repeat_entries[0] && item->repeats[0].ok))
        return true;
    return !wm_refusal_make(&ledger->refusal, WM_RULE_CALIBRATION_PRODUCT,
                            "the product is not repeat 0 of %s", item->label);
}

/* A calibration may be of this item; NULL only goes on where the rule is off. */
static bool check_calibrated_item_measured(wm_ledger *ledger, const wm_json_value *number,
                                  const wm_ledger_item *item)
{
    if ((item == NULL || !item->item.variant->is_gemm) &&
        wm_refusal_make(&ledger->refusal, WM_RULE_CALIBRATION_ITEM,
                        "item %.0f%s%s is not a gemm item of the plan", wm_schema_number(number),
                        item == NULL ? "" : ", ", item == NULL ? "" : item->label))
        return false;
    return item == NULL || item->calibration == NULL ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_CALIBRATION_ONCE,
                            "%s has a calibration already", item->label);
}

/* Enters a calibration and gives it to its item, if that has none. */
static bool enter_calibration_measured(wm_ledger *ledger, wm_ledger_item *item, wm_entry *entry,
                              const wm_observed_calibration *calibration)
{
    wm_observed_calibration *kept;
    uint32_t index;
    entry->class = WM_CLASS_CALIBRATION;
    if (item == NULL || item->calibration != NULL)
        return wm_ledger_add(ledger, entry, &index);
    entry->owner = (uint32_t)(item - ledger->items);
    kept = malloc(sizeof *kept);
    if (kept == NULL)
        return wm_ledger_fail(ledger, WM_E_NOMEM);
    if (!wm_ledger_add(ledger, entry, &index)) {
        free(kept);
        return false;
    }
    *kept = *calibration;
    item->calibration = kept;
    item->observed.calibration = kept;
    item->calibration_entry = index;
    return true;
}

bool wm_measured_calibration(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry)
{
    static const wm_field OK[] = {
        WM_FIELD("difference_max", ARRAY, 0),
        WM_FIELD("environment", HEX, 0),
        WM_FIELD("item", COUNT, 0),
        WM_FIELD("kind", WORD, 0),
        WM_FIELD("plan", HEX, 0),
        WM_FIELD("product", HEX, 0),
        WM_FIELD("reason", FULL, WM_FIELD_OPTIONAL),
        WM_FIELD("reference_max", ARRAY, 0),
        WM_FIELD("status", WORD, 0),
        WM_FIELD("type", WORD, 0),
    };
    static const wm_field FAILED[] = {WM_FIELD("environment", HEX, 0), WM_FIELD("item", COUNT, 0),
                                      WM_FIELD("kind", WORD, 0),       WM_FIELD("plan", HEX, 0),
                                      WM_FIELD("product", HEX, 0),     WM_FIELD("reason", FULL, 0),
                                      WM_FIELD("status", WORD, 0),     WM_FIELD("type", WORD, 0)};
    wm_matched matched;
    wm_observed_calibration calibration;
    wm_ledger_item *item;
    bool is_failed, has_null = false;
    uint32_t product;
    if (!wm_measured_status(ledger, node, &is_failed) ||
        !wm_schema_take(&ledger->refusal, "the calibration", node, is_failed ? FAILED : OK,
                        is_failed ? WM_FIELD_TABLE_SIZE(FAILED) : WM_FIELD_TABLE_SIZE(OK),
                        &matched) ||
        !wm_observation_of_item(ledger, &matched, &item) ||
        !check_calibrated_item_measured(ledger, wm_schema_of(&matched, "item"), item) ||
        !wm_ledger_edge(ledger, "product", wm_schema_of(&matched, "product"), WM_CLASS_WORKLOAD,
                        &product) ||
        (item != NULL && !check_product_measured(ledger, item, product)))
        return false;
    memset(&calibration, 0, sizeof calibration);
    calibration.ok = !is_failed;
    if (!is_failed &&
        (!read_probes_measured(ledger, "difference_max", &matched, calibration.difference_max, &has_null) ||
         !read_probes_measured(ledger, "reference_max", &matched, calibration.reference_max, &has_null) ||
         !wm_schema_reason(&ledger->refusal, "the calibration", has_null,
                           wm_schema_of(&matched, "reason") != NULL)))
        return false;
    return enter_calibration_measured(ledger, item, entry, &calibration);
}

/* ---- what must be there before the claims ---------------------------------------------------------------------------- */

static bool finish_item_measured(wm_ledger *ledger, const wm_ledger_item *item)
{
    const wm_observed_item *observed = &item->observed;
    if (observed->repeat_count < item->item.repeats &&
        wm_refusal_make(&ledger->refusal, WM_RULE_WORKLOAD_COMPLETE, "%s has %lu repeats of %lu",
                        item->label, (unsigned long)observed->repeat_count,
                        (unsigned long)item->item.repeats))
        return false;
    if (observed->has_failed && item->calibration != NULL &&
        wm_refusal_make(&ledger->refusal, WM_RULE_CALIBRATION_THERE,
                        "%s has a failed repeat and a calibration", item->label))
        return false;
    return observed->has_failed || item->calibration != NULL || !item->item.variant->is_gemm ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_CALIBRATION_THERE, "%s has no calibration",
                            item->label);
}

bool wm_measured_finish(wm_ledger *ledger)
{
    for (size_t i = 0; i < ledger->plan.item_count; i++)
        if (!finish_item_measured(ledger, &ledger->items[i]))
            return false;
    return true;
}

/* ======== evidence/observation.c ======== */
/* Environments, plans and external observations. */


/* Whether a string is one of some words. */
static bool is_one_of_observation(const wm_json_value *value, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (wm_json_is_text(value, words[i]))
            return true;
    return false;
}

static bool check_edges_observation(wm_ledger *ledger, const wm_json_value *environment,
                        const wm_json_value *plan, uint32_t *environment_entry)
{
    uint32_t entry;
    return wm_ledger_edge(ledger, "environment", environment, WM_CLASS_ENVIRONMENT,
                          environment_entry) &&
           wm_ledger_edge(ledger, "plan", plan, WM_CLASS_PLAN, &entry);
}

/* The environment of an item's observation is that of the item's first. */
static bool check_environment_observation(wm_ledger *ledger, wm_ledger_item *item, uint32_t entry)
{
    if (entry == WM_LEDGER_NONE || entry == item->environment_entry)
        return true;
    if (item->environment_entry != WM_LEDGER_NONE)
        return !wm_refusal_make(&ledger->refusal, WM_RULE_ENVIRONMENT_SAME,
                                "%s began in the environment of line %lu", item->label,
                                (unsigned long)ledger->entries[item->environment_entry].line);
    item->environment_entry = entry;
    return true;
}

bool wm_observation_of_item(wm_ledger *ledger, const wm_matched *matched, wm_ledger_item **item)
{
    const wm_json_value *number = wm_schema_of(matched, "item");
    const uint64_t index = number == NULL ? WM_LEDGER_NONE : wm_schema_count(number);
    uint32_t environment;
    *item = index < WM_LEDGER_NONE ? wm_ledger_item_at(ledger, (uint32_t)index) : NULL;
    return check_edges_observation(ledger, wm_schema_of(matched, "environment"), wm_schema_of(matched, "plan"),
                       &environment) &&
           (*item == NULL || check_environment_observation(ledger, *item, environment));
}

/* ---- environment ----------------------------------------------------------------------------------------------------- */

static int compare_text_observation(const wm_json_value *a, const wm_json_value *b)
{
    const size_t size = a->text_size < b->text_size ? a->text_size : b->text_size;
    const int order = memcmp(a->text, b->text, size);
    return order != 0 ? order : (a->text_size > b->text_size) - (a->text_size < b->text_size);
}

/* A fact's value is text, a number or null. */
static bool check_fact_observation(wm_ledger *ledger, const wm_json_value *fact,
                       const wm_json_value **previous_name)
{
    static const wm_field FIELDS[] = {WM_FIELD("name", NAME, 0), WM_FIELD("reason", REASON, 0),
                                      WM_FIELD("value", VALUE, WM_FIELD_NULLABLE)};
    const wm_json_value *values[3];
    if (fact->kind != WM_JSON_OBJECT &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_VALUE, "a fact is not an object"))
        return false;
    if (!wm_schema_match(&ledger->refusal, "a fact", fact, FIELDS, 3, values))
        return false;
    if (values[2] != NULL && values[2]->kind == WM_JSON_STRING && values[2]->text_size > 4096 &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_VALUE, "a fact is over 4,096 bytes"))
        return false;
    if (values[0] == NULL)
        return true;
    if (*previous_name != NULL && compare_text_observation(*previous_name, values[0]) >= 0 &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_FACTS,
                        "the fact `%.*s` is not in ascending order", (int)values[0]->text_size,
                        values[0]->text))
        return false;
    *previous_name = values[0];
    return true;
}

/* The facts of a witness: in order, and none of them required. */
static bool check_order_observation(wm_ledger *ledger, const wm_json_value *facts)
{
    const wm_json_value *previous_name = NULL;
    for (const wm_json_value *fact = facts == NULL ? NULL : facts->first; fact != NULL;
         fact = fact->next)
        if (!check_fact_observation(ledger, fact, &previous_name))
            return false;
    return true;
}

static bool check_facts_observation(wm_ledger *ledger, const wm_json_value *facts)
{
    static const char *const NEEDED[] = {"compiler", "compiler.flags", "cpu.model",
                                         "kernel",   "memory.bytes",   "threads"};
    unsigned seen = 0;
    if (facts == NULL)
        return true;
    if (!check_order_observation(ledger, facts))
        return false;
    for (const wm_json_value *fact = facts->first; fact != NULL; fact = fact->next) {
        for (unsigned i = 0; i < sizeof NEEDED / sizeof NEEDED[0]; i++)
            if (wm_json_is_text(wm_json_member(fact, "name"), NEEDED[i]))
                seen |= 1U << i;
    }
    for (unsigned i = 0; i < sizeof NEEDED / sizeof NEEDED[0]; i++)
        if ((seen & 1U << i) == 0 && wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_FACT,
                                                     "the fact `%s` is missing", NEEDED[i]))
            return false;
    return true;
}

static bool check_backend_observation(wm_ledger *ledger, const wm_json_value *backend)
{
    static const char *const BACKENDS[] = {"cpu", "cuda", "none"};
    return is_one_of_observation(backend, BACKENDS, 3) ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_WORD,
                            "`backend` is none of its table");
}

/* The device that checked, where it is another than the one that computed. */
static bool check_witness_observation(wm_ledger *ledger, const wm_json_value *witness)
{
    static const wm_field FIELDS[] = {WM_FIELD("backend", WORD, 0), WM_FIELD("device", TEXT, 0),
                                      WM_FIELD("facts", ARRAY, 0)};
    const wm_json_value *values[3];
    return witness == NULL ||
           (wm_schema_match(&ledger->refusal, "the witness", witness, FIELDS, 3, values) &&
            check_order_observation(ledger, values[2]) && check_backend_observation(ledger, values[0]));
}

bool wm_observation_environment(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry)
{
    static const wm_field FIELDS[] = {WM_FIELD("backend", WORD, 0),
                                      WM_FIELD("device", TEXT, 0),
                                      WM_FIELD("facts", ARRAY, 0),
                                      WM_FIELD("kind", WORD, 0),
                                      WM_FIELD("producer", OBJECT, 0),
                                      WM_FIELD("type", WORD, 0),
                                      WM_FIELD("witness", OBJECT, WM_FIELD_OPTIONAL)};
    static const wm_field PRODUCER[] = {WM_FIELD("name", TEXT, 0),
                                        WM_FIELD("source_revision", TEXT, 0),
                                        WM_FIELD("version", TEXT, 0)};
    const wm_json_value *values[7], *producer[3];
    uint32_t index;
    if (!wm_schema_match(&ledger->refusal, "the environment", node, FIELDS, 7, values) ||
        !wm_schema_match(&ledger->refusal, "producer", values[4], PRODUCER, 3, producer) ||
        !check_facts_observation(ledger, values[2]) || !check_backend_observation(ledger, values[0]) ||
        !check_witness_observation(ledger, values[6]))
        return false;
    entry->class = WM_CLASS_ENVIRONMENT;
    return wm_ledger_add(ledger, entry, &index);
}

/* ---- plan ------------------------------------------------------------------------------------------------------------ */

/* What a plan's item is where a rule that it breaks is switched off. */
static void stand_in_observation(wm_item *item)
{
    item->variant = wm_quantity_variant_at(0);
    for (unsigned i = 0; i < WM_QUANTITY_DIMENSIONS; i++)
        item->dimension[i] = i < item->variant->dimension_count ? 1 : 0;
}

static bool check_variant_observation(wm_ledger *ledger, const wm_json_value *workload,
                          const wm_json_value *variant, const wm_json_value *shape, wm_item *item)
{
    char name[2][40];
    stand_in_observation(item);
    if (workload == NULL || variant == NULL)
        return true;
    item->variant =
        wm_quantity_variant(workload->text, workload->text_size, variant->text, variant->text_size);
    if (item->variant == NULL) {
        stand_in_observation(item);
        return !wm_refusal_make(&ledger->refusal, WM_RULE_PLAN_VARIANT,
                                "there is no workload `%s` with a variant `%s`",
                                wm_schema_text(workload, name[0], sizeof name[0]),
                                wm_schema_text(variant, name[1], sizeof name[1]));
    }
    if (wm_plan_shape_read(shape, item->variant, item->dimension))
        return true;
    stand_in_observation(item);
    return !wm_refusal_make(&ledger->refusal, WM_RULE_PLAN_SHAPE,
                            "the shape is not one of workload `%s`",
                            wm_schema_text(workload, name[0], sizeof name[0]));
}

/* Whether the output has more chunks than an opening can draw from. */
static bool has_too_many_chunks_observation(const wm_item *item)
{
    wm_output output;
    if (!item->variant->is_gemm)
        return false;
    wm_plan_output(item, &output);
    return output.rows > ((uint64_t)1 << 32) / output.chunks;
}

/* A fault that the plan asks for: of the table, inside the output. */
static bool check_fault_observation(wm_ledger *ledger, const wm_json_value *value, wm_item *item)
{
    static const wm_field FIELDS[] = {WM_FIELD("column", COUNT, 0), WM_FIELD("kind", WORD, 0),
                                      WM_FIELD("row", COUNT, 0), WM_FIELD("when", WORD, 0)};
    const wm_json_value *values[4];
    wm_planned_fault fault = {WM_FAULT_NONE, false, 0, 0};
    if (!wm_schema_match(&ledger->refusal, "a fault", value, FIELDS, 4, values))
        return false;
    if (values[1] != NULL)
        fault.kind = wm_quantity_fault_named(values[1]->text, values[1]->text_size);
    fault.in_repeats = wm_json_is_text(values[3], "repeats");
    fault.row = wm_schema_count(values[2]);
    fault.column = wm_schema_count(values[0]);
    if (fault.kind == WM_FAULT_NONE ||
        !(fault.in_repeats || wm_json_is_text(values[3], "transcript")))
        return !wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_WORD,
                                "a fault's `kind` or `when` is none of its table");
    if (!wm_plan_fault_fits(item, &fault) || (fault.in_repeats && fault.kind == WM_FAULT_STALE))
        if (wm_refusal_make(&ledger->refusal, WM_RULE_PLAN_FAULT,
                            "a fault `%s` cannot begin at row %.0f, column %.0f",
                            wm_quantity_fault(fault.kind), (double)fault.row, (double)fault.column))
            return false;
    item->fault = fault;
    return true;
}

static bool check_item_observation(wm_ledger *ledger, const wm_json_value *value, wm_item *item)
{
    static const wm_field FIELDS[] = {WM_FIELD("fault", OBJECT, WM_FIELD_OPTIONAL),
                                      WM_FIELD("repeats", INT, 0), WM_FIELD("shape", OBJECT, 0),
                                      WM_FIELD("variant", WORD, 0), WM_FIELD("workload", WORD, 0)};
    const wm_json_value *values[5];
    double repeats;
    if (value->kind != WM_JSON_OBJECT &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_VALUE, "an item is not an object"))
        return false;
    if (!wm_schema_match(&ledger->refusal, "an item", value, FIELDS, 5, values) ||
        !check_variant_observation(ledger, values[4], values[3], values[2], item) ||
        (values[0] != NULL && !check_fault_observation(ledger, values[0], item)))
        return false;
    repeats = wm_schema_number(values[1]);
    item->repeats = 1;
    if (!(repeats >= 1 && repeats <= WM_QUANTITY_REPEATS)) {
        if (wm_refusal_make(&ledger->refusal, WM_RULE_PLAN_REPEATS, "repeats are not in 1..1000"))
            return false;
    } else {
        item->repeats = (uint32_t)repeats;
    }
    if (has_too_many_chunks_observation(item)) {
        if (wm_refusal_make(&ledger->refusal, WM_RULE_PLAN_OPENINGS,
                            "the output has more than 2^32 chunks"))
            return false;
    }
    return true;
}

static void begin_item_observation(wm_ledger_item *item)
{
    wm_plan_label(&item->item, item->label);
    item->observed.item = &item->item;
    item->calibration_entry = WM_LEDGER_NONE;
    item->environment_entry = WM_LEDGER_NONE;
}

static bool check_label_observation(wm_ledger *ledger, const wm_ledger_item *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(items[i].label, items[count].label) == 0)
            return !wm_refusal_make(&ledger->refusal, WM_RULE_PLAN_LABEL,
                                    "two items have the label %s", items[i].label);
    return true;
}

/* Checks all items and makes their ledgers; *made is theirs in any case, for the caller to keep or free. */
static bool check_items_observation(wm_ledger *ledger, const wm_json_value *items, wm_ledger_item **made)
{
    const size_t count = items == NULL ? 0 : items->count;
    size_t i = 0;
    if (count > WM_QUANTITY_ITEMS) {
        if (wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_LENGTH, "more than 1,024 items"))
            return false;
    }
    *made = calloc(count == 0 ? 1 : count, sizeof **made);
    ledger->plan.items = calloc(count == 0 ? 1 : count, sizeof *ledger->plan.items);
    if (*made == NULL || ledger->plan.items == NULL)
        return wm_ledger_fail(ledger, WM_E_NOMEM);
    for (const wm_json_value *item = count == 0 ? NULL : items->first; item != NULL;
         item = item->next, i++) {
        if (!check_item_observation(ledger, item, &(*made)[i].item))
            return false;
        begin_item_observation(&(*made)[i]);
        ledger->plan.items[i] = (*made)[i].item;
        if (!check_label_observation(ledger, *made, i))
            return false;
    }
    return true;
}

static bool enter_plan_observation(wm_ledger *ledger, wm_entry *entry)
{
    entry->class = WM_CLASS_PLAN;
    return wm_ledger_add(ledger, entry, &ledger->plan_entry);
}

bool wm_observation_plan(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("environment", HEX, 0), WM_FIELD("items", ARRAY, 0),
        WM_FIELD("kind", WORD, 0),       WM_FIELD("name", TEXT, 0),
        WM_FIELD("nonce", NONCE, 0),     WM_FIELD("repeat_seconds", DURATION, 0),
        WM_FIELD("type", WORD, 0)};
    const wm_json_value *values[7];
    wm_ledger_item *items = NULL;
    uint32_t environment;
    if (!wm_schema_match(&ledger->refusal, "the plan", node, FIELDS, 7, values) ||
        !wm_ledger_edge(ledger, "environment", values[0], WM_CLASS_ENVIRONMENT, &environment) ||
        !check_items_observation(ledger, values[1], &items) || !enter_plan_observation(ledger, entry)) {
        free(items);
        free(ledger->plan.items);
        ledger->plan.items = NULL;
        return false;
    }
    ledger->items = items;
    ledger->plan.item_count = values[1] == NULL ? 0 : values[1]->count;
    ledger->plan.repeat_seconds = wm_schema_number(values[5]);
    (void)wm_schema_text(values[4], ledger->plan.nonce, sizeof ledger->plan.nonce);
    return true;
}

/* ---- external -------------------------------------------------------------------------------------------------------- */

static bool is_key_observation(const wm_json_value *member)
{
    if (member->key_size < 1)
        return false;
    for (size_t i = 0; i < member->key_size; i++) {
        const char c = member->key[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'))
            return false;
    }
    return true;
}

static bool is_reason_observation(const wm_json_value *member)
{
    return member->key_size == 6 && memcmp(member->key, "reason", 6) == 0;
}

static bool check_values_observation(wm_ledger *ledger, const wm_json_value *values)
{
    bool has_null = false, has_reason = false;
    unsigned count = 0;
    for (const wm_json_value *member = values->first; member != NULL; member = member->next) {
        if (!is_key_observation(member) &&
            wm_refusal_make(&ledger->refusal, WM_RULE_LINE_KEY, "a key is not of [a-z0-9_]+"))
            return false;
        if (is_reason_observation(member)) {
            has_reason = true;
            if (!wm_schema_is(member, WM_FIELD_REASON) &&
                wm_refusal_make(&ledger->refusal, WM_RULE_NULL_REASON,
                                "the reason of values is no text"))
                return false;
            continue;
        }
        count++;
        has_null = has_null || member->kind == WM_JSON_NULL;
        if (member->kind != WM_JSON_NULL && member->kind != WM_JSON_NUMBER &&
            wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_VALUE,
                            "the value `%.*s` is neither a number nor null",
                            member->key_size < 64 ? (int)member->key_size : 64, member->key))
            return false;
    }
    if ((count < 1 || count > WM_QUANTITY_VALUES) &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_LENGTH, "values are not 1 to 64"))
        return false;
    return wm_schema_reason(&ledger->refusal, "values", has_null, has_reason);
}

static bool has_shape_observation(const wm_value_shape *shape, const wm_json_value *values)
{
    unsigned i = 0;
    for (const wm_json_value *member = values->first; member != NULL; member = member->next) {
        if (is_reason_observation(member))
            continue;
        if (i == shape->count || shape->size[i] != member->key_size ||
            memcmp(shape->name[i], member->key, member->key_size) != 0)
            return false;
        i++;
    }
    return i == shape->count;
}

/* The kept shape that values have, made if there is none. NULL if it cannot be kept: too many or too long names. */
static const wm_value_shape *shape_of_observation(wm_ledger *ledger, const wm_json_value *values)
{
    wm_value_shape *shape;
    for (uint64_t back = 1; back <= ledger->shape_count && back <= WM_LEDGER_SHAPES; back++) {
        shape = &ledger->shapes[(ledger->shape_count - back) % WM_LEDGER_SHAPES];
        if (has_shape_observation(shape, values))
            return shape;
    }
    if (values->count > WM_QUANTITY_VALUES)
        return NULL;
    for (const wm_json_value *member = values->first; member != NULL; member = member->next)
        if (member->key_size > sizeof shape->name[0])
            return NULL;
    shape = &ledger->shapes[ledger->shape_count % WM_LEDGER_SHAPES];
    shape->number = ledger->shape_count++;
    shape->count = 0;
    for (const wm_json_value *member = values->first; member != NULL; member = member->next) {
        if (is_reason_observation(member))
            continue;
        shape->size[shape->count] = (uint8_t)member->key_size;
        memcpy(shape->name[shape->count++], member->key, member->key_size);
    }
    return shape;
}

/* Keeps the values of an observation for the reductions that follow it soon. */
static bool keep_values_observation(wm_ledger *ledger, uint32_t index, const wm_json_value *values)
{
    const wm_value_shape *shape;
    wm_recent *recent;
    unsigned count = 0;
    if (ledger->recent == NULL) {
        ledger->recent = calloc(WM_LEDGER_RECENT, sizeof *ledger->recent);
        ledger->shapes = calloc(WM_LEDGER_SHAPES, sizeof *ledger->shapes);
        if (ledger->recent == NULL || ledger->shapes == NULL)
            return wm_ledger_fail(ledger, WM_E_NOMEM);
        for (unsigned i = 0; i < WM_LEDGER_RECENT; i++)
            ledger->recent[i].entry = WM_LEDGER_NONE;
    }
    shape = shape_of_observation(ledger, values);
    if (shape == NULL)
        return true;
    recent = &ledger->recent[index % WM_LEDGER_RECENT];
    recent->entry = index;
    recent->shape = shape->number;
    for (const wm_json_value *member = values->first; member != NULL; member = member->next)
        if (!is_reason_observation(member))
            recent->value[count++] = wm_schema_number(member);
    return true;
}

uint32_t wm_observation_series(const wm_ledger *ledger, const char *name)
{
    uint8_t hash[WM_SHA256_SIZE];
    wm_sha256_hash(name, strlen(name), hash);
    return wm_ledger_set_find(&ledger->series_names, ledger->series, sizeof *ledger->series, hash);
}

/* The series with this name, made if it is new; NONE with trouble noted when out of memory. */
static uint32_t series_of_observation(wm_ledger *ledger, const wm_json_value *name)
{
    uint8_t hash[WM_SHA256_SIZE];
    char text[65];
    void *grown = ledger->series;
    size_t capacity = ledger->series_capacity;
    uint32_t found = ledger->last_series;
    wm_series *series;
    (void)wm_schema_text(name, text, sizeof text);
    if (found != WM_LEDGER_NONE && strcmp(ledger->series[found].name, text) == 0)
        return found;
    wm_sha256_hash(text, strlen(text), hash);
    found = wm_ledger_set_find(&ledger->series_names, ledger->series, sizeof *series, hash);
    if (found != WM_LEDGER_NONE)
        return found;
    if (!wm_ledger_grow(ledger, &grown, sizeof *series, ledger->series_count, &capacity))
        return WM_LEDGER_NONE;
    ledger->series = grown;
    ledger->series_capacity = (uint32_t)capacity;
    series = &ledger->series[ledger->series_count];
    memset(series, 0, sizeof *series);
    memcpy(series->name_hash, hash, sizeof hash);
    memcpy(series->name, text, sizeof text);
    if (!wm_ledger_set_add(&ledger->series_names, ledger->series, sizeof *series,
                           ledger->series_count)) {
        (void)wm_ledger_fail(ledger, WM_E_NOMEM);
        return WM_LEDGER_NONE;
    }
    return ledger->series_count++;
}

/* Checks an observation's place in its series. */
static bool check_series_observation(wm_ledger *ledger, const wm_series *series, const wm_json_value *index)
{
    if (index != NULL && wm_schema_count(index) != series->count &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SERIES_INDEX,
                        "the series `%s` is at %lu and not at %.0f", series->name,
                        (unsigned long)series->count, wm_schema_number(index)))
        return false;
    return !series->is_reduced ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_SERIES_CLOSED,
                            "the series `%s` was reduced on an earlier line", series->name);
}

bool wm_observation_external(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry)
{
    static const wm_field FIELDS[] = {WM_FIELD("environment", HEX, 0), WM_FIELD("index", COUNT, 0),
                                      WM_FIELD("kind", WORD, 0),       WM_FIELD("plan", HEX, 0),
                                      WM_FIELD("series", NAME, 0),     WM_FIELD("type", WORD, 0),
                                      WM_FIELD("values", OBJECT, 0)};
    const wm_json_value *values[7];
    uint32_t series, index, environment;
    if (!wm_schema_match(&ledger->refusal, "the observation", node, FIELDS, 7, values) ||
        !check_edges_observation(ledger, values[0], values[3], &environment) ||
        (values[6] != NULL && !check_values_observation(ledger, values[6])))
        return false;
    series = series_of_observation(ledger, values[4]);
    if (series == WM_LEDGER_NONE || !check_series_observation(ledger, &ledger->series[series], values[1]))
        return false;
    entry->class = WM_CLASS_EXTERNAL;
    entry->owner = series;
    entry->part = ledger->series[series].count;
    if (!wm_ledger_add(ledger, entry, &index) ||
        (values[6] != NULL && !keep_values_observation(ledger, index, values[6])))
        return false;
    if (ledger->series[series].count++ == 0)
        ledger->series[series].first = index;
    ledger->last_series = series;
    return true;
}

/* Looks among the kept values. False if they are not kept any more. */
static bool find_recent_observation(const wm_ledger *ledger, uint32_t entry, const wm_json_value *field,
                        double *value, bool *is_there)
{
    const wm_recent *recent;
    const wm_value_shape *shape;
    if (ledger->recent == NULL)
        return false;
    recent = &ledger->recent[entry % WM_LEDGER_RECENT];
    shape = &ledger->shapes[recent->shape % WM_LEDGER_SHAPES];
    if (recent->entry != entry || shape->number != recent->shape)
        return false;
    *is_there = false;
    for (unsigned i = 0; i < shape->count && !*is_there; i++)
        if (shape->size[i] == field->text_size &&
            memcmp(shape->name[i], field->text, field->text_size) == 0) {
            *value = recent->value[i];
            *is_there = true;
        }
    return true;
}

bool wm_observation_value(wm_ledger *ledger, uint32_t entry, const wm_json_value *field,
                          double *value, bool *is_there)
{
    const wm_json_value *node, *values;
    *value = (double)NAN;
    *is_there = false;
    if (find_recent_observation(ledger, entry, field, value, is_there))
        return true;
    node = wm_ledger_read_again(ledger, entry);
    if (node == NULL)
        return false;
    values = wm_json_member(node, "values");
    for (const wm_json_value *member = values == NULL ? NULL : values->first; member != NULL;
         member = member->next)
        if (member->key_size == field->text_size && !is_reason_observation(member) &&
            memcmp(member->key, field->text, field->text_size) == 0) {
            *value = wm_schema_number(member);
            *is_there = true;
        }
    return true;
}

/* ======== evidence/outcome.c ======== */
/* The words of an auditor's answer. */
#ifndef WM_EVIDENCE_OUTCOME_H
#define WM_EVIDENCE_OUTCOME_H



/* Appends the answer but for its findings: one line, or two for a valid record. status is the audit's: OK, INVALID, MISMATCH or NEWER.
 * Source: record.md section 8. Errors: NOMEM, ARG (another status: there is no answer). */
WM_MUST_CHECK wm_status wm_outcome_write(wm_status status, const wm_audit_report *report,
                                         wm_buffer *out);

/* Appends a finding's line. Errors: NOMEM. */
WM_MUST_CHECK wm_status wm_outcome_finding(const wm_finding *finding, wm_buffer *out);

/* The exit status of an audit: 0 valid, 1 invalid, 2 could not check, 3 newer. */
int wm_outcome_exit(wm_status status);

#endif
/* Putting an audit's outcome into words. */

static const char MEANING_outcome[] = "integrity and arithmetic hold; times, residuals and digests are the "
                              "producer's word until re-verified\n";

wm_status wm_outcome_write(wm_status status, const wm_audit_report *report, wm_buffer *out)
{
    const char *verdict = status == WM_E_NEWER ? "newer" : "invalid";
    wm_status written;
    if (status == WM_OK) {
        written = wm_buffer_printf(out, "valid %s\n", report->root);
        return written != WM_OK ? written : wm_buffer_puts(out, MEANING_outcome);
    }
    if (status != WM_E_INVALID && status != WM_E_MISMATCH && status != WM_E_NEWER)
        return WM_E_ARG;
    written = wm_buffer_printf(out, "%s %s", verdict, report->failure.file);
    if (written == WM_OK && report->failure.line > 0)
        written = wm_buffer_printf(out, ":%llu", (unsigned long long)report->failure.line);
    if (written == WM_OK)
        written = wm_buffer_printf(out, ": [%s] %s\n", report->failure.tag, report->failure.words);
    return written;
}

wm_status wm_outcome_finding(const wm_finding *finding, wm_buffer *out)
{
    return wm_buffer_printf(out, "finding: %s is %s\n", finding->claim, finding->text);
}

int wm_outcome_exit(wm_status status)
{
    switch (status) {
    case WM_OK:
        return 0;
    case WM_E_INVALID:
    case WM_E_MISMATCH:
        return 1;
    case WM_E_NEWER:
        return 3;
    default:
        return 2;
    }
}

/* ======== evidence/plan.c ======== */
/* Labels, work, outputs and bounds of a plan's items. */


/* Elements of a row into which a vector is cut (inputs.md section 5). */
enum { VECTOR_ROW_plan = 262144 };

static bool is_square_gemm_plan(const wm_item *item)
{
    return item->variant->is_gemm && item->dimension[0] == item->dimension[1] &&
           item->dimension[1] == item->dimension[2];
}

void wm_plan_label(const wm_item *item, char label[WM_PLAN_LABEL_SIZE])
{
    const wm_variant *variant = item->variant;
    const unsigned count = is_square_gemm_plan(item) ? 0 : variant->dimension_count;
    size_t used =
        (size_t)snprintf(label, WM_PLAN_LABEL_SIZE, "%s.%s.", variant->workload, variant->variant);
    if (count == 0)
        used += (size_t)snprintf(label + used, WM_PLAN_LABEL_SIZE - used, "n%lu",
                                 (unsigned long)item->dimension[0]);
    for (unsigned i = 0; i < count; i++)
        used += (size_t)snprintf(label + used, WM_PLAN_LABEL_SIZE - used, "%c%lu",
                                 variant->dimension[i].letter, (unsigned long)item->dimension[i]);
    if (item->fault.kind != WM_FAULT_NONE)
        snprintf(label + used, WM_PLAN_LABEL_SIZE - used, ".%s_%s",
                 item->fault.in_repeats ? "faulty" : "injected",
                 wm_quantity_fault(item->fault.kind));
}

double wm_plan_work(const wm_item *item)
{
    const double x0 = item->dimension[0], x1 = item->dimension[1], x2 = item->dimension[2],
                 x3 = item->dimension[3];
    switch (item->variant->work) {
    case WM_WORK_GEMM:
        return 2 * x0 * x1 * x2;
    case WM_WORK_TRIAD:
        return 12 * x0;
    case WM_WORK_ATTENTION:
        return 4 * x0 * x1 * x2 * x2 * x3;
    case WM_WORK_REDUCTION:
        return 4 * x0;
    case WM_WORK_SCATTER:
        return x0;
    case WM_WORK_INDEX:
        return x0 * x1;
    case WM_WORK_ACCESS:
        return x1 * x2;
    }
    return (double)NAN;
}

/* How many roundings add up: those of an element's k terms, and where the witness has no more digits than the output also
 * those of its own sums over n columns; the n of a reduction; the mean hits of a bucket but at least 1. */
static double terms_of_plan(const wm_item *item)
{
    const double x0 = item->dimension[0], x1 = item->dimension[1], x2 = item->dimension[2];
    double hits;
    if (item->variant->is_gemm)
        return item->variant->bound == WM_BOUND_TERMS_F64 ? x2 + x1 : x2;
    if (item->variant->work == WM_WORK_REDUCTION)
        return x0;
    hits = x0 / (item->variant->work == WM_WORK_SCATTER ? x1 : x2);
    return hits < 1 ? 1 : hits;
}

double wm_plan_fast_rounding(double k)
{
    return sqrt(1.66e-3 * 1.66e-3 + k * (1.0 / 1073741824));
}

double wm_plan_bound(const wm_item *item)
{
    switch (item->variant->bound) {
    case WM_BOUND_NONE:
        break;
    case WM_BOUND_ZERO:
        return 0;
    case WM_BOUND_CONSTANT:
        return 1.0 / 128;
    case WM_BOUND_FAST:
        return 4 * wm_plan_fast_rounding(item->dimension[2]);
    case WM_BOUND_TERMS_F32:
        return 4 * sqrt(terms_of_plan(item)) * (1.0 / 16777216);
    case WM_BOUND_TERMS_F64:
        return 4 * sqrt(terms_of_plan(item)) * (1.0 / 9007199254740992.0);
    }
    return (double)NAN;
}

double wm_plan_row_threshold(const wm_item *item)
{
    return wm_quantity_row_quantile(item->dimension[0]) * (1 + 4 / sqrt(item->dimension[1]));
}

/* An output that is a vector: rows of VECTOR_ROW elements. */
static void vector_output_plan(uint64_t count, wm_output *output)
{
    output->columns = count < VECTOR_ROW_plan ? count : VECTOR_ROW_plan;
    output->rows = (count + VECTOR_ROW_plan - 1) / VECTOR_ROW_plan;
    output->last_columns = count - (output->rows - 1) * output->columns;
}

void wm_plan_output(const wm_item *item, wm_output *output)
{
    const uint32_t *dimension = item->dimension;
    output->last_columns = 0;
    switch (item->variant->work) {
    case WM_WORK_GEMM:
        output->rows = dimension[0];
        output->columns = dimension[1];
        break;
    case WM_WORK_ATTENTION:
        output->rows = (uint64_t)dimension[0] * dimension[1] * dimension[2];
        output->columns = dimension[3];
        break;
    case WM_WORK_TRIAD:
        vector_output_plan(dimension[0], output);
        break;
    case WM_WORK_REDUCTION:
        vector_output_plan(1, output);
        break;
    case WM_WORK_SCATTER:
    case WM_WORK_ACCESS:
        vector_output_plan(dimension[1], output);
        break;
    case WM_WORK_INDEX:
        output->rows = dimension[2];
        output->columns = dimension[1];
        break;
    }
    if (output->last_columns == 0)
        output->last_columns = output->columns;
    output->row_bytes = output->columns * item->variant->output_size_bytes;
    output->chunks = (output->row_bytes + WM_QUANTITY_CHUNK_BYTES - 1) / WM_QUANTITY_CHUNK_BYTES;
}

bool wm_plan_fault_fits(const wm_item *item, const wm_planned_fault *fault)
{
    wm_output output;
    if (!wm_quantity_fault_has_place(fault->kind))
        return fault->row == 0 && fault->column == 0;
    wm_plan_output(item, &output);
    return fault->row < output.rows &&
           fault->column < (fault->row + 1 == output.rows ? output.last_columns : output.columns);
}

bool wm_plan_shape_read(const wm_json_value *shape, const wm_variant *variant,
                        uint32_t dimension[WM_QUANTITY_DIMENSIONS])
{
    if (shape == NULL || shape->kind != WM_JSON_OBJECT || shape->count != variant->dimension_count)
        return false;
    for (unsigned i = 0; i < variant->dimension_count; i++) {
        const wm_json_value *value = wm_json_member(shape, variant->dimension[i].name);
        if (value == NULL || value->kind != WM_JSON_NUMBER || !value->is_integer ||
            !(value->number >= 1 && value->number <= 2147483647.0))
            return false;
        dimension[i] = (uint32_t)value->number;
    }
    return true;
}

static bool read_fault_plan(const wm_json_value *value, wm_planned_fault *fault)
{
    const wm_json_value *kind = wm_json_member(value, "kind");
    const wm_json_value *row = wm_json_member(value, "row");
    const wm_json_value *column = wm_json_member(value, "column");
    if (kind == NULL || kind->kind != WM_JSON_STRING || row == NULL || column == NULL ||
        !(row->number >= 0 && row->number < 9007199254740992.0) ||
        !(column->number >= 0 && column->number < 9007199254740992.0))
        return false;
    fault->kind = wm_quantity_fault_named(kind->text, kind->text_size);
    fault->in_repeats = wm_json_is_text(wm_json_member(value, "when"), "repeats");
    fault->row = (uint64_t)row->number;
    fault->column = (uint64_t)column->number;
    return fault->kind != WM_FAULT_NONE;
}

bool wm_plan_item_read(const wm_json_value *value, wm_item *item)
{
    const wm_json_value *workload = wm_json_member(value, "workload");
    const wm_json_value *variant = wm_json_member(value, "variant");
    const wm_json_value *repeats = wm_json_member(value, "repeats");
    const wm_json_value *fault = wm_json_member(value, "fault");
    memset(item, 0, sizeof *item);
    if (workload == NULL || variant == NULL || repeats == NULL ||
        workload->kind != WM_JSON_STRING || variant->kind != WM_JSON_STRING ||
        !(repeats->number >= 1 && repeats->number <= WM_QUANTITY_REPEATS))
        return false;
    item->variant =
        wm_quantity_variant(workload->text, workload->text_size, variant->text, variant->text_size);
    item->repeats = (uint32_t)repeats->number;
    return item->variant != NULL &&
           wm_plan_shape_read(wm_json_member(value, "shape"), item->variant, item->dimension) &&
           (fault == NULL || read_fault_plan(fault, &item->fault));
}

wm_status wm_plan_shape_json(const wm_item *item, wm_buffer *out)
{
    const wm_variant *variant = item->variant;
    const char *written = "";
    wm_status status = wm_buffer_putc(out, '{');
    for (unsigned n = 0; n < variant->dimension_count && status == WM_OK; n++) {
        unsigned next = variant->dimension_count;
        for (unsigned i = 0; i < variant->dimension_count; i++) {
            const char *name = variant->dimension[i].name;
            if (strcmp(name, written) > 0 && (next == variant->dimension_count ||
                                              strcmp(name, variant->dimension[next].name) < 0))
                next = i;
        }
        written = variant->dimension[next].name;
        status = wm_buffer_printf(out, "%s\"%s\":%lu", n == 0 ? "" : ",", written,
                                  (unsigned long)item->dimension[next]);
    }
    return status != WM_OK ? status : wm_buffer_putc(out, '}');
}

static wm_status put_fault_plan(const wm_planned_fault *fault, wm_buffer *out)
{
    return wm_buffer_printf(
        out, "\"fault\":{\"column\":%llu,\"kind\":\"%s\",\"row\":%llu,\"when\":\"%s\"},",
        (unsigned long long)fault->column, wm_quantity_fault(fault->kind),
        (unsigned long long)fault->row, fault->in_repeats ? "repeats" : "transcript");
}

wm_status wm_plan_item_json(const wm_item *item, wm_buffer *out)
{
    wm_status status = wm_buffer_putc(out, '{');
    if (status == WM_OK && item->fault.kind != WM_FAULT_NONE)
        status = put_fault_plan(&item->fault, out);
    if (status == WM_OK)
        status = wm_buffer_printf(out, "\"repeats\":%lu,\"shape\":", (unsigned long)item->repeats);
    if (status == WM_OK)
        status = wm_plan_shape_json(item, out);
    if (status == WM_OK)
        status = wm_buffer_printf(out, ",\"variant\":\"%s\",\"workload\":\"%s\"}",
                                  item->variant->variant, item->variant->workload);
    return status;
}

/* ======== evidence/quantity.c ======== */
/* The data of the format's closed tables. */


#define GEMM_SHAPE                          \
    {                                       \
        {"m", 'm'}, {"n", 'n'}, {"k", 'k'}, \
        {                                   \
            NULL, 0                         \
        }                                   \
    }
#define GEMM(variant, bound, operand_format, output_format, layout, size, floor)            \
    {                                                                                       \
        "gemm", variant, true, 3, GEMM_SHAPE, WM_WORK_GEMM, "FLOP/s", bound, 2, {"A", "B"}, \
            operand_format, output_format, layout, size, floor                              \
    }

#define RANDOM_ACCESS(variant)                                                                   \
    {                                                                                            \
        "random_access", variant, false, 3, {{"n", 'n'}, {"lanes", 'l'}, {"steps", 's'}},        \
            WM_WORK_ACCESS, "read/s", WM_BOUND_ZERO, 1, {"table"}, "uint32", "uint32", "vector", \
            4, 0                                                                                 \
    }

/* binary32 vectors, the same for all workloads but gemm, attention and random_access. */
#define F32_VECTOR "binary32", "binary32", "vector", 4, 0

static const wm_variant VARIANTS_quantity[] = {
    GEMM("fp16", WM_BOUND_NONE, "binary16", "binary16", "nn", 2, 2.07e-4),
    GEMM("bf16", WM_BOUND_NONE, "bfloat16", "bfloat16", "nn", 2, 1.66e-3),
    GEMM("tf32", WM_BOUND_NONE, "binary32", "binary32", "nn", 4, 2.94e-4),
    GEMM("fp8", WM_BOUND_NONE, "e4m3", "bfloat16", "tn", 2, 1.66e-3),
    GEMM("fp8_fast", WM_BOUND_FAST, "e4m3", "bfloat16", "tn", 2, 0),
    GEMM("f32", WM_BOUND_TERMS_F32, "binary32", "binary32", "nn", 4, 0),
    GEMM("f64", WM_BOUND_TERMS_F64, "binary64", "binary64", "nn", 8, 0),
    GEMM("int8", WM_BOUND_TERMS_F64, "int8", "int32", "tn", 4, 0),
    {"hbm_triad",
     "f32",
     false,
     1,
     {{"n", 'n'}},
     WM_WORK_TRIAD,
     "B/s",
     WM_BOUND_ZERO,
     2,
     {"b", "c"},
     F32_VECTOR},
    {"attention",
     "bf16",
     false,
     4,
     {{"b", 'b'}, {"h", 'h'}, {"s", 's'}, {"d", 'd'}},
     WM_WORK_ATTENTION,
     "FLOP/s",
     WM_BOUND_CONSTANT,
     3,
     {"Q", "K", "V"},
     "bfloat16",
     "bfloat16",
     "vector",
     2,
     0},
    {"reduction",
     "default",
     false,
     1,
     {{"n", 'n'}},
     WM_WORK_REDUCTION,
     "B/s",
     WM_BOUND_TERMS_F32,
     1,
     {"x"},
     F32_VECTOR},
    {"reduction",
     "deterministic",
     false,
     1,
     {{"n", 'n'}},
     WM_WORK_REDUCTION,
     "B/s",
     WM_BOUND_TERMS_F32,
     1,
     {"x"},
     F32_VECTOR},
    {"scatter_add",
     "atomic",
     false,
     2,
     {{"n", 'n'}, {"buckets", 'b'}},
     WM_WORK_SCATTER,
     "element/s",
     WM_BOUND_TERMS_F32,
     2,
     {"src", "index"},
     F32_VECTOR},
    {"scatter_add",
     "fixed",
     false,
     2,
     {{"n", 'n'}, {"buckets", 'b'}},
     WM_WORK_SCATTER,
     "element/s",
     WM_BOUND_TERMS_F32,
     2,
     {"src", "index"},
     F32_VECTOR},
    {"index_add",
     "atomic",
     false,
     3,
     {{"rows", 'r'}, {"columns", 'c'}, {"buckets", 'b'}},
     WM_WORK_INDEX,
     "element/s",
     WM_BOUND_TERMS_F32,
     2,
     {"src", "index"},
     F32_VECTOR},
    RANDOM_ACCESS("latency"),
    RANDOM_ACCESS("bandwidth"),
};

enum { VARIANT_COUNT_quantity = sizeof VARIANTS_quantity / sizeof VARIANTS_quantity[0] };

size_t wm_quantity_variant_count(void)
{
    return VARIANT_COUNT_quantity;
}

const wm_variant *wm_quantity_variant_at(size_t index)
{
    return index < VARIANT_COUNT_quantity ? &VARIANTS_quantity[index] : NULL;
}

/* Whether a slice is exactly a constant. */
static bool is_name_quantity(const char *text, size_t size, const char *name)
{
    return strlen(name) == size && memcmp(text, name, size) == 0;
}

const wm_variant *wm_quantity_variant(const char *workload, size_t workload_size,
                                      const char *variant, size_t variant_size)
{
    for (size_t i = 0; i < VARIANT_COUNT_quantity; i++)
        if (is_name_quantity(workload, workload_size, VARIANTS_quantity[i].workload) &&
            is_name_quantity(variant, variant_size, VARIANTS_quantity[i].variant))
            return &VARIANTS_quantity[i];
    return NULL;
}

bool wm_quantity_is_witnessed_in_f32(const wm_variant *variant)
{
    return variant->predicted_floor > 0 || variant->bound == WM_BOUND_FAST;
}

static const struct {
    const char *name;
    wm_inputs inputs;
} FUNCTIONS_quantity[] = {
#define FUNCTION_ROW(id, name, inputs) {name, inputs},
    WM_FUNCTION_LIST(FUNCTION_ROW)
#undef FUNCTION_ROW
};

const char *wm_quantity_function_name(wm_function function)
{
    return (size_t)function < WM_FUNCTION_COUNT ? FUNCTIONS_quantity[function].name : "";
}

wm_inputs wm_quantity_function_inputs(wm_function function)
{
    return (size_t)function < WM_FUNCTION_COUNT ? FUNCTIONS_quantity[function].inputs : WM_INPUTS_REPEATS;
}

wm_function wm_quantity_function(const char *name, size_t size)
{
    for (size_t i = 0; i < WM_FUNCTION_COUNT; i++)
        if (is_name_quantity(name, size, FUNCTIONS_quantity[i].name))
            return (wm_function)i;
    return WM_FUNCTION_NONE;
}

static const char *const TEXTS_quantity[] = {
#define TEXT_ROW(id, name) name,
    WM_TEXT_LIST(TEXT_ROW)
#undef TEXT_ROW
};

const char *wm_quantity_text_name(wm_text_format format)
{
    return (size_t)format < WM_TEXT_COUNT ? TEXTS_quantity[format] : "";
}

wm_text_format wm_quantity_text(const char *name, size_t size)
{
    for (size_t i = 0; i < WM_TEXT_COUNT; i++)
        if (is_name_quantity(name, size, TEXTS_quantity[i]))
            return (wm_text_format)i;
    return WM_TEXT_COUNT;
}

static const wm_quantity QUANTITIES_quantity[] = {
#define QUANTITY_ROW(name, gemm_only, function, unit, text, class_function, tolerance_function) \
    {name,                                                                                      \
     gemm_only,                                                                                 \
     WM_FUNCTION_##function,                                                                    \
     unit,                                                                                      \
     WM_TEXT_##text,                                                                            \
     WM_FUNCTION_##class_function,                                                              \
     WM_FUNCTION_##tolerance_function},
    WM_QUANTITY_LIST(QUANTITY_ROW)
#undef QUANTITY_ROW
};

size_t wm_quantity_count(void)
{
    return sizeof QUANTITIES_quantity / sizeof QUANTITIES_quantity[0];
}

const wm_quantity *wm_quantity_at(size_t index)
{
    return index < wm_quantity_count() ? &QUANTITIES_quantity[index] : NULL;
}

static const struct {
    const char *name;
    bool throughout;
} COVARIATES_quantity[] = {
#define COVARIATE_ROW(id, name, may_miss, throughout) {name, throughout},
    WM_OBSERVED_COVARIATE_LIST(COVARIATE_ROW)
#undef COVARIATE_ROW
};

const char *wm_quantity_covariate(wm_observed_covariate_name name)
{
    return (size_t)name < WM_OBSERVED_COVARIATES ? COVARIATES_quantity[name].name : "";
}

bool wm_quantity_is_throughout(wm_observed_covariate_name name)
{
    return (size_t)name < WM_OBSERVED_COVARIATES && COVARIATES_quantity[name].throughout;
}

/* The chi-square quantile with 8 degrees of freedom over 8 at 1 - 1e-6 / rows, for rows = 1, 2, 4, ... 65536. */
static const double ROW_QUANTILES_quantity[] = {5.34, 5.54, 5.74, 5.93, 6.13, 6.33, 6.52, 6.72, 6.91,
                                       7.1,  7.3,  7.49, 7.68, 7.87, 8.06, 8.25, 8.44};

double wm_quantity_row_quantile(double rows)
{
    double listed = 1;
    for (size_t i = 0; i < sizeof ROW_QUANTILES_quantity / sizeof ROW_QUANTILES_quantity[0]; i++, listed *= 2)
        if (rows <= listed)
            return ROW_QUANTILES_quantity[i];
    return 9.95;
}

static const struct {
    const char *word;
    bool has_place;
} FAULTS_quantity[WM_FAULT_COUNT] = {{"", false},
#define WM_FAULT_ROW(id, word, has_place, text) {word, has_place},
                            WM_FAULT_LIST(WM_FAULT_ROW)
#undef WM_FAULT_ROW
};

const char *wm_quantity_fault(wm_fault_kind kind)
{
    return FAULTS_quantity[kind].word;
}

wm_fault_kind wm_quantity_fault_named(const char *word, size_t size)
{
    for (unsigned i = 1; i < WM_FAULT_COUNT; i++)
        if (strlen(FAULTS_quantity[i].word) == size && memcmp(FAULTS_quantity[i].word, word, size) == 0)
            return (wm_fault_kind)i;
    return WM_FAULT_NONE;
}

bool wm_quantity_fault_has_place(wm_fault_kind kind)
{
    return FAULTS_quantity[kind].has_place;
}
#undef GEMM_SHAPE
#undef GEMM
#undef RANDOM_ACCESS
#undef F32_VECTOR

/* ======== evidence/reduced.c ======== */
/* Reduction nodes. */



bool wm_reduced_is(const wm_json_value *value, const wm_result *result)
{
    if (value == NULL)
        return false;
    switch (result->kind) {
    case WM_RESULT_NULL:
        return value->kind == WM_JSON_NULL;
    case WM_RESULT_NUMBER:
        return value->kind == WM_JSON_NUMBER && value->number == result->number;
    case WM_RESULT_WORD:
        return wm_json_is_text(value, result->text);
    }
    return false;
}

const char *wm_reduced_words(const wm_result *result, char *out, size_t size)
{
    char number[WM_NUMBER_TEXT_SIZE];
    if (result->kind == WM_RESULT_NUMBER) {
        (void)wm_number_format(result->number, number);
        snprintf(out, size, "%s", number);
    } else if (result->kind == WM_RESULT_WORD) {
        snprintf(out, size, "`%s`", result->text);
    } else {
        snprintf(out, size, "null (%s)", result->text);
    }
    return out;
}

/* A value as words, for what was found. */
static const char *found_words_reduced(const wm_json_value *value, char *out, size_t size)
{
    char text[64];
    if (value == NULL || value->kind == WM_JSON_NULL)
        snprintf(out, size, "null");
    else if (value->kind == WM_JSON_STRING)
        snprintf(out, size, "`%s`", wm_schema_text(value, text, sizeof text));
    else
        snprintf(out, size, "%.*s", value->text_size < 40 ? (int)value->text_size : 40,
                 value->kind == WM_JSON_NUMBER ? value->text : "");
    return out;
}

/* Compares value and reason with what was recomputed. */
static bool check_result_reduced(wm_ledger *ledger, wm_function function, const wm_json_value *value,
                         const wm_json_value *reason, const wm_result *result)
{
    char expected[160], found[80];
    if (value != NULL && !wm_reduced_is(value, result))
        return !wm_refusal_make(&ledger->refusal, WM_RULE_REDUCTION_VALUE, "%s is %s and not %s",
                                wm_quantity_function_name(function),
                                wm_reduced_words(result, expected, sizeof expected),
                                found_words_reduced(value, found, sizeof found));
    return result->kind != WM_RESULT_NULL || reason == NULL ||
           wm_json_is_text(reason, result->text) ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_REDUCTION_REASON,
                            "the reason for %s is `%s` and not %s",
                            wm_quantity_function_name(function), result->text,
                            found_words_reduced(reason, found, sizeof found));
}

/* ---- of an item ------------------------------------------------------------------------------------------------------ */

/* The latest decide stage, or NONE. */
static uint32_t last_decision_reduced(const wm_ledger_item *item)
{
    for (unsigned i = item->stage_count; i-- > 0;)
        if (item->stages[i].name == WM_STAGE_DECIDE)
            return item->stages[i].entry;
    return WM_LEDGER_NONE;
}

uint32_t wm_reduced_input(const wm_ledger_item *item, wm_function function, uint32_t i)
{
    const bool is_gemm = item->item.variant->is_gemm;
    const uint32_t repeats = item->observed.repeat_count;
    const wm_inputs inputs =
        item->observed.has_failed ? WM_INPUTS_REPEATS : wm_quantity_function_inputs(function);
    switch (inputs) {
    case WM_INPUTS_CALIBRATION:
        return i == 0 ? item->calibration_entry : WM_LEDGER_NONE;
    case WM_INPUTS_DECISION:
        return i == 0 ? last_decision_reduced(item) : WM_LEDGER_NONE;
    case WM_INPUTS_TOLERANCE:
        if (is_gemm)
            return i == 0 ? item->calibration_entry : WM_LEDGER_NONE;
        break;
    case WM_INPUTS_VERDICT:
        if (is_gemm && i == repeats)
            return item->calibration_entry;
        break;
    case WM_INPUTS_REPEATS:
    case WM_INPUTS_SERIES:
        break;
    }
    return i < repeats ? item->repeat_entries[i] : WM_LEDGER_NONE;
}

/* Whether a function of the item can be reduced now: it is one of its workload, and all its inputs are there. */
static bool can_reduce_reduced(const wm_ledger_item *item, wm_function function)
{
    const wm_inputs inputs = wm_quantity_function_inputs(function);
    const bool is_gemm = item->item.variant->is_gemm;
    if (!is_gemm && (inputs == WM_INPUTS_CALIBRATION || function == WM_FUNCTION_ROW_STATISTIC))
        return false;
    if (item->observed.has_failed || inputs == WM_INPUTS_REPEATS)
        return true;
    if (inputs == WM_INPUTS_DECISION)
        return last_decision_reduced(item) != WM_LEDGER_NONE;
    return !is_gemm || item->calibration != NULL;
}

/* What takes all repeats cannot come before the last of them. */
static bool check_whole_reduced(wm_ledger *ledger, const wm_ledger_item *item, wm_function function)
{
    const uint32_t last = item->observed.repeat_count;
    const bool takes_all =
        last > 0 && wm_reduced_input(item, function, 0) == item->repeat_entries[0];
    return !takes_all || last >= item->item.repeats ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_WORKLOAD_COMPLETE,
                            "%s has %lu repeats of %lu when they are reduced", item->label,
                            (unsigned long)last, (unsigned long)item->item.repeats);
}

/* Checks that inputs are exactly those of the function of the item. */
static bool check_item_inputs_reduced(wm_ledger *ledger, const wm_ledger_item *item, wm_function function,
                              const wm_json_value *inputs)
{
    const unsigned classes = WM_CLASS_WORKLOAD | WM_CLASS_CALIBRATION | WM_CLASS_STAGE;
    bool is_right = can_reduce_reduced(item, function);
    uint32_t i = 0;
    for (const wm_json_value *input = inputs->first; input != NULL; input = input->next, i++) {
        const uint32_t expected = wm_reduced_input(item, function, i);
        uint8_t id[WM_SHA256_SIZE];
        uint32_t entry;
        if (expected != WM_LEDGER_NONE && wm_schema_hex(input, id) &&
            memcmp(id, ledger->entries[expected].id, sizeof id) == 0)
            continue;
        if (!wm_ledger_edge(ledger, "inputs", input, classes, &entry))
            return false;
        is_right = false;
    }
    is_right = is_right && wm_reduced_input(item, function, i) == WM_LEDGER_NONE;
    return is_right || !wm_refusal_make(&ledger->refusal, WM_RULE_REDUCTION_INPUTS,
                                        "the inputs are not those of %s of %s",
                                        wm_quantity_function_name(function), item->label);
}

static bool reduce_item_reduced(wm_ledger *ledger, wm_function function,
                        const wm_json_value *const values[6], wm_entry *entry)
{
    const unsigned classes = WM_CLASS_WORKLOAD | WM_CLASS_CALIBRATION | WM_CLASS_STAGE;
    const wm_json_value *inputs = values[2];
    const wm_ledger_item *item;
    wm_result result;
    uint32_t first;
    if (!wm_ledger_edge(ledger, "inputs", inputs->first, classes, &first))
        return false;
    if (first == WM_LEDGER_NONE || ledger->entries[first].owner == WM_LEDGER_NONE)
        return true; /* a rule is off */
    item = &ledger->items[ledger->entries[first].owner];
    if (!check_whole_reduced(ledger, item, function) || !check_item_inputs_reduced(ledger, item, function, inputs))
        return false;
    entry->owner = ledger->entries[first].owner;
    result = wm_reduction_of_item(function, &item->observed);
    return check_result_reduced(ledger, function, values[5], values[3], &result);
}

/* ---- of a series ----------------------------------------------------------------------------------------------------- */

/* Whether the inputs are, letter for letter, the latest ones that were found to be a whole series. */
static bool is_latest_reduced(const wm_ledger *ledger, const wm_json_value *inputs, const char **text,
                      size_t *size)
{
    const wm_json_value *input = inputs->first;
    size_t expected = 0;
    *text = input->text;
    *size = (size_t)inputs->count * 67 - 3; /* ids with `","` between them */
    for (; input != NULL; input = input->next, expected += 67)
        if (input->kind != WM_JSON_STRING || input->text_size != 64 ||
            input->text != *text + expected) {
            *size = 0;
            return false;
        }
    return ledger->inputs.size == *size && memcmp(ledger->inputs.data, *text, *size) == 0;
}

/* Resolves one input; most are on the line after that of the one before. */
static bool resolve_external_reduced(wm_ledger *ledger, const wm_json_value *input, uint32_t guess,
                             uint32_t *entry)
{
    uint8_t id[WM_SHA256_SIZE];
    if (guess < ledger->entry_count && wm_schema_hex(input, id) &&
        memcmp(ledger->entries[guess].id, id, sizeof id) == 0 &&
        ledger->entries[guess].class == WM_CLASS_EXTERNAL) {
        *entry = guess;
        return true;
    }
    return wm_ledger_edge(ledger, "inputs", input, WM_CLASS_EXTERNAL, entry);
}

/* Resolves the inputs into ledger->input_entries and checks that they are one whole series in order. */
static bool resolve_series_reduced(wm_ledger *ledger, const wm_json_value *inputs)
{
    const wm_series *series = NULL;
    void *entries = ledger->input_entries;
    uint32_t guess = WM_LEDGER_NONE, entry;
    bool is_whole = true;
    ledger->input_count = 0;
    if (!wm_ledger_grow(ledger, &entries, sizeof *ledger->input_entries, inputs->count,
                        &ledger->input_capacity))
        return false;
    ledger->input_entries = entries;
    for (const wm_json_value *input = inputs->first; input != NULL; input = input->next) {
        if (!resolve_external_reduced(ledger, input, guess, &entry))
            return false;
        if (entry == WM_LEDGER_NONE)
            continue; /* a rule is off */
        if (series == NULL)
            series = &ledger->series[ledger->entries[entry].owner];
        is_whole = is_whole && series == &ledger->series[ledger->entries[entry].owner] &&
                   ledger->entries[entry].part == ledger->input_count;
        ledger->input_entries[ledger->input_count++] = entry;
        guess = entry + 1;
    }
    is_whole = is_whole && series != NULL && ledger->input_count == series->count;
    return is_whole || !wm_refusal_make(&ledger->refusal, WM_RULE_SERIES_INPUTS,
                                        "the inputs are not all of the series `%s`, in order",
                                        series == NULL ? "" : series->name);
}

/* Resolves the inputs, or finds that they are the latest ones again. */
static bool check_series_inputs_reduced(wm_ledger *ledger, const wm_json_value *inputs)
{
    const char *text;
    size_t size;
    wm_status status = WM_OK;
    if (is_latest_reduced(ledger, inputs, &text, &size) &&
        ledger->series[ledger->entries[ledger->input_entries[0]].owner].count ==
            ledger->input_count)
        return true;
    ledger->inputs.size = 0;
    if (!resolve_series_reduced(ledger, inputs))
        return false;
    if (size != 0 && ledger->input_count == inputs->count)
        status = wm_buffer_append(&ledger->inputs, text, size);
    return status == WM_OK || wm_ledger_fail(ledger, status);
}

/* Gathers a field of all inputs into ledger->values. */
static bool gather_reduced(wm_ledger *ledger, const wm_json_value *field)
{
    void *values = ledger->values;
    bool is_there;
    if (!wm_ledger_grow(ledger, &values, sizeof *ledger->values, ledger->input_count,
                        &ledger->value_capacity))
        return false;
    ledger->values = values;
    for (uint32_t i = 0; i < ledger->input_count; i++) {
        if (!wm_observation_value(ledger, ledger->input_entries[i], field, &ledger->values[i],
                                  &is_there))
            return false;
        if (!is_there &&
            wm_refusal_make(&ledger->refusal, WM_RULE_SERIES_FIELD,
                            "the observation on line %lu has no value `%.*s`",
                            (unsigned long)ledger->entries[ledger->input_entries[i]].line,
                            (int)field->text_size, field->text))
            return false;
    }
    return true;
}

static bool keep_result_reduced(wm_ledger *ledger, const wm_result *result, uint32_t *index)
{
    size_t capacity = ledger->result_capacity;
    void *results = ledger->results;
    if (!wm_ledger_grow(ledger, &results, sizeof *ledger->results, ledger->result_count, &capacity))
        return false;
    ledger->results = results;
    ledger->result_capacity = (uint32_t)capacity;
    ledger->results[ledger->result_count] = *result;
    *index = ledger->result_count++;
    return true;
}

static bool reduce_series_reduced(wm_ledger *ledger, wm_function function,
                          const wm_json_value *const values[6], wm_entry *entry)
{
    const wm_json_value *field = values[0];
    wm_result result;
    if (!check_series_inputs_reduced(ledger, values[2]))
        return false;
    if (field == NULL || ledger->input_count == 0)
        return true; /* a rule is off */
    if (wm_json_is_text(field, "reason") &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_VALUE, "`field` is `reason`"))
        return false;
    if (!gather_reduced(ledger, field))
        return false;
    result = wm_reduction_of_series(function, ledger->values, ledger->input_count);
    if (!check_result_reduced(ledger, function, values[5], values[3], &result) ||
        !keep_result_reduced(ledger, &result, &entry->part))
        return false;
    entry->owner = ledger->entries[ledger->input_entries[0]].owner;
    entry->is_of_series = true;
    return true;
}

/* ---- any ------------------------------------------------------------------------------------------------------------- */

bool wm_reduced_take(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("field", NAME, 0),   WM_FIELD("function", WORD, 0),
        WM_FIELD("inputs", ARRAY, 0), WM_FIELD("reason", REASON, 0),
        WM_FIELD("type", WORD, 0),    WM_FIELD("value", VALUE, WM_FIELD_NULLABLE),
    };
    const wm_json_value *values[6] = {NULL, NULL, NULL, NULL, NULL, NULL};
    const wm_json_value *name = wm_json_member(node, "function");
    wm_function function = WM_FUNCTION_NONE;
    bool is_of_series;
    uint32_t index;
    entry->class = WM_CLASS_REDUCTION;
    if (name != NULL && name->kind == WM_JSON_STRING)
        function = wm_quantity_function(name->text, name->text_size);
    entry->function = (uint8_t)function;
    if (function == WM_FUNCTION_NONE)
        return !wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_FUNCTION,
                                "`function` is none of its tables");
    is_of_series = wm_quantity_function_inputs(function) == WM_INPUTS_SERIES;
    if (!wm_schema_match(&ledger->refusal, "the reduction", node, FIELDS + (is_of_series ? 0 : 1),
                         is_of_series ? 6 : 5, values + (is_of_series ? 0 : 1)))
        return false;
    if (values[2] != NULL && values[2]->count == 0 &&
        wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_LENGTH, "`inputs` is empty"))
        return false;
    if (values[2] != NULL && values[2]->count > 0 &&
        !(is_of_series ? reduce_series_reduced : reduce_item_reduced)(ledger, function, values, entry))
        return false;
    if (!wm_ledger_add(ledger, entry, &index))
        return false;
    if (entry->is_of_series)
        ledger->series[entry->owner].is_reduced = true;
    else if (entry->owner != WM_LEDGER_NONE && function == WM_FUNCTION_TRANSCRIPT)
        ledger->items[entry->owner].is_judged = true;
    return true;
}

/* ======== evidence/reduction.c ======== */
/* The arithmetic of the reductions, in the order that the format states. */



/* Room for the repeats of an item; the format allows 1000. */
enum { ROOM_reduction = 1024 };

static const char NOT_FINITE_reduction[] = "not finite";

static wm_result null_result_reduction(const char *reason)
{
    wm_result result = {WM_RESULT_NULL, 0, NULL};
    result.text = reason;
    return result;
}

static wm_result word_result_reduction(const char *word)
{
    wm_result result = {WM_RESULT_WORD, 0, NULL};
    result.text = word;
    return result;
}

/* A number, or null where it is not finite; adding 0 turns -0 into 0. */
static wm_result number_result_reduction(double value)
{
    wm_result result = {WM_RESULT_NUMBER, 0, NULL};
    if (!(value - value == 0))
        return null_result_reduction(NOT_FINITE_reduction);
    result.number = value + 0.0;
    return result;
}

static int compare_reduction(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts in place; the lists of most series are short. */
static void sort_reduction(double *values, size_t count)
{
    if (count > 64) {
        qsort(values, count, sizeof *values, compare_reduction);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        const double value = values[i];
        size_t j = i;
        for (; j > 0 && values[j - 1] > value; j--)
            values[j] = values[j - 1];
        values[j] = value;
    }
}

/* The median of a sorted list. */
static double middle_reduction(const double *sorted, size_t count)
{
    if (count % 2 == 1)
        return sorted[count / 2];
    return (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

/* Sorts in place. */
static double median_reduction(double *values, size_t count)
{
    sort_reduction(values, count);
    return middle_reduction(values, count);
}

static double absolute_reduction(double value)
{
    return value < 0 ? -value : value;
}

/* The median of the distances from m; values are replaced by them. */
static double median_distance_reduction(double *values, size_t count, double m)
{
    for (size_t i = 0; i < count; i++)
        values[i] = absolute_reduction(values[i] - m);
    return median_reduction(values, count);
}

static bool is_null_reduction(double value)
{
    return !(value == value);
}

double wm_reduction_rate(const wm_item *item, const wm_observed_repeat *repeat)
{
    return wm_plan_work(item) * repeat->iterations / repeat->seconds;
}

double wm_reduction_ratio(double difference_max, double reference_max)
{
    return difference_max / (reference_max + 1e-30);
}

/* ---- Over the repeats of an item ------------------------------------------------------------------------------------- */

static size_t rates_of_reduction(const wm_observed_item *item, double rates[ROOM_reduction])
{
    assert(item->repeat_count <= ROOM_reduction);
    for (size_t i = 0; i < item->repeat_count; i++)
        rates[i] = wm_reduction_rate(item->item, &item->repeats[i]);
    return item->repeat_count;
}

static wm_result relative_mad_reduction(const wm_observed_item *item)
{
    double rates[ROOM_reduction];
    const size_t count = rates_of_reduction(item, rates);
    const double m = median_reduction(rates, count);
    return number_result_reduction(median_distance_reduction(rates, count, m) / m);
}

/* The index (from 1) of the lower end of the median's order-statistics interval; 0 where there is none at 95 %. */
static size_t interval_low_reduction(size_t count)
{
    double t = 1, s = 0, p = 1;
    size_t low = 0;
    for (size_t i = 0; i < count; i++)
        p *= 2;
    for (size_t i = 0; i <= count; i++) {
        s = s + t;
        if (!(2 * s / p <= 0.05))
            break;
        low = i + 1;
        t = t * (double)(count - i) / (double)(i + 1);
    }
    return low;
}

static wm_result rate_interval_reduction(const wm_observed_item *item, bool is_high)
{
    double rates[ROOM_reduction];
    const size_t count = rates_of_reduction(item, rates), low = interval_low_reduction(count);
    if (low == 0)
        return null_result_reduction("fewer than 6 repeats");
    sort_reduction(rates, count);
    return number_result_reduction(rates[is_high ? count - low : low - 1]);
}

/* The ranks of values, equal ones sharing the mean of theirs. */
static void rank_reduction(const double *values, size_t count, double *ranks)
{
    double sorted[ROOM_reduction];
    memcpy(sorted, values, count * sizeof *values);
    sort_reduction(sorted, count);
    for (size_t i = 0; i < count; i++) {
        size_t low = 0, high = count, smaller, equal;
        while (low < high) { /* the first that is not smaller */
            const size_t half = low + (high - low) / 2;
            if (sorted[half] < values[i])
                low = half + 1;
            else
                high = half;
        }
        smaller = low;
        for (high = count; low < high;) { /* the first that is larger */
            const size_t half = low + (high - low) / 2;
            if (sorted[half] <= values[i])
                low = half + 1;
            else
                high = half;
        }
        equal = low - smaller;
        ranks[i] = (double)smaller + ((double)equal + 1) / 2;
    }
}

static bool all_equal_reduction(const double *values, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (!(values[i] == values[0]))
            return false;
    return true;
}

static double spearman_reduction(const double *a_values, const double *b_values, size_t count)
{
    double a[ROOM_reduction], b[ROOM_reduction], ab = 0, aa = 0, bb = 0;
    const double m = ((double)count + 1) / 2;
    rank_reduction(a_values, count, a);
    rank_reduction(b_values, count, b);
    for (size_t i = 0; i < count; i++) {
        ab = ab + (a[i] - m) * (b[i] - m);
        aa = aa + (a[i] - m) * (a[i] - m);
        bb = bb + (b[i] - m) * (b[i] - m);
    }
    return ab / sqrt(aa * bb);
}

/* One field of every repeat; false if a repeat has none. */
static bool gather_reduction(const wm_observed_item *item, size_t offset, double values[ROOM_reduction])
{
    assert(item->repeat_count <= ROOM_reduction);
    for (size_t i = 0; i < item->repeat_count; i++) {
        memcpy(&values[i], (const char *)&item->repeats[i] + offset, sizeof values[i]);
        if (is_null_reduction(values[i]))
            return false;
    }
    return true;
}

static wm_result median_field_reduction(const wm_observed_item *item, size_t offset, const char *reason)
{
    double values[ROOM_reduction];
    if (!gather_reduction(item, offset, values))
        return null_result_reduction(reason);
    return number_result_reduction(median_reduction(values, item->repeat_count));
}

static wm_result largest_field_reduction(const wm_observed_item *item, size_t offset, const char *reason)
{
    double values[ROOM_reduction], largest = 0; /* these fields are not negative */
    if (!gather_reduction(item, offset, values))
        return null_result_reduction(reason);
    for (size_t i = 0; i < item->repeat_count; i++)
        if (values[i] > largest)
            largest = values[i];
    return number_result_reduction(largest);
}

static wm_result clock_correlation_reduction(const wm_observed_item *item)
{
    double rates[ROOM_reduction], clocks[ROOM_reduction];
    const size_t count = rates_of_reduction(item, rates);
    if (count < 2)
        return null_result_reduction("fewer than 2 repeats");
    if (!gather_reduction(item, offsetof(wm_observed_repeat, clock), clocks))
        return null_result_reduction("clock absent");
    if (all_equal_reduction(clocks, count))
        return null_result_reduction("clock constant");
    if (all_equal_reduction(rates, count))
        return null_result_reduction("rate constant");
    return number_result_reduction(spearman_reduction(rates, clocks, count));
}

static bool is_clock_constant_reduction(const wm_observed_item *item)
{
    double clocks[ROOM_reduction];
    return gather_reduction(item, offsetof(wm_observed_repeat, clock), clocks) &&
           all_equal_reduction(clocks, item->repeat_count);
}

/* A clock that never changed is followed by no rate. */
static wm_result performance_class_reduction(const wm_observed_item *item)
{
    const wm_result correlation = clock_correlation_reduction(item), dispersion = relative_mad_reduction(item);
    const bool has_correlation = correlation.kind == WM_RESULT_NUMBER;
    if (item->repeat_count < 8 || (!has_correlation && !is_clock_constant_reduction(item)))
        return word_result_reduction("undetermined");
    if (has_correlation && correlation.number * sqrt((double)item->repeat_count - 1) >= 2.326)
        return word_result_reduction("S2");
    if (dispersion.kind == WM_RESULT_NUMBER && dispersion.number <= 0.05)
        return word_result_reduction("S1");
    return word_result_reduction("undetermined");
}

static wm_result numerical_class_reduction(const wm_observed_item *item)
{
    const wm_observed_repeat *repeats = item->repeats;
    if (item->repeat_count < 2)
        return null_result_reduction("fewer than 2 repeats");
    for (size_t i = 1; i < item->repeat_count; i++)
        if (memcmp(repeats[i].output_digest, repeats[0].output_digest, WM_SHA256_SIZE) != 0)
            return word_result_reduction("Snd");
    return word_result_reduction("S0");
}

static wm_result residual_reduction(const wm_observed_item *item)
{
    double largest = 0;
    for (size_t i = 0; i < item->repeat_count; i++) {
        const wm_observed_residual *one = &item->repeats[i].residual;
        const double ratio = wm_reduction_ratio(one->difference_max, one->reference_max);
        if (is_null_reduction(one->difference_max) || is_null_reduction(one->reference_max))
            return null_result_reduction(NOT_FINITE_reduction);
        if (ratio > largest)
            largest = ratio;
    }
    return number_result_reduction(largest);
}

static wm_result row_statistic_reduction(const wm_observed_item *item)
{
    return largest_field_reduction(item,
                         offsetof(wm_observed_repeat, residual) +
                             offsetof(wm_observed_residual, row_statistic),
                         NOT_FINITE_reduction);
}

/* ---- Over the calibration -------------------------------------------------------------------------------------------- */

static wm_result floor_of_reduction(const wm_observed_item *item)
{
    const wm_observed_calibration *calibration = item->calibration;
    double ratios[WM_QUANTITY_PROBES];
    for (size_t i = 0; i < WM_QUANTITY_PROBES; i++) {
        if (is_null_reduction(calibration->difference_max[i]) || is_null_reduction(calibration->reference_max[i]))
            return null_result_reduction(NOT_FINITE_reduction);
        ratios[i] =
            wm_reduction_ratio(calibration->difference_max[i], calibration->reference_max[i]);
    }
    return number_result_reduction(median_reduction(ratios, WM_QUANTITY_PROBES));
}

static wm_result basis_reduction(const wm_observed_item *item)
{
    const wm_result measured = floor_of_reduction(item);
    const double predicted = item->item->variant->predicted_floor;
    if (measured.kind != WM_RESULT_NUMBER)
        return measured;
    if (!(predicted > 0))
        return word_result_reduction("a priori");
    if (measured.number <= 1.25 * predicted && 1.25 * measured.number >= predicted)
        return word_result_reduction("calibrated");
    return word_result_reduction("off prediction");
}

static wm_result tolerance_reduction(const wm_observed_item *item)
{
    wm_result measured;
    if (!item->item->variant->is_gemm)
        return number_result_reduction(wm_plan_bound(item->item));
    measured = basis_reduction(item);
    if (measured.kind != WM_RESULT_WORD)
        return measured;
    if (strcmp(measured.text, "off prediction") == 0)
        return null_result_reduction("floor off its prediction");
    if (strcmp(measured.text, "a priori") == 0)
        return number_result_reduction(wm_plan_bound(item->item));
    return number_result_reduction(3 * floor_of_reduction(item).number);
}

static wm_result predicted_floor_reduction(const wm_observed_item *item)
{
    const double predicted = item->item->variant->predicted_floor;
    return predicted > 0 ? number_result_reduction(predicted) : null_result_reduction("no prediction");
}

/* ---- Verdicts -------------------------------------------------------------------------------------------------------- */

static wm_result verified_reduction(const wm_observed_item *item)
{
    const wm_limits limits = wm_rule_limits(item);
    const wm_result bound = wm_reduction_of_item(WM_FUNCTION_TOLERANCE, item);
    for (size_t i = 0; i < item->repeat_count; i++)
        if (wm_rule_decide(&limits, &item->repeats[i].residual) == WM_DECISION_REJECT)
            return word_result_reduction("FAIL");
    return bound.kind == WM_RESULT_NULL ? bound : word_result_reduction("PASS");
}

static wm_result transcript_reduction(const wm_observed_item *item)
{
    wm_decision last;
    if (item->decision_count == 0)
        return null_result_reduction("not there");
    last = item->decision[item->decision_count - 1];
    if (last == WM_DECISION_UNDECIDED)
        return wm_reduction_of_item(WM_FUNCTION_TOLERANCE, item);
    if (last == WM_DECISION_REJECT)
        return word_result_reduction(item->is_injected ? "injected reject" : "reject");
    if (item->decision_count == 2)
        return word_result_reduction(item->is_injected ? "injected repaired" : "repaired");
    return word_result_reduction(item->is_injected ? "injected accept" : "accept");
}

/* Whether a function of this item is one of the calibration alone. */
static bool is_of_calibration_reduction(wm_function function, const wm_observed_item *item)
{
    const wm_inputs inputs = wm_quantity_function_inputs(function);
    return inputs == WM_INPUTS_CALIBRATION ||
           (inputs == WM_INPUTS_TOLERANCE && item->item->variant->is_gemm);
}

wm_result wm_reduction_of_item(wm_function function, const wm_observed_item *item)
{
    double rates[ROOM_reduction];
    if (item->has_failed)
        return null_result_reduction("repeat failed");
    if (item->repeat_count == 0)
        return null_result_reduction("not there");
    if (is_of_calibration_reduction(function, item)) {
        if (item->calibration == NULL)
            return null_result_reduction("not there");
        if (!item->calibration->ok)
            return null_result_reduction("calibration failed");
    }
    switch (function) {
    case WM_FUNCTION_MEDIAN_RATE:
        return number_result_reduction(median_reduction(rates, rates_of_reduction(item, rates)));
    case WM_FUNCTION_RATE_LOW:
        return rate_interval_reduction(item, false);
    case WM_FUNCTION_RATE_HIGH:
        return rate_interval_reduction(item, true);
    case WM_FUNCTION_RELATIVE_MAD:
        return relative_mad_reduction(item);
    case WM_FUNCTION_MEDIAN_CLOCK:
        return median_field_reduction(item, offsetof(wm_observed_repeat, clock), "clock absent");
    case WM_FUNCTION_CLOCK_CORRELATION:
        return clock_correlation_reduction(item);
    case WM_FUNCTION_PERFORMANCE_CLASS:
        return performance_class_reduction(item);
    case WM_FUNCTION_DIVERGENCE:
        return largest_field_reduction(item, offsetof(wm_observed_repeat, divergence), NOT_FINITE_reduction);
    case WM_FUNCTION_NUMERICAL_CLASS:
        return numerical_class_reduction(item);
    case WM_FUNCTION_FLOOR:
        return floor_of_reduction(item);
    case WM_FUNCTION_PREDICTED_FLOOR:
        return predicted_floor_reduction(item);
    case WM_FUNCTION_BASIS:
        return basis_reduction(item);
    case WM_FUNCTION_TOLERANCE:
        return tolerance_reduction(item);
    case WM_FUNCTION_RESIDUAL:
        return residual_reduction(item);
    case WM_FUNCTION_ROW_STATISTIC:
        return row_statistic_reduction(item);
    case WM_FUNCTION_ROW_THRESHOLD:
        return number_result_reduction(wm_plan_row_threshold(item->item));
    case WM_FUNCTION_VERIFIED:
        return verified_reduction(item);
    case WM_FUNCTION_TRANSCRIPT:
        return transcript_reduction(item);
    case WM_FUNCTION_MEDIAN_POWER:
        return median_field_reduction(item, offsetof(wm_observed_repeat, power), "power absent");
    case WM_FUNCTION_MEDIAN_TEMPERATURE:
        return median_field_reduction(item, offsetof(wm_observed_repeat, temperature), "temperature absent");
    case WM_FUNCTION_PEAK_MEMORY:
        return largest_field_reduction(item, offsetof(wm_observed_repeat, peak_resident_bytes),
                             "memory absent");
    default:
        return null_result_reduction("not there");
    }
}

/* ---- Over a series --------------------------------------------------------------------------------------------------- */

static double mean_reduction(const double *values, size_t count)
{
    double sum = values[0];
    for (size_t i = 1; i < count; i++)
        sum = sum + values[i];
    return sum / (double)count;
}

static wm_result standard_deviation_reduction(const double *values, size_t count)
{
    const double m = mean_reduction(values, count);
    double sum = 0;
    if (count < 2)
        return null_result_reduction("fewer than 2 values");
    for (size_t i = 0; i < count; i++)
        sum = sum + (values[i] - m) * (values[i] - m);
    return number_result_reduction(sqrt(sum / (double)(count - 1)));
}

static wm_result relative_mad_of_reduction(double *values, size_t count)
{
    const double m = median_reduction(values, count);
    if (m == 0)
        return null_result_reduction("median is zero");
    return number_result_reduction(median_distance_reduction(values, count, m) / absolute_reduction(m));
}

static double extreme_reduction(const double *values, size_t count, bool is_maximum)
{
    double found = values[0];
    for (size_t i = 1; i < count; i++)
        if (is_maximum ? values[i] > found : values[i] < found)
            found = values[i];
    return found;
}

wm_result wm_reduction_of_series(wm_function function, double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_null_reduction(values[i]))
            return null_result_reduction("value absent");
    switch (function) {
    case WM_FUNCTION_MEDIAN_OF:
        return number_result_reduction(median_reduction(values, count));
    case WM_FUNCTION_MINIMUM_OF:
        return number_result_reduction(extreme_reduction(values, count, false));
    case WM_FUNCTION_MAXIMUM_OF:
        return number_result_reduction(extreme_reduction(values, count, true));
    case WM_FUNCTION_MEAN_OF:
        return number_result_reduction(mean_reduction(values, count));
    case WM_FUNCTION_STANDARD_DEVIATION_OF:
        return standard_deviation_reduction(values, count);
    case WM_FUNCTION_RELATIVE_MAD_OF:
        return relative_mad_of_reduction(values, count);
    default:
        return null_result_reduction("not there");
    }
}

/* ======== evidence/refusal.c ======== */
/* Refusals and the names of rules. */


#ifdef WM_MUTATE
wm_rule wm_refusal_off = WM_RULE_COUNT;
#endif

static const struct {
    const char *name, *tag, *demand;
} RULES_refusal[] = {
#define RULE_ROW(id, name, tag, demand) {name, tag, demand},
    WM_RULE_LIST(RULE_ROW)
#undef RULE_ROW
};

const char *wm_refusal_name(wm_rule rule)
{
    return (size_t)rule < WM_RULE_COUNT ? RULES_refusal[rule].name : "";
}

const char *wm_refusal_tag(wm_rule rule)
{
    return (size_t)rule < WM_RULE_COUNT ? RULES_refusal[rule].tag : "";
}

const char *wm_refusal_demand(wm_rule rule)
{
    return (size_t)rule < WM_RULE_COUNT ? RULES_refusal[rule].demand : "";
}

bool wm_refusal_make(wm_refusal *refusal, wm_rule rule, const char *format, ...)
{
    va_list arguments;
#ifdef WM_MUTATE
    if (rule == wm_refusal_off)
        return false;
#endif
    refusal->is_made = true;
    refusal->rule = rule;
    va_start(arguments, format);
    vsnprintf(refusal->words, sizeof refusal->words, format, arguments);
    va_end(arguments);
    for (char *c = refusal->words; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    return true;
}

/* ======== evidence/rule.c ======== */
/* How residuals are judged. */


wm_limits wm_rule_limits(const wm_observed_item *item)
{
    wm_observed_item whole = *item;
    wm_result tolerance;
    wm_limits limits;
    whole.has_failed = false; /* a residual is judged whatever became of the other repeats */
    tolerance = wm_reduction_of_item(WM_FUNCTION_TOLERANCE, &whole);
    limits.is_gemm = item->item->variant->is_gemm;
    limits.tolerance = tolerance.kind == WM_RESULT_NUMBER ? tolerance.number : (double)NAN;
    limits.row_threshold = limits.is_gemm ? wm_plan_row_threshold(item->item) : (double)NAN;
    return limits;
}

static bool is_null_rule(double value)
{
    return !(value == value);
}

wm_decision wm_rule_decide(const wm_limits *limits, const wm_observed_residual *residual)
{
    if (is_null_rule(residual->difference_max) || is_null_rule(residual->reference_max) ||
        (limits->is_gemm && is_null_rule(residual->row_statistic)))
        return WM_DECISION_REJECT;
    if (limits->is_gemm && !(residual->row_statistic <= limits->row_threshold))
        return WM_DECISION_REJECT;
    if (is_null_rule(limits->tolerance))
        return WM_DECISION_UNDECIDED;
    if (wm_reduction_ratio(residual->difference_max, residual->reference_max) <= limits->tolerance)
        return WM_DECISION_ACCEPT;
    return WM_DECISION_REJECT;
}

uint32_t wm_rule_product(const wm_observed_item *item)
{
    const wm_limits limits = wm_rule_limits(item);
    for (uint32_t i = 0; i < item->repeat_count; i++)
        if (wm_rule_decide(&limits, &item->repeats[i].residual) == WM_DECISION_REJECT)
            return i;
    return item->repeat_count == 0 ? 0 : item->repeat_count - 1;
}

const char *wm_rule_decision_word(wm_decision decision)
{
    switch (decision) {
    case WM_DECISION_ACCEPT:
        return "accept";
    case WM_DECISION_REJECT:
        return "reject";
    case WM_DECISION_UNDECIDED:
        return "undecided";
    case WM_DECISION_NONE:
        break;
    }
    return "";
}

unsigned wm_rule_flags(double seconds,
                       const wm_observed_covariate covariate[WM_OBSERVED_COVARIATES])
{
    const wm_observed_covariate *corrected = &covariate[WM_OBSERVED_ECC_CORRECTED];
    const wm_observed_covariate *uncorrected = &covariate[WM_OBSERVED_ECC_UNCORRECTED];
    const wm_observed_covariate *steal = &covariate[WM_OBSERVED_STEAL];
    const wm_observed_covariate *throttle = &covariate[WM_OBSERVED_THROTTLE];
    unsigned flags = 0;
    if ((corrected->present && corrected->maximum > 0) ||
        (uncorrected->present && uncorrected->maximum > 0))
        flags |= WM_FLAG_ECC;
    for (unsigned i = 0; i < WM_OBSERVED_COVARIATES; i++)
        if (wm_quantity_is_throughout((wm_observed_covariate_name)i) && covariate[i].present &&
            covariate[i].samples < 0.8 * seconds / 0.02)
            flags |= WM_FLAG_SAMPLING_GAP;
    if (steal->present && steal->median > 0.05)
        flags |= WM_FLAG_STEAL;
    if (throttle->present && throttle->maximum > 0)
        flags |= WM_FLAG_THROTTLED;
    return flags;
}

/* ======== evidence/schema.c ======== */
/* Matching objects against tables of fields. */


static bool is_string_schema(const wm_json_value *value)
{
    return value->kind == WM_JSON_STRING;
}

static bool is_name_schema(const wm_json_value *value)
{
    if (!is_string_schema(value) || value->text_size < 1 || value->text_size > 64)
        return false;
    for (size_t i = 0; i < value->text_size; i++) {
        const char c = value->text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.'))
            return false;
    }
    return true;
}

static bool is_decimal_schema(const wm_json_value *value)
{
    if (!is_string_schema(value) || value->text_size < 1 || value->text_size > 20)
        return false;
    for (size_t i = 0; i < value->text_size; i++)
        if (value->text[i] < '0' || value->text[i] > '9')
            return false;
    return value->text[0] != '0' || value->text_size == 1;
}

static bool is_hex_schema(const wm_json_value *value, size_t low, size_t high)
{
    if (!is_string_schema(value) || value->text_size < low || value->text_size > high)
        return false;
    for (size_t i = 0; i < value->text_size; i++) {
        const char c = value->text[i];
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
            return false;
    }
    return true;
}

static bool is_int_schema(const wm_json_value *value, double low)
{
    return value->kind == WM_JSON_NUMBER && value->is_integer && value->number >= low &&
           value->number <= 9007199254740991.0;
}

bool wm_schema_is(const wm_json_value *value, wm_field_type type)
{
    switch (type) {
    case WM_FIELD_WORD:
        return is_string_schema(value);
    case WM_FIELD_TEXT:
        return is_string_schema(value) && value->text_size <= 4096;
    case WM_FIELD_FULL:
    case WM_FIELD_REASON:
        return is_string_schema(value) && value->text_size >= 1 && value->text_size <= 4096;
    case WM_FIELD_NAME:
        return is_name_schema(value);
    case WM_FIELD_DECIMAL:
        return is_decimal_schema(value);
    case WM_FIELD_NONCE:
        return is_hex_schema(value, 0, 64);
    case WM_FIELD_HEX:
        return is_hex_schema(value, 64, 64);
    case WM_FIELD_INT:
        return is_int_schema(value, -9007199254740991.0);
    case WM_FIELD_COUNT:
        return is_int_schema(value, 0);
    case WM_FIELD_POSITIVE:
        return is_int_schema(value, 1);
    case WM_FIELD_NUMBER:
        return value->kind == WM_JSON_NUMBER;
    case WM_FIELD_SIZE:
        return value->kind == WM_JSON_NUMBER && value->number >= 0;
    case WM_FIELD_DURATION:
        return value->kind == WM_JSON_NUMBER && value->number > 0;
    case WM_FIELD_VALUE:
        return value->kind == WM_JSON_NUMBER || is_string_schema(value);
    case WM_FIELD_OBJECT:
        return value->kind == WM_JSON_OBJECT;
    case WM_FIELD_ARRAY:
        return value->kind == WM_JSON_ARRAY;
    }
    return false;
}

bool wm_schema_is_null(const wm_json_value *value)
{
    return value != NULL && value->kind == WM_JSON_NULL;
}

bool wm_schema_reason(wm_refusal *refusal, const char *what, bool has_null, bool has_reason)
{
    if (has_null && !has_reason)
        return !wm_refusal_make(refusal, WM_RULE_NULL_MISSING, "%s has a null and no reason", what);
    if (!has_null && has_reason)
        return !wm_refusal_make(refusal, WM_RULE_NULL_EXTRA, "%s has a reason and no null", what);
    return true;
}

/* Skips members that the table does not have, until one that is not below the field. */
static bool skip_unknown_schema(wm_refusal *refusal, const char *what, const wm_json_value **member,
                         const wm_field *field)
{
    while (*member != NULL) {
        const wm_json_value *found = *member;
        int order = 1;
        if (field != NULL) {
            const size_t size =
                found->key_size < field->key_size ? found->key_size : field->key_size;
            order = memcmp(field->key, found->key, size);
            if (order == 0)
                order = (field->key_size > found->key_size) - (field->key_size < found->key_size);
        }
        if (order <= 0)
            return true;
        if (wm_refusal_make(refusal, WM_RULE_SCHEMA_UNKNOWN, "%s has an unknown field `%.*s`", what,
                            found->key_size < 64 ? (int)found->key_size : 64, found->key))
            return false;
        *member = found->next;
    }
    return true;
}

/* Checks the value of a field that is there; *value becomes NULL if it is unfit and that rule is off. */
static bool check_value_schema(wm_refusal *refusal, const char *what, const wm_field *field,
                        const wm_json_value **value, bool *has_null)
{
    if ((*value)->kind == WM_JSON_NULL && (field->flags & WM_FIELD_NULLABLE) != 0) {
        *has_null = true;
        return true;
    }
    if (wm_schema_is(*value, field->type))
        return true;
    *value = NULL;
    if (field->type == WM_FIELD_REASON)
        return !wm_refusal_make(refusal, WM_RULE_NULL_REASON, "the reason of %s is no text", what);
    return !wm_refusal_make(refusal, WM_RULE_SCHEMA_VALUE,
                            "the field `%s` of %s is not of its type or range", field->key, what);
}

bool wm_schema_match(wm_refusal *refusal, const char *what, const wm_json_value *object,
                     const wm_field *fields, size_t count, const wm_json_value **values)
{
    const wm_json_value *member =
        object != NULL && object->kind == WM_JSON_OBJECT ? object->first : NULL;
    bool has_null = false, wants_reason = false, has_reason = false;
    for (size_t i = 0; i < count; i++) {
        values[i] = NULL;
        if (!skip_unknown_schema(refusal, what, &member, &fields[i]))
            return false;
        wants_reason = wants_reason || fields[i].type == WM_FIELD_REASON;
        if (member == NULL || member->key_size != fields[i].key_size ||
            memcmp(member->key, fields[i].key, member->key_size) != 0) {
            if ((fields[i].flags & WM_FIELD_OPTIONAL) == 0 && fields[i].type != WM_FIELD_REASON &&
                wm_refusal_make(refusal, WM_RULE_SCHEMA_MISSING, "%s has no field `%s`", what,
                                fields[i].key))
                return false;
            continue;
        }
        values[i] = member;
        has_reason = has_reason || fields[i].type == WM_FIELD_REASON;
        if (!check_value_schema(refusal, what, &fields[i], &values[i], &has_null))
            return false;
        member = member->next;
    }
    if (!skip_unknown_schema(refusal, what, &member, NULL))
        return false;
    return !wants_reason || wm_schema_reason(refusal, what, has_null, has_reason);
}

bool wm_schema_take(wm_refusal *refusal, const char *what, const wm_json_value *object,
                    const wm_field *fields, size_t count, wm_matched *matched)
{
    matched->fields = fields;
    matched->count = count;
    return wm_schema_match(refusal, what, object, fields, count, matched->values);
}

const wm_json_value *wm_schema_of(const wm_matched *matched, const char *key)
{
    for (size_t i = 0; i < matched->count; i++)
        if (strcmp(matched->fields[i].key, key) == 0)
            return matched->values[i];
    return NULL;
}

double wm_schema_number(const wm_json_value *value)
{
    return value != NULL && value->kind == WM_JSON_NUMBER ? value->number : (double)NAN;
}

uint64_t wm_schema_count(const wm_json_value *value)
{
    return value != NULL && is_int_schema(value, 0) ? (uint64_t)value->number : 0;
}

bool wm_schema_hex(const wm_json_value *value, uint8_t digest[WM_SHA256_SIZE])
{
    return value != NULL && is_string_schema(value) &&
           wm_sha256_from_hex(value->text, value->text_size, digest);
}

/* Whether two values are equal without their children. */
static bool is_same_schema(const wm_json_value *a, const wm_json_value *b)
{
    if (a->kind != b->kind || a->count != b->count || (a->key == NULL) != (b->key == NULL))
        return false;
    if (a->key != NULL && (a->key_size != b->key_size || memcmp(a->key, b->key, a->key_size) != 0))
        return false;
    if (a->kind == WM_JSON_NUMBER)
        return a->number == b->number;
    if (a->kind == WM_JSON_STRING)
        return a->text_size == b->text_size && memcmp(a->text, b->text, a->text_size) == 0;
    return true;
}

/* Depth is bounded by that of a line. */
bool wm_schema_equal(const wm_json_value *a, const wm_json_value *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    if (!is_same_schema(a, b))
        return false;
    if (a->kind != WM_JSON_ARRAY && a->kind != WM_JSON_OBJECT)
        return true;
    for (a = a->first, b = b->first; a != NULL && b != NULL; a = a->next, b = b->next)
        if (!wm_schema_equal(a, b))
            return false;
    return a == b;
}

const char *wm_schema_text(const wm_json_value *value, char *out, size_t size)
{
    size_t used = 0;
    if (value != NULL && is_string_schema(value))
        used = value->text_size < size - 1 ? value->text_size : size - 1;
    if (used > 0)
        memcpy(out, value->text, used);
    out[used] = '\0';
    return out;
}

/* ======== evidence/stage.c ======== */
/* The stages of transcripts: acquire, inject, witness, decide, repair. */



static const char *const NAMES_stage[WM_STAGE_NAMES] = {"acquire", "inject", "witness", "decide",
                                                  "repair"};

/* One stage being checked: the item may be NULL only where a rule is off. */
typedef struct taken_stage {
    wm_ledger *ledger;
    const wm_json_value *node;
    wm_matched matched;
    wm_ledger_item *item;
    wm_decision decision;
    wm_observed_stage stage;
} taken_stage;

static bool refuse_item_stage(wm_ledger *ledger, const wm_json_value *value)
{
    return !wm_refusal_make(&ledger->refusal, WM_RULE_STAGE_ITEM, "the plan has no item %.0f",
                            wm_schema_number(value));
}

/* Each stage but the first names the one before it. */
static bool check_order_stage(taken_stage *at)
{
    const wm_json_value *link = wm_schema_of(&at->matched, "previous");
    const wm_json_value *index = wm_schema_of(&at->matched, "index");
    const wm_ledger_item *item = at->item;
    uint32_t previous;
    bool is_linked;
    if (link != NULL && !wm_ledger_edge(at->ledger, "previous", link, WM_CLASS_STAGE, &previous))
        return false;
    is_linked = (link == NULL) == (item->stage_count == 0);
    if (is_linked && link != NULL && previous != WM_LEDGER_NONE)
        is_linked = previous == item->stages[item->stage_count - 1].entry;
    return (is_linked && index != NULL && wm_schema_count(index) == item->stage_count) ||
           !wm_refusal_make(&at->ledger->refusal, WM_RULE_STAGE_ORDER,
                            "`index` and `previous` do not link to stage %u of %s",
                            item->stage_count, item->label);
}

/* Whether a stage may come next: acquire, inject where the plan asks for it, witness, decide; after a rejection, once, repair,
 * witness, decide. */
static bool may_follow_stage(const wm_ledger_item *item, wm_stage_name name)
{
    const wm_planned_fault *fault = &item->item.fault;
    const bool has_inject = fault->kind != WM_FAULT_NONE && !fault->in_repeats;
    if (item->stage_count == 0)
        return name == WM_STAGE_ACQUIRE;
    switch (item->stages[item->stage_count - 1].name) {
    case WM_STAGE_ACQUIRE:
        return name == (has_inject ? WM_STAGE_INJECT : WM_STAGE_WITNESS);
    case WM_STAGE_INJECT:
    case WM_STAGE_REPAIR:
        return name == WM_STAGE_WITNESS;
    case WM_STAGE_WITNESS:
        return name == WM_STAGE_DECIDE;
    case WM_STAGE_DECIDE:
        return name == WM_STAGE_REPAIR && item->observed.decision_count == 1 &&
               item->observed.decision[0] == WM_DECISION_REJECT;
    case WM_STAGE_NAMES:
        break;
    }
    return false;
}

static bool check_sequence_stage(const taken_stage *at)
{
    return may_follow_stage(at->item, at->stage.name) ||
           !wm_refusal_make(&at->ledger->refusal, WM_RULE_STAGE_SEQUENCE,
                            "`%s` cannot be stage %u of %s", NAMES_stage[at->stage.name],
                            at->item->stage_count, at->item->label);
}

/* A transcript belongs to an item that is whole so far, and ends before it is reduced. */
static bool check_item_stage(const taken_stage *at)
{
    if (at->item->observed.has_failed &&
        wm_refusal_make(&at->ledger->refusal, WM_RULE_STAGE_ABSENT,
                        "%s has a failed repeat and a transcript", at->item->label))
        return false;
    return !at->item->is_judged ||
           !wm_refusal_make(&at->ledger->refusal, WM_RULE_REDUCTION_INPUTS,
                            "the transcript of %s was reduced on an earlier line", at->item->label);
}

/* Matches a stage against its table, and checks what all stages have. */
static bool match_stage(taken_stage *at, const wm_field *fields, size_t count)
{
    if (!wm_schema_take(&at->ledger->refusal, "the stage", at->node, fields, count, &at->matched) ||
        !wm_observation_of_item(at->ledger, &at->matched, &at->item))
        return false;
    if (at->item == NULL)
        return refuse_item_stage(at->ledger, wm_schema_of(&at->matched, "item"));
    return check_item_stage(at) && check_order_stage(at) && check_sequence_stage(at);
}

/* The latest stage with this name, or NULL. */
static const wm_observed_stage *latest_stage(const wm_ledger_item *item, wm_stage_name name)
{
    for (unsigned i = item->stage_count; i-- > 0;)
        if (item->stages[i].name == name)
            return &item->stages[i];
    return NULL;
}

/* The latest stage that says what the output is, or NULL. */
static const wm_observed_stage *latest_output_stage(const wm_ledger_item *item)
{
    for (unsigned i = item->stage_count; i-- > 0;)
        if (item->stages[i].name != WM_STAGE_WITNESS && item->stages[i].name != WM_STAGE_DECIDE)
            return &item->stages[i];
    return NULL;
}

/* The digest of the output that a stage is of; false where there is none, a rule being off. */
static bool take_digest_stage(taken_stage *at)
{
    return wm_schema_hex(wm_schema_of(&at->matched, "output_digest"), at->stage.output_digest);
}

/* ---- acquire --------------------------------------------------------------------------------------------------------- */

static bool take_acquire_stage(taken_stage *at)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("environment", HEX, 0),
        WM_FIELD("index", COUNT, 0),
        WM_FIELD("item", COUNT, 0),
        WM_FIELD("kind", WORD, 0),
        WM_FIELD("output_digest", HEX, 0),
        WM_FIELD("plan", HEX, 0),
        WM_FIELD("previous", HEX, WM_FIELD_OPTIONAL),
        WM_FIELD("product", HEX, 0),
        WM_FIELD("stage", WORD, 0),
        WM_FIELD("type", WORD, 0),
    };
    const wm_entry *product;
    uint32_t entry;
    if (!match_stage(at, FIELDS, WM_FIELD_TABLE_SIZE(FIELDS)) ||
        !wm_ledger_edge(at->ledger, "product", wm_schema_of(&at->matched, "product"),
                        WM_CLASS_WORKLOAD, &entry))
        return false;
    at->stage.repeat = WM_LEDGER_NONE;
    if (!take_digest_stage(at) || at->item == NULL || entry == WM_LEDGER_NONE)
        return true;
    product = &at->ledger->entries[entry];
    if (product->owner != (uint32_t)(at->item - at->ledger->items) ||
        !at->item->repeats[product->part].ok)
        return !wm_refusal_make(&at->ledger->refusal, WM_RULE_STAGE_PRODUCT,
                                "the product is no measured repeat of %s", at->item->label);
    at->stage.repeat = product->part;
    return memcmp(at->stage.output_digest, at->item->repeats[product->part].output_digest,
                  WM_SHA256_SIZE) == 0 ||
           !wm_refusal_make(&at->ledger->refusal, WM_RULE_STAGE_DIGEST,
                            "`output_digest` is not that of repeat %lu of %s",
                            (unsigned long)product->part, at->item->label);
}

/* ---- inject ---------------------------------------------------------------------------------------------------------- */

/* The fault is the one that the plan asks for. */
static bool check_fault_stage(taken_stage *at, const wm_json_value *kind, uint64_t row, uint64_t column)
{
    const wm_planned_fault *fault = &at->item->item.fault;
    return (wm_json_is_text(kind, wm_quantity_fault(fault->kind)) && row == fault->row &&
            column == fault->column) ||
           !wm_refusal_make(&at->ledger->refusal, WM_RULE_STAGE_FAULT,
                            "the plan asks for another fault in %s", at->item->label);
}

static bool take_inject_stage(taken_stage *at)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("column", COUNT, 0),
        WM_FIELD("environment", HEX, 0),
        WM_FIELD("fault", WORD, 0),
        WM_FIELD("index", COUNT, 0),
        WM_FIELD("item", COUNT, 0),
        WM_FIELD("kind", WORD, 0),
        WM_FIELD("output_digest", HEX, 0),
        WM_FIELD("plan", HEX, 0),
        WM_FIELD("previous", HEX, WM_FIELD_OPTIONAL),
        WM_FIELD("row", COUNT, 0),
        WM_FIELD("stage", WORD, 0),
        WM_FIELD("type", WORD, 0),
    };
    const wm_json_value *kind;
    if (!match_stage(at, FIELDS, WM_FIELD_TABLE_SIZE(FIELDS)))
        return false;
    kind = wm_schema_of(&at->matched, "fault");
    if (!take_digest_stage(at) || at->item == NULL || kind == NULL)
        return true; /* a rule is off */
    return check_fault_stage(at, kind, wm_schema_count(wm_schema_of(&at->matched, "row")),
                       wm_schema_count(wm_schema_of(&at->matched, "column")));
}

/* ---- witness --------------------------------------------------------------------------------------------------------- */

/* The first witness has the residual that was measured with the product, reason and all. */
static bool check_same_residual_stage(taken_stage *at, const wm_json_value *residual)
{
    const wm_observed_stage *acquired = NULL;
    const wm_json_value *product;
    if (at->item->stage_count > 0)
        acquired = &at->item->stages[at->item->stage_count - 1];
    if (acquired == NULL || acquired->name != WM_STAGE_ACQUIRE ||
        acquired->repeat == WM_LEDGER_NONE || residual == NULL)
        return true;
    product = wm_ledger_read_again(at->ledger, at->item->repeat_entries[acquired->repeat]);
    if (product == NULL)
        return false;
    return wm_schema_equal(residual, wm_json_member(product, "residual")) ||
           !wm_refusal_make(&at->ledger->refusal, WM_RULE_WITNESS_RESIDUAL,
                            "the residual is not that of repeat %lu of %s",
                            (unsigned long)acquired->repeat, at->item->label);
}

static bool check_calibration_stage(taken_stage *at, const wm_json_value *value)
{
    uint32_t entry;
    if (!wm_ledger_edge(at->ledger, "calibration", value, WM_CLASS_CALIBRATION, &entry))
        return false;
    return entry == WM_LEDGER_NONE || entry == at->item->calibration_entry ||
           !wm_refusal_make(&at->ledger->refusal, WM_RULE_WITNESS_CALIBRATION,
                            "the calibration is not that of %s", at->item->label);
}

/* What a witness says of its item, once that is known. */
static bool check_witness_stage(taken_stage *at)
{
    const wm_json_value *residual = wm_schema_of(&at->matched, "residual");
    const wm_observed_stage *product = latest_output_stage(at->item);
    if (!take_digest_stage(at))
        return true;
    if (product != NULL &&
        memcmp(product->output_digest, at->stage.output_digest, WM_SHA256_SIZE) != 0 &&
        wm_refusal_make(&at->ledger->refusal, WM_RULE_WITNESS_DIGEST,
                        "`output_digest` is not that of the stage before it"))
        return false;
    if (!wm_measured_residual(at->ledger, &at->item->item, residual, &at->stage.residual) ||
        !check_same_residual_stage(at, residual))
        return false;
    return !at->item->item.variant->is_gemm ||
           (check_calibration_stage(at, wm_schema_of(&at->matched, "calibration")) &&
            wm_chunk_check(at->ledger, &at->item->item, wm_schema_of(&at->matched, "openings"),
                           at->stage.output_digest));
}

/* Whether the item that a stage names is a gemm, which decides on its fields. */
static bool is_of_gemm_stage(const taken_stage *at)
{
    const uint64_t number = wm_schema_count(wm_json_member(at->node, "item"));
    const wm_ledger_item *item =
        number < WM_LEDGER_NONE ? wm_ledger_item_at(at->ledger, (uint32_t)number) : NULL;
    return item != NULL && item->item.variant->is_gemm;
}

static bool take_witness_stage(taken_stage *at)
{
    static const wm_field GEMM[] = {
        WM_FIELD("calibration", HEX, 0),
        WM_FIELD("environment", HEX, 0),
        WM_FIELD("index", COUNT, 0),
        WM_FIELD("item", COUNT, 0),
        WM_FIELD("kind", WORD, 0),
        WM_FIELD("openings", ARRAY, 0),
        WM_FIELD("output_digest", HEX, 0),
        WM_FIELD("plan", HEX, 0),
        WM_FIELD("previous", HEX, WM_FIELD_OPTIONAL),
        WM_FIELD("residual", OBJECT, 0),
        WM_FIELD("stage", WORD, 0),
        WM_FIELD("type", WORD, 0),
    };
    static const wm_field OTHER[] = {
        WM_FIELD("environment", HEX, 0),
        WM_FIELD("index", COUNT, 0),
        WM_FIELD("item", COUNT, 0),
        WM_FIELD("kind", WORD, 0),
        WM_FIELD("output_digest", HEX, 0),
        WM_FIELD("plan", HEX, 0),
        WM_FIELD("previous", HEX, WM_FIELD_OPTIONAL),
        WM_FIELD("residual", OBJECT, 0),
        WM_FIELD("stage", WORD, 0),
        WM_FIELD("type", WORD, 0),
    };
    const bool is_gemm = is_of_gemm_stage(at);
    return match_stage(at, is_gemm ? GEMM : OTHER,
                 is_gemm ? WM_FIELD_TABLE_SIZE(GEMM) : WM_FIELD_TABLE_SIZE(OTHER)) &&
           (at->item == NULL || check_witness_stage(at));
}

/* ---- decide and repair ----------------------------------------------------------------------------------------------- */

static bool read_decision_stage(taken_stage *at, const wm_json_value *value)
{
    static const wm_decision ALL[] = {WM_DECISION_ACCEPT, WM_DECISION_REJECT,
                                      WM_DECISION_UNDECIDED};
    for (unsigned i = 0; i < 3; i++)
        if (wm_json_is_text(value, wm_rule_decision_word(ALL[i]))) {
            at->decision = ALL[i];
            return true;
        }
    return value == NULL || !wm_refusal_make(&at->ledger->refusal, WM_RULE_SCHEMA_WORD,
                                             "`decision` is none of its table");
}

static bool take_decide_stage(taken_stage *at)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("decision", WORD, 0),
        WM_FIELD("environment", HEX, 0),
        WM_FIELD("index", COUNT, 0),
        WM_FIELD("item", COUNT, 0),
        WM_FIELD("kind", WORD, 0),
        WM_FIELD("plan", HEX, 0),
        WM_FIELD("previous", HEX, WM_FIELD_OPTIONAL),
        WM_FIELD("stage", WORD, 0),
        WM_FIELD("type", WORD, 0),
    };
    const wm_observed_stage *witness;
    wm_decision expected;
    wm_limits limits;
    if (!match_stage(at, FIELDS, WM_FIELD_TABLE_SIZE(FIELDS)) ||
        !read_decision_stage(at, wm_schema_of(&at->matched, "decision")))
        return false;
    witness = at->item == NULL ? NULL : latest_stage(at->item, WM_STAGE_WITNESS);
    if (witness == NULL || at->decision == WM_DECISION_NONE)
        return true;
    limits = wm_rule_limits(&at->item->observed);
    expected = wm_rule_decide(&limits, &witness->residual);
    return at->decision == expected ||
           !wm_refusal_make(&at->ledger->refusal, WM_RULE_DECISION,
                            "the decision on %s is `%s` and not `%s`", at->item->label,
                            wm_rule_decision_word(expected), wm_rule_decision_word(at->decision));
}

static bool take_repair_stage(taken_stage *at)
{
    static const wm_field FIELDS[] = {
        WM_FIELD("environment", HEX, 0), WM_FIELD("index", COUNT, 0),
        WM_FIELD("item", COUNT, 0),      WM_FIELD("kind", WORD, 0),
        WM_FIELD("method", TEXT, 0),     WM_FIELD("output_digest", HEX, 0),
        WM_FIELD("plan", HEX, 0),        WM_FIELD("previous", HEX, WM_FIELD_OPTIONAL),
        WM_FIELD("stage", WORD, 0),      WM_FIELD("type", WORD, 0),
    };
    if (!match_stage(at, FIELDS, WM_FIELD_TABLE_SIZE(FIELDS)))
        return false;
    if (!take_digest_stage(at))
        memset(at->stage.output_digest, 0, WM_SHA256_SIZE);
    return true;
}

/* ---- entering -------------------------------------------------------------------------------------------------------- */

/* Gives a checked stage to its item. */
static void keep_stage_stage(taken_stage *at, uint32_t index)
{
    wm_observed_item *observed;
    if (at->item == NULL || at->item->stage_count == WM_LEDGER_STAGES)
        return;
    at->stage.entry = index;
    at->item->stages[at->item->stage_count++] = at->stage;
    if (at->stage.name == WM_STAGE_INJECT)
        at->item->observed.is_injected = true;
    if (at->decision == WM_DECISION_NONE)
        return;
    observed = &at->item->observed;
    if (observed->decision_count < 2)
        observed->decision_count++;
    observed->decision[observed->decision_count - 1] = at->decision;
}

bool wm_stage_take(wm_ledger *ledger, const wm_json_value *node, wm_entry *entry)
{
    static bool (*const TAKE[WM_STAGE_NAMES])(taken_stage *) = {take_acquire_stage, take_inject_stage, take_witness_stage,
                                                          take_decide_stage, take_repair_stage};
    const wm_json_value *name = wm_json_member(node, "stage");
    uint32_t index;
    unsigned i = 0;
    taken_stage at;
    memset(&at, 0, sizeof at);
    at.ledger = ledger;
    at.node = node;
    while (i < WM_STAGE_NAMES && !wm_json_is_text(name, NAMES_stage[i]))
        i++;
    entry->class = WM_CLASS_STAGE;
    if (i == WM_STAGE_NAMES)
        return !wm_refusal_make(&ledger->refusal, WM_RULE_SCHEMA_WORD,
                                "`stage` is none of its table") &&
               wm_ledger_add(ledger, entry, &index);
    at.stage.name = (wm_stage_name)i;
    if (!TAKE[i](&at))
        return false;
    if (at.item != NULL) {
        entry->owner = (uint32_t)(at.item - ledger->items);
        entry->part = at.item->stage_count;
    }
    if (!wm_ledger_add(ledger, entry, &index))
        return false;
    keep_stage_stage(&at, index);
    return true;
}

static bool finish_item_stage(wm_ledger *ledger, const wm_ledger_item *item)
{
    const unsigned count = item->stage_count;
    uint32_t product;
    if (item->observed.has_failed)
        return count == 0 ||
               !wm_refusal_make(&ledger->refusal, WM_RULE_STAGE_ABSENT,
                                "%s has a failed repeat and a transcript", item->label);
    if (count == 0 || item->stages[count - 1].name != WM_STAGE_DECIDE)
        return !wm_refusal_make(&ledger->refusal, WM_RULE_STAGE_THERE,
                                "%s has no whole transcript but %u stages", item->label, count);
    product = wm_rule_product(&item->observed);
    return item->stages[0].repeat == product || item->stages[0].repeat == WM_LEDGER_NONE ||
           !wm_refusal_make(&ledger->refusal, WM_RULE_STAGE_PRODUCT,
                            "the product of %s is repeat %lu and not %lu", item->label,
                            (unsigned long)product, (unsigned long)item->stages[0].repeat);
}

bool wm_stage_finish(wm_ledger *ledger)
{
    for (size_t i = 0; i < ledger->plan.item_count; i++)
        if (!finish_item_stage(ledger, &ledger->items[i]))
            return false;
    return true;
}

/* ======== evidence/text.c ======== */
/* The text formats of claims. */


/* Room for `%.5f` of the largest double. */
enum { DIGITS_SIZE_text = 400 };

/* Prints as C does in the C locale: whatever stands for the decimal point becomes one. */
static void print_number_text(char *out, size_t size, const char *format, double value)
{
    size_t used = 0;
    char raw[DIGITS_SIZE_text];
    bool is_point = false;
    snprintf(raw, sizeof raw, format, value);
    for (const char *c = raw; *c != '\0' && used + 1 < size; c++) {
        const bool is_plain = (*c >= '0' && *c <= '9') || *c == '-' || *c == '+' || *c == 'e';
        if (is_plain)
            out[used++] = *c;
        else if (!is_point)
            out[used++] = '.';
        is_point = is_point || !is_plain;
    }
    out[used] = '\0';
}

/* The point of `%.5f` moved two places right, leading zeros dropped but one. */
static void write_percent_text(double value, char *out, size_t size)
{
    char raw[DIGITS_SIZE_text], digits[DIGITS_SIZE_text];
    const char *whole, *point, *first;
    print_number_text(raw, sizeof raw, "%.5f", value);
    whole = raw + (raw[0] == '-');
    point = strchr(raw, '.');
    assert(point != NULL);
    snprintf(digits, sizeof digits, "%.*s%.2s", (int)(point - whole), whole, point + 1);
    for (first = digits; first[0] == '0' && first[1] != '\0';)
        first++;
    snprintf(out, size, "%s%s.%s %%", raw[0] == '-' ? "-" : "", first, point + 3);
}

/* Four significant digits before a power of 1000; gives the prefix, 0 where there is none. */
static char write_si4_text(double value, char *out, size_t size)
{
    static const char PREFIXES[] = {'n', 'u', 'm', 0, 'k', 'M', 'G', 'T', 'P', 'E'};
    char image[32], digits[5];
    int exponent, group, before;
    if (value == 0) {
        snprintf(out, size, "0");
        return 0;
    }
    print_number_text(image, sizeof image, "%.3e", value < 0 ? -value : value); /* d.ddde+XX */
    exponent = (int)strtol(image + 6, NULL, 10);
    if (exponent < -9 || exponent > 20) {
        print_number_text(out, size, "%.3e", value);
        return 0;
    }
    snprintf(digits, sizeof digits, "%c%.3s", image[0], image + 2);
    group = (exponent + 9) / 3 - 3; /* floor(exponent / 3): exponent + 9 is not negative */
    before = 1 + exponent - 3 * group;
    snprintf(out, size, "%s%.*s%s%s", value < 0 ? "-" : "", before, digits, before == 4 ? "" : ".",
             digits + before);
    return PREFIXES[group + 3];
}

/* Puts a space, the prefix and the unit behind a number. */
static void add_unit_text(char *out, size_t size, char prefix, const char *unit)
{
    const size_t used = strlen(out);
    const bool is_bare = strcmp(unit, "1") == 0 || strcmp(unit, "class") == 0;
    const char prefix_text[2] = {prefix, '\0'};
    if (is_bare && prefix == 0)
        return;
    snprintf(out + used, size - used, " %s%.64s", prefix_text, strcmp(unit, "1") == 0 ? "" : unit);
}

void wm_text_write(const wm_result *value, wm_text_format format, const char *unit,
                   char text[WM_TEXT_SIZE])
{
    char prefix = 0;
    if (value->kind == WM_RESULT_NULL) {
        snprintf(text, WM_TEXT_SIZE, "n/a");
        return;
    }
    if (value->kind == WM_RESULT_WORD) {
        snprintf(text, WM_TEXT_SIZE, "%s", value->text);
        return;
    }
    switch (format) {
    case WM_TEXT_SI4:
        prefix = write_si4_text(value->number, text, WM_TEXT_SIZE);
        break;
    case WM_TEXT_SCI3:
        if (value->number == 0)
            snprintf(text, WM_TEXT_SIZE, "0");
        else
            print_number_text(text, WM_TEXT_SIZE, "%.2e", value->number);
        break;
    case WM_TEXT_FIXED2:
        print_number_text(text, WM_TEXT_SIZE, "%.2f", value->number);
        break;
    case WM_TEXT_SIGNED2:
        print_number_text(text, WM_TEXT_SIZE, "%+.2f", value->number);
        break;
    case WM_TEXT_PERCENT3:
        write_percent_text(value->number, text, WM_TEXT_SIZE);
        return;
    case WM_TEXT_WORD:
    case WM_TEXT_COUNT:
        text[0] = '\0';
        return;
    }
    add_unit_text(text, WM_TEXT_SIZE, prefix, unit);
}

/* ======== evidence/window.c ======== */
/* Reading a source through a window that grows to the longest line. */



enum { FIRST_CAPACITY_window = 1 << 20 };

wm_status wm_window_open(const wm_source *source, wm_window *window)
{
    memset(window, 0, sizeof *window);
    window->source = source;
    window->capacity = FIRST_CAPACITY_window;
    window->data = malloc(window->capacity);
    return window->data == NULL ? WM_E_NOMEM : WM_OK;
}

void wm_window_close(wm_window *window)
{
    free(window->data);
    window->data = NULL;
}

/* Makes room behind what is there and fills it. Errors: NOMEM, IO. */
static wm_status refill_window(wm_window *at)
{
    const uint64_t left = at->source->size_bytes - (at->offset + (at->end - at->begin));
    size_t size;
    wm_status status;
    if (at->begin > 0) {
        memmove(at->data, at->data + at->begin, at->end - at->begin);
        at->end -= at->begin;
        at->begin = 0;
    }
    if (at->end == at->capacity) {
        char *grown = at->capacity == 0 || at->capacity > SIZE_MAX / 2
                          ? NULL
                          : realloc(at->data, at->capacity * 2);
        if (grown == NULL)
            return WM_E_NOMEM;
        at->data = grown;
        at->capacity *= 2;
    }
    size = at->capacity - at->end;
    if (size > left)
        size = (size_t)left;
    status = at->source->read(at->source->context, at->offset + at->end, at->data + at->end, size);
    if (status == WM_OK)
        at->end += size;
    return status;
}

wm_status wm_window_next(wm_window *at, const char **text, size_t *size)
{
    size_t searched = 0;
    for (;;) {
        const size_t there = at->end - at->begin;
        const char *start = at->data + at->begin;
        const char *newline =
            there > searched ? memchr(start + searched, '\n', there - searched) : NULL;
        const bool is_end = at->offset + there == at->source->size_bytes;
        wm_status status;
        if (newline != NULL || is_end) {
            *text = start;
            *size = newline != NULL ? (size_t)(newline - start) + 1 : there;
            at->begin += *size;
            at->offset += *size;
            return WM_OK;
        }
#ifndef WM_MUTATE
        if (there > WM_INTAKE_LINE_MAX) { /* refused whatever follows */
            *text = start;
            *size = there;
            return WM_OK;
        }
#endif
        searched = there;
        status = refill_window(at);
        if (status != WM_OK)
            return status;
    }
}

/* ======== tools/verify_main.c ======== */
#include <errno.h>
/* The main function of code/verify.c: audits a record with nothing but a C99 library.
 *
 *     cc -std=c99 -O2 -ffp-contract=off verify.c -o verify -lm
 *     ./verify RECORD_FOLDER            the whole record
 *     ./verify RECORD/evidence.jsonl    its nodes alone
 *     ./verify RECORD --root HEX        and its root is this one, given by 8 or more digits
 *
 * The answer and the exit status are those of docs/formats/record.md, section 8. C99 cannot list a folder: this program does
 * not see files that should not be there, nor that a file is a symbolic link, and it waits for a writer where one is a pipe.
 * `witnessmark audit` and verify_graph.py see all that. */


static wm_status read_file_verify_main(void *context, uint64_t offset, void *data, size_t size)
{
    FILE *file = context;
    const long at = (long)offset;
    if (size == 0)
        return WM_OK;
    if (ftell(file) != at && fseek(file, at, SEEK_SET) != 0)
        return WM_E_IO;
    return fread(data, 1, size, file) == size ? WM_OK : WM_E_IO;
}

/* Opens a file and finds its size. A folder opens here and there, but has no bytes to read. */
static wm_status open_path_verify_main(const char *path, wm_source *source)
{
    FILE *file = fopen(path, "rb");
    long size;
    if (file == NULL)
        return errno == ENOENT ? WM_E_NOTFOUND : WM_E_OPEN;
    if (fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 ||
        fseek(file, 0, SEEK_SET) != 0 || (size > 0 && fgetc(file) == EOF)) {
        (void)fclose(file);
        return WM_E_OPEN;
    }
    rewind(file);
    source->context = file;
    source->size_bytes = (uint64_t)size;
    source->read = read_file_verify_main;
    return WM_OK;
}

static void close_file_verify_main(void *context, wm_source *source)
{
    (void)context;
    (void)fclose(source->context);
}

/* Opens a file of the record's folder, whose path the context is. */
static wm_status open_in_folder_verify_main(void *context, const char *path, wm_source *source)
{
    const char *folder = context;
    const size_t size = strlen(folder) + 1 + strlen(path) + 1;
    char *whole = malloc(size);
    wm_status status;
    if (whole == NULL)
        return WM_E_NOMEM;
    snprintf(whole, size, "%s/%s", folder, path);
    status = open_path_verify_main(whole, source);
    free(whole);
    return status;
}

/* Whether a path is a folder with a record's file in it. */
static bool is_folder_verify_main(char *path)
{
    static const char *const FILES[] = {"evidence.jsonl", "manifest.sha256"};
    for (size_t i = 0; i < 2; i++) {
        wm_source source;
        if (open_in_folder_verify_main(path, FILES[i], &source) == WM_OK) {
            close_file_verify_main(NULL, &source);
            return true;
        }
    }
    return false;
}

static void keep_finding_verify_main(void *context, const wm_finding *finding)
{
    wm_buffer *findings = context;
    if (wm_outcome_finding(finding, findings) != WM_OK)
        exit(2);
}

static wm_status audit_verify_main(char *path, const wm_audit_options *options, wm_audit_report *report,
                       wm_error *err)
{
    wm_folder folder;
    wm_source source;
    wm_status status;
    folder.context = path;
    folder.open = open_in_folder_verify_main;
    folder.close = close_file_verify_main;
    folder.list = NULL;
    if (is_folder_verify_main(path))
        return wm_folder_audit(&folder, options, report, err);
    status = open_path_verify_main(path, &source);
    if (status != WM_OK) {
        snprintf(err->message, sizeof err->message, "cannot open it as a record or a file");
        return WM_E_OPEN;
    }
    status = wm_audit_source(&source, options, report, err);
    close_file_verify_main(NULL, &source);
    return status;
}

int main(int argc, char **argv)
{
    wm_buffer findings = WM_BUFFER_EMPTY, answer = WM_BUFFER_EMPTY;
    wm_audit_options options = {0};
    wm_audit_report report;
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    char *path = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--root") == 0 && i + 1 < argc)
            options.root = argv[++i];
        else if (path == NULL && strncmp(argv[i], "--", 2) != 0)
            path = argv[i];
        else
            argc = 0;
    }
    if (argc < 2 || path == NULL) {
        fprintf(stderr, "usage: verify [--root HEX] RECORD_FOLDER|EVIDENCE_FILE\n");
        return 2;
    }
    options.finding = keep_finding_verify_main;
    options.context = &findings;
    status = audit_verify_main(path, &options, &report, &err);
    if (wm_outcome_exit(status) == 2) {
        fprintf(stderr, "verify: %s: %s\n", path, err.message);
        return 2;
    }
    if (wm_outcome_write(status, &report, &answer) != WM_OK)
        return 2;
    fwrite(answer.data, 1, answer.size, stdout);
    if (findings.size > 0)
        fwrite(findings.data, 1, findings.size, stdout);
    wm_buffer_clear(&answer);
    wm_buffer_clear(&findings);
    return fflush(stdout) == 0 ? wm_outcome_exit(status) : 2;
}
