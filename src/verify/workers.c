/* Threads for a loop over blocks. A thread that is free takes the next block. */
#include "verify/workers.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

typedef struct loop {
    atomic_size_t next;
    size_t blocks;
    wm_workers_body *body;
    void *context;
} loop;

typedef struct hand {
    loop *of;
    unsigned worker;
} hand;

unsigned wm_workers_default(void)
{
    cpu_set_t allowed;
    int count = 1;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        count = CPU_COUNT(&allowed);
    return count > WM_WORKERS_MOST ? WM_WORKERS_MOST : (unsigned)(count < 1 ? 1 : count);
}

static void *work(void *context)
{
    const hand *self = context;
    loop *of = self->of;
    for (size_t at = atomic_fetch_add(&of->next, 1); at < of->blocks;
         at = atomic_fetch_add(&of->next, 1))
        of->body(of->context, self->worker, at);
    return NULL;
}

void wm_workers_run(unsigned threads, size_t blocks, wm_workers_body *body, void *context)
{
    pthread_t thread[WM_WORKERS_MOST];
    hand hands[WM_WORKERS_MOST];
    loop of = {.blocks = blocks, .body = body, .context = context};
    unsigned started = 0;
    if (threads > WM_WORKERS_MOST)
        threads = WM_WORKERS_MOST;
    if (threads > blocks)
        threads = (unsigned)blocks;
    for (unsigned i = 1; i < threads; i++) {
        hands[i] = (hand){&of, i};
        if (pthread_create(&thread[started], NULL, work, &hands[i]) == 0)
            started++;
    }
    hands[0] = (hand){&of, 0};
    (void)work(&hands[0]);
    for (unsigned i = 0; i < started; i++)
        (void)pthread_join(thread[i], NULL);
}
