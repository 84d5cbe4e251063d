/* Reads groups and arguments of LaTeX from a stack of texts.
 *
 * An unclosed group goes to the end of its text. So whatever the bytes are, each step moves on. */
#include "manuscript/tex_input.h"

#include <stdlib.h>
#include <string.h>

enum { OPTIONAL_MOST = 1024, NESTED = 8 };

bool wm_tex_input_push(wm_tex_input *input, const wm_tex_frame *frame)
{
    if (input->count == WM_TEX_INPUT_DEPTH)
        return false;
    input->frame[input->count++] = *frame;
    return true;
}

void wm_tex_input_pop(wm_tex_input *input)
{
    free(input->frame[--input->count].owned);
}

void wm_tex_input_clear(wm_tex_input *input)
{
    while (input->count > 0)
        wm_tex_input_pop(input);
}

wm_tex_place wm_tex_input_place(const wm_tex_frame *frame, size_t at)
{
    wm_tex_place place = frame->text.place;
    if (!frame->text.is_fixed)
        place.offset += (uint32_t)at;
    return place;
}

wm_tex_slice wm_tex_input_slice(const wm_tex_frame *frame, size_t at, size_t size)
{
    wm_tex_slice slice = frame->text;
    slice.data += at;
    slice.size = size;
    slice.place = wm_tex_input_place(frame, at);
    return slice;
}

static bool is_space(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

/* The end of a comment: behind its newline. */
static size_t comment_end(const char *data, size_t at, size_t size)
{
    const char *newline = memchr(data + at, '\n', size - at);
    return newline != NULL ? (size_t)(newline - data) + 1 : size;
}

void wm_tex_input_skip_space(wm_tex_frame *frame)
{
    const char *data = frame->text.data;
    const size_t size = frame->text.size;
    while (frame->at < size) {
        if (is_space(data[frame->at]))
            frame->at++;
        else if (data[frame->at] == '%')
            frame->at = comment_end(data, frame->at, size);
        else
            break;
    }
}

static bool is_letter(const wm_tex_frame *frame, char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte == '@' && frame->is_style);
}

size_t wm_tex_input_name(const wm_tex_frame *frame, size_t at)
{
    size_t end = at;
    while (end < frame->text.size && is_letter(frame, frame->text.data[end]))
        end++;
    return end > at ? end - at : at < frame->text.size;
}

/* Where a group ends that is open at `at`: at its closing byte, or `size`. */
static size_t group_end(const char *data, size_t at, size_t size, char close, bool is_raw)
{
    size_t depth = 0;
    for (; at < size; at++) {
        const char byte = data[at];
        if (byte == close && depth == 0)
            return at;
        if (byte == '\\' && at + 1 < size)
            at++;
        else if (byte == '%' && !is_raw)
            at = comment_end(data, at, size) - 1;
        else if (byte == '{')
            depth++;
        else if (byte == '}' && depth > 0)
            depth--;
    }
    return size;
}

bool wm_tex_input_group(wm_tex_frame *frame, bool is_raw, wm_tex_slice *group)
{
    const size_t size = frame->text.size;
    size_t begin, end;
    wm_tex_input_skip_space(frame);
    if (frame->at >= size)
        return false;
    begin = frame->at;
    if (frame->text.data[begin] == '{') {
        end = group_end(frame->text.data, begin + 1, size, '}', is_raw);
        *group = wm_tex_input_slice(frame, begin + 1, end - begin - 1);
        frame->at = end < size ? end + 1 : size;
        return true;
    }
    end = begin + 1;
    if (frame->text.data[begin] == '\\')
        end += wm_tex_input_name(frame, end);
    *group = wm_tex_input_slice(frame, begin, end - begin);
    frame->at = end;
    return true;
}

bool wm_tex_input_optional(wm_tex_frame *frame, char open, wm_tex_slice *group)
{
    const char close = open == '[' ? ']' : ')';
    const size_t before = frame->at;
    size_t end, limit;
    wm_tex_input_skip_space(frame);
    if (frame->at < frame->text.size && frame->text.data[frame->at] == open) {
        const size_t begin = frame->at + 1;
        limit = frame->text.size - begin < OPTIONAL_MOST ? frame->text.size : begin + OPTIONAL_MOST;
        end = group_end(frame->text.data, begin, limit, close, false);
        if (end < limit) {
            *group = wm_tex_input_slice(frame, begin, end - begin);
            frame->at = end + 1;
            return true;
        }
    }
    frame->at = before;
    return false;
}

bool wm_tex_input_star(wm_tex_frame *frame)
{
    if (frame->at < frame->text.size && frame->text.data[frame->at] == '*') {
        frame->at++;
        return true;
    }
    return false;
}

/* Skips bytes of a set. */
static size_t skip_set(wm_tex_frame *frame, const char *set)
{
    const size_t before = frame->at;
    while (frame->at < frame->text.size && frame->text.data[frame->at] != '\0' &&
           strchr(set, frame->text.data[frame->at]) != NULL)
        frame->at++;
    return frame->at - before;
}

void wm_tex_input_skip_length(wm_tex_frame *frame)
{
    static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz";
    for (unsigned part = 0; part < 3; part++) {
        const size_t before = frame->at;
        (void)skip_set(frame, " \t=");
        if (part > 0) {
            if (frame->text.size - frame->at < 5 ||
                (memcmp(frame->text.data + frame->at, "plus", 4) != 0 &&
                 memcmp(frame->text.data + frame->at, "minus", 5) != 0)) {
                frame->at = before;
                return;
            }
            (void)skip_set(frame, LETTERS);
        }
        (void)skip_set(frame, " \t+-0123456789.,");
        if (frame->at < frame->text.size && frame->text.data[frame->at] == '\\')
            frame->at += 1 + wm_tex_input_name(frame, frame->at + 1);
        else
            (void)skip_set(frame, LETTERS);
    }
}

/* Appends a slice to a text of `size` bytes. */
static size_t append(const wm_tex_slice *slice, char *text, size_t used, size_t size,
                     unsigned depth)
{
    for (size_t i = 0; i < slice->size && used + 1 < size; i++) {
        const char next = i + 1 < slice->size ? slice->data[i + 1] : '\0';
        const unsigned number = next >= '1' && next <= '9' ? (unsigned)(next - '0') : 0;
        if (slice->data[i] == '#' && number > 0 && number <= slice->argument_count &&
            depth < NESTED) {
            used = append(&slice->argument[number - 1], text, used, size, depth + 1);
            i++;
        } else {
            text[used++] = slice->data[i] != '\0' ? slice->data[i] : ' ';
        }
    }
    return used;
}

void wm_tex_input_text(const wm_tex_slice *slice, char *text, size_t size)
{
    text[append(slice, text, 0, size, 0)] = '\0';
}
