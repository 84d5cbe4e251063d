/* How many observations a series can have, so that one line can reduce all of them. */
#include "record/nodes/series_limit.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "record/laws/reduction.h"
#include "record/nodes/kind_reduction.h"

enum { ID_BYTES = 64 + 2 + 1 }; /* digits, quotes, and the comma before the next one */

/* The longest of the names. */
static wm_text longest_name(wm_list numbers)
{
    wm_text longest = {"", 0};
    wm_named_number number;
    while (wm_member_next_value(&numbers, &number))
        if (number.name.size > longest.size)
            longest = number.name;
    return longest;
}

/* Raises *most to the bytes of a reduction's line without its inputs. */
static wm_status measure(wm_function function, wm_text field, const wm_result *result,
                         wm_buffer *line, size_t *most)
{
    wm_reduction_node node;
    wm_status status;
    memset(&node, 0, sizeof node);
    node.field = field;
    node.function = wm_member_text(wm_tables_function_name(function));
    node.inputs = wm_member_list(NULL, 0);
    node.reason = wm_kind_reduction_reason(result);
    node.value = wm_kind_reduction_value(result);
    line->size = 0;
    status = wm_kind_write(&wm_kind_reduction_series, &node, line);
    if (status == WM_OK && line->size + 1 > *most)
        *most = line->size + 1; /* the newline */
    return status;
}

/* The same for all that a function can come to: the longest number, and each reason for a null. */
static wm_status measure_function(wm_function function, wm_text field, wm_buffer *line,
                                  size_t *most)
{
    static const double CAUSES[][2] = {{NAN, 0}, {0, 0}, {DBL_MAX, DBL_MAX}, {DBL_MAX, -DBL_MAX}};
    wm_result result = {WM_RESULT_NUMBER, -2.2250738585072014e-308, NULL}; /* 24 characters */
    wm_status status = measure(function, field, &result, line, most);
    for (size_t i = 0; status == WM_OK && i < sizeof CAUSES / sizeof CAUSES[0]; i++) {
        double values[2];
        memcpy(values, CAUSES[i], sizeof values);
        result = wm_reduction_of_series(function, values, 2);
        status = measure(function, field, &result, line, most);
    }
    return status;
}

uint32_t wm_series_limit_of(const wm_list *numbers)
{
    const wm_text field = longest_name(*numbers);
    wm_buffer line = WM_BUFFER_EMPTY;
    wm_status status = WM_OK;
    size_t most = 0;
    for (unsigned i = 0; status == WM_OK && i < WM_FUNCTION_COUNT; i++)
        if (wm_tables_function_inputs((wm_function)i) == WM_INPUTS_SERIES)
            status = measure_function((wm_function)i, field, &line, &most);
    wm_buffer_clear(&line);
    /* n ids have n - 1 commas between them. */
    return status == WM_OK && most <= WM_TABLES_LINE_BYTES
               ? (uint32_t)((WM_TABLES_LINE_BYTES - most + 1) / ID_BYTES)
               : 0;
}
