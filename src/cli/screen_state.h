/* The folder in which screens of a machine keep what they need to know of each other. */
#ifndef WM_CLI_SCREEN_STATE_H
#define WM_CLI_SCREEN_STATE_H

#include "measure/screen_items.h"
#include "model/screened.h"

/* Zero-initialise; lock is -1 while the folder is not open. */
typedef struct wm_screen_state {
    char folder[WM_SCREENED_PATH]; /* empty: there is none */
    int lock;                      /* held by one screen at a time; -1: not held */
} wm_screen_state;

/* The default folder: /var/lib/witnessmark for root, else $XDG_STATE_HOME/witnessmark/HOST or
 * ~/.local/state/witnessmark/HOST: nodes may share a home. Empty: there is none. */
void wm_screen_state_default(char folder[WM_SCREENED_PATH]);

/* Makes the folder, with its parents, and locks it. Errors: OPEN (it cannot be made or written),
 * EXISTS (another screen holds it), ARG (too long). Ownership: wm_screen_state_close. */
WM_MUST_CHECK wm_status wm_screen_state_open(wm_screen_state *state, const char *folder,
                                             wm_error *err);

/* Takes when each item of a device was screened, and its last success; nothing where the folder has
 * none. A file that cannot be read is as if there were none; the words say so, else empty. */
void wm_screen_state_read(const wm_screen_state *state, wm_screened_device *device,
                          wm_screen_item *items, size_t count, char words[WM_SCREENED_WORDS]);

/* Writes them, for the items with an output that was compared. Errors: those of wm_replace_file. */
WM_MUST_CHECK wm_status wm_screen_state_write(const wm_screen_state *state,
                                              const wm_screened_device *device,
                                              const wm_screen_item *items, size_t count,
                                              wm_error *err);

/* Finds a GPU that was screened here before and is none of these devices. `uuid` receives it;
 * false: there is none. `after` is the one found before, or empty: they come in their order. */
bool wm_screen_state_absent(const wm_screen_state *state, const wm_screened_device *devices,
                            size_t count, const char *after, char uuid[64]);

/* Lets go of the lock. */
void wm_screen_state_close(wm_screen_state *state);

#endif
