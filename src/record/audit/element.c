/* Checks the element that a witness found wrong.
 *
 * It lets a reader compute one number again in place of a product. So it must lie where the
 * residual is largest, and agree with the chunk that was opened. */
#include "record/audit/element.h"

#include <string.h>

#include "standards/base64.h"

enum { ELEMENT_DIGITS = 2 * 8 };

static bool check_place(wm_audit_state *state, const wm_element_node *node,
                        const wm_element_place *place)
{
    const double row = (double)place->residual->row, probe = (double)place->residual->probe;
    const bool is_in = node->column >= 0 && node->column < (double)place->item->dimension[1];
    const bool is_of_probe =
        is_in && (double)((uint64_t)node->column % WM_TABLES_PROBE_COLUMNS) == probe;
    return (is_of_probe && node->row == row) ||
           !wm_refusal_make(&state->refusal, WM_RULE_ELEMENT_PLACE,
                            "element: found row %.0f, column %.0f, expected row %.0f and a column "
                            "of probe %.0f",
                            node->row, node->column, row, probe);
}

/* The digits of an element in the data of its chunk, most significant byte first. */
static void write_digits(const uint8_t *bytes, unsigned size, char digits[ELEMENT_DIGITS + 1])
{
    static const char HEX[] = "0123456789abcdef";
    for (unsigned i = 0; i < size; i++) {
        digits[2 * i] = HEX[bytes[size - 1 - i] >> 4];
        digits[2 * i + 1] = HEX[bytes[size - 1 - i] & 15];
    }
    digits[2 * size] = '\0';
}

/* Compares the element with its chunk, if that is opened. */
static bool check_opened(wm_audit_state *state, const wm_element_node *node,
                         const wm_element_place *place)
{
    const wm_matching audited = {NULL, NULL, NULL};
    const unsigned size = place->item->variant->output_size_bytes;
    const uint64_t begin = (uint64_t)node->column * size;
    wm_list left = *place->openings;
    while (wm_member_has_next(&left)) {
        uint8_t data[WM_TABLES_CHUNK_BYTES];
        char expected[ELEMENT_DIGITS + 1], found[ELEMENT_DIGITS + 1];
        wm_opening_node opening;
        size_t count = 0;
        if (!wm_kind_match_next(&audited, &left, &wm_objects_opening, &opening) ||
            opening.row != node->row || opening.chunk != (double)(begin / WM_TABLES_CHUNK_BYTES) ||
            wm_base64_decode(opening.data.bytes, opening.data.size, data, sizeof data, &count) !=
                WM_OK ||
            begin % WM_TABLES_CHUNK_BYTES + size > count)
            continue;
        write_digits(data + begin % WM_TABLES_CHUNK_BYTES, size, expected);
        return wm_member_is(node->found, expected) ||
               !wm_refusal_make(&state->refusal, WM_RULE_ELEMENT_OPENED,
                                "`found` of the element: found %s, expected %s, as opened",
                                wm_member_copy(node->found, found, sizeof found), expected);
    }
    return true;
}

bool wm_element_check(wm_audit_state *state, const wm_element_node *node,
                      const wm_element_place *place)
{
    const size_t digits = (size_t)2 * place->item->variant->output_size_bytes;
    if (!node->is_there)
        return true;
    if (!wm_rule_rejects_row(place->limits, place->residual) &&
        wm_refusal_make(&state->refusal, WM_RULE_ELEMENT_WANTED,
                        "an element without a residual that the row test rejects"))
        return false;
    if (node->found.bytes == NULL || node->expected.bytes == NULL)
        return true; /* a rule is switched off */
    if ((node->found.size != digits || node->expected.size != digits) &&
        wm_refusal_make(&state->refusal, WM_RULE_ELEMENT_FORM,
                        "the element's values do not have %lu digits", (unsigned long)digits))
        return false;
    if (node->found.size == node->expected.size &&
        memcmp(node->found.bytes, node->expected.bytes, node->found.size) == 0 &&
        wm_refusal_make(&state->refusal, WM_RULE_ELEMENT_EQUAL,
                        "`found` and `expected` of the element are equal"))
        return false;
    return check_place(state, node, place) &&
           (!(node->column >= 0 && node->column < (double)place->item->dimension[1]) ||
            check_opened(state, node, place));
}
