/* Declarations of every fuzz target: its entry, and a check that is always compiled. */
#ifndef WM_FUZZ_FUZZ_H
#define WM_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The entry for libFuzzer and for the replay driver. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_CHECK(holds)                                                             \
    do {                                                                              \
        if (!(holds)) {                                                               \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #holds); \
            abort();                                                                  \
        }                                                                             \
    } while (0)

#endif
