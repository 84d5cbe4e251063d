/* How text reaches a person: colour when it is wanted, and nothing that could drive a terminal. */
#include "report/style.h"

#include <stdio.h>
#include <string.h>

const char *wm_style_on(wm_emphasis emphasis, bool is_coloured)
{
    static const char *const codes[WM_EMPHASIS_COUNT] = {"", "\033[1m", "\033[32m", "\033[1;31m",
                                                         "\033[33m"};
    return is_coloured ? codes[emphasis] : "";
}

const char *wm_style_off(wm_emphasis emphasis, bool is_coloured)
{
    return is_coloured && emphasis != WM_EMPHASIS_NONE ? "\033[0m" : "";
}

/* The length of a UTF-8 character that moves what a terminal shows: a control of C0 or C1, a mark
 * of direction, a separator of lines. 0 if these bytes begin none. */
static size_t control_length(const unsigned char *bytes, size_t size)
{
    const unsigned char second = size > 1 ? bytes[1] : 0, third = size > 2 ? bytes[2] : 0;
    if (bytes[0] < 0x20 || bytes[0] == 0x7f)
        return 1;
    if ((bytes[0] == 0xc2 && second >= 0x80 && second < 0xa0) || /* U+0080 to U+009F */
        (bytes[0] == 0xd8 && second == 0x9c))                    /* U+061C */
        return 2;
    if (bytes[0] == 0xe2 && second == 0x80 && /* U+200E, U+200F, U+2028 to U+202E */
        (third == 0x8e || third == 0x8f || (third >= 0xa8 && third <= 0xae)))
        return 3;
    if (bytes[0] == 0xe2 && second == 0x81 && third >= 0xa6 && third <= 0xa9) /* U+2066 to U+2069 */
        return 3;
    return 0;
}

void wm_style_mask(char *text, size_t size)
{
    size_t i = 0;
    while (i < size) {
        const size_t length = control_length((const unsigned char *)text + i, size - i);
        memset(text + i, '?', length);
        i += length != 0 ? length : 1;
    }
}

/* Puts a path between quotes that no shell looks into. */
static void quote(const char *path, char *room)
{
    size_t used = 0, i;
    room[used++] = '\'';
    for (i = 0; i < 4095 && path[i] != '\0'; i++) {
        if (path[i] == '\'') {
            memcpy(room + used, "'\\''", 4);
            used += 4;
        } else {
            room[used++] = path[i];
        }
    }
    room[used++] = '\'';
    room[used] = '\0';
    wm_style_mask(room, used);
}

const char *wm_style_shell_word(const char *path, char room[WM_STYLE_SHELL_WORD])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "._/+=:,@%-";
    char dashed[4096 + 2];
    if (path[0] == '-') {
        (void)snprintf(dashed, sizeof dashed, "./%.4095s", path);
        path = dashed;
    }
    if (path[0] != '\0' && path[strspn(path, plain)] == '\0')
        (void)snprintf(room, WM_STYLE_SHELL_WORD, "%.4095s", path);
    else
        quote(path, room);
    return room;
}

const char *wm_style_plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}
