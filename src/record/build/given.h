/* Checks of the texts that a caller of the library gives. */
#ifndef WM_RECORD_GIVEN_H
#define WM_RECORD_GIVEN_H

#include <witnessmark.h>

#include <stdbool.h>

/* Checks a text: there, well-formed UTF-8, at most 4,096 bytes. field names it in the message.
 * Errors: ARG, CANON, LIMIT. */
WM_MUST_CHECK wm_status wm_given_text(const char *field, const char *text, wm_error *err);

/* Checks a name: 1 to 64 of [a-z0-9_.]. Errors: ARG. */
WM_MUST_CHECK wm_status wm_given_name(const char *field, const char *name, wm_error *err);

/* Refuses a NULL where is_there is false. Errors: ARG. */
WM_MUST_CHECK wm_status wm_given_is_there(const char *field, bool is_there, wm_error *err);

#endif
