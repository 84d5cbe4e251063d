/* Names in a record of `wrap` with several commands. */
#ifndef WM_MODEL_WRAPPED_NAME_H
#define WM_MODEL_WRAPPED_NAME_H

#include <stddef.h>

enum { WM_WRAPPED_NAME = 64, WM_WRAPPED_COMMANDS = 16, WM_WRAPPED_REPEATS = 10000 };

/* How the reason of a run begins that the limit of time ended. */
#define WM_WRAPPED_TIMED_OUT "timed out after "

/* The name `base` + `rest` of command 0, as `wrap.argument.000`; of another one the letter of the
 * command stands between them: `wrap.b.argument.000`. */
void wm_wrapped_name(const char *base, size_t command, const char *rest,
                     char name[WM_WRAPPED_NAME]);

/* The letter by which people read of a command: `A` of command 0. */
char wm_wrapped_letter(size_t command);

#endif
