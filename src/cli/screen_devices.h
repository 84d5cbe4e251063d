/* The devices of a screen. */
#ifndef WM_CLI_SCREEN_DEVICES_H
#define WM_CLI_SCREEN_DEVICES_H

#include "cli/screen_stage.h"

/* What is asked for, and what was found. */
typedef struct wm_screen_devices {
    const char *backend, *list; /* of --backend and --device; NULL: not given */
    /* the words of the list, and whether a device has them */
    char words[4096], *word[WM_SCREENED_DEVICES];
    bool is_met[WM_SCREENED_DEVICES];
    size_t word_count;
    wm_screen_state *state;
    bool is_locked;          /* another screen runs */
    wm_screened *screened;   /* receives all devices; it has room for WM_SCREENED_DEVICES */
    wm_screen_device *asked; /* receives those that can be asked, as many at most */
    size_t asked_count;
} wm_screen_devices;

/* Splits the list of --device. False: it has an empty word, or too many. */
bool wm_screen_devices_split(wm_screen_devices *devices);

/* Finds the devices within a share of the budget, and adds those that were screened here before and
 * are not listed now. What cannot be asked has its state then. */
void wm_screen_devices_find(wm_screen_devices *devices);

#endif
