/* Finds the claims that a number of a document states.
 *
 * A number states a claim if the claim's value, rounded to the digits of the number, is the number.
 * The text of a claim is rounded already, so its value counts too. The values are in order, since a
 * document may have many numbers and a record many claims. */
#include "report/binding/binding_parts.h"

#include "model/claims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The unit in which a claim's text is shown; false: it has none. */
static bool unit_of(const wm_claim *claim, wm_tex_unit *unit)
{
    const char *blank = claim->text != NULL ? strchr(claim->text, ' ') : NULL;
    if (blank != NULL)
        return wm_tex_units_known(blank + 1, unit);
    if (claim->quantity != NULL && strstr(claim->quantity->name, "ratio") == NULL &&
        strstr(claim->quantity->name, "change") == NULL)
        return false;
    memset(unit, 0, sizeof *unit);
    unit->class = WM_TEX_UNIT_RATIO;
    unit->scale = 1;
    unit->base[0] = 'x';
    return true;
}

/* Whether a value in a unit rounds to a number. Half a unit more is for the rounding of the text.
 */
static bool rounds_to(double value, double scale, const wm_tex_number *number)
{
    const double difference = fabs(value / scale - number->value * number->unit.scale / scale);
    return difference <= number->half * number->unit.scale / scale * (1 + 1e-9) ||
           difference <= fabs(value / scale) * 1e-12;
}

/* The value in a claim's text; NaN: there is none. */
static double shown_value(const wm_claim *claim, const wm_tex_unit *unit)
{
    const wm_tex_text text = {.data = (char *)claim->text, .size = strlen(claim->text)};
    const size_t sign = text.size > 0 && strchr("+-", text.data[0]) != NULL;
    wm_tex_number number;
    return wm_tex_numbers_scan(&text, sign, text.size, &number) ? number.value * unit->scale
                                                                : (double)NAN;
}

/* Reads the values of a claim. False: no number states it. */
static bool read_values(const wm_claim *claim, wm_binding_value *value)
{
    if (claim->is_word || claim->value == NULL || claim->text == NULL ||
        !unit_of(claim, &value->unit))
        return false;
    value->claim = claim;
    value->shown = shown_value(claim, &value->unit);
    value->full = wm_claims_number(claim);
    if (value->unit.class == WM_TEX_UNIT_PERCENT)
        value->full *= 100;
    return true;
}

bool wm_binding_values_states(const wm_tex_number *number, const wm_claim *claim)
{
    wm_binding_value value;
    return read_values(claim, &value) && strcmp(value.unit.base, number->unit.base) == 0 &&
           (rounds_to(value.shown, value.unit.scale, number) ||
            rounds_to(value.full, value.unit.scale, number));
}

/* ---- in order -------------------------------------------------------------------------------- */

/* Whether the ends of an interval, which repeat digits of a rate, are left for later. */
static bool is_end(const wm_claim *claim)
{
    const size_t size = strlen(claim->name);
    return (size > 4 && strcmp(claim->name + size - 4, "_low") == 0) ||
           (size > 5 && strcmp(claim->name + size - 5, "_high") == 0);
}

/* The order by unit and value. */
static int compare(const void *a, const void *b)
{
    const wm_binding_value *one = a, *other = b;
    const int order = strcmp(one->unit.base, other->unit.base);
    return order != 0 ? order : (one->value > other->value) - (one->value < other->value);
}

wm_status wm_binding_values_sort(wm_binding *binding)
{
    size_t most = 0, order = 0;
    for (size_t i = 0; i < binding->record_count; i++)
        most += binding->record[i].model->claims.count;
    binding->value = calloc(2 * most + 1, sizeof *binding->value);
    if (binding->value == NULL)
        return WM_E_NOMEM;
    for (size_t i = 0; i < binding->record_count; i++) {
        const wm_claims *claims = &binding->record[i].model->claims;
        for (size_t j = 0; j < claims->count; j++, order++) {
            wm_binding_value value = {.of = &binding->record[i]};
            if (!read_values(&claims->claim[j], &value))
                continue;
            value.order = order + (is_end(value.claim) ? most : 0);
            value.value = value.shown;
            if (!isnan(value.shown))
                binding->value[binding->value_count++] = value;
            value.value = value.full;
            if (!isnan(value.full) && value.full != value.shown)
                binding->value[binding->value_count++] = value;
        }
    }
    qsort(binding->value, binding->value_count, sizeof *binding->value, compare);
    return WM_OK;
}

/* The first value that is not before another one. */
static size_t first_from(const wm_binding *binding, const wm_binding_value *wanted)
{
    size_t low = 0, high = binding->value_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare(&binding->value[middle], wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether a number states a claim, by this one of its two values. */
static bool is_stated(const wm_binding_value *value, const wm_tex_number *number)
{
    const bool by_text = rounds_to(value->shown, value->unit.scale, number);
    if (value->value == value->shown)
        return by_text;
    return !by_text && rounds_to(value->full, value->unit.scale, number);
}

/* Keeps the first few claims in their order. */
static void keep(const wm_binding_value *value, const wm_binding_value *kept[WM_BINDING_CLAIMS])
{
    for (size_t i = 0; i < WM_BINDING_CLAIMS && value != NULL; i++)
        if (kept[i] == NULL || value->order < kept[i]->order) {
            const wm_binding_value *next = kept[i];
            kept[i] = value;
            value = next;
        }
}

/* The prefix of the first folder of a record, as an option of a macro. */
static const char *option_of(wm_binding *binding, const wm_binding_record *record)
{
    for (size_t i = 0; i < binding->folder_count; i++)
        if (binding->folder[i].of == record && binding->folder[i].prefix[0] != '\0')
            return wm_document_text(&binding->memory, "[%s]", binding->folder[i].prefix);
    return "";
}

static const char *macro_of(wm_binding *binding, const wm_binding_value *value)
{
    const wm_tex_entry *entry =
        wm_tex_published_find(&value->of->published, value->claim->name, false);
    return wm_document_text(&binding->memory, "\\wmclaim%s%s{%s}",
                            entry != NULL && entry->objection_size > 0 ? "*" : "",
                            option_of(binding, value->of), value->claim->name);
}

void wm_binding_values_find(wm_binding *binding, const wm_tex_number *number,
                            wm_binding_finding *finding)
{
    const wm_binding_value *kept[WM_BINDING_CLAIMS] = {NULL};
    wm_binding_value wanted = {.unit = number->unit};
    const double value = number->value * number->unit.scale;
    const double reach = fmax(number->half * number->unit.scale * (1 + 1e-6), fabs(value) * 1e-11);
    wanted.value = value - reach;
    for (size_t i = first_from(binding, &wanted);
         i < binding->value_count && binding->value[i].value <= value + reach &&
         strcmp(binding->value[i].unit.base, number->unit.base) == 0;
         i++)
        if (is_stated(&binding->value[i], number)) {
            keep(&binding->value[i], kept);
            finding->claims++;
        }
    for (size_t i = 0; i < WM_BINDING_CLAIMS && kept[i] != NULL; i++)
        finding->claim[i] = macro_of(binding, kept[i]);
}
