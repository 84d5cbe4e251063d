/* Fuzzes the audit of fleet.jsonl: any bytes are refused by a rule, or are a sweep whose root is
 * the hash of its last line. The same lines under a root that is made anew reach what all lines
 * demand.
 */
#include "fuzz.h"
#include "mutate.h"
#include "sealed.h"

#include "base/lines.h"
#include "base/status.h"
#include "model/fleet_audit.h"
#include "model/fleet_lines.h"
#include "model/fleet_since.h"

#include <string.h>
#include <unistd.h>

static const char *const TAGS[] = {"json", "form",  "order", "node",
                                   "root", "state", "vote",  "rates"};
enum { TAG_COUNT = sizeof TAGS / sizeof TAGS[0] };

/* ---- mutations that leave a line canonical --------------------------------------------------- */

static const char *const VALUES[] = {"null",
                                     "true",
                                     "false",
                                     "0",
                                     "1",
                                     "3",
                                     "255",
                                     "0.5",
                                     "1e+300",
                                     "5e-324",
                                     "\"\"",
                                     "\"ok\"",
                                     "\"wrong\"",
                                     "\"slow\"",
                                     "\"missing\"",
                                     "\"invalid\"",
                                     "\"undecided\"",
                                     "\"unexpected\"",
                                     "\"agrees\"",
                                     "\"alone\"",
                                     "\"differs\"",
                                     "\"none\"",
                                     "\"same\"",
                                     "\"not judged\"",
                                     "[]"};

/* A value of an object that is no list or object: from `at`, or from the first one. */
static bool find_value(const uint8_t *data, size_t size, size_t at, size_t *first, size_t *length)
{
    for (size_t tries = 0; tries < 2; tries++, at = 0)
        for (size_t i = at; i + 1 < size; i++) {
            size_t end = i + 1;
            if (data[i] != ':' || data[end] == '{' || data[end] == '[')
                continue;
            if (data[end] == '"')
                while (++end < size && data[end] != '"')
                    continue;
            while (end < size && strchr(",}]\n", data[end]) == NULL)
                end++;
            *first = i + 1;
            *length = end - i - 1;
            return true;
        }
    return false;
}

/* Replaces a value. */
static size_t put_value(uint8_t *data, size_t size, size_t most, size_t at, const uint8_t *value,
                        size_t length)
{
    uint8_t kept[128];
    size_t first, old;
    if (length > sizeof kept || !find_value(data, size, at, &first, &old) ||
        size - old + length > most)
        return size;
    memcpy(kept, value, length); /* it may be of the same bytes */
    memmove(data + first + length, data + first + old, size - first - old);
    memcpy(data + first, kept, length);
    return size - old + length;
}

/* Removes, repeats or moves a line. */
static size_t change_line(uint8_t *data, size_t size, size_t most, size_t at, unsigned how)
{
    uint8_t line[4096];
    const uint8_t *end = memchr(data + at, '\n', size - at);
    size_t first = at, length;
    while (first > 0 && data[first - 1] != '\n')
        first--;
    length = end != NULL ? (size_t)(end + 1 - data) - first : size - first;
    if (length > sizeof line)
        return size;
    memcpy(line, data + first, length);
    if (how == 1 && size + length <= most) {
        memmove(data + first + length, data + first, size - first);
        return size + length;
    }
    memmove(data + first, data + first + length, size - first - length);
    if (how != 2)
        return size - length;
    memmove(data + length, data, size - length);
    memcpy(data, line, length);
    return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    const unsigned how = seed % 8, pick = seed / 8;
    const char *value = VALUES[pick % (sizeof VALUES / sizeof VALUES[0])];
    const size_t at = size > 0 ? pick * 7919u % size : 0;
    size_t first, length;
    if (how == 0 || size == 0)
        return LLVMFuzzerMutate(data, size, most);
    if (how < 3)
        return change_line(data, size, most, at, how);
    if (how < 6 || !find_value(data, size, size - 1 - at, &first, &length))
        return put_value(data, size, most, at, (const uint8_t *)value, strlen(value));
    return put_value(data, size, most, at, data + first, length);
}

/* ---- the target ------------------------------------------------------------------------------ */

static void check_tag(const char *tag)
{
    size_t i = 0;
    while (i < TAG_COUNT && strcmp(tag, TAGS[i]) != 0)
        i++;
    FUZZ_CHECK(i < TAG_COUNT);
}

/* A sweep that is valid: its root is the hash of its last line, and others can be compared with it.
 */
static void check_valid(wm_fleet *fleet, const wm_audit_report *report, const wm_buffer *bytes)
{
    const char *last = memrchr(bytes->data, '\n', bytes->size - 1);
    const char *line = last != NULL ? last + 1 : bytes->data;
    wm_fleet_changes changes = {NULL, 0, 0, 0};
    uint8_t hash[WM_SHA256_SIZE];
    char root[WM_SHA256_HEX_SIZE + 1];
    size_t nodes = 0;
    wm_sha256_hash(line, (size_t)(bytes->data + bytes->size - line), hash);
    wm_sha256_to_hex(hash, root);
    FUZZ_CHECK(strcmp(root, report->root) == 0);
    for (int state = 0; state < WM_FLEET_STATES; state++)
        nodes += fleet->counts[state];
    FUZZ_CHECK(nodes == fleet->count);
    FUZZ_CHECK(wm_fleet_since_find(fleet, fleet, &changes) == WM_OK);
    wm_fleet_since_clear(&changes);
}

static void audit(const wm_buffer *bytes)
{
    char path[SEALED_PATH];
    wm_audit_report report;
    wm_error err = {WM_OK, "", ""};
    wm_fleet fleet;
    const int file = sealed_file(bytes, path);
    const wm_status status = wm_fleet_audit_read(path, &fleet, &report, &err);
    FUZZ_CHECK(status == WM_OK || status == WM_E_INVALID);
    if (status == WM_OK) {
        check_valid(&fleet, &report, bytes);
    } else {
        check_tag(report.failure.tag);
        FUZZ_CHECK(report.failure.words[0] != '\0' && report.root[0] == '\0');
    }
    wm_fleet_clear(&fleet);
    (void)close(file);
}

/* Puts a root under the lines but the last one. */
static void close_lines(const char *text, size_t size, wm_buffer *out)
{
    wm_fleet fleet = {.baseline = NULL};
    wm_merkle tree;
    const char *last = size > 1 ? memrchr(text, '\n', size - 1) : NULL;
    const size_t kept = last != NULL ? (size_t)(last + 1 - text) : 0;
    wm_merkle_init(&tree);
    for (size_t at = 0; at < kept;) {
        const size_t line = wm_lines_first(text + at, kept - at);
        for (int state = 0; state < WM_FLEET_STATES; state++) {
            char word[64];
            const int length = snprintf(word, sizeof word, "\"state\":\"%s\",\"type\":\"node\"}",
                                        wm_fleet_state_word((wm_fleet_state)state));
            fleet.counts[state] += memmem(text + at, line, word, (size_t)length) != NULL;
        }
        wm_merkle_add(&tree, text + at, line);
        at += line;
    }
    FUZZ_CHECK(kept == 0 || wm_buffer_append(out, text, kept) == WM_OK);
    FUZZ_CHECK(wm_fleet_lines_root(&fleet, &tree, out) == WM_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    wm_buffer given = WM_BUFFER_EMPTY, closed = WM_BUFFER_EMPTY;
    FUZZ_CHECK(size == 0 || wm_buffer_append(&given, (const char *)data, size) == WM_OK);
    audit(&given);
    close_lines((const char *)data, size, &closed);
    audit(&closed);
    wm_buffer_clear(&given);
    wm_buffer_clear(&closed);
    return 0;
}
