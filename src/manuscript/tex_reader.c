/* Reads a LaTeX document byte by byte.
 *
 * Braces are transparent, and so is a command that is not known: what stands in its arguments is
 * text. So the reader needs no stack of groups, and no nesting is too deep for it. */
#include "manuscript/tex_reader.h"

#include "base/status.h"
#include "manuscript/tex_state.h"
#include "standards/utf8.h"

#include <stdlib.h>
#include <string.h>

/* The most bytes of macros and arguments that are read, besides some for each byte of the files. */
enum { EXPANDED = 4 << 20, EXPANDED_BYTES = 4 };

void wm_tex_state_fail(wm_tex_state *state, wm_status status)
{
    if (state->status == WM_OK)
        state->status = status;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == WM_TEX_MARK_THIN;
}

void wm_tex_state_emit(wm_tex_state *state, char byte, const wm_tex_frame *frame, size_t at)
{
    const wm_tex_text *text = state->text;
    const char last = text->size > 0 ? text->data[text->size - 1] : WM_TEX_MARK_BREAK;
    if (!state->is_body || (byte == ' ' && (is_blank(last) || last == WM_TEX_MARK_BREAK)))
        return;
    if (byte == WM_TEX_MARK_BREAK && last == WM_TEX_MARK_BREAK)
        return;
    wm_tex_state_fail(state, wm_tex_text_add(state->text, byte, wm_tex_input_place(frame, at),
                                             frame->text.is_fixed));
}

void wm_tex_state_write(wm_tex_state *state, const char *text, const wm_tex_frame *frame, size_t at)
{
    wm_tex_frame fixed = *frame;
    fixed.text.place = wm_tex_input_place(frame, at);
    fixed.text.is_fixed = true;
    for (; *text != '\0'; text++)
        wm_tex_state_emit(state, *text, &fixed, 0);
}

void wm_tex_state_push(wm_tex_state *state, const wm_tex_slice *slice, char end_mark)
{
    wm_tex_frame frame = {.text = *slice, .end_mark = end_mark};
    const wm_tex_frame *top = &state->input.frame[state->input.count - 1];
    frame.is_style = top->is_style;
    frame.is_unit = top->is_unit;
    frame.is_number = top->is_number;
    frame.is_expansion = top->is_expansion;
    (void)wm_tex_input_push(&state->input, &frame); /* too deep: it is left out */
}

void wm_tex_state_push_file(wm_tex_state *state, size_t index, bool is_style)
{
    const wm_tex_file *file = &state->files->file[index];
    wm_tex_frame frame = {.is_file = true, .is_style = is_style};
    for (size_t i = 0; i < state->input.count; i++)
        if (state->input.frame[i].is_file && state->input.frame[i].text.place.file == index)
            return;
    if (state->is_product != NULL && state->is_product(file))
        return;
    frame.text.data = file->data;
    frame.text.size = file->size;
    frame.text.place.file = (uint32_t)index;
    (void)wm_tex_input_push(&state->input, &frame);
}

void wm_tex_state_skip(wm_tex_frame *frame, const char *arguments)
{
    wm_tex_slice slice;
    for (; *arguments != '\0' && *arguments != 'v'; arguments++) {
        if (*arguments == 's')
            (void)wm_tex_input_star(frame);
        else if (*arguments == 'o' || *arguments == 'd')
            (void)wm_tex_input_optional(frame, *arguments == 'o' ? '[' : '(', &slice);
        else if (*arguments == 'L')
            wm_tex_input_skip_length(frame);
        else
            (void)wm_tex_input_group(frame, *arguments == 'r', &slice);
    }
}

/* ---- comments -------------------------------------------------------------------------------- */

static bool is_name_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '.' || byte == '_';
}

/* Reads a hint from a comment of `size` bytes behind its `%`. */
static bool read_hint(const char *text, size_t size, wm_tex_hint *hint)
{
    static const char LEAD[] = "bind:", TAIL[] = ", root ";
    size_t at = 0, end;
    bool is_asked = false;
    while (at < size && (text[at] == ' ' || text[at] == '%'))
        at++;
    if (size - at > strlen(LEAD) && memcmp(text + at, LEAD, strlen(LEAD)) == 0) {
        is_asked = true;
        at += strlen(LEAD);
        while (at < size && text[at] == ' ')
            at++;
    }
    for (end = at; end < size && is_name_byte(text[end]); end++)
        ;
    memset(hint, 0, sizeof *hint);
    if (end == at || end - at > 400 || memchr(text + at, '.', end - at) == NULL)
        return false;
    if (size - end >= strlen(TAIL) + 8 && memcmp(text + end, TAIL, strlen(TAIL)) == 0) {
        const char *root = text + end + strlen(TAIL);
        const size_t most = size - end - strlen(TAIL);
        for (size_t i = 0;
             i < most && i < 64 && strchr("0123456789abcdef", root[i]) != NULL && root[i] != '\0';
             i++)
            hint->root[i] = root[i];
        is_asked = true;
    }
    if (!is_asked)
        return false;
    hint->name = strndup(text + at, end - at);
    return true;
}

/* Whether only blanks are before a place of its line. */
static bool is_alone(const wm_tex_frame *frame, size_t at)
{
    while (at > 0 && (frame->text.data[at - 1] == ' ' || frame->text.data[at - 1] == '\t'))
        at--;
    return at == 0 || frame->text.data[at - 1] == '\n';
}

static void do_comment(wm_tex_state *state, wm_tex_frame *frame)
{
    const size_t at = frame->at, size = frame->text.size;
    const char *data = frame->text.data, *newline = memchr(data + at, '\n', size - at);
    const size_t end = newline != NULL ? (size_t)(newline - data) : size;
    wm_tex_hint hint;
    if (state->is_body && read_hint(data + at + 1, end - at - 1, &hint)) {
        hint.is_above = is_alone(frame, at);
        hint.place = wm_tex_input_place(frame, at);
        hint.at = state->text->size;
        wm_tex_state_fail(state, wm_tex_text_add_hint(state->text, &hint));
    }
    frame->at = end < size ? end + 1 : size;
    while (frame->at < size && (data[frame->at] == ' ' || data[frame->at] == '\t'))
        frame->at++;
}

/* ---- characters ------------------------------------------------------------------------------ */

/* What a character beyond ASCII becomes: a mark, a blank, or 0 for itself. */
static const struct {
    const char *utf8;
    char latin1, mark;
} CHARACTERS[] = {
    {"\xc2\xb5", '\xb5', WM_TEX_MARK_MICRO},
    {"\xce\xbc", 0, WM_TEX_MARK_MICRO},
    {"\xc3\x97", '\xd7', WM_TEX_MARK_TIMES},
    {"\xc2\xb1", '\xb1', WM_TEX_MARK_PLUS_MINUS},
    {"\xc2\xb0", '\xb0', WM_TEX_MARK_DEGREE},
    {"\xe2\x80\x93", 0, WM_TEX_MARK_DASH},
    {"\xe2\x80\x94", 0, ';'},
    {"\xe2\x88\x92", 0, '-'},
    {"\xc2\xa0", '\xa0', ' '},
    {"\xe2\x80\xaf", 0, WM_TEX_MARK_THIN},
    {"\xe2\x80\x89", 0, WM_TEX_MARK_THIN},
    {"\xc2\xb7", '\xb7', WM_TEX_MARK_DOT},
    {"\xe2\x8b\x85", 0, WM_TEX_MARK_DOT},
    {"\xe2\x89\x88", 0, '~'},
    {"\xe2\x80\x91", 0, '-'},
    {"\xe2\x80\x90", 0, '-'},
};

/* Adds a character beyond ASCII, of UTF-8 or of Latin-1. */
static void do_character(wm_tex_state *state, wm_tex_frame *frame)
{
    const char *data = frame->text.data + frame->at;
    const size_t length = wm_utf8_length(data, frame->text.size - frame->at);
    const size_t size = length > 0 ? length : 1, at = frame->at;
    frame->at += size;
    for (size_t i = 0; i < sizeof CHARACTERS / sizeof *CHARACTERS; i++) {
        const char *utf8 = CHARACTERS[i].utf8;
        if ((length == strlen(utf8) && memcmp(data, utf8, length) == 0) ||
            (length == 0 && CHARACTERS[i].latin1 != 0 && *data == CHARACTERS[i].latin1)) {
            wm_tex_state_emit(state, CHARACTERS[i].mark, frame, at);
            return;
        }
    }
    for (size_t i = 0; i < size; i++)
        wm_tex_state_emit(state, data[i], frame, at + i);
}

/* Adds blanks and newlines as one blank; an empty line ends a paragraph. */
static void do_space(wm_tex_state *state, wm_tex_frame *frame)
{
    const size_t at = frame->at;
    unsigned newlines = 0;
    while (frame->at < frame->text.size && frame->text.data[frame->at] != '\0' &&
           strchr(" \t\r\n", frame->text.data[frame->at]) != NULL)
        newlines += frame->text.data[frame->at++] == '\n';
    if (frame->is_unit)
        return;
    wm_tex_state_emit(state, newlines > 1 && state->tables == 0 ? WM_TEX_MARK_BREAK : ' ', frame,
                      at);
}

static bool follows(const wm_tex_frame *frame, const char *text)
{
    const size_t size = strlen(text);
    return frame->text.size - frame->at >= size &&
           memcmp(frame->text.data + frame->at, text, size) == 0;
}

/* Adds what begins with a byte that may be a part of a longer sign. Returns its length; 0: none. */
static size_t do_sign(wm_tex_state *state, wm_tex_frame *frame)
{
    static const struct {
        const char *sign;
        char mark;
    } SIGNS[] = {{"---", ';'}, {"--", WM_TEX_MARK_DASH}, {"{,}", ','}, {"{.}", '.'}};
    const size_t at = frame->at;
    if (frame->is_number && follows(frame, "+-")) {
        wm_tex_state_emit(state, WM_TEX_MARK_PLUS_MINUS, frame, at);
        return 2;
    }
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
        if (follows(frame, SIGNS[i].sign)) {
            wm_tex_state_emit(state, SIGNS[i].mark, frame, at);
            return strlen(SIGNS[i].sign);
        }
    return 0;
}

/* `#1`: the argument. */
static void do_argument(wm_tex_state *state, wm_tex_frame *frame)
{
    const size_t at = frame->at;
    const char next = at + 1 < frame->text.size ? frame->text.data[at + 1] : '\0';
    frame->at++;
    if (next < '1' || next > '9')
        return;
    frame->at++;
    if ((unsigned)(next - '0') <= frame->text.argument_count)
        wm_tex_state_push(state, &frame->text.argument[next - '1'], '\0');
}

static void do_dollar(wm_tex_state *state, wm_tex_frame *frame)
{
    const size_t at = frame->at;
    if (follows(frame, "$$") && !state->is_math) {
        frame->at += 2;
        wm_tex_command_display(state, frame, at, "$$");
        return;
    }
    frame->at++;
    state->is_math = !state->is_math;
}

/* Does the next byte of ASCII that has a meaning of its own. False: it has none. */
static bool do_special(wm_tex_state *state, wm_tex_frame *frame, char byte)
{
    wm_tex_slice slice;
    switch (byte) {
    case '$':
        do_dollar(state, frame);
        return true;
    case '#':
        do_argument(state, frame);
        return true;
    case '{':
    case '}':
        frame->at++;
        return true;
    case '~':
        wm_tex_state_emit(state, ' ', frame, frame->at++);
        return true;
    case '&':
        wm_tex_state_emit(state, state->tables == 1 ? WM_TEX_MARK_CELL : ' ', frame, frame->at++);
        return true;
    case '_':
        frame->at++;
        if (state->is_math)
            (void)wm_tex_input_group(frame, false, &slice);
        else
            wm_tex_state_emit(state, '_', frame, frame->at - 1);
        return true;
    case ';':
        wm_tex_state_write(state, frame->is_number ? ", " : ";", frame, frame->at++);
        return true;
    default:
        return false;
    }
}

static void do_command(wm_tex_state *state, wm_tex_frame *frame)
{
    const size_t at = frame->at, size = wm_tex_input_name(frame, at + 1);
    frame->at += 1 + size;
    if (size > 0)
        wm_tex_command_do(state, frame, at, frame->text.data + at + 1, size);
}

static void step(wm_tex_state *state, wm_tex_frame *frame)
{
    const char byte = frame->text.data[frame->at];
    size_t size;
    if (byte == '\\') {
        do_command(state, frame);
    } else if (byte == '%') {
        do_comment(state, frame);
    } else if (byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n') {
        do_space(state, frame);
    } else if ((unsigned char)byte >= 0x80) {
        do_character(state, frame);
    } else if (byte < ' ' || byte == 0x7f) {
        wm_tex_state_emit(state, ' ', frame, frame->at++);
    } else if ((size = do_sign(state, frame)) > 0) {
        frame->at += size;
    } else if (!do_special(state, frame, byte)) {
        wm_tex_state_emit(state, byte, frame, frame->at++);
    }
}

/* ---- the document ---------------------------------------------------------------------------- */

/* Whether a file has \begin{document}. */
static bool has_document(const wm_tex_file *file)
{
    static const char BEGIN[] = "\\begin{document}";
    const char *at = file->data, *end = file->data + file->size;
    while ((at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
        if ((size_t)(end - at) >= strlen(BEGIN) && memcmp(at, BEGIN, strlen(BEGIN)) == 0)
            return true;
        at++;
    }
    return false;
}

static void read_all(wm_tex_state *state)
{
    const size_t most = EXPANDED + EXPANDED_BYTES * state->files->bytes;
    state->has_document = has_document(&state->files->file[0]);
    state->is_body = !state->has_document;
    wm_tex_state_push_file(state, 0, false);
    while (state->input.count > 0 && state->status == WM_OK && !state->is_over) {
        wm_tex_frame *top = &state->input.frame[state->input.count - 1];
        if (top->at < top->text.size) {
            const size_t before = top->at;
            const bool is_expansion = top->is_expansion;
            step(state, top);
            if (is_expansion && (state->expanded += top->at - before) > most)
                wm_tex_state_fail(state, WM_E_LIMIT);
            continue;
        }
        if (top->end_mark != '\0')
            wm_tex_state_emit(state, top->end_mark, top, top->text.size);
        wm_tex_input_pop(&state->input);
    }
}

wm_status wm_tex_reader_read(wm_tex_files *files, wm_tex_is_product *is_product, wm_tex_text *text,
                             wm_error *err)
{
    wm_tex_state *state = calloc(1, sizeof *state);
    wm_status status;
    if (state == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    memset(text, 0, sizeof *text);
    if (err != NULL)
        memset(err, 0, sizeof *err);
    state->files = files;
    state->is_product = is_product;
    state->text = text;
    state->err = err;
    read_all(state);
    status = state->status;
    if (status == WM_E_LIMIT && (err == NULL || err->message[0] == '\0'))
        status = wm_error_set(err, status, files->file[0].path,
                              "its macros make too long a text; they may never end");
    else if (status != WM_OK && (err == NULL || err->message[0] == '\0'))
        status = wm_error_set(err, status, files->file[0].path, "%s", wm_status_text(status));
    wm_tex_input_clear(&state->input);
    wm_tex_macros_clear(&state->macros);
    free(state);
    return status;
}
