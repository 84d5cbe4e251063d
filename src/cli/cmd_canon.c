/* `witnessmark canon`: prints the canonical image of JSON. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/trouble.h"

#include "base/buffer.h"
#include "standards/jcs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Limits larger than any real document. They refuse an endless text before memory runs out. */
enum { DEPTH_MAX = 10000, TEXT_MAX = 16 << 20, READ_SIZE = 65536 };

static int complain(const char *place, const char *words)
{
    return wm_trouble_say("canon", false, place, words);
}

/* Reads all of a stream. Prints an error and returns TROUBLE if it cannot be read. */
static int read_all(FILE *stream, const char *name, wm_buffer *text)
{
    size_t taken;
    do {
        if (wm_buffer_reserve(text, READ_SIZE) != WM_OK)
            return complain(name, "out of memory");
        errno = 0;
        taken = fread(text->data + text->size, 1, READ_SIZE, stream);
        text->size += taken;
        if (text->size > TEXT_MAX)
            return complain(name, "longer than 16 MiB");
    } while (taken == READ_SIZE);
    if (ferror(stream))
        return complain(name, strerror(errno));
    return WM_EXIT_YES;
}

static int read_input(const char *path, wm_buffer *text)
{
    FILE *file;
    int result;
    if (path == NULL)
        return read_all(stdin, "standard input", text);
    file = fopen(path, "rb");
    if (file == NULL)
        return complain(path, strerror(errno));
    result = read_all(file, path, text);
    fclose(file);
    return result;
}

/* Returns NO if the text is not JSON or has no canonical image; TROUBLE at a limit or without
 * memory. */
static int make_image(const char *name, const wm_buffer *text, wm_buffer *image)
{
    const wm_json_options options = {WM_JSON_STRICT, DEPTH_MAX, 0};
    const wm_json_value *root;
    wm_json *json = wm_json_new();
    wm_error err = {WM_OK, "", ""};
    wm_status status = WM_E_NOMEM;
    if (json != NULL)
        status = wm_json_parse(json, text->data, text->size, &options, &root, &err);
    if (status == WM_OK)
        status = wm_jcs_append(image, root, &err);
    if (status == WM_OK)
        status = wm_buffer_putc(image, '\n');
    wm_json_free(json);
    if (status == WM_OK)
        return WM_EXIT_YES;
    complain(name, err.message[0] != '\0' ? err.message : wm_status_text(status));
    return status == WM_E_SYNTAX || status == WM_E_CANON ? WM_EXIT_NO : WM_EXIT_TROUBLE;
}

static int write_image(const wm_buffer *image)
{
    if (fwrite(image->data, 1, image->size, stdout) != image->size || fflush(stdout) != 0)
        return complain("standard output", strerror(errno));
    return WM_EXIT_YES;
}

int wm_cmd_canon(int argc, char **argv)
{
    wm_buffer text = WM_BUFFER_EMPTY, image = WM_BUFFER_EMPTY;
    const char *path = NULL;
    const wm_argument table[] = {{.name = "FILE", .value = &path}, {.name = NULL}};
    int result = wm_arguments_read("canon", table, argc, argv);
    if (result != WM_EXIT_YES)
        return result;
    if (path != NULL && strcmp(path, "-") == 0)
        path = NULL;
    result = read_input(path, &text);
    if (result == WM_EXIT_YES)
        result = make_image(path != NULL ? path : "standard input", &text, &image);
    if (result == WM_EXIT_YES)
        result = write_image(&image);
    wm_buffer_clear(&text);
    wm_buffer_clear(&image);
    return result;
}
