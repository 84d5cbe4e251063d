/* Computes an output again by the workload's more careful form.
 *
 * The operands are filled again, because a wrong output may come from a wrong operand. The output
 * is spoiled first, so that an operation that does nothing leaves a wrong one. */
#include "study/output/careful.h"

#include "base/code_point.h"

#include "workload/workload.h"

#include <stdio.h>

/* The operation in its more careful form; the operation itself if it has only one form. */
static wm_job careful_job(const wm_workload *workload)
{
    wm_job job = workload->job;
    if (workload->kind->make_careful != NULL)
        workload->kind->make_careful(&job);
    return job;
}

/* Writes how the output was computed. Called after the run, because a device may choose its method
 * when it first runs. */
static wm_status describe(const wm_workload *workload, const wm_job *job, char words[256])
{
    char text[256];
    const wm_status status = workload->device->ops->describe(workload->device, job, text);
    if (status == WM_OK)
        (void)snprintf(words, 256, "operands filled again; %.*s", WM_FIT(text, 230));
    return status;
}

wm_status wm_careful_run(wm_workload *workload, const char *nonce, char words[256])
{
    const wm_job job = careful_job(workload);
    wm_status status = wm_workload_fill(workload, nonce);
    if (status == WM_OK)
        status = wm_workload_spoil(workload);
    if (status == WM_OK)
        status = wm_job_run(workload->device, &job);
    if (status == WM_OK)
        status = workload->device->ops->sync(workload->device);
    return status == WM_OK ? describe(workload, &job, words) : status;
}
