/* Facts whose texts come from outside, for environments of own numbers. */
#ifndef WM_STUDY_OWN_FACTS_H
#define WM_STUDY_OWN_FACTS_H

#include <witnessmark.h>

/* Sets a fact to a text of any bytes. A text that is not UTF-8 or longer than 4,096 bytes is
 * absent; the reason has its size and its SHA-256. Errors: ARG (no such name), NOMEM. */
WM_MUST_CHECK wm_status wm_own_facts_text(wm_environment *environment, const char *name,
                                          const char *text, wm_error *err);

#endif
