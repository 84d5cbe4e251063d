/* Audits a record with one rule switched off, to show that a test notices a missing rule.
 *
 *     verify --list                   rules and switches, one a line: name, tag, demand
 *     verify --off RULE RECORD        the audit without that rule
 *     verify RECORD                   the audit with all rules */
#include <stdio.h>
#include <string.h>

#include "record/audit/outcome.h"
#include "record/tables/refusal.h"

static const struct {
    const char *name, *tag, *words;
} SWITCHES[] = {
#define SWITCH_ROW(id, name, tag, words) {name, tag, words},
    WM_SWITCH_LIST(SWITCH_ROW)
#undef SWITCH_ROW
};

/* Prints a finding. */
static void print_finding(void *context, const wm_finding *finding)
{
    if (wm_outcome_finding(finding, context) != WM_OK)
        fputs("verify: out of memory\n", stderr);
}

static int list_rules(void)
{
    for (int i = 0; i < WM_RULE_COUNT; i++)
        printf("%s\t%s\t%s\n", wm_refusal_name((wm_rule)i), wm_refusal_tag((wm_rule)i),
               wm_refusal_demand((wm_rule)i));
    for (size_t i = 0; i < WM_SWITCH_COUNT; i++)
        printf("%s\t%s\t%s\n", SWITCHES[i].name, SWITCHES[i].tag, SWITCHES[i].words);
    return 0;
}

static bool switch_off(const char *name)
{
    for (int i = 0; i < WM_RULE_COUNT; i++)
        if (strcmp(wm_refusal_name((wm_rule)i), name) == 0) {
            wm_refusal_off = (wm_rule)i;
            return true;
        }
    for (size_t i = 0; i < WM_SWITCH_COUNT; i++)
        if (strcmp(SWITCHES[i].name, name) == 0) {
            wm_refusal_switch = (wm_switch)i;
            return true;
        }
    return false;
}

int main(int argc, char **argv)
{
    static const char USAGE[] = "usage: verify --list | verify [--off RULE] [--root HEX] RECORD\n";
    wm_buffer answer = WM_BUFFER_EMPTY, findings = WM_BUFFER_EMPTY;
    wm_audit_options options = WM_AUDIT_OPTIONS_INIT;
    wm_audit_report report = WM_AUDIT_REPORT_INIT;
    wm_error err = {WM_OK, "", ""};
    wm_status status;
    int at = 1;
    if (argc == 2 && strcmp(argv[1], "--list") == 0)
        return list_rules();
    for (; at + 1 < argc && strncmp(argv[at], "--", 2) == 0; at += 2) {
        if (strcmp(argv[at], "--root") == 0) {
            options.root = argv[at + 1];
        } else if (strcmp(argv[at], "--off") != 0 || !switch_off(argv[at + 1])) {
            fputs(USAGE, stderr);
            return 2;
        }
    }
    if (at + 1 != argc) {
        fputs(USAGE, stderr);
        return 2;
    }
    options.finding = print_finding;
    options.context = &findings;
    status = wm_audit_path(argv[at], &options, &report, &err);
    if (wm_outcome_exit(status) == 2)
        fprintf(stderr, "verify: %s: %s\n", argv[at], err.message);
    else if (wm_outcome_write(status, &report, &answer) == WM_OK)
        printf("%s%s", wm_buffer_text(&answer), wm_buffer_text(&findings));
    wm_buffer_clear(&answer);
    wm_buffer_clear(&findings);
    return wm_outcome_exit(status);
}
