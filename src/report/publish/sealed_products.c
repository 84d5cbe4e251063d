/* Compares the products in a sealed document with those that its record gives.
 *
 * A file says on its first line what it claims to be. Where it cannot, its path and its first bytes
 * say so. Each claim is made again from the record. A claim that this program cannot judge is not
 * good: the answer is then open. So is a file that looks like a product and claims nothing. */
#include "report/publish/sealed_products.h"

#include "base/status.h"
#include "report/publish/crate.h"
#include "report/publish/product_head.h"
#include "report/publish/products.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_BYTES = 1024 };

static const size_t EVERY = SIZE_MAX / 2;
static const char STYLE[] = "witnessmark.sty", STATEMENT[] = "statement.json";
static const char SETS_CLAIMS[] = "\\wmsetrecord";

typedef struct {
    const wm_sealed *sealed;
    const wm_sealed_manifest *manifest;
    wm_model *model;
    wm_sealed_products *found;
    wm_audit_report *report;
    wm_audit_report open; /* the first claim that cannot be judged; its file is empty: none */
    char publisher[64];   /* release that made the archive; empty: not known */
    wm_error *err;
} comparison;

/* ---- one comparison -------------------------------------------------------------------------- */

/* The number of the first line that differs. */
static uint64_t first_difference(const wm_buffer *one, const wm_buffer *other)
{
    const size_t size = one->size < other->size ? one->size : other->size;
    uint64_t line = 1;
    for (size_t i = 0; i < size && one->data[i] == other->data[i]; i++)
        line += one->data[i] == '\n';
    return line;
}

/* Notes a claim that cannot be judged. */
static void leave_open(comparison *at, const char *path, const char *words)
{
    if (at->open.failure.file[0] == '\0')
        (void)wm_sealed_manifest_refuse(&at->open, path, 0, "product", "%s", words);
}

/* Judges the bytes of a member that are not those of the record; version is the release that made
 * it, or empty. */
static wm_status judge_other(comparison *at, const char *path, uint64_t line, const char *version)
{
    char words[200];
    if (version[0] == '\0' || strcmp(version, wm_version()) == 0)
        return wm_sealed_manifest_refuse(at->report, path, line, "product",
                                         "this line differs from what the record gives");
    (void)snprintf(words, sizeof words,
                   "made by release %.64s and not what this one makes; audit with that release",
                   version);
    leave_open(at, path, words);
    return WM_OK;
}

/* Compares a member with the bytes that the record gives. */
static wm_status compare(comparison *at, const wm_sealed_member *member, const wm_buffer *expected,
                         const char *version)
{
    wm_buffer bytes = WM_BUFFER_EMPTY;
    wm_status status = wm_sealed_members_bytes(at->sealed, member, EVERY, &bytes, at->err);
    if (status == WM_OK && bytes.size == expected->size &&
        (bytes.size == 0 || memcmp(bytes.data, expected->data, bytes.size) == 0))
        at->found->equal++;
    else if (status == WM_OK)
        status = judge_other(at, member->path, first_difference(&bytes, expected), version);
    wm_buffer_clear(&bytes);
    return status;
}

/* Compares a member with a product. */
static wm_status compare_product(comparison *at, const wm_sealed_member *member,
                                 const wm_product *product, const char *version)
{
    wm_buffer expected = WM_BUFFER_EMPTY;
    wm_status status = wm_products_write(product, at->model, &expected, at->err);
    if (status == WM_OK)
        status = compare(at, member, &expected, version);
    wm_buffer_clear(&expected);
    return status;
}

/* ---- what a file claims to be ---------------------------------------------------------------- */

/* Whether a path ends with another one, at a name. */
static bool ends_at_name(const char *path, const char *end)
{
    const size_t size = strlen(path), tail = strlen(end);
    return size >= tail && strcmp(path + size - tail, end) == 0 &&
           (size == tail || path[size - tail - 1] == '/');
}

/* The product whose path a member's path ends with, or NULL. */
static const wm_product *product_at(const char *path)
{
    size_t i = 0;
    while (wm_products_at(i) != NULL && !ends_at_name(path, wm_products_at(i)->path))
        i++;
    return wm_products_at(i);
}

/* Compares a file that names itself. */
static wm_status check_claim(comparison *at, const wm_sealed_member *member,
                             const wm_product_head *head)
{
    const wm_product *product = wm_products_named(head->path);
    char words[200];
    if (strcmp(head->root, at->model->report.root) != 0) {
        (void)snprintf(words, sizeof words, "of the record %.64s, which is not in this archive",
                       head->root);
        leave_open(at, member->path, words);
        return WM_OK;
    }
    return product == NULL ? judge_other(at, member->path, 1, head->version)
                           : compare_product(at, member, product, head->version);
}

static bool has_ending(const char *path, const char *end)
{
    return strlen(path) >= strlen(end) && strcmp(path + strlen(path) - strlen(end), end) == 0;
}

/* Notes a file that has the path or the content of a product and does not name its record. */
static void leave_unclaimed(comparison *at, const char *path, const char *words)
{
    if (at->found->unclaimed[0] != '\0')
        return;
    (void)snprintf(at->found->unclaimed, sizeof at->found->unclaimed, "%.255s", path);
    at->open.failure.file[0] = '\0';
    leave_open(at, path, words);
}

/* Checks a file that does not name itself. */
static wm_status check_unnamed(comparison *at, const wm_sealed_member *member)
{
    const wm_product *product = product_at(member->path);
    bool has = false;
    wm_status status;
    if (product != NULL && ends_at_name(product->path, STYLE))
        return compare_product(at, member, product, at->publisher);
    if (product != NULL &&
        (has_ending(product->path, ".csv") || has_ending(product->path, ".html") ||
         ends_at_name(product->path, STATEMENT))) {
        status =
            wm_sealed_members_contain(at->sealed, member, at->model->report.root, &has, at->err);
        if (status == WM_OK && has)
            status = compare_product(at, member, product, at->publisher);
    } else {
        status = wm_sealed_members_contain(at->sealed, member, SETS_CLAIMS, &has, at->err);
        if (status == WM_OK && has && product == NULL)
            leave_unclaimed(at, member->path,
                            "sets claims, but does not name its record; include "
                            "numbers.tex as publish made it");
        has = product == NULL;
    }
    if (status == WM_OK && !has)
        leave_unclaimed(at, member->path,
                        "has the name of a product, but does not name this "
                        "record; give your own file another name");
    return status;
}

static wm_status check_member(comparison *at, const wm_sealed_member *member)
{
    wm_buffer head = WM_BUFFER_EMPTY;
    wm_product_head says;
    wm_status status = wm_sealed_members_bytes(at->sealed, member, HEAD_BYTES, &head, at->err);
    if (status == WM_OK && wm_product_head_read(head.data, head.size, &says))
        status = check_claim(at, member, &says);
    else if (status == WM_OK)
        status = check_unnamed(at, member);
    wm_buffer_clear(&head);
    return status;
}

/* ---- the files that the archive adds --------------------------------------------------------- */

/* Finds the release that made the archive, in its metadata. */
static wm_status find_publisher(comparison *at)
{
    static const char MARK[] = "{\"@id\":\"#publisher\",\"@type\":\"SoftwareApplication\","
                               "\"name\":\"witnessmark\",\"version\":\"";
    const wm_sealed_member *member = wm_sealed_members_find(at->sealed, WM_SEALED_CRATE);
    wm_buffer bytes = WM_BUFFER_EMPTY;
    const char *text, *version;
    wm_status status;
    if (member == NULL)
        return WM_OK;
    status = wm_sealed_members_bytes(at->sealed, member, EVERY, &bytes, at->err);
    text = status == WM_OK ? wm_buffer_text(&bytes) : NULL;
    version = text != NULL ? strstr(text, MARK) : NULL;
    if (status == WM_OK && text == NULL)
        status = wm_error_set(at->err, WM_E_NOMEM, member->path, "out of memory");
    if (version != NULL)
        (void)snprintf(at->publisher, sizeof at->publisher, "%.*s",
                       (int)strcspn(version + sizeof MARK - 1, "\""), version + sizeof MARK - 1);
    wm_buffer_clear(&bytes);
    return status;
}

/* Makes the metadata again. */
static wm_status write_crate(const comparison *at, wm_buffer *bytes)
{
    wm_crate_part *parts = calloc(at->sealed->count + 1, sizeof *parts);
    wm_crate crate = {parts, 0, at->manifest->license, at->manifest->document, WM_SEALED_MANIFEST};
    wm_status status;
    if (parts == NULL)
        return wm_error_set(at->err, WM_E_NOMEM, WM_SEALED_CRATE, "out of memory");
    for (size_t i = 0; i < at->sealed->count; i++) {
        const wm_sealed_member *member = &at->sealed->member[i];
        wm_crate_part *part = &parts[crate.count];
        if (strcmp(member->path, WM_SEALED_CRATE) == 0 ||
            strcmp(member->path, WM_SEALED_MANIFEST) == 0)
            continue;
        crate.count++;
        (void)snprintf(part->path, sizeof part->path, "%.255s", member->path);
        part->size_bytes = member->size_bytes;
        memcpy(part->sha256, member->sha256, sizeof part->sha256);
    }
    status = wm_crate_write(at->model, &crate, bytes, at->err);
    free(parts);
    return status;
}

static wm_status check_crate(comparison *at)
{
    const wm_sealed_member *member = wm_sealed_members_find(at->sealed, WM_SEALED_CRATE);
    wm_buffer expected = WM_BUFFER_EMPTY;
    wm_status status = write_crate(at, &expected);
    if (status == WM_OK && member != NULL)
        status = compare(at, member, &expected, at->publisher);
    else if (status == WM_OK && expected.size > 0)
        status = wm_sealed_manifest_refuse(at->report, WM_SEALED_CRATE, 0, "files",
                                           "the file is missing");
    wm_buffer_clear(&expected);
    return status;
}

/* ---- all ------------------------------------------------------------------------------------- */

static wm_status check_all(comparison *at)
{
    wm_status status = find_publisher(at);
    if (status == WM_OK)
        status = compare_product(at, wm_sealed_members_find(at->sealed, WM_SEALED_STATEMENT),
                                 wm_products_named(STATEMENT), at->publisher);
    if (status == WM_OK)
        status = check_crate(at);
    for (size_t i = 0; i < at->sealed->count && status == WM_OK; i++) {
        const wm_sealed_member *member = &at->sealed->member[i];
        if (strncmp(member->path, "anc/", 4) != 0 && strcmp(member->path, WM_SEALED_CRATE) != 0)
            status = check_member(at, member);
    }
    return status;
}

wm_status wm_sealed_products_check(const wm_sealed *sealed, const wm_sealed_manifest *manifest,
                                   wm_model *model, wm_sealed_products *found,
                                   wm_audit_report *report, wm_error *err)
{
    comparison at = {.sealed = sealed,
                     .manifest = manifest,
                     .model = model,
                     .found = found,
                     .report = report,
                     .err = err};
    const wm_status status = check_all(&at);
    if (status != WM_OK || at.open.failure.file[0] == '\0')
        return status;
    report->failure = at.open.failure;
    return WM_E_INCOMPLETE;
}
