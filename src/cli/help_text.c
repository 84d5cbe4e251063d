/* Prints help texts. */
#include "cli/help_text.h"

#include "base/buffer.h"
#include "report/print/prose.h"

#include <stdbool.h>
#include <string.h>

enum { WIDTH_MOST = 80, COLUMN_MOST = 32 };

/* The column where the words of a line begin: behind the gap after an option, else its indentation.
 */
static size_t words_column(const char *line, size_t size)
{
    const size_t indent = strspn(line, " ");
    for (size_t i = indent; indent > 0 && i + 2 < size; i++)
        if (line[i] == ' ' && line[i + 1] == ' ')
            return i + strspn(line + i, " ");
    return indent;
}

/* Whether a line goes on with the words of the line above it, which begin in this column. */
static bool goes_on(const char *line, size_t column)
{
    const size_t indent = strspn(line, " ");
    return line[indent] != '\0' && line[indent] != '\n' && indent == column &&
           words_column(line, strcspn(line, "\n")) == indent && line[indent] != '-' &&
           strncmp(line, "usage:", 6) != 0 && strncmp(line, "example", 7) != 0 &&
           strncmp(line, "exit status", 11) != 0;
}

/* Prints a line that is too long, with those that go on with it. Returns what follows. */
static const char *print_long(const char *text, int width, FILE *out)
{
    size_t size = strcspn(text, "\n");
    const size_t found = words_column(text, size);
    const size_t column = found < COLUMN_MOST ? found : COLUMN_MOST;
    char lead[COLUMN_MOST + 1], hang[COLUMN_MOST + 1];
    wm_buffer words = WM_BUFFER_EMPTY;
    wm_status status = wm_buffer_append(&words, text + column, size - column);
    const char *joined;
    (void)snprintf(lead, sizeof lead, "%.*s", (int)column, text);
    (void)snprintf(hang, sizeof hang, "%*s", (int)column, "");
    for (text += size + (text[size] == '\n'); goes_on(text, found) && status == WM_OK;
         text += size + (text[size] == '\n')) {
        size = strcspn(text, "\n");
        status = wm_buffer_putc(&words, ' ');
        if (status == WM_OK)
            status = wm_buffer_append(&words, text + found, size - found);
    }
    joined = wm_buffer_text(&words);
    wm_prose_print(joined != NULL ? joined : "", lead, hang, width, out);
    wm_buffer_clear(&words);
    return text;
}

void wm_help_text_print(const char *text, int width, FILE *out)
{
    const int most = width < WIDTH_MOST ? width : WIDTH_MOST;
    while (*text != '\0') {
        const size_t size = strcspn(text, "\n");
        if (wm_prose_columns(text, size) > (size_t)most) {
            text = print_long(text, most, out);
            continue;
        }
        fprintf(out, "%.*s\n", (int)size, text);
        text += size + (text[size] == '\n');
    }
}
