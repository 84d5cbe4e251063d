/* Names in a record of `wrap` with several commands. */
#include "model/wrapped_name.h"

#include <stdio.h>

static const char LETTERS[] = "abcdefghijklmnop";

void wm_wrapped_name(const char *base, size_t command, const char *rest, char name[WM_WRAPPED_NAME])
{
    if (command == 0)
        (void)snprintf(name, WM_WRAPPED_NAME, "%s%s", base, rest);
    else
        (void)snprintf(name, WM_WRAPPED_NAME, "%s.%c%s", base, LETTERS[command], rest);
}

char wm_wrapped_letter(size_t command)
{
    return (char)(LETTERS[command] - 'a' + 'A');
}
