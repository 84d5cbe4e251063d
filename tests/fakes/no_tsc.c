/* Preloaded into the program: its process may not read the time stamp counter.
 *
 * A launcher cannot forbid it, because glibc's loader reads the counter before anything of the
 * program runs. Clocks of the C library may read it too, so they are system calls here. */
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

extern char *program_invocation_short_name;

int clock_gettime(clockid_t clock, struct timespec *now)
{
    return (int)syscall(SYS_clock_gettime, clock, now);
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    return (int)syscall(SYS_gettimeofday, now, zone);
}

time_t time(time_t *now)
{
    struct timespec read = {0, 0};
    (void)clock_gettime(CLOCK_REALTIME, &read);
    if (now != NULL)
        *now = read.tv_sec;
    return read.tv_sec;
}

__attribute__((constructor)) static void forbid(void)
{
    if (strcmp(program_invocation_short_name, "witnessmark") == 0)
        (void)prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0);
}
