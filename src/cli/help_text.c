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

/* Prints a line that is too long. */
static void print_long(const char *line, size_t size, int width, FILE *out)
{
    const size_t found = words_column(line, size);
    const size_t column = found < COLUMN_MOST ? found : COLUMN_MOST;
    char lead[COLUMN_MOST + 1], hang[COLUMN_MOST + 1];
    wm_buffer words = WM_BUFFER_EMPTY;
    const char *text = NULL;
    (void)snprintf(lead, sizeof lead, "%.*s", (int)column, line);
    (void)snprintf(hang, sizeof hang, "%*s", (int)column, "");
    if (wm_buffer_append(&words, line + column, size - column) == WM_OK)
        text = wm_buffer_text(&words);
    wm_prose_print(text != NULL ? text : "", lead, hang, width, out);
    wm_buffer_clear(&words);
}

void wm_help_text_print(const char *text, int width, FILE *out)
{
    const int most = width < WIDTH_MOST ? width : WIDTH_MOST;
    while (*text != '\0') {
        const size_t size = strcspn(text, "\n");
        if (wm_prose_columns(text, size) > (size_t)most)
            print_long(text, size, most, out);
        else
            fprintf(out, "%.*s\n", (int)size, text);
        text += size + (text[size] == '\n');
    }
}

/* Prints an option, or the heading of some. A name that reaches the column of the texts has a line
 * of its own. */
static void print_option(const wm_option *option, bool is_first, int column, int width, FILE *out)
{
    char name[64], line[640];
    if (option->name == NULL) {
        fprintf(out, "%s%s\n", is_first ? "" : "\n", option->help);
        return;
    }
    (void)snprintf(name, sizeof name, "  %s%s%s%s%s", option->letter != NULL ? option->letter : "",
                   option->letter != NULL ? ", " : "", option->name,
                   option->argument != NULL ? " " : "",
                   option->argument != NULL ? option->argument : "");
    if ((int)strlen(name) + 2 > column) {
        fprintf(out, "%s\n", name);
        name[0] = '\0';
    }
    (void)snprintf(line, sizeof line, "%-*s%s", column, name, option->help);
    wm_help_text_print(line, width, out);
}

void wm_help_text_command(const wm_command *command, int width, FILE *out)
{
    char usage[200];
    (void)snprintf(usage, sizeof usage, "usage: %s\n\n", command->usage);
    wm_help_text_print(usage, width, out);
    wm_help_text_print(command->about, width, out);
    fputc('\n', out);
    for (size_t i = 0; i < command->option_count; i++)
        print_option(&command->options[i], i == 0, command->column, width, out);
    if (command->option_count > 0)
        fputc('\n', out);
    wm_help_text_print(command->after, width, out);
}
