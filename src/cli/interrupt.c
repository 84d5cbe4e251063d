/* Catches signals. */
#include "cli/interrupt.h"

#include <stdbool.h>
#include <stddef.h>

enum { CLEAN_UPS = 4, STACK_BYTES = 65536 };

volatile sig_atomic_t wm_interrupt_number;

static void (*volatile clean_ups[CLEAN_UPS])(void);
static const int STOPS[] = {SIGINT, SIGTERM, SIGHUP};

void wm_interrupt_clean_up(void)
{
    for (size_t i = 0; i < CLEAN_UPS; i++)
        if (clean_ups[i] != NULL)
            clean_ups[i]();
}

/* Ends the program by the signal that came, which is blocked until this returns. */
static void end(int number)
{
    wm_interrupt_clean_up();
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static void set_end(int number)
{
    struct sigaction action = {.sa_handler = end, .sa_flags = SA_ONSTACK};
    (void)sigfillset(&action.sa_mask);
    (void)sigaction(number, &action, NULL);
}

/* Notes the first signal. Each later one ends the program, also another one. */
static void stop(int number)
{
    struct sigaction now;
    wm_interrupt_number = number;
    for (size_t i = 0; i < sizeof STOPS / sizeof STOPS[0]; i++)
        if (sigaction(STOPS[i], NULL, &now) == 0 && now.sa_handler == stop)
            set_end(STOPS[i]);
}

void wm_interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = stop}, former;
    (void)sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof STOPS / sizeof STOPS[0]; i++)
        if (STOPS[i] != SIGHUP ||
            (sigaction(SIGHUP, NULL, &former) == 0 && former.sa_handler != SIG_IGN))
            (void)sigaction(STOPS[i], &action, NULL);
}

/* Whether a signal ends a process that does nothing about it. Source: signal(7). */
static bool ends_a_process(int number)
{
    static const int OTHERS[] = {SIGKILL, SIGCHLD, SIGCONT, SIGURG, SIGWINCH,
                                 SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU};
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++)
        if (number == OTHERS[i])
            return false;
    return true;
}

void wm_interrupt_clean(void (*clean)(void))
{
    static char stack[STACK_BYTES]; /* for a signal that says that there is no stack left */
    const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction former;
    size_t at = 0;
    while (at < CLEAN_UPS - 1 && clean_ups[at] != NULL && clean_ups[at] != clean)
        at++;
    clean_ups[at] = clean;
    if (sigaltstack(NULL, NULL) == 0)
        (void)sigaltstack(&other, NULL);
    for (int number = 1; number <= SIGRTMAX; number++)
        if (ends_a_process(number) && sigaction(number, NULL, &former) == 0 &&
            former.sa_handler == SIG_DFL)
            set_end(number);
}
