/* Random digits from the operating system. */
#ifndef WM_BASE_RANDOM_H
#define WM_BASE_RANDOM_H

#include <witnessmark.h>

/* Writes 64 random lower-case hex digits and a NUL. Source: /dev/urandom. Errors: IO. */
WM_MUST_CHECK wm_status wm_random_digits(char digits[WM_ID_SIZE]);

#endif
