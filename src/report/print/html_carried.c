/* Prints a file that a document carries, as base64 in an element that no browser runs or shows. */
#include "report/print/html_parts.h"

#include "report/print/html_text.h"
#include "standards/base64.h"

wm_status wm_html_carried_print(const wm_carried *file, FILE *out)
{
    wm_buffer text = WM_BUFFER_EMPTY;
    const wm_status status = wm_base64_encode(&text, file->data, file->size);
    if (status == WM_OK) {
        fputs("<script type=\"application/octet-stream\" id=\"", out);
        wm_html_text_print(file->name, out);
        fputs("\">", out);
        (void)fwrite(text.data, 1, text.size, out);
        fputs("</script>\n", out);
    }
    wm_buffer_clear(&text);
    return status;
}
