/* Expands and folds lists of nodes.
 *
 * Folding takes the number that ends a name: Slurm refuses text behind a bracket. Names with equal
 * text before it are neighbours after sorting. A number with a zero in front is padded, and then so
 * are all numbers of its length: 08, 09, 10 are [08-10], but 8, 9, 10 are [8-10]. */
#include "model/node_list.h"

#include "base/array.h"
#include "base/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool wm_node_list_is_name(const char *name, size_t size)
{
    if (size == 0 || size > WM_NODE_LIST_NAME || name[0] == '.' || name[0] == '-')
        return false;
    for (size_t i = 0; i < size; i++)
        if (!is_digit(name[i]) && !is_letter(name[i]) &&
            (name[i] == '\0' || strchr("._:@+-", name[i]) == NULL))
            return false;
    return true;
}

wm_status wm_node_list_add(wm_node_list *list, const char *name, size_t size)
{
    char **grown;
    char *copy;
    if (list->count == WM_NODE_LIST_MOST)
        return WM_E_LIMIT;
    grown = wm_array_grow(list->name, &list->capacity, list->count + 1, sizeof *grown);
    if (grown == NULL)
        return WM_E_NOMEM;
    list->name = grown;
    copy = malloc(size + 1);
    if (copy == NULL)
        return WM_E_NOMEM;
    memcpy(copy, name, size);
    copy[size] = '\0';
    grown[list->count++] = copy;
    return WM_OK;
}

void wm_node_list_clear(wm_node_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->name[i]);
    free(list->name);
    memset(list, 0, sizeof *list);
}

/* ---- expanding ------------------------------------------------------------------------------- */

/* An expansion: what the name has so far, and where its names go. */
typedef struct {
    wm_node_list *list;
    const char *all; /* the whole element, for messages */
    size_t all_size;
    char name[WM_NODE_LIST_NAME + 1];
    wm_error *err;
} expansion;

static wm_status refuse(const expansion *of, wm_status status, const char *words)
{
    return wm_error_set(of->err, status, NULL, "'%.*s': %s",
                        (int)(of->all_size < 100 ? of->all_size : 100), of->all, words);
}

static wm_status expand_from(expansion *of, size_t length, const char *rest, size_t size);

static wm_status end_name(const expansion *of, size_t length)
{
    wm_status status;
    if (!wm_node_list_is_name(of->name, length))
        return refuse(of, WM_E_INVALID,
                      "not a node's name, which has letters, digits and ._:@+- alone");
    status = wm_node_list_add(of->list, of->name, length);
    return status == WM_OK
               ? WM_OK
               : refuse(of, status,
                        status == WM_E_LIMIT ? "more than 1,000,000 names" : "out of memory");
}

/* Reads a number of up to 9 digits; false if there is none. */
static bool read_number(const char **text, const char *end, unsigned long *number, int *width)
{
    const char *at = *text;
    *number = 0;
    while (at < end && is_digit(*at) && at - *text < 9)
        *number = *number * 10 + (unsigned long)(*at++ - '0');
    *width = (int)(at - *text);
    *text = at;
    return *width > 0 && (at == end || !is_digit(*at));
}

/* Expands one range of a bracket, `5` or `01-12`. */
static wm_status expand_range(expansion *of, size_t length, const char *range, const char *end,
                              const char *rest, size_t size)
{
    unsigned long first, last;
    int width, ignored;
    wm_status status = WM_OK;
    if (!read_number(&range, end, &first, &width))
        return refuse(of, WM_E_SYNTAX, "a bracket needs numbers, as [1-4,7]");
    last = first;
    if (range < end && *range == '-') {
        range++;
        if (!read_number(&range, end, &last, &ignored))
            return refuse(of, WM_E_SYNTAX, "a range needs an end, as [1-4]");
    }
    if (range != end || last < first)
        return refuse(of, WM_E_SYNTAX, "a range needs two ascending numbers, as [1-4]");
    for (unsigned long i = first; i <= last && status == WM_OK; i++) {
        char digits[24];
        const int count = snprintf(digits, sizeof digits, "%0*lu", width, i);
        if (length + (size_t)count > WM_NODE_LIST_NAME)
            return refuse(of, WM_E_INVALID, "a name is longer than 200 characters");
        memcpy(of->name + length, digits, (size_t)count);
        status = expand_from(of, length + (size_t)count, rest, size);
    }
    return status;
}

/* Expands the bracket at the start of text, then what follows it. */
static wm_status expand_bracket(expansion *of, size_t length, const char *text, size_t size)
{
    const char *end = memchr(text, ']', size);
    const char *at = text + 1;
    wm_status status = WM_OK;
    if (end == NULL)
        return refuse(of, WM_E_SYNTAX, "a bracket is not closed");
    while (status == WM_OK) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *stop = comma != NULL ? comma : end;
        status = expand_range(of, length, at, stop, end + 1, (size_t)(text + size - end - 1));
        if (comma == NULL)
            break;
        at = comma + 1;
    }
    return status;
}

/* Appends what comes before the next bracket to the name, then expands the bracket. */
static wm_status expand_from(expansion *of, size_t length, const char *rest, size_t size)
{
    const char *bracket = memchr(rest, '[', size);
    const size_t plain = bracket != NULL ? (size_t)(bracket - rest) : size;
    if (length + plain > WM_NODE_LIST_NAME)
        return refuse(of, WM_E_INVALID, "a name is longer than 200 characters");
    memcpy(of->name + length, rest, plain);
    return bracket == NULL ? end_name(of, length + plain)
                           : expand_bracket(of, length + plain, bracket, size - plain);
}

/* The length of an element: up to a comma or a blank outside brackets. */
static size_t element_size(const char *text)
{
    size_t size = 0;
    bool is_inside = false;
    for (; text[size] != '\0'; size++) {
        if (!is_inside && strchr(", \t\r\n", text[size]) != NULL)
            break;
        is_inside = text[size] == '[' || (is_inside && text[size] != ']');
    }
    return size;
}

wm_status wm_node_list_expand(const char *text, wm_node_list *list, wm_error *err)
{
    wm_status status = WM_OK;
    while (status == WM_OK) {
        expansion of = {.list = list, .err = err};
        text += strspn(text, ", \t\r\n");
        if (*text == '\0')
            break;
        of.all = text;
        of.all_size = element_size(text);
        status = expand_from(&of, 0, text, of.all_size);
        text += of.all_size;
    }
    return status;
}

/* ---- order ----------------------------------------------------------------------------------- */

/* Skips the digits at *text; returns their length without the zeros in front, and where these
 * begin. */
static size_t take_digits(const char **text, const char **first)
{
    const char *at = *text;
    while (*at == '0' && is_digit(at[1]))
        at++;
    *first = at;
    while (is_digit(*at))
        at++;
    *text = at;
    return (size_t)(at - *first);
}

int wm_node_list_order(const char *a, const char *b)
{
    const char *const whole_a = a, *const whole_b = b;
    while (*a != '\0' && *b != '\0') {
        const char *of_a, *of_b;
        size_t size_a, size_b;
        int order;
        if (!is_digit(*a) || !is_digit(*b)) {
            if (*a != *b)
                return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
            a++;
            b++;
            continue;
        }
        size_a = take_digits(&a, &of_a);
        size_b = take_digits(&b, &of_b);
        if (size_a != size_b)
            return size_a < size_b ? -1 : 1;
        order = memcmp(of_a, of_b, size_a);
        if (order != 0)
            return order;
    }
    if (*a != *b)
        return *a == '\0' ? -1 : 1;
    return strcmp(whole_a, whole_b); /* 01 and 1 */
}

static int order_names(const void *a, const void *b)
{
    return wm_node_list_order(*(char *const *)a, *(char *const *)b);
}

void wm_node_list_sort(wm_node_list *list)
{
    size_t kept = 0;
    if (list->count > 0)
        qsort(list->name, list->count, sizeof *list->name, order_names);
    for (size_t i = 0; i < list->count; i++)
        if (kept > 0 && strcmp(list->name[kept - 1], list->name[i]) == 0)
            free(list->name[i]);
        else
            list->name[kept++] = list->name[i];
    list->count = kept;
}

/* ---- folding --------------------------------------------------------------------------------- */

/* A name, parted at the number that ends it. */
typedef struct {
    const char *name;
    size_t lead;  /* bytes before the number */
    size_t width; /* digits of the number; 0: it has none */
    size_t pad;   /* the width that a range must have; 0: numbers without zeros in front */
    unsigned long number;
} part;

static part part_of(const char *name)
{
    part of = {.name = name, .lead = strlen(name)};
    for (; of.lead > 0 && is_digit(name[of.lead - 1]) && of.width < 9; of.lead--)
        of.width++;
    of.number = strtoul(name + of.lead, NULL, 10);
    of.pad = name[of.lead] == '0' && of.width > 1 ? of.width : 0;
    return of;
}

/* The order of the texts before the numbers. */
static int order_leads(const part *a, const part *b)
{
    const size_t lead = a->lead < b->lead ? a->lead : b->lead;
    int order = memcmp(a->name, b->name, lead);
    if (order == 0)
        order = (a->lead > b->lead) - (a->lead < b->lead);
    return order != 0 ? order : (a->width > 0) - (b->width > 0);
}

static int order_widths(const void *left, const void *right)
{
    const part *a = left, *b = right;
    int order = order_leads(a, b);
    if (order == 0)
        order = (a->width > b->width) - (a->width < b->width);
    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

static int order_folded(const void *left, const void *right)
{
    const part *a = left, *b = right;
    int order = order_leads(a, b);
    if (order == 0)
        order = (a->pad > b->pad) - (a->pad < b->pad);
    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

/* Pads all numbers of one length where one of them has a zero in front: it sorts first. */
static void pad_alike(part *parts, size_t count)
{
    qsort(parts, count, sizeof *parts, order_widths);
    for (size_t i = 1; i < count; i++)
        if (order_leads(&parts[i - 1], &parts[i]) == 0 && parts[i - 1].width == parts[i].width)
            parts[i].pad = parts[i - 1].pad;
    qsort(parts, count, sizeof *parts, order_folded);
}

static bool is_same_group(const part *a, const part *b)
{
    return a->width > 0 && order_leads(a, b) == 0 && a->pad == b->pad;
}

/* Appends the numbers of a group, as 1-3,7. */
static wm_status append_numbers(const part *parts, size_t count, wm_buffer *out)
{
    wm_status status = WM_OK;
    for (size_t i = 0; i < count && status == WM_OK;) {
        const int width = (int)parts[i].pad;
        size_t end = i;
        while (end + 1 < count && parts[end + 1].number <= parts[end].number + 1)
            end++;
        status = wm_buffer_printf(out, "%s%0*lu", i > 0 ? "," : "", width, parts[i].number);
        if (status == WM_OK && parts[end].number > parts[i].number)
            status = wm_buffer_printf(out, "-%0*lu", width, parts[end].number);
        i = end + 1;
    }
    return status;
}

static wm_status append_group(const part *parts, size_t count, wm_buffer *out)
{
    const part *of = &parts[0];
    wm_status status;
    if (count == 1 || of->number == parts[count - 1].number)
        return wm_buffer_puts(out, of->name);
    status = wm_buffer_printf(out, "%.*s[", (int)of->lead, of->name);
    if (status == WM_OK)
        status = append_numbers(parts, count, out);
    return status == WM_OK ? wm_buffer_putc(out, ']') : status;
}

wm_status wm_node_list_fold(const char *const *name, size_t count, wm_buffer *out)
{
    part *parts = malloc((count + 1) * sizeof *parts);
    wm_status status = WM_OK;
    if (parts == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < count; i++)
        parts[i] = part_of(name[i]);
    if (count > 0)
        pad_alike(parts, count);
    for (size_t i = 0; i < count && status == WM_OK;) {
        size_t end = i + 1;
        while (end < count && is_same_group(&parts[i], &parts[end]))
            end++;
        if (i > 0)
            status = wm_buffer_putc(out, ',');
        if (status == WM_OK)
            status = append_group(&parts[i], end - i, out);
        i = end;
    }
    free(parts);
    return status;
}
