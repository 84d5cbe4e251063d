/* The version with how the program was built, and what it can use here. */
#ifndef WM_CLI_VERSION_H
#define WM_CLI_VERSION_H

#include <stdio.h>

/* Prints version, format of records, source revision, compiler, the backends with their devices or
 * why there are none, and the BLAS library of the processors. Lines have at most `width` columns
 * where their words allow. */
void wm_version_print(int width, FILE *out);

#endif
