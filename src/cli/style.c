/* How text reaches a person: colour when it is wanted, and nothing that could drive a terminal. */
#include "cli/style.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_plain_terminal(void)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return (no_color != NULL && no_color[0] != '\0') || term == NULL || strcmp(term, "dumb") == 0;
}

bool wm_style_choose(const char *when, FILE *out, bool *is_coloured)
{
    if (when == NULL || strcmp(when, "auto") == 0)
        *is_coloured = isatty(fileno(out)) == 1 && !is_plain_terminal();
    else if (strcmp(when, "always") == 0 || strcmp(when, "never") == 0)
        *is_coloured = when[0] == 'a';
    else
        return false;
    return true;
}

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

void wm_style_mask(char *text, size_t size)
{
    unsigned char *bytes = (unsigned char *)text;
    size_t i;
    for (i = 0; i < size; i++) {
        if (bytes[i] < 0x20 || bytes[i] == 0x7f)
            bytes[i] = '?';
        else if (bytes[i] == 0xc2 && i + 1 < size && bytes[i + 1] >= 0x80 && bytes[i + 1] < 0xa0)
            bytes[i] = bytes[i + 1] = '?';
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

const char *wm_style_word(const char *path, char room[WM_STYLE_WORD])
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "._/+=:,@%-";
    char dashed[4096 + 2];
    if (path[0] == '-') {
        (void)snprintf(dashed, sizeof dashed, "./%.4095s", path);
        path = dashed;
    }
    if (path[0] != '\0' && path[strspn(path, plain)] == '\0')
        (void)snprintf(room, WM_STYLE_WORD, "%.4095s", path);
    else
        quote(path, room);
    return room;
}

bool wm_style_finish(FILE *out, const char *command)
{
    if (fflush(out) == 0 && !ferror(out))
        return true;
    fprintf(stderr, "witnessmark %s: cannot write the output: %s\n", command, strerror(errno));
    return false;
}
