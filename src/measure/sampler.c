/* Samples a device's covariates at a steady period from its own thread. */
#include "measure/sampler.h"

#include "base/array.h"
#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct wm_sampler {
    wm_device *device;
    wm_device_sample *samples;
    size_t count, capacity;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool is_stopping;   /* protected by the lock */
    uint64_t thread_id; /* the kernel's number of the thread */
    bool lacks_memory;
};

wm_sampler *wm_sampler_new(void)
{
    pthread_condattr_t attributes;
    wm_sampler *sampler = calloc(1, sizeof *sampler);
    if (sampler == NULL)
        return NULL;
    if (pthread_condattr_init(&attributes) != 0) {
        free(sampler);
        return NULL;
    }
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    if (pthread_mutex_init(&sampler->lock, NULL) != 0 ||
        pthread_cond_init(&sampler->wake, &attributes) != 0) {
        free(sampler);
        sampler = NULL;
    }
    (void)pthread_condattr_destroy(&attributes);
    return sampler;
}

void wm_sampler_free(wm_sampler *sampler)
{
    if (sampler == NULL)
        return;
    (void)pthread_cond_destroy(&sampler->wake);
    (void)pthread_mutex_destroy(&sampler->lock);
    free(sampler->samples);
    free(sampler);
}

/* Takes one sample. One that is lost without memory is told at the stop. */
static void take_sample(wm_sampler *sampler, bool is_full)
{
    wm_device_sample *samples =
        wm_array_grow(sampler->samples, &sampler->capacity, sampler->count + 1, sizeof *samples);
    if (samples == NULL) {
        sampler->lacks_memory = true;
        return;
    }
    sampler->samples = samples;
    samples[sampler->count].is_full = is_full;
    if (sampler->device->ops->covariates(sampler->device, &sampler->samples[sampler->count]) ==
        WM_OK)
        sampler->count++;
}

static struct timespec timespec_of(uint64_t time_ns)
{
    return (struct timespec){.tv_sec = (time_t)(time_ns / 1000000000u),
                             .tv_nsec = (long)(time_ns % 1000000000u)};
}

/* Skips periods that were missed: samples keep their grid and do not come in bursts. */
static void *sample_until_stopped(void *argument)
{
    wm_sampler *sampler = argument;
    uint64_t next_ns = wm_clock_ns();
    (void)pthread_mutex_lock(&sampler->lock);
    sampler->thread_id = (uint64_t)syscall(SYS_gettid);
    while (!sampler->is_stopping) {
        do
            next_ns += WM_SAMPLER_PERIOD_NS;
        while (next_ns < wm_clock_ns());
        const struct timespec next = timespec_of(next_ns);
        int result = 0;
        while (!sampler->is_stopping && result == 0)
            result = pthread_cond_timedwait(&sampler->wake, &sampler->lock, &next);
        if (!sampler->is_stopping)
            take_sample(sampler, false);
    }
    (void)pthread_mutex_unlock(&sampler->lock);
    return NULL;
}

wm_status wm_sampler_start(wm_sampler *sampler, wm_device *device)
{
    sampler->device = device;
    sampler->count = 0;
    sampler->is_stopping = false;
    sampler->lacks_memory = false;
    sampler->thread_id = 0;
    take_sample(sampler, true);
    if (pthread_create(&sampler->thread, NULL, sample_until_stopped, sampler) != 0)
        return WM_E_NOMEM;
    return WM_OK;
}

wm_status wm_sampler_stop(wm_sampler *sampler)
{
    (void)pthread_mutex_lock(&sampler->lock);
    sampler->is_stopping = true;
    (void)pthread_cond_signal(&sampler->wake);
    (void)pthread_mutex_unlock(&sampler->lock);
    (void)pthread_join(sampler->thread, NULL);
    take_sample(sampler, true);
    return sampler->lacks_memory ? WM_E_NOMEM : WM_OK;
}

uint64_t wm_sampler_thread(const wm_sampler *sampler)
{
    return sampler->thread_id;
}

const wm_device_sample *wm_sampler_samples(const wm_sampler *sampler, size_t *count)
{
    *count = sampler->count;
    return sampler->samples;
}
