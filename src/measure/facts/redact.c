/* Hides serial numbers and UUIDs.
 *
 * A UUID is known by its form, GPU- or MIG- with digits, because it stands in more than its own
 * fact: in variables, names and messages. A variable may have its beginning alone, so there no
 * digit is needed. */
#include "measure/facts/redact.h"

#include "base/code_point.h"

#include "base/near_words.h"
#include "base/status.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { DIGITS_LEAST = 8, PREFIX = 4 };

static const struct {
    const char *word; /* also the name of its fact */
    unsigned bit;
} WORDS[] = {{"serial", WM_REDACT_SERIAL}, {"uuid", WM_REDACT_UUID}};

enum { COUNT = sizeof WORDS / sizeof *WORDS };

static wm_status refuse(const char *word, size_t size, wm_error *err)
{
    const char *known[COUNT];
    char wrong[48], hint[64];
    for (size_t i = 0; i < COUNT; i++)
        known[i] = WORDS[i].word;
    (void)snprintf(wrong, sizeof wrong, "%.*s", WM_FIT_IN(word, size, 40));
    wm_near_words_hint(wrong, known, COUNT, hint, sizeof hint);
    return wm_error_set(err, WM_E_ARG, NULL,
                        "needs words of: serial, uuid, names of --fact; not '%s'%s", wrong, hint);
}

wm_status wm_redact_read(const char *words, wm_named *named, unsigned *hidden, wm_error *err)
{
    *hidden = 0;
    for (const char *at = words; at != NULL;) {
        const size_t size = strcspn(at, ",");
        size_t i = 0;
        while (i < COUNT && (strlen(WORDS[i].word) != size || memcmp(WORDS[i].word, at, size) != 0))
            i++;
        if (i < COUNT)
            *hidden |= WORDS[i].bit;
        if ((named == NULL || !wm_named_hide(named, at, size)) && i == COUNT)
            return refuse(at, size, err);
        at = at[size] == ',' ? at + size + 1 : NULL;
    }
    return WM_OK;
}

/* The next "GPU-" or "MIG-" that at least so many hexadecimal digits follow; NULL: none. */
static const char *find_uuid(const char *text, size_t least)
{
    for (const char *at = text; *at != '\0'; at++) {
        size_t digits = 0;
        if (strncasecmp(at, "GPU-", PREFIX) != 0 && strncasecmp(at, "MIG-", PREFIX) != 0)
            continue;
        while (digits < least && isxdigit((unsigned char)at[PREFIX + digits]))
            digits++;
        if (digits == least)
            return at;
    }
    return NULL;
}

bool wm_redact_hides(unsigned hidden, const char *name, const char *text)
{
    for (size_t i = 0; i < COUNT; i++)
        if ((hidden & WORDS[i].bit) != 0 && strcmp(WORDS[i].word, name) == 0)
            return true;
    if ((hidden & WM_REDACT_UUID) == 0 || text == NULL)
        return false;
    return find_uuid(text, strncmp(name, "env.", 4) == 0 ? 0 : DIGITS_LEAST) != NULL;
}

void wm_redact_uuids(char *text)
{
    const char *found;
    while ((found = find_uuid(text, DIGITS_LEAST)) != NULL)
        for (text += found - text + PREFIX; isxdigit((unsigned char)*text) || *text == '-'; text++)
            if (*text != '-')
                *text = 'x';
}
