/* Reads links of a PDF.
 *
 * The tools have read the PDF; their output has any bytes that the PDF had. A link of a claim has
 * its parts behind `:~:`, which no other link has. */
#include "manuscript/pdf_links.h"

#include "base/array.h"
#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

enum { URL = 8192 };

static int hex_of(char byte)
{
    return byte >= '0' && byte <= '9'   ? byte - '0'
           : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
           : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                        : -1;
}

/* A copy with `%20` and the like as bytes; a NUL ends it. NULL: out of memory. */
static char *decoded(const char *data, size_t size)
{
    char *text = malloc(size + 1);
    size_t used = 0;
    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < size; i++) {
        const int high = data[i] == '%' && size - i > 2 ? hex_of(data[i + 1]) : -1;
        const int low = high >= 0 ? hex_of(data[i + 2]) : -1;
        text[used++] = low >= 0 ? (char)(high * 16 + low) : data[i];
        i += low >= 0 ? 2 : 0;
    }
    text[used] = '\0';
    return text;
}

static void clear_link(wm_pdf_link *link)
{
    free(link->claim);
    free(link->root);
    free(link->text);
    free(link->shown);
}

/* Splits an address. False: it carries no claim, or memory is out, which *status says. */
static bool split(const char *url, wm_pdf_link *link, wm_status *status)
{
    const char *mark = strstr(url, ":~:root=");
    const char *hash = NULL, *root, *text;
    memset(link, 0, sizeof *link);
    if (mark == NULL)
        return false;
    for (const char *at = url; at < mark; at++)
        if (*at == '#')
            hash = at;
    root = mark + strlen(":~:root=");
    text = strstr(root, "&text=");
    if (hash == NULL || text == NULL)
        return false;
    link->claim = decoded(hash + 1, (size_t)(mark - hash) - 1);
    link->root = decoded(root, (size_t)(text - root));
    text += strlen("&text=");
    link->text = decoded(text, strcspn(text, "&"));
    if (link->claim == NULL || link->root == NULL || link->text == NULL) {
        *status = WM_E_NOMEM;
        clear_link(link);
        return false;
    }
    return true;
}

static wm_status add(wm_pdf_links *links, wm_pdf_link *link)
{
    wm_pdf_link *array =
        wm_array_grow(links->link, &links->capacity, links->count + 1, sizeof *array);
    if (array == NULL) {
        clear_link(link);
        return WM_E_NOMEM;
    }
    links->link = array;
    array[links->count++] = *link;
    return WM_OK;
}

/* ---- XML ------------------------------------------------------------------------------------- */

/* Appends a text of XML without tags and with its entities and ligatures as characters. Blanks are
 * left out. */
static wm_status append_plain(const char *data, size_t size, bool keeps_blanks, wm_buffer *out)
{
    static const struct {
        const char *name, *text;
    } ENTITIES[] = {{"&amp;", "&"},         {"&lt;", "<"},          {"&gt;", ">"},
                    {"&quot;", "\""},       {"&#34;", "\""},        {"&#39;", "'"},
                    {"&#160;", " "},        {"&nbsp;", " "},        {"\xef\xac\x80", "ff"},
                    {"\xef\xac\x81", "fi"}, {"\xef\xac\x82", "fl"}, {"\xef\xac\x83", "ffi"},
                    {"\xef\xac\x84", "ffl"}};
    wm_status status = WM_OK;
    for (size_t i = 0; i < size && status == WM_OK; i++) {
        const char *text = NULL;
        if (data[i] == '<') {
            const char *close = memchr(data + i, '>', size - i);
            i = close != NULL ? (size_t)(close - data) : size;
            continue;
        }
        for (size_t k = 0; k < sizeof ENTITIES / sizeof *ENTITIES && text == NULL; k++)
            if (size - i >= strlen(ENTITIES[k].name) &&
                memcmp(data + i, ENTITIES[k].name, strlen(ENTITIES[k].name)) == 0) {
                text = ENTITIES[k].text;
                i += strlen(ENTITIES[k].name) - 1;
            }
        if (text == NULL && (unsigned char)data[i] <= ' ' && !keeps_blanks)
            continue;
        if (text != NULL && text[0] == ' ' && !keeps_blanks)
            continue;
        status = text != NULL ? wm_buffer_puts(out, text) : wm_buffer_putc(out, data[i]);
    }
    return status;
}

/* Whether a text shows all of a claim's text, a part from its beginning, or another one. */
typedef enum { SHOWS_ALL, SHOWS_PART, SHOWS_OTHER } extent;
static extent extent_of(const char *shown, const char *text, bool *is_number);

/* Whether one more piece at the same address belongs to the last link: fonts and lines part a link.
 * Else the page has the same claim again. */
static bool is_joined(const wm_pdf_link *last, const char *shown)
{
    bool is_number = false, is_number_too = false;
    const extent before = extent_of(last->shown, last->text, &is_number);
    if (before == SHOWS_PART && is_number &&
        extent_of(shown, last->text, &is_number_too) == SHOWS_ALL)
        return false; /* a number alone, then the whole */
    return before != SHOWS_ALL;
}

/* Adds what one element shows, without blanks, to its link. */
static wm_status add_element(wm_pdf_links *links, const char *url, const char *shown, unsigned page)
{
    wm_pdf_link link, *last = links->count > 0 ? &links->link[links->count - 1] : NULL;
    wm_status status = WM_OK;
    if (last != NULL && links->last != NULL && strcmp(links->last, url) == 0 &&
        is_joined(last, shown)) {
        char *joined = realloc(last->shown, strlen(last->shown) + strlen(shown) + 1);
        if (joined == NULL)
            return WM_E_NOMEM;
        last->shown = strcat(joined, shown);
        last->pieces++;
        return WM_OK;
    }
    if (!split(url, &link, &status))
        return status;
    link.page = page;
    link.pieces = 1;
    link.shown = strdup(shown);
    free(links->last);
    links->last = strdup(url);
    if (link.shown == NULL || links->last == NULL) {
        clear_link(&link);
        return WM_E_NOMEM;
    }
    return add(links, &link);
}

/* The next place of a text, or the end. */
static const char *find(const char *at, const char *end, const char *text)
{
    const size_t size = strlen(text);
    while (at < end && (at = memchr(at, text[0], (size_t)(end - at))) != NULL) {
        if ((size_t)(end - at) >= size && memcmp(at, text, size) == 0)
            return at;
        at++;
    }
    return end;
}

wm_status wm_pdf_links_read_xml(const char *data, size_t size, wm_pdf_links *links)
{
    static const char PAGE[] = "<page ", OPEN[] = "<a href=\"", CLOSE[] = "</a>";
    const char *end = data + size, *page_at = data;
    unsigned page = 0;
    wm_status status = WM_OK;
    for (const char *at = find(data, end, OPEN); at < end && status == WM_OK;
         at = find(at, end, OPEN)) {
        wm_buffer url = WM_BUFFER_EMPTY, text = WM_BUFFER_EMPTY;
        const char *begin = at + strlen(OPEN), *quote = find(begin, end, "\"");
        const char *shown = find(quote, end, ">"), *close = find(shown, end, CLOSE);
        for (; (page_at = find(page_at, at, PAGE)) < at; page_at++)
            page++;
        at = close;
        if (close == end || quote - begin > URL)
            continue;
        status = append_plain(begin, (size_t)(quote - begin), true, &url);
        if (status == WM_OK)
            status = append_plain(shown + 1, (size_t)(close - shown) - 1, false, &text);
        if (status == WM_OK && (wm_buffer_text(&url) == NULL || wm_buffer_text(&text) == NULL))
            status = WM_E_NOMEM;
        if (status == WM_OK && text.size > 0)
            status = add_element(links, url.data, text.data, page);
        wm_buffer_clear(&url);
        wm_buffer_clear(&text);
    }
    return status;
}

/* ---- addresses ------------------------------------------------------------------------------- */

wm_status wm_pdf_links_read_urls(const char *data, size_t size, wm_pdf_links *links)
{
    const char *end = data + size;
    wm_status status = WM_OK;
    for (const char *at = data; at < end && status == WM_OK;) {
        const char *newline = find(at, end, "\n"), *first = at;
        wm_pdf_link link;
        char url[URL];
        while (first < newline && (*first == ' ' || (*first >= '0' && *first <= '9')))
            first++;
        first = find(first, newline, " ");
        while (first < newline && *first == ' ')
            first++;
        if ((size_t)(newline - first) < sizeof url) {
            memcpy(url, first, (size_t)(newline - first));
            url[newline - first] = '\0';
            if (split(url, &link, &status)) {
                link.page = (unsigned)strtoul(at, NULL, 10);
                status = add(links, &link);
            }
        }
        at = newline < end ? newline + 1 : end;
    }
    return status;
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* The bytes of a blank of any width; 0: there is none. */
static size_t blank_size(const char *at)
{
    const unsigned char *byte = (const unsigned char *)at;
    if (*at == ' ' || *at == '\t')
        return 1;
    if (strncmp(at, "\xc2\xa0", 2) == 0)
        return 2;
    return strncmp(at, "\xe2\x80", 2) == 0 && (byte[2] <= 0x8b || byte[2] == 0xaf) && byte[2] != 0
               ? 3
               : 0;
}

/* Skips blanks, and makes one character of those that look alike. */
static const char *next_character(const char *at, char *byte)
{
    for (size_t size; (size = blank_size(at)) > 0; at += size)
        ;
    if (strncmp(at, "\xc2\xb5", 2) == 0 || strncmp(at, "\xce\xbc", 2) == 0) {
        *byte = '\026';
        return at + 2;
    }
    if (strncmp(at, "\xe2\x88\x92", 3) == 0 || strncmp(at, "\xe2\x80\x93", 3) == 0) {
        *byte = '-';
        return at + 3;
    }
    *byte = *at;
    return *at != '\0' ? at + 1 : at;
}

/* Whether nothing but signs that end words is left: the tool counts what touches a link to it. */
static bool is_over(const char *at)
{
    return at[strspn(at, " .,;:!?)]'\"")] == '\0';
}

static extent extent_of(const char *shown, const char *text, bool *is_number)
{
    char a, b;
    *is_number = true;
    shown += strspn(shown, " ([");
    for (;;) {
        if (is_over(shown)) {
            *is_number = *is_number && *text == ' ';
            return *text == '\0' ? SHOWS_ALL : SHOWS_PART;
        }
        shown = next_character(shown, &a);
        text = next_character(text, &b);
        if (a != b || a == '\0')
            return SHOWS_OTHER;
        *is_number = *is_number && strchr("+-.0123456789e", a) != NULL;
    }
}

bool wm_pdf_links_shows(const char *shown, const char *text)
{
    bool is_number;
    const extent of = extent_of(shown, text, &is_number);
    return of == SHOWS_ALL || (of == SHOWS_PART && is_number);
}

void wm_pdf_links_clear(wm_pdf_links *links)
{
    for (size_t i = 0; i < links->count; i++)
        clear_link(&links->link[i]);
    free(links->link);
    free(links->last);
    memset(links, 0, sizeof *links);
}
