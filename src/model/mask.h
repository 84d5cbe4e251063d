/* Masks what must not reach a terminal: a record's texts may be hostile. */
#ifndef WM_MODEL_MASK_H
#define WM_MODEL_MASK_H

#include "record/nodes/member.h"

/* The length of the unsafe sequence at the start of text, which has size > 0 bytes; 0: none. Unsafe
 * are the characters of wm_code_point_is_hidden, and bytes that are not UTF-8. */
size_t wm_mask_length(const char *text, size_t size);

/* Replaces unsafe bytes by '?', in size bytes. */
void wm_mask_bytes(char *text, size_t size);

/* Copies a text as a string, cut between its characters to fit, and masked, NUL bytes too. */
void wm_mask_copy(const char *text, size_t text_size, char *out, size_t size);

/* The same of a text of a node; an absent one is empty. */
void wm_mask_text(wm_text text, char *out, size_t size);

#endif
