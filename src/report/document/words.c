/* Adds lines to a document. */
#include "report/document/words.h"

#include <string.h>

wm_words *wm_words_new(wm_document *document)
{
    wm_words *line = wm_document_alloc(document, sizeof *line);
    wm_block *block = line != NULL ? wm_document_add(document, WM_BLOCK_LINE) : NULL;
    if (block == NULL)
        line = &document->spare_line;
    else
        block->of.line = line;
    *line = (wm_words){.document = document, .breaks = WM_BREAKS_NEVER};
    return line;
}

wm_words *wm_words_item(wm_document *document)
{
    wm_words *line = wm_words_new(document);
    line->breaks = WM_BREAKS_WIDTH;
    line->is_item = true;
    return line;
}

static wm_span *add_span(wm_words *line, wm_span_role role, const char *text)
{
    wm_span *span = wm_document_grow(line->document, line->span, &line->capacity, line->count + 1,
                                     sizeof *span);
    if (span == NULL || text == NULL)
        return &line->document->spare_span;
    line->span = span;
    span = &span[line->count++];
    *span = (wm_span){.text = text, .role = role};
    return span;
}

wm_words *wm_words_say(wm_document *document, const char *format, ...)
{
    wm_words *line = wm_words_item(document);
    va_list arguments;
    va_start(arguments, format);
    (void)add_span(line, WM_SPAN_WORDS, wm_document_vtext(document, format, arguments));
    va_end(arguments);
    return line;
}

wm_words *wm_words_tell(wm_document *document, const char *format, ...)
{
    wm_words *line = wm_words_item(document);
    va_list arguments;
    va_start(arguments, format);
    wm_words_data(line, wm_document_vtext(document, format, arguments));
    va_end(arguments);
    return line;
}

void wm_words_add(wm_words *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)add_span(line, WM_SPAN_WORDS, wm_document_vtext(line->document, format, arguments));
    va_end(arguments);
}

void wm_words_word(wm_words *line, wm_emphasis emphasis, const char *word)
{
    add_span(line, WM_SPAN_WORDS, wm_document_copy(line->document, word))->emphasis = emphasis;
}

void wm_words_hint(wm_words *line, const char *words)
{
    (void)add_span(line, WM_SPAN_HINT, wm_document_copy(line->document, words));
}

void wm_words_data(wm_words *line, const char *text)
{
    (void)add_span(line, WM_SPAN_DATA, wm_document_mask(line->document, text));
}

void wm_words_quantity(wm_words *line, const char *text)
{
    (void)add_span(line, WM_SPAN_QUANTITY, wm_document_mask(line->document, text));
}

const char *wm_words_text(const wm_words *line, bool only_strong)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    wm_status status = WM_OK;
    for (size_t i = 0; i < line->count && status == WM_OK; i++) {
        if (only_strong && line->span[i].emphasis == WM_EMPHASIS_NONE)
            continue;
        status = wm_buffer_printf(&text, "%s%s", only_strong && text.size > 0 ? ", " : "",
                                  line->span[i].text);
    }
    wm_document_fail(line->document, status);
    return wm_document_take(line->document, &text);
}

void wm_words_path(wm_words *line, const char *path, size_t beside)
{
    add_span(line, WM_SPAN_PATH, wm_document_mask(line->document, path))->beside = (unsigned)beside;
}

void wm_words_root(wm_words *line, const char *root)
{
    (void)add_span(line, WM_SPAN_ROOT, wm_document_copy(line->document, root));
}

void wm_words_lead(wm_words *line, wm_breaks breaks, const char *hang)
{
    line->lead = line->count;
    line->breaks = breaks;
    line->hang = wm_document_copy(line->document, hang);
}

void wm_words_gap(wm_document *document, wm_gap gap)
{
    wm_block *block = wm_document_add(document, WM_BLOCK_GAP);
    if (block != NULL)
        block->of.gap = gap;
}

void wm_words_change(wm_document *document, const char *name, const char *from, const char *to)
{
    wm_block *block = wm_document_add(document, WM_BLOCK_CHANGE);
    if (block != NULL)
        block->of.change =
            (wm_change){wm_document_copy(document, name), wm_document_copy(document, from),
                        wm_document_copy(document, to)};
}

void wm_words_command(wm_document *document, const char *lead, const char *command,
                      const char *answer, const char *beside)
{
    wm_block *block = wm_document_add(document, WM_BLOCK_COMMAND);
    if (block != NULL)
        block->of.command =
            (wm_shell){wm_document_copy(document, lead), wm_document_copy(document, command),
                       wm_document_copy(document, answer), wm_document_copy(document, beside)};
}

void wm_words_remark(wm_document *document, const char *format, ...)
{
    wm_block *block = wm_document_add(document, WM_BLOCK_REMARK);
    va_list arguments;
    if (block == NULL)
        return;
    va_start(arguments, format);
    block->of.remark = wm_document_mask(document, wm_document_vtext(document, format, arguments));
    va_end(arguments);
}

static void add_section(wm_document *document, wm_section section)
{
    wm_block *block = wm_document_add(document, WM_BLOCK_SECTION);
    section.title = wm_document_mask(document, section.title);
    section.id = wm_document_copy(document, section.id);
    if (block != NULL)
        block->of.section = section;
}

void wm_words_section(wm_document *document, unsigned level, const char *id, const char *title)
{
    add_section(document, (wm_section){title, id, level, false});
}

void wm_words_folded(wm_document *document, unsigned level, const char *id, const char *title)
{
    add_section(document, (wm_section){title, id, level, true});
}

/* A copy of bytes with a NUL behind them; NULL when out of memory. */
static char *copy_bytes(wm_document *document, const void *data, size_t size)
{
    char *copy = wm_document_alloc(document, size + 1);
    if (copy != NULL && size > 0)
        memcpy(copy, data, size);
    return copy;
}

void wm_words_carry(wm_document *document, const char *name, const void *data, size_t size)
{
    wm_block *block = wm_document_add(document, WM_BLOCK_CARRIED);
    const char *copy = block != NULL ? copy_bytes(document, data, size) : NULL;
    if (block != NULL)
        block->of.carried =
            (wm_carried){wm_document_copy(document, name), copy, copy != NULL ? size : 0};
}

void wm_words_evidence(wm_document *document, const char *text, size_t size)
{
    wm_block *block = wm_document_add(document, WM_BLOCK_EVIDENCE);
    const char *copy = block != NULL ? copy_bytes(document, text, size) : NULL;
    if (block == NULL)
        return;
    block->of.evidence.text = copy;
    block->of.evidence.size = copy != NULL ? size : 0;
}

wm_series_point *wm_words_series(wm_document *document, wm_series_form form, const char *unit,
                                 size_t count)
{
    wm_series_point *point = wm_document_alloc(document, (count + 1) * sizeof *point);
    wm_block *block = point != NULL ? wm_document_add(document, WM_BLOCK_SERIES) : NULL;
    if (block == NULL)
        return NULL;
    block->of.series = (wm_series_block){form, wm_document_copy(document, unit), point, count};
    return point;
}
