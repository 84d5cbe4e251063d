/* Fuzzes what reads several records: lineage, comparison, continuation. */
#include "mutate.h"
#include "sealed.h"
#include "views.h"

#include "model/model_read.h"
#include "report/views/comparison.h"
#include "report/views/lineage.h"
#include "study/life/continuation.h"

#include <math.h>
#include <unistd.h>

enum { RECORDS = 4 };

FUZZ_MUTATES_TEMPLATES

typedef struct sealed {
    wm_buffer evidence;
    char root[WM_ID_SIZE], path[SEALED_PATH];
    int file;
} sealed;

/* Reads the parts of an input that can be sealed. */
static size_t read_records(const char *text, size_t size, sealed records[RECORDS],
                           wm_model models[RECORDS])
{
    size_t count = 0, length;
    const char *part;
    wm_error err;
    for (size_t i = 0; i < RECORDS && sealed_part(text, size, i, &part, &length); i++) {
        sealed *to = &records[count];
        *to = (sealed){.evidence = WM_BUFFER_EMPTY};
        sealed_make(part, length, &to->evidence, to->root);
        if (to->root[0] == '\0') {
            wm_buffer_clear(&to->evidence);
            continue;
        }
        to->file = sealed_file(&to->evidence, to->path);
        FUZZ_CHECK(wm_model_read(to->path, to->root, &models[count], &err) == WM_OK);
        count++;
    }
    return count;
}

static void draw(const sealed *records, const wm_model *models, size_t count)
{
    wm_document to = {.status = WM_OK};
    wm_lineage lineage = {.to = &to};
    wm_error err;
    for (size_t i = 0; i < count; i++)
        FUZZ_CHECK(wm_lineage_add(&lineage, &models[i], records[i].path, &err) == WM_OK);
    wm_lineage_check(&lineage);
    (void)wm_lineage_show(&lineage);
    print_all(&to);
}

/* Two sides with each split; three records or more as a fleet too. */
static void compare(const wm_model *models, size_t count)
{
    for (size_t split = count > 2 ? 0 : 1; split < count; split++) {
        const wm_comparison_request wanted = {models, count, split,
                                              split == 1 ? 0.05 : (double)NAN};
        wm_comparison comparison;
        wm_document to = {.status = WM_OK};
        wm_error err;
        FUZZ_CHECK(wm_comparison_make(&wanted, &to, &comparison, &err) == WM_OK);
        wm_comparison_text_add(&comparison, false, &to);
        wm_comparison_export_json(&comparison, &to);
        wm_comparison_export_rows(&comparison, &to);
        print_all(&to);
    }
}

static void continue_it(const char *path)
{
    static const wm_schedule_pick all;
    wm_continuation prior = {0};
    wm_schedule schedule = {0};
    wm_error err;
    if (wm_continuation_read(path, &prior, &err) == WM_OK) {
        (void)!wm_continuation_schedule(&prior, &all, &schedule, &err);
        wm_schedule_clear(&schedule);
    }
    wm_continuation_clear(&prior);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static sealed records[RECORDS];
    static wm_model models[RECORDS];
    const size_t count = read_records((const char *)data, size, records, models);
    if (count > 0)
        draw(records, models, count);
    if (count > 1)
        compare(models, count);
    for (size_t i = 0; i < count; i++) {
        continue_it(records[i].path);
        wm_model_close(&models[i]);
        (void)close(records[i].file);
        wm_buffer_clear(&records[i].evidence);
    }
    return 0;
}
