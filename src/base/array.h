/* Memory of arrays that grow. */
#ifndef WM_BASE_ARRAY_H
#define WM_BASE_ARRAY_H

#include <stddef.h>

/* Makes room for `needed` elements of element_size bytes in an array of *capacity elements. Returns
 * the array, which may have moved, and updates *capacity, which at least doubles if it grows.
 * Returns NULL when out of memory; the array and *capacity are then unchanged. An array without
 * memory is NULL with a capacity of 0. Ownership: the caller's, free(). */
void *wm_array_grow(void *array, size_t *capacity, size_t needed, size_t element_size);

#endif
