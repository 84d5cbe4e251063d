/* Texts: masking of control characters, quoting for a shell, durations. */
#include "report/document/style.h"

#include "base/code_point.h"

#include "model/mask.h"
#include "standards/utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *wm_style_masked(const char *text, char room[WM_STYLE_MASKED])
{
    wm_mask_copy(text, text != NULL ? strlen(text) : 0, room, WM_STYLE_MASKED);
    return room;
}

/* Whether a text contains bytes that must not reach a terminal. */
static bool has_controls(const char *text)
{
    const size_t size = strlen(text);
    for (size_t i = 0; i < size; i += wm_utf8_length(text + i, size - i))
        if (wm_mask_length(text + i, size - i) != 0)
            return true;
    return false;
}

/* Quotes with '...', in which a shell interprets nothing but the end. */
static void quote(const char *text, char *room)
{
    size_t used = 0;
    room[used++] = '\'';
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            memcpy(room + used, "'\\''", 4);
            used += 4;
        } else {
            room[used++] = *text;
        }
    }
    room[used++] = '\'';
    room[used] = '\0';
}

/* Quotes with $'...'. Bytes that are not printable ASCII become octal escapes. */
static void quote_escaped(const char *text, char *room)
{
    size_t used = 2;
    memcpy(room, "$'", 2);
    for (; *text != '\0'; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (byte < 0x20 || byte > 0x7e || byte == '\'' || byte == '\\')
            used += (size_t)snprintf(room + used, 5, "\\%03o", byte);
        else
            room[used++] = *text;
    }
    memcpy(room + used, "'", 2);
}

const char *wm_style_shell_argument(const char *text, char room[WM_STYLE_SHELL_WORD])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "._/+=:,@%-";
    char cut[4096];
    (void)snprintf(cut, sizeof cut, "%s", text);
    if (cut[0] != '\0' && cut[strspn(cut, plain)] == '\0')
        memcpy(room, cut, strlen(cut) + 1);
    else if (has_controls(cut))
        quote_escaped(cut, room);
    else
        quote(cut, room);
    return room;
}

const char *wm_style_shell_word(const char *path, char room[WM_STYLE_SHELL_WORD])
{
    char dashed[4096 + 2];
    if (path[0] != '-')
        return wm_style_shell_argument(path, room);
    (void)snprintf(dashed, sizeof dashed, "./%.*s", WM_FIT(path, 4093));
    return wm_style_shell_argument(dashed, room);
}

const char *wm_style_shell_record(const char *path, char room[WM_STYLE_SHELL_WORD])
{
    return strcmp(path, "-") == 0 ? strcpy(room, path) : wm_style_shell_word(path, room);
}

void wm_style_duration(double seconds, char text[WM_STYLE_DURATION])
{
    const unsigned long whole = seconds >= 0 ? (unsigned long)(fmin(seconds, 1e9) + 0.5) : 0;
    if (!(seconds >= 0))
        (void)snprintf(text, WM_STYLE_DURATION, "-");
    else if (whole >= 3600)
        (void)snprintf(text, WM_STYLE_DURATION, "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60,
                       whole % 60);
    else
        (void)snprintf(text, WM_STYLE_DURATION, "%lu:%02lu", whole / 60, whole % 60);
}

const char *wm_style_plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}
