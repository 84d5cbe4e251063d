/* The wrong element of a rejected product: found in its row and probe, recomputed from its seeds.
 */
#ifndef WM_VERIFY_WRONG_ELEMENT_H
#define WM_VERIFY_WRONG_ELEMENT_H

#include "verify/check.h"

/* An element of the output, and its value by binary64 sums, rounded once. The bits are those of the
 * output's format. */
typedef struct wm_wrong_element {
    bool is_there; /* false: no element of the row and probe differs */
    wm_format format;
    uint64_t row, column;
    uint64_t found, expected;
} wm_wrong_element;

/* Recomputes the elements of a row whose columns belong to a probe. The wrong element is the one
 * with the largest |C - recomputed| / gap (the lowest column on ties), if its bits differ. Source:
 * docs/formats/record.md section 3, stage. Errors: the device's, NOMEM, ARG (not a product, no such
 * row or probe). Cost: k n / 24 random elements. Memory: the row. */
WM_MUST_CHECK wm_status wm_wrong_element_find(const wm_check *check, uint64_t row, uint32_t probe,
                                              wm_wrong_element *element);

enum { WM_WRONG_ELEMENT_WORDS = 288 };

/* One line: `row 3, column 7: found 3c01 (1.00097656), expected 3c00 (1), bit 0 differs`. Values
 * have 9 digits, those of binary64 17. */
void wm_wrong_element_words(const wm_wrong_element *element, char words[WM_WRONG_ELEMENT_WORDS]);

/* Its parts: `3c01 (1.00097656)` and `bit 0 differs`. */
enum { WM_WRONG_ELEMENT_PART = 64 };
void wm_wrong_element_value(wm_format format, uint64_t bits, char words[WM_WRONG_ELEMENT_PART]);
void wm_wrong_element_bits(const wm_wrong_element *element, char words[WM_WRONG_ELEMENT_PART]);

/* The bits of a value as hex digits, two a byte, the most significant first, and back. `text` has
 * room for 17 bytes. */
void wm_wrong_element_hex(wm_format format, uint64_t bits, char text[17]);
uint64_t wm_wrong_element_from_hex(const char *text);

#endif
