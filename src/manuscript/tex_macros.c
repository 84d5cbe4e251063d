/* Keeps the macros of a LaTeX document, and expands them.
 *
 * A number may be in a macro, and so may its unit. Names and bodies are pieces of the files, which
 * keep their places. A definition inside of a macro is left out: its text would be a mixture. */
#include "manuscript/tex_macros.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

static uint32_t *chain_of(const wm_tex_macros *macros, const char *name, size_t size)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    return (uint32_t *)&macros->chain[hash % WM_TEX_MACROS_CHAINS];
}

wm_tex_macro *wm_tex_macros_find(const wm_tex_macros *macros, const char *name, size_t size)
{
    uint32_t at = *chain_of(macros, name, size);
    while (at != 0) {
        wm_tex_macro *macro = &macros->macro[at - 1];
        if (macro->size == size && memcmp(macro->name, name, size) == 0)
            return macro;
        at = macro->next;
    }
    return NULL;
}

wm_status wm_tex_macros_set(wm_tex_macros *macros, const wm_tex_macro *macro)
{
    wm_tex_macro *old = wm_tex_macros_find(macros, macro->name, macro->size), *array;
    uint32_t *chain = chain_of(macros, macro->name, macro->size);
    if (old != NULL) {
        const uint32_t next = old->next;
        *old = *macro;
        old->next = next;
        return WM_OK;
    }
    array = wm_array_grow(macros->macro, &macros->capacity, macros->count + 1, sizeof *array);
    if (array == NULL)
        return WM_E_NOMEM;
    macros->macro = array;
    array[macros->count] = *macro;
    array[macros->count].next = *chain;
    *chain = (uint32_t)++macros->count;
    return WM_OK;
}

/* Takes the name of a command, in braces or alone. */
static bool take_name(wm_tex_frame *frame, wm_tex_macro *macro)
{
    wm_tex_slice name;
    memset(macro, 0, sizeof *macro);
    if (!wm_tex_input_group(frame, false, &name))
        return false;
    while (name.size > 0 && name.data[0] == ' ')
        name.data++, name.size--;
    while (name.size > 0 && name.data[name.size - 1] == ' ')
        name.size--;
    if (name.size < 2 || name.data[0] != '\\')
        return false;
    macro->name = name.data + 1;
    macro->size = name.size - 1;
    return true;
}

static wm_status keep(wm_tex_macros *macros, const wm_tex_frame *frame, const wm_tex_macro *macro)
{
    if (frame->text.is_fixed || frame->text.argument_count > 0)
        return WM_OK;
    return wm_tex_macros_set(macros, macro);
}

wm_status wm_tex_macros_newcommand(wm_tex_macros *macros, wm_tex_frame *frame)
{
    wm_tex_macro macro;
    wm_tex_slice count;
    (void)wm_tex_input_star(frame);
    (void)wm_tex_input_optional(frame, '[', &count); /* of \DeclareSIUnit */
    if (!take_name(frame, &macro))
        return WM_OK;
    if (wm_tex_input_optional(frame, '[', &count) && count.size == 1 && count.data[0] >= '1' &&
        count.data[0] <= '9')
        macro.arguments = (unsigned)(count.data[0] - '0');
    macro.has_optional = wm_tex_input_optional(frame, '[', &macro.standard);
    if (macro.has_optional && macro.arguments == 0)
        return WM_OK;
    if (!wm_tex_input_group(frame, false, &macro.body))
        return WM_OK;
    return keep(macros, frame, &macro);
}

wm_status wm_tex_macros_def(wm_tex_macros *macros, wm_tex_frame *frame)
{
    wm_tex_macro macro;
    const char *data = frame->text.data;
    if (!take_name(frame, &macro))
        return WM_OK;
    while (frame->at + 1 < frame->text.size && data[frame->at] == '#' &&
           data[frame->at + 1] == (char)('1' + macro.arguments) && macro.arguments < 9) {
        macro.arguments++;
        frame->at += 2;
    }
    wm_tex_input_skip_space(frame);
    if (frame->at >= frame->text.size || data[frame->at] != '{') /* delimited arguments */
        return WM_OK;
    if (!wm_tex_input_group(frame, false, &macro.body))
        return WM_OK;
    return keep(macros, frame, &macro);
}

/* Reads the arguments of xparse. False if there are others than s, o, O and m. */
static bool read_specification(const wm_tex_slice *words, wm_tex_macro *macro)
{
    for (size_t i = 0; i < words->size; i++) {
        const char byte = words->data[i];
        if (byte == ' ' || byte == '\n')
            continue;
        if (byte == 's' && macro->arguments == 0 && !macro->is_starred)
            macro->is_starred = true;
        else if (byte == 'o' && macro->arguments == 0 && !macro->is_starred)
            macro->has_optional = true;
        else if (byte != 'm' && byte != 'o')
            return false;
        macro->arguments++;
    }
    return macro->arguments <= WM_TEX_INPUT_ARGUMENTS;
}

wm_status wm_tex_macros_document(wm_tex_macros *macros, wm_tex_frame *frame)
{
    wm_tex_macro macro;
    wm_tex_slice words;
    bool is_known;
    if (!take_name(frame, &macro) || !wm_tex_input_group(frame, false, &words))
        return WM_OK;
    is_known = read_specification(&words, &macro);
    if (!wm_tex_input_group(frame, false, &macro.body) || !is_known)
        return WM_OK;
    return keep(macros, frame, &macro);
}

wm_status wm_tex_macros_let(wm_tex_macros *macros, wm_tex_frame *frame)
{
    wm_tex_macro name, of;
    const wm_tex_macro *macro;
    if (!take_name(frame, &name))
        return WM_OK;
    wm_tex_input_skip_space(frame);
    if (frame->at < frame->text.size && frame->text.data[frame->at] == '=')
        frame->at++;
    if (!take_name(frame, &of))
        return WM_OK;
    macro = wm_tex_macros_find(macros, of.name, of.size);
    if (macro == NULL)
        return WM_OK;
    of = *macro;
    of.name = name.name;
    of.size = name.size;
    return keep(macros, frame, &of);
}

wm_status wm_tex_macros_newif(wm_tex_macros *macros, wm_tex_frame *frame)
{
    wm_tex_macro macro;
    if (!take_name(frame, &macro) || macro.size < 3 || memcmp(macro.name, "if", 2) != 0)
        return WM_OK;
    macro.is_condition = true;
    return keep(macros, frame, &macro);
}

wm_status wm_tex_macros_call(const wm_tex_macro *macro, wm_tex_frame *from, wm_tex_frame *frame)
{
    unsigned first = 0;
    memset(frame, 0, sizeof *frame);
    frame->text = macro->body;
    frame->is_unit = from->is_unit;
    frame->is_number = from->is_number;
    frame->is_expansion = true;
    if (macro->arguments == 0)
        return WM_OK;
    frame->owned = calloc(macro->arguments, sizeof *frame->owned);
    if (frame->owned == NULL)
        return WM_E_NOMEM;
    if (macro->is_starred) {
        (void)wm_tex_input_star(from);
        first = 1;
    } else if (macro->has_optional) {
        if (!wm_tex_input_optional(from, '[', &frame->owned[0]))
            frame->owned[0] = macro->standard;
        first = 1;
    }
    for (unsigned i = first; i < macro->arguments; i++)
        if (!wm_tex_input_group(from, false, &frame->owned[i]))
            break;
    frame->text.argument = frame->owned;
    frame->text.argument_count = macro->arguments;
    return WM_OK;
}

void wm_tex_macros_clear(wm_tex_macros *macros)
{
    free(macros->macro);
    memset(macros, 0, sizeof *macros);
}
