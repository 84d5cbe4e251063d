/* Decides on colour, and checks that all output was written. */
#include "cli/terminal.h"

#include "report/print/prose.h"

#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool is_dumb(void)
{
    const char *term = getenv("TERM");
    return term == NULL || strcmp(term, "dumb") == 0;
}

static bool is_plain_terminal(void)
{
    const char *no_color = getenv("NO_COLOR");
    return (no_color != NULL && no_color[0] != '\0') || is_dumb();
}

bool wm_terminal_colour(const char *when, FILE *out, bool *is_coloured)
{
    if (when == NULL || strcmp(when, "auto") == 0)
        *is_coloured = isatty(fileno(out)) == 1 && !is_plain_terminal();
    else if (strcmp(when, "always") == 0 || strcmp(when, "never") == 0)
        *is_coloured = when[0] == 'a';
    else
        return false;
    return true;
}

unsigned wm_terminal_columns(FILE *out)
{
    struct winsize size;
    return isatty(fileno(out)) == 1 && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int wm_terminal_width(FILE *out)
{
    enum { LEAST = 60, USUAL = 80, MOST = 1000 };
    const char *columns = getenv("COLUMNS");
    long width = (long)wm_terminal_columns(out);
    if (width == 0 && columns != NULL && columns[0] >= '0' && columns[0] <= '9')
        width = strtol(columns, NULL, 10); /* no terminal, or one that does not say */
    if (width == 0)
        width = USUAL;
    return (int)(width < LEAST ? LEAST : width > MOST ? MOST : width);
}

bool wm_terminal_is_utf8(FILE *out)
{
    bool is_utf8 = false;
    locale_t locale;
    if (isatty(fileno(out)) == 1 && is_dumb())
        return false;
    locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (locale == (locale_t)0)
        return false;
    is_utf8 = strcasecmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
    freelocale(locale);
    return is_utf8;
}

int wm_terminal_break(FILE *out)
{
    return isatty(fileno(out)) == 1 ? wm_terminal_width(out) : INT_MAX;
}

void wm_terminal_say(FILE *out, const char *words)
{
    wm_prose_print(words, "", "  ", wm_terminal_break(out), out);
}

wm_paper wm_terminal_paper(FILE *out, bool is_coloured)
{
    return (wm_paper){.width = (unsigned)wm_terminal_width(out),
                      .is_coloured = is_coloured,
                      .is_terminal = isatty(fileno(out)) == 1,
                      .has_blocks = wm_terminal_is_utf8(out)};
}

wm_status wm_terminal_print(wm_document *document, bool as_json, bool is_coloured)
{
    const wm_paper paper = wm_terminal_paper(stdout, is_coloured);
    const wm_status status = as_json ? wm_print_json(document, &paper, stdout)
                                     : wm_print_terminal(document, &paper, stdout);
    wm_document_clear(document);
    return status;
}

bool wm_terminal_finish(FILE *out, const char *command)
{
    if (fflush(out) == 0 && !ferror(out))
        return true;
    fprintf(stderr, "witnessmark %s: cannot write the output: %s\n", command, strerror(errno));
    return false;
}
