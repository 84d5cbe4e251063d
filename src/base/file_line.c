/* Reads a file line by line until one begins with a key.
 *
 * It takes no memory, as a FILE would: a line that could not be read for want of it would look like
 * one that is not there. */
#define _POSIX_C_SOURCE 200809L

#include "base/file_line.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* A file that is being read. */
typedef struct {
    int file;
    size_t at, size; /* what was read of the block: [at, size) */
    char block[1024];
} reading;

static bool fill_block(reading *of)
{
    ssize_t got;
    do
        got = read(of->file, of->block, sizeof of->block);
    while (got < 0 && errno == EINTR);
    of->at = 0;
    of->size = got > 0 ? (size_t)got : 0;
    return got > 0;
}

/* Reads up to the end of a line, or until the value is full. False: the file has ended. */
static bool next_piece(reading *of, char *value, size_t size)
{
    size_t used = 0;
    while (used + 1 < size && (used == 0 || value[used - 1] != '\n') &&
           (of->at < of->size || fill_block(of)))
        value[used++] = of->block[of->at++];
    value[used] = '\0';
    return used > 0;
}

static void trim(char *text)
{
    size_t size = strlen(text);
    while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == ' ' || text[size - 1] == '"'))
        text[--size] = '\0';
}

bool wm_file_line_read(const char *path, const char *key, char *value, size_t size)
{
    reading of = {.file = open(path, O_RDONLY | O_CLOEXEC)};
    bool is_begin = true, is_found = false;
    const size_t skipped = key == NULL ? 0 : strlen(key);
    value[0] = '\0';
    if (of.file < 0)
        return false;
    while (!is_found && next_piece(&of, value, size)) {
        is_found = is_begin && (key == NULL || strncmp(value, key, skipped) == 0);
        is_begin = strchr(value, '\n') != NULL; /* else the next piece is of the same line */
    }
    (void)close(of.file);
    if (!is_found)
        value[0] = '\0';
    if (is_found && key != NULL) {
        const char *from = value + skipped + strspn(value + skipped, " \t:=\"");
        memmove(value, from, strlen(from) + 1);
    }
    trim(value);
    return value[0] != '\0';
}
