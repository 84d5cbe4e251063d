/* Fuzzes plan files: a text must be read as a plan, or refused with words that a terminal can
 * show. */
#include "fuzz.h"

#include "measure/schedule_file.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wm_schedule schedule;
    wm_error err;
    char *text = malloc(size + (size == 0));
    FUZZ_CHECK(text != NULL);
    memcpy(text, data, size);
    memset(&err, 0, sizeof(err));
    wm_status status = wm_schedule_file_parse(text, size, "plan.json", &schedule, &err);
    FUZZ_CHECK(status == WM_OK || status == WM_E_SYNTAX || status == WM_E_INVALID ||
               status == WM_E_LIMIT);
    if (status == WM_OK) {
        wm_schedule_clear(&schedule);
    } else {
        FUZZ_CHECK(err.message[0] != 0);
        for (const char *at = err.message; *at != 0; at++)
            FUZZ_CHECK((unsigned char)*at >= ' ' && *at != 0x7f);
    }
    free(text);
    return 0;
}
