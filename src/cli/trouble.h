/* How a command says that it has no answer. */
#ifndef WM_CLI_TROUBLE_H
#define WM_CLI_TROUBLE_H

#include <stdbool.h>

#include <witnessmark.h>

/* Says on stderr why a command has no answer, and with as_json as one object on stdout too. place
 * (a file, an option) may be empty. Returns WM_EXIT_TROUBLE. */
int wm_trouble_say(const char *command, bool as_json, const char *place, const char *words);

/* The same of a status and what is known about it. */
int wm_trouble_error(const char *command, bool as_json, wm_status status, const wm_error *err);

/* The same of an option's value that is none of those wanted. */
int wm_trouble_value(const char *command, bool as_json, const char *option, const char *wanted,
                     const char *value);

/* Prints the one object alone: schema `witnessmark-COMMAND/1`, status ("trouble", "invalid",
 * "newer"), place where there is one, and the words as `error`. */
void wm_trouble_json(const char *command, const char *status, const char *place, const char *words);

#endif
