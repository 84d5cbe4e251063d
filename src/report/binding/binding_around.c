/* Checks what touches a macro in the text: a digit beside it makes another number of it.
 *
 * The mark of a number is one byte of the text; other macros have none, and what is beside them
 * meets there. */
#include "report/binding/binding_parts.h"

#include <string.h>

enum { SHOWN = 256 };

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* A byte of the text; a blank outside of it. */
static char byte_at(const wm_tex_text *text, size_t at)
{
    return at < text->size ? text->data[at] : ' ';
}

/* Whether what is before a number makes another one of it: `1`, `1,`, ` .`, `-`. */
static bool is_changed_before(const wm_tex_text *text, size_t at)
{
    const char last = byte_at(text, at - 1), before = byte_at(text, at - 2);
    const bool is_first = before == ' ' || before == '(' || before == '[' || before == '\n' ||
                          (unsigned char)before < ' ';
    if (is_digit(last) || last == WM_TEX_MARK_CLAIM)
        return true;
    if (last == WM_TEX_MARK_THIN || last == ',')
        return is_digit(before);
    if (last == '.')
        return is_digit(before) || is_first;
    return (last == '-' || last == '+') && is_first && before != WM_TEX_MARK_CLAIM;
}

/* Whether what is behind a number makes another one of it: `1`, `.1`, ` x 10^`. */
static bool is_changed_behind(const wm_tex_text *text, size_t at)
{
    const char next = byte_at(text, at);
    if (is_digit(next))
        return true;
    if (next == '.' || next == ',' || next == WM_TEX_MARK_THIN)
        return is_digit(byte_at(text, at + 1));
    while (byte_at(text, at) == ' ' && at < text->size)
        at++;
    if (byte_at(text, at) != WM_TEX_MARK_TIMES && byte_at(text, at) != WM_TEX_MARK_DOT)
        return false;
    for (at++; byte_at(text, at) == ' ' && at < text->size; at++)
        ;
    return text->size - at > 3 && memcmp(text->data + at, "10^", 3) == 0;
}

static size_t skip_blanks(const wm_tex_text *text, size_t at)
{
    while (at < text->size && (text->data[at] == ' ' || text->data[at] == WM_TEX_MARK_THIN))
        at++;
    return at;
}

/* Whether a unit that is written behind a number is not that of its claim. *end is behind it. */
static bool is_other_unit(const wm_tex_text *text, size_t at, const wm_tex_entry *entry,
                          size_t *end)
{
    char shown[SHOWN];
    const char *blank;
    wm_tex_unit written, own;
    if (!wm_tex_units_read(text->data + at, text->data + text->size, &written))
        return false;
    *end = at + written.size;
    wm_tex_published_show(entry, shown, sizeof shown);
    blank = strchr(shown, ' ');
    if (blank == NULL) /* a plain number may count what is behind it, as bytes */
        return written.class != WM_TEX_UNIT_SIZE || written.scale != 1;
    return wm_tex_units_known(blank + 1, &own) &&
           (strcmp(own.base, written.base) != 0 || own.scale != written.scale);
}

/* Adds a finding about the text around a use. */
static bool tell(wm_binding *binding, const wm_tex_use *use, size_t begin, size_t end,
                 const char *words)
{
    wm_binding_add(binding, WM_BINDING_DIFFERS, use->place,
                   wm_binding_use_text(binding, use, false), "%s: %s",
                   wm_binding_piece(binding, begin, end), words);
    return false;
}

/* Compares the unit behind \wmvalue, as words or as \wmunit. */
static bool has_own_unit(wm_binding *binding, const wm_tex_use *use, const wm_tex_entry *entry)
{
    const wm_tex_text *text = &binding->text;
    const size_t at = skip_blanks(text, use->at + 1);
    const wm_tex_use *next = use + 1 < text->use + text->use_count ? use + 1 : NULL;
    char own[SHOWN], other[SHOWN];
    const wm_tex_entry *of;
    size_t end;
    if (next != NULL && next->kind == WM_TEX_USE_UNIT && next->at >= use->at + 1 &&
        next->at <= at) {
        of = wm_binding_use_entry(binding, next);
        wm_tex_published_show(entry, own, sizeof own);
        if (of == NULL)
            return true; /* it has its own finding */
        wm_tex_published_show(of, other, sizeof other);
        return strcmp(own + strcspn(own, " "), other + strcspn(other, " ")) == 0 ||
               tell(binding, use, use->at + 1, at, "the \\wmunit behind it is of another unit");
    }
    return !is_other_unit(text, at, entry, &end) ||
           tell(binding, use, at, end, "the unit behind it is not that of the claim");
}

bool wm_binding_around_agrees(wm_binding *binding, const wm_tex_use *use, const wm_tex_entry *entry)
{
    const wm_tex_text *text = &binding->text;
    const bool has_mark = byte_at(text, use->at) == WM_TEX_MARK_CLAIM;
    const size_t behind = use->at + has_mark, from = use->at > 4 ? use->at - 4 : 0;
    size_t last = use->at;
    if (use->kind <= WM_TEX_USE_VALUE && has_mark) {
        if (is_changed_before(text, use->at))
            return tell(binding, use, from, use->at,
                        "what touches it makes another number of it; put a blank between");
        if (is_changed_behind(text, behind))
            return tell(binding, use, behind, behind + 6 < text->size ? behind + 6 : text->size,
                        "what touches it makes another number of it; put a blank between");
        return use->kind != WM_TEX_USE_VALUE || has_own_unit(binding, use, entry);
    }
    if (use->kind == WM_TEX_USE_UNIT)
        while (last > 0 &&
               (byte_at(text, last - 1) == ' ' || byte_at(text, last - 1) == WM_TEX_MARK_THIN))
            last--;
    if (is_digit(byte_at(text, last - 1)) || is_digit(byte_at(text, use->at)))
        return tell(binding, use, from, use->at < text->size ? use->at + 1 : use->at,
                    "a number that is not bound touches it; use \\wmclaim or \\wmvalue");
    return true;
}
