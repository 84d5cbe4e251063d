/* Formats values for refusals. */
#include "record/audit/found.h"

#include "base/code_point.h"

#include <stdio.h>
#include <string.h>

#include "standards/number.h"

/* Copies a text with U+0000 in it as the escape \\u0000, cut to fit: a C string would end there. */
static void copy_with_nul(wm_text text, char *out, size_t size)
{
    static const char ESCAPE[] = "\\u0000";
    size_t used = 0;
    for (size_t i = 0; i < text.size && used + sizeof ESCAPE < size; i++)
        if (text.bytes[i] == '\0') {
            memcpy(out + used, ESCAPE, sizeof ESCAPE - 1);
            used += sizeof ESCAPE - 1;
        } else {
            out[used++] = text.bytes[i];
        }
    out[used] = '\0';
}

const char *wm_found_text(wm_text text, char out[WM_FOUND_SIZE])
{
    const bool is_clear = text.size > 0 && text.bytes[0] != ' ' && text.bytes[text.size - 1] != ' ';
    const char *mark = is_clear ? "" : "`";
    char shown[WM_FOUND_SIZE - 8];
    if (text.bytes == NULL) {
        snprintf(out, WM_FOUND_SIZE, "null");
        return out;
    }
    if (text.size > 0 && memchr(text.bytes, '\0', text.size) != NULL)
        copy_with_nul(text, shown, sizeof shown);
    else
        (void)wm_member_copy(text, shown, sizeof shown);
    snprintf(out, WM_FOUND_SIZE, "%s%s%s", mark, shown, mark);
    return out;
}

const char *wm_found_value(const wm_value *value, char out[WM_FOUND_SIZE])
{
    if (value->kind == WM_VALUE_NUMBER || value->kind == WM_VALUE_WORD)
        return wm_found_text(value->text, out);
    snprintf(out, WM_FOUND_SIZE, "null");
    return out;
}

const char *wm_found_number(double number, char out[WM_FOUND_SIZE])
{
    char text[WM_NUMBER_TEXT_SIZE];
    const size_t size = wm_number_format(number, text);
    snprintf(out, WM_FOUND_SIZE, "%s", size == 0 ? "null" : text);
    return out;
}

const char *wm_found_hex(const uint8_t digest[WM_SHA256_SIZE], char out[WM_FOUND_SIZE])
{
    wm_sha256_to_hex(digest, out);
    return out;
}

const char *wm_found_result(const wm_result *result, char out[WM_FOUND_SIZE])
{
    if (result->kind == WM_RESULT_NUMBER)
        return wm_found_number(result->number, out);
    snprintf(out, WM_FOUND_SIZE, result->kind == WM_RESULT_WORD ? "%.*s" : "null (%.*s)",
             WM_FIT(result->text, 90));
    return out;
}
