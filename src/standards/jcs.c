/* The canonical form of JSON (RFC 8785, JCS). */
#include "standards/jcs.h"

#include "base/array.h"
#include "base/status.h"
#include "standards/number.h"
#include "standards/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Each byte below 0x20 as an escape. RFC 8785, section 3.2.2.2. */
static wm_status append_control(wm_buffer *out, unsigned char c)
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

static wm_status append_escaped(wm_buffer *out, char c)
{
    char escape[2] = {'\\', c};
    if (c == '"' || c == '\\')
        return wm_buffer_append(out, escape, 2);
    return append_control(out, (unsigned char)c);
}

static bool needs_escape(char c)
{
    return (unsigned char)c < 0x20 || c == '"' || c == '\\';
}

static wm_status append_characters(wm_buffer *out, const char *text, size_t size)
{
    size_t from = 0, at = 0;
    wm_status status;
    while (at < size) {
        size_t length = wm_utf8_length(text + at, size - at);
        if (length == 0)
            return WM_E_CANON;
        if (needs_escape(text[at])) {
            status = wm_buffer_append(out, text + from, at - from);
            if (status == WM_OK)
                status = append_escaped(out, text[at]);
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
        status = append_characters(out, text, size);
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

/* An array or object whose output has begun: its children in output order. */
typedef struct level {
    const wm_json_value *container;
    const wm_json_value **sorted; /* object: its members by name; array: NULL */
    const wm_json_value *child;   /* array: the next element */
    uint32_t done;
} level;

/* A walk over the tree without recursion, because the input chooses the depth. */
typedef struct walk {
    wm_buffer *out;
    level *levels;
    size_t depth, capacity;
    wm_error *err;
} walk;

static int compare_names(const void *a, const void *b)
{
    const wm_json_value *x = *(const wm_json_value *const *)a;
    const wm_json_value *y = *(const wm_json_value *const *)b;
    return wm_utf8_compare(x->key, x->key_size, y->key, y->key_size);
}

/* RFC 8785, section 3.2.3. */
static wm_status sort_members(walk *w, level *top)
{
    const wm_json_value *child;
    uint32_t i = 0;
    top->sorted = malloc(top->container->count * sizeof *top->sorted);
    if (top->sorted == NULL)
        return WM_E_NOMEM;
    for (child = top->container->first; child != NULL; child = child->next)
        top->sorted[i++] = child;
    qsort(top->sorted, i, sizeof *top->sorted, compare_names);
    for (; i > 1; i--)
        if (compare_names(&top->sorted[i - 1], &top->sorted[i - 2]) == 0)
            return wm_error_set(w->err, WM_E_CANON, NULL, "an object with two equal names");
    return WM_OK;
}

static wm_status enter(walk *w, const wm_json_value *container)
{
    level *top;
    level *levels = wm_array_grow(w->levels, &w->capacity, w->depth + 1, sizeof *levels);
    if (levels == NULL)
        return WM_E_NOMEM;
    w->levels = levels;
    top = &levels[w->depth++];
    memset(top, 0, sizeof *top);
    top->container = container;
    top->child = container->first;
    if (container->kind == WM_JSON_OBJECT && container->count > 0)
        return sort_members(w, top);
    return WM_OK;
}

static wm_status append_scalar(walk *w, const wm_json_value *value)
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

static wm_status append_value(walk *w, const wm_json_value *value)
{
    wm_status status;
    if (value->kind != WM_JSON_ARRAY && value->kind != WM_JSON_OBJECT)
        return append_scalar(w, value);
    status = wm_buffer_putc(w->out, value->kind == WM_JSON_ARRAY ? '[' : '{');
    return status == WM_OK ? enter(w, value) : status;
}

static wm_status append_name(walk *w, const wm_json_value *member)
{
    wm_status status = wm_jcs_append_string(w->out, member->key, member->key_size);
    if (status == WM_E_CANON)
        (void)wm_error_set(w->err, status, NULL, "half of a surrogate pair");
    return status == WM_OK ? wm_buffer_putc(w->out, ':') : status;
}

/* The next child of the innermost container, or its end. */
static wm_status step(walk *w)
{
    level *top = &w->levels[w->depth - 1];
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
        status = append_name(w, child);
    return status == WM_OK ? append_value(w, child) : status;
}

wm_status wm_jcs_append(wm_buffer *out, const wm_json_value *value, wm_error *err)
{
    size_t before = out->size;
    wm_status status;
    walk w;
    memset(&w, 0, sizeof w);
    w.out = out;
    w.err = err;
    status = append_value(&w, value);
    while (status == WM_OK && w.depth > 0)
        status = step(&w);
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
