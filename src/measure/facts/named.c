/* Facts that the user names: node, rack, lot.
 *
 * They say which machine this was in the words of those who run it. A lead keeps them apart from
 * facts that were measured: nobody can give a measured fact another value. */
#include "measure/facts/named.h"

#include "base/code_point.h"
#include "base/status.h"

#include <stdio.h>
#include <string.h>

enum { LEAD = sizeof WM_NAMED_LEAD - 1, NAME_MOST = WM_NAMED_NAME - 1 - LEAD };

static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyz0123456789_";

static bool is_name(const char *name, size_t size)
{
    return size >= 1 && size <= NAME_MOST && name[0] >= 'a' && name[0] <= 'z' &&
           strspn(name, LETTERS) >= size;
}

/* Whether every character of a text is UTF-8 that is shown as it is. */
static bool is_shown(const char *text)
{
    size_t size;
    for (; *text != '\0'; text += size) {
        const unsigned long code = wm_code_point_read(text, &size);
        if (size == 0 || wm_code_point_is_hidden(code))
            return false;
    }
    return true;
}

static wm_named_fact *find(wm_named *named, const char *name, size_t size)
{
    for (size_t i = 0; i < named->count; i++)
        if (strlen(named->fact[i].name + LEAD) == size &&
            memcmp(named->fact[i].name + LEAD, name, size) == 0)
            return &named->fact[i];
    return NULL;
}

wm_status wm_named_read(const char *word, wm_named *named, wm_error *err)
{
    const size_t size = strcspn(word, "=");
    const char *value = word + size + 1;
    wm_named_fact *fact;
    if (word[size] == '\0')
        return wm_error_set(err, WM_E_ARG, NULL, "needs NAME=VALUE, not '%.*s'", WM_FIT(word, 60));
    if (!is_name(word, size))
        return wm_error_set(err, WM_E_ARG, NULL,
                            "needs a name of a lower-case letter, then a-z, 0-9 and _, at most %d "
                            "bytes; not '%.*s'",
                            NAME_MOST, WM_FIT_IN(word, size, 60));
    if (find(named, word, size) != NULL)
        return wm_error_set(err, WM_E_ARG, NULL, "'%.*s' is given twice", (int)size, word);
    if (value[0] == '\0' || strlen(value) >= WM_NAMED_VALUE)
        return wm_error_set(err, WM_E_ARG, NULL, "needs a value of 1 to %d bytes for '%.*s'",
                            WM_NAMED_VALUE - 1, (int)size, word);
    if (!is_shown(value))
        return wm_error_set(err, WM_E_ARG, NULL,
                            "needs UTF-8 without control characters as the value of '%.*s'",
                            (int)size, word);
    if (named->count == WM_NAMED_MOST)
        return wm_error_set(err, WM_E_ARG, NULL, "at most %d facts can be given", WM_NAMED_MOST);
    fact = &named->fact[named->count++];
    (void)snprintf(fact->name, sizeof fact->name, WM_NAMED_LEAD "%.*s", (int)size, word);
    (void)snprintf(fact->value, sizeof fact->value, "%s", value);
    fact->is_hidden = false;
    return WM_OK;
}

bool wm_named_hide(wm_named *named, const char *name, size_t size)
{
    wm_named_fact *fact = find(named, name, size);
    if (fact != NULL)
        fact->is_hidden = true;
    return fact != NULL;
}

void wm_named_keep(wm_named *named, const char *name, const char *value)
{
    wm_named_fact *fact = &named->fact[named->count];
    if (strncmp(name, WM_NAMED_LEAD, LEAD) != 0 || !is_name(name + LEAD, strlen(name + LEAD)) ||
        (value != NULL && strlen(value) >= WM_NAMED_VALUE) || named->count == WM_NAMED_MOST)
        return;
    (void)snprintf(fact->name, sizeof fact->name, "%s", name);
    (void)snprintf(fact->value, sizeof fact->value, "%s", value != NULL ? value : "");
    fact->is_hidden = value == NULL;
    named->count++;
}

void wm_named_fill(wm_named *named, const char *name, const char *value)
{
    for (size_t i = 0; i < named->count; i++)
        if (named->fact[i].is_hidden && strcmp(named->fact[i].name, name) == 0 &&
            strlen(value) < WM_NAMED_VALUE)
            (void)snprintf(named->fact[i].value, WM_NAMED_VALUE, "%s", value);
}

bool wm_named_has(const wm_named *named, const wm_named *asked)
{
    for (size_t i = 0; i < asked->count; i++) {
        const wm_named_fact *a = &asked->fact[i];
        size_t j = 0;
        while (j < named->count && strcmp(named->fact[j].name, a->name) != 0)
            j++;
        if (j == named->count || (a->is_hidden && !named->fact[j].is_hidden) ||
            (named->fact[j].value[0] != '\0' && strcmp(named->fact[j].value, a->value) != 0))
            return false;
    }
    return true;
}
