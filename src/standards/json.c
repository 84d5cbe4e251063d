/* A strict JSON reader (RFC 8259) into a tree that is reused for each text. */
#include "standards/json.h"

#include "base/array.h"
#include "base/status.h"
#include "standards/number.h"
#include "standards/utf8.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_COUNT = 26, FIRST_BLOCK = 128, DEPTH_CAP = 1000000 };

/* An array or object that is still open. */
typedef struct frame {
    wm_json_value *container;
    wm_json_value *last; /* its newest child */
    bool is_ascending;   /* every name so far is above the one before it, so no name occurs twice */
} frame;

/* Values are in blocks that double in size and never move: pointers to them stay good. */
struct wm_json {
    wm_json_value *blocks[BLOCK_COUNT];
    uint32_t block, used; /* where the next value goes */
    frame *frames;
    size_t frame_capacity;
    char *decoded; /* strings that had escapes */
    size_t decoded_size, decoded_capacity;
    const wm_json_value **names; /* room to sort the names of one object */
    size_t name_capacity;
    size_t departure;
    const char *reason;
};

/* A parse in progress. */
typedef struct parser {
    wm_json *json;
    const char *start, *at, *end;
    const char *name; /* where the newest name begins */
    unsigned flags;
    uint32_t depth, depth_max;
    wm_json_value *root;
    wm_error *err;
} parser;

wm_json *wm_json_new(void)
{
    return calloc(1, sizeof(wm_json));
}

void wm_json_free(wm_json *json)
{
    int i;
    if (json == NULL)
        return;
    for (i = 0; i < BLOCK_COUNT; i++)
        free(json->blocks[i]);
    free(json->frames);
    free(json->decoded);
    free(json->names);
    free(json);
}

size_t wm_json_departure(const wm_json *json, const char **reason)
{
    if (reason != NULL)
        *reason = json->reason;
    return json->departure;
}

static wm_status fail(parser *p, wm_status code, const char *at, const char *words)
{
    return wm_error_set(p->err, code, NULL, "byte %lu: %s", (unsigned long)(at - p->start), words);
}

/* Says what was expected at a byte and what was found; a byte outside ASCII is shown by its
 * number. */
static wm_status unexpected(parser *p, const char *at, const char *expected)
{
    const unsigned char byte = at == p->end ? 0 : (unsigned char)*at;
    const unsigned long offset = (unsigned long)(at - p->start);
    if (at == p->end)
        return wm_error_set(p->err, WM_E_SYNTAX, NULL,
                            "byte %lu: the text ends where %s is expected", offset, expected);
    return wm_error_set(p->err, WM_E_SYNTAX, NULL,
                        byte > 0x20 && byte < 0x7f ? "byte %lu: expected %s, not '%c'"
                                                   : "byte %lu: expected %s, not the byte 0x%02x",
                        offset, expected, byte);
}

/* Remembers the first byte that departs from the canonical form; reading continues. */
static void depart(parser *p, const char *at, const char *reason)
{
    if (p->json->departure == SIZE_MAX) {
        p->json->departure = (size_t)(at - p->start);
        p->json->reason = reason;
    }
}

static void skip_space(parser *p)
{
    const char *from = p->at;
    while (p->at != p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r'))
        p->at++;
    if (p->at != from)
        depart(p, from, "white space");
}

static wm_json_value *new_value(wm_json *json, wm_json_kind kind)
{
    wm_json_value *value;
    if (json->used == (uint32_t)FIRST_BLOCK << json->block) {
        if (json->block + 1 == BLOCK_COUNT)
            return NULL;
        json->block++;
        json->used = 0;
    }
    if (json->blocks[json->block] == NULL)
        json->blocks[json->block] = malloc(((size_t)FIRST_BLOCK << json->block) * sizeof *value);
    if (json->blocks[json->block] == NULL)
        return NULL;
    value = json->blocks[json->block] + json->used++;
    memset(value, 0, sizeof *value);
    value->kind = kind;
    return value;
}

/* Four hex digits; -1 if there are none. */
static int32_t read_hex4(const char *at, const char *end)
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

/* Appends a code point; half a pair gives its three bytes (WTF-8). The caller has made room. */
static void put_code_point(wm_json *json, uint32_t c)
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

/* RFC 8785, section 3.2.2.2: only control characters without a short escape are written this way,
 * in lower case. */
static bool is_canonical_unicode_escape(const char *hex, int32_t unit)
{
    return unit < 0x20 && unit != '\b' && unit != '\t' && unit != '\n' && unit != '\f' &&
           unit != '\r' && (hex[3] < 'A' || hex[3] > 'F');
}

/* Reads \uXXXX, and the second half where it begins a pair. p->at points at the u. */
static wm_status read_unicode_escape(parser *p)
{
    const char *hex = p->at + 1;
    int32_t unit = read_hex4(hex, p->end), low = -1;
    if (unit < 0)
        return fail(p, WM_E_SYNTAX, p->at - 1, "an escape \\u needs four hex digits");
    if (!is_canonical_unicode_escape(hex, unit))
        depart(p, p->at - 1, "an escape that is not needed, or in upper case");
    p->at += 5;
    if (unit >= 0xd800 && unit < 0xdc00 && p->end - p->at >= 6 && p->at[0] == '\\' &&
        p->at[1] == 'u') {
        low = read_hex4(p->at + 2, p->end);
        if (low >= 0xdc00 && low < 0xe000) {
            p->at += 6;
            put_code_point(p->json,
                           0x10000 + ((uint32_t)(unit - 0xd800) << 10) + (uint32_t)(low - 0xdc00));
            return WM_OK;
        }
    }
    if (unit >= 0xd800 && unit < 0xe000 && (p->flags & WM_JSON_NO_SURROGATES) != 0)
        return fail(p, WM_E_SYNTAX, hex - 2, "half of a surrogate pair");
    put_code_point(p->json, (uint32_t)unit);
    return WM_OK;
}

/* Reads an escape. p->at points behind the backslash. */
static wm_status read_escape(parser *p)
{
    static const char letters[] = "\"\\bfnrt", meanings[] = "\"\\\b\f\n\r\t";
    const char *letter;
    if (p->at == p->end)
        return fail(p, WM_E_SYNTAX, p->at, "the text ends in a string");
    if (*p->at == 'u')
        return read_unicode_escape(p);
    if (*p->at == '/') {
        depart(p, p->at - 1, "an escape that is not needed");
        put_code_point(p->json, '/');
        p->at++;
        return WM_OK;
    }
    letter = *p->at != '\0' ? strchr(letters, *p->at) : NULL;
    if (letter == NULL)
        return fail(p, WM_E_SYNTAX, p->at - 1, "an unknown escape");
    put_code_point(p->json, (uint32_t)meanings[letter - letters]);
    p->at++;
    return WM_OK;
}

/* Whether a byte of a string is ASCII and needs no escape. */
static bool is_plain(char byte)
{
    unsigned char c = (unsigned char)byte;
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

/* Skips bytes that need no escape; ends at a quote or a backslash. */
static wm_status pass_plain(parser *p)
{
    for (;;) {
        size_t length;
        while (p->at != p->end && is_plain(*p->at))
            p->at++;
        if (p->at == p->end)
            return fail(p, WM_E_SYNTAX, p->at, "the text ends in a string");
        if (*p->at == '"' || *p->at == '\\')
            return WM_OK;
        if ((unsigned char)*p->at < 0x20)
            return fail(p, WM_E_SYNTAX, p->at, "a control character in a string");
        length = wm_utf8_length(p->at, (size_t)(p->end - p->at));
        if (length == 0)
            return fail(p, WM_E_SYNTAX, p->at, "not well-formed UTF-8");
        p->at += length;
    }
}

/* Reads the rest of a string from its first escape on; from is the string's first byte. Decoded
 * text is never longer than its source, so room for the whole source suffices, and earlier decoded
 * text does not move. */
static wm_status read_escaped(parser *p, const char *from, const char **text, size_t *size)
{
    wm_json *json = p->json;
    size_t begin = json->decoded_size;
    wm_status status;
    char *decoded =
        wm_array_grow(json->decoded, &json->decoded_capacity, (size_t)(p->end - p->start), 1);
    if (decoded == NULL)
        return fail(p, WM_E_NOMEM, p->at, "out of memory");
    json->decoded = decoded;
    for (;;) {
        memcpy(json->decoded + json->decoded_size, from, (size_t)(p->at - from));
        json->decoded_size += (size_t)(p->at - from);
        if (*p->at == '"')
            break;
        p->at++;
        status = read_escape(p);
        if (status != WM_OK)
            return status;
        from = p->at;
        status = pass_plain(p);
        if (status != WM_OK)
            return status;
    }
    *text = json->decoded + begin;
    *size = json->decoded_size - begin;
    return WM_OK;
}

/* Reads a string. p->at points behind its first quote, and afterwards behind its last. */
static wm_status read_string(parser *p, const char **text, size_t *size)
{
    const char *from = p->at;
    wm_status status = pass_plain(p);
    if (status != WM_OK)
        return status;
    if (*p->at == '"') {
        *text = from;
        *size = (size_t)(p->at - from);
    } else {
        status = read_escaped(p, from, text, size);
        if (status != WM_OK)
            return status;
    }
    p->at++;
    return WM_OK;
}

static wm_status read_number(parser *p, wm_json_value *value)
{
    wm_number_scan scan;
    bool note = (p->flags & WM_JSON_NOTE_CANONICAL) != 0;
    if (*p->at != '-' && !(*p->at >= '0' && *p->at <= '9'))
        return unexpected(p, p->at, "a value");
    if (wm_number_scan_at(p->at, p->end, note, &scan) != WM_OK)
        return unexpected(p, p->at + scan.size,
                          scan.size > 0 && p->at[scan.size - 1] == '0'
                              ? "the end of a number that begins with 0"
                              : "a digit");
    if (note && !scan.is_canonical)
        depart(p, p->at,
               scan.value - scan.value != 0 ? "a number that overflows binary64"
                                            : "a number not in its shortest form");
    value->number = scan.value;
    value->is_integer = scan.is_integer;
    value->text = p->at;
    value->text_size = scan.size;
    p->at += scan.size;
    return WM_OK;
}

static wm_status read_word(parser *p, wm_json_value *value, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(p->end - p->at) < size || memcmp(p->at, word, size) != 0)
        return unexpected(p, p->at, "the word true, false or null");
    value->text = p->at;
    value->text_size = size;
    p->at += size;
    return WM_OK;
}

static wm_json_kind kind_of(char first)
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

/* Adds a value to the open container, or makes it the root. */
static void attach(parser *p, wm_json_value *value, const char *key, size_t key_size)
{
    frame *top;
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
            depart(p, p->name, "names that are not in order");
        }
    }
    top->last = value;
    top->container->count++;
}

static wm_status open_container(parser *p, wm_json_value *value)
{
    frame *frames, *top;
    if (p->depth == p->depth_max)
        return fail(p, WM_E_LIMIT, p->at, "nested too deep");
    frames = wm_array_grow(p->json->frames, &p->json->frame_capacity, (size_t)p->depth + 1,
                           sizeof *frames);
    if (frames == NULL)
        return fail(p, WM_E_NOMEM, p->at, "out of memory");
    p->json->frames = frames;
    top = &frames[p->depth++];
    top->container = value;
    top->last = NULL;
    top->is_ascending = true;
    value->text = p->at++;
    return WM_OK;
}

static int compare_names(const void *a, const void *b)
{
    const wm_json_value *x = *(const wm_json_value *const *)a;
    const wm_json_value *y = *(const wm_json_value *const *)b;
    return wm_utf8_compare(x->key, x->key_size, y->key, y->key_size);
}

static wm_status check_unique(parser *p, const wm_json_value *object)
{
    const wm_json_value *child;
    size_t count = 0;
    const wm_json_value **names =
        wm_array_grow(p->json->names, &p->json->name_capacity, object->count, sizeof *names);
    if (names == NULL)
        return fail(p, WM_E_NOMEM, p->at, "out of memory");
    p->json->names = names;
    for (child = object->first; child != NULL; child = child->next)
        names[count++] = child;
    qsort(names, count, sizeof *names, compare_names);
    for (; count > 1; count--)
        if (compare_names(&names[count - 1], &names[count - 2]) == 0)
            return fail(p, WM_E_SYNTAX, p->at, "an object with two equal names");
    return WM_OK;
}

/* Closes a container. p->at points at the closing bracket. */
static wm_status close_container(parser *p)
{
    const frame *top = &p->json->frames[p->depth - 1];
    wm_status status;
    if (!top->is_ascending && (p->flags & WM_JSON_UNIQUE_KEYS) != 0) {
        status = check_unique(p, top->container);
        if (status != WM_OK)
            return status;
    }
    p->at++;
    top->container->text_size = (size_t)(p->at - top->container->text);
    p->depth--;
    return WM_OK;
}

/* Reads the name of a member and its colon. */
static wm_status read_name(parser *p, const char **key, size_t *key_size)
{
    wm_status status;
    if (p->at == p->end || *p->at != '"')
        return unexpected(p, p->at, "a name in quotes");
    p->name = p->at++;
    status = read_string(p, key, key_size);
    if (status != WM_OK)
        return status;
    skip_space(p);
    if (p->at == p->end || *p->at != ':')
        return unexpected(p, p->at, "a colon");
    p->at++;
    skip_space(p);
    return WM_OK;
}

/* Reads one value; of an array or object only its opening. */
static wm_status read_value(parser *p, const char *key, size_t key_size)
{
    wm_json_value *value;
    if (p->at == p->end)
        return unexpected(p, p->at, "a value");
    value = new_value(p->json, kind_of(*p->at));
    if (value == NULL)
        return fail(p, WM_E_NOMEM, p->at, "out of memory");
    attach(p, value, key, key_size);
    switch (value->kind) {
    case WM_JSON_OBJECT:
    case WM_JSON_ARRAY:
        return open_container(p, value);
    case WM_JSON_STRING:
        p->at++;
        return read_string(p, &value->text, &value->text_size);
    case WM_JSON_TRUE:
        return read_word(p, value, "true");
    case WM_JSON_FALSE:
        return read_word(p, value, "false");
    case WM_JSON_NULL:
        return read_word(p, value, "null");
    default:
        return read_number(p, value);
    }
}

/* Reads what is between values: a comma or the closing bracket. Returns whether a child follows. */
static wm_status read_separator(parser *p, bool *child_follows)
{
    const frame *top = &p->json->frames[p->depth - 1];
    bool is_array = top->container->kind == WM_JSON_ARRAY;
    skip_space(p);
    *child_follows = false;
    if (p->at == p->end)
        return fail(p, WM_E_SYNTAX, p->at, "the text ends in an array or object");
    if (*p->at == (is_array ? ']' : '}'))
        return close_container(p);
    if (top->last != NULL) {
        if (*p->at != ',')
            return unexpected(p, p->at, "a comma or the closing bracket");
        p->at++;
        skip_space(p);
    }
    *child_follows = true;
    return WM_OK;
}

static wm_status read_tree(parser *p)
{
    wm_status status;
    skip_space(p);
    status = read_value(p, NULL, 0);
    while (status == WM_OK && p->depth > 0) {
        const char *key = NULL;
        size_t key_size = 0;
        bool child_follows;
        status = read_separator(p, &child_follows);
        if (status != WM_OK || !child_follows)
            continue;
        if (p->json->frames[p->depth - 1].container->kind == WM_JSON_OBJECT)
            status = read_name(p, &key, &key_size);
        if (status == WM_OK)
            status = read_value(p, key, key_size);
    }
    if (status != WM_OK)
        return status;
    skip_space(p);
    if (p->at != p->end)
        return fail(p, WM_E_SYNTAX, p->at, "something follows the value");
    return WM_OK;
}

wm_status wm_json_parse(wm_json *json, const char *text, size_t size,
                        const wm_json_options *options, const wm_json_value **root, wm_error *err)
{
    parser p;
    wm_status status;
    memset(&p, 0, sizeof p);
    p.json = json;
    p.start = p.at = text;
    p.end = text + size;
    p.flags = options->flags;
    p.depth_max =
        options->depth_max == 0 || options->depth_max > DEPTH_CAP ? DEPTH_CAP : options->depth_max;
    p.err = err;
    json->block = json->used = 0;
    json->decoded_size = 0;
    json->departure = SIZE_MAX;
    json->reason = "";
    *root = NULL;
    if (size > UINT32_MAX || (options->size_max != 0 && size > options->size_max))
        return fail(&p, WM_E_LIMIT, text, "the text is too long");
    status = read_tree(&p);
    if (status != WM_OK)
        return status;
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
