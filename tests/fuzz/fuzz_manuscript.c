/* Fuzzes LaTeX: any bytes become a text whose places are in the file, and numbers that are in the
 * text. The same bytes are read as a numbers.tex. */
#include "fuzz.h"

#include "manuscript/tex_published.h"
#include "manuscript/tex_reader.h"
#include "manuscript/tex_redefined.h"
#include "manuscript/tex_results.h"

#include <string.h>

static void check_text(const wm_tex_files *files, const wm_tex_text *text)
{
    wm_tex_numbers numbers;
    size_t line, column;
    memset(&numbers, 0, sizeof numbers);
    for (size_t at = 0; at < text->size; at++)
        FUZZ_CHECK(wm_tex_text_place(text, at).offset <= files->file[0].size);
    FUZZ_CHECK(wm_tex_results_find(text, &numbers) == WM_OK);
    for (size_t i = 0; i < numbers.count; i++) {
        const wm_tex_number *number = &numbers.number[i];
        FUZZ_CHECK(number->at < number->digits_end && number->digits_end <= number->end &&
                   number->end <= text->size);
        FUZZ_CHECK(number->unit.class != WM_TEX_UNIT_NONE && number->value == number->value);
        wm_tex_files_locate(files, wm_tex_text_place(text, number->at), &line, &column);
        FUZZ_CHECK(line >= 1 && column >= 1);
    }
    for (size_t i = 0; i < text->use_count; i++)
        FUZZ_CHECK(text->use[i].name != NULL && text->use[i].at <= text->size);
    wm_tex_numbers_clear(&numbers);
}

static void check_published(const wm_tex_file *file)
{
    wm_tex_published published;
    char shown[64];
    FUZZ_CHECK(wm_tex_published_read(file->data, file->size, &published) == WM_OK);
    for (size_t i = 0; i < published.count; i++) {
        const wm_tex_entry *entry = &published.entry[i];
        FUZZ_CHECK(entry->shown + entry->shown_size <= file->data + file->size);
        wm_tex_published_show(entry, shown, sizeof shown);
    }
    wm_tex_published_clear(&published);
}

static void check_redefined(const wm_tex_file *file)
{
    static const char STYLE[] = "\\wmclaim \\wmvalue";
    const wm_tex_style style = {STYLE, sizeof STYLE - 1};
    size_t at = 0, size = 0;
    while (wm_tex_redefined_next(file, &style, &at, &size)) {
        FUZZ_CHECK(size > 0 && at < file->size && size <= file->size - at);
        at += size;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wm_tex_files files;
    wm_tex_text text;
    wm_error err;
    wm_status status;
    memset(&files, 0, sizeof files);
    memcpy(files.folder, "/nowhere/", sizeof "/nowhere/");
    FUZZ_CHECK(wm_tex_files_take(&files, "paper.tex", data, size) == WM_OK);
    status = wm_tex_reader_read(&files, NULL, &text, &err);
    FUZZ_CHECK(status == WM_OK || status == WM_E_LIMIT);
    if (status == WM_OK)
        check_text(&files, &text);
    else
        FUZZ_CHECK(err.message[0] != '\0');
    check_published(&files.file[0]);
    check_redefined(&files.file[0]);
    wm_tex_text_clear(&text);
    wm_tex_files_clear(&files);
    return 0;
}
