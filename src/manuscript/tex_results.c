/* Finds the numbers of a document, sentence by sentence and table by table. */
#include "manuscript/tex_results.h"

#include "manuscript/tex_context.h"
#include "manuscript/tex_table.h"

#include <string.h>

wm_status wm_tex_results_find(const wm_tex_text *text, wm_tex_numbers *numbers)
{
    wm_status status = WM_OK;
    for (size_t at = 0, end; at < text->size && status == WM_OK; at = end) {
        if (text->data[at] == WM_TEX_MARK_TABLE) {
            const char *last = memchr(text->data + at, WM_TEX_MARK_TABLE_END, text->size - at);
            end = last != NULL ? (size_t)(last - text->data) : text->size;
            status = wm_tex_table_find(text, at, end, numbers);
            end += last != NULL;
            continue;
        }
        end = wm_tex_context_sentence(text, at, text->size);
        status = wm_tex_numbers_find(text, at, end, numbers);
    }
    return status;
}
