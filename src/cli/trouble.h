/* The one JSON object of a command that has no answer. */
#ifndef WM_CLI_TROUBLE_H
#define WM_CLI_TROUBLE_H

/* Prints an object of a schema with a status ("trouble", "invalid", "newer"), the place where there is one, and the words. */
void wm_trouble_json(const char *schema, const char *status, const char *place, const char *words);

#endif
