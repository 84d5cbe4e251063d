/* Signals that ask a command to stop, and to keep what it has. */
#ifndef WM_CLI_INTERRUPT_H
#define WM_CLI_INTERRUPT_H

#include <signal.h>

/* The number of the first signal that came; 0: none. */
extern volatile sig_atomic_t wm_interrupt_number;

/* Catches SIGINT, SIGTERM and SIGHUP. A second signal, the same or another of these, ends the
 * program at once. An ignored hangup stays ignored, as under nohup. */
void wm_interrupt_catch(void);

/* Calls the functions of wm_interrupt_clean. */
void wm_interrupt_clean_up(void);

/* Has `clean` called before a signal ends the program: every signal whose default action does, but
 * SIGKILL. Crashes are among them. The program then ends by the same signal. Ignored signals stay
 * ignored, and caught ones stay caught the first time. `clean` may call only what a signal's
 * handler may. At most 4 functions. */
void wm_interrupt_clean(void (*clean)(void));

#endif
