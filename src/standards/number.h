/* Numbers between binary64 and decimal text, as ECMAScript writes them (RFC 8785, section
 * 3.2.2.3). */
#ifndef WM_STANDARDS_NUMBER_H
#define WM_STANDARDS_NUMBER_H

#include <witnessmark.h>

#include <stdbool.h>

/* Room for any number's text with a NUL: the longest is -1.7976931348623157e-308 at 24
 * characters. */
enum { WM_NUMBER_TEXT_SIZE = 32 };

/* Writes value as Number::toString does, the shortest text that reads back as value, and a NUL;
 * returns its length. Source: ECMA-262, Number::toString; RFC 8785, section 3.2.2.3. Zero of either
 * sign is "0". Returns 0 and writes an empty string if value is not finite: JSON cannot
 * express it. */
size_t wm_number_format(double value, char text[WM_NUMBER_TEXT_SIZE]);

/* Reads one number of JSON's grammar (RFC 8259, section 6), correctly rounded to nearest, ties to
 * even, whatever the locale. The whole slice must be the number. Overflow gives an infinity,
 * underflow a zero or subnormal: both WM_OK. Errors: SYNTAX (not one number of that grammar). */
WM_MUST_CHECK wm_status wm_number_parse(const char *text, size_t size, double *value);

/* What a scan of a number at the start of a text found. */
typedef struct wm_number_scan {
    double value;      /* correctly rounded */
    size_t size;       /* bytes of text that the number takes */
    bool is_integer;   /* no fraction and no exponent in its text */
    bool is_canonical; /* its text is what wm_number_format writes; false unless asked for */
} wm_number_scan;

/* Scans the number that begins at text and ends before end: one step of the parser. Errors: SYNTAX
 * (no number; scan->size is then the offset of the offending byte). */
WM_MUST_CHECK wm_status wm_number_scan_at(const char *text, const char *end, bool want_canonical,
                                          wm_number_scan *scan);

#endif
