/* Gives an exit that a library makes the exit status of trouble.
 *
 * libarchive and the library of OpenMP end the process with status 1 where they get no memory,
 * after a line that says so. Status 1 is an answer here: that a record is invalid. OpenMP's library
 * may do it before `main`. */
#include "cli/library_exit.h"

#include "cli/command.h"
#include "cli/interrupt.h"

#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static volatile bool is_ours;

static void leave(void)
{
    if (is_ours)
        return;
    wm_interrupt_clean_up();
    _exit(WM_EXIT_TROUBLE);
}

void wm_library_exit_guard(void)
{
    (void)atexit(leave);
}

void wm_library_exit_allow(void)
{
    is_ours = true;
}
