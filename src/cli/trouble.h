/* Error reporting. */
#ifndef WM_CLI_TROUBLE_H
#define WM_CLI_TROUBLE_H

#include <stdbool.h>

#include <witnessmark.h>

/* Prints why a command has no answer: on stderr, and with as_json as one object on stdout too.
 * place (a file, an option) may be empty. Returns WM_EXIT_TROUBLE. */
int wm_trouble_say(const char *command, bool as_json, const char *place, const char *words);

/* The same for a status and its error. */
int wm_trouble_error(const char *command, bool as_json, wm_status status, const wm_error *err);

/* The same for a wrong value of an option; wanted says which values are accepted. */
int wm_trouble_value(const char *command, bool as_json, const char *option, const char *wanted,
                     const char *value);

/* Prints the object alone: schema `witnessmark-COMMAND/1`, status ("trouble", "invalid", "newer",
 * "other root"), place if not empty, and the words as `error`. */
void wm_trouble_json(const char *command, const char *status, const char *place, const char *words);

#endif
