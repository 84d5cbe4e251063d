/* The stages of a screen: what each device is asked, and asked again where it was wrong. */
#ifndef WM_CLI_SCREEN_STAGE_H
#define WM_CLI_SCREEN_STAGE_H

#include "cli/screen_state.h"
#include "measure/screen_items.h"
#include "model/screened.h"

#include <signal.h>
#include <stdio.h>

/* A device under a screen. */
typedef struct wm_screen_device {
    wm_screened_device *found;
    char device[64]; /* for --device */
    bool is_host;
    wm_screen_item item[WM_SCREEN_ITEMS];
    size_t item_count, fit_count;
} wm_screen_device;

/* What all devices have in common. */
typedef struct wm_screen_stage {
    wm_screen_device *device; /* those that are asked */
    size_t count;
    double begin_s; /* when the command began, of wm_clock_s */
    double budget_s;
    const char *nonce;   /* NULL: the empty one */
    const char *threads; /* of --threads; NULL: not given */
    const volatile sig_atomic_t *stop;
    FILE *out; /* for the lines of the processes; NULL: they are not printed */
} wm_screen_stage;

/* Asks every device at once, in a process each, and takes what its light record says. Items that
 * were compared get the time of this screen. A device without a record gets state TROUBLE. Errors:
 * NOMEM. */
WM_MUST_CHECK wm_status wm_screen_stage_run(wm_screen_stage *stage, wm_error *err);

/* Asks again those devices that had a wrong output: the same inputs, new inputs, and checked by the
 * CPU; each leaves a whole record beside the light one. Errors: NOMEM, IO (no random numbers). */
WM_MUST_CHECK wm_status wm_screen_stage_again(wm_screen_stage *stage, wm_error *err);

#endif
