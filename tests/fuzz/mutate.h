/* Mutations of a template of evidence that leave most of it valid. */
#ifndef WM_FUZZ_MUTATE_H
#define WM_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* Changes a value, a member, an edge or a line. Lines keep their references when others come or go;
 * template.h makes ids and roots right afterwards. Returns the new size, at most most. */
size_t mutate_template(uint8_t *data, size_t size, size_t most, unsigned seed);

/* The mutator of libFuzzer, if the target takes templates. */
#define FUZZ_MUTATES_TEMPLATES                                                              \
    size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed); \
    size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)  \
    {                                                                                       \
        return mutate_template(data, size, most, seed);                                     \
    }

/* The mutator of bytes: libFuzzer's, or that of replay.c. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

#endif
