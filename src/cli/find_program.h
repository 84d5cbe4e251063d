/* Finds the executable of a command in PATH. */
#ifndef WM_CLI_FIND_PROGRAM_H
#define WM_CLI_FIND_PROGRAM_H

#include <witnessmark.h>

enum { WM_FIND_PROGRAM_PATH = 4096 };

/* The path of the file that a shell would execute for this word. A word with a '/' is the path.
 * Source: POSIX.1-2017, Base Definitions, 8.3, PATH. Errors: NOTFOUND, OPEN (a file that cannot be
 * executed). */
WM_MUST_CHECK wm_status wm_find_program(const char *word, char path[WM_FIND_PROGRAM_PATH],
                                        wm_error *err);

/* The path of a program that this one starts itself: the word, without a '/', in the absolute
 * folders of PATH. A relative one would let the present folder say what is started. Errors: as
 * above. */
WM_MUST_CHECK wm_status wm_find_program_installed(const char *word, char path[WM_FIND_PROGRAM_PATH],
                                                  wm_error *err);

#endif
