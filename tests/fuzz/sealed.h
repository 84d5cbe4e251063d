/* Sealed evidence made of the observations of a template, as a file in memory. */
#ifndef WM_FUZZ_SEALED_H
#define WM_FUZZ_SEALED_H

#include "base/buffer.h"

#include <stdbool.h>
#include <witnessmark.h>

enum { SEALED_PATH = 64 };

/* A graph of the lines of a template, except those that it refuses, with claims on its own numbers.
 * lines receives them. prior is the path of the evidence that it continues, with its root `@q`; or
 * NULL. Ownership: wm_graph_free. */
wm_graph *sealed_graph(const char *text, size_t size, const char *prior, const char *root,
                       wm_buffer *lines);

/* Seals a graph of a template. Evidence receives the lines. root is empty if the graph cannot be
 * sealed. */
void sealed_make(const char *text, size_t size, wm_buffer *evidence, char root[WM_ID_SIZE]);

/* Writes bytes to a file in memory; path receives its name. Ownership: close of the result. */
int sealed_file(const wm_buffer *bytes, char path[SEALED_PATH]);

/* A part of an input: what stands before, between and behind lines that are `%`. False: there are
 * fewer parts. */
bool sealed_part(const char *text, size_t size, size_t index, const char **part, size_t *part_size);

#endif
