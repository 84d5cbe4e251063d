/* `witnessmark canon`: prints the canonical image of JSON. */
#include "cli/arguments.h"
#include "cli/input.h"
#include "cli/trouble.h"

#include "base/status.h"
#include "standards/jcs.h"

/* Limits larger than any real document. They refuse an endless text before memory runs out. */
enum { DEPTH_MAX = 10000, TEXT_MAX = 16 << 20 };

static wm_status make_image(const wm_buffer *text, wm_buffer *image, wm_error *err)
{
    const wm_json_options options = {WM_JSON_STRICT, DEPTH_MAX, 0};
    const wm_json_value *root;
    wm_json *json = wm_json_new();
    wm_status status = WM_E_NOMEM;
    if (json != NULL)
        status = wm_json_parse(json, text->data, text->size, &options, &root, err);
    if (status == WM_OK)
        status = wm_jcs_append(image, root, err);
    if (status == WM_OK)
        status = wm_buffer_putc(image, '\n');
    wm_json_free(json);
    return status;
}

int wm_cmd_canon(wm_call *call)
{
    wm_buffer text = WM_BUFFER_EMPTY, image = WM_BUFFER_EMPTY;
    wm_input input = {NULL, true, "", "", TEXT_MAX, "longer than 16 MiB"};
    const wm_argument table[] = {{.name = "FILE", .value = &input.path}, {.name = NULL}};
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    int result = wm_arguments_read(call, table);
    if (result != WM_EXIT_YES)
        return result;
    status = wm_input_read(&input, &text, &err);
    if (status == WM_OK) {
        status = make_image(&text, &image, &err);
        (void)wm_error_place(&err, status, "%s", wm_input_name(&input));
    }
    if (status == WM_OK)
        result = wm_trouble_text(call, &image);
    else
        result = wm_trouble_error(call, status, &err);
    if (status == WM_E_SYNTAX || status == WM_E_CANON)
        result = WM_EXIT_NO;
    wm_buffer_clear(&text);
    wm_buffer_clear(&image);
    return result;
}
