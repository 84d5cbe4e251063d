/* Structs of a caller that begin with their size, so that they can grow. */
#include "base/sized.h"

#include <string.h>

#include "base/status.h"

enum { SIZE_MOST = 65536 }; /* a larger one was never set */

static size_t stated(const void *given)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    return size;
}

wm_status wm_sized_check(const wm_sized *of, const void *given, wm_error *err)
{
    if (given == NULL)
        return wm_error_set(err, WM_E_ARG, NULL, "%s is NULL", of->name);
    if (stated(given) < of->first || stated(given) > SIZE_MOST)
        return wm_error_set(err, WM_E_ARG, NULL, "%s: found size %lu, expected %lu to %lu",
                            of->name, (unsigned long)stated(given), (unsigned long)of->first,
                            (unsigned long)SIZE_MOST);
    return WM_OK;
}

wm_status wm_sized_take(const wm_sized *of, const void *given, void *own, wm_error *err)
{
    const unsigned char *bytes = given;
    const wm_status status = wm_sized_check(of, given, err);
    size_t size;
    if (status != WM_OK)
        return status;
    size = stated(given);
    for (size_t i = of->size; i < size; i++)
        if (bytes[i] != 0)
            return wm_error_set(err, WM_E_ARG, NULL,
                                "%s has a member that this library does not know", of->name);
    memset(own, 0, of->size);
    memcpy(own, given, size < of->size ? size : of->size);
    memcpy(own, &of->size, sizeof of->size);
    return WM_OK;
}

void wm_sized_give(const wm_sized *of, const void *own, void *given)
{
    const size_t size = stated(given);
    memset(given, 0, size);
    memcpy(given, own, size < of->size ? size : of->size);
    memcpy(given, &size, sizeof size);
}
