/* Catches signals. */
#include "cli/interrupt.h"

#include <stddef.h>

volatile sig_atomic_t wm_interrupt_number;

static void stop(int number)
{
    wm_interrupt_number = number;
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
