/* Finds the wrong element of a rejected product. */
#include "verify/wrong_element.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cpu/reference.h"
#include "verify/recompute.h"

/* The bits of element `index` of an output, and the value of bits. */
static uint64_t bits_at(wm_format format, const uint8_t *elements, uint64_t index)
{
    const size_t size = wm_format_size(format);
    uint64_t bits = 0;
    memcpy(&bits, elements + index * size, size);
    return bits;
}

static double value_of(wm_format format, uint64_t bits)
{
    return wm_format_load(format, &bits, 0);
}

static uint64_t rounded_bits(wm_format format, double value)
{
    uint64_t bits = 0;
    wm_format_store(format, &bits, 0, value);
    return bits;
}

/* The distance of two values in gaps of the found one. A value that is not finite is farthest. */
static double gaps_between(wm_format format, double found, double exact)
{
    const double gap = format == WM_FORMAT_I32 ? 1 : wm_reference_gap(format, found);
    const double distance = fabs(found - exact) / gap;
    return isfinite(distance) ? distance : (double)INFINITY;
}

static void search(const wm_regenerate *operands, const uint8_t *elements, uint64_t row,
                   uint32_t probe, wm_wrong_element *worst)
{
    const wm_format format = operands->output_format;
    double most = -1;
    for (uint64_t j = probe; j < operands->n; j += WM_TABLES_PROBE_COLUMNS) {
        wm_recompute_element one;
        const double found = wm_format_load(format, elements, j);
        wm_recompute_elements(operands, row, j, 1, &one);
        const double distance = gaps_between(format, found, one.exact);
        if (distance > most) {
            most = distance;
            *worst = (wm_wrong_element){.format = format,
                                        .row = row,
                                        .column = j,
                                        .found = bits_at(format, elements, j),
                                        .expected = rounded_bits(format, one.exact)};
        }
    }
    worst->is_there = worst->found != worst->expected;
}

wm_status wm_wrong_element_find(const wm_check *check, uint64_t row, uint32_t probe,
                                wm_wrong_element *element)
{
    wm_regenerate operands;
    const wm_device *device = check->device;
    wm_status status = wm_regenerate_open(&operands, check->item, check->nonce);
    *element = (wm_wrong_element){0};
    if (status == WM_OK && (row >= operands.m || probe >= operands.n))
        status = WM_E_ARG;
    if (status == WM_OK) {
        const size_t size = operands.n * wm_format_size(operands.output_format);
        uint8_t *elements = malloc(size);
        status = elements == NULL ? WM_E_NOMEM
                                  : device->ops->download(check->device, check->job->output,
                                                          (size_t)row * size, elements, size);
        if (status == WM_OK)
            search(&operands, elements, row, probe, element);
        free(elements);
    }
    wm_regenerate_close(&operands);
    return status;
}

void wm_wrong_element_hex(wm_format format, uint64_t bits, char text[17])
{
    (void)snprintf(text, 17, "%0*" PRIx64, (int)(2 * wm_format_size(format)), bits);
}

uint64_t wm_wrong_element_from_hex(const char *text)
{
    return strtoull(text, NULL, 16);
}

void wm_wrong_element_value(wm_format format, uint64_t bits, char words[WM_WRONG_ELEMENT_PART])
{
    char hex[17];
    wm_wrong_element_hex(format, bits, hex);
    (void)snprintf(words, WM_WRONG_ELEMENT_PART, "%s (%.*g)", hex, format == WM_FORMAT_F64 ? 17 : 9,
                   value_of(format, bits));
}

void wm_wrong_element_bits(const wm_wrong_element *element, char words[WM_WRONG_ELEMENT_PART])
{
    enum { FEW = 4, ROOM = WM_WRONG_ELEMENT_PART };
    const uint64_t differing = element->found ^ element->expected;
    unsigned count = 0;
    size_t at = 0;
    for (unsigned bit = 0; bit < 64; bit++)
        count += (unsigned)(differing >> bit & 1);
    if (count > FEW) {
        (void)snprintf(words, ROOM, "%u bits differ", count);
        return;
    }
    for (unsigned bit = 0; bit < 64; bit++)
        if ((differing >> bit & 1) != 0)
            at += (size_t)snprintf(words + at, ROOM - at, "%s %u",
                                   at > 0       ? " and"
                                   : count == 1 ? "bit"
                                                : "bits",
                                   bit);
    (void)snprintf(words + at, ROOM - at, "%s", count == 1 ? " differs" : " differ");
}

void wm_wrong_element_words(const wm_wrong_element *element, char words[WM_WRONG_ELEMENT_WORDS])
{
    char found[WM_WRONG_ELEMENT_PART], expected[WM_WRONG_ELEMENT_PART];
    char bits[WM_WRONG_ELEMENT_PART];
    wm_wrong_element_value(element->format, element->found, found);
    wm_wrong_element_value(element->format, element->expected, expected);
    wm_wrong_element_bits(element, bits);
    (void)snprintf(words, WM_WRONG_ELEMENT_WORDS,
                   "row %" PRIu64 ", column %" PRIu64 ": found %s, expected %s, %s", element->row,
                   element->column, found, expected, bits);
}
