/* Runs and describes a job on its device. */
#include "backend/job.h"

wm_status wm_job_run(wm_device *device, const wm_job *job)
{
    return job->run(device, job);
}

wm_status wm_job_describe(wm_device *device, const wm_job *job, char text[256])
{
    return device->ops->describe(device, job, text);
}

wm_status wm_job_choose(wm_device *device, const wm_job *job, const char *method)
{
    return device->ops->choose(device, job, method);
}
