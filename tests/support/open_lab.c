/* Opens a target of the laboratory for a test. */
#include "support/open_lab.h"

#include "measure/schedule_pick.h"
#include "record/laws/trials.h"
#include "support/cmocka.h"
#include "support/open_cpu.h"

void open_lab(lab *l, const char *label, uint32_t threads)
{
    wm_item item;
    wm_error err;
    uint8_t seed[WM_SHA256_SIZE];
    assert_int_equal(wm_schedule_pick_label(label, 8, &item, &err), WM_OK);
    wm_trials_seed(&item, "", seed);
    l->device = open_cpu(threads);
    assert_non_null(l->device);
    assert_int_equal(wm_target_open(&l->target, l->device, &item, "", seed), WM_OK);
    l->size = wm_format_size(l->target.workload.output_format);
}

void close_lab(lab *l)
{
    wm_target_close(&l->target);
    l->device->ops->close(l->device);
}
