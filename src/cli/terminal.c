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

bool wm_terminal_is_coloured(const char *when, FILE *out)
{
    const char *no_color = getenv("NO_COLOR");
    if (when != NULL && strcmp(when, "auto") != 0)
        return strcmp(when, "always") == 0;
    return isatty(fileno(out)) == 1 && !is_dumb() && (no_color == NULL || no_color[0] == '\0');
}

/* The width of the terminal behind out; 0 if out is no terminal or does not say. */
static unsigned columns_of(FILE *out)
{
    struct winsize size;
    return isatty(fileno(out)) == 1 && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

int wm_terminal_width(FILE *out)
{
    enum { LEAST = 60, USUAL = 80, MOST = 1000 };
    const char *columns = getenv("COLUMNS");
    long width = (long)columns_of(out);
    if (width == 0 && columns != NULL && columns[0] >= '0' && columns[0] <= '9')
        width = strtol(columns, NULL, 10); /* no terminal, or one that does not say */
    if (width == 0)
        width = USUAL;
    return (int)(width < LEAST ? LEAST : width > MOST ? MOST : width);
}

/* Whether the locale of the environment has UTF-8. False for a terminal without abilities. */
static bool is_utf8_on(FILE *out)
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

void wm_terminal_say(FILE *out, const char *words)
{
    const int width = isatty(fileno(out)) == 1 ? wm_terminal_width(out) : INT_MAX;
    wm_prose_print(words, "", "  ", width, out);
}

wm_paper wm_terminal_paper(FILE *out, bool is_coloured)
{
    return (wm_paper){.width = (unsigned)wm_terminal_width(out),
                      .is_coloured = is_coloured,
                      .is_terminal = isatty(fileno(out)) == 1,
                      .has_blocks = is_utf8_on(out)};
}

wm_status wm_terminal_print(const wm_call *call, wm_document *document)
{
    const wm_paper paper = wm_terminal_paper(stdout, call->is_coloured);
    wm_printer *print = call->form != NULL ? call->form->printer : wm_print_terminal;
    const wm_status status = print(document, &paper, stdout);
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
