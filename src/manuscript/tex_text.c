/* Keeps the text of a LaTeX document with the places of its bytes. */
#include "manuscript/tex_text.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

/* The most bytes: macros can make a small document large. */
static const size_t MOST = (size_t)256 << 20;

wm_tex_place wm_tex_text_place(const wm_tex_text *text, size_t at)
{
    size_t low = 0, high = text->run_count;
    wm_tex_place place = {0, 0};
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (text->run[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    if (text->run_count == 0)
        return place;
    place = text->run[low].place;
    if (!text->run[low].is_fixed)
        place.offset += (uint32_t)(at - text->run[low].at);
    return place;
}

/* Whether a byte continues the last run. */
static bool continues(const wm_tex_text *text, wm_tex_place place, bool is_fixed)
{
    const wm_tex_run *last = text->run_count > 0 ? &text->run[text->run_count - 1] : NULL;
    const size_t ahead = last != NULL && !is_fixed ? text->size - last->at : 0;
    return last != NULL && last->is_fixed == is_fixed && last->place.file == place.file &&
           last->place.offset + ahead == place.offset;
}

wm_status wm_tex_text_add(wm_tex_text *text, char byte, wm_tex_place place, bool is_fixed)
{
    if (text->size >= MOST)
        return WM_E_LIMIT;
    if (text->size + 2 > text->capacity) {
        char *data = wm_array_grow(text->data, &text->capacity, text->size + 2, 1);
        if (data == NULL)
            return WM_E_NOMEM;
        text->data = data;
    }
    if (!continues(text, place, is_fixed)) {
        wm_tex_run *run =
            wm_array_grow(text->run, &text->run_capacity, text->run_count + 1, sizeof *text->run);
        if (run == NULL)
            return WM_E_NOMEM;
        text->run = run;
        text->run[text->run_count++] = (wm_tex_run){text->size, place, is_fixed};
    }
    text->data[text->size++] = byte;
    text->data[text->size] = '\0';
    return WM_OK;
}

wm_status wm_tex_text_add_use(wm_tex_text *text, const wm_tex_use *use)
{
    wm_tex_use *array = use->name == NULL ? NULL
                                          : wm_array_grow(text->use, &text->use_capacity,
                                                          text->use_count + 1, sizeof *text->use);
    if (array == NULL) {
        free(use->name);
        free(use->prefix);
        return WM_E_NOMEM;
    }
    text->use = array;
    text->use[text->use_count++] = *use;
    return WM_OK;
}

wm_status wm_tex_text_add_hint(wm_tex_text *text, const wm_tex_hint *hint)
{
    wm_tex_hint *array = hint->name == NULL
                             ? NULL
                             : wm_array_grow(text->hint, &text->hint_capacity, text->hint_count + 1,
                                             sizeof *text->hint);
    if (array == NULL) {
        free(hint->name);
        return WM_E_NOMEM;
    }
    text->hint = array;
    text->hint[text->hint_count++] = *hint;
    return WM_OK;
}

void wm_tex_text_clear(wm_tex_text *text)
{
    for (size_t i = 0; i < text->use_count; i++) {
        free(text->use[i].name);
        free(text->use[i].prefix);
    }
    for (size_t i = 0; i < text->hint_count; i++)
        free(text->hint[i].name);
    free(text->data);
    free(text->run);
    free(text->use);
    free(text->hint);
    memset(text, 0, sizeof *text);
}
