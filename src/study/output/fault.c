/* Injects faults into finished outputs.
 *
 * A fault is a function of the output, its place and the plan's nonce alone, never of chance. So a
 * resumed run makes the same bytes again, and whoever has the seeds can make them too. Faults in
 * the operands or the precision are made by a real run of the workload on other operands. */
#include "study/output/fault.h"

#include "base/code_point.h"

#include "workload/workload.h"
#include "base/near_words.h"
#include "base/status.h"
#include "measure/schedule_pick.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = 16, BLOCK = 65536 };

static const char *const TEXTS[WM_FAULT_COUNT] = {[WM_FAULT_NONE] = "",
#define WM_FAULT_TEXT(id, word, has_place, text) [WM_FAULT_##id] = text,
                                                  WM_FAULT_LIST(WM_FAULT_TEXT)
#undef WM_FAULT_TEXT
};

const char *wm_fault_text(wm_fault_kind kind)
{
    return (unsigned)kind < WM_FAULT_COUNT ? TEXTS[kind] : "";
}

/* Reads a plain decimal and moves *text behind it. */
static bool read_count(const char **text, uint64_t *value)
{
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    errno = 0;
    *value = strtoull(*text, &end, 10);
    *text = end;
    return errno == 0;
}

/* Refuses an unknown kind, and names the nearest. */
static wm_status refuse_kind(const char *text, size_t size, wm_error *err)
{
    const char *kinds[WM_FAULT_COUNT];
    char wrong[48], hint[64];
    for (unsigned i = 1; i < WM_FAULT_COUNT; i++)
        kinds[i - 1] = wm_tables_fault((wm_fault_kind)i);
    (void)snprintf(wrong, sizeof wrong, "%.*s", WM_FIT_IN(text, size, 40));
    wm_near_words_hint(wrong, kinds, WM_FAULT_COUNT - 1, hint, sizeof hint);
    return wm_error_set(err, WM_E_ARG, NULL, "unknown fault '%s'%s", wrong,
                        hint[0] != '\0' ? hint : "; see `witnessmark list`");
}

wm_status wm_fault_parse(const char *text, wm_fault *fault, wm_error *err)
{
    const size_t word = strcspn(text, ":@");
    const char *rest = text + word;
    *fault = (wm_fault){.kind = wm_tables_fault_named(text, word)};
    if (fault->kind == WM_FAULT_NONE)
        return refuse_kind(text, word, err);
    if (*rest == ':') {
        rest++;
        fault->has_place = true;
        if (!read_count(&rest, &fault->row))
            return wm_error_set(err, WM_E_ARG, NULL, "a row number must follow the colon");
        if (*rest == ',') {
            rest++;
            if (!read_count(&rest, &fault->column))
                return wm_error_set(err, WM_E_ARG, NULL, "a column number must follow the comma");
        }
    }
    if (*rest == '@' && rest[1] != '\0' && strlen(rest + 1) < sizeof fault->label) {
        memcpy(fault->label, rest + 1, strlen(rest + 1) + 1);
        return WM_OK;
    }
    return *rest == '\0' ? WM_OK
                         : wm_error_set(err, WM_E_ARG, NULL,
                                        "'%.*s' is not of the form KIND[:ROW[,COLUMN]][@LABEL]",
                                        WM_FIT(text, 60));
}

/* Elements of a row of the output; a vector's last row may be shorter. */
static uint64_t row_elements(const wm_output *output, uint64_t row)
{
    return row + 1 == output->rows ? output->last_columns : output->columns;
}

/* Whether the item with the fault would have the label of another item, whose fault is in the plan.
 */
static bool is_there_already(const wm_item *items, size_t count, const wm_item *item,
                             const wm_planned_fault *planned)
{
    char label[WM_PLAN_LABEL_SIZE], other[WM_PLAN_LABEL_SIZE];
    wm_item faulty = *item;
    faulty.fault = *planned;
    wm_plan_label(&faulty, label);
    for (size_t i = 0; i < count; i++) {
        wm_plan_label(&items[i], other);
        if (items[i].fault.kind != WM_FAULT_NONE && strcmp(label, other) == 0)
            return true;
    }
    return false;
}

/* Why an item cannot have the fault; NULL if it can. */
static const char *why_not(const wm_item *items, size_t count, const wm_item *item,
                           const wm_planned_fault *planned)
{
    if (item->fault.kind != WM_FAULT_NONE)
        return "already has a fault and cannot also have";
    if (!wm_plan_has_output(item) || !wm_workload_can_have(planned->kind, item))
        return "cannot have the fault";
    if (!wm_plan_fault_fits(item, planned))
        return "has no such row or column for the fault";
    if (is_there_already(items, count, item, planned))
        return "is also in the plan with the fault";
    return NULL;
}

/* Gives the fault to one item, if the item can have it. Returns the reason if it cannot. */
static const char *plan_one(const wm_fault *fault, wm_item *items, size_t count, wm_item *item)
{
    wm_planned_fault planned = {.kind = fault->kind, .row = fault->row, .column = fault->column};
    const char *reason;
    if (!fault->has_place)
        wm_schedule_centre(item, &planned);
    reason = why_not(items, count, item, &planned);
    if (reason == NULL)
        item->fault = planned;
    return reason;
}

/* Refuses a label that no item has, and names the nearest. */
static wm_status refuse_label(const char *label, const wm_item *items, size_t count, wm_error *err)
{
    const char **labels = wm_schedule_pick_labels(items, count);
    char hint[WM_PLAN_LABEL_SIZE + 32] = "";
    if (labels != NULL)
        wm_near_words_hint(label, labels, count, hint, sizeof hint);
    free(labels);
    return wm_error_set(err, WM_E_ARG, NULL, "the plan has no item '%s'%s", label, hint);
}

/* Gives the fault to the item that the fault names. */
static wm_status plan_named(const wm_fault *fault, wm_item *items, size_t count, wm_error *err)
{
    for (size_t i = 0; i < count; i++) {
        char label[WM_PLAN_LABEL_SIZE];
        const char *reason;
        wm_plan_label(&items[i], label);
        if (strcmp(fault->label, label) != 0)
            continue;
        reason = plan_one(fault, items, count, &items[i]);
        return reason == NULL ? WM_OK
                              : wm_error_set(err, WM_E_ARG, NULL, "%s %s '%s'", label, reason,
                                             wm_tables_fault(fault->kind));
    }
    return refuse_label(fault->label, items, count, err);
}

wm_status wm_fault_plan(const wm_fault *fault, wm_item *items, size_t count, wm_error *err)
{
    size_t given = 0;
    if (fault->kind == WM_FAULT_NONE)
        return WM_OK;
    if (fault->label[0] != '\0')
        return plan_named(fault, items, count, err);
    for (size_t i = 0; i < count; i++)
        given += plan_one(fault, items, count, &items[i]) == NULL;
    return given > 0 ? WM_OK
                     : wm_error_set(err, WM_E_ARG, NULL,
                                    "no item of the plan can have this fault at this place");
}

/* The bits that `bit` and `bits` flip. */
static uint64_t exponent_bit(wm_format format)
{
    switch (format) {
    case WM_FORMAT_F16:
        return (uint64_t)1 << 10;
    case WM_FORMAT_BF16:
        return (uint64_t)1 << 7;
    case WM_FORMAT_F64:
        return (uint64_t)1 << 52;
    default: /* binary32; the same bit of an int32 */
        return (uint64_t)1 << 23;
    }
}

static uint64_t sign_bit(wm_format format)
{
    return (uint64_t)1 << (8 * wm_format_size(format) - 1);
}

/* Flips the same bits of `count` elements of a row, from a column on. */
static wm_status flip_run(wm_workload *workload, uint64_t row, uint64_t column, uint64_t count,
                          uint64_t mask)
{
    const size_t size = wm_format_size(workload->output_format);
    const size_t begin = (size_t)(row * workload->shape.row_bytes + column * size);
    const wm_backend *ops = workload->device->ops;
    wm_status status = WM_OK;
    for (uint64_t i = 0; i < count && status == WM_OK; i++)
        status = ops->flip_bits(workload->device, workload->output, begin + (size_t)i * size, mask,
                                size);
    return status;
}

static wm_status flip_tile(wm_workload *workload, uint64_t row, uint64_t column)
{
    const uint64_t mask = sign_bit(workload->output_format);
    wm_status status = WM_OK;
    for (uint64_t r = row; r < row + TILE && r < workload->shape.rows && status == WM_OK; r++) {
        const uint64_t elements = row_elements(&workload->shape, r);
        const uint64_t left = elements > column ? elements - column : 0;
        status = flip_run(workload, r, column, left < TILE ? left : TILE, mask);
    }
    return status;
}

static wm_status put_nan(wm_workload *workload, uint64_t row, uint64_t column)
{
    const size_t size = wm_format_size(workload->output_format);
    uint8_t element[8];
    wm_format_store(workload->output_format, element, 0, (double)NAN);
    return workload->device->ops->upload(workload->device, workload->output,
                                         (size_t)(row * workload->shape.row_bytes + column * size),
                                         element, size);
}

/* Rounds an operand's elements to e4m3 in place, a block at a time. */
static wm_status degrade(wm_workload *workload, unsigned index)
{
    const wm_operand operand = wm_workload_operand(workload->item, index);
    const wm_backend *ops = workload->device->ops;
    const size_t size = wm_format_size(operand.format), count = (size_t)operand.count;
    wm_device_buffer *buffer = workload->operand[index];
    uint8_t *block = malloc(BLOCK * size);
    wm_status status = block != NULL ? WM_OK : WM_E_NOMEM;
    for (size_t first = 0; first < count && status == WM_OK; first += BLOCK) {
        const size_t here = count - first < BLOCK ? count - first : BLOCK;
        status = ops->download(workload->device, buffer, first * size, block, here * size);
        for (size_t i = 0; i < here && status == WM_OK; i++) {
            const uint8_t code = wm_format_e4m3_from_f64(wm_format_load(operand.format, block, i));
            wm_format_store(operand.format, block, i, (double)wm_format_e4m3_to_f32(code));
        }
        if (status == WM_OK)
            status = ops->upload(workload->device, buffer, first * size, block, here * size);
    }
    free(block);
    return status;
}

/* Runs the workload on other operands, then restores the original operands. */
static wm_status compute_other(wm_workload *workload, const char *nonce, const char *other_nonce,
                               const unsigned source[WM_TABLES_OPERANDS], bool is_degraded)
{
    wm_status status = wm_workload_fill_from(workload, other_nonce, source);
    for (unsigned i = 0; i < workload->item->variant->operand_count && is_degraded; i++)
        if (status == WM_OK)
            status = degrade(workload, i);
    if (status == WM_OK)
        status = wm_job_run(workload->device, &workload->job);
    if (status == WM_OK)
        status = workload->device->ops->sync(workload->device);
    if (status == WM_OK)
        status = wm_workload_fill(workload, nonce);
    return status;
}

static wm_status make_whole(wm_fault_kind kind, wm_workload *workload, const char *nonce)
{
    const unsigned *exchanged = workload->kind->exchanged;
    unsigned source[WM_TABLES_OPERANDS] = {0, 1, 2};
    if (kind == WM_FAULT_STALE) /* a plan's nonce is hex, so that "stale" is never one */
        return compute_other(workload, nonce, "stale", source, false);
    if (kind == WM_FAULT_PRECISION)
        return compute_other(workload, nonce, nonce, source, true);
    source[exchanged[0]] = exchanged[1];
    source[exchanged[1]] = exchanged[0];
    return compute_other(workload, nonce, nonce, source, false);
}

wm_status wm_fault_make(wm_workload *workload, const char *nonce)
{
    const wm_planned_fault *fault = &workload->item->fault;
    const uint64_t row = fault->row, column = fault->column;
    const wm_format format = workload->output_format;
    const uint64_t fraction_bit = exponent_bit(format) >> 1;
    switch (fault->kind) {
    case WM_FAULT_BIT:
        return flip_run(workload, row, column, 1, exponent_bit(format));
    case WM_FAULT_BITS:
        return flip_run(workload, row, column, 1,
                        sign_bit(format) | exponent_bit(format) | fraction_bit);
    case WM_FAULT_ELEMENT:
        return flip_run(workload, row, column, 1, sign_bit(format));
    case WM_FAULT_ROW:
        return flip_run(workload, row, column, row_elements(&workload->shape, row) - column,
                        sign_bit(format));
    case WM_FAULT_TILE:
        return flip_tile(workload, row, column);
    case WM_FAULT_NAN:
        return put_nan(workload, row, column);
    case WM_FAULT_STALE:
    case WM_FAULT_OPERAND:
    case WM_FAULT_PRECISION:
        return make_whole(fault->kind, workload, nonce);
    case WM_FAULT_NONE:
    case WM_FAULT_COUNT:
        break;
    }
    return WM_E_ARG;
}
