/* Reads a file line by line until one begins with a key. */
#include "base/file_line.h"

#include <stdio.h>
#include <string.h>

static void trim(char *text)
{
    size_t size = strlen(text);
    while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == ' ' || text[size - 1] == '"'))
        text[--size] = '\0';
}

bool wm_file_line_read(const char *path, const char *key, char *value, size_t size)
{
    FILE *file = fopen(path, "r");
    bool is_begin = true, is_found = false;
    const size_t skipped = key == NULL ? 0 : strlen(key);
    value[0] = '\0';
    if (file == NULL)
        return false;
    while (!is_found && fgets(value, (int)size, file) != NULL) {
        is_found = is_begin && (key == NULL || strncmp(value, key, skipped) == 0);
        is_begin = strchr(value, '\n') != NULL; /* else the next piece is of the same line */
    }
    fclose(file);
    if (!is_found)
        value[0] = '\0';
    if (is_found && key != NULL) {
        const char *from = value + skipped + strspn(value + skipped, " \t:=\"");
        memmove(value, from, strlen(from) + 1);
    }
    trim(value);
    return value[0] != '\0';
}
