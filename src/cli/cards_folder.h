/* The folder of a run on several devices. */
#ifndef WM_CLI_CARDS_FOLDER_H
#define WM_CLI_CARDS_FOLDER_H

#include "cli/run_options.h"
#include "study/run/cards.h"

/* The folder: pass1/ and pass2/ for the records, cards.json, and plan.json if --plan is a file. */
typedef struct wm_cards_folder {
    const wm_run_options *ask;
    char plan[WM_CARDS_PATH]; /* its copy of the plan; empty: a built-in plan */
} wm_cards_folder;

/* Creates the folder of -o and describes the run in it, or with --resume checks that it has this
 * run. Every record comes under its own name when it is complete. Errors: those of wm_writer_probe
 * and of reading the plan; NOTFOUND (nothing to resume), MISMATCH (another run), IO, NOMEM. */
WM_MUST_CHECK wm_status wm_cards_folder_open(const wm_run_options *ask, const wm_cards *cards,
                                             wm_cards_folder *folder, wm_error *err);

/* The options of which a child has its own value, or none, with blanks between them. */
const char *wm_cards_folder_replaces(const wm_cards_folder *folder);

/* Removes the folder, unless a record is in it. */
void wm_cards_folder_remove(const wm_cards_folder *folder);

#endif
