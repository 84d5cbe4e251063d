/* Catches signals. */
#include "cli/interrupt.h"

#include <stddef.h>

volatile sig_atomic_t wm_interrupt_number;

static void (*clean_up)(void);

/* Ends the program by the signal that came, which is blocked until this returns. */
static void end(int number)
{
    clean_up();
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static void set_end(int number)
{
    struct sigaction action = {.sa_handler = end};
    (void)sigfillset(&action.sa_mask);
    (void)sigaction(number, &action, NULL);
}

static void stop(int number)
{
    wm_interrupt_number = number;
    if (clean_up != NULL)
        set_end(number);
}

void wm_interrupt_catch(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND}, former;
    (void)sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (numbers[i] != SIGHUP ||
            (sigaction(SIGHUP, NULL, &former) == 0 && former.sa_handler != SIG_IGN))
            (void)sigaction(numbers[i], &action, NULL);
}

void wm_interrupt_clean(void (*clean)(void))
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU};
    struct sigaction former;
    clean_up = clean;
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (sigaction(numbers[i], NULL, &former) == 0 && former.sa_handler == SIG_DFL)
            set_end(numbers[i]);
}
