/* Opens a target of the laboratory for a test. */
#ifndef WM_TESTS_SUPPORT_OPEN_LAB_H
#define WM_TESTS_SUPPORT_OPEN_LAB_H

#include "lab/target.h"

typedef struct lab {
    wm_device *device;
    wm_target target;
    size_t size; /* of an element of the output, in bytes */
} lab;

/* The output of this label with eight trials, on the CPU with this many threads. The test fails if
 * it cannot be opened. Ownership: close_lab. */
void open_lab(lab *l, const char *label, uint32_t threads);
void close_lab(lab *l);

#endif
