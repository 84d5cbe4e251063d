/* `witnessmark canon`: prints the canonical image of JSON. */
#include "cli/command.h"

#include "cli/arguments.h"
#include "cli/input.h"
#include "cli/trouble.h"

#include "base/buffer.h"
#include "standards/jcs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Limits larger than any real document. They refuse an endless text before memory runs out. */
enum { DEPTH_MAX = 10000, TEXT_MAX = 16 << 20 };

static int complain(const char *place, const char *words)
{
    return wm_trouble_say("canon", false, place, words);
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
    wm_input input = {NULL, true, "", "", TEXT_MAX, "longer than 16 MiB"};
    const wm_argument table[] = {{.name = "FILE", .value = &input.path}, {.name = NULL}};
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    int result = wm_arguments_read("canon", table, argc, argv);
    if (result != WM_EXIT_YES)
        return result;
    status = wm_input_read(&input, &text, &err);
    result = status == WM_OK ? make_image(wm_input_name(&input), &text, &image)
                             : wm_trouble_error("canon", false, status, &err);
    if (result == WM_EXIT_YES)
        result = write_image(&image);
    wm_buffer_clear(&text);
    wm_buffer_clear(&image);
    return result;
}
