/* Grows arrays by doubling. */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>

enum { FIRST_CAPACITY = 16 };

void *wm_array_grow(void *array, size_t *capacity, size_t needed, size_t element_size)
{
    size_t wanted = *capacity < FIRST_CAPACITY ? FIRST_CAPACITY : *capacity;
    void *grown;
    if (needed <= *capacity && array != NULL)
        return array;
    while (wanted < needed && wanted <= SIZE_MAX / 2)
        wanted *= 2;
    if (wanted < needed || wanted > SIZE_MAX / element_size)
        return NULL;
    grown = realloc(array, wanted * element_size);
    if (grown != NULL)
        *capacity = wanted;
    return grown;
}
