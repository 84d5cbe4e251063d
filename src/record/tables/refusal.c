/* Makes refusals, and names the rules. */
#include "record/tables/refusal.h"

#include "base/code_point.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#ifdef WM_MUTATE
wm_rule wm_refusal_off = WM_RULE_COUNT;
wm_switch wm_refusal_switch = WM_SWITCH_COUNT;
#endif

static const struct {
    const char *name, *tag, *demand;
} RULES[] = {
#define RULE_ROW(id, name, tag, demand) {name, tag, demand},
    WM_RULE_LIST(RULE_ROW)
#undef RULE_ROW
};

const char *wm_refusal_name(wm_rule rule)
{
    return (size_t)rule < WM_RULE_COUNT ? RULES[rule].name : "";
}

const char *wm_refusal_tag(wm_rule rule)
{
    return (size_t)rule < WM_RULE_COUNT ? RULES[rule].tag : "";
}

const char *wm_refusal_demand(wm_rule rule)
{
    return (size_t)rule < WM_RULE_COUNT ? RULES[rule].demand : "";
}

void wm_refusal_mask(const char *text, char *out, size_t size)
{
    const char *at = text;
    size_t used = 0;
    while (*at != '\0') {
        char shown[16];
        size_t bytes;
        const unsigned long code = wm_code_point_read(at, &bytes);
        if (bytes == 0) {
            snprintf(shown, sizeof shown, "\\x%02x", (unsigned)(unsigned char)*at);
            bytes = 1;
        } else if (code >= 0x20 && code < 0x7f) {
            snprintf(shown, sizeof shown, "%c", (int)code);
        } else {
            snprintf(shown, sizeof shown, code > 0xffff ? "\\U%08lx" : "\\u%04lx", code);
        }
        if (used + strlen(shown) + 1 > size)
            break;
        memcpy(out + used, shown, strlen(shown));
        used += strlen(shown);
        at += bytes;
    }
    out[used] = '\0';
}

bool wm_refusal_make(wm_refusal *refusal, wm_rule rule, const char *format, ...)
{
    char words[sizeof refusal->words];
    va_list arguments;
#ifdef WM_MUTATE
    if (rule == wm_refusal_off)
        return false;
#endif
    refusal->is_made = true;
    refusal->rule = rule;
    va_start(arguments, format);
    if (vsnprintf(words, sizeof words, format, arguments) >= (int)sizeof words)
        wm_code_point_trim(words);
    va_end(arguments);
    wm_refusal_mask(words, refusal->words, sizeof refusal->words);
    return true;
}
