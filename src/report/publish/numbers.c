/* Every number of a record by its name, with what belongs to it.
 *
 * A paper asks for a number by the name of its claim. The claims about one subject share most of
 * their context, so it is told once for each group: TeX keeps all of it in memory. */
#include "report/publish/numbers.h"

#include "report/document/data.h"
#include "report/document/table.h"
#include "report/document/words.h"
#include "report/views/claim_sides.h"
#include "report/views/environment_table.h"
#include "report/views/plan_parameters.h"
#include "report/views/quotation.h"
#include "report/views/reasons.h"
#include "standards/sha256.h"

#include <stdio.h>
#include <string.h>

/* ---- texts ----------------------------------------------------------------------------------- */

/* A text without these ends. */
static const char *without(const char *text, const char *lead, const char *end, wm_document *memory)
{
    const size_t skip = strncmp(text, lead, strlen(lead)) == 0 ? strlen(lead) : 0;
    size_t size = strlen(text + skip);
    if (size >= strlen(end) && strcmp(text + skip + size - strlen(end), end) == 0)
        size -= strlen(end);
    return wm_document_text(memory, "%.*s", (int)size, text + skip);
}

/* A text as a browser looks for it in a page. Source: RFC 3986, section 2.1; a text directive also
 * escapes `,`, `&` and `-` (Scroll To Text Fragment, WICG). */
static const char *escaped(const char *text, wm_document *memory)
{
    wm_buffer out = WM_BUFFER_EMPTY;
    wm_status status = WM_OK;
    for (; *text != '\0' && status == WM_OK; text++) {
        const unsigned char byte = (unsigned char)*text;
        const bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                              (byte >= 'a' && byte <= 'z') || byte == '.' || byte == '/';
        status = wm_buffer_printf(&out, is_plain ? "%c" : "%%%02X", byte);
    }
    wm_document_fail(memory, status);
    return wm_document_take(memory, &out);
}

/* ---- claims ---------------------------------------------------------------------------------- */

/* How many hashes lead from a leaf to the root. Source: RFC 9162, section 2.1.3.1. */
static unsigned path_length(size_t index, size_t count)
{
    unsigned length = 0;
    while (count > 1) {
        size_t half = 1;
        while (2 * half < count)
            half *= 2;
        count = index < half ? half : count - half;
        index -= index < half ? 0 : half;
        length++;
    }
    return length;
}

static const char *interval_of(const wm_model *model, const wm_wrapped *wrapped,
                               const wm_claim *claim, wm_document *to)
{
    wm_document memory = {.status = WM_OK};
    wm_words *line = wm_words_new(&memory);
    const char *text;
    wm_quotation_add_interval(model, wrapped, claim, line);
    text = without(wm_words_text(line, false), ", ", "", to);
    wm_document_fail(to, memory.status);
    wm_document_clear(&memory);
    return text;
}

/* Value, unit, link, interval, class, length of the path. Without a value the link's place has the
 * reason. */
static void add_claim(const wm_model *model, const wm_wrapped *wrapped, const wm_claim *claim,
                      wm_table *table)
{
    wm_document *memory = table->document;
    const char *unit = claim->is_word || claim->value == NULL ? NULL : strchr(claim->text, ' ');
    const size_t size = unit != NULL ? (size_t)(unit - claim->text) : strlen(claim->text);
    char room[WM_REASONS_SIZE];
    wm_table_text(table, claim->name);
    if (claim->value == NULL) {
        wm_table_text(table, NULL);
        wm_table_text(table, NULL);
        wm_table_text(table, wm_reasons_find(model, claim, room));
    } else {
        wm_table_write(table, "%.*s", (int)size, claim->text)->claim =
            claim->is_word ? NULL : claim;
        wm_table_text(table, unit != NULL ? unit + 1 : NULL);
        wm_table_text(table, escaped(claim->text, memory));
    }
    wm_table_text(table, interval_of(model, wrapped, claim, memory));
    wm_table_text(table, claim->class);
    wm_table_write(table, "%u",
                   path_length((size_t)(claim - model->claims.claim), model->claims.count));
}

/* The name of a group: the label of its subject, marked where an item has several groups. */
static const char *name_of(const wm_claim *claim, wm_document *memory)
{
    const char *ending = "";
    if (claim->subject == WM_SUBJECT_OWN)
        return "x";
    if (claim->subject == WM_SUBJECT_POINT)
        ending = ".load";
    else if (claim->subject == WM_SUBJECT_SLOPE)
        ending = ".slope";
    return wm_document_text(memory, "%s%s", claim->label, ending);
}

/* What is flagged of the repeats of an item, and of how many that is not known. */
static const char *flags_of(const wm_model_item *item, wm_document *to)
{
    char flagged[WM_REASONS_SIZE], unknown[WM_REASONS_SIZE];
    wm_reasons_disturbed(item, flagged);
    wm_reasons_unknown(item, unknown);
    if (unknown[0] == '\0')
        return wm_document_copy(to, flagged[0] != '\0' ? flagged : "none flagged");
    return wm_document_text(to, "%s%s%s", flagged, flagged[0] != '\0' ? "; " : "", unknown);
}

/* What is flagged of all that stands behind a group: the segments under load, the repeats of its
 * item, those of the other sides of a ratio. Empty: it has no repeats. */
static wm_status add_flags(const wm_model *model, const wm_claim *claim, wm_words *line,
                           wm_error *err)
{
    const wm_model_item *item = wm_model_item_behind(model, claim);
    wm_claim_sides all;
    const wm_status status = wm_claim_sides_find(model, claim, &all, err);
    const char *lead = "";
    if (item != NULL && claim->subject == WM_SUBJECT_POINT)
        wm_quotation_add_segments(item, line);
    else if (item != NULL)
        wm_words_add(line, "%s", flags_of(item, line->document));
    if (item != NULL)
        lead = "; ";
    for (size_t i = 0; i < all.count && status == WM_OK; i++) {
        if (all.at[i].item == NULL)
            continue;
        wm_words_add(line, "%s%s: %s", lead, all.at[i].place + strlen(" "),
                     flags_of(all.at[i].item, line->document));
        lead = "; ";
    }
    return status;
}

/* What speaks against its items, in short and whole; what is flagged; the rest of the context. */
static wm_status add_group(const wm_model *model, const wm_wrapped *wrapped,
                           const wm_claims_group *group, wm_document *to, wm_error *err)
{
    wm_document memory = {.status = WM_OK};
    wm_words *objections = wm_words_new(&memory), *context = wm_words_new(&memory);
    wm_words *flags = wm_words_new(&memory);
    wm_table *table;
    wm_status status = wm_quotation_add_group(model, wrapped, group, objections, context, err);
    if (status == WM_OK)
        status = add_flags(model, group->claim, flags, err);
    table = wm_table_new(to, "group");
    wm_table_columns(table, "", "", "", "", "", NULL);
    wm_table_text(table, name_of(group->claim, to));
    wm_table_text(table, wm_words_text(objections, true));
    wm_table_text(table, without(wm_words_text(objections, false), "", ": ", to));
    wm_table_text(table, without(wm_words_text(flags, false), "", "", to));
    wm_table_text(table, without(wm_words_text(context, false), ", ", "", to));
    wm_document_fail(to, memory.status);
    wm_document_clear(&memory);
    return status;
}

static wm_status add_claims(const wm_model *model, wm_document *to, wm_error *err)
{
    wm_claims_group group = {NULL, 0};
    bool is_own = false;
    wm_wrapped wrapped;
    wm_status status = wm_wrapped_read(model, &wrapped, err);
    while (status == WM_OK && wm_claims_next(&model->claims, &group)) {
        wm_table *table;
        if (!is_own)
            status = add_group(model, &wrapped, &group, to, err);
        is_own = group.claim->subject == WM_SUBJECT_OWN; /* these share one group */
        table = wm_table_new(to, "claim");
        wm_table_columns(table, "", "", "", "", "", "", "", NULL);
        for (size_t i = 0; i < group.count; i++)
            add_claim(model, &wrapped, &group.claim[i], table);
    }
    wm_wrapped_clear(&wrapped);
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Adds what the root says. */
static wm_status add_root(const wm_model *model, wm_document *to, wm_error *err)
{
    char merkle[WM_SHA256_HEX_SIZE + 1];
    wm_content content;
    const wm_status status =
        wm_reader_read(model->reader, wm_reader_lines(model->reader), &content, err);
    if (status != WM_OK)
        return status;
    wm_sha256_to_hex(content.of.root.merkle_root.bytes, merkle);
    wm_data_text(to, "form", WM_NUMBERS_FORM);
    wm_data_text(to, "root", model->report.root);
    wm_data_text(to, "merkle", merkle);
    wm_data_count(to, "claims", model->report.claims);
    wm_data_count(to, "lines", model->report.nodes);
    wm_data_count(to, "findings", model->report.findings);
    wm_data_text(to, "format", model->report.format);
    wm_data_text(to, "device", model->device);
    wm_data_text(to, "witness", model->witness);
    wm_data_text(to, "producer", model->producer);
    wm_data_text(to, "plan", model->plan_name);
    return WM_OK;
}

wm_status wm_numbers_add(const wm_model *model, wm_document *to, wm_error *err)
{
    wm_status status = add_root(model, to, err);
    wm_table *facts;
    wm_words_remark(to, "root %s", model->report.root);
    if (status == WM_OK)
        status = add_claims(model, to, err);
    wm_plan_parameters_add(model, to)->title = "parameter";
    facts = wm_table_new(to, "fact");
    wm_environment_table_fill(wm_model_environment(model), facts);
    return status;
}
