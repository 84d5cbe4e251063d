/* Reads numbers as other programs print them. */
#include "study/foreign/printed_number.h"

#include "standards/number.h"

#include <stdlib.h>
#include <string.h>

bool wm_printed_number_read(const char *text, size_t size, double *value)
{
    char copy[WM_PRINTED_NUMBER_MOST + 1], *end;
    double number;
    if (wm_number_parse(text, size, &number) == WM_OK) {
        *value = number;
        return true;
    }
    if (size == 0 || size > WM_PRINTED_NUMBER_MOST)
        return false;
    for (size_t i = 0; i < size; i++) /* no hexadecimal, no words */
        if (strchr("+-.0123456789eE", text[i]) == NULL || text[i] == '\0')
            return false;
    memcpy(copy, text, size);
    copy[size] = '\0';
    number = strtod(copy, &end);
    if (end != copy + size)
        return false;
    *value = number;
    return true;
}
