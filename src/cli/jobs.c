/* Runs threads that share one task. */
#include "cli/jobs.h"

#include "cli/record_argument.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { JOBS_MOST = 256 };

/* Records are unpacked beside each other, or one alone. */
static pthread_rwlock_t unpacking = PTHREAD_RWLOCK_INITIALIZER;

unsigned wm_jobs_count(unsigned asked, size_t count)
{
    cpu_set_t set;
    if (asked == 0)
        asked = sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 1;
    if (asked > JOBS_MOST)
        asked = JOBS_MOST;
    return asked > count ? (unsigned)count : asked;
}

/* Keeps freed memory for the next record. Else each record's pages are mapped anew, which took a
 * third of the time of a light record. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_THRESHOLD, 32 << 20);
    (void)mallopt(M_TRIM_THRESHOLD, 256 << 20);
    (void)mallopt(M_TOP_PAD, 4 << 20);
#endif
}

void wm_jobs_run(unsigned jobs, void *(*work)(void *context), void *context)
{
    pthread_t threads[JOBS_MOST];
    unsigned started = 0;
    keep_memory();
    while (started + 1 < jobs && pthread_create(&threads[started], NULL, work, context) == 0)
        started++;
    (void)work(context);
    for (unsigned i = 0; i < started; i++)
        (void)pthread_join(threads[i], NULL);
}

wm_status wm_jobs_unpack(const char *path, size_t most, wm_spool *spool, wm_error *err)
{
    wm_status status;
    if (strcmp(path, "-") == 0) /* it can be read once */
        (void)pthread_rwlock_wrlock(&unpacking);
    else
        (void)pthread_rwlock_rdlock(&unpacking);
    status = wm_spool_open(wm_record_argument_base(), path, most, spool, err);
    if (status == WM_E_LIMIT && spool->share.is_crowded && strcmp(path, "-") != 0) {
        (void)pthread_rwlock_unlock(&unpacking);
        (void)pthread_rwlock_wrlock(&unpacking);
        status = wm_spool_open(wm_record_argument_base(), path, most, spool, err);
    }
    return status;
}

void wm_jobs_pack(wm_spool *spool, wm_status status)
{
    if (status == WM_OK)
        wm_spool_close(spool);
    (void)pthread_rwlock_unlock(&unpacking);
}
