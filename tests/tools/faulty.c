/* A program that is wrong on purpose: what a build with sanitizers must report.
 *
 * usage: faulty FAULT, one of FAULTS below. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Volatile, so that no compiler sees what comes. */
static const char *volatile nothing;
static volatile int most = INT_MAX;
static volatile size_t zero, eight = 8;

/* Pointer arithmetic on a null pointer: undefined also with the offset 0. */
static int null_offset(void)
{
    return nothing + zero == NULL;
}

static int overflow(void)
{
    return most + 1 < 0;
}

static int heap_bounds(void)
{
    char *bytes = calloc(eight, 1);
    const int byte = bytes != NULL ? bytes[eight] : 0;
    free(bytes);
    return byte;
}

/* A compare that looks behind the end of a word. */
static int word_bounds(void)
{
    static const char word[] = "ab";
    return word[eight - 5];
}

static int freed(void)
{
    char *volatile bytes = calloc(eight, 1);
    free(bytes);
    return bytes[zero];
}

static int leak(void)
{
    char *volatile bytes = malloc(eight);
    bytes = NULL;
    return bytes != NULL;
}

static const struct {
    const char *name;
    int (*make)(void);
} FAULTS[] = {
    {"null_offset", null_offset}, {"overflow", overflow}, {"heap_bounds", heap_bounds},
    {"word_bounds", word_bounds}, {"freed", freed},       {"leak", leak},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof FAULTS / sizeof *FAULTS; i++)
        if (strcmp(argv[1], FAULTS[i].name) == 0) {
            (void)FAULTS[i].make();
            return 0;
        }
    for (size_t i = 0; argc == 1 && i < sizeof FAULTS / sizeof *FAULTS; i++)
        puts(FAULTS[i].name);
    return argc == 1 ? 0 : 2;
}
