/* Preloaded into a program: the kernel's adjusted clocks run at 0.9 of their speed, as adjtimex can
 * make them. CLOCK_MONOTONIC and CLOCK_REALTIME are slewed, also by an inline system call:
 * a filter traps these calls, and a handler answers them. The raw clock and the time stamp counter
 * stay true. CLOCK_BOOTTIME and CLOCK_TAI, which are not trapped, give the true time. */
#include <dlfcn.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

static const int64_t SECOND = 1000000000;

/* The true time when the program began. */
static int64_t began_monotonic_ns, began_real_ns;

static int64_t true_ns(clockid_t clock)
{
    struct timespec now = {0, 0};
    if (syscall(SYS_clock_gettime, clock, &now) != 0)
        abort();
    return (int64_t)now.tv_sec * SECOND + now.tv_nsec;
}

/* The slewed time of CLOCK_MONOTONIC or CLOCK_REALTIME. */
static void slew(clockid_t clock, struct timespec *now)
{
    const int64_t began = clock == CLOCK_REALTIME ? began_real_ns : began_monotonic_ns;
    const int64_t passed = true_ns(clock == CLOCK_REALTIME ? CLOCK_TAI : CLOCK_BOOTTIME) - began;
    const int64_t slewed = began + passed - passed / 10;
    now->tv_sec = slewed / SECOND;
    now->tv_nsec = slewed % SECOND;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    typedef int clock_function(clockid_t, struct timespec *);
    static clock_function *honest;
    void *address;
    if (clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME) {
        slew(clock, now);
        return 0;
    }
    address = honest == NULL ? dlsym(RTLD_NEXT, "clock_gettime") : NULL;
    if (address != NULL)
        memcpy(&honest, &address, sizeof honest);
    return honest(clock, now);
}

/* Answers a trapped system call. */
static void answer(int number, siginfo_t *info, void *context)
{
    ucontext_t *user = context;
    (void)number;
    (void)info;
#if defined(__x86_64__)
    slew((clockid_t)user->uc_mcontext.gregs[REG_RDI],
         (struct timespec *)user->uc_mcontext.gregs[REG_RSI]);
    user->uc_mcontext.gregs[REG_RAX] = 0;
#elif defined(__aarch64__)
    slew((clockid_t)user->uc_mcontext.regs[0], (struct timespec *)user->uc_mcontext.regs[1]);
    user->uc_mcontext.regs[0] = 0;
#endif
}

__attribute__((constructor)) static void begin(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_gettime, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CLOCK_MONOTONIC, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CLOCK_REALTIME, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof filter[0], .filter = filter};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = answer;
    action.sa_flags = SA_SIGINFO;
    began_monotonic_ns = true_ns(CLOCK_BOOTTIME);
    began_real_ns = true_ns(CLOCK_TAI);
    if (sigaction(SIGSYS, &action, NULL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        _exit(77); /* no filters here */
}
