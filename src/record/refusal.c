/* Refusals and the names of rules. */
#include "record/refusal.h"

#include <stdarg.h>
#include <stdio.h>

#ifdef WM_MUTATE
wm_rule wm_refusal_off = WM_RULE_COUNT;
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

bool wm_refusal_make(wm_refusal *refusal, wm_rule rule, const char *format, ...)
{
    va_list arguments;
#ifdef WM_MUTATE
    if (rule == wm_refusal_off)
        return false;
#endif
    refusal->is_made = true;
    refusal->rule = rule;
    va_start(arguments, format);
    vsnprintf(refusal->words, sizeof refusal->words, format, arguments);
    va_end(arguments);
    for (char *c = refusal->words; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    return true;
}
