/* Audits a fleet.jsonl with one rule switched off, to show that a test notices a missing rule.
 *
 *     fleet --list                 rules, one a line: name, tag
 *     fleet [--off RULE] FILE      the audit without that rule; the exit status is 0, 1 or 2 */
#include "model/fleet_audit.h"
#include "model/fleet_rules.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *tag;
} RULES[] = {
#define RULE_ROW(id, name, tag, words) {name, tag},
    WM_FLEET_RULE_LIST(RULE_ROW)
#undef RULE_ROW
};

static bool switch_off(const char *name)
{
    for (int i = 0; i < WM_FLEET_RULES; i++)
        if (strcmp(RULES[i].name, name) == 0) {
            wm_fleet_rules_off = (wm_fleet_rule)i;
            return true;
        }
    return false;
}

static int audit(const char *path)
{
    wm_audit_report report;
    wm_error err = {WM_OK, "", ""};
    wm_fleet fleet;
    const wm_status status = wm_fleet_audit_read(path, &fleet, &report, &err);
    wm_fleet_clear(&fleet);
    if (status == WM_E_INVALID)
        printf("invalid %llu [%s] %s\n", (unsigned long long)report.failure.line,
               report.failure.tag, report.failure.words);
    else
        printf("%s\n", status == WM_OK ? "valid" : err.message);
    return status == WM_OK ? 0 : status == WM_E_INVALID ? 1 : 2;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (int i = 0; i < WM_FLEET_RULES; i++)
            printf("%s\t%s\n", RULES[i].name, RULES[i].tag);
        return 0;
    }
    if (argc == 2 || (argc == 4 && strcmp(argv[1], "--off") == 0 && switch_off(argv[2])))
        return audit(argv[argc - 1]);
    fputs("usage: fleet --list | fleet [--off RULE] FILE\n", stderr);
    return 2;
}
