/* A strict JSON reader (RFC 8259) into a tree that is reused for each text. */
#ifndef WM_STANDARDS_JSON_H
#define WM_STANDARDS_JSON_H

#include <witnessmark.h>

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

/* One value of the tree. text and key are not NUL-terminated and may hold any byte. They live until
 * the next parse, while the parsed text and the reader exist. */
typedef struct wm_json_value {
    wm_json_kind kind;
    bool is_integer;                   /* number: neither fraction nor exponent in its text */
    uint32_t count;                    /* array: elements; object: members */
    const struct wm_json_value *first; /* array, object: first child, or NULL */
    const struct wm_json_value *next;  /* the next child of the same parent, or NULL */
    const char *key; /* child of an object: its name, escapes decoded; else NULL */
    size_t key_size;
    /* string: its UTF-8, escapes decoded; anything else: its source text */
    const char *text;
    size_t text_size;
    double number; /* number: correctly rounded; an infinity on overflow */
} wm_json_value;

enum {
    WM_JSON_UNIQUE_KEYS = 1,   /* refuse an object with two equal names */
    WM_JSON_NO_SURROGATES = 2, /* refuse an escape that is half of a surrogate pair */
    /* note where the text first departs from its canonical form (RFC 8785) */
    WM_JSON_NOTE_CANONICAL = 4,
    WM_JSON_STRICT = 1 | 2 /* I-JSON (RFC 7493), which RFC 8785 requires */
};

/* Limits and flags of a parse. Zero means the reader's own limit: depth 1,000,000, size 4 GiB -
 * 1. */
typedef struct wm_json_options {
    unsigned flags;
    /* most arrays and objects around a value, itself included; a lone number has depth 0 */
    uint32_t depth_max;
    size_t size_max; /* bytes of text */
} wm_json_options;

/* A reader with the memory of its trees. Ownership: wm_json_new makes it, wm_json_free frees it. */
typedef struct wm_json wm_json;

/* A new reader, or NULL when out of memory. It can parse any number of texts and keeps its memory
 * between them. */
wm_json *wm_json_new(void);

/* Frees a reader with all its trees; NULL is allowed. */
void wm_json_free(wm_json *json);

/* Parses one value, with nothing but white space around it. The tree replaces the reader's former
 * one. The text must be well-formed UTF-8. Without WM_JSON_NO_SURROGATES half a pair decodes to its
 * three bytes (WTF-8), so that nothing is lost; the canonical form refuses it. Errors: SYNTAX (the
 * message names the byte), LIMIT (depth, size), NOMEM. Cost: linear, but n log n for the names of
 * an object that are out of order. */
WM_MUST_CHECK wm_status wm_json_parse(wm_json *json, const char *text, size_t size,
                                      const wm_json_options *options, const wm_json_value **root,
                                      wm_error *err);

/* After a parse with WM_JSON_NOTE_CANONICAL: the offset of the first departure from the canonical
 * form, and in *reason (which may be NULL) what it is. SIZE_MAX and "" if the text is canonical. */
size_t wm_json_departure(const wm_json *json, const char **reason);

/* The member of an object with this name (NUL-terminated). NULL if there is none, or if the value
 * is no object. */
const wm_json_value *wm_json_member(const wm_json_value *object, const char *name);

/* Whether a value is a string with exactly these bytes (NUL-terminated). */
bool wm_json_is_text(const wm_json_value *value, const char *text);

#endif
