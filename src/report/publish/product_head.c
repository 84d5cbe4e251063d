/* Writes and reads the first line of a product.
 *
 * A file of a paper is moved and renamed. The line says what it claims to be, so that the audit of
 * a sealed document can make it again and compare it, byte for byte. */
#include "report/publish/product_head.h"

#include "base/lines.h"

#include <stdio.h>
#include <string.h>

/* The bytes of the declaration that XML or HTML may begin with; a comment comes behind it. */
static size_t declaration_of(const char *data, size_t size)
{
    static const char *const BEGINS[] = {"<?xml", "<!DOCTYPE"};
    for (size_t i = 0; i < sizeof BEGINS / sizeof BEGINS[0]; i++)
        if (size > strlen(BEGINS[i]) && memcmp(data, BEGINS[i], strlen(BEGINS[i])) == 0)
            return wm_lines_first(data, size);
    return 0;
}

/* Comments by the ends of paths. */
static const struct {
    const char *end, *open, *close;
} FORMS[] = {
    {".tex", "% ", ""}, {".bib", "% ", ""}, {".svg", "<!-- ", " -->"}, {".html", "<!-- ", " -->"}};

enum { FORM_COUNT = sizeof FORMS / sizeof FORMS[0] };

static const char NAME[] = "witnessmark ", OF_ROOT[] = " of root ";

static bool ends_with(const char *text, size_t size, const char *end)
{
    return size >= strlen(end) && memcmp(text + size - strlen(end), end, strlen(end)) == 0;
}

wm_status wm_product_head_put(const char *path, const char *root, wm_buffer *bytes)
{
    wm_buffer all = WM_BUFFER_EMPTY;
    size_t form = 0, skip;
    wm_status status;
    while (form < FORM_COUNT && !ends_with(path, strlen(path), FORMS[form].end))
        form++;
    if (form == FORM_COUNT || bytes->size == 0)
        return WM_OK;
    skip = declaration_of(bytes->data, bytes->size);
    status = wm_buffer_append(&all, bytes->data, skip);
    if (status == WM_OK)
        status = wm_buffer_printf(&all, "%s%s%s: %s%s%s%s\n", FORMS[form].open, NAME, wm_version(),
                                  path, OF_ROOT, root, FORMS[form].close);
    if (status == WM_OK)
        status = wm_buffer_append(&all, bytes->data + skip, bytes->size - skip);
    wm_buffer_clear(bytes);
    *bytes = all;
    return status;
}

/* Copies a part of a line; false if it is empty or too long. */
static bool copy_part(const char *data, size_t size, char *to, size_t room)
{
    if (size == 0 || size >= room)
        return false;
    memcpy(to, data, size);
    to[size] = '\0';
    return true;
}

/* Reads what is between the marks of a comment. */
static bool read_words(const char *words, size_t size, wm_product_head *head)
{
    const size_t name = strlen(NAME), root = WM_ID_SIZE - 1, of_root = strlen(OF_ROOT);
    const char *colon;
    if (size < name + root + of_root || memcmp(words, NAME, name) != 0)
        return false;
    words += name;
    size -= name;
    colon = memchr(words, ':', size);
    if (colon == NULL ||
        !copy_part(words, (size_t)(colon - words), head->version, sizeof head->version))
        return false;
    size -= (size_t)(colon - words) + 1;
    words = colon + 1;
    if (size < 1 + of_root + root || words[0] != ' ' || !ends_with(words, size - root, OF_ROOT))
        return false;
    return copy_part(words + size - root, root, head->root, sizeof head->root) &&
           copy_part(words + 1, size - 1 - root - of_root, head->path, sizeof head->path);
}

bool wm_product_head_read(const char *data, size_t size, wm_product_head *head)
{
    const size_t skip = size > 0 ? declaration_of(data, size) : 0;
    size_t line = size > skip ? wm_lines_first(data + skip, size - skip) : 0;
    data = skip > 0 ? data + skip : data;
    while (line > 0 && (data[line - 1] == '\n' || data[line - 1] == '\r'))
        line--;
    for (size_t i = 0; i < FORM_COUNT; i++) {
        const size_t open = strlen(FORMS[i].open), close = strlen(FORMS[i].close);
        if (line >= open + close && memcmp(data, FORMS[i].open, open) == 0 &&
            ends_with(data, line, FORMS[i].close) &&
            read_words(data + open, line - open - close, head))
            return true;
    }
    return false;
}
