/* Words of a command that look like a secret. The list of patterns is closed. */
#ifndef WM_STUDY_SECRETS_H
#define WM_STUDY_SECRETS_H

#include <stddef.h>

/* The patterns. docs/man/witnessmark.1 has the same list. */
#define WM_SECRETS_NAMED "a name as password= or --token"
#define WM_SECRETS_OPTION "a password option of this program"
#define WM_SECRETS_AWS "an AWS access key"
#define WM_SECRETS_GITHUB "a GitHub token"
#define WM_SECRETS_JWT "a JSON web token"
#define WM_SECRETS_SERVICE "a token of a service"
#define WM_SECRETS_PEM "a private key"
#define WM_SECRETS_HEADER "an HTTP header with credentials"
#define WM_SECRETS_URL "a URL with a password"

/* Receives an argument that looks like a secret, once, and its pattern. */
typedef void wm_secrets_found(void *context, size_t index, const char *pattern);

/* Looks at `count` arguments in their order. Blanks and quotes in an argument separate words, as in
 * `sh -c`. A secret is named by the argument that has it: behind `--token` this is the next one. */
void wm_secrets_look(const char *const *arguments, size_t count, wm_secrets_found *found,
                     void *context);

/* The pattern of the first secret in one text, or NULL. */
const char *wm_secrets_in(const char *text);

#endif
