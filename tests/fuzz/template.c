/* Expands the templates from which fuzz targets make evidence. */
#include "template.h"

#include "fuzz.h"
#include "standards/merkle.h"

#include <string.h>

static const char *find_token(const template_ids *known, const char *text, size_t size,
                              size_t *used, char number[24])
{
    size_t line = 0;
    *used = 2;
    switch (size >= 2 ? text[1] : 0) {
    case 'e':
        return known->evidence;
    case 'm':
        return known->merkle;
    case 'n':
        snprintf(number, 24, "%zu", known->claims);
        return number;
    case 'p':
        return wm_checker_at(1)->sha256;
    case 'q':
        return known->prior;
    case 'r':
        return known->count > 0 ? known->ids[known->count - 1] : NULL;
    case 'v':
        return wm_checker_at(0)->sha256;
    default:
        break;
    }
    for (*used = 1; *used < size && *used < 5 && text[*used] >= '0' && text[*used] <= '9'; ++*used)
        line = line * 10 + (size_t)(text[*used] - '0');
    return line >= 1 && line <= known->count ? known->ids[line - 1] : NULL;
}

void template_expand(const char *text, size_t size, const template_ids *known, wm_buffer *out)
{
    for (size_t at = 0; at < size;) {
        const char *mark = memchr(text + at, '@', size - at);
        size_t plain = mark == NULL ? size - at : (size_t)(mark - (text + at)), used = 0;
        char number[24];
        FUZZ_CHECK(wm_buffer_append(out, text + at, plain) == WM_OK);
        at += plain;
        if (mark == NULL)
            break;
        const char *word = find_token(known, text + at, size - at, &used, number);
        if (word == NULL) {
            word = "@";
            used = 1;
        }
        FUZZ_CHECK(wm_buffer_puts(out, word) == WM_OK);
        at += used;
    }
}

/* The tree's root is made for the line that names it alone. */
static void note_root(template_ids *known, const wm_merkle *tree, const char *text, size_t size)
{
    uint8_t hash[WM_SHA256_SIZE];
    if (memmem(text, size, "@m", 2) == NULL)
        return;
    wm_merkle_root(tree, hash);
    wm_sha256_to_hex(hash, known->merkle);
}

static void note_line(template_ids *known, wm_merkle *tree, const char *line, size_t size)
{
    static const char claim[] = "\"type\":\"claim\"";
    uint8_t hash[WM_SHA256_SIZE];
    if (memmem(line, size, claim, sizeof(claim) - 1) != NULL) {
        wm_merkle_add(tree, line, size);
        known->claims++;
    }
    wm_sha256_hash(line, size, hash);
    if (known->count < TEMPLATE_LINES_MAX)
        wm_sha256_to_hex(hash, known->ids[known->count++]);
}

void template_evidence(const char *text, size_t size, template_ids *known, wm_buffer *out)
{
    wm_merkle tree;
    uint8_t hash[WM_SHA256_SIZE];
    wm_merkle_init(&tree);
    known->count = known->claims = 0;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - (text + at)) + 1;
        size_t before = out->size;
        note_root(known, &tree, text + at, length);
        template_expand(text + at, length, known, out);
        note_line(known, &tree, out->data + before, out->size - before);
        at += length;
    }
    wm_sha256_hash(out->data, out->size, hash);
    wm_sha256_to_hex(hash, known->evidence);
}
