/* Reads numbers.tex, the one that `publish` would write and the one that a document has. */
#include "manuscript/tex_published.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 8 };

/* An argument of a line. */
typedef struct {
    const char *data;
    size_t size;
} piece;

/* Splits a line behind the name of its command. Returns the number of arguments. */
static unsigned split(const char *at, const char *end, piece arguments[ARGUMENTS])
{
    unsigned count = 0;
    while (at < end && *at == '{' && count < ARGUMENTS) {
        const char *begin = ++at;
        unsigned depth = 1;
        for (; at < end; at++) {
            if (*at == '\\' && at + 1 < end) {
                at++;
                continue;
            }
            depth += *at == '{';
            depth -= *at == '}';
            if (depth == 0)
                break;
        }
        arguments[count++] = (piece){begin, (size_t)(at - begin)};
        at += at < end;
    }
    return count;
}

static bool begins(const char *at, const char *end, const char *text, const char **behind)
{
    const size_t size = strlen(text);
    if ((size_t)(end - at) < size || memcmp(at, text, size) != 0)
        return false;
    *behind = at + size;
    return true;
}

static wm_status add(wm_tex_published *published, const wm_tex_entry *entry)
{
    wm_tex_entry *array =
        wm_array_grow(published->entry, &published->capacity, published->count + 1, sizeof *array);
    if (array == NULL)
        return WM_E_NOMEM;
    published->entry = array;
    array[published->count++] = *entry;
    return WM_OK;
}

/* Value and unit, which follow each other in the file. */
static void set_shown(wm_tex_entry *entry, const piece *value, const piece *unit)
{
    entry->shown = value->data;
    entry->shown_size = (size_t)(unit->data + unit->size - value->data);
    entry->is_absent = value->size == 0;
}

/* Reads a line. group: the last \wmsetgroup. */
static wm_status read_line(wm_tex_published *published, const char *data, const char *at,
                           const char *end, piece group[ARGUMENTS])
{
    wm_tex_entry entry = {.at = (size_t)(at - data)};
    piece part[ARGUMENTS];
    const char *behind;
    if (begins(at, end, "\\wmsetgroup", &behind)) {
        memset(group, 0, ARGUMENTS * sizeof *group);
        (void)split(behind, end, group);
        return WM_OK;
    }
    if (begins(at, end, "\\wmsetrecord", &behind)) {
        if (split(behind, end, part) == 2 && part[0].size == 4 &&
            memcmp(part[0].data, "root", 4) == 0 && part[1].size < sizeof published->root) {
            memcpy(published->root, part[1].data, part[1].size);
            published->root[part[1].size] = '\0';
        }
        return WM_OK;
    }
    if (begins(at, end, "\\wmsetclaim", &behind))
        entry.kind = WM_TEX_ENTRY_CLAIM;
    else if (begins(at, end, "\\wmsetparameter", &behind))
        entry.kind = WM_TEX_ENTRY_PARAMETER;
    else if (begins(at, end, "\\wmsetfact", &behind))
        entry.kind = WM_TEX_ENTRY_FACT;
    else
        return WM_OK;
    if (split(behind, end, part) < 3)
        return WM_OK;
    entry.name = part[0].data;
    entry.name_size = part[0].size;
    set_shown(&entry, &part[1], entry.kind == WM_TEX_ENTRY_FACT ? &part[1] : &part[2]);
    if (entry.kind == WM_TEX_ENTRY_CLAIM) {
        entry.group = group[0].data;
        entry.group_size = group[0].size;
        if (group[1].size > 0) {
            entry.objection = group[2].data;
            entry.objection_size = group[2].size;
        }
    }
    return add(published, &entry);
}

/* The order by name; of equal names the last line comes first, as TeX takes it. */
static int compare(const void *a, const void *b)
{
    const wm_tex_entry *one = a, *other = b;
    const size_t size = one->name_size < other->name_size ? one->name_size : other->name_size;
    const int order = memcmp(one->name, other->name, size);
    if (order != 0)
        return order;
    if (one->name_size != other->name_size)
        return one->name_size < other->name_size ? -1 : 1;
    return one->at > other->at ? -1 : one->at < other->at;
}

wm_status wm_tex_published_read(const char *data, size_t size, wm_tex_published *published)
{
    const char *end = data + size;
    piece group[ARGUMENTS] = {{NULL, 0}};
    memset(published, 0, sizeof *published);
    for (const char *at = data; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *last = newline != NULL ? newline : end;
        if (read_line(published, data, at, last, group) != WM_OK)
            return WM_E_NOMEM;
        at = last < end ? last + 1 : end;
    }
    if (published->count > 0)
        qsort(published->entry, published->count, sizeof *published->entry, compare);
    return WM_OK;
}

const wm_tex_entry *wm_tex_published_find(const wm_tex_published *published, const char *name,
                                          bool is_fact)
{
    const size_t size = strlen(name);
    size_t low = 0, high = published->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const wm_tex_entry *entry = &published->entry[middle];
        const size_t least = size < entry->name_size ? size : entry->name_size;
        int order = memcmp(name, entry->name, least);
        if (order == 0 && size != entry->name_size)
            order = size < entry->name_size ? -1 : 1;
        if (order <= 0)
            high = middle;
        else
            low = middle + 1;
    }
    for (; low < published->count; low++) {
        const wm_tex_entry *entry = &published->entry[low];
        if (entry->name_size != size || memcmp(entry->name, name, size) != 0)
            return NULL;
        if ((entry->kind == WM_TEX_ENTRY_FACT) == is_fact)
            return entry;
    }
    return NULL;
}

void wm_tex_published_show(const wm_tex_entry *entry, char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < entry->shown_size && used + 1 < size; i++) {
        char byte = entry->shown[i];
        if (byte == '\\' && i + 1 < entry->shown_size) {
            byte = entry->shown[++i];
            if (byte == ',')
                byte = ' ';
        } else if (byte == '}' && i + 2 < entry->shown_size && entry->shown[i + 1] == '{') {
            byte = ' ';
            i++;
        } else if (byte == '{' || byte == '}') {
            continue;
        }
        text[used++] = byte;
    }
    while (used > 0 && (text[used - 1] == ' ' || text[used - 1] == '{'))
        used--;
    text[used] = '\0';
}

void wm_tex_published_clear(wm_tex_published *published)
{
    free(published->entry);
    memset(published, 0, sizeof *published);
}
