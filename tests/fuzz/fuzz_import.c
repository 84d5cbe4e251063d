/* Fuzzes files of other tools: a text becomes series whose names a record can hold, or is refused
 * with words that a terminal can show. The first byte chooses the format. */
#include "fuzz.h"

#include "study/foreign/import_sheet.h"

#include <string.h>

static const wm_import_format *const FORMATS[] = {&wm_import_hyperfine, &wm_import_google_benchmark,
                                                  &wm_import_nvbench, &wm_import_csv};

static void check_name(const char *name, size_t room, const char *allowed)
{
    const size_t size = strlen(name);
    FUZZ_CHECK(size > 0 && size < room && strspn(name, allowed) == size);
}

static void check_sheet(const wm_import_sheet *sheet)
{
    static const char ALLOWED[] = "abcdefghijklmnopqrstuvwxyz0123456789_.";
    for (size_t i = 0; i < sheet->series_count; i++) {
        const wm_import_series *series = &sheet->series[i];
        check_name(series->name, WM_IMPORT_NAME, ALLOWED);
        for (size_t j = 0; j < i; j++)
            FUZZ_CHECK(strcmp(series->name, sheet->series[j].name) != 0);
        for (size_t j = 0; j < series->field_count; j++) {
            check_name(series->fields[j].name, WM_IMPORT_FIELD, ALLOWED);
            FUZZ_CHECK(strchr(series->fields[j].name, '.') == NULL);
        }
        for (size_t j = 0; j < series->row_count; j++)
            for (size_t k = 0; k < series->field_count; k++)
                FUZZ_CHECK(series->rows[j].values[k] - series->rows[j].values[k] == 0 ||
                           series->rows[j].values[k] != series->rows[j].values[k]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wm_import_sheet sheet;
    wm_error err;
    char *text;
    if (size == 0)
        return 0;
    text = malloc(size - 1 + (size == 1));
    FUZZ_CHECK(text != NULL);
    memcpy(text, data + 1, size - 1);
    memset(&err, 0, sizeof err);
    memset(&sheet, 0, sizeof sheet);
    const wm_import_format *format = FORMATS[data[0] % 4];
    const wm_status status = format->read(format, text, size - 1, &sheet, &err);
    FUZZ_CHECK(status == WM_OK || status == WM_E_SYNTAX || status == WM_E_INVALID ||
               status == WM_E_LIMIT);
    if (status == WM_OK)
        check_sheet(&sheet);
    else
        FUZZ_CHECK(err.message[0] != 0);
    for (const char *at = err.message; *at != 0; at++)
        FUZZ_CHECK((unsigned char)*at >= ' ' && *at != 0x7f);
    wm_import_sheet_clear(&sheet);
    free(text);
    return 0;
}
