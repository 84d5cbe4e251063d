/* The types of members of a node's struct: how to make, read and iterate them. */
#ifndef WM_RECORD_MEMBER_H
#define WM_RECORD_MEMBER_H

#include "record/nodes/field.h"
#include "record/laws/plan.h"

/* A digest. */
typedef struct wm_hex {
    uint8_t bytes[WM_SHA256_SIZE];
    bool is_there;
} wm_hex;

/* The id of an earlier node. */
typedef struct wm_edge {
    uint8_t id[WM_SHA256_SIZE];
    bool is_there;
    uint32_t entry; /* audit: entry of the named node, or WM_AUDIT_STATE_NONE */
} wm_edge;

typedef enum wm_value_kind {
    WM_VALUE_ABSENT,
    WM_VALUE_NULL,
    WM_VALUE_NUMBER,
    WM_VALUE_WORD
} wm_value_kind;

/* A number, a word, or null. */
typedef struct wm_value {
    wm_value_kind kind;
    double number; /* NUMBER; written as null if not finite */
    wm_text text;  /* WORD: the word; NUMBER that was read: its text in the line */
} wm_value;

/* The dimensions of a workload. Written from an item; read with wm_member_shape. */
typedef struct wm_shape {
    const wm_item *item;       /* to write */
    const wm_json_value *read; /* read; NULL: absent */
} wm_shape;

/* An array and a cursor into it. Its elements are in the caller's memory, to write, or in the line
 * that was read. A copy is a second cursor. */
typedef struct wm_list {
    bool is_there;
    uint32_t count;            /* remaining elements */
    const void *elements;      /* to write: the next of `count` elements */
    const wm_json_value *next; /* read: the next element, or NULL */
} wm_list;

/* A named number of an external observation. */
typedef struct wm_named_number {
    wm_text name;
    double number; /* NaN: null */
} wm_named_number;

/* The numbers of an external observation, and the reason for null numbers. */
typedef struct wm_values {
    wm_list
        /* list of wm_named_number, in any order, each name once; read with wm_member_next_value */
        numbers;
    wm_text reason;
} wm_values;

/* ---- making and reading ---------------------------------------------------------------------- */

/* A NUL-terminated string; NULL is an absent text. */
wm_text wm_member_text(const char *text);

/* Whether a text equals this word; false for an absent text. */
bool wm_member_is(wm_text text, const char *word);

/* Copies a text with a NUL, cut to fit between two characters; "" if it is absent. */
const char *wm_member_copy(wm_text text, char *out, size_t size);

/* A digest, an edge by its id (64 hex digits, or the bytes), and a list of elements to write. */
wm_hex wm_member_hex(const uint8_t digest[WM_SHA256_SIZE]);
wm_edge wm_member_edge(const char *id);
wm_edge wm_member_edge_to(const uint8_t id[WM_SHA256_SIZE]);
wm_list wm_member_list(const void *elements, size_t count);

/* A value to write. */
wm_value wm_member_number(double number);
wm_value wm_member_word(const char *word);

/* A count that was read, as an integer; limit if it is absent or not below the limit. */
uint32_t wm_member_index(double count, uint32_t limit);

/* ---- lists ----------------------------------------------------------------------------------- */

/* Whether a list has another element. */
bool wm_member_has_next(const wm_list *list);

/* Takes the next element of a list: a number (NaN: null), a string, a digest or id. False at the
 * end, and for an element of another type. */
bool wm_member_next_number(wm_list *list, double *number);
bool wm_member_next_text(wm_list *list, wm_text *text);
bool wm_member_next_hex(wm_list *list, uint8_t digest[WM_SHA256_SIZE]);

/* Takes the next number of an external observation; false at the end. */
bool wm_member_next_value(wm_list *numbers, wm_named_number *number);

/* The reason for null numbers of an external observation that was read; absent if there is none. */
wm_text wm_member_reason(wm_list numbers);

/* Whether a shape is one of the variant; then reads its dimensions. */
bool wm_member_shape(const wm_shape *shape, const wm_variant *variant,
                     uint64_t dimension[WM_TABLES_DIMENSIONS]);

/* Takes the next element of a list that was read; NULL at the end. */
const wm_json_value *wm_member_take(wm_list *list);

/* Copies the next element of a list to write. False at the end, and if the list was read. */
bool wm_member_copy_next(wm_list *list, void *element, size_t size);

/* Members of a value that was read. NULL is absent. */
wm_text wm_member_text_of(const wm_json_value *value);
wm_value wm_member_value_of(const wm_json_value *value);
wm_list wm_member_list_of(const wm_json_value *value);

#endif
