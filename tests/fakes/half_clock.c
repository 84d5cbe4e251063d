/* Preloaded into the program: libc's monotonic clock at half speed; other clocks are true. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    typedef int clock_function(clockid_t, struct timespec *);
    static clock_function *honest;
    int status;
    if (honest == NULL) {
        void *address = dlsym(RTLD_NEXT, "clock_gettime");
        if (address == NULL)
            abort();
        memcpy(&honest, &address, sizeof honest);
    }
    status = honest(clock, now);
    if (status == 0 && clock == CLOCK_MONOTONIC) {
        const int64_t half = ((int64_t)now->tv_sec * 1000000000 + now->tv_nsec) / 2;
        now->tv_sec = half / 1000000000;
        now->tv_nsec = half % 1000000000;
    }
    return status;
}
