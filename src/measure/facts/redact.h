/* Facts that a record may hide: serial numbers and UUIDs of devices. */
#ifndef WM_MEASURE_REDACT_H
#define WM_MEASURE_REDACT_H

#include "measure/facts/named.h"

/* What is hidden, as bits. */
enum { WM_REDACT_SERIAL = 1, WM_REDACT_UUID = 2 };

/* The reason of a hidden fact. */
#define WM_REDACT_REASON "redacted"

/* Reads words separated by commas: `serial`, `uuid`, and names of facts that the user named, which
 * are then hidden. named may be NULL. Errors: ARG (err names the word). */
WM_MUST_CHECK wm_status wm_redact_read(const char *words, wm_named *named, unsigned *hidden,
                                       wm_error *err);

/* Whether a fact is hidden: by its name, or because its text has the UUID of a GPU. A variable of
 * the process may have the beginning of one. text may be NULL. */
bool wm_redact_hides(unsigned hidden, const char *name, const char *text);

/* Replaces the digits of every GPU's UUID in a text by 'x'. */
void wm_redact_uuids(char *text);

#endif
