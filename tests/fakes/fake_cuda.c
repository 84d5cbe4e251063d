/* A libcuda.so.1 for machines without one, to test drivers that have no usable device.
 * $WM_FAKE_CUDA describes the driver:
 *
 *   version=N    its CUDA version, 1000 * major + 10 * minor; else 13000
 *   init=N       the result of cuInit; else 0, and every later call fails with an unknown error
 *
 * Source: CUDA driver API reference, cuda.h: CUresult, cuGetProcAddress (which provides all other
 * functions). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, UNKNOWN = 999 };

int cuInit(unsigned flags);
int cuDriverGetVersion(int *version);
int cuGetProcAddress(const char *name, void **function, int version, unsigned long long flags);
int cuGetProcAddress_v2(const char *name, void **function, int version, unsigned long long flags,
                        int *status);

static int number(const char *word, int otherwise)
{
    const char *words = getenv("WM_FAKE_CUDA");
    const char *at = words != NULL ? strstr(words, word) : NULL;
    return at != NULL ? (int)strtol(at + strlen(word), NULL, 10) : otherwise;
}

int cuInit(unsigned flags)
{
    (void)flags;
    return number("init=", SUCCESS);
}

int cuDriverGetVersion(int *version)
{
    *version = number("version=", 13000);
    return SUCCESS;
}

static int fail(void)
{
    return UNKNOWN;
}

typedef void function(void);

int cuGetProcAddress_v2(const char *name, void **to, int version, unsigned long long flags,
                        int *status)
{
    static const struct {
        const char *name;
        function *function;
    } known[] = {{"cuInit", (function *)cuInit},
                 {"cuDriverGetVersion", (function *)cuDriverGetVersion},
                 {"cuGetProcAddress", (function *)cuGetProcAddress_v2}};
    function *found = (function *)fail;
    (void)version;
    (void)flags;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0)
            found = known[i].function;
    memcpy(to, &found, sizeof found);
    if (status != NULL)
        *status = 0;
    return SUCCESS;
}

int cuGetProcAddress(const char *name, void **to, int version, unsigned long long flags)
{
    return cuGetProcAddress_v2(name, to, version, flags, NULL);
}
